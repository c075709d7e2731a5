//! Credentials and their changes: password, name, mail address, the reset of a lost
//! password, and the end of an account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use protocol::{Cause, Name, Player, Secret};
use serde::{Deserialize, Serialize};
use tracing::info;

use crate::api::accounts::{Attempt, NOT_KEPT, new_guest, welcome};
use crate::api::extract::Body;
use crate::api::state::AppState;
use crate::identity::{Others, Password};
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;

/// All paths that change an account.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/password", post(change_password))
        .route("/api/name", post(rename))
        .route("/api/email", post(set_email))
        .route("/api/reset", post(ask_for_reset))
        .route("/api/reset/confirm", post(reset))
        .route("/api/account/delete", post(delete))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct NewPassword {
    old: Password,
    new: Password,
    /// Whether other sessions stay logged in.
    #[serde(default)]
    keep_sessions: bool,
}

/// Changes the password: the caller continues with a new secret.
async fn change_password(
    State(state): State<AppState>,
    Attempt { caller, from }: Attempt,
    said: Body<NewPassword>,
) -> Result<Response, Problem> {
    let Json(NewPassword { old, new, keep_sessions }) = said?;
    let others = if keep_sessions { Others::Stay } else { Others::End };
    let identities = &state.hub.identities;
    let proven = identities.change_password(from, caller.secret, (old, new), others).await?;
    info!(player = %proven.player.id, "a password was changed");
    state.hub.close_revoked(proven.player.id, &proven.revoked);
    Ok(welcome(StatusCode::OK, caller, proven))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct NewName {
    name: Name,
}

/// The caller as they are from now on.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Renamed {
    you: Player,
}

/// Gives the caller another name. Their connections are restarted with it.
async fn rename(
    State(state): State<AppState>,
    Attempt { caller, .. }: Attempt,
    said: Body<NewName>,
) -> Result<impl IntoResponse, Problem> {
    let Json(NewName { name }) = said?;
    let before = state.hub.identities.person(caller.secret.as_ref()).await?;
    let you = state.hub.identities.rename(before.id, name).await?;
    info!(player = %you.id, "renamed");
    state.hub.restart_connections(you.id);
    Ok((NOT_KEPT, Json(Renamed { you })))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct NewEmail {
    password: Password,
    /// Without an address, only the operator can reset a lost password.
    email: Option<String>,
}

/// Sets the address to which password resets are mailed.
async fn set_email(
    State(state): State<AppState>,
    Attempt { caller, from }: Attempt,
    said: Body<NewEmail>,
) -> Result<StatusCode, Problem> {
    let Json(NewEmail { password, email }) = said?;
    let secret = caller.secret.as_ref();
    state.hub.identities.set_email(from.prefix, secret, password, email.as_deref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Mails a reset link to the player with this name. The answer neither reveals whether such a
/// player exists nor waits for the mail.
async fn ask_for_reset(
    State(state): State<AppState>,
    _: Attempt,
    said: Body<NewName>,
) -> Result<StatusCode, Problem> {
    let Json(NewName { name }) = said?;
    if !state.hub.identities.sends_mail() {
        return Err(RequestError::from(Cause::NoMail).into());
    }
    let hub = state.hub.clone();
    state.tracker.spawn(async move {
        if let Err(refused) = hub.identities.mail_reset(&name).await {
            info!(%refused, "no link to reset a password was sent");
        }
    });
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ResetRequest {
    /// The token from the link.
    token: Secret,
    password: Password,
}

/// Sets a new password in place of a lost one. All sessions end.
async fn reset(
    State(state): State<AppState>,
    Attempt { caller, from }: Attempt,
    said: Body<ResetRequest>,
) -> Result<Response, Problem> {
    let Json(ResetRequest { token, password }) = said?;
    let proven = state.hub.identities.reset_password(from, &token, password).await?;
    state.hub.close_revoked(proven.player.id, &proven.revoked);
    Ok(welcome(StatusCode::OK, caller, proven))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct DeleteAccountBody {
    password: Password,
}

/// Deletes the caller's account and its bots. Their games stay, without their names.
async fn delete(
    State(state): State<AppState>,
    Attempt { caller, from }: Attempt,
    said: Body<DeleteAccountBody>,
) -> Result<Response, Problem> {
    let Json(DeleteAccountBody { password }) = said?;
    let secret = caller.secret.as_ref();
    let closed = state.hub.identities.delete_own(from.prefix, secret, password).await?;
    state.hub.accounts_deleted(&closed);
    Ok((StatusCode::NO_CONTENT, new_guest(&caller)).into_response())
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::accounts::You;
    use super::operation::Operation;

    vec![
        Operation::post("/api/password", "Change the password, for a new secret.")
            .by("player")
            .body::<NewPassword>()
            .answers::<You>(200)
            .refuses(&[400, 401, 403, 415, 422, 429, 503]),
        Operation::post("/api/name", "Take another name, once in thirty days.")
            .by("player")
            .body::<NewName>()
            .answers::<Renamed>(200)
            .refuses(&[400, 401, 403, 409, 415, 422, 429, 503]),
        Operation::post("/api/email", "Set the address for password resets.")
            .by("player")
            .body::<NewEmail>()
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 415, 422, 429, 503]),
        Operation::post("/api/reset", "Request a password reset by mail.")
            .body::<NewName>()
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 415, 422, 429]),
        Operation::post("/api/reset/confirm", "Set a new password with the token from the mail.")
            .body::<ResetRequest>()
            .answers::<You>(200)
            .refuses(&[400, 401, 403, 415, 422, 429, 503]),
        Operation::post("/api/account/delete", "Delete your account; its games stay, nameless.")
            .by("player")
            .body::<DeleteAccountBody>()
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 415, 422, 429, 503]),
    ]
}
