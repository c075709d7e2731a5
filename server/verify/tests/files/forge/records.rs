//! Forged records: how games are written down, and how they may end.

use serde_json::{Value, json};

use super::lines::{any, moves, played, unplayed};

/// Whether this is a first game that was played and lasted longer than one move.
fn long(line: &Value) -> bool {
    line["game"] == 1 && played(line) && moves(line) > 3
}

/// Cuts a game off after this many moves.
fn shorten(line: &mut Value, moves: usize) {
    let record = line["record"].as_str().unwrap_or_default().to_owned();
    let (start, all) = record.split_once(": ").unwrap_or_default();
    let kept: Vec<&str> = all.split(' ').take(moves).collect();
    line["record"] = json!(format!("{start}: {}", kept.join(" ")));
}

forgeries! {
    "a game without its last move", "round robin", "the game was not played to its end",
        |l| l.cut("played", false);
    "a game ends in a way of its own", "round robin", "it cannot end like that",
        |l| l.cut("tired", false);
    "a game is no game", "round robin", "the game: ",
        |l| l.edit_first("game", any, |line| line["record"] = json!("nim 3,4,5: x"));
    "a game is written with more space", "round robin", "is not written as it should be|the game: ",
        |l| l.edit_first("game", played, |line| {
            let record = line["record"].as_str().unwrap_or_default().replacen(' ', "  ", 1);
            line["record"] = json!(record);
        });
    "times that decide nothing", "round robin", "times stand only where they have decided",
        |l| l.edit_first("game", played, |line| line["spent_ms"] = json!([5]));
    "the games of a pair are both the first", "round robin", "one after the other",
        |l| l.edit_first("game", |line| line["game"] == 2, |line| line["game"] = json!(1));
    "the games of two pairs are taken for one", "round robin", "one after the other",
        |l| l.edit_first("game", |line| line["game"] == 2, |line| line["pair"] = json!(9));
    "a game is forfeited after two moves", "round robin", "is not forfeited",
        |l| l.edit_first("game", long, |line| {
            shorten(line, 2);
            line["how"] = json!("forfeited");
        });
    "a game is aborted after two moves", "round robin", "has hardly begun",
        |l| l.edit_first("game", long, |line| {
            shorten(line, 2);
            line["how"] = json!("aborted");
            line["winner"] = json!(null);
        });
    "a game without a winner is too long after two moves", "round robin", "it was not too long",
        |l| l.edit_first("game", long, |line| {
            shorten(line, 2);
            line["how"] = json!("too_long");
            line["winner"] = json!(null);
        });
    "the second game begins after a first without a winner", "round robin",
        "when somebody has won the first", |l| {
            let one = l.first("game", long)?;
            l.edit(one, |line| {
                shorten(line, 1);
                line["how"] = json!("aborted");
                line["winner"] = json!(null);
            });
            Some(())
        };
    "the second game does not begin after a first with a winner", "round robin",
        "when somebody has won the first", |l| {
            let one = l.first("game", long)?;
            l.edit(one + 1, |line| {
                unplayed(line);
                line["how"] = json!("aborted");
                line["winner"] = json!(null);
            });
            Some(())
        };
    "three have signed", "signed", "a game is signed by two",
        |l| l.edit_first("game", |line| played(line) && line["signatures"][0].is_string(), |line| {
            if let Some(list) = line["signatures"].as_array_mut() {
                list.push(json!(null));
            }
        });
    "two have signed nothing", "signed", "nobody has signed the game",
        |l| l.edit_first("game", played, |line| line["signatures"] = json!([null, null]));
    "a game that nobody has moved in is signed by nobody", "signed", "nobody has signed the game",
        |l| l.edit_first("game", |line| line["how"] == "no_show", |line| {
            line["signatures"] = json!([null, null]);
        });
    "a nonce is no nonce", "round robin", "the nonce is not a nonce",
        |l| l.edit_first("entrant", |line| !line["nonce"].is_null(), |line| line["nonce"] = json!("ab".repeat(31)));
    "a nonce has letters beyond f", "round robin", "the nonce is not a nonce",
        |l| l.edit_first("entrant", |line| !line["nonce"].is_null(), |line| line["nonce"] = json!("ag".repeat(32)));
    "a key is no key", "signed", "the entrant's key is not a key",
        |l| l.edit_first("entrant", |line| !line["key"].is_null(), |line| line["key"] = json!("ab".repeat(33)));
    "an id is no id", "round robin", "the player's id is not an id",
        |l| l.edit_first("entrant", any, |line| line["player"] = json!("0077"));
    "the hash of a name is no hash", "round robin", "the hash of the former name is not a hash",
        |l| l.edit_first("entrant", |line| line["entered"] == 1, |line| {
            line["name"] = json!("Deleted 000000");
            line["former_name"] = json!("ab");
        });
    "the seed is no seed", "round robin", "the seed is not a seed",
        |l| l.edit_first("seed", any, |line| line["seed"] = json!("ab"));
    "nobody has entered first", "round robin", "the order of entering has gaps",
        |l| l.edit_first("entrant", |line| line["entered"] == 1, |line| line["entered"] = json!(99));
    "numbers begin at 2", "round robin", "the entrants are not numbered from 1",
        |l| l.edit_first("entrant", any, |line| line["number"] = json!(2));
    "a version of the file that nobody knows", "round robin", "this version is not known",
        |l| l.rewrite("\"version\":3", "\"version\":4");
    "a version without a letter", "chosen", "the version is not a version",
        |l| l.edit_first("entrant", |line| !line["program"].is_null(), |line| line["program"]["version"] = json!(""));
    "a version longer than any", "chosen", "the version is not a version",
        |l| l.edit_first("entrant", |line| !line["program"].is_null(), |line| line["program"]["version"] = json!("x".repeat(33)));
}
