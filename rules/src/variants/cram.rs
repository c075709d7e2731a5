//! Cram: a move puts a domino on two neighbouring free cells of a board. (Gardner 1974;
//! Lemoine and Viennot 2012.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Board, Cells, MAX_CELLS, Places, Refusal, Rules};

/// The board's sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedCram")]
pub struct Cram {
    dims: [u64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedCram {
    dims: [u64; 2],
}

impl Cram {
    /// Creates a board with this many rows and columns.
    ///
    /// # Errors
    /// When a side is 0, or the board has more than [`MAX_CELLS`] cells.
    pub fn new(rows: u64, columns: u64) -> Result<Cram, Refusal> {
        Refusal::below("a side", rows.min(columns), 1)?;
        Refusal::above("cells of a board", rows.saturating_mul(columns), MAX_CELLS as u64)?;
        Ok(Cram { dims: [rows, columns] })
    }

    /// Returns how many rows there are.
    pub fn rows(&self) -> usize {
        self.dims[0] as usize
    }

    /// Returns how many columns there are.
    pub fn columns(&self) -> usize {
        self.dims[1] as usize
    }

    /// Returns how many cells there are.
    pub fn cells(&self) -> usize {
        self.rows() * self.columns()
    }

    /// Returns the cell to the right of this one and the one below, where they exist.
    fn next(self, cell: usize) -> impl Iterator<Item = usize> {
        let right = (!(cell + 1).is_multiple_of(self.columns())).then_some(cell + 1);
        let below = Some(cell + self.columns()).filter(|&below| below < self.cells());
        right.into_iter().chain(below)
    }
}

impl TryFrom<UncheckedCram> for Cram {
    type Error = Refusal;

    fn try_from(UncheckedCram { dims: [rows, columns] }: UncheckedCram) -> Result<Cram, Refusal> {
        Cram::new(rows, columns)
    }
}

/// The pieces of the [`Board`] are the free cells; a move is the two cells that a domino
/// covers.
impl Rules for Cram {
    type Position = Board;
    type Move = Places;

    fn admit(&self, position: &Board) -> Result<(), Refusal> {
        if position.board.0.len() != self.cells() {
            return Err(Refusal::BadPosition("the board has the wrong number of cells"));
        }
        Ok(())
    }

    fn apply(&self, position: &Board, mv: &Places) -> Result<Board, Refusal> {
        mv.check_order()?;
        let board = position.board.without(mv)?;
        match mv.0[..] {
            [a, b] if self.next(a as usize).any(|next| next as u64 == b) => Ok(Board { board }),
            _ => Err(Refusal::IllegalMove("a domino takes two neighbouring cells")),
        }
    }

    fn moves<'a>(&'a self, position: &'a Board) -> impl Iterator<Item = Places> + 'a {
        let free = (0..self.cells()).filter(|&cell| position.board.has(cell));
        free.flat_map(|cell| {
            let next = self.next(cell).filter(|&next| position.board.has(next));
            next.map(move |next| [cell, next].into_iter().collect())
        })
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Board {
        Board { board: Cells::deal(self.cells() as u64, size, below) }
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "Cram 4 x 4",
            "cram(4,4) 1111111111111111",
            "Won by mirroring the opponent's moves.",
        ),
        Preset::new(
            "Cram 4 x 5",
            "cram(4,5) 11111111111111111111",
            "Won with a domino in the middle.",
        ),
        Preset::new(
            "Cram 5 x 5",
            "cram(5,5) 1111111111111111111111111",
            "The smallest square without a mirror strategy.",
        ),
        Preset::new("Cram 3 x 4", "cram(3,4) 111111111111", "Six dominoes at most."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::assert_agree_on_boards;

    #[test]
    fn apply_and_moves_agree() {
        for (rows, columns) in [(1, 1), (1, 5), (5, 1), (2, 3), (3, 2), (3, 3)] {
            let rules = Cram::new(rows, columns).unwrap();
            assert_agree_on_boards(&rules, rules.cells());
        }
    }

    #[test]
    fn boards_beyond_the_limits_are_refused() {
        assert!(Cram::new(0, 3).is_err() && Cram::new(20, 21).is_err());
        assert!(Cram::new(u64::MAX, u64::MAX).is_err());
        assert!(Cram::new(20, 20).is_ok());
    }
}
