//! `/api/puzzles/rush`: puzzles to solve against the clock, easiest first. They do not affect
//! ratings and are posed nowhere else, so each comes with its answer. Where the games played here have not yielded enough
//! puzzles, the rest is drawn, so that a new server has a rush too.

use std::time::Instant;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use protocol::costs::ExpensiveRequest;
use rand::RngExt;
use rules::Game;
use serde::Serialize;

use crate::admission::request_budgets::Requester;
use crate::api::charged_to::ChargedTo;
use crate::api::state::AppState;
use crate::matchmaking::drawn_puzzle::{self, RushPuzzle};
use crate::net::problem::Problem;
use crate::records::puzzle::Puzzle;
use crate::records::request_error::RequestError;

/// The number of puzzles in one rush: more than anybody solves in three minutes.
const PUZZLES: usize = 60;

pub(crate) fn routes() -> Router<AppState> {
    Router::new().route("/api/puzzles/rush", get(rush))
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Rush {
    /// The puzzles, easiest first.
    puzzles: Vec<RushPuzzle>,
}

/// Adds the legal moves to a stored puzzle; `None` if they are too many to list.
fn from_kept(puzzle: Puzzle) -> Option<RushPuzzle> {
    let Puzzle { game, winning, rating, .. } = puzzle;
    Some(RushPuzzle { moves: drawn_puzzle::legal(&game)?, game, winning, rating })
}

/// Returns stored puzzles, from the easiest to the hardest, and drawn ones, without any that would
/// help in a running rated game.
async fn rush(
    State(state): State<AppState>,
    ChargedTo(from): ChargedTo,
) -> Result<Json<Rush>, Problem> {
    let (chance, seed) = rand::rng().random();
    let kept = {
        let _turn = state.readers.acquire().await;
        let found = state.hub.store().spread_puzzles(PUZZLES, chance).await;
        found.map_err(RequestError::from)?
    };
    let mut puzzles: Vec<RushPuzzle> = kept.into_iter().filter_map(from_kept).collect();
    if puzzles.len() < PUZZLES {
        let requester = Requester { player: None, from };
        state.hub.budgets.charge(ExpensiveRequest::Start, 1, requester, Instant::now())?;
        let asking = state.hub.thinking.asked_from(from);
        puzzles.extend(drawn_puzzle::draw(asking, PUZZLES - puzzles.len(), seed).await?);
    }
    let mut shown = Vec::with_capacity(puzzles.len());
    for puzzle in puzzles {
        if !state.hub.is_secret(&Game::new(puzzle.game.clone())).await {
            shown.push(puzzle);
        }
    }
    let mut puzzles = shown;
    puzzles.sort_by(|a, b| a.rating.total_cmp(&b.rating).then(a.moves.len().cmp(&b.moves.len())));
    Ok(Json(Rush { puzzles }))
}

/// The OpenAPI descriptions of this path.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/api/puzzles/rush", "Puzzles with their answers, easiest first.")
            .answers::<Rush>(200)
            .refuses(&[429, 503]),
    ]
}
