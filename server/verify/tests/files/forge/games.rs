//! Forged games: winners, reasons, starts, seats.

use serde_json::json;

use super::lines::{any, played, unplayed};

forgeries! {
    "a lost game is cut and called flagged, without a clock", "round robin",
        "there is no clock", |l| l.cut("flagged", true);
    "a lost game is cut and called flagged", "clock", "the player to move loses by time",
        |l| l.cut_to_move("flagged", false, true);
    "a lost game is cut, turned and called flagged", "clock", "the clock had not run out",
        |l| l.cut_to_move("flagged", true, true);
    "a lost game is cut and called adjudicated", "round robin", "no ruling was made",
        |l| l.cut("adjudicated", true);
    "a lost game is cut and called forfeited", "round robin", "is not forfeited",
        |l| l.cut("forfeited", true);
    "a game is called aborted with a winner", "round robin", "is aborted",
        |l| l.cut("aborted", true);
    "a game is called too long with a winner", "round robin", "was not too long",
        |l| l.cut("too_long", true);
    "a game is called resigned by nobody", "round robin", "a player who resigns loses", |l| {
        l.cut("resigned", false)?;
        l.edit_first("game", |line| line["how"] == "resigned", |line| line["winner"] = json!(null))
    };
    "a game has another winner", "round robin", "another winner",
        |l| l.edit_first("game", played, |line| {
            let turned = usize::from(line["winner"] == line["seats"][0]);
            line["winner"] = line["seats"][turned].clone();
        });
    "somebody else has won", "round robin", "does not sit there",
        |l| l.edit_first("game", played, |line| {
            let other = (1..6).map(|n| json!(n));
            let seats = line["seats"].clone();
            let other = other.into_iter().find(|n| *n != seats[0] && *n != seats[1]);
            line["winner"] = other.unwrap_or_default();
        });
    "a game that was played out is called resigned", "round robin", "played to its end",
        |l| l.edit_first("game", played, |line| line["how"] = json!("resigned"));
    "a played pairing is called a no-show", "round robin", "alike",
        |l| l.edit_first("game", |line| line["game"] == 2, |line| {
            line["how"] = json!("no_show");
            unplayed(line);
        });
    "a no-show has moves", "round robin", "somebody has played it", |l| l.cut("no_show", true);
    "one of two games is a no-show", "no show", "alike",
        |l| l.edit_first("game", |line| line["how"] == "no_show" && !line["winner"].is_null(), |line| {
            line["winner"] = json!(null);
        });
    "another start is played", "round robin", "the seed gives another start",
        |l| l.edit_first("game", any, |line| line["record"] = json!("misere nim 1,2,3"));
    "the seats are exchanged", "round robin", "the seats are not theirs",
        |l| l.edit_first("game", any, |line| {
            let seats = [line["seats"][1].clone(), line["seats"][0].clone()];
            line["seats"] = json!(seats);
        });
    "a ruling is kept silent", "round robin", "no ruling was made", |l| {
        let place = l.first("ruling", any)?;
        l.remove(&[place])
    };
    "a ruling decides nothing", "round robin", "the ruling decides nothing", |l| {
        let place = l.first("game", played)?;
        let two = [l.get(place), l.get(place + 1)];
        let [round, board, pair] = ["round", "board", "pair"].map(|key| two[0][key].clone());
        if two[0]["game"] != 1 || two[1]["how"] != "played" {
            return None;
        }
        let ruling = json!({"t": "ruling", "round": round, "board": board, "pair": pair});
        l.0.insert(place, ruling.to_string());
        Some(())
    };
    "a flag without its times", "clock", "the clock had not run out",
        |l| l.edit_first("game", |line| line["how"] == "flagged", |line| line["spent_ms"] = json!([]));
}
