//! The solver of one variant: the interface to the theories of all variants.

use rules::{Admitted, Ending, Move, Variant};

use crate::any_theory::AnyTheory;
use crate::{Budget, Exhausted, Outcome, Verdict, WinningMoves, variants};

/// Answers for one variant, and remembers. Make one for a game and keep it: the tables built
/// for one move serve the next.
///
/// Positions are [`Admitted`]: those of a [`Setup`](rules::Setup) or a [`Game`](rules::Game),
/// or the results of [`AnyRules::admit`](rules::AnyRules::admit).
///
/// ```
/// use rules::Setup;
/// use solver::{Budget, Certainty, Solver};
///
/// let setup: Setup = "octal(0.77) 5,8".parse()?; // Kayles
/// let mut solver = Solver::new(setup.variant());
/// let budget = &mut Budget::positions(10_000);
/// let verdict = solver.verdict(setup.ending(), setup.start(), budget);
/// assert!(matches!(verdict.certainty, Certainty::Proven(_)));
/// assert_eq!(verdict.grundy, Some(5));
/// # Ok::<(), rules::BadNotation>(())
/// ```
pub struct Solver {
    theory: Box<dyn AnyTheory>,
}

impl Solver {
    /// Creates a solver with empty tables.
    pub fn new(variant: &Variant) -> Solver {
        Solver { theory: variants::theory(variant) }
    }

    /// Returns who wins `position`, how surely, and why.
    ///
    /// # Panics
    /// It may, on a position that another variant has admitted.
    pub fn verdict(
        &mut self,
        ending: Ending,
        position: &Admitted,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        self.theory.verdict(ending, position, budget)
    }

    /// Returns who wins `position`, without the reason and without the value, which may cost as
    /// much again. A win by an argument that names no move counts.
    ///
    /// # Errors
    /// [`Exhausted`] when it is not decided within the budget, or where more than two play.
    ///
    /// # Panics
    /// It may, on a position that another variant has admitted.
    pub fn outcome(
        &mut self,
        ending: Ending,
        position: &Admitted,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        self.theory.outcome(ending, position, budget)
    }

    /// Returns the best moves where more counts than who wins: in a game for more than two those
    /// with which the mover survives, or the advised ones; in Candy Nim those with the best score.
    /// Empty in all other variants, and where the budget does not suffice.
    ///
    /// # Panics
    /// It may, on a position that another variant has admitted.
    pub fn best_moves(&mut self, position: &Admitted, budget: &mut Budget<'_>) -> Vec<Move> {
        self.theory.best_moves(position, budget)
    }

    /// Returns all winning moves, ascending, if they are at most `most`.
    ///
    /// # Panics
    /// It may, on a position that another variant has admitted.
    pub fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Admitted,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Move> {
        self.theory.winning_moves(ending, position, budget, most)
    }

    /// Returns one winning move, even if there are too many to list; `None` when none is
    /// known.
    ///
    /// # Panics
    /// It may, on a position that another variant has admitted.
    pub fn winning_move(
        &mut self,
        ending: Ending,
        position: &Admitted,
        budget: &mut Budget<'_>,
    ) -> Option<Move> {
        self.theory.winning_move(ending, position, budget)
    }
}
