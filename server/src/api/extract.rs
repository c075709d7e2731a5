//! Extractors for the parts of a request: its path, query and body. A part that cannot be read is
//! refused with the error format of the wire, like everything else.

use axum::Json;
use axum::extract::FromRequestParts;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::http::request::Parts;
use protocol::Cause;
use serde::de::DeserializeOwned;

use crate::net::problem::Problem;
use crate::records::request_error::RequestError;

/// The body.
pub(crate) type Body<T> = Result<Json<T>, JsonRejection>;

/// The parameters of the path.
pub(crate) struct Path<T>(pub(crate) T);

/// The query.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Problem> {
        let unread = |why: PathRejection| refuse(why.status(), why.body_text());
        axum::extract::Path::from_request_parts(parts, state)
            .await
            .map(|found| Path(found.0))
            .map_err(unread)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Problem> {
        let unread = |why: QueryRejection| refuse(why.status(), why.body_text());
        axum::extract::Query::from_request_parts(parts, state)
            .await
            .map(|found| Query(found.0))
            .map_err(unread)
    }
}

fn refuse(status: StatusCode, why: String) -> Problem {
    Problem(status, RequestError::because(Cause::Unreadable, why))
}
