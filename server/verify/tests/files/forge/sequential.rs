//! Forged sequential tests: selected pairs and reversed results.

use serde_json::json;

use super::lines::any;

forgeries! {
    "a test that failed passes", "test", "the test says failed",
        |l| l.edit_first("end", |line| line["sprt"] == "failed", |line| line["sprt"] = json!("passed"));
    "pairs are picked until the test passes", "test", "in the order of the schedule", |l| {
        let first = l.get(l.first("entrant", |line| line["entered"] == 1)?)["number"].clone();
        let games = l.all("game", |line| line["game"] == 1);
        let lost: Vec<usize> = games.into_iter().filter(|place| {
            [l.get(*place), l.get(*place + 1)].iter().any(|game| game["winner"] != first)
        }).flat_map(|place| [place, place + 1]).collect();
        l.remove(&lost)?;
        l.edit_first("end", any, |line| line["sprt"] = json!("passed"))
    };
    "a test stops before it has said anything", "test", "in the order of the schedule", |l| {
        let last: Vec<usize> = l.all("game", any).into_iter().skip(20).collect();
        l.remove(&last)
    };
    "pairs change their places in the schedule", "test", "the seed gives another start", |l| {
        for place in l.all("game", |line| line["pair"] == 1 || line["pair"] == 3) {
            l.edit(place, |line| line["pair"] = json!(4 - line["pair"].as_u64().unwrap_or(1)));
        }
        Some(())
    };
}
