//! `/api/puzzles/rush`: puzzles to be solved against the clock, the easiest first. Nobody is
//! rated by them, so each comes with its answer. What the games played here have not left
//! yet is drawn, so that there is a rush on a new server too.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::get;
use axum::{Extension, Json, Router};
use ladder::{Item, puzzle_points, puzzle_prior};
use protocol::Cause;
use rand::RngExt;
use rules::{Ending, Move, Setup, Variant};
use serde::Serialize;
use solver::{Budget, DifficultyBounds, Drawing, Outcome, Solver, WinningMoves, Wish};

use crate::admission::dear_thread;
use crate::admission::slots::Peer;
use crate::api::problem::Problem;
use crate::api::puzzles::legal;
use crate::api::state::AppState;
use crate::live::hub::Hub;
use crate::records::puzzle::Puzzle;
use crate::records::request_error::RequestError;

/// Puzzles of one rush: more than anybody solves in three minutes.
const PUZZLES: usize = 60;

/// Time for drawing what is missing: it takes a few milliseconds, unless the machine has much
/// to do. A rush for which it was too little is shorter.
const TIME: Duration = Duration::from_secs(5);

/// About how many objects: from the first that is drawn to the last.
const SIZES: (u64, u64) = (4, 34);

/// Winning moves of a drawn puzzle: with more it is none.
const MOST_WINNING: usize = 20;

/// What is drawn in turn: each explains itself at a glance and is solved by a formula.
const GAMES: [(&str, Ending); 8] = [
    ("nim", Ending::Normal),
    ("subtraction(1,2,3)", Ending::Normal),
    ("nim", Ending::Misere),
    ("octal(0.77)", Ending::Normal),
    ("multiheap(all)", Ending::Normal),
    ("nimble", Ending::Normal),
    ("fibonacci", Ending::Normal),
    ("moore(2)", Ending::Normal),
];

pub(crate) fn routes() -> Router<AppState> {
    Router::new().route("/api/puzzles/rush", get(rush))
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Rush {
    /// The easiest first.
    puzzles: Vec<RushPuzzle>,
}

/// A puzzle with its answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RushPuzzle {
    /// The position as the start of a game.
    game: Setup,
    /// The legal moves.
    moves: Vec<Move>,
    /// All moves that win.
    winning: Vec<Move>,
    /// The rating of a player who finds one of them in one of two cases.
    rating: f64,
}

async fn rush(
    State(state): State<AppState>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Json<Rush>, Problem> {
    let kept = {
        let _turn = state.readers.acquire().await;
        let chance = rand::rng().random();
        let found = state.hub.store().spread_puzzles(PUZZLES, chance).await;
        found.map_err(RequestError::from)?
    };
    let from = state.hub.admission.source(peer.address, &headers).into();
    let asking = state.hub.thinking.asked_from(from);
    let permit = asking.acquire().await.ok_or_else(|| RequestError::from(Cause::ManyStarts))?;
    let (hub, bytes, seed) = (Arc::clone(&state.hub), asking.bytes(), rand::rng().random());
    let made = dear_thread::run(move || {
        let _permit = permit;
        gathered(&hub, kept, seed, bytes)
    });
    let puzzles = made.await.map_err(|_| RequestError::from(Cause::NoStartFound))?;
    Ok(Json(Rush { puzzles }))
}

/// Those that are kept, without any that a rated game is about now, and drawn ones.
fn gathered(hub: &Hub, kept: Vec<Puzzle>, seed: u64, bytes: u64) -> Vec<RushPuzzle> {
    let mut puzzles: Vec<RushPuzzle> = kept.into_iter().filter_map(from_kept).collect();
    let began = Instant::now();
    let late = || began.elapsed() >= TIME;
    for number in 0..2 * PUZZLES {
        if puzzles.len() >= PUZZLES || late() {
            break;
        }
        let (name, ending) = GAMES[number % GAMES.len()];
        let size = SIZES.0 + (SIZES.1 - SIZES.0) * (number % PUZZLES) as u64 / PUZZLES as u64;
        let mut budget = Budget::positions(Drawing::WORK).bytes(bytes).until(&late);
        let seed = seed.wrapping_add(number as u64);
        puzzles.extend(drawn(name, ending, size, seed, &mut budget));
    }
    puzzles.retain(|puzzle| !hub.is_secret(&rules::Game::new(puzzle.game.clone())));
    puzzles.sort_by(|a, b| a.rating.total_cmp(&b.rating).then(a.moves.len().cmp(&b.moves.len())));
    puzzles
}

fn from_kept(puzzle: Puzzle) -> Option<RushPuzzle> {
    let Puzzle { game, winning, rating, .. } = puzzle;
    Some(RushPuzzle { moves: legal(&game)?, game, winning, rating })
}

/// A position of about this size that the player to move wins, but not by most moves.
fn drawn(
    name: &str,
    ending: Ending,
    size: u64,
    seed: u64,
    budget: &mut Budget<'_>,
) -> Option<RushPuzzle> {
    let variant: Variant = name.parse().ok()?;
    let mut solver = Solver::new(&variant);
    let outcome = Some(Outcome::N);
    let wish = Wish { variant, ending, size, outcome, difficulty: DifficultyBounds::ANY };
    let game = wish.find(seed, &mut solver, budget).ok()?;
    let found = solver.winning_moves(ending, game.start(), budget, MOST_WINNING);
    let WinningMoves::All(winning) = found else { return None };
    let moves = legal(&game)?;
    let item = Item::from_position(moves.len() as u64, winning.len() as u64, game.start());
    let rating = puzzle_points(puzzle_prior(item));
    (item.rarity > 0).then_some(RushPuzzle { game, moves, winning, rating })
}

/// What the path here answers and refuses.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/api/puzzles/rush", "Puzzles with their answers, the easiest first.")
            .answers::<Rush>(200)
            .refuses(&[503]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_a_rush_is_drawn_in_every_size() {
        for (name, ending) in GAMES {
            for size in [SIZES.0, 16, SIZES.1] {
                let found = (0..40).find_map(|seed| {
                    drawn(name, ending, size, seed, &mut Budget::positions(Drawing::WORK))
                });
                let Some(RushPuzzle { moves, winning, .. }) = found else {
                    panic!("{name} of {size}")
                };
                assert!(winning.iter().all(|mv| moves.contains(mv)), "{name}");
                assert!(!winning.is_empty() && 2 * winning.len() <= moves.len(), "{name}");
            }
        }
    }
}
