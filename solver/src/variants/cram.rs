//! Cram: each connected set of free cells is a part; where it lies and how it is turned or
//! mirrored does not matter. A line of cells is a heap of Dawson's Kayles 0.07. On a board
//! with two even sides the second player wins by point reflection; on one with one even side
//! the first player wins by beginning in the middle (Gardner 1974). All other positions are
//! searched (Lemoine and Viennot 2012).

use rules::{Board, Cram, Ending, Places};

use crate::engine::below::{Below, cost_of_subsets, decide_subsets};
use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::grid::Grid;
use crate::engine::sums::{SumOf, Sums, Theorem};
use crate::engine::symmetry::{Involution, Symmetric, by_symmetry};
use crate::heaps::heap_moves::HeapMoves;
use crate::heaps::heap_values::HeapValues;
use crate::{Budget, Exhausted};

/// Boards as the search sees them.
#[derive(Debug)]
pub(crate) struct FreeCells {
    rules: Cram,
    lines: HeapValues,
    opposite: Involution,
}

/// Returns the theory of a board.
pub(super) fn theory(rules: Cram) -> Sums<FreeCells> {
    let lines = HeapValues::new(HeapMoves::octal(vec![0, 0, 7]));
    Sums::new(FreeCells { rules, lines, opposite: Involution::reversal(rules.cells()) })
}

impl FreeCells {
    fn grid(&self, position: &Board) -> Grid {
        // An admitted side is at most 400.
        let sides = [1, 1, self.rules.rows() as u16, self.rules.columns() as u16];
        Grid::from_board(sides, &position.board)
    }
}

/// Adds the shapes of more than one cell to `parts`.
fn split(mut grid: Grid, parts: &mut Vec<Grid>) {
    let before = parts.len();
    grid.take_shapes(parts);
    let mut place = before;
    while place < parts.len() {
        match parts[place].cells() {
            1 => drop(parts.swap_remove(place)),
            _ => place += 1,
        }
    }
}

impl SearchGame for FreeCells {
    type Part = Grid;
    /// A cell of the domino, and the stride to the other cell.
    type Step = (usize, usize);

    fn steps<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = (usize, usize)> + 'a {
        grid.pieces().flat_map(move |cell| {
            // A shape fills its box, so the longest side comes first.
            let next = (0..2).filter(move |&axis| grid.ahead(cell, axis) > 0);
            let strides = next.map(|axis| grid.stride(axis));
            strides.filter(move |stride| grid.has(cell + stride)).map(move |stride| (cell, stride))
        })
    }

    fn play(&self, grid: &Grid, &(cell, stride): &(usize, usize), parts: &mut Vec<Grid>) {
        let mut grid = *grid;
        grid.take(cell);
        grid.take(cell + stride);
        split(grid, parts);
    }

    fn size(&self, grid: &Grid) -> u64 {
        grid.pieces().count() as u64
    }

    fn known(&self, grid: &Grid) -> KnownPart {
        let nimber = match grid.sides[1] {
            1 => self.lines.get(self.size(grid)),
            _ => grid.is_mirrored().then_some(0),
        };
        KnownPart { nimber, ..KnownPart::default() }
    }
}

impl SumOf for FreeCells {
    type Rules = Cram;

    const PARTS: &'static str = "free regions";

    fn rules(&self) -> &Cram {
        &self.rules
    }

    fn parts(&self, position: &Board) -> Vec<Grid> {
        let mut parts = Vec::new();
        split(self.grid(position), &mut parts);
        parts
    }

    fn prepare(
        &mut self,
        ending: Ending,
        _: &[Grid],
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        let longest = self.rules.rows().max(self.rules.columns()) as u64;
        match ending {
            Ending::Normal => self.lines.reach(longest, budget),
            Ending::Misere => Ok(()),
        }
    }

    fn cost_below(&self, ending: Ending, position: &Board) -> Option<u64> {
        cost_of_subsets(&self.rules, ending, position)
    }

    /// Two free neighbours may be taken, whatever else is free.
    fn decide_below(
        &self,
        ending: Ending,
        position: &Board,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn Below<Board>>, Exhausted> {
        decide_subsets(&self.rules, ending, position, budget)
    }

    fn theorem(
        &self,
        ending: Ending,
        position: &Board,
        budget: &mut Budget<'_>,
    ) -> Option<Theorem<Places>> {
        by_symmetry(self, ending, position, budget)
    }
}

/// A domino overlaps its image only where it lies on the centre.
impl Symmetric for FreeCells {
    fn involutions(&self) -> &[Involution] {
        std::slice::from_ref(&self.opposite)
    }

    fn all_answered(&self, position: &Board, _: &Involution) -> bool {
        self.grid(position).has_no_centre()
    }

    fn restoring(
        &self,
        position: &Board,
        odd: &[u64],
        _: &Involution,
        _: &mut Budget<'_>,
    ) -> Vec<Places> {
        self.grid(position).moves_to_symmetry(odd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;
    use crate::{Outcome, Theory};
    use rules::Cells;

    fn board(cells: usize, free: u32) -> Board {
        Board { board: Cells((0..cells).map(|cell| free >> cell & 1 == 1).collect()) }
    }

    #[test]
    fn boards_agree_with_plain_recursion() {
        for (rows, columns) in [(1, 9), (7, 1), (2, 5), (3, 3), (3, 4), (4, 3)] {
            let rules = Cram::new(rows, columns).unwrap();
            let cells = rules.cells();
            let all = (0..1u32 << cells).rev().filter(|free| free % 3 != 1 || cells < 10);
            agree(&mut theory(rules), all.map(|free| board(cells, free)));
        }
    }

    #[test]
    fn large_boards_with_an_even_side_are_decided_by_symmetry() {
        for (rows, columns, outcome) in
            [(12, 12, Outcome::P), (20, 20, Outcome::P), (10, 11, Outcome::N), (7, 8, Outcome::N)]
        {
            let rules = Cram::new(rows, columns).unwrap();
            let full = Board { board: Cells(vec![true; rules.cells()]) };
            let mut theory = theory(rules);
            let budget = &mut Budget::positions(0);
            assert_eq!(theory.outcome(Ending::Normal, &full, budget), Ok(outcome));
            let first = theory.winning_move(Ending::Normal, &full, budget);
            assert_eq!(first.is_some(), outcome == Outcome::N);
        }
    }
}
