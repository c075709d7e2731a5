//! `/api/push`: notifications to the caller's browser while they are away (Web Push).

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;

use crate::api::accounts::{Attempt, NOT_KEPT};
use crate::api::extract::Body;
use crate::api::state::AppState;
use crate::identity::Caller;
use crate::net::problem::Problem;
use crate::push::has_valid_key;
use crate::records::push::{BadSubscription, PushFields, PushSubscription};
use crate::records::request_error::RequestError;

/// All paths about notifications.
pub(crate) fn routes() -> Router<AppState> {
    Router::new().route("/api/push", get(push).put(subscribe).delete(unsubscribe))
}

/// Notifications, as the caller's browser has them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PushState {
    /// The server's public key, in base64url: browsers subscribe with it.
    key: String,
    /// Whether this session's browser is notified.
    on: bool,
}

async fn push(State(state): State<AppState>, caller: Caller) -> Result<impl IntoResponse, Problem> {
    let identities = &state.hub.identities;
    identities.registered(caller.secret.as_ref()).await?;
    let on = match &caller.secret {
        Some(secret) => identities.is_pushed_to(secret).await?,
        None => false,
    };
    Ok((NOT_KEPT, Json(PushState { key: state.hub.push.public_key(), on })))
}

async fn subscribe(
    State(state): State<AppState>,
    Attempt { caller, .. }: Attempt,
    said: Body<PushFields>,
) -> Result<StatusCode, Problem> {
    let Json(fields) = said?;
    let bad = |BadSubscription(field)| RequestError::field(field, "as a browser gives it");
    let subscription: PushSubscription = fields.try_into().map_err(bad)?;
    if !has_valid_key(&subscription) {
        return Err(bad(BadSubscription("p256dh")).into());
    }
    state.hub.ensure_space(true)?;
    state.hub.identities.set_push(caller.secret.as_ref(), Some(subscription)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unsubscribe(State(state): State<AppState>, caller: Caller) -> Result<StatusCode, Problem> {
    state.hub.identities.set_push(caller.secret.as_ref(), None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What the paths here read, answer and refuse.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/api/push", "Whether this browser is notified, and the server's key.")
            .by("player")
            .answers::<PushState>(200)
            .refuses(&[401, 403]),
        Operation::put("/api/push", "Notify this browser while you are away.")
            .by("player")
            .body::<PushFields>()
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 415, 422, 429, 503]),
        Operation::delete("/api/push", "No longer notify this browser.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[401, 403, 503]),
    ]
}
