use std::collections::BTreeSet;

use ed25519_dalek::{Signer, SigningKey};
use protocol::{Kind, Number, Plan, Player, PlayerId, TournamentId};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::*;
use tournament::{Contest, Due, Event, GameResult, How, Opening, Seed, export};

fn key() -> SigningKey {
    SigningKey::from_bytes(&[9; 32])
}

fn player(n: u32) -> Player {
    Player {
        id: PlayerId(Uuid::from_u128(n.into())),
        name: format!("bot {n}").try_into().unwrap(),
        kind: Kind::Bot,
        house: false,
    }
}

/// Choices of a test, from its number.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: u64) -> u64 {
        // Knuth's MMIX generator; the high bits are the good ones.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn game(contest: &Contest, due: Due, seats: [Number; 2], choices: &mut Choices) -> GameResult {
    let mut game = rules::Game::new(contest.start(due).unwrap());
    let result = |winner, how, game: &rules::Game| GameResult {
        winner,
        how,
        table: None,
        game: game.to_string(),
    };
    while !game.is_over() {
        if choices.below(40) == 0 {
            let loser = usize::from(game.to_move().0);
            return result(Some(seats[1 - loser]), How::Resigned, &game);
        }
        let rules = game.setup().variant().rules();
        let mv = rules.draw(game.position(), &mut |n| choices.below(n)).unwrap();
        game.play(mv).unwrap();
    }
    let winner = game.winners().unwrap()[0];
    result(Some(seats[usize::from(winner.0)]), How::Played, &game)
}

/// Plays a tournament to its end; entrant 2 leaves on the way, if asked to.
fn play(format: &str, entrants: u32, number: u8, leave: bool) -> String {
    let plan = format!(
        r#"{{"name": "Cup \"é\"", "format": {format}, "entrants": {entrants}, "pairs": 2, "courses":
            [{{"variant": "nim", "ending": "misere"}}, {{"variant": "octal", "params": {{"code": "0.77"}}}}]}}"#
    );
    play_plan(serde_json::from_str(&plan).unwrap(), number, leave)
}

fn play_plan(plan: Plan, number: u8, leave: bool) -> String {
    let entrants = plan.entrants;
    let mut contest = Contest::new(Opening { plan, seed: Seed::new([number; 32]), chosen: false });
    let mut choices = Choices(number.into());
    for n in 1..=entrants {
        let rating = (n % 3 == 0).then_some(1_500 + n / 4);
        contest.apply(&Event::Entered { player: player(n), rating }).unwrap();
    }
    contest.apply(&Event::Began).unwrap();
    let mut at_ms = 0;
    loop {
        while let Some(event) = contest.next(at_ms, &|_| true) {
            contest.apply(&event).unwrap();
        }
        if contest.is_over() {
            return export(TournamentId(Uuid::nil()), &contest, &key()).unwrap();
        }
        let Some(&due) = contest.due(&BTreeSet::new(), &|_| true).first() else {
            // An arena in which one alone is left waits for its end.
            at_ms += 1_000;
            continue;
        };
        let [a, b] = contest.seats(due).unwrap();
        let games = Box::new([
            game(&contest, due, [a, b], &mut choices),
            game(&contest, due, [b, a], &mut choices),
        ]);
        at_ms += 200;
        contest.apply(&Event::Played { duel: due.duel, pair: due.pair, games, at_ms }).unwrap();
        if leave && at_ms == 1_000 {
            contest.apply(&Event::Left { player: player(2).id }).unwrap();
        }
    }
}

const FORMATS: [&str; 6] = [
    r#"{"kind": "round_robin", "cycles": 1}"#,
    r#"{"kind": "round_robin", "cycles": 3}"#,
    r#"{"kind": "gauntlet", "champions": 2}"#,
    r#"{"kind": "swiss", "rounds": 3}"#,
    r#"{"kind": "knockout"}"#,
    r#"{"kind": "arena", "seconds": 10}"#,
];

#[test]
fn what_was_played_holds() {
    for (number, format) in (0..).zip(FORMATS) {
        for entrants in [2, 3, 4, 5, 8, 11] {
            for leave in [false, true] {
                let text = play(format, entrants, number + entrants as u8, leave);
                let verified = verify(&text, None);
                let verified =
                    verified.unwrap_or_else(|why| panic!("{format} {entrants} {leave}: {why}"));
                assert_eq!(verified.entrants, entrants as usize);
                assert_eq!(verified.ranking.len(), entrants as usize);
                assert_eq!(verify(&text, Some(&verified.key)), Ok(verified.clone()));
                assert!(verify(&text, Some(&"0".repeat(64))).is_err());
            }
        }
    }
}

/// Every byte of the file, changed in two ways.
#[test]
fn no_byte_can_be_changed() {
    let text = play(FORMATS[3], 5, 1, false);
    assert!(verify(&text, None).is_ok());
    for place in 0..text.len() {
        for change in [1u8, 32] {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= change;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert!(verify(&changed, None).is_err(), "byte {place} of {:?}", &text[place..]);
        }
    }
    for cut in [1, 2, 10, text.len() / 2] {
        assert!(verify(&text[..text.len() - cut], None).is_err());
    }
}

/// The lines without their hashes, chained and sealed anew by somebody who has
/// the key: then the content itself must give the change away.
fn forge(lines: &[String]) -> String {
    let (mut text, mut hash) = (String::new(), [0u8; 32]);
    for line in lines {
        let open = line.strip_suffix('}').unwrap();
        hash = Sha256::digest([&hash[..], open.as_bytes()].concat()).into();
        text += &format!("{open},\"hash\":\"{}\"}}\n", seal::digits(&hash));
    }
    let signature = seal::digits(&key().sign(&hash).to_bytes());
    text + &format!("{{\"t\":\"seal\",\"signature\":\"{signature}\"}}\n")
}

fn contents(text: &str) -> Vec<String> {
    seal::open(text).unwrap().contents
}

#[test]
fn whoever_forges_the_chain_as_well_is_found_out_by_the_content() {
    let lines = contents(&play(FORMATS[0], 4, 2, false));
    assert!(verify(&forge(&lines), None).is_ok());
    let mut tried = std::collections::HashSet::new();
    for (place, line) in lines.iter().enumerate() {
        for (from, to) in [
            ("\"winner\":1", "\"winner\":2"),
            ("\"winner\":3", "\"winner\":4"),
            ("\"winner\":2", "\"winner\":null"),
            ("\"how\":\"played\"", "\"how\":\"resigned\""),
            ("\"how\":\"played\"", "\"how\":\"no_show\""),
            ("\"how\":\"resigned\"", "\"how\":\"played\""),
            ("misere nim ", "nim "),
            ("octal(0.77) ", "octal(0.7) "),
            (": A-1", ": A-2"),
            (": B-1", ": C-1"),
            (" A-", " B-"),
            ("\"seats\":[1,", "\"seats\":[2,"),
            ("\"pair\":1", "\"pair\":2"),
            ("\"game\":1", "\"game\":2"),
            ("\"score\":", "\"score\":1"),
            ("\"sonneborn_berger\":", "\"sonneborn_berger\":1"),
            ("\"buchholz\":", "\"buchholz\":1"),
            ("\"rank\":1", "\"rank\":2"),
            ("\"likely\":", "\"likely\":1"),
            ("\"low\":", "\"low\":-"),
            ("\"high\":", "\"high\":1"),
            ("\"elo\":{\"pairs\":[", "\"elo\":{\"pairs\":[1"),
            ("\"points\":[2,0]", "\"points\":[0,2]"),
            ("\"games\":[", "\"games\":[1"),
            ("\"round\":2", "\"round\":1"),
            ("\"first\":1", "\"first\":2"),
            ("\"entered\":1", "\"entered\":2"),
            ("\"seed\":\"0", "\"seed\":\"1"),
            ("\"commitment\":\"", "\"commitment\":\"0"),
            ("\"size\":15", "\"size\":16"),
            ("\"pairs\":2", "\"pairs\":1"),
            ("\"cycles\":1", "\"cycles\":2"),
            ("\"lines\":", "\"lines\":1"),
        ] {
            if line.contains(from) {
                let mut forged = lines.clone();
                forged[place] = line.replacen(from, to, 1);
                assert!(verify(&forge(&forged), None).is_err(), "{line}: {from} {to}");
                tried.insert(from);
            }
        }
    }
    assert!(tried.len() >= 25, "{} kinds of changes were tried", tried.len());
}

#[test]
fn a_test_has_said_what_the_games_say() {
    // Two who play at random: the test soon says that neither is much stronger.
    let plan = r#"{"name": "Match", "format": {"kind": "round_robin"}, "entrants": 2, "pairs": 300,
        "courses": [{"variant": "nim"}], "sprt": {"elo0": 0, "elo1": 300}}"#;
    let lines = contents(&play_plan(serde_json::from_str(plan).unwrap(), 4, false));
    let (end, said) = (lines.len() - 1, "\"sprt\":\"failed\"");
    assert!(verify(&forge(&lines), None).is_ok() && lines[end].contains(said), "{}", lines[end]);
    for other in ["\"sprt\":\"passed\"", "\"sprt\":\"perhaps\"", "\"sprt\":null"] {
        let mut forged = lines.clone();
        forged[end] = lines[end].replace(said, other);
        assert!(verify(&forge(&forged), None).is_err(), "{other}");
    }
    let mut forged = lines.clone();
    forged[0] = lines[0].replace("\"elo1\":300", "\"elo1\":1");
    assert!(verify(&forge(&forged), None).is_err(), "of another test it would be too early");
}

#[test]
fn lines_cannot_be_left_out_or_doubled() {
    for (number, format) in (0..).zip(FORMATS) {
        let lines = contents(&play(format, 5, number, false));
        for place in (0..lines.len()).step_by(2) {
            let mut less = lines.clone();
            less.remove(place);
            let mut more = lines.clone();
            more.insert(place, lines[place].clone());
            for mut forged in [less, more] {
                // With the number of lines set right as well.
                let last = forged.len() - 1;
                let end = format!("{{\"t\":\"end\",\"lines\":{last}}}");
                if place + 1 < lines.len() {
                    forged[last] = end;
                }
                let held = verify(&forge(&forged), None);
                // An arena pairs as people come: a pairing may be anywhere.
                assert!(held.is_err(), "{format}: {}", lines[place]);
            }
        }
    }
}

#[test]
fn hostile_files_are_refused_without_a_panic() {
    for text in ["", "\n", "{}\n", "x\ny\n", "{\"t\":\"seal\"}\n", "\u{0}\n\n\n"] {
        assert!(verify(text, None).is_err());
    }
    let lines = contents(&play(FORMATS[0], 3, 1, false));
    for (place, line) in lines.iter().enumerate() {
        for (from, to) in [
            (":1", ":0"),
            (":1", ":4294967295"),
            (":2", ":0"),
            (":1", ":-1"),
            ("{", "[{"),
            (":\"", ":["),
            ("\"first\":", "\"first\":4294967295,\"x\":"),
            ("\"round\":1", "\"round\":4294967295"),
        ] {
            let mut forged = lines.clone();
            forged[place] = line.replacen(from, to, 1);
            // Only that it comes back counts; some changes are harmless.
            let _ = verify(&forge(&forged), None);
        }
    }
}
