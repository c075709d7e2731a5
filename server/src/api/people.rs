//! `/api/players/ID`: who a player is, whether they are here, and what they play.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use protocol::{Cause, Missing, Player, PlayerId, TableId};
use serde::Serialize;

use crate::api::accounts::NOT_KEPT;
use crate::api::extract::Path;
use crate::api::state::AppState;
use crate::identity::Caller;
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;

/// All paths about other players, except their ratings.
pub(crate) fn routes() -> Router<AppState> {
    Router::new().route("/api/players/{player}", get(person))
}

/// A player, as the caller meets them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Person {
    player: Player,
    /// Whether they are connected.
    online: bool,
    /// Their running games, newest first, at most eight.
    tables: Vec<TableId>,
    /// Whether the caller blocks them.
    blocked: bool,
}

async fn person(
    State(state): State<AppState>,
    caller: Caller,
    Path(id): Path<PlayerId>,
) -> Result<impl IntoResponse, Problem> {
    let identities = &state.hub.identities;
    let found = state.hub.whereabouts(&[id]).pop().unwrap_or_default();
    let online = found.here.is_some();
    let known = || identities.account(id).map(|account| account.player);
    let player = found.here.or_else(known);
    let player =
        player.ok_or_else(|| RequestError::from(Cause::NotFound { what: Missing::Player }))?;
    // A guest blocks nobody.
    let you = identities.registered(caller.secret.as_ref()).ok();
    let blocked = you.is_some_and(|you| identities.blocks(you.id, id));
    Ok((NOT_KEPT, Json(Person { player, online, tables: found.tables, blocked })))
}

/// What the paths here read, answer and refuse.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/api/players/{player}", "A player: whether they are here, and play.")
            .answers::<Person>(200)
            .refuses(&[400, 401, 404]),
    ]
}
