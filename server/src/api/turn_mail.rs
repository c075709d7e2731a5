//! `/api/turn-mail`: mails to players who are away when it is their turn in a game of days.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{post, put};
use axum::{Json, Router};
use serde::Deserialize;
use tracing::info;

use crate::api::accounts::Attempt;
use crate::api::extract::{Body, Path};
use crate::api::state::AppState;
use crate::identity::Caller;
use crate::net::problem::Problem;

/// All paths about these mails.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/turn-mail", put(ask).delete(end))
        .route("/api/turn-mail/confirm", post(confirm))
        .route("/api/turn-mail/stop/{token}", post(stop))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Confirmation {
    /// The token from the link.
    token: String,
}

/// Mails a link to the caller's address: the mails begin when it is opened.
async fn ask(
    State(state): State<AppState>,
    Attempt { caller, .. }: Attempt,
) -> Result<StatusCode, Problem> {
    let id = state.hub.identities.mailable(caller.secret.as_ref()).await?;
    let hub = state.hub.clone();
    state.tracker.spawn(async move {
        if let Err(refused) = hub.identities.mail_turn_link(id).await {
            info!(%refused, "no link to confirm an address was sent");
        }
    });
    Ok(StatusCode::NO_CONTENT)
}

async fn end(State(state): State<AppState>, caller: Caller) -> Result<StatusCode, Problem> {
    let id = state.hub.identities.person(caller.secret.as_ref()).await?.id;
    state.hub.identities.end_turn_mail(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn confirm(
    State(state): State<AppState>,
    said: Body<Confirmation>,
) -> Result<StatusCode, Problem> {
    let Json(Confirmation { token }) = said?;
    state.hub.identities.confirm_turn_mail(&token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Needs no login, and reads no body: programs for mail post one of their own (RFC 8058).
async fn stop(
    State(state): State<AppState>,
    Path(token): Path<String>,
) -> Result<StatusCode, Problem> {
    state.hub.identities.stop_turn_mail(&token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What the paths here read, answer and refuse.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::put("/api/turn-mail", "Mail me a link that turns on mails about my turns.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[401, 403, 422, 429]),
        Operation::delete("/api/turn-mail", "No more mails about my turns.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[401, 403, 503]),
        Operation::post("/api/turn-mail/confirm", "Turn them on with the token from the link.")
            .body::<Confirmation>()
            .answers_nothing(204)
            .refuses(&[400, 403, 415, 422, 503]),
        Operation::post("/api/turn-mail/stop/{token}", "End them by the link of any of them.")
            .answers_nothing(204)
            .refuses(&[400, 403, 503]),
    ]
}
