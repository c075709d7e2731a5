//! The admin's token, which the paths below `/admin` ask for.

use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::{Cause, Secret};

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
        let wanted = RequestError::from(Cause::AdminOnly);
        let wanted = Problem(StatusCode::UNAUTHORIZED, wanted);
        Err(([(WWW_AUTHENTICATE, "Bearer")], wanted).into_response())
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}
