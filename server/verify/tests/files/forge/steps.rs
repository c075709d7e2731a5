//! Forged steps: departures, late entries, rulings, times and ends that have no place there.

use serde_json::json;

use super::lines::{any, played};

forgeries! {
    "nobody of that number leaves", "leaver", "nobody has that number",
        |l| l.edit_first("left", any, |line| line["number"] = json!(0));
    "somebody leaves who is one too many", "leaver", "nobody has that number",
        |l| l.edit_first("left", any, |line| line["number"] = json!(7));
    "somebody leaves twice", "leaver", "they have left before", |l| {
        let left = l.first("left", any)?;
        l.0.insert(left + 1, l.0[left].clone());
        Some(())
    };
    "somebody late is called punctual", "late", "they are not late", |l| {
        let late = l.first("entrant", |line| line["late"] == true)?;
        l.edit(late, |line| line["late"] = json!(false));
        Some(())
    };
    "somebody late has another number", "late", "a late entrant has the next number",
        |l| l.edit_first("entrant", |line| line["late"] == true, |line| line["number"] = json!(77));
    "somebody late has entered at another place", "late", "a late entrant has the next number",
        |l| l.edit_first("entrant", |line| line["late"] == true, |line| line["entered"] = json!(77));
    "somebody comes late to a full tournament", "full", "all places were taken", |l| {
        let mut late = l.get(*l.all("entrant", any).last()?);
        late["number"] = json!(7);
        late["entered"] = json!(7);
        late["late"] = json!(true);
        late["player"] = json!("00000000-0000-0000-0000-00000000ffff");
        let place = l.first("game", any)?;
        l.0.insert(place, late.to_string());
        Some(())
    };
    "a ruling without a pair", "round robin", "a ruling stands before its pair", |l| {
        let ruling = l.first("ruling", any)?;
        l.0.insert(ruling, l.0[ruling].clone());
        Some(())
    };
    "a ruling of another pair", "round robin", "the ruling is of another pair",
        |l| l.edit_first("ruling", any, |line| {
            line["pair"] = json!(3 - line["pair"].as_u64().unwrap_or(1));
        });
    "a bye is played", "knockout", "a bye is not played", |l| {
        let bye = l.get(l.first("pairing", |line| line["second"].is_null())?);
        let one = l.first("game", |line| line["round"] == 1)?;
        for place in [one, one + 1] {
            l.edit(place, |line| line["board"] = bye["board"].clone());
        }
        Some(())
    };
    "a pair of nobody's", "round robin", "nobody is paired there",
        |l| l.edit_first("game", any, |line| line["board"] = json!(99)).and_then(|()| {
            let one = l.first("game", any)?;
            l.edit(one + 1, |line| line["board"] = json!(99));
            Some(())
        });
    "the games of a pair end at two times", "arena", "pairs have their time",
        |l| l.edit_first("game", |line| line["game"] == 2, |line| {
            line["at_ms"] = json!(line["at_ms"].as_u64().unwrap_or_default() + 1);
        });
    "a game of an arena has no time", "arena", "pairs have their time",
        |l| l.edit_first("game", |line| line["game"] == 2, |line| line["at_ms"] = json!(null));
    "a pair of an arena has no time", "arena", "pairs have their time", |l| {
        let one = l.first("game", |line| line["game"] == 1)?;
        for place in [one, one + 1] {
            l.edit(place, |line| line["at_ms"] = json!(null));
        }
        Some(())
    };
    "a pair has a time outside arenas", "round robin", "pairs have their time", |l| {
        let one = l.first("game", |line| line["game"] == 1)?;
        for place in [one, one + 1] {
            l.edit(place, |line| line["at_ms"] = json!(5));
        }
        Some(())
    };
    "a pair ends before its wave", "arena", "it ended before what stands before it", |l| {
        let one = *l.all("game", |line| line["game"] == 1).last()?;
        for place in [one, one + 1] {
            l.edit(place, |line| line["at_ms"] = json!(1));
        }
        Some(())
    };
    "a round robin ends by time", "round robin", "only an arena ends by time",
        |l| l.edit_first("end", any, |line| line["at_ms"] = json!(10_000));
    "an arena ends a millisecond early", "arena", "the arena ended before its time",
        |l| l.edit_first("end", any, |line| line["at_ms"] = json!(9_999));
    "an arena ends at no time", "arena", "the arena ended before its time",
        |l| l.edit_first("end", any, |line| line["at_ms"] = json!(null));
    "a test that nobody planned", "round robin", "no test was planned",
        |l| l.edit_first("end", any, |line| line["sprt"] = json!("passed"));
    "a wave in a round robin", "round robin", "only an arena has waves", |l| {
        let place = l.first("game", |line| line["game"] == 1)?;
        l.0.insert(place, json!({"t": "wave", "at_ms": 0, "absent": []}).to_string());
        Some(())
    };
    "a round after the last one", "swiss", "nobody was to be paired any more", |l| {
        let last = *l.all("game", any).last()?;
        let pairing = json!({"t": "pairing", "round": 5, "board": 1, "first": 1, "second": 2});
        l.0.insert(last + 1, pairing.to_string());
        Some(())
    };
    "somebody is absent twice from one wave", "arena", "is not absent", |l| {
        let wave = l.first("wave", |line| line["absent"].as_array().is_some_and(|a| !a.is_empty()))?;
        l.edit(wave, |line| if let Some(list) = line["absent"].as_array_mut() {
            list.push(list[0].clone());
        });
        Some(())
    };
    "nobody of that number is absent", "arena", "is not absent",
        |l| l.edit_first("wave", any, |line| if let Some(list) = line["absent"].as_array_mut() {
            list.push(json!(77));
        });
    "a correction of a game 0", "corrected", "a pair has two games",
        |l| l.edit_first("correction", any, |line| line["game"] = json!(0));
    "a bye of number 0", "byes", "nobody who is there has that number",
        |l| l.edit_first("bye", any, |line| line["number"] = json!(0));
    "a bye of one too many", "byes", "nobody who is there has that number",
        |l| l.edit_first("bye", any, |line| line["number"] = json!(10));
    "a bye one round beyond the last", "byes", "for a round that is paired, or for none", |l| {
        let place = l.first("pairing", any)?;
        l.0.insert(place, json!({"t": "bye", "number": 1, "round": 6}).to_string());
        Some(())
    };
    "a bye for the round that is being played", "byes", "for a round that is paired, or for none", |l| {
        let last = *l.all("pairing", |line| line["round"] == 2).last()?;
        l.0.insert(last + 1, json!({"t": "bye", "number": 1, "round": 2}).to_string());
        Some(())
    };
    "a person goes berserk without a clock", "people", "nobody goes berserk here",
        |l| l.edit_first("game", played, |line| line["berserk"] = json!([true, false]));
}
