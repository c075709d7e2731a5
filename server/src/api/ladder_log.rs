//! `GET /api/ladder/log` and the paths below it: the ladder's public record, so that anybody can
//! follow it while the server runs, prove that a match is in it, and that it only grows.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use ladder::{ContinuationProof, Hash, InclusionProof, LogHead};
use protocol::{Cause, Missing};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::api::extract::Query;
use crate::api::state::AppState;
use crate::net::problem::Problem;
use crate::records::request_error::RequestError;

/// The maximum number of entries in one answer: the games of each are read.
const MAX_ENTRIES: u32 = 200;

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/ladder/log", get(head))
        .route("/api/ladder/log/entries", get(entries))
        .route("/api/ladder/log/inclusion", get(inclusion))
        .route("/api/ladder/log/consistency", get(consistency))
}

/// The size of the log.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct HeadQuery {
    /// The number of entries; if omitted, all.
    size: Option<u32>,
}

/// Returns the signed head of the log, or of its first entries.
async fn head(
    State(state): State<AppState>,
    Query(HeadQuery { size }): Query<HeadQuery>,
) -> Result<Json<LogHead>, Problem> {
    let signer = state.hub.tournaments.signer().log().clone();
    let sign = move |leaves: &[Hash]| has_all(leaves, size).then(|| LogHead::sign(leaves, &signer));
    let _turn = state.readers.acquire().await;
    let head = state.hub.store().of_ladder_hashes(size, sign).await.map_err(RequestError::from)?;
    head.map(Json).ok_or_else(|| too_long("size"))
}

/// Whether there are as many entries as were asked for.
fn has_all(leaves: &[Hash], size: Option<u32>) -> bool {
    size.is_none_or(|size| leaves.len() >= size as usize)
}

fn too_long(field: &str) -> Problem {
    let why = RequestError::field(field, "at most the number of entries");
    Problem(StatusCode::BAD_REQUEST, why)
}

/// The start of the page.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct EntriesQuery {
    /// The `next` of the previous page.
    #[serde(default)]
    after: i64,
    /// The maximum number of entries: 200.
    limit: Option<u32>,
}

/// A page of the log.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LogPage {
    /// The entries in their order, each the JSON text that was hashed.
    entries: Vec<String>,
    /// The `after` of the next page; null on the last one.
    next: Option<i64>,
}

/// Returns entries of the log.
async fn entries(
    State(state): State<AppState>,
    Query(EntriesQuery { after, limit }): Query<EntriesQuery>,
) -> Result<Json<LogPage>, Problem> {
    let limit = limit.unwrap_or(MAX_ENTRIES).clamp(1, MAX_ENTRIES);
    let _turn = state.readers.acquire().await;
    let page = state.hub.store().ladder_lines(after, limit).await;
    let (entries, last) = page.map_err(RequestError::from)?;
    let next = (entries.len() == limit as usize).then_some(last);
    Ok(Json(LogPage { entries, next }))
}

/// The match.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct InclusionQuery {
    rated_match: Uuid,
}

/// The proofs of all entries about a match.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct InclusionProofs {
    /// In the order of the log; each, on a line, is a file that `nim-server verify --ladder` reads.
    proofs: Vec<InclusionProof>,
}

/// Proves that what the log says of a match is in it.
async fn inclusion(
    State(state): State<AppState>,
    Query(InclusionQuery { rated_match }): Query<InclusionQuery>,
) -> Result<Json<InclusionProofs>, Problem> {
    let signer = state.hub.tournaments.signer().log().clone();
    let _turn = state.readers.acquire().await;
    let proofs = state.hub.store().ladder_proofs(signer, rated_match).await;
    let proofs = proofs.map_err(RequestError::from)?;
    match proofs.is_empty() {
        true => Err(RequestError::from(Cause::NotFound { what: Missing::RatedMatch }).into()),
        false => Ok(Json(InclusionProofs { proofs })),
    }
}

/// Two sizes of the log.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ConsistencyQuery {
    /// The earlier number of entries, at least 1.
    from: u32,
    /// The later one; if omitted, all.
    to: Option<u32>,
}

/// Proves that the log continues its first entries.
async fn consistency(
    State(state): State<AppState>,
    Query(ConsistencyQuery { from, to }): Query<ConsistencyQuery>,
) -> Result<Json<ContinuationProof>, Problem> {
    let signer = state.hub.tournaments.signer().log().clone();
    let prove = move |leaves: &[Hash]| {
        has_all(leaves, to).then(|| ContinuationProof::new(leaves, from as usize, &signer))
    };
    let _turn = state.readers.acquire().await;
    let proof = state.hub.store().of_ladder_hashes(to, prove).await.map_err(RequestError::from)?;
    proof.ok_or_else(|| too_long("to"))?.map(Json).ok_or_else(|| too_long("from"))
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/api/ladder/log", "The signed head of the ladder's log.")
            .query::<HeadQuery>()
            .answers::<LogHead>(200)
            .refuses(&[400, 503]),
        Operation::get("/api/ladder/log/entries", "The log's entries, from which ratings follow.")
            .query::<EntriesQuery>()
            .answers::<LogPage>(200)
            .refuses(&[400, 503]),
        Operation::get("/api/ladder/log/inclusion", "The proof that a match is in the log.")
            .query::<InclusionQuery>()
            .answers::<InclusionProofs>(200)
            .refuses(&[400, 404, 503]),
        Operation::get("/api/ladder/log/consistency", "The proof that the log only grows.")
            .query::<ConsistencyQuery>()
            .answers::<ContinuationProof>(200)
            .refuses(&[400, 503]),
    ]
}
