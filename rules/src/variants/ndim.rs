//! Nim on a board of one to four dimensions: a move removes neighbouring pieces
//! from one line parallel to an axis; an empty cell ends a line. In two
//! dimensions, misère, it is Piet Hein's TacTix.

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Board, Cells, MAX_CELLS, Places, Refusal, Rules};

/// The most dimensions: more serve no purpose.
const MAX_DIMS: usize = 4;

/// The board's sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedNdim")]
pub struct Ndim {
    dims: Vec<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedNdim {
    dims: Vec<u64>,
}

impl Ndim {
    /// Creates the game on a board with these sides.
    ///
    /// # Errors
    /// When there is no side or more than four, a side is 0, or the board has more than
    /// [`MAX_CELLS`] cells.
    pub fn new(dims: Vec<u64>) -> Result<Ndim, Refusal> {
        Refusal::below("dimensions", dims.len() as u64, 1)?;
        Refusal::above("dimensions", dims.len() as u64, MAX_DIMS as u64)?;
        Refusal::below("a side", dims.iter().copied().min().unwrap_or(0), 1)?;
        let cells = dims.iter().fold(1u64, |cells, &side| cells.saturating_mul(side));
        Refusal::above("cells of a board", cells, MAX_CELLS as u64)?;
        Ok(Ndim { dims })
    }

    /// Returns the sides, the last one running fastest.
    pub fn dims(&self) -> &[u64] {
        &self.dims
    }

    /// Returns how many cells the board has.
    pub fn cells(&self) -> usize {
        self.dims.iter().product::<u64>() as usize
    }

    /// Returns side and stride of each axis, beginning with the last axis, which has the
    /// smallest stride.
    pub fn axes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut stride = 1;
        self.dims.iter().rev().map(move |&side| {
            let axis = (side as usize, stride);
            stride *= side as usize;
            axis
        })
    }
}

impl TryFrom<UncheckedNdim> for Ndim {
    type Error = Refusal;

    fn try_from(UncheckedNdim { dims }: UncheckedNdim) -> Result<Ndim, Refusal> {
        Ndim::new(dims)
    }
}

impl Rules for Ndim {
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
        let first = mv.0[0] as usize;
        let on_axis = |(side, stride): (usize, usize)| {
            let line = (0..side - first / stride % side).map(|step| (first + step * stride) as u64);
            line.take(mv.0.len()).eq(mv.0.iter().copied())
        };
        if !self.axes().any(on_axis) {
            return Err(Refusal::IllegalMove("remove neighbouring pieces of one line"));
        }
        Ok(Board { board })
    }

    fn moves<'a>(&'a self, position: &'a Board) -> impl Iterator<Item = Places> + 'a {
        let pieces = (0..position.board.0.len()).filter(|&cell| position.board.has(cell));
        pieces.flat_map(move |first| {
            let longer = self.axes().flat_map(move |(side, stride)| {
                let line = (1..side - first / stride % side).map(move |step| first + step * stride);
                let line = line.take_while(|&cell| position.board.has(cell));
                line.map(move |last| (first..=last).step_by(stride).collect())
            });
            std::iter::once(Places(vec![first as u64])).chain(longer)
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
            "4 x 4 board",
            "ndim(4,4) 1111111111111111",
            "TacTix where the last move wins.",
        ),
        Preset::new(
            "TacTix",
            "misere ndim(4,4) 1111111111111111",
            "Take neighbours in a row or column of a 4 x 4 square, but not the last one (Hein 1950).",
        ),
        Preset::new(
            "3 x 5 board",
            "ndim(3,5) 111111111111111",
            "TacTix on 3 x 5, where the last move wins.",
        ),
        Preset::new("3 x 3 board", "ndim(3,3) 111111111", "A small board, won from its centre."),
        Preset::new(
            "2 x 3 x 3 block",
            "ndim(2,3,3) 111111111111111111",
            "Nim in space: lines along three axes.",
        ),
        Preset::new("2 x 2 x 2 x 2", "ndim(2,2,2,2) 1111111111111111", "Nim in four dimensions."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, assert_agree_on_boards};
    use crate::{Cells, Move};

    #[test]
    fn apply_and_moves_agree() {
        for dims in
            [vec![1], vec![5], vec![2, 3], vec![3, 2], vec![1, 4], vec![3, 3], vec![2, 2, 2]]
        {
            let rules = Ndim::new(dims).unwrap();
            assert_agree_on_boards(&rules, rules.cells());
        }
    }

    #[test]
    fn a_board_of_four_dimensions() {
        let rules = Ndim::new(vec![2, 2, 2, 2]).unwrap();
        let board = Board { board: Cells(vec![true; 16]) };
        let pairs = (0..16).flat_map(|a| (0..16).map(move |b| Move::List(vec![a, b].into())));
        let ones = (0..17).map(|a| Move::List(vec![a].into()));
        assert_agree(&rules, &board, &pairs.chain(ones).collect::<Vec<_>>());
        assert_eq!(rules.count(&board), Some(16 + 32));
    }

    #[test]
    fn boards_beyond_the_limits_are_refused() {
        for dims in [vec![], vec![0], vec![401], vec![21, 20], vec![u64::MAX, u64::MAX], vec![1; 5]]
        {
            assert!(Ndim::new(dims).is_err());
        }
        assert!(Ndim::new(vec![20, 20]).is_ok());
    }
}
