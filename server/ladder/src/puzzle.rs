//! Puzzles on the ladder's scale: a position in which somebody threw away a win, and whether
//! another player finds the win. Each try is a game of the player against the puzzle and moves
//! both, as a decision moves a player and its kind of position; it does not affect ladder ratings.

use super::decision::Item;
use super::skill::{Belief, Evidence, UNKNOWN};
use super::strength::from_decisions;

/// How far puzzles of one kind of position differ, as a variance in millionths.
const BETWEEN_PUZZLES: i64 = 500_000;

/// How much a skill may have changed after a try, as a variance in millionths.
const DRIFT_A_TRY: i64 = 400;

/// A player's standing at puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleStanding {
    /// The skill that their tries show.
    pub skill: Belief,
    /// The puzzles they have tried, each counted once.
    pub tried: u32,
    /// The puzzles they have solved.
    pub solved: u32,
}

impl PuzzleStanding {
    /// The standing of a player who has tried none.
    pub const NEW: PuzzleStanding = PuzzleStanding { skill: UNKNOWN, tried: 0, solved: 0 };

    /// The rating in points, and its deviation.
    pub fn points(self) -> (f64, f64) {
        let (above, deviation) = from_decisions(self.skill).strength.points();
        (1500.0 + above, deviation)
    }

    /// Returns the standing after a try at a puzzle, and the updated belief about the puzzle.
    pub fn after_try(self, puzzle: Belief, solved: bool) -> (PuzzleStanding, Belief) {
        let mine = self.skill.drifted(DRIFT_A_TRY, UNKNOWN.variance);
        let mean = mine.mean - puzzle.mean;
        let of_me = Evidence::new(Belief { mean, variance: puzzle.variance }, solved);
        let of_it = Evidence::new(Belief { mean, variance: mine.variance }, solved);
        let after = PuzzleStanding {
            skill: mine.seeing(of_me, 1),
            tried: self.tried.saturating_add(1),
            solved: self.solved.saturating_add(solved.into()),
        };
        (after, puzzle.seeing(of_it, -1))
    }
}

/// Returns the difficulty of a puzzle before anybody has tried it: that of its kind of position.
pub fn puzzle_prior(item: Item) -> Belief {
    Belief { mean: item.difficulty(), variance: BETWEEN_PUZZLES }
}

/// Returns the rating of a player who solves a puzzle of this difficulty half of the time.
pub fn puzzle_points(difficulty: Belief) -> f64 {
    1500.0 + from_decisions(difficulty).strength.points().0
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARD: Item = Item { rarity: 5, parts: 3 };
    const EASY: Item = Item { rarity: 0, parts: 3 };

    #[test]
    fn solving_raises_the_player_and_lowers_the_puzzle() {
        let puzzle = puzzle_prior(HARD);
        let (up, easier) = PuzzleStanding::NEW.after_try(puzzle, true);
        let (down, harder) = PuzzleStanding::NEW.after_try(puzzle, false);
        assert!(up.points().0 > 1500.0 && down.points().0 < 1500.0);
        assert!(easier.mean < puzzle.mean && harder.mean > puzzle.mean);
        assert!(up.points().1 < PuzzleStanding::NEW.points().1);
        assert_eq!((up.tried, up.solved, down.tried, down.solved), (1, 1, 1, 0));
    }

    #[test]
    fn easy_puzzles_tell_little() {
        let gain = |item| PuzzleStanding::NEW.after_try(puzzle_prior(item), true).0.points().0;
        assert!(gain(EASY) < gain(HARD));
        let even = puzzle_points(Belief { mean: 0, variance: 2_500 });
        assert!((even - 1500.0).abs() < 1.0, "{even}");
        assert!(puzzle_points(puzzle_prior(EASY)) < puzzle_points(puzzle_prior(HARD)));
    }

    /// However many easy puzzles somebody solves, nobody is rated above the anchor that never errs.
    #[test]
    fn nobody_leaves_the_scale() {
        let mut stands = PuzzleStanding::NEW;
        for _ in 0..5_000 {
            stands = stands.after_try(puzzle_prior(EASY), true).0;
        }
        assert!(stands.points().0 <= 1742.0, "{:?}", stands.points());
    }
}
