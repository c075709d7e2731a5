//! Forged games that their players have signed.

use serde_json::{Value, json};

use super::lines::{moves, played};

/// Whether both players have signed this game.
fn signed(game: &Value) -> bool {
    played(game)
        && game["signatures"].as_array().is_some_and(|two| two.iter().all(Value::is_string))
}

/// Whether the loser of this game has signed that they resign.
fn resigned(game: &Value) -> bool {
    game["resignation"].is_object()
}

forgeries! {
    "a move of a signed game is changed", "signed", "the signature of number", |l| {
        l.edit_first("game", |game| signed(game) && moves(game) > 3, |game| {
            // Another end of the same game, with the same winner: the last move of each player is
            // removed.
            let record = game["record"].as_str().unwrap_or_default();
            let cut = record.rsplitn(3, ' ').nth(2).unwrap_or_default().to_owned();
            game["record"] = json!(cut);
            game["how"] = json!("resigned");
        })
    };
    "a signature is moved to another game", "signed", "the signature of number", |l| {
        let games = l.all("game", signed);
        let (one, two) = (games[0], games[1]);
        let theirs = l.get(one)["signatures"].clone();
        l.edit(two, |game| game["signatures"] = json!([theirs[1], theirs[0]]));
        Some(())
    };
    "two signatures are exchanged", "signed", "the signature of number",
        |l| l.edit_first("game", signed, |game| {
            let two = &game["signatures"];
            game["signatures"] = json!([two[1], two[0]]);
        });
    "a made-up signature", "signed", "the signature of number",
        |l| l.edit_first("game", signed, |game| game["signatures"][0] = json!("00".repeat(64)));
    "an entrant without a key has signed", "signed", "without a key", |l| {
        let keyless = l.get(l.first("entrant", |line| line["key"].is_null())?)["number"].clone();
        let game = l.first("game", |line| played(line) && line["seats"][0] == keyless)?;
        l.edit(game, |game| game["signatures"] = json!(["00".repeat(64), null]));
        Some(())
    };
    "a player who has not moved has signed", "signed", "has signed without a move", |l| {
        let game = l.first("game", |line| line["how"] == "no_show")?;
        l.edit(game, |game| game["signatures"] = json!(["00".repeat(64), null]));
        Some(())
    };
    "a crash is made up", "signed", "the resignation of number",
        |l| l.edit_first("game", resigned, |game| {
            let crashed = game["resignation"]["why"] == "crashed";
            game["resignation"]["why"] = json!(if crashed { "timed_out" } else { "crashed" });
        });
    "a failure that there is not", "signed", "nobody resigns for that reason",
        |l| l.edit_first("game", resigned, |game| game["resignation"]["why"] = json!("tired"));
    "a resignation by whoever has won", "signed", "the resignation of number|has signed without a key",
        |l| l.edit_first("game", resigned, |game| {
            let turned = usize::from(game["winner"] == game["seats"][0]);
            game["winner"] = game["seats"][turned].clone();
        });
    "a resignation in a game that was played", "signed", "nobody has resigned", |l| {
        let resignation = l.get(l.first("game", resigned)?)["resignation"].clone();
        l.edit_first("game", signed, |game| game["resignation"] = resignation.clone())
    };
    "a resignation is moved to another game", "signed", "the resignation of number|has signed without a key", |l| {
        let games = l.all("game", resigned);
        let (one, two) = (*games.first()?, *games.last()?);
        if one == two {
            return None;
        }
        let theirs = l.get(one)["resignation"].clone();
        l.edit(two, |game| game["resignation"] = theirs.clone());
        Some(())
    };
    "an entrant's key is changed", "signed", "not those of seed, list and lots",
        |l| l.edit_first("entrant", |line| !line["key"].is_null(), |line| line["key"] = json!("ab".repeat(32)));
}
