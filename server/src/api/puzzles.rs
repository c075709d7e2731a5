//! `/api/puzzles`: positions in which somebody threw a win away, for others to solve. The winning
//! moves were proven by the review that found the puzzle, so an answer costs no solver time. And
//! `/api/daily`: the position of the day.

use std::time::Duration;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use protocol::{Cause, Missing, PlayerId, TableId};
use rand::RngExt;
use rules::{Game, Move, Setup};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::api::extract::{Body, Path, Query};
use crate::api::state::AppState;
use crate::identity::Caller;
use crate::matchmaking::daily::PositionOfDay;
use crate::matchmaking::drawn_puzzle::legal;
use crate::net::problem::Problem;
use crate::records::puzzle::{Puzzle, Tried};
use crate::records::request_error::RequestError;
use crate::store::{Entry, PuzzleCareer, PuzzleRequest, ShownPuzzleRating};

/// The maximum number of winning moves that an answer names.
const MOST_NAMED: usize = 10;

const DAY: Duration = Duration::from_secs(24 * 3600);

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/daily", get(daily))
        .route("/api/puzzles/next", get(next))
        .route("/api/puzzles/today", get(today))
        .route("/api/puzzles/{number}", post(attempt))
        .route("/api/players/{player}/puzzles", get(career))
}

/// The query for a puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PuzzleQuery {
    /// The variant and ending, as in `nim/normal`; if omitted, any.
    variant: Option<String>,
}

/// A puzzle to solve: one finds a move that wins.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PosedPuzzle {
    puzzle: i64,
    /// The position as the start of a game; the player to move can win.
    game: Setup,
    /// The legal moves, unless they are too many to list.
    moves: Option<Vec<Move>>,
    /// The rating of a player who solves it half of the time.
    rating: f64,
    tried: u32,
    solved: u32,
}

impl From<Puzzle> for PosedPuzzle {
    fn from(puzzle: Puzzle) -> PosedPuzzle {
        let Puzzle { number, game, rating, tried, solved, .. } = puzzle;
        PosedPuzzle { puzzle: number, moves: legal(&game), game, rating, tried, solved }
    }
}

/// Returns a puzzle about as hard as the caller is strong; registered callers get one that they
/// have not tried.
async fn next(
    State(state): State<AppState>,
    caller: Caller,
    Query(PuzzleQuery { variant }): Query<PuzzleQuery>,
) -> Result<Json<PosedPuzzle>, Problem> {
    let player = caller_player(&state, &caller).await;
    let request = PuzzleRequest { variant, player, chance: rand::rng().random() };
    let _turn = state.readers.acquire().await;
    posed(state.hub.store().next_puzzle(request).await.map_err(RequestError::from)?)
}

/// The position of the day, and how many have tried and solved it.
async fn daily(State(state): State<AppState>) -> Json<PositionOfDay> {
    Json(state.hub.position_of_day())
}

/// The puzzle of the day: the same for everybody.
async fn today(State(state): State<AppState>) -> Result<Json<PosedPuzzle>, Problem> {
    let store = state.hub.store();
    let day = store.calendar.now_ms().div_euclid(DAY.as_millis() as i64);
    let _turn = state.readers.acquire().await;
    let number = state.puzzles.of_day(store, day).await.map_err(RequestError::from)?;
    let found = store.puzzle(number.ok_or_else(no_puzzle)?, None).await;
    posed(found.map_err(RequestError::from)?.map(|(puzzle, _)| puzzle))
}

fn posed(found: Option<Puzzle>) -> Result<Json<PosedPuzzle>, Problem> {
    found.map(|puzzle| Json(puzzle.into())).ok_or_else(no_puzzle)
}

fn no_puzzle() -> Problem {
    RequestError::from(Cause::NotFound { what: Missing::Puzzle }).into()
}

/// The caller's id, if they are registered.
async fn caller_player(state: &AppState, caller: &Caller) -> Option<PlayerId> {
    let secret = caller.secret.as_ref()?;
    state.hub.identities.registered(Some(secret)).await.ok().map(|player| player.id)
}

/// A try at a puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PuzzleMove {
    #[serde(rename = "move")]
    mv: Move,
}

/// The result of a try.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct JudgedTry {
    solved: bool,
    /// The first ten moves that win.
    winning: Vec<Move>,
    /// Whether the try counted: a registered player's first does, unless the puzzle is a rush's.
    counted: bool,
    /// The caller's standing at puzzles after the try, if they are registered.
    stands: Option<ShownPuzzleRating>,
    /// The game in which somebody threw this win away, and after how many moves.
    table: TableId,
    ply: u32,
}

/// Judges a try at a puzzle.
async fn attempt(
    State(state): State<AppState>,
    caller: Caller,
    Path(number): Path<i64>,
    body: Body<PuzzleMove>,
) -> Result<Json<JudgedTry>, Problem> {
    let Json(PuzzleMove { mv }) = body?;
    let player = caller_player(&state, &caller).await;
    let open = player.and_then(|player| state.puzzles.open(player, number));
    let store = state.hub.store();
    let turn = state.readers.acquire().await;
    let found = store.puzzle(number, player).await.map_err(RequestError::from)?;
    // Free the reader's place: waiting for a commit must not hold up other readers.
    drop(turn);
    let (puzzle, tried) = found.ok_or_else(no_puzzle)?;
    let counts = !tried && !puzzle.is_for_rushes();
    let mut game = Game::new(puzzle.game);
    if state.hub.is_secret(&game).await {
        return Err(RequestError::from(Cause::RatedGameRunning).into());
    }
    game.play(mv.clone()).map_err(RequestError::from)?;
    let solved = puzzle.winning.contains(&mv);
    let counted = player.filter(|_| counts && open.is_some());
    if let Some(player) = counted {
        let tried = Tried { player, puzzle: number, solved };
        store.commit_now(&[Entry::PuzzleTried(&tried)]).await.map_err(RequestError::from)?;
    }
    let stands = match player {
        Some(player) => Some(store.puzzle_stands(player).await.map_err(RequestError::from)?),
        None => None,
    };
    Ok(Json(JudgedTry {
        solved,
        winning: puzzle.winning.into_iter().take(MOST_NAMED).collect(),
        counted: counted.is_some(),
        stands,
        table: puzzle.table,
        ply: puzzle.ply,
    }))
}

/// Returns a player's standing at puzzles.
async fn career(
    State(state): State<AppState>,
    Path(player): Path<Uuid>,
) -> Result<Json<PuzzleCareer>, Problem> {
    let _turn = state.readers.acquire().await;
    let career = state.hub.store().puzzle_career(PlayerId(player)).await;
    Ok(Json(career.map_err(RequestError::from)?))
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    vec![
        Operation::get("/api/daily", "The position of the day, and who has solved it.")
            .answers::<PositionOfDay>(200),
        Operation::get("/api/puzzles/next", "A puzzle near the caller's rating.")
            .by("player")
            .query::<PuzzleQuery>()
            .answers::<PosedPuzzle>(200)
            .refuses(&[400, 404, 503]),
        Operation::get("/api/puzzles/today", "The puzzle of the day.")
            .answers::<PosedPuzzle>(200)
            .refuses(&[404, 503]),
        Operation::post("/api/puzzles/{number}", "Try a move in a puzzle.")
            .by("player")
            .body::<PuzzleMove>()
            .answers::<JudgedTry>(200)
            .refuses(&[400, 403, 404, 415, 422, 503]),
        Operation::get("/api/players/{player}/puzzles", "A player's puzzle rating and tries.")
            .answers::<PuzzleCareer>(200)
            .refuses(&[400, 503]),
    ]
}
