//! What is answered is true of the whole cluster: a server that another has replaced meanwhile
//! answers nothing from its memory.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::state::AppState;
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;

/// Gives an answer once it is certain that this server may still speak for the data.
pub(super) async fn confirmed(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let answer = next.run(request).await;
    match state.hub.store().confirm().await {
        Ok(()) => answer,
        Err(why) => Problem::from(RequestError::from(why)).into_response(),
    }
}
