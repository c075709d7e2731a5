//! Unwanted tournaments.

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::outsider::Outsider;

/// More tournaments than a server admits.
const MANY: u32 = 120;

pub(crate) async fn create_many(outsider: &Outsider, until: Instant) {
    for number in 0..MANY {
        if Instant::now() >= until {
            break;
        }
        match outsider.at((number % 200) as u8 + 1).post("/api/tournaments", &plan()).await {
            Ok(answer) if answer.status < 300 => {
                outsider.ledger.breach("somebody without an account founded a tournament");
            }
            _ => {}
        }
    }
    // A player with an account must still be able to create one.
    let honest = outsider.honest();
    let name = format!("Founder {}", rand::random::<u16>());
    let account = json!({"name": name, "password": "seven wild horses at dawn"});
    let Ok(registered) = honest.post("/api/register", &account).await else { return };
    let registered: Value = serde_json::from_str(&registered.body).unwrap_or_default();
    let bearer = format!("Bearer {}", registered["token"].as_str().unwrap_or_default());
    let body = plan().to_string();
    let founded =
        honest.http("POST", "/api/tournaments", &[("Authorization", &bearer)], &body).await;
    let fine = founded.is_ok_and(|answer| answer.status < 300);
    outsider.ledger.must(fine, "somebody with an account could not found a tournament");
}

fn plan() -> Value {
    json!({"plan": {"name": "Cup", "format": {"kind": "round_robin", "cycles": 1}, "pairs": 1,
        "courses": [{"variant": "nim", "params": {}, "ending": "normal", "size": 15}],
        "entrants": 8, "begin": {"when": "on_request"}}})
}
