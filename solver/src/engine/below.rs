//! Positions that are decided together with all those below them. They must be few, and
//! numbered so that one pass from the smallest up is enough.

use std::fmt::Debug;

use rules::{Board, Ending, Places, Present, Rules};

use crate::engine::subsets::{SubsetValues, Subsets};
use crate::{Budget, Exhausted, Outcome};

/// All positions below one position.
pub(crate) trait Below<P>: Debug + Send {
    /// Returns who wins; `None` for a position that is not among them.
    fn outcome(&self, position: &P) -> Option<Outcome>;

    /// Returns the Sprague-Grundy value, where values were found.
    fn value(&self, _: &P) -> Option<u64> {
        None
    }

    /// Returns how many positions there are.
    fn positions(&self) -> u64;
}

/// A position described by the pieces that remain.
pub(crate) trait Pieces {
    /// Returns the places that are still occupied, ascending.
    fn places(&self) -> Vec<u64>;
}

impl Pieces for Board {
    fn places(&self) -> Vec<u64> {
        let cells = self.board.0.iter().zip(0u64..);
        cells.filter(|(piece, _)| **piece).map(|(_, cell)| cell).collect()
    }
}

impl Pieces for Present {
    fn places(&self) -> Vec<u64> {
        self.present.clone()
    }
}

/// The positions that have some of these pieces left.
#[derive(Debug)]
struct SomeOf {
    places: Vec<u64>,
    subsets: Subsets,
}

impl<P: Pieces> Below<P> for SomeOf {
    fn outcome(&self, position: &P) -> Option<Outcome> {
        number(&self.places, &position.places()).map(|pieces| self.subsets.outcome(pieces))
    }

    fn positions(&self) -> u64 {
        self.subsets.positions()
    }
}

/// The same positions in normal play, with their values.
#[derive(Debug)]
struct ValuesOfSome {
    places: Vec<u64>,
    values: SubsetValues,
}

impl<P: Pieces> Below<P> for ValuesOfSome {
    fn outcome(&self, position: &P) -> Option<Outcome> {
        Below::value(self, position).map(|value| Outcome::from_win(value != 0))
    }

    fn value(&self, position: &P) -> Option<u64> {
        number(&self.places, &position.places()).map(|pieces| self.values.value(pieces))
    }

    fn positions(&self) -> u64 {
        self.values.positions()
    }
}

/// Returns the cost of [`decide_subsets`], in positions of a budget; `None` if it is too high.
pub(crate) fn cost_of_subsets<R>(rules: &R, ending: Ending, position: &R::Position) -> Option<u64>
where
    R: Rules<Move = Places, Position: Pieces>,
{
    let pieces = position.places().len();
    if pieces > Subsets::MOST_PIECES {
        return None;
    }
    let moves =
        rules.count(position).filter(|&moves| moves <= Subsets::MOST_MOVES as u64)? as usize;
    let values = SubsetValues::cost(pieces, moves).filter(|_| ending == Ending::Normal);
    values.or_else(|| Subsets::cost(pieces, moves))
}

/// Decides all positions with some of the pieces of one position. It must be legal to take the
/// pieces of a move together from any position that has them.
///
/// # Errors
/// [`Exhausted`] when the budget was used up first.
pub(crate) fn decide_subsets<R>(
    rules: &R,
    ending: Ending,
    position: &R::Position,
    budget: &mut Budget<'_>,
) -> Result<Box<dyn Below<R::Position>>, Exhausted>
where
    R: Rules<Move = Places, Position: Pieces>,
{
    let places = position.places();
    let mut moves = Vec::new();
    for taken in rules.moves(position) {
        budget.spend()?;
        // A move takes pieces that are there.
        moves.extend(number(&places, &taken.0));
    }
    let pieces = places.len();
    if ending == Ending::Normal && SubsetValues::cost(pieces, moves.len()).is_some() {
        let values = SubsetValues::new(pieces, &moves, budget)?;
        return Ok(Box::new(ValuesOfSome { places, values }));
    }
    let subsets = Subsets::new(pieces, &moves, ending == Ending::Misere, budget)?;
    Ok(Box::new(SomeOf { places, subsets }))
}

/// Returns the number of the subset with these places; `None` if there are others among them.
fn number(all: &[u64], places: &[u64]) -> Option<u32> {
    places.iter().try_fold(0, |number, place| Some(number | 1 << all.binary_search(place).ok()?))
}
