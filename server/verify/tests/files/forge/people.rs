//! Forged entrants, plans and seeds.

use serde_json::{Value, json};

use super::lines::any;

fn has_version(line: &Value) -> bool {
    !line["program"]["version"].is_null()
}

forgeries! {
    "they have left and play on", "leaver", "has left and plays on", |l| {
        let entrants = l.all("entrant", any).len();
        let last = l.first("game", |line| line["how"] == "played")?;
        let number = l.get(last)["seats"][0].clone();
        l.0.insert(2 + entrants, json!({"t": "left", "number": number}).to_string());
        let pairings: Vec<String> = l.all("pairing", any).iter().map(|p| l.0[*p].clone()).collect();
        let places = l.all("pairing", any);
        l.remove(&places)?;
        // The schedule comes first, then the departure.
        l.0.splice(1 + entrants..=entrants, pairings);
        Some(())
    };
    "nobody has left", "leaver", "nobody has left", |l| {
        let left = l.first("left", any)?;
        l.remove(&[left])
    };
    "whoever has left wins", "leaver", "nobody has left", |l| {
        let one = l.first("game", |line| line["how"] == "left" && line["game"] == 1)?;
        let seats = l.get(one)["seats"].as_array().cloned()?;
        let other = seats.into_iter().find(|seat| *seat != l.get(one)["winner"])?;
        for game in [one, one + 1] {
            l.edit(game, |line| line["winner"] = other.clone());
        }
        Some(())
    };
    "the same player twice", "chosen", "the same player has entered twice", |l| {
        let entrants = l.all("entrant", any);
        let player = l.get(entrants[0])["player"].clone();
        l.edit(entrants[1], |line| line["player"] = player.clone());
        Some(())
    };
    "an entrant's name is changed", "round robin", "not those of seed, list and lots",
        |l| l.edit_first("entrant", any, |line| line["name"] = json!("Ada"));
    "an entrant's rating is changed", "round robin", "not those of seed, list and lots",
        |l| l.edit_first("entrant", |line| !line["rating"].is_null(), |line| line["rating"] = json!(1_499));
    "an entrant's id is changed", "round robin", "not those of seed, list and lots",
        |l| l.edit_first("entrant", any, |line| line["player"] = json!("00000000-0000-0000-0000-0000000000aa"));
    "an entrant's part of the lots is changed", "round robin", "not those of seed, list and lots|the seed gives another start",
        |l| l.edit_first("entrant", |line| !line["nonce"].is_null(), |line| line["nonce"] = json!("ab".repeat(32)));
    "an entrant's version is changed", "round robin", "not those of seed, list and lots|the seed gives another start",
        |l| l.edit_first("entrant", has_version, |line| line["program"]["version"] = json!("9.9"));
    "a tournament that was cancelled when it had begun is drawn otherwise", "round robin", "not those of seed, list and lots", |l| {
        l.edit_first("end", any, |line| line["cancelled"] = json!(true))?;
        l.edit_first("entrant", any, |line| line["name"] = json!("Ada"))
    };
    "an entrant's version is left out", "round robin", "not those of seed, list and lots|the seed gives another start",
        |l| l.edit_first("entrant", has_version, |line| _ = line.as_object_mut().map(|o| o.remove("program")));
    "the seed of an entrant's program is changed", "round robin", "not those of seed, list and lots|the seed gives another start",
        |l| l.edit_first("entrant", |line| !line["program"]["seed"].is_null(), |line| line["program"]["seed"] = json!(1_000));
    "a program is called deterministic", "round robin", "not those of seed, list and lots|the seed gives another start",
        |l| l.edit_first("entrant", has_version, |line| line["program"]["deterministic"] = json!(true));
    "a version that nobody can type", "chosen", "the version is not a version",
        |l| l.edit_first("entrant", has_version, |line| line["program"]["version"] = json!("1 2"));
    "a program's seed beyond its limit", "chosen", "the program's seed is beyond its limit",
        |l| l.edit_first("entrant", has_version, |line| line["program"]["seed"] = json!(1_u64 << 53));
    "a person has a program", "berserk", "only a bot has a program",
        |l| l.edit_first("entrant", any, |line| line["program"] = json!({"version": "1"}));
    "two versions of one entrant play", "late", "the same player has entered twice", |l| {
        let first = l.first("entrant", has_version)?;
        let player = l.get(first)["player"].clone();
        l.edit_first("entrant", |line| line["late"] == true, |line| {
            line["player"] = player.clone();
            line["program"] = json!({"version": "9.9"});
        })
    };
    "somebody's name is called forgotten", "round robin", "not those of seed, list and lots|the seed gives another start",
        |l| l.edit_first("entrant", any, |line| {
            line["name"] = json!("Deleted 000000");
            line["former_name"] = json!("ab".repeat(32));
        });
    "somebody has another name than they entered with", "round robin", "is not replaced by another",
        |l| l.edit_first("entrant", any, |line| {
            let name = line["name"].as_str().unwrap_or_default().to_owned();
            line["former_name"] = json!(super::lines::sha256(&name));
            line["name"] = json!("Somebody else");
        });
    "a bot among people", "berserk", "the plan does not admit players of that kind",
        |l| l.edit_first("entrant", any, |line| line["kind"] = json!("bot"));
    "a person among bots", "knockout", "the plan does not admit players of that kind",
        |l| l.edit_first("entrant", any, |line| line["kind"] = json!("person"));
    "a guest has entered", "chosen", "the plan does not admit players of that kind",
        |l| l.edit_first("entrant", any, |line| line["kind"] = json!("guest"));
    "a bot is called a person", "round robin", "only a bot has a program|not those of seed, list and lots",
        |l| l.edit_first("entrant", any, |line| line["kind"] = json!("person"));
    "the order of entering is changed", "round robin", "not those of seed, list and lots", |l| {
        let two = [1, 2].map(|place| l.first("entrant", |line| line["entered"] == place));
        let [one, two] = [two[0]?, two[1]?];
        l.edit(one, |line| line["entered"] = json!(2));
        l.edit(two, |line| line["entered"] = json!(1));
        Some(())
    };
    "numbers are exchanged", "round robin", "not those of seed, list and lots", |l| {
        let two = l.all("entrant", any);
        l.edit(two[3], |line| line["number"] = json!(5));
        l.edit(two[4], |line| line["number"] = json!(4));
        l.0.swap(two[3], two[4]);
        Some(())
    };
    "the clock is changed", "clock", "do not match the commitment", |l| {
        l.0[0] = l.0[0].replacen("\"base_ms\":1000", "\"base_ms\":2000", 1);
        Some(())
    };
    "the clock is changed and committed to", "clock", "lots",
        |l| l.rewrite("\"base_ms\":1000", "\"base_ms\":2000");
    "the id is changed", "round robin", "lots",
        |l| l.rewrite("00000000-0000-0000-0000-000000000077", "00000000-0000-0000-0000-000000000078");
    "the tournament's name is changed", "round robin", "lots", |l| l.rewrite("Cup", "Cap");
    "more entrants than the plan admits", "chosen", "for another number of entrants",
        |l| l.rewrite("\"entrants\":40", "\"entrants\":2");
    "a plan beyond its limits", "chosen", "beyond its limits",
        |l| l.rewrite("\"running\":16", "\"running\":65");
    "the plan has fewer pairs", "chosen", "the seed gives another start|lots", |l| l.rewrite("\"pairs\":2", "\"pairs\":1");
    "drawn starts are played as listed", "starts", "the seed gives another start|lots",
        |l| l.rewrite("\"drawn\":true", "\"drawn\":false");
    "a listed start is exchanged", "starts", "the seed gives another start|lots",
        |l| l.rewrite("nim 3,4,5", "nim 3,5,4");
    "a chosen seed is not told", "chosen", "lots", |l| l.rewrite("\"chosen\":true", "\"chosen\":false");
    "a seed is called chosen", "round robin", "the seed gives another start|lots", |l| l.rewrite("\"chosen\":false", "\"chosen\":true");
    "another seed", "round robin", "do not match the commitment",
        |l| l.edit_first("seed", any, |line| line["seed"] = json!("0".repeat(64)));
    "another seed, and committed to", "round robin", "lots", |l| {
        l.edit_first("seed", any, |line| line["seed"] = json!("0".repeat(64)))?;
        l.commit()
    };
    "a tournament that was called off goes for finished", "round robin", "takes 2 pairs", |l| {
        let half: Vec<usize> = l.all("game", any).into_iter().skip(20).collect();
        l.remove(&half)
    };
}
