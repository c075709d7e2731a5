//! Nim on boards: each set of connected pieces is a part; where it lies and how it is turned
//! or mirrored does not matter.

use rules::{Board, Ending, Ndim, Places};

use crate::engine::below::{Below, cost_of_subsets, decide_subsets};
use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::grid::{AXES, Grid};
use crate::engine::pair::Pair;
use crate::engine::sums::{SumOf, Sums, Theorem};
use crate::engine::symmetry::{Involution, Symmetric, by_symmetry};
use crate::{Budget, Exhausted};

/// Boards as the search sees them.
#[derive(Debug)]
pub(crate) struct Shapes {
    rules: Ndim,
    opposite: Involution,
}

/// Returns the theory of a board.
pub(super) fn theory(rules: Ndim) -> Sums<Shapes> {
    let opposite = Involution::reversal(rules.cells());
    Sums::new(Shapes { rules, opposite })
}

impl SearchGame for Shapes {
    type Part = Grid;
    /// The first piece taken, the stride to the next, and how many.
    type Step = (usize, usize, usize);

    /// Long lines come first.
    fn steps<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
        let mut steps: Vec<_> = grid.pieces().map(|piece| (piece, 1, 1)).collect();
        for axis in (0..AXES).filter(|&axis| grid.sides[axis] > 1) {
            let stride = grid.stride(axis);
            for first in grid.pieces() {
                let line = (1..=grid.ahead(first, axis)).map(|step| first + step * stride);
                let length = line.take_while(|&cell| grid.has(cell)).count();
                steps.extend((2..=length + 1).map(|count| (first, stride, count)));
            }
        }
        steps.sort_by_key(|&(_, _, count)| std::cmp::Reverse(count));
        steps.into_iter()
    }

    fn play(&self, grid: &Grid, &(first, stride, count): &Self::Step, parts: &mut Vec<Grid>) {
        let mut grid = *grid;
        for step in 0..count {
            grid.take(first + step * stride);
        }
        grid.take_shapes(parts);
    }

    fn size(&self, grid: &Grid) -> u64 {
        grid.pieces().count() as u64
    }

    /// A line is a heap of Nim that may also be split by taking from its middle; that does not
    /// change its value, as the two parts together are smaller than the line.
    fn known(&self, grid: &Grid) -> KnownPart {
        if grid.sides[1] == 1 {
            let value = self.size(grid);
            let pair = Pair { value, firm: value > 1 };
            return KnownPart { nimber: Some(value), pair: Some(Some(pair)), element: None };
        }
        let nimber = grid.is_mirrored().then_some(0);
        KnownPart { nimber, ..KnownPart::default() }
    }
}

impl Shapes {
    fn grid(&self, position: &Board) -> Grid {
        let mut sides = [1; AXES];
        for (place, &side) in (AXES - self.rules.dims().len()..).zip(self.rules.dims()) {
            // An admitted side is at most 400.
            sides[place] = side as u16;
        }
        Grid::from_board(sides, &position.board)
    }
}

impl SumOf for Shapes {
    type Rules = Ndim;

    const PARTS: &'static str = "connected shapes";

    fn rules(&self) -> &Ndim {
        &self.rules
    }

    fn parts(&self, position: &Board) -> Vec<Grid> {
        let mut shapes = Vec::new();
        self.grid(position).take_shapes(&mut shapes);
        shapes
    }

    fn cost_below(&self, ending: Ending, position: &Board) -> Option<u64> {
        cost_of_subsets(&self.rules, ending, position)
    }

    /// Pieces in a line with no gap between them stay together until one is taken.
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

/// Every line has its image on the opposite side of the board's centre. With two even sides no
/// line of a full board is its own image; otherwise the centre is taken first.
impl Symmetric for Shapes {
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
    use crate::{Facts, Outcome, Theory};
    use rules::{Cells, Rules};

    fn board(cells: usize, pieces: u32) -> Board {
        Board { board: Cells((0..cells).map(|cell| pieces >> cell & 1 == 1).collect()) }
    }

    #[test]
    fn boards_agree_with_plain_recursion() {
        for dims in [vec![7], vec![1, 5], vec![2, 4], vec![3, 3], vec![2, 2, 2], vec![4, 2, 1]] {
            let rules = Ndim::new(dims).unwrap();
            let cells = rules.cells();
            let all = (0..1u32 << cells).filter(|pieces| pieces % 3 != 1 || cells < 9);
            agree(&mut theory(rules), all.map(|pieces| board(cells, pieces)));
        }
    }

    /// The boards are larger than a first search reaches, so that all subsets are decided
    /// together.
    #[test]
    fn boards_decided_together_agree_with_plain_recursion() {
        let rules = Ndim::new(vec![3, 4]).unwrap();
        let mut theory = theory(rules);
        let all = (0..1u32 << 12).rev().step_by(7).map(|pieces| board(12, pieces));
        agree(&mut theory, all);
        assert!(theory.has_decided_together(Ending::Misere));
    }

    #[test]
    fn full_boards_are_lost_when_two_sides_are_even() {
        for dims in [
            vec![1],
            vec![400],
            vec![20, 20],
            vec![19, 20],
            vec![19, 19],
            vec![2, 3, 4],
            vec![3, 3, 3],
            vec![2, 3, 5],
            vec![3, 3, 3, 3],
            vec![2, 2, 2, 2],
            vec![4, 3, 5, 1],
        ] {
            let even = dims.iter().filter(|&side| side % 2 == 0).count();
            let rules = Ndim::new(dims).unwrap();
            let full = Board { board: Cells(vec![true; rules.cells()]) };
            let mut theory = theory(rules.clone());
            let outcome = theory.outcome(Ending::Normal, &full, &mut Budget::positions(0));
            assert_eq!(outcome, Ok(Outcome::from_win(even < 2)), "{rules:?}");
            let verdict = theory.verdict(Ending::Normal, &full, &mut Budget::positions(1_000));
            let Facts::Mirror { first, .. } = verdict.why.facts else { panic!("{verdict:?}") };
            assert_eq!(first.is_empty(), even >= 2);
            if even < 2 {
                let child = rules.apply(&full, &Places(first)).unwrap();
                let outcome = theory.outcome(Ending::Normal, &child, &mut Budget::positions(0));
                assert_eq!(outcome, Ok(Outcome::P));
            }
        }
    }

    /// After the first move, answering each move with the partners of the pieces taken leaves
    /// a lost position each time.
    #[test]
    fn partners_answer_every_move() {
        for dims in [vec![2, 2], vec![3, 3], vec![3, 4], vec![2, 2, 3], vec![4, 4]] {
            let rules = Ndim::new(dims).unwrap();
            let full = Board { board: Cells(vec![true; rules.cells()]) };
            let mut theory = theory(rules.clone());
            let verdict = theory.verdict(Ending::Normal, &full, &mut Budget::positions(1_000));
            let Facts::Mirror { first, partners } = verdict.why.facts else { panic!() };
            let left = match first.is_empty() {
                true => full,
                false => rules.apply(&full, &Places(first)).unwrap(),
            };
            assert_eq!(2 * partners.len(), left.board.pieces());
            for taken in rules.moves(&left) {
                let partner = |cell: &u64| {
                    let pair = partners.iter().find(|pair| pair.iter().any(|p| p[0] == *cell));
                    let [a, b] = pair.unwrap();
                    if a[0] == *cell { b[0] } else { a[0] }
                };
                let mut answer: Vec<u64> = taken.0.iter().map(partner).collect();
                answer.sort_unstable();
                let left = rules.apply(&left, &taken).unwrap();
                let left = rules.apply(&left, &Places(answer)).unwrap();
                let outcome = theory.outcome(Ending::Normal, &left, &mut Budget::positions(0));
                assert_eq!(outcome, Ok(Outcome::P));
            }
        }
    }

    #[test]
    fn tactix_is_lost_for_the_first_player() {
        let mut budget = Budget::positions(50_000_000);
        for (dims, outcome) in [
            (vec![2, 2], Outcome::P),
            (vec![3, 3], Outcome::N),
            (vec![3, 4], Outcome::N),
            (vec![4, 4], Outcome::P),
        ] {
            let rules = Ndim::new(dims).unwrap();
            let full = Board { board: Cells(vec![true; rules.cells()]) };
            let result = theory(rules).outcome(Ending::Misere, &full, &mut budget);
            assert_eq!(result, Ok(outcome));
        }
    }
}
