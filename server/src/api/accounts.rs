//! Registering, logging in and out, and a player's bots: over HTTP, where a cookie can be set.

use std::time::Instant;

use axum::extract::{FromRequestParts, State};
use axum::http::header::{CACHE_CONTROL, SET_COOKIE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Extension, Json, Router};
use protocol::costs::ExpensiveRequest;
use protocol::limits::MAX_AGENT_CHARS;
use protocol::{Name, Player, PlayerId, Secret, Version};
use serde::{Deserialize, Serialize};
use tracing::info;

use crate::admission::request_budgets::Requester;
use crate::admission::slots::Peer;
use crate::api::charged_to::ChargedTo;
use crate::api::extract::{Body, Path};
use crate::api::state::AppState;
use crate::identity::Caller;
use crate::identity::{Password, Proven, RequestSource, new_secret};
use crate::net::problem::Problem;

/// All paths about the caller's identity.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/me", get(me))
        .route("/api/register", post(register))
        .route("/api/login", post(log_in))
        .route("/api/logout", post(log_out))
        .route("/api/bots", post(make_bot))
        .route("/api/bots/{bot}", delete(stop_bot))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Credentials {
    name: Name,
    password: Password,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct NewBot {
    name: Name,
    /// The version of the program that plays.
    version: Version,
}

/// The caller, with their new secret unless it went into our page's cookie.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct You {
    you: Player,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<Secret>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Me {
    you: Player,
    bots: Vec<Player>,
    /// The address to which password resets are mailed, if set.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// Whether this server sends mail.
    mail: bool,
    /// Whether turns in games of days are mailed to that address.
    turn_mail: bool,
}

/// A caller whose attempt has been counted.
pub(super) struct Attempt {
    pub(super) caller: Caller,
    pub(super) from: RequestSource,
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Caller, StatusCode> {
        let Extension(peer) = Extension::<Peer>::from_request_parts(parts, state)
            .await
            .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
        let read = if parts.method.is_safe() { Caller::read_safe } else { Caller::read };
        read(&parts.headers, state.hub.admission.is_sealed(peer, &parts.headers))
    }
}

impl FromRequestParts<AppState> for Attempt {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Attempt, Response> {
        let caller = Caller::from_request_parts(parts, state).await;
        let caller = caller.map_err(IntoResponse::into_response)?;
        let source = ChargedTo::from_request_parts(parts, state).await;
        let ChargedTo(prefix) = source.map_err(IntoResponse::into_response)?;
        let requester = Requester { player: None, from: prefix };
        let charged =
            state.hub.budgets.charge(ExpensiveRequest::Attempt, 1, requester, Instant::now());
        charged.map_err(|refused| Problem::from(refused).into_response())?;
        Ok(Attempt { caller, from: RequestSource { prefix, agent: agent(&parts.headers) } })
    }
}

/// A program's name for itself, shortened and reduced to printable ASCII.
fn agent(headers: &HeaderMap) -> String {
    let said = headers.get(USER_AGENT).map(HeaderValue::as_bytes).unwrap_or_default();
    let plain = said.iter().filter(|byte| (b' '..=b'~').contains(*byte));
    plain.take(MAX_AGENT_CHARS).map(|byte| char::from(*byte)).collect()
}

async fn me(State(state): State<AppState>, caller: Caller) -> Result<impl IntoResponse, Problem> {
    let you = state.hub.identities.registered(caller.secret.as_ref()).await?;
    let identities = &state.hub.identities;
    let bots = identities.bots_of(you.id);
    let account = identities.account(you.id).await?;
    let turn_mail = account.as_ref().is_some_and(|own| own.turn_mail);
    let (email, mail) = (account.and_then(|own| own.email), identities.sends_mail());
    Ok((NOT_KEPT, Json(Me { you, bots, email, mail, turn_mail })))
}

async fn register(
    State(state): State<AppState>,
    Attempt { caller, from }: Attempt,
    said: Body<Credentials>,
) -> Result<Response, Problem> {
    let Json(Credentials { name, password }) = said?;
    state.hub.ensure_space(false)?;
    let proven = state.hub.identities.register(from, caller.secret, name, password).await?;
    state.hub.close_revoked(proven.player.id, &proven.revoked);
    info!(player = %proven.player.id, "registered");
    Ok(welcome(StatusCode::CREATED, caller, proven))
}

async fn log_in(
    State(state): State<AppState>,
    Attempt { caller, from }: Attempt,
    said: Body<Credentials>,
) -> Result<Response, Problem> {
    let Json(Credentials { name, password }) = said?;
    let proven = state.hub.identities.log_in(from, &name, password).await?;
    info!(player = %proven.player.id, "logged in");
    state.hub.close_revoked(proven.player.id, &proven.revoked);
    Ok(welcome(StatusCode::OK, caller, proven))
}

/// Revokes the caller's secret and closes its connections. A page continues as a new
/// guest.
async fn log_out(State(state): State<AppState>, caller: Caller) -> Result<Response, Problem> {
    if let Some(secret) = caller.secret
        && let Ok(you) = state.hub.identities.registered(Some(&secret)).await
    {
        let revoked = state.hub.identities.log_out(&secret).await?;
        state.hub.close_revoked(you.id, &revoked);
    }
    Ok((StatusCode::NO_CONTENT, new_guest(&caller)).into_response())
}

async fn make_bot(
    State(state): State<AppState>,
    Attempt { caller, from }: Attempt,
    said: Body<NewBot>,
) -> Result<Response, Problem> {
    let Json(NewBot { name, version }) = said?;
    let owner = state.hub.identities.registered(caller.secret.as_ref()).await?;
    state.hub.ensure_space(true)?;
    let is_entrant = |bot| state.hub.tournaments.has_entrant(bot);
    let made = state.hub.identities.make_bot(&owner, name, version, from.agent, is_entrant);
    let proven = made.await?;
    info!(player = %proven.player.id, owner = %owner.id, "a bot has a new token");
    state.hub.close_revoked(proven.player.id, &proven.revoked);
    // The page passes it on to the bot's program: it is not the page's own secret.
    let token = Some(proven.secret);
    Ok((StatusCode::CREATED, NOT_KEPT, Json(You { you: proven.player, token })).into_response())
}

async fn stop_bot(
    State(state): State<AppState>,
    caller: Caller,
    Path(bot): Path<PlayerId>,
) -> Result<StatusCode, Problem> {
    let owner = state.hub.identities.registered(caller.secret.as_ref()).await?;
    let revoked = state.hub.identities.stop_bot(owner.id, bot).await?;
    state.hub.close_revoked(bot, &revoked);
    Ok(StatusCode::NO_CONTENT)
}

/// Headers that keep private answers out of caches.
pub(super) const NOT_KEPT: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// Delivers a secret: to a page in its cookie, to a program in the answer.
pub(super) fn welcome(
    status: StatusCode,
    caller: Caller,
    Proven { player: you, secret, .. }: Proven,
) -> Response {
    if caller.page {
        return (status, headers(cookie(&caller, &secret)), Json(You { you, token: None }))
            .into_response();
    }
    (status, headers(None), Json(You { you, token: Some(secret) })).into_response()
}

/// Returns the cookie that makes a page a new guest after logging out.
pub(super) fn new_guest(caller: &Caller) -> HeaderMap {
    headers(caller.page.then(|| cookie(caller, &new_secret())).flatten())
}

type Header = (HeaderName, HeaderValue);

fn cookie(caller: &Caller, secret: &Secret) -> Option<Header> {
    Some((SET_COOKIE, caller.cookie(secret)?))
}

fn headers(cookie: Option<Header>) -> HeaderMap {
    let no_store = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
    [no_store].into_iter().chain(cookie).collect()
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/api/me", "The account of this secret, and its bots.")
            .by("player")
            .answers::<Me>(200)
            .refuses(&[401, 403]),
        Operation::post("/api/register", "Register a name; a guest keeps their games.")
            .body::<Credentials>()
            .answers::<You>(201)
            .refuses(&[400, 401, 403, 409, 415, 422, 429, 503]),
        Operation::post("/api/login", "Log in: a new secret for the password.")
            .body::<Credentials>()
            .answers::<You>(200)
            .refuses(&[400, 401, 403, 415, 422, 429, 503]),
        Operation::post("/api/logout", "Log out: revoke this secret and close its connections.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[401, 503]),
        Operation::post("/api/bots", "Create a bot, or give your bot a new token.")
            .by("player")
            .body::<NewBot>()
            .answers::<You>(201)
            .refuses(&[400, 401, 403, 409, 415, 422, 429, 503]),
        Operation::delete("/api/bots/{bot}", "Revoke a bot's token.")
            .by("player")
            .answers_nothing(204)
            .refuses(&[400, 401, 403, 404, 503]),
    ]
}
