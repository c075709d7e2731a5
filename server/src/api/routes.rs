//! The routes of everything served over HTTP, on the same port as the WebSocket.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use protocol::Cause;
use protocol::limits::MAX_MESSAGE_BYTES;

use crate::api::analysis::{self, analyse, prove};
use crate::api::conditional::conditional;
use crate::api::confirmed::confirmed;
use crate::api::state::AppState;
use crate::api::variants::variants;
use crate::api::{
    accounts, admin, blocks, credentials, games, ladder_log, moderation, page, people, push,
    puzzles, ranking, reports, rush, sessions, tournaments, turn_mail,
};
use crate::net::problem::Problem;
use crate::ops::metrics;
use crate::records::request_error::RequestError;
use crate::session::upgrade::upgrade;

/// Returns the router of what tells of the server's health.
pub(crate) fn monitoring(state: AppState) -> Router {
    health().route("/metrics", get(metrics)).with_state(state)
}

fn health() -> Router<AppState> {
    Router::new().route("/healthz", get(|| async { "ok\n" })).route("/readyz", get(readyz))
}

/// Returns the router of all paths; without the metrics if they have an address of their own.
pub(crate) fn routes(state: AppState, metrics_here: bool) -> Router {
    let questions = analysis::Questions::new(state.hub.memory);
    let health = if metrics_here { health().route("/metrics", get(metrics)) } else { health() };
    let api = Router::new()
        .merge(admin::routes())
        .merge(moderation::routes())
        .merge(ladder_log::routes())
        .merge(ranking::routes())
        .merge(puzzles::routes())
        .merge(rush::routes())
        .merge(accounts::routes())
        .merge(blocks::routes())
        .merge(people::routes())
        .merge(push::routes())
        .merge(turn_mail::routes())
        .merge(reports::routes())
        .merge(credentials::routes())
        .merge(sessions::routes())
        .merge(tournaments::routes())
        .route("/api/analysis", post(analyse).with_state(questions.clone()))
        .route("/api/certificate", post(prove).with_state(questions))
        .route("/api/variants", get(variants))
        .merge(games::routes())
        .route_layer(from_fn_with_state(state.clone(), confirmed));
    health
        .merge(api)
        .route_layer(from_fn(conditional))
        .route(protocol::PATH, get(upgrade))
        .fallback(get(page::file))
        .method_not_allowed_fallback(other_method)
        .layer(map_response(as_declared))
        .layer(Extension(Arc::clone(&state.hub)))
        .layer(DefaultBodyLimit::max(MAX_MESSAGE_BYTES))
        .with_state(state)
}

/// Refuses a request whose method is not one of those in `Allow`.
async fn other_method() -> Problem {
    let why = RequestError::because(Cause::Unreadable, "this path is for other methods");
    Problem(StatusCode::METHOD_NOT_ALLOWED, why)
}

/// Tells browsers to take each answer for what it is declared to be.
async fn as_declared(mut answer: Response) -> Response {
    answer.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    answer
}

/// Readiness: whether new games may be sent here.
async fn readyz(State(state): State<AppState>) -> (StatusCode, &'static str) {
    match state.hub.is_ready() {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
    }
}

/// Metrics for Prometheus.
async fn metrics(State(state): State<AppState>) -> impl IntoResponse {
    let mut gauges = state.hub.gauges();
    gauges.push(("tasks", "Connection tasks that are running.", state.tracker.len() as u64));
    let text = metrics::text(state.hub.metrics(), &gauges);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/healthz", "Liveness: whether the process runs.")
            .answers_text("text/plain"),
        Operation::get("/readyz", "Readiness: whether new games may begin here.")
            .answers_text("text/plain")
            .refuses_plainly(&[503]),
        Operation::get("/metrics", "Metrics for Prometheus.").answers_text("text/plain"),
    ]
}
