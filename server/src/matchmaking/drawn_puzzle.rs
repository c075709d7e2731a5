//! Drawn puzzles, for a rush with too few puzzles from games: positions drawn in turn from games
//! that are understood at a glance, from small ones to large.

use std::time::Duration;

use ladder::{Item, puzzle_points, puzzle_prior};
use protocol::limits::MAX_LISTED_MOVES;
use rules::{Ending, Move, Setup, Variant};
use serde::Serialize;
use solver::{Budget, DifficultyBounds, Drawing, Outcome, Solver, StartRequest, WinningMoves};

use crate::admission::computing_time::ComputingTime;
use crate::admission::solver_memory::Asking;
use crate::matchmaking::drawn_start::when_solver_is_free;
use crate::records::request_error::RequestError;

/// How long drawing all of them may compute: it takes a few milliseconds. When the time is up, there
/// are fewer.
const TIME: Duration = Duration::from_secs(5);

/// The approximate number of objects in the first puzzle and in the last.
const SIZES: (u64, u64) = (6, 34);

/// The maximum number of winning moves of a drawn puzzle; a position with more is rejected.
const MOST_WINNING: usize = 20;

/// The games that are drawn in turn: each is solved by a formula.
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

/// A puzzle with its answer. One that is drawn is a position that the player to move wins, but with
/// at most half of all moves; its rating is estimated from the numbers of moves.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RushPuzzle {
    /// The position as the start of a game.
    pub(crate) game: Setup,
    /// The legal moves.
    pub(crate) moves: Vec<Move>,
    /// All moves that win.
    pub(crate) winning: Vec<Move>,
    /// The rating of a player who finds one of them half of the time.
    pub(crate) rating: f64,
}

/// Draws this many puzzles, or fewer if the time runs out.
pub(crate) async fn draw(
    asking: Asking<'_>,
    count: usize,
    seed: u64,
) -> Result<Vec<RushPuzzle>, RequestError> {
    when_solver_is_free(asking, move |bytes| find(count, seed, bytes)).await
}

fn find(count: usize, seed: u64, bytes: u64) -> Vec<RushPuzzle> {
    let time = ComputingTime::start(TIME);
    let late = || time.is_over();
    let mut found = Vec::new();
    for number in 0..2 * count {
        if found.len() >= count || late() {
            break;
        }
        let game = GAMES[number % GAMES.len()];
        let size = SIZES.0 + (SIZES.1 - SIZES.0) * (number % count) as u64 / count as u64;
        let mut budget = Budget::positions(Drawing::WORK).bytes(bytes).until(&late);
        found.extend(draw_one(game, size, seed.wrapping_add(number as u64), &mut budget));
    }
    found
}

fn draw_one(
    (name, ending): (&str, Ending),
    size: u64,
    seed: u64,
    budget: &mut Budget<'_>,
) -> Option<RushPuzzle> {
    let variant: Variant = name.parse().ok()?;
    let mut solver = Solver::new(&variant);
    let outcome = Some(Outcome::N);
    let request =
        StartRequest { variant, ending, size, outcome, difficulty: DifficultyBounds::ANY };
    let game = request.find(seed, &mut solver, budget).ok()?;
    let found = solver.winning_moves(ending, game.start(), budget, MOST_WINNING);
    let WinningMoves::All(winning) = found else { return None };
    let moves = legal(&game)?;
    let rules = game.variant().rules();
    let ends = |mv| rules.apply(game.start(), mv).is_ok_and(|next| rules.is_over(&next));
    // What ends the game at once is no riddle.
    if winning.iter().any(ends) {
        return None;
    }
    let item = Item::from_position(rules, game.start(), &winning)?;
    let rating = puzzle_points(puzzle_prior(item));
    (item.rarity > 0).then_some(RushPuzzle { game, moves, winning, rating })
}

/// Returns the legal moves of a start, unless there are too many to list.
pub(crate) fn legal(game: &Setup) -> Option<Vec<Move>> {
    let moves: Vec<Move> =
        game.variant().rules().moves(game.start()).take(MAX_LISTED_MOVES + 1).collect();
    (moves.len() <= MAX_LISTED_MOVES).then_some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those that are drawn in place of others that could not be are small again.
    #[test]
    fn a_rush_grows_from_the_smallest_size() {
        let found = find(4, 7, 1 << 30);
        let mut expected = Vec::new();
        for (number, size) in [6, 13, 20, 27, 6, 13, 20, 27].into_iter().enumerate() {
            let mut budget = Budget::positions(Drawing::WORK);
            expected.extend(draw_one(GAMES[number], size, 7 + number as u64, &mut budget));
        }
        expected.truncate(4);
        let games = |all: &[RushPuzzle]| all.iter().map(|one| one.game.clone()).collect::<Vec<_>>();
        assert_eq!(games(&found), games(&expected));
    }

    #[test]
    fn so_many_moves_are_listed_and_no_more() {
        let found = |heap: usize| legal(&format!("nim {heap}").parse().expect("a game"));
        assert_eq!(found(MAX_LISTED_MOVES).map(|moves| moves.len()), Some(MAX_LISTED_MOVES));
        assert_eq!(found(MAX_LISTED_MOVES + 1), None);
    }

    #[test]
    fn every_game_of_a_rush_is_drawn_in_every_size() {
        for kind in GAMES {
            for size in [SIZES.0, 16, SIZES.1] {
                let mut budget = Budget::positions(100 * Drawing::WORK);
                let all: Vec<_> =
                    (0..40).filter_map(|seed| draw_one(kind, size, seed, &mut budget)).collect();
                assert!(!all.is_empty(), "{kind:?} of {size}");
                for RushPuzzle { game, moves, winning, .. } in all {
                    assert!(winning.iter().all(|mv| moves.contains(mv)), "{game:?}");
                    assert!(!winning.is_empty() && 2 * winning.len() <= moves.len(), "{game:?}");
                    let rules = game.variant().rules();
                    let left = |mv| rules.apply(game.start(), mv).expect("a legal move");
                    assert!(!winning.iter().any(|mv| rules.is_over(&left(mv))), "{game:?}");
                }
            }
        }
    }
}
