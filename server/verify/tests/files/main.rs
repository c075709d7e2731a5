//! Whole files: those of honest tournaments are accepted, and forged ones refused by name.
#![allow(clippy::unwrap_used)]

mod choices;
mod clocks;
mod edges;
mod flags;
mod forge;
mod known;
mod played;
mod told;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use choices::Choices;
use clocks::CLOCKS;
use played::{Unrest, key, plan, play};

use verify::{Known, Verified, verify};

const FORMATS: [&str; 6] = [
    r#"{"kind": "round_robin", "cycles": 1}"#,
    r#"{"kind": "round_robin", "cycles": 3}"#,
    r#"{"kind": "gauntlet", "champions": 2}"#,
    r#"{"kind": "swiss", "rounds": 3}"#,
    r#"{"kind": "knockout"}"#,
    r#"{"kind": "arena", "seconds": 10}"#,
];

const LISTED: &str =
    r#", "starts": {"list": ["nim 3,4,5", "octal(0.77) 7", "misere nim 1,2,3"], "drawn": true}"#;

const CLOCK: &str = r#", "clock": {"kind": "fischer", "base_ms": 1000, "increment_ms": 0}"#;

fn holds(text: &str) -> Verified {
    verify(text, Known::default()).unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn an_honest_tournament_file_verifies() {
    for (number, format) in (0..).zip(FORMATS) {
        for entrants in [2, 3, 4, 5, 8, 11] {
            let text = play(
                plan(format, ""),
                entrants,
                number + 7 * u64::from(entrants),
                Unrest::default(),
            );
            let verified = holds(&text);
            assert_eq!(verified.entrants, entrants as usize);
            assert_eq!(verified.ranking.len(), entrants as usize);
            let known = Known { key: Some(&verified.key), commitment: None, entrants: &[] };
            assert_eq!(verify(&text, known), Ok(verified.clone()));
            let zeros = "0".repeat(64);
            assert!(verify(&text, Known { key: Some(&zeros), ..Known::default() }).is_err());
            assert!(verify(&text, Known { commitment: Some(&zeros), ..Known::default() }).is_err());
        }
    }
}

/// Checks a random tournament, of any format and with any kind of disturbance.
fn check_honest(number: u64) {
    let mut choices = Choices(number);
    choices.below(2);
    let format = match choices.below(6) {
        0 => format!(r#"{{"kind": "round_robin", "cycles": {}}}"#, 1 + choices.below(2)),
        1 => format!(r#"{{"kind": "gauntlet", "champions": {}}}"#, 1 + choices.below(3)),
        2 => format!(r#"{{"kind": "swiss", "rounds": {}}}"#, 1 + choices.below(7)),
        3 => FORMATS[4].to_owned(),
        4 => FORMATS[5].to_owned(),
        _ => FORMATS[0].to_owned(),
    };
    let mut more = String::new();
    if choices.below(2) == 0 {
        more += CLOCKS[choices.below(4) as usize];
    }
    if choices.below(3) == 0 {
        more +=
            &format!(r#", "each": {}, "running": {}"#, 1 + choices.below(3), 1 + choices.below(9));
    }
    if choices.below(5) == 0 {
        more += LISTED;
    }
    if format == FORMATS[5] && choices.below(2) == 0 {
        more += r#", "kinds": "people""#;
    }
    if format.contains("swiss") && choices.below(2) == 0 {
        more += &format!(r#", "byes": {}"#, 1 + choices.below(3));
    }
    let mut plan = plan(&format, &more);
    let mut entrants = 2 + choices.below(14) as u32;
    if format == FORMATS[0] && choices.below(2) == 0 {
        entrants = 2;
        plan.entrants = 2;
        plan.pairs = 60;
        plan.sprt = serde_json::from_str(r#"{"elo0": 0, "elo1": 200, "alpha": 0.1}"#).ok();
        if let Some(sprt) = plan.sprt.as_mut().filter(|_| choices.below(2) == 0) {
            sprt.model = protocol::SprtModel::Normalized;
        }
    }
    let unrest = Unrest {
        leave: choices.below(2) * 30,
        late: choices.below(2) * 15,
        no_show: choices.below(2) * 9,
        chosen: choices.below(4) == 0,
        cancel: if choices.below(8) == 0 { 60 } else { 0 },
        signed: choices.below(4) == 0,
        bye: if plan.byes > 0 { 5 } else { 0 },
        correct: choices.below(3) * 8,
        berserk: plan.admits_berserk(),
    };
    let text = play(plan, entrants, number, unrest);
    if let Err(why) = verify(&text, Known::default()) {
        panic!("tournament {number}, {format}{more}, {entrants} entrants: {why}");
    }
}

/// `NIM_HONEST_TOURNAMENTS=10000` sets the number of tournaments.
#[test]
fn honest_tournaments_of_all_kinds_hold() {
    let many = std::env::var("NIM_HONEST_TOURNAMENTS").ok();
    let many = many.map_or(240, |many| many.parse().expect("a number"));
    (0..many).for_each(check_honest);
}

/// Changes every byte of the file in two ways.
#[test]
fn no_byte_can_be_changed() {
    let text = play(plan(FORMATS[3], ""), 5, 1, Unrest::default());
    holds(&text);
    for place in (0..text.len()).step_by(3) {
        for change in [1u8, 32] {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= change;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert!(verify(&changed, Known::default()).is_err(), "byte {place}");
        }
    }
    for cut in [1, 2, 10, text.len() / 2] {
        assert!(verify(&text[..text.len() - cut], Known::default()).is_err());
    }
}

/// Returns the tournaments that forgeries start from, by name; `more` gives another of the kind.
fn base(name: &str, more: u64) -> String {
    let quiet = Unrest::default();
    match name {
        "round robin" => play(plan(FORMATS[0], ""), 5, 4 + more, quiet),
        "two cycles" => {
            play(plan(r#"{"kind": "round_robin", "cycles": 2}"#, ""), 4, 3 + more, quiet)
        }
        "clock" => play(plan(FORMATS[0], CLOCK), 6, 11 + more, quiet),
        "leaver" => play(plan(FORMATS[0], ""), 6, 6 + more, Unrest { leave: 12, ..quiet }),
        "gauntlet" => play(plan(FORMATS[2], ""), 6, 5 + more, quiet),
        "swiss" => play(plan(r#"{"kind": "swiss", "rounds": 4}"#, ""), 7, 6 + more, quiet),
        "byes" => play(
            plan(r#"{"kind": "swiss", "rounds": 5}"#, r#", "byes": 1"#),
            9,
            21 + more,
            Unrest { bye: 3, no_show: 5, ..quiet },
        ),
        "corrected" => play(plan(FORMATS[0], ""), 5, 22 + more, Unrest { correct: 4, ..quiet }),
        "berserk" => play(
            plan(FORMATS[5], &format!(r#"{CLOCK}, "kinds": "people""#)),
            7,
            23 + more,
            Unrest { berserk: true, ..quiet },
        ),
        "berserk absent" => play(
            plan(FORMATS[5], &format!(r#"{CLOCK}, "kinds": "people""#)),
            7,
            24 + more,
            Unrest { berserk: true, no_show: 6, ..quiet },
        ),
        "late" => play(
            plan(r#"{"kind": "swiss", "rounds": 4}"#, ""),
            6,
            7 + more,
            Unrest { late: 6, ..quiet },
        ),
        "full" => {
            let mut plan = plan(r#"{"kind": "swiss", "rounds": 4}"#, "");
            plan.entrants = 6;
            play(plan, 6, 25 + more, quiet)
        }
        "people" => play(plan(FORMATS[5], r#", "kinds": "people""#), 4, 26 + more, quiet),
        "starts" => play(plan(FORMATS[0], LISTED), 5, 15 + more, Unrest { chosen: true, ..quiet }),
        "knockout" => play(plan(FORMATS[4], r#", "kinds": "bots""#), 7, 8 + more, quiet),
        "arena" => play(plan(FORMATS[5], ""), 7, 9 + more, quiet),
        "signed" => {
            play(plan(FORMATS[0], ""), 6, 14 + more, Unrest { no_show: 9, signed: true, ..quiet })
        }
        "no show" => play(plan(FORMATS[0], ""), 5, 10 + more, Unrest { no_show: 4, ..quiet }),
        "chosen" => play(plan(FORMATS[0], ""), 4, 11 + more, Unrest { chosen: true, ..quiet }),
        "test" => {
            let mut plan = plan(FORMATS[0], r#", "running": 4, "each": 4"#);
            (plan.entrants, plan.pairs) = (2, 300);
            plan.sprt = serde_json::from_str(r#"{"elo0": 0, "elo1": 200}"#).ok();
            // Long enough, and without success for the tested one.
            let mut tests = (13 + more..).map(|number| play(plan.clone(), 2, number, quiet));
            let fits = |text: &String| text.contains(r#""sprt":"failed""#) && text.len() > 10_000;
            tests.find(fits).expect("one fails")
        }
        _ => panic!("no base is called {name}"),
    }
}

#[test]
fn every_forgery_is_refused_by_name() {
    let forgeries = forge::all();
    let names: BTreeSet<&str> = forgeries.iter().map(|forgery| forgery.name).collect();
    assert!(names.len() >= 40 && names.len() == forgeries.len(), "{}", names.len());
    let mut wrong = Vec::new();
    let mut bases = BTreeMap::new();
    for forgery in forgeries {
        let forged = (0..20).find_map(|more| {
            let text = bases.entry((forgery.base, more)).or_insert_with(|| {
                let text = base(forgery.base, 100 * more);
                holds(&text);
                text
            });
            forgery.forge(text, &key())
        });
        let Some(forged) = forged else {
            wrong.push(format!("{}: it finds nothing to change", forgery.name));
            continue;
        };
        match verify(&forged, Known::default()) {
            Ok(_) => wrong.push(format!("{}: it holds", forgery.name)),
            Err(why)
                if why.line == 0 || !forgery.why.split('|').any(|said| why.why.contains(said)) =>
            {
                wrong.push(format!("{}: {why}, and not {:?}", forgery.name, forgery.why));
            }
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_promise_of_determinism_is_held_against_the_games() {
    let promising_in = |name, players: &[usize]| {
        let mut lines = forge::Lines::read(&base(name, 0));
        let entrants = lines.all("entrant", |_| true);
        for &player in players {
            lines.edit(entrants[player], |line| line["program"] = json!({"deterministic": true}));
        }
        holds(&lines.seal(&key())).notes.join("; ")
    };
    let promising = |players: &[usize]| promising_in("starts", players);
    assert!(!promising(&[]).contains("deterministic"));
    let kept = promising_in("chosen", &[0, 1, 2, 3]);
    assert!(!kept.contains("deterministic"), "no start comes back: {kept}");
    // Starts come back, and random players answer in several ways.
    let all = promising(&[0, 1, 2, 3, 4]);
    assert!(
        all.contains("declared deterministic, yet moved in two ways in one game: bot"),
        "{all}"
    );
}

#[test]
fn lines_cannot_be_left_out_or_doubled() {
    for (number, format) in (0..).zip(FORMATS) {
        let lines = forge::Lines::read(&play(plan(format, ""), 5, number, Unrest::default()));
        let step = (lines.0.len() / 40).max(1);
        for place in (0..lines.0.len()).step_by(step) {
            let (mut less, mut more) = (lines.clone(), lines.clone());
            less.0.remove(place);
            more.0.insert(place, lines.0[place].clone());
            for forged in [less, more] {
                let held = verify(&forged.seal(&key()), Known::default());
                assert!(held.is_err(), "{format}: {}", lines.0[place]);
            }
        }
    }
}

#[test]
fn hostile_files_are_refused_without_a_panic() {
    for text in ["", "\n", "{}\n", "x\ny\n", "{\"t\":\"seal\"}\n", "\u{0}\n\n\n"] {
        assert!(verify(text, Known::default()).is_err());
    }
    for name in ["round robin", "arena", "knockout", "test"] {
        let lines = forge::Lines::read(&base(name, 0));
        for place in 0..lines.0.len().min(30) {
            for (from, to) in [
                (":1", ":0"),
                (":1", ":4294967295"),
                (":2", ":0"),
                (":1", ":-1"),
                ("{", "[{"),
                (":\"", ":["),
                ("\"first\":", "\"first\":4294967295,\"x\":"),
                ("\"round\":1", "\"round\":4294967295"),
                ("\"at_ms\":", "\"at_ms\":1844674407370955161"),
            ] {
                let mut forged = lines.clone();
                forged.0[place] = forged.0[place].replacen(from, to, 1);
                // It only has to return; some changes are harmless.
                let _ = verify(&forged.seal(&key()), Known::default());
            }
        }
    }
}
