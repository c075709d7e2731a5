//! Who wins all rows of so many pieces at once, where a move turns certain sets of pieces over
//! and the last of a set must lie head up. A row is a number, and what it becomes is a smaller
//! one, so one pass from 0 upwards decides them all in misère play.

use crate::{Budget, Exhausted, Outcome};

/// Sets that are tried at the cost of one position of a search.
const LOOKS_A_POSITION: u64 = 128;

/// About so many sets are tried for each row before one is found that wins.
const LOOKS_A_ROW: u64 = 100;

/// More pieces than this would take more than a megabyte, and seconds.
const MOST_PIECES: u32 = 23;

/// A bit for each row.
#[derive(Debug)]
pub(crate) struct TurnedRows {
    pieces: u32,
    won: Vec<u64>,
}

impl TurnedRows {
    /// What it costs to decide all rows of so many pieces, in positions of a budget; `None`
    /// when they are too many.
    pub(crate) fn cost(pieces: u32) -> Option<u64> {
        (pieces <= MOST_PIECES).then(|| (LOOKS_A_ROW << pieces) / LOOKS_A_POSITION)
    }

    /// Decides all rows of so many pieces, which must [fit](TurnedRows::cost). `turned`: the
    /// sets that may be turned, as bits, when all lie head up.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget was used up first.
    pub(crate) fn decide(
        pieces: u32,
        turned: impl Iterator<Item = u32>,
        budget: &mut Budget<'_>,
    ) -> Result<TurnedRows, Exhausted> {
        let mut by_last: Vec<Vec<u32>> = vec![Vec::new(); pieces as usize];
        for set in turned {
            budget.spend()?;
            by_last[set.ilog2() as usize].push(set);
        }
        let words = (1usize << pieces).div_ceil(64);
        budget.hold((words * size_of::<u64>()) as u64)?;
        let mut rows = TurnedRows { pieces, won: vec![0; words] };
        let mut looks = 0;
        for row in 0..1u32 << pieces {
            if rows.wins(row, &by_last, &mut looks) {
                rows.won[row as usize / 64] |= 1 << (row % 64);
            }
            budget.spend_many(looks / LOOKS_A_POSITION)?;
            looks %= LOOKS_A_POSITION;
        }
        Ok(rows)
    }

    /// Whether some set leads to a lost row, or there is none to turn.
    fn wins(&self, row: u32, by_last: &[Vec<u32>], looks: &mut u64) -> bool {
        let heads = (0..self.pieces).filter(|piece| row >> piece & 1 == 1);
        let mut sets = heads.flat_map(|last| &by_last[last as usize]).peekable();
        *looks += 1;
        sets.peek().is_none()
            || sets.any(|set| {
                *looks += 1;
                self.outcome(row ^ set) == Some(Outcome::P)
            })
    }

    /// Who wins with heads up at these places, if they are among those that were decided.
    pub(crate) fn outcome(&self, heads: u32) -> Option<Outcome> {
        let is_there = u64::from(heads) < 1 << self.pieces;
        is_there.then(|| Outcome::from_win(self.won[heads as usize / 64] >> (heads % 64) & 1 == 1))
    }
}
