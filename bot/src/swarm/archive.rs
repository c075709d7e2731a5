//! What the server says over HTTP when all games are over: the referee's last
//! witness.

use protocol::TableId;

use super::account::Kept;
use super::desk::Desk;
use crate::http::request;

/// Games of which one player did not hear the end, because he was away for it,
/// are compared with what the server keeps. Where nobody was cut off on purpose,
/// nobody was away.
pub(super) async fn look_up(desk: &Desk) {
    for (table, account) in desk.lonely() {
        let (seat, reason) = (account.seat, account.over.reason);
        if desk.swarm.faults.is_empty() {
            desk.finding(format!(
                "table {table}: only {seat:?} heard that it is over ({reason:?})"
            ));
        }
        match kept(desk, table).await {
            Ok(kept) => desk.half_heard(table, &account, &kept),
            Err(why) => desk.finding(format!("table {table}: the server does not tell it: {why}")),
        }
    }
}

async fn kept(desk: &Desk, table: TableId) -> Result<Kept, String> {
    let answer = request(&desk.url, "GET", &format!("/api/games/{table}"), "").await;
    match answer.map_err(|why| why.to_string())? {
        (200, body) => serde_json::from_str(&body).map_err(|why| why.to_string()),
        (status, _) => Err(format!("HTTP {status}")),
    }
}
