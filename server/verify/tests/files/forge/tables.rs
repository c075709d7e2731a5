//! Forged results, standings and strengths.

use serde_json::json;

use super::lines::any;

forgeries! {
    "a result is changed", "round robin", "another result",
        |l| l.edit_first("result", |line| line["games"] != json!([4, 0]), |line| line["games"] = json!([4, 0]));
    "points are changed", "round robin", "other points",
        |l| l.edit_first("result", |line| line["points"] != json!([1, 1]), |line| line["points"] = json!([1, 1]));
    "a tie-break is changed", "round robin", "the games give",
        |l| l.edit_first("standing", any, |line| line["buchholz"] = json!(line["buchholz"].as_u64().unwrap_or(0) + 1));
    "somebody leaves after the results", "round robin", "has no place here", |l| {
        let last = *l.all("result", any).last()?;
        l.0.insert(last + 1, json!({"t": "left", "number": 1}).to_string());
        Some(())
    };
    "a result stands in the table", "round robin", "has no place here", |l| {
        let last = *l.all("standing", any).last()?;
        let result = l.0[l.first("result", any)?].clone();
        l.0.insert(last, result);
        Some(())
    };
    "two of the table are exchanged", "round robin", "the games give", |l| {
        let two = l.all("standing", any);
        l.edit(two[0], |line| line["rank"] = json!(2));
        l.edit(two[1], |line| line["rank"] = json!(1));
        l.0.swap(two[0], two[1]);
        Some(())
    };
    "strength is changed", "round robin", "another difference in Elo",
        |l| l.edit_first("standing", |line| !line["elo"]["likely"].is_null(), |line| {
            line["elo"]["likely"] = json!(line["elo"]["likely"].as_i64().unwrap_or(0) + 5);
        });
}
