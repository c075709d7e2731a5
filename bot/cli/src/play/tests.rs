use clap::Parser;

use super::*;

#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    play: PlayArguments,
}

fn arguments(flags: &[&str]) -> PlayArguments {
    let usual = ["nim-bot", "--url", "ws://127.0.0.1:1", "--name", "Ada"];
    Arguments::try_parse_from([&usual[..], flags].concat()).expect("they are known").play
}

fn planned(flags: &[&str]) -> DriverOptions {
    plan(&arguments(flags), 7).expect("a plan")
}

const TOURNAMENT: &str = "00000000-0000-0000-0000-000000000005";

#[test]
fn games_are_found_as_was_asked() {
    for (flags, source) in [
        (&[][..], "Accept"),
        (&["--accept"], "Accept"),
        (&["--seek"], "Seek"),
        (&["--challenge", "Bob"], "Challenge"),
        (&["--quick"], "Quick"),
        (&["--challenges-only"], "Wait"),
        (&["--house"], "Wait"),
        (&["--tournament", TOURNAMENT], "Enter"),
    ] {
        assert_eq!(format!("{:?}", planned(flags).source), source, "{flags:?}");
    }
    let bob = planned(&["--challenge", "Bob", "--seat", "second", "--game", "nim 3,4,5"]);
    let GameSource::Challenge { name, mut offer } = bob.source else { panic!("a challenge") };
    assert_eq!((name.as_str(), offer().seat), ("Bob", SeatChoice::Second));
    let quick = planned(&["--quick", "--variant", "lasker"]);
    let GameSource::Quick(pool) = quick.source else { panic!("quick play") };
    assert_eq!(&*pool.variant, "lasker");
    for (seat, choice) in [
        ("first", SeatChoice::First),
        ("second", SeatChoice::Second),
        ("random", SeatChoice::Random),
    ] {
        let seeking = planned(&["--seek", "--seat", seat, "--game", "nim 3,4,5"]);
        let GameSource::Seek { mut offer } = seeking.source else { panic!("an offer") };
        assert_eq!(offer().seat, choice);
    }
}

#[test]
fn a_tournament_is_entered_with_an_invitation_and_a_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("key");
    let digits = "07".repeat(32);
    let path = file.to_str().expect("a name");
    let flags = ["--tournament", TOURNAMENT, "--invitation", &digits, "--sign", path];
    let [one, two] = [0, 1].map(|_| planned(&flags).source);
    let GameSource::Enter { tournament, invitation, nonce, key, program, to_the_end } = one else {
        panic!("a tournament")
    };
    assert_eq!(tournament.0.to_string(), TOURNAMENT);
    assert_eq!(invitation, Secret::read(&digits));
    assert!(program.is_none() && to_the_end);
    let secret = token::in_file(&file).expect("it was made");
    assert_eq!(key.map(|key| key.public()), Some(MoveKey::new(secret).public()));
    let GameSource::Enter { nonce: another, .. } = two else { panic!("a tournament") };
    assert_ne!(nonce, another, "each time another");
    let GameSource::Enter { invitation: None, key: None, .. } =
        planned(&["--tournament", TOURNAMENT]).source
    else {
        panic!("neither was given")
    };
    assert!(plan(&arguments(&["--tournament", TOURNAMENT, "--sign", "/"]), 7).is_err());
}

#[test]
fn a_house_bot_takes_what_its_server_sends_and_leaves_its_games() {
    let house = planned(&["--house"]);
    assert_eq!((house.on_stop, house.concurrency, house.games), (OnStop::Leave, usize::MAX, None));
    let usual = planned(&[]);
    assert_eq!((usual.on_stop, usual.concurrency, usual.games), (OnStop::Resign, 8, None));
    let other = planned(&["--concurrency", "3", "--games", "5"]);
    assert_eq!((other.concurrency, other.games), (3, Some(5)));
}

#[test]
fn as_many_bots_think_as_there_are_cores_or_processes() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert_eq!(planned(&["--concurrency", "99"]).thinkers, cores);
    assert_eq!(planned(&["--concurrency", "99", "--program", "./ada"]).thinkers, 99);
}

#[test]
fn only_wanted_games_and_opponents_are_accepted() {
    for (flags, rated, bots) in [
        (&[][..], None, None),
        (&["--only", "rated"], Some(true), None),
        (&["--only", "casual"], Some(false), None),
        (&["--against", "bots"], None, Some(true)),
        (&["--against", "people"], None, Some(false)),
    ] {
        let filter = filter(&arguments(flags));
        assert_eq!((filter.rated, filter.bots, filter.variants), (rated, bots, None), "{flags:?}");
    }
}

/// It says hello, and makes no legal move.
const BAD: &str = r#"sh -c 'while read word rest; do case $word in
    hello) echo "hello {\"name\":\"Bad\"}";; go) echo "bestmove [9]";; quit) exit;; esac; done'"#;

#[test]
fn a_program_that_may_play_for_ratings_plays_a_validation_game_first() {
    let spec = |command: &str| arguments(&[]).limits.spec(command.to_owned());
    let said = introduction(&spec(BAD), false, 1).expect("it says hello");
    assert_eq!(said.name, "Bad");
    let why = introduction(&spec(BAD), true, 1).expect_err("it makes no move").to_string();
    assert!(why.contains("made the move [9]"), "{why}");
    for rated in [false, true] {
        let why = introduction(&spec("false"), rated, 1).expect_err("it ends").to_string();
        let words = r#""false" ended: exit status: 1; nim-bot conform "false" tells more"#;
        assert_eq!(why, words);
    }
}

#[test]
fn names_and_secrets_are_checked_before_anything_begins() {
    assert_eq!(secret("0"), Err("64 hexadecimal digits"));
    assert!(name("").is_err() && name("Ada").is_ok_and(|name| name.as_str() == "Ada"));
}

#[tokio::test]
async fn input_ends_where_nothing_more_can_be_read() {
    let (read, mut write) = io::pipe().expect("a pipe");
    let mut end = tokio::spawn(end_of(read));
    for said in ["a", "b\n"] {
        io::Write::write_all(&mut write, said.as_bytes()).expect("it is open");
    }
    let early = tokio::time::timeout(std::time::Duration::from_millis(50), &mut end).await;
    assert!(early.is_err(), "more may come");
    drop(write);
    end.await.expect("it has ended");
}
