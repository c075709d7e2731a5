//! `/api/players/ID`: who a player is, whether they are here, and what they play. `/api/following`:
//! the same of the players whom the caller follows.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, put};
use axum::{Json, Router};
use protocol::{Cause, Missing, Player, PlayerId, TableId};
use serde::Serialize;

use crate::api::accounts::{Attempt, NOT_KEPT};
use crate::api::extract::Path;
use crate::api::state::AppState;
use crate::identity::Caller;
use crate::live::hub::whereabouts::Whereabouts;
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;

/// All paths about other players, except their ratings.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/players/{player}", get(person))
        .route("/api/following", get(following))
        .route("/api/following/{player}", put(follow).delete(unfollow))
}

/// A player, as the caller meets them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Person {
    player: Player,
    /// Whether they are connected.
    online: bool,
    /// Whether a challenge to a game of days reaches them while they are away.
    notified: bool,
    /// Their running games, newest first, at most eight.
    tables: Vec<TableId>,
    /// Whether the caller blocks them.
    blocked: bool,
    /// Whether the caller follows them.
    followed: bool,
}

async fn person(
    State(state): State<AppState>,
    caller: Caller,
    Path(id): Path<PlayerId>,
) -> Result<impl IntoResponse, Problem> {
    let identities = &state.hub.identities;
    let found = state.hub.whereabouts(&[id]).pop().unwrap_or_default();
    let online = found.here.is_some();
    let player = match found.here {
        Some(here) => Some(here),
        None => identities.account(id).await?.map(|account| account.player),
    };
    let player =
        player.ok_or_else(|| RequestError::from(Cause::NotFound { what: Missing::Player }))?;
    let you = identities.anybody(caller.secret.as_ref()).await.ok();
    let blocked = you.as_ref().is_some_and(|you| identities.blocked_by(you.id).contains(&id));
    let notified = you.is_some() && state.hub.is_notified(id);
    let followed = match &you {
        Some(you) => identities.follows(you.id, id).await?,
        None => false,
    };
    Ok((
        NOT_KEPT,
        Json(Person { player, online, notified, tables: found.tables, blocked, followed }),
    ))
}

/// The players whom the caller follows, by name.
async fn following(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<impl IntoResponse, Problem> {
    let identities = &state.hub.identities;
    let you = identities.registered(caller.secret.as_ref()).await?;
    let players = identities.followed_by(you.id).await?;
    let ids: Vec<PlayerId> = players.iter().map(|player| player.id).collect();
    let found = players.into_iter().zip(state.hub.whereabouts(&ids));
    let line = |(player, found): (Player, Whereabouts)| Person {
        notified: state.hub.is_notified(player.id),
        player,
        online: found.here.is_some(),
        tables: found.tables,
        blocked: false,
        followed: true,
    };
    Ok((NOT_KEPT, Json(found.map(line).collect::<Vec<_>>())))
}

async fn follow(
    State(state): State<AppState>,
    Attempt { caller, .. }: Attempt,
    Path(player): Path<PlayerId>,
) -> Result<StatusCode, Problem> {
    let you = state.hub.identities.registered(caller.secret.as_ref()).await?;
    if you.id == player {
        return Err(RequestError::field("player", "somebody else").into());
    }
    state.hub.ensure_space(true)?;
    state.hub.identities.follow(you.id, player).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unfollow(
    State(state): State<AppState>,
    caller: Caller,
    Path(player): Path<PlayerId>,
) -> Result<StatusCode, Problem> {
    let you = state.hub.identities.registered(caller.secret.as_ref()).await?;
    state.hub.identities.unfollow(you.id, player).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What the paths here read, answer and refuse.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/api/players/{player}", "A player: whether they are here, and play.")
            .answers::<Person>(200)
            .refuses(&[400, 401, 404]),
        Operation::get(
            "/api/following",
            "The players you follow: whether they are here, and play.",
        )
        .by("player")
        .answers::<Vec<Person>>(200)
        .refuses(&[401, 403]),
        Operation::put("/api/following/{player}", "Follow a player.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 422, 429, 503]),
        Operation::delete("/api/following/{player}", "No longer follow a player.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 503]),
    ]
}
