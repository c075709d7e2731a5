//! `GET /api/ladder` and what belongs to it: rankings, a player's career, and the
//! review of a finished game. Reads of what is stored; nothing here is live.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};

use protocol::{PlayerId, TableId};
use serde::{Deserialize, Serialize};
use tracing::error;
use uuid::Uuid;

use crate::http::Shared;
use crate::ladder::Board;
use crate::store::StoreError;

/// Seconds after which a review that is waited for may be asked for again.
const ASK_AGAIN: &str = "2";

pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/ladder", get(ladder))
        .route("/api/players/{player}/ratings", get(career))
        .route("/api/games/{table}/review", get(review))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    board: Option<String>,
}

/// The names of all boards, or one board from the top.
async fn ladder(State(shared): State<Shared>, Query(Wanted { board }): Query<Wanted>) -> Response {
    let store = shared.hall.store();
    match board.map(|board| board.parse::<Board>()) {
        None => answer(store.boards().await),
        Some(Ok(board)) => answer(store.ranking(board).await),
        Some(Err(_)) => problem(
            StatusCode::NOT_FOUND,
            "a board is lane/overall or lane/family/ending/speed, such as people/nim/normal/fast",
        ),
    }
}

/// What the ladder knows of a player.
async fn career(State(shared): State<Shared>, Path(player): Path<Uuid>) -> Response {
    match shared.hall.store().career(PlayerId(player)).await {
        Ok(None) => problem(StatusCode::NOT_FOUND, "nothing of this player has been rated"),
        found => answer(found),
    }
}

/// Which moves of a finished game kept the win, and which threw it.
async fn review(State(shared): State<Shared>, Path(table): Path<Uuid>) -> Response {
    if shared.hall.is_half_played(TableId(table)) {
        let why = "the pair's other game is running, from the same start";
        return problem(StatusCode::FORBIDDEN, why);
    }
    match shared.hall.store().review(TableId(table)).await {
        Ok(Some(Some(text))) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
        Ok(Some(None)) => {
            let wait = problem(StatusCode::ACCEPTED, "the game waits for its review");
            ([(RETRY_AFTER, ASK_AGAIN)], wait).into_response()
        }
        Ok(None) => problem(
            StatusCode::NOT_FOUND,
            "no such finished game, or one that is not reviewed: bots alone, and not rated",
        ),
        Err(error) => failed(&error),
    }
}

fn answer<T: Serialize>(read: Result<T, StoreError>) -> Response {
    match read {
        Ok(found) => Json(found).into_response(),
        Err(error) => failed(&error),
    }
}

fn failed(error: &StoreError) -> Response {
    error!(%error, "cannot read the ladder");
    problem(StatusCode::INTERNAL_SERVER_ERROR, "the store cannot be read")
}

fn problem(status: StatusCode, message: &'static str) -> Response {
    #[derive(Serialize)]
    struct Problem {
        message: &'static str,
    }
    (status, Json(Problem { message })).into_response()
}
