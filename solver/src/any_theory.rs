//! A common interface to the theories of all variants.

use rules::{Ending, Move, Position, Rules, Shape};

use crate::{Budget, Exhausted, Outcome, Theory, Verdict, WinningMoves};

/// [`Theory`] with the types erased.
pub(crate) trait AnyTheory: Send {
    fn verdict(&mut self, ending: Ending, position: &Position, budget: &mut Budget<'_>) -> Verdict;
    fn outcome(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted>;
    fn best_moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Vec<Move>;
    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Move>;
    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Option<Move>;
}

impl<T: Theory<Rules: Rules<Position: Shape>> + Send> AnyTheory for T {
    fn verdict(&mut self, ending: Ending, position: &Position, budget: &mut Budget<'_>) -> Verdict {
        match Shape::from_position(position) {
            Some(position) => Theory::verdict(self, ending, position, budget),
            None => Verdict::unknown(0),
        }
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        let position = Shape::from_position(position).ok_or(Exhausted)?;
        Theory::outcome(self, ending, position, budget)
    }

    fn best_moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Vec<Move> {
        let Some(position) = Shape::from_position(position) else { return Vec::new() };
        let moves = Theory::best_moves(self, position, budget);
        moves.into_iter().map(Into::into).collect()
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Move> {
        match Shape::from_position(position) {
            Some(position) => {
                Theory::winning_moves(self, ending, position, budget, most).map(Into::into)
            }
            None => WinningMoves::Unknown,
        }
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Option<Move> {
        let position = Shape::from_position(position)?;
        Theory::winning_move(self, ending, position, budget).map(Into::into)
    }
}
