//! A refusal as an HTTP answer.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use protocol::{Cause, ErrorCode};

use crate::records::request_error::RequestError;

/// A refusal as an HTTP answer, in the error format of the wire.
pub(crate) struct Problem(pub(crate) StatusCode, pub(crate) RequestError);

impl From<RequestError> for Problem {
    fn from(refused: RequestError) -> Problem {
        let status = match refused.code() {
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::Forbidden => StatusCode::FORBIDDEN,
            ErrorCode::GameOver | ErrorCode::NameTaken | ErrorCode::TooSoon => StatusCode::CONFLICT,
            ErrorCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::Busy | ErrorCode::StorageUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Problem(status, refused)
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        let refused = RequestError::because(Cause::Unreadable, rejection.body_text());
        Problem(rejection.status(), refused)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Problem(status, refused) = self;
        let body = refused.body();
        let seconds = body.retry_after_ms.map(|ms| ms.div_ceil(1_000).to_string());
        let retry_after = seconds.map(|seconds| [(RETRY_AFTER, seconds)]);
        (status, retry_after, Json(body)).into_response()
    }
}
