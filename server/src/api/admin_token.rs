//! The admin's token, which the paths below `/admin` ask for.

use std::time::Instant;

use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::costs::ExpensiveRequest;
use protocol::{Cause, Secret};

use crate::admission::request_budgets::Requester;
use crate::api::charged_to::ChargedTo;
use crate::api::state::AppState;
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;

/// Proof that the request carries the admin's token.
pub(super) struct Admin;

impl FromRequestParts<AppState> for Admin {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Admin, Response> {
        let Some(token) = state.admin else {
            let why = "no admin token is configured (NIM_ADMIN_TOKEN)";
            let refused = RequestError::because(Cause::AdminOnly, why);
            return Err(Problem::from(refused).into_response());
        };
        if bearer(&parts.headers).and_then(Secret::read) == Some(token) {
            return Ok(Admin);
        }
        let from = ChargedTo::from_request_parts(parts, state).await;
        let ChargedTo(from) = from.map_err(IntoResponse::into_response)?;
        let requester = Requester { player: None, from };
        let charged =
            state.hub.budgets.charge(ExpensiveRequest::Attempt, 1, requester, Instant::now());
        charged.map_err(|refused| Problem::from(refused).into_response())?;
        let wanted = RequestError::from(Cause::AdminOnly);
        let wanted = Problem(StatusCode::UNAUTHORIZED, wanted);
        Err(([(WWW_AUTHENTICATE, "Bearer")], wanted).into_response())
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}
