//! Starts of a wanted kind: which side wins them, and how hard that is.
//!
//! A start drawn at random is nearly always won for the first player: of Nim positions with
//! heaps up to 2^b, one in 2^b is not. So the outcome is chosen first, and a position dealt on
//! the wrong side is moved to the right one by one move.

use std::fmt;
use std::ops::RangeInclusive;

use rules::{Admitted, Ending, Heaps, Move, Refusal, Setup, Shape, Variant};

use crate::play::chance::SeededChoices;
use crate::play::lengths::Lengths;
use crate::theory::MOST_LISTED;
use crate::{Budget, Outcome, Solver, WinningMoves};

/// How many positions are dealt before the search is given up.
const TRIES: usize = 200;
/// The work spent on one of them, so that a hard one does not use up the budget.
const WORK_FOR_ONE: u64 = 50_000;

/// A description of the wanted start.
#[derive(Clone, Debug, PartialEq)]
pub struct StartRequest {
    /// The variant with its parameters.
    pub variant: Variant,
    /// Whether the last move wins or loses.
    pub ending: Ending,
    /// The approximate number of objects, as far as the parameters leave that open.
    pub size: u64,
    /// The side that should win it; `None` for either.
    pub outcome: Option<Outcome>,
    /// How hard it is.
    pub difficulty: DifficultyBounds,
}

/// Bounds on how hard a start is.
#[derive(Clone, Debug, PartialEq)]
pub struct DifficultyBounds {
    /// The share of the first player's moves that may win: 0 in lost positions.
    pub winning: RangeInclusive<f64>,
    /// How many moves the game may last when the winner hurries and the loser
    /// resists.
    pub length: RangeInclusive<u32>,
}

impl DifficultyBounds {
    /// No restrictions.
    pub const ANY: DifficultyBounds = DifficultyBounds { winning: 0.0..=1.0, length: 0..=u32::MAX };
}

/// How hard a start is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    /// The side that wins it.
    pub outcome: Outcome,
    /// The share of the first player's moves that win; `None` when there are too many moves to
    /// count.
    pub winning: Option<f64>,
    /// How many moves the game lasts; `None` when that was too much work to find.
    pub length: Option<u32>,
}

/// The reason why no start was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoStart {
    /// The request itself is refused.
    Refused(Refusal),
    /// Outcomes and grades are known only for two players.
    ManyPlayers,
    /// No start was found among this many positions, within the budget.
    NotFound {
        /// Positions tried.
        tried: usize,
    },
}

impl fmt::Display for NoStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoStart::Refused(refusal) => refusal.fmt(f),
            NoStart::ManyPlayers => f.write_str("with more than two players no outcome can be had"),
            NoStart::NotFound { tried } => write!(f, "no such start among {tried} positions"),
        }
    }
}

impl std::error::Error for NoStart {}

impl StartRequest {
    /// Finds a start of this kind; it is the same for the same seed and budget. The solver
    /// must be one for the request's variant.
    ///
    /// # Errors
    /// See [`NoStart`].
    pub fn find(
        &self,
        seed: u64,
        solver: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Setup, NoStart> {
        self.ensure_possible(self.outcome.is_some() || self.difficulty != DifficultyBounds::ANY)?;
        let mut chance = SeededChoices::new(seed);
        for _ in 0..TRIES {
            let one = budget.within(WORK_FOR_ONE, |budget| {
                self.deal(&mut chance, solver, budget)
                    .filter(|start| self.fits(start, solver, budget))
            });
            if let Some(start) = one {
                return Setup::new(self.variant.clone(), self.ending, start.into())
                    .map_err(NoStart::Refused);
            }
        }
        Err(NoStart::NotFound { tried: TRIES })
    }

    /// Refuses what the variant does not have; `graded`, whether an outcome or a grade is wanted.
    pub(super) fn ensure_possible(&self, graded: bool) -> Result<(), NoStart> {
        let rules = self.variant.rules();
        if graded && rules.seats() > 2 {
            return Err(NoStart::ManyPlayers);
        }
        match rules.endings().contains(&self.ending) {
            true => Ok(()),
            false => Err(NoStart::Refused(Refusal::BadEnding)),
        }
    }

    /// Deals a random position, and moves it to the right side if one move leads there.
    pub(super) fn deal(
        &self,
        chance: &mut SeededChoices,
        solver: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Option<Admitted> {
        let rules = self.variant.rules();
        let dealt = rules.deal(self.size, &mut |n| chance.below(n));
        let dealt = rules.admit(dealt).ok()?;
        let Some(wanted) = self.outcome else { return Some(dealt) };
        match solver.outcome(self.ending, &dealt, budget).ok()? {
            outcome if outcome == wanted => Some(dealt),
            Outcome::N => {
                let mv = solver.winning_move(self.ending, &dealt, budget)?;
                rules.apply(&dealt, &mv).ok()
            }
            Outcome::P => {
                let mv = rules.draw(&dealt, &mut |n| chance.below(n))?;
                rules.apply(&dealt, &mv).ok()
            }
        }
    }

    fn fits(&self, start: &Admitted, solver: &mut Solver, budget: &mut Budget<'_>) -> bool {
        if is_trivial(&self.variant, start) {
            return false;
        }
        if self.outcome.is_none() && self.difficulty == DifficultyBounds::ANY {
            return true;
        }
        let grade = grade(&self.variant, self.ending, start, solver, budget);
        let Some(grade) = grade else { return false };
        self.outcome.is_none_or(|outcome| outcome == grade.outcome)
            && within(&self.difficulty.winning, grade.winning, 0.0..=1.0)
            && within(&self.difficulty.length, grade.length, 0..=u32::MAX)
    }
}

/// Returns whether a value lies within the bounds; an unknown value does only if there are no
/// bounds.
fn within<T: PartialOrd>(
    bounds: &RangeInclusive<T>,
    value: Option<T>,
    all: RangeInclusive<T>,
) -> bool {
    value.map_or(*bounds == all, |value| bounds.contains(&value))
}

/// Returns how hard a position is; `None` when nothing is proven within the budget.
///
/// # Panics
/// It may, on a position that another variant has admitted.
pub fn grade(
    variant: &Variant,
    ending: Ending,
    position: &Admitted,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> Option<Grade> {
    let outcome = solver.outcome(ending, position, budget).ok()?;
    let winning = solver.winning_moves(ending, position, budget, MOST_LISTED);
    let winning = share_of_moves(variant, position, winning);
    let length = Lengths::default().measure(variant, ending, position, budget).ok();
    Some(Grade { outcome, winning, length })
}

/// Returns the share of all moves that these winning ones are; `None` when that is not known.
pub(crate) fn share_of_moves(
    variant: &Variant,
    position: &Admitted,
    winning: WinningMoves<Move>,
) -> Option<f64> {
    let WinningMoves::All(winning) = winning else { return None };
    let count = variant.rules().count(position)?;
    Some(winning.len() as f64 / count.max(1) as f64)
}

/// Returns whether a start is decided at a glance: it has fewer than two moves, an empty heap,
/// or every heap twice.
///
/// # Panics
/// It may, on a position that another variant has admitted.
pub fn is_trivial(variant: &Variant, start: &Admitted) -> bool {
    let rules = variant.rules();
    let mut moves = rules.moves(start);
    let first = moves.next();
    if moves.next().is_none() {
        // In Euclid the loser has a single move, which seldom ends the game.
        let left = first.and_then(|mv| rules.apply(start, &mv).ok());
        return !matches!(variant, Variant::Euclid(_))
            || left.is_none_or(|left| rules.is_over(&left));
    }
    let Some(Heaps { heaps }) = Shape::from_position(start) else { return false };
    let mut sorted = heaps.clone();
    sorted.sort_unstable();
    let pairs = sorted.chunk_by(|a, b| a == b).map(|equal| equal.len() / 2).sum::<usize>();
    // In Nim a pair also cancels next to other heaps.
    let cancels = matches!(variant, Variant::Nim(_) | Variant::Candy(_)) && pairs > 0;
    cancels || sorted.first() == Some(&0) || 2 * pairs == heaps.len()
}

#[cfg(test)]
mod tests;
