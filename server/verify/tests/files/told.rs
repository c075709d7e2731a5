//! What a verified file tells besides that it holds, counted anew from its lines; and what is
//! admitted at its very edge.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use verify::{Known, Refuted, verify};

use super::edges::assert_refused;
use super::forge::Lines;
use super::forge::lines::moves;
use super::played::{Unrest, key, plan, play};
use super::{FORMATS, base, holds};

#[test]
fn a_refusal_names_its_line() {
    let refused = |line: usize| Refuted { line, why: "so".to_owned() }.to_string();
    assert_eq!([refused(0), refused(1), refused(7)], ["so", "line 1: so", "line 7: so"]);
}

/// All lines of a kind.
fn lines_of(text: &str, kind: &str) -> Vec<Value> {
    let lines = Lines::read(text);
    lines.all(kind, |_| true).into_iter().map(|place| lines.get(place)).collect()
}

#[test]
fn each_game_is_told_by_who_has_signed_it() {
    for name in ["signed", "no show", "leaver"] {
        let text = base(name, 0);
        let mut expected: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for game in lines_of(&text, "game") {
            let place = ["round", "board", "pair", "game"].map(|field| game[field].to_string());
            let signatures = game["signatures"]
                .as_array()
                .map_or(0, |two| two.iter().filter(|signature| signature.is_string()).count());
            let by = match (game["how"].as_str(), signatures) {
                (Some("no_show" | "left"), _) => continue,
                (_, 0) => "nobody",
                (_, some) if some == moves(&game).min(2) => "all",
                _ => "one",
            };
            expected.entry(by).or_default().push(place.join("."));
        }
        let told = holds(&text).attested;
        for (by, games) in [("all", told.by_all), ("one", told.by_one), ("nobody", told.by_nobody)]
        {
            assert_eq!(games, expected.remove(by).unwrap_or_default(), "{name}, by {by}");
        }
    }
}

#[test]
fn remarks_count_what_they_remark_on() {
    let names = ["round robin", "signed", "no show", "leaver", "chosen", "corrected", "byes"];
    // Of so few, each has added something.
    let few = play(plan(FORMATS[0], ""), 4, 1, Unrest::default());
    let texts = names.map(|name| (name, base(name, 0))).into_iter().chain([("few", few)]);
    for (name, text) in texts {
        let (games, entrants) = (lines_of(&text, "game"), lines_of(&text, "entrant"));
        let mut expected = Vec::new();
        if name == "chosen" {
            expected.push(
                "the organizer has chosen the seed, and knew all lots and starts beforehand"
                    .to_owned(),
            );
        } else {
            let silent = entrants.iter().filter(|line| line["nonce"].is_null()).count();
            if silent > 0 {
                let all = entrants.len();
                expected.push(format!("{silent} of {all} entrants have added nothing to the lots"));
            }
        }
        for (kind, told) in [
            ("ruling", "pairs were decided by the operator"),
            ("correction", "results were corrected by the organizer"),
        ] {
            match lines_of(&text, kind).len() {
                0 => {}
                n => expected.push(format!("{n} {told}")),
            }
        }
        let (mut failed, mut words) = (BTreeMap::new(), BTreeMap::new());
        for game in &games {
            let how = game["how"].as_str().unwrap_or_default().replace('_', "-");
            match game["resignation"]["why"].as_str() {
                Some("voluntary") => {}
                Some(why) => *failed.entry(why.replace('_', " ")).or_insert(0) += 1,
                None if ["played", "left"].contains(&how.as_str()) => {}
                None => *words.entry(how).or_insert(0) += 1,
            }
        }
        let listed = |counts: BTreeMap<String, u32>| {
            let texts: Vec<String> = counts.iter().map(|(what, n)| format!("{n} {what}")).collect();
            Some(texts.join(", ")).filter(|text| !text.is_empty())
        };
        expected.extend(
            listed(failed)
                .map(|all| format!("programs failed, as their players have signed: {all}")),
        );
        expected
            .extend(listed(words).map(|all| format!("on the server's word alone: {all} games")));
        assert_eq!(holds(&text).notes, expected, "{name}");
    }
}

/// Programs of a chosen seed can be stated anew, because its lots do not depend on them.
#[test]
fn what_a_bot_says_of_its_program_is_told_up_to_its_limits() {
    let lines = Lines::read(&base("chosen", 0));
    let entrants = lines.all("entrant", |_| true);
    let with = |program: Value| {
        let mut forged = lines.clone();
        entrants.iter().for_each(|&place| forged.edit(place, |line| line["program"] = json!(null)));
        forged.edit(entrants[1], |line| line["program"] = program.clone());
        forged
    };
    let longest = "~".repeat(32);
    for (program, told) in [
        (json!({"version": "!"}), "version !"),
        (json!({"version": longest}), &format!("version {longest}")),
        (json!({"seed": (1_u64 << 53) - 1}), "seed 9007199254740991"),
        (
            json!({"version": "1", "seed": 0, "deterministic": true}),
            "version 1, seed 0, deterministic",
        ),
    ] {
        let name = lines.get(entrants[1])["name"].as_str().expect("a name").to_owned();
        assert_eq!(holds(&with(program).seal(&key())).programs, [(name, told.to_owned())]);
    }
    for version in ["\u{7f}", " ", "\u{e9}"] {
        assert_refused(&with(json!({"version": version})), "the version is not a version");
    }
}

#[test]
fn the_last_line_counts_those_before_it() {
    let lines = Lines::read(&base("round robin", 0));
    let end = lines.0.len() - 1;
    for (lines_said, right) in [(end - 1, false), (end, true), (end + 1, false)] {
        let mut forged = lines.clone();
        forged.edit(end, |line| line["lines"] = json!(lines_said));
        assert_eq!(verify(&forged.seal_uncounted(&key()), Known::default()).is_ok(), right);
    }
}

#[test]
fn a_seal_of_another_signature_is_refused_at_its_line() {
    let text = base("round robin", 0);
    let place = text.rfind("\"signature\":\"").expect("a seal") + 13;
    let mut bytes = text.clone().into_bytes();
    bytes[place] = if bytes[place] == b'0' { b'1' } else { b'0' };
    let forged = String::from_utf8(bytes).expect("digits");
    let refused = verify(&forged, Known::default()).expect_err("another signature");
    assert_eq!(refused.line, text.lines().count(), "{refused}");
}

/// A correction of the final may level it, and its overtime is played.
#[test]
fn a_final_is_played_on_after_a_correction() {
    let mut played_on = 0;
    for number in 0..100 {
        let unrest = Unrest { correct: 1, ..Unrest::default() };
        let text = play(plan(FORMATS[4], ""), 2 + number as u32 % 2, number, unrest);
        holds(&text);
        let lines = Lines::read(&text);
        let last = lines.all("correction", |line| line["pair"].as_u64() >= Some(2));
        played_on += last.iter().filter(|place| lines.get(**place + 1)["t"] == "game").count();
    }
    assert!(played_on > 5, "{played_on}");
}
