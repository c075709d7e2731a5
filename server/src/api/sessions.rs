//! A player's sessions and the tokens of their bots: listing and ending them.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get};
use axum::{Json, Router};
use protocol::{Cause, Missing, Player};
use serde::Serialize;

use crate::api::accounts::{NOT_KEPT, new_guest};
use crate::api::extract::Path;
use crate::api::state::AppState;
use crate::identity::Caller;
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;
use crate::records::secret_hash::SecretHash;

/// All paths about sessions.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/sessions", get(sessions).delete(end_all))
        .route("/api/sessions/{session}", delete(end))
}

/// The sessions of the caller and of their bots.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SessionsView {
    sessions: Vec<SessionView>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SessionView {
    /// The id by which the session is ended; not a secret.
    session: String,
    /// The player it belongs to: the caller or one of their bots.
    player: Player,
    /// When the secret was issued, in milliseconds since 1970.
    since: i64,
    /// The program that asked for it, by its own description.
    agent: String,
    /// Whether this request was made with it.
    current: bool,
    /// Whether it has a connection open.
    connected: bool,
}

/// Lists all sessions of the caller and of their bots.
async fn sessions(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<impl IntoResponse, Problem> {
    let identities = &state.hub.identities;
    let you = identities.registered(caller.secret.as_ref()).await?;
    let own = caller.secret.as_ref().map(SecretHash::new);
    let players = [you.clone()].into_iter().chain(identities.bots_of(you.id));
    let line = |player: &Player, one: crate::records::sessions::StoredSession| SessionView {
        session: one.name(),
        player: player.clone(),
        since: one.since,
        current: Some(one.hash) == own,
        connected: state.hub.has_opened(player.id, one.hash),
        agent: one.agent,
    };
    let mut sessions = Vec::new();
    for player in players {
        let open = identities.sessions_of(player.id).await?.into_iter();
        sessions.extend(open.map(|one| line(&player, one)));
    }
    Ok((NOT_KEPT, Json(SessionsView { sessions })))
}

/// Ends one session.
async fn end(
    State(state): State<AppState>,
    caller: Caller,
    Path(session): Path<String>,
) -> Result<StatusCode, Problem> {
    let identities = &state.hub.identities;
    let you = identities.registered(caller.secret.as_ref()).await?;
    let players = [you.id].into_iter().chain(identities.bots_of(you.id).into_iter().map(|b| b.id));
    for player in players {
        if let Ok(ended) = identities.end_session(player, &session).await {
            state.hub.close_revoked(player, &ended);
            return Ok(StatusCode::NO_CONTENT);
        }
    }
    Err(RequestError::from(Cause::NotFound { what: Missing::Session }).into())
}

/// Logs the caller out everywhere, including here. Bots keep their tokens.
async fn end_all(State(state): State<AppState>, caller: Caller) -> Result<Response, Problem> {
    let you = state.hub.identities.registered(caller.secret.as_ref()).await?;
    let ended = state.hub.identities.end_sessions(you.id, |_| true).await?;
    state.hub.close_revoked(you.id, &ended);
    Ok((StatusCode::NO_CONTENT, new_guest(&caller)).into_response())
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/api/sessions", "Your sessions and your bots' tokens.")
            .by("player")
            .answers::<SessionsView>(200)
            .refuses(&[401, 403]),
        Operation::delete("/api/sessions", "Log out everywhere.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[401, 403, 503]),
        Operation::delete("/api/sessions/{session}", "End one session, or a bot's token.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 503]),
    ]
}
