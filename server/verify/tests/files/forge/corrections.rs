//! Forged byes, returns, corrections and berserk games.

use serde_json::json;

use super::lines::{any, played};

forgeries! {
    "a bye is left out", "byes", "round|the games give|lots", |l| {
        let bye = l.first("bye", any)?;
        l.remove(&[bye])
    };
    "a second bye", "byes", "the plan admits no more byes", |l| {
        let place = l.first("bye", any)?;
        let bye = l.get(place);
        let other = if bye["round"] == 5 { 4 } else { 5 };
        let more = json!({"t": "bye", "number": bye["number"], "round": other});
        l.0.insert(place + 1, more.to_string());
        Some(())
    };
    "a bye after the round", "byes", "the bye is for a round that is paired", |l| {
        let last = *l.all("pairing", |line| line["round"] == 2).last()?;
        l.0.insert(last + 1, json!({"t": "bye", "number": 1, "round": 1}).to_string());
        Some(())
    };
    "a bye beyond the last round", "byes", "for a round that is paired, or for none", |l| {
        let place = l.first("pairing", any)?;
        l.0.insert(place, json!({"t": "bye", "number": 1, "round": 99}).to_string());
        Some(())
    };
    "a bye of nobody", "byes", "nobody who is there has that number",
        |l| l.edit_first("bye", any, |line| line["number"] = json!(77));
    "a bye goes to somebody else", "byes", "round|the games give|lots|the plan admits no more byes", |l| {
        let entrants = l.all("entrant", any).len();
        l.edit_first("bye", any, |line| {
            let number = line["number"].as_u64().unwrap_or_default() as usize;
            line["number"] = json!(number % entrants + 1);
        })
    };
    "a return before the absence", "byes", "they were not missing", |l| {
        let back = l.first("returned", any)?;
        let returned = l.0.remove(back);
        let first = l.first("pairing", any)?;
        l.0.insert(first, returned);
        Some(())
    };
    "a return while the round is played", "byes", "they were not missing", |l| {
        let back = l.first("returned", any)?;
        let returned = l.0.remove(back);
        // Before the two games of the round's last pair.
        let last = l.all("game", any).into_iter().rfind(|game| *game < back)?;
        l.0.insert(last - 1, returned);
        Some(())
    };
    "a bye in a round robin", "round robin", "only a Swiss tournament", |l| {
        let place = l.first("pairing", any)?;
        l.0.insert(place, json!({"t": "bye", "number": 1, "round": 1}).to_string());
        Some(())
    };
    "a return is left out", "byes", "round", |l| {
        let back = l.first("returned", any)?;
        l.remove(&[back])
    };
    "somebody returns who was there", "byes", "they were not missing", |l| {
        let place = l.first("returned", any)?;
        l.0.insert(place + 1, l.0[place].clone());
        Some(())
    };
    "a correction is left out", "corrected", "the games give", |l| {
        let place = l.first("correction", any)?;
        l.remove(&[place])
    };
    "a correction changes nothing", "corrected", "the correction changes nothing", |l| {
        let place = l.first("correction", any)?;
        l.0.insert(place + 1, l.0[place].clone());
        Some(())
    };
    "a correction for somebody else", "corrected", "does not sit there",
        |l| l.edit_first("correction", any, |line| line["winner"] = json!(77));
    "a correction names another winner", "corrected", "the games give|the correction changes nothing", |l| {
        let place = l.first("correction", |line| !line["winner"].is_null())?;
        l.edit(place, |line| line["winner"] = json!(null));
        Some(())
    };
    "a correction of a third game", "corrected", "a pair has two games",
        |l| l.edit_first("correction", any, |line| line["game"] = json!(3));
    "a correction with a page of reasons", "corrected", "a correction has a reason",
        |l| l.edit_first("correction", any, |line| line["why"] = json!("so ".repeat(100)));
    "a correction without a reason", "corrected", "a correction has a reason",
        |l| l.edit_first("correction", any, |line| line["why"] = json!(""));
    "a correction of what is not played", "corrected", "what is not played|nobody is paired", |l| {
        let place = l.first("correction", any)?;
        let correction = l.0.remove(place);
        let game = l.first("game", any)?;
        let first = l.get(game);
        l.0.insert(game, correction);
        l.edit(game, |line| {
            for key in ["round", "board", "pair"] {
                line[key] = first[key].clone();
            }
            line["winner"] = first["seats"][0].clone();
        });
        Some(())
    };
    "a correction in a test", "test", "a sequential test is not corrected", |l| {
        let game = l.first("game", |line| line["game"] == 2)?;
        let line = l.get(game);
        let correction = json!({
            "t": "correction", "round": line["round"], "board": line["board"],
            "pair": line["pair"], "game": 2, "winner": null, "why": "so",
        });
        l.0.insert(game + 1, correction.to_string());
        Some(())
    };
    "a correction after the winner went on", "knockout", "the winner has met others since", |l| {
        let second = *l.all("pairing", |line| line["round"] == 2).last()?;
        let game = l.first("game", played)?;
        let line = l.get(game);
        let correction = json!({
            "t": "correction", "round": line["round"], "board": line["board"],
            "pair": line["pair"], "game": line["game"], "winner": null, "why": "so",
        });
        l.0.insert(second + 1, correction.to_string());
        Some(())
    };
    "a pair goes berserk afterwards", "berserk", "both games of a pair",
        |l| l.edit_first("game", |line| played(line) && line["game"] == 1, |line| {
            let calm = !line["berserk"][0].as_bool().unwrap_or_default();
            let other = line["berserk"][1].as_bool().unwrap_or_default();
            line["berserk"] = json!([calm, other]);
        });
    "somebody goes berserk in the first game alone", "berserk", "both games of a pair", |l| {
        let ones = l.all("game", |line| line["game"] == 1);
        let calm = |place: usize| played(&l.get(place)) && l.get(place)["berserk"].is_null();
        let one = ones.into_iter().find(|one| calm(*one) && calm(*one + 1))?;
        l.edit(one, |line| line["berserk"] = json!([true, false]));
        Some(())
    };
    "a whole pair goes berserk afterwards", "berserk", "round|the games give", |l| {
        let one = l.first("game", |line| played(line) && line["game"] == 1 && line["berserk"].is_null())?;
        let winner = l.get(one)["winner"] == l.get(one)["seats"][0];
        l.edit(one, |line| line["berserk"] = json!([winner, !winner]));
        l.edit(one + 1, |line| line["berserk"] = json!([!winner, winner]));
        Some(())
    };
    "an absent player goes berserk", "berserk absent", "nobody goes berserk without playing", |l| {
        let one = l.first("game", |line| line["how"] == "no_show" && line["game"] == 1)?;
        l.edit(one, |line| line["berserk"] = json!([true, false]));
        l.edit(one + 1, |line| line["berserk"] = json!([false, true]));
        Some(())
    };
    "a bot tournament goes berserk", "arena", "nobody goes berserk here",
        |l| l.edit_first("game", played, |line| line["berserk"] = json!([true, false]));
}
