//! `POST /api/analysis`: who wins each position of a game, and why. It is off
//! the way of play: one request at a time, on a thread of its own, bounded in
//! positions and in time, so that no question slows a move down.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use protocol::ErrorCode;
use protocol::limits::MAX_LISTED_MOVES;
use rules::{Draft, Move, Setup};
use serde::{Deserialize, Serialize};
use solver::{Budget, review};
use tokio::sync::Semaphore;
use tracing::error;

use crate::refused::Refused;

/// Positions that one request may look at: more than enough for every game
/// that a person plays, and some seconds at the most.
const POSITIONS: u64 = 3_000_000;

/// Time that one request may take; what is not decided by then is said to be
/// unknown.
const TIME: Duration = Duration::from_secs(2);

/// Lets one request work at a time.
pub(crate) type Turn = Arc<Semaphore>;

/// A game to look at. Without moves it is a single position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    game: Draft,
    #[serde(default)]
    moves: Vec<Move>,
}

/// A refusal in the words of the wire.
#[derive(Debug, Serialize)]
struct Problem {
    code: ErrorCode,
    message: String,
}

/// Answers with a review, or with what is wrong with the question.
pub(crate) async fn analyse(
    State(turn): State<Turn>,
    question: Result<Json<Question>, JsonRejection>,
) -> Response {
    let Json(question) = match question {
        Ok(question) => question,
        Err(rejection) => {
            let refused = Refused::new(ErrorCode::BadMessage, rejection.body_text());
            return refuse(rejection.status(), refused);
        }
    };
    let setup = match check(question.game, &question.moves) {
        Ok(setup) => setup,
        Err(refused) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, refused),
    };
    let Ok(turn) = turn.try_acquire_owned() else {
        let refused = Refused::new(ErrorCode::TooMany, "another game is being looked at");
        return ([(RETRY_AFTER, "1")], refuse(StatusCode::SERVICE_UNAVAILABLE, refused))
            .into_response();
    };
    let work = tokio::task::spawn_blocking(move || {
        let began = Instant::now();
        let late = || began.elapsed() >= TIME;
        let reviewed =
            review(&setup, &question.moves, &mut Budget::positions(POSITIONS).until(&late));
        drop(turn);
        reviewed
    });
    match work.await {
        Ok(Ok(review)) => Json(review).into_response(),
        Ok(Err(refusal)) => refuse(StatusCode::UNPROCESSABLE_ENTITY, refusal.into()),
        Err(failure) => {
            error!(%failure, "the analysis failed");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

fn check(game: Draft, moves: &[Move]) -> Result<Setup, Refused> {
    if moves.len() > MAX_LISTED_MOVES {
        let why = format_args!("at most {MAX_LISTED_MOVES} moves are looked at");
        return Err(Refused::new(ErrorCode::TooMany, why));
    }
    Ok(Setup::try_from(game)?)
}

fn refuse(status: StatusCode, Refused { code, message }: Refused) -> Response {
    (status, Json(Problem { code, message })).into_response()
}
