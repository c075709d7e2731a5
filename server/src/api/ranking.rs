//! `GET /api/ladder` and what belongs to it: rankings, a player's career, and the
//! review of a finished game. Reads of what is stored; nothing here is live.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use protocol::{Cause, Missing, PlayerId, TableId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::api::extract::{Path, Query};
use crate::api::problem::Problem;
use crate::api::state::AppState;
use crate::records::refusal::Refused;
use crate::store::{BoardLine, Career, Ranked, Settled};
use ladder::Leaderboard;

/// Bouts in one answer: of each the games are read.
const MAX_BOUTS: u32 = 200;

/// After how long a review that is waited for may be asked for again.
const REVIEW_WITHIN: Duration = Duration::from_secs(2);

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/ladder", get(ladder))
        .route("/api/ladder/bouts", get(bouts))
        .route("/api/players/{player}/ratings", get(career))
        .route("/api/games/{table}/review", get(review))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Wanted {
    board: Option<String>,
    /// How many at most.
    top: Option<u32>,
}

/// Which rankings there are, or one of them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Ladder {
    Boards(Vec<BoardLine>),
    Board(Vec<Ranked>),
}

/// The names of all boards, or one board from the top.
async fn ladder(
    State(state): State<AppState>,
    Query(Wanted { board, top }): Query<Wanted>,
) -> Result<Json<Ladder>, Problem> {
    let store = state.hub.store();
    let Some(board) = board else {
        return Ok(Json(Ladder::Boards(store.boards().await.map_err(Refused::from)?)));
    };
    let board = board.parse::<Leaderboard>().map_err(|_| not_found(Missing::Leaderboard))?;
    let top = top.unwrap_or(u32::MAX);
    Ok(Json(Ladder::Board(store.ranking(board, top).await.map_err(Refused::from)?)))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct After {
    #[serde(default)]
    after: i64,
}

/// All bouts in the order in which they were rated, some at a time: so anybody
/// can work the ladder out again.
async fn bouts(
    State(state): State<AppState>,
    Query(After { after }): Query<After>,
) -> Result<Json<Vec<Settled>>, Problem> {
    let _turn = state.readers.acquire().await;
    Ok(Json(state.hub.store().settled(after, MAX_BOUTS).await.map_err(Refused::from)?))
}

/// What the ladder knows of a player.
async fn career(
    State(state): State<AppState>,
    Path(player): Path<Uuid>,
) -> Result<Json<Career>, Problem> {
    let career = state.hub.store().career(PlayerId(player)).await.map_err(Refused::from)?;
    career.map(Json).ok_or_else(|| not_found(Missing::Ratings))
}

/// Which moves of a finished game kept the win, and which threw it.
async fn review(
    State(state): State<AppState>,
    Path(table): Path<Uuid>,
) -> Result<Response, Problem> {
    if state.hub.is_half_played(TableId(table)) {
        return Err(Refused::from(Cause::RatedGameRunning).into());
    }
    match state.hub.store().review(TableId(table)).await.map_err(Refused::from)? {
        Some(Some(text)) => Ok(([(CONTENT_TYPE, "application/json")], text).into_response()),
        Some(None) => {
            let why = Refused::from(Cause::ReviewNotReady).after(REVIEW_WITHIN);
            Ok(Problem(StatusCode::ACCEPTED, why).into_response())
        }
        None => Err(not_found(Missing::FinishedGame)),
    }
}

fn not_found(what: Missing) -> Problem {
    Refused::from(Cause::NotFound { what }).into()
}

/// What the paths here read, answer and refuse.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;
    use crate::live::reviews::Told;

    vec![
        Operation::get("/api/ladder", "All rankings, or one of them from the top.")
            .query::<Wanted>()
            .answers::<Ladder>(200)
            .refuses(&[400, 404, 503]),
        Operation::get(
            "/api/ladder/bouts",
            "What has been rated, in order: enough to work all ratings out again.",
        )
        .query::<After>()
        .answers::<Vec<Settled>>(200)
        .refuses(&[400, 503]),
        Operation::get("/api/players/{player}/ratings", "What the ladder knows of a player.")
            .answers::<Career>(200)
            .refuses(&[400, 404, 503]),
        Operation::get(
            "/api/games/{table}/review",
            "Which moves of a finished game kept the win, which threw it, and what would have held.",
        )
        .answers::<Told>(200)
        .refuses(&[202, 400, 403, 404, 503]),
    ]
}
