//! `/api/blocks`: the players that a player has blocked.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, put};
use axum::{Json, Router};
use protocol::{Kind, Name, PlayerId};
use serde::Serialize;

use crate::api::accounts::Attempt;
use crate::api::extract::Path;
use crate::api::state::AppState;
use crate::identity::Caller;
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;

/// All paths about blocked players.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/blocks", get(blocks))
        .route("/api/blocks/{player}", put(block).delete(unblock))
}

/// A blocked player.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Blocked {
    player: PlayerId,
    /// The name, if the player has an account.
    name: Option<Name>,
}

async fn blocks(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<Json<Vec<Blocked>>, Problem> {
    let identities = &state.hub.identities;
    let you = identities.anybody(caller.secret.as_ref()).await?;
    let blocked = identities.blocked_by(you.id);
    let names = identities.names_of(&blocked).await?;
    let lines = blocked.into_iter().zip(names);
    Ok(Json(lines.map(|(player, name)| Blocked { player, name }).collect()))
}

async fn block(
    State(state): State<AppState>,
    Attempt { caller, .. }: Attempt,
    Path(player): Path<PlayerId>,
) -> Result<StatusCode, Problem> {
    let you = state.hub.identities.anybody(caller.secret.as_ref()).await?;
    if you.id == player {
        return Err(RequestError::field("player", "somebody else").into());
    }
    state.hub.ensure_space(you.kind != Kind::Guest)?;
    state.hub.identities.set_block(you.id, player, true).await?;
    state.hub.show_lobby_again([you.id, player]);
    Ok(StatusCode::NO_CONTENT)
}

async fn unblock(
    State(state): State<AppState>,
    caller: Caller,
    Path(player): Path<PlayerId>,
) -> Result<StatusCode, Problem> {
    let you = state.hub.identities.anybody(caller.secret.as_ref()).await?;
    state.hub.identities.set_block(you.id, player, false).await?;
    state.hub.show_lobby_again([you.id, player]);
    Ok(StatusCode::NO_CONTENT)
}

/// What the paths here read, answer and refuse.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/api/blocks", "The players you block.")
            .by("player")
            .answers::<Vec<Blocked>>(200)
            .refuses(&[401, 403]),
        Operation::put("/api/blocks/{player}", "Block a player.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 422, 429, 503]),
        Operation::delete("/api/blocks/{player}", "Unblock a player.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 503]),
    ]
}
