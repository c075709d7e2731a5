//! Nim on boards: pieces that touch, side to side, are a part; where it lies,
//! how it is turned and mirrored does not matter.

use rules::{Board, Ending, Ndim};

use crate::search::{Game, Known, Pair};
use crate::sums::{SumOf, Sums, Theorem};
use crate::{Facts, Outcome, Why};

/// The most dimensions that the rules admit.
const AXES: usize = 4;

type Cell = [u16; AXES];

/// Boards as the search sees them.
#[derive(Debug)]
pub(crate) struct Shapes(Ndim);

/// What is known of a board.
pub(crate) fn ndim_theory(rules: Ndim) -> Sums<Shapes> {
    Sums::new(Shapes(rules))
}

/// Pieces that touch. Numbered row by row in a box with these sides, the longest
/// first; of all ways to turn and mirror it, the one with the smallest numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Shape {
    sides: Cell,
    pieces: Box<[u16]>,
}

/// Which cells of a box hold a piece.
struct Grid {
    sides: Cell,
    cells: Vec<bool>,
}

impl Shape {
    fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.sides);
        for &piece in &self.pieces {
            grid.cells[usize::from(piece)] = true;
        }
        grid
    }

    /// The form that stands for all turned and mirrored ones.
    fn canonical(pieces: &[Cell]) -> Shape {
        let mut low = [u16::MAX; AXES];
        let mut high = [0; AXES];
        for cell in pieces {
            for axis in 0..AXES {
                low[axis] = low[axis].min(cell[axis]);
                high[axis] = high[axis].max(cell[axis]);
            }
        }
        let side = |axis: usize| high[axis] - low[axis] + 1;
        let mut best: Option<Shape> = None;
        for order in orders(side) {
            let sides = order.map(side);
            // An axis of one cell needs no mirror.
            let mirrors = (0..1 << AXES).filter(|mirror: &u32| {
                (0..AXES).all(|axis| mirror >> axis & 1 == 0 || sides[axis] > 1)
            });
            for mirror in mirrors {
                let number = |cell: &Cell| {
                    (0..AXES).fold(0u16, |number, place| {
                        let axis = order[place];
                        let step = if mirror >> place & 1 == 0 {
                            cell[axis] - low[axis]
                        } else {
                            high[axis] - cell[axis]
                        };
                        number * sides[place] + step
                    })
                };
                let mut pieces: Box<[u16]> = pieces.iter().map(number).collect();
                pieces.sort_unstable();
                if best.as_ref().is_none_or(|best| pieces < best.pieces) {
                    best = Some(Shape { sides, pieces });
                }
            }
        }
        best.expect("there is always the order of the sides by length")
    }
}

/// The orders of the axes in which no side is longer than the one before.
fn orders(side: impl Fn(usize) -> u16) -> Vec<[usize; AXES]> {
    let mut orders = Vec::new();
    for a in 0..AXES {
        for b in (0..AXES).filter(|&b| b != a && side(b) <= side(a)) {
            for c in (0..AXES).filter(|&c| c != a && c != b && side(c) <= side(b)) {
                let d = AXES * (AXES - 1) / 2 - a - b - c;
                // Axes of one cell are all alike: one order of them is enough.
                let sorted =
                    [a, b, c, d].windows(2).all(|pair| side(pair[0]) > 1 || pair[0] < pair[1]);
                if side(d) <= side(c) && sorted {
                    orders.push([a, b, c, d]);
                }
            }
        }
    }
    orders
}

impl Grid {
    fn empty(sides: Cell) -> Grid {
        Grid { sides, cells: vec![false; sides.iter().map(|&side| usize::from(side)).product()] }
    }

    fn stride(&self, axis: usize) -> usize {
        self.sides[axis + 1..].iter().map(|&side| usize::from(side)).product()
    }

    /// How many cells follow this one on the axis.
    fn ahead(&self, cell: usize, axis: usize) -> usize {
        let side = usize::from(self.sides[axis]);
        side - 1 - cell / self.stride(axis) % side
    }

    fn cell(&self, mut number: usize) -> Cell {
        let mut cell = [0; AXES];
        for axis in (0..AXES).rev() {
            let side = usize::from(self.sides[axis]);
            cell[axis] = (number % side) as u16;
            number /= side;
        }
        cell
    }

    /// Adds the connected shapes to `shapes`; the grid is empty then.
    fn take_shapes(&mut self, shapes: &mut Vec<Shape>) {
        let strides = [0, 1, 2, 3].map(|axis| self.stride(axis));
        for first in 0..self.cells.len() {
            if !std::mem::take(&mut self.cells[first]) {
                continue;
            }
            let mut open = vec![first];
            let mut pieces = Vec::new();
            while let Some(cell) = open.pop() {
                let place = self.cell(cell);
                pieces.push(place);
                for axis in 0..AXES {
                    let before = (place[axis] > 0).then(|| cell - strides[axis]);
                    let after = (place[axis] + 1 < self.sides[axis]).then(|| cell + strides[axis]);
                    for near in before.into_iter().chain(after) {
                        if std::mem::take(&mut self.cells[near]) {
                            open.push(near);
                        }
                    }
                }
            }
            shapes.push(Shape::canonical(&pieces));
        }
    }

    /// Whether point reflection leaves the grid as it is.
    fn is_symmetric(&self) -> bool {
        self.cells.iter().eq(self.cells.iter().rev())
    }

    /// The cells of the runs that point reflection maps to themselves, by axis.
    /// In a symmetric grid they all go through the centre.
    fn central_runs(&self) -> impl Iterator<Item = usize> + '_ {
        let last = self.cells.len() - 1;
        (0..AXES).filter(move |&axis| {
            let stride = self.stride(axis);
            // The two cells next to the centre on this axis, or the centre.
            (0..self.cells.len()).any(|cell| {
                let mirror = last - cell;
                self.cells[cell]
                    && (cell == mirror && self.sides[axis] > 1
                        || cell + stride == mirror && self.ahead(cell, axis) > 0)
            })
        })
    }

    /// Whether every move can be mirrored: then the mover loses normal play.
    fn is_mirrored(&self) -> bool {
        self.is_symmetric() && self.has_no_centre()
    }

    /// Whether no piece is its own mirror image or next to it on a line.
    fn has_no_centre(&self) -> bool {
        let centre = (self.cells.len() - 1) / 2;
        let own = !self.cells.len().is_multiple_of(2) && self.cells[centre];
        !own && self.central_runs().next().is_none()
    }

    /// The pieces to take first so that every move can be mirrored, if the grid
    /// is symmetric and one move is enough: the centre, or the two pieces at it.
    fn centre(&self) -> Option<Vec<u64>> {
        let last = self.cells.len() - 1;
        let pieces: Vec<usize> = if self.cells.len().is_multiple_of(2) {
            let axis = self.central_runs().next()?;
            let stride = self.stride(axis);
            let first = (last - stride) / 2;
            vec![first, first + stride]
        } else {
            vec![last / 2]
        };
        let mut rest = Grid { sides: self.sides, cells: self.cells.clone() };
        for &piece in &pieces {
            if !std::mem::take(&mut rest.cells[piece]) {
                return None;
            }
        }
        let pieces = pieces.into_iter().map(|piece| piece as u64).collect();
        (self.is_symmetric() && rest.is_mirrored()).then_some(pieces)
    }
}

impl Game for Shapes {
    type Part = Shape;
    /// The first piece taken, the stride to the next, and how many.
    type Step = (usize, usize, usize);

    /// Long lines first.
    fn steps<'a>(&'a self, shape: &'a Shape) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
        let grid = shape.grid();
        let mut steps: Vec<_> = shape.pieces.iter().map(|&piece| (piece.into(), 1, 1)).collect();
        for axis in 0..AXES {
            let stride = grid.stride(axis);
            for first in shape.pieces.iter().map(|&piece| usize::from(piece)) {
                let line = (1..=grid.ahead(first, axis)).map(|step| first + step * stride);
                let length = line.take_while(|&cell| grid.cells[cell]).count();
                steps.extend((2..=length + 1).map(|count| (first, stride, count)));
            }
        }
        steps.sort_by_key(|&(_, _, count)| std::cmp::Reverse(count));
        steps.into_iter()
    }

    fn play(&self, shape: &Shape, &(first, stride, count): &Self::Step, parts: &mut Vec<Shape>) {
        let mut grid = shape.grid();
        for step in 0..count {
            grid.cells[first + step * stride] = false;
        }
        grid.take_shapes(parts);
    }

    fn size(&self, shape: &Shape) -> u64 {
        shape.pieces.len() as u64
    }

    /// A line is a heap of Nim, from whose middle one may take too; that changes
    /// no value, as two parts are together smaller than the line.
    fn known(&self, shape: &Shape) -> Known {
        if shape.sides[1] == 1 {
            let value = shape.pieces.len() as u64;
            let pair = Pair { value, firm: value > 1 };
            return Known { nimber: Some(value), pair: Some(Some(pair)), element: None };
        }
        let nimber = shape.grid().is_mirrored().then_some(0);
        Known { nimber, ..Known::default() }
    }
}

impl Shapes {
    fn grid(&self, position: &Board) -> Grid {
        let mut sides = [1; AXES];
        for (place, &side) in (AXES - self.0.dims().len()..).zip(self.0.dims()) {
            // An admitted side is at most 400.
            sides[place] = side as u16;
        }
        Grid { sides, cells: position.board.0.clone() }
    }
}

impl SumOf for Shapes {
    type Rules = Ndim;

    const PARTS: &'static str = "connected shapes";

    fn rules(&self) -> &Ndim {
        &self.0
    }

    fn parts(&self, position: &Board) -> Vec<Shape> {
        let mut shapes = Vec::new();
        self.grid(position).take_shapes(&mut shapes);
        shapes
    }

    /// Symmetric boards in normal play. With two even sides no line of a full
    /// board is its own mirror image; otherwise the centre is taken first.
    fn theorem(&self, ending: Ending, position: &Board) -> Option<Theorem> {
        let grid = self.grid(position);
        if ending == Ending::Misere || position.board.pieces() == 0 || !grid.is_symmetric() {
            return None;
        }
        let (outcome, grundy, first, sentence) = if grid.is_mirrored() {
            let sentence = "the opponent can answer every move with the one opposite the centre, \
                            so the player to move loses";
            (Outcome::P, Some(0), Vec::new(), sentence)
        } else {
            let sentence = "take the centre and then answer every move with the one opposite it, \
                            so the player to move wins";
            (Outcome::N, None, grid.centre()?, sentence)
        };
        let why = Why { sentence: sentence.to_owned(), facts: Facts::Mirror { first } };
        Some(Theorem { outcome, grundy, why })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;
    use crate::{Budget, Theory};
    use rules::Cells;

    fn board(cells: usize, pieces: u32) -> Board {
        Board { board: Cells((0..cells).map(|cell| pieces >> cell & 1 == 1).collect()) }
    }

    #[test]
    fn boards_agree_with_plain_recursion() {
        for dims in [vec![7], vec![1, 5], vec![2, 4], vec![3, 3], vec![2, 2, 2], vec![4, 2, 1]] {
            let rules = Ndim::new(dims).unwrap();
            let cells = rules.cells();
            let all = (0..1u32 << cells).filter(|pieces| pieces % 3 != 1 || cells < 9);
            agree(&mut ndim_theory(rules), all.map(|pieces| board(cells, pieces)));
        }
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
            let mut theory = ndim_theory(rules.clone());
            let outcome = theory.outcome(Ending::Normal, &full, &mut Budget::positions(0));
            assert_eq!(outcome, Ok(Outcome::from_win(even < 2)), "{rules:?}");
            let verdict = theory.verdict(Ending::Normal, &full, &mut Budget::positions(1_000));
            let Facts::Mirror { first } = verdict.why.facts else { panic!("{verdict:?}") };
            assert_eq!(first.is_empty(), even >= 2);
            if even < 2 {
                let child = rules::Rules::apply(&rules, &full, &rules::Places(first)).unwrap();
                let outcome = theory.outcome(Ending::Normal, &child, &mut Budget::positions(0));
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
            let result = ndim_theory(rules).outcome(Ending::Misere, &full, &mut budget);
            assert_eq!(result, Ok(outcome));
        }
    }
}
