use clap::Parser;

use super::super::server_flags;
use super::*;

#[test]
fn quick_play_has_games_for_two_under_the_endings_of_their_named_starts() {
    let known = |game: &str| is_in_quick_play(&game.parse().expect("a start"));
    assert!(known("nim 2,4,6") && known("misere nim 9"));
    assert!(known("grundy 8") && !known("misere grundy 8"));
}

#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    load: LoadArgs,
}

fn arguments(flags: &[&str]) -> LoadArgs {
    let arguments = [&["nim-bot"], flags].concat();
    Arguments::try_parse_from(arguments).expect("they are known").load
}

fn plan(flags: &[&str]) -> anyhow::Result<Swarm> {
    swarm(&arguments(flags))
}

fn refusal(flags: &[&str]) -> String {
    plan(flags).expect_err("it cannot be").to_string()
}

#[test]
fn a_load_is_what_its_options_say() {
    let usual = plan(&[]).expect("a load");
    assert_eq!((usual.players, usual.addresses, usual.seed), (1_000, 1, 1));
    assert_eq!(usual.stages, Some(Stages::constant(1_000.0, 20)));
    assert_eq!(usual.ramp, Duration::from_secs(3));
    assert_eq!(usual.duration, Duration::from_secs(20));
    assert!(!usual.rated && !usual.quick && usual.faults.is_empty());
    assert!(usual.stop_unless.is_empty() && usual.levels.len() == 3);
    let clock = |base_ms, increment_ms| Some(TimeControl::Fischer { base_ms, increment_ms });
    assert_eq!(usual.clock, clock(180_000, 2_000));
    assert!(usual.games.iter().any(|game| game.variant().name() == "subtraction"));
    let other = plan(&[
        "--players",
        "2",
        "--addresses",
        "4",
        "--seed",
        "8",
        "--rate",
        "16",
        "--seconds",
        "32",
        "--ramp",
        "0.5",
        "--base",
        "64",
        "--increment",
        "0",
        "--rated",
        "--quick",
        "--games",
        "nim 3,4,5",
        "--levels",
        "perfect",
        "--stop-unless",
        "errors=0",
    ]);
    let other = other.expect("a load");
    assert_eq!((other.players, other.addresses, other.seed), (2, 4, 8));
    assert_eq!(other.stages, Some(Stages::constant(16.0, 32)));
    assert_eq!(other.ramp, Duration::from_millis(500));
    assert_eq!(other.duration, Duration::from_secs(32));
    assert!(other.rated && other.quick && other.clock == clock(64_000, 0));
    let games: Vec<String> = other.games.iter().map(Setup::to_string).collect();
    assert_eq!((games, other.levels.len()), (vec!["nim 3,4,5".to_owned()], 1));
    assert_eq!(other.stop_unless, ["errors=0".parse().expect("a condition")]);
}

#[test]
fn a_load_has_a_rate_stages_or_neither() {
    assert_eq!(plan(&["--max"]).expect("a load").stages, None);
    let stages = "ramp:1000:30s,down:10s";
    let planned = plan(&["--stages", stages]).expect("a load").stages;
    assert_eq!(planned, Some(stages.parse().expect("stages")));
    assert_eq!(plan(&["--base", "0"]).expect("a load").clock, None);
    assert_eq!(plan(&["--seconds", "0"]).expect("a load").duration, Duration::from_secs(1));
    for (spread, think) in [
        ("constant", Think::Constant),
        ("uniform", Think::Uniform),
        ("exponential", Think::Exponential),
    ] {
        let planned = plan(&["--think", spread]).expect("a load").think;
        assert_eq!(format!("{planned:?}"), format!("{think:?}"));
    }
}

#[test]
fn what_cannot_be_is_refused_and_what_just_can_be_is_not() {
    assert_eq!(refusal(&["--players", "0"]), "a load takes at least one client");
    assert!(plan(&["--players", "1"]).is_ok());
    for rate in ["--rate=0", "--rate=-1", "--rate=inf", "--rate=nan"] {
        assert_eq!(refusal(&[rate]), "the rate must be more than nothing");
    }
    assert!(plan(&["--rate", "0.1"]).is_ok());
    for ramp in ["--ramp=-0.1", "--ramp=3600.1", "--ramp=nan"] {
        assert_eq!(refusal(&[ramp]), "the ramp is at most an hour");
    }
    assert!(plan(&["--ramp", "3600"]).is_ok() && plan(&["--ramp", "0"]).is_ok());
    for clock in ["--base", "--increment"] {
        assert_eq!(refusal(&[clock, "4294968"]), "the clock is too long");
        assert!(plan(&[clock, "4294967"]).is_ok());
    }
    assert_eq!(
        refusal(&["--quick", "--games", "nim; misere grundy 8"]),
        "quick play has known starts only, and none of misere grundy 8: leave it out of --games"
    );
    assert!(plan(&["--quick", "--games", "nim; grundy 8"]).is_ok());
    assert!(plan(&["--games", "misere grundy 8"]).is_ok());
}

#[test]
fn faults_are_those_that_were_named_and_no_foreign_server_is_killed() {
    let all = Fault::ALL.to_vec();
    for (named, faults) in [
        ("all", all.clone()),
        ("storm", vec![Fault::Storm]),
        ("answers", vec![Fault::Answers]),
        ("slow", vec![Fault::Slow]),
        ("silent", vec![Fault::Silent]),
        ("tokens", vec![Fault::Tokens]),
        ("kill", vec![Fault::Kill]),
        ("tokens,storm", vec![Fault::Tokens, Fault::Storm]),
    ] {
        assert_eq!(plan(&["--fault", named]).expect("a load").faults, faults, "{named}");
    }
    let url = ["--url", "ws://127.0.0.1:1", "--fault"];
    let elsewhere = |named| plan(&[&url[..], &[named]].concat());
    let kept: Vec<Fault> = all.into_iter().filter(|&fault| fault != Fault::Kill).collect();
    assert_eq!(elsewhere("all").expect("a load").faults, kept);
    assert_eq!(elsewhere("slow").expect("a load").faults, [Fault::Slow]);
    assert_eq!(
        elsewhere("kill").expect_err("it is not ours").to_string(),
        "only a server of our own may be killed: leave --url out"
    );
}

#[test]
fn only_what_cannot_be_met_later_ends_a_load() {
    for text in ["p99<50ms", "errors=0", "losses<3", "rate>=950"] {
        assert_eq!(condition_that_stops(text).as_ref(), Ok(&text.parse().expect("a condition")));
    }
    for text in ["p99>50ms", "rate<950", "moves>10"] {
        let why = "a load that does not meet this yet may still meet it: use --assert";
        assert_eq!(condition_that_stops(text), Err(why.to_owned()), "{text}");
    }
    assert!(condition_that_stops("tea<3").is_err());
}

#[test]
fn the_server_of_a_load_has_room_for_its_clients() {
    let flags = server_flags(&arguments(&["--players", "30", "--server-flags=--tick 5"]));
    assert_eq!(
        flags.join(" "),
        "--house-bots off --max-connections 230 --max-connections-per-address 0 \
         --max-handshakes-per-address 0 --messages-per-second 0 --tick 5"
    );
}
