//! Pieces in a box of up to four dimensions: their connected shapes, and one canonical form
//! for all rotations and reflections.

use rules::{Cells, Places};

use crate::engine::owned::Owned;

/// The most dimensions that the rules admit.
pub(crate) const AXES: usize = 4;

/// The number of words that hold the most cells that the rules admit.
const WORDS: usize = rules::MAX_CELLS.div_ceil(64);

/// A place in a box, axis by axis.
pub(crate) type Cell = [u16; AXES];

/// The cells of a box that hold a piece, numbered row by row. As a part of a position it is
/// connected and fills its box, whose longest side comes first; of all its rotations and
/// reflections it is the one with the smallest numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Grid {
    pub(crate) sides: Cell,
    bits: [u64; WORDS],
}

impl Owned for Grid {
    fn owned(&self) -> usize {
        0
    }
}

impl Grid {
    /// Returns the form that stands for all rotations and reflections.
    pub(crate) fn canonical(pieces: &[Cell]) -> Grid {
        let mut low = [u16::MAX; AXES];
        let mut high = [0; AXES];
        for cell in pieces {
            for axis in 0..AXES {
                low[axis] = low[axis].min(cell[axis]);
                high[axis] = high[axis].max(cell[axis]);
            }
        }
        let side = |axis: usize| high[axis] - low[axis] + 1;
        let mut best: Option<Grid> = None;
        for order in orders(side) {
            let sides = order.map(side);
            let mut strides = [1u16; AXES];
            for place in (0..AXES - 1).rev() {
                strides[place] = strides[place + 1] * sides[place + 1];
            }
            // An axis of one cell needs no mirroring.
            let long = sides.iter().filter(|&&side| side > 1).count();
            for mirror in 0..1 << long {
                let mut grid = Grid::empty(sides);
                for cell in pieces {
                    let mut number = 0;
                    for place in 0..long {
                        let axis = order[place];
                        number += strides[place]
                            * match mirror >> place & 1 {
                                0 => cell[axis] - low[axis],
                                _ => high[axis] - cell[axis],
                            };
                    }
                    grid.put(number.into());
                }
                if best.is_none_or(|best| grid.bits < best.bits) {
                    best = Some(grid);
                }
            }
        }
        best.expect("there is always the order of the sides by length")
    }
}

/// Returns the orders of the axes in which no side is longer than the one before.
fn orders(side: impl Fn(usize) -> u16) -> impl Iterator<Item = [usize; AXES]> {
    // Axes of one cell are all alike: one order of them is enough.
    let after =
        move |a: usize, b: usize| side(a) > side(b) || side(a) == side(b) && (side(a) > 1 || a < b);
    ORDERS.into_iter().filter(move |order| order.windows(2).all(|pair| after(pair[0], pair[1])))
}

/// All orders of the axes.
const ORDERS: [[usize; AXES]; 24] = {
    let mut orders = [[0; AXES]; 24];
    let (mut number, mut found) = (0, 0);
    while number < 256 {
        let order = [number / 64, number / 16 % 4, number / 4 % 4, number % 4];
        let seen = 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3];
        if seen == 0b1111 {
            orders[found] = order;
            found += 1;
        }
        number += 1;
    }
    orders
};

impl Grid {
    pub(crate) fn empty(sides: Cell) -> Grid {
        Grid { sides, bits: [0; WORDS] }
    }

    /// Reads the occupied cells of a board, which has as many cells as these sides.
    pub(crate) fn from_board(sides: Cell, board: &Cells) -> Grid {
        let mut grid = Grid::empty(sides);
        for cell in (0..grid.cells()).filter(|&cell| board.has(cell)) {
            grid.put(cell);
        }
        grid
    }

    pub(crate) fn cells(&self) -> usize {
        self.sides.iter().map(|&side| usize::from(side)).product()
    }

    pub(crate) fn has(&self, cell: usize) -> bool {
        self.bits[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(crate) fn put(&mut self, cell: usize) {
        self.bits[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes the piece away; returns whether there was one.
    pub(crate) fn take(&mut self, cell: usize) -> bool {
        let had = self.has(cell);
        self.bits[cell / 64] &= !(1 << (cell % 64));
        had
    }

    /// Returns the cells with a piece, ascending.
    pub(crate) fn pieces(self) -> impl Iterator<Item = usize> {
        let words = self.bits.into_iter().enumerate();
        words.flat_map(|(word, bits)| {
            rules::ones(bits.into()).map(move |bit| 64 * word + bit as usize)
        })
    }

    pub(crate) fn stride(&self, axis: usize) -> usize {
        self.sides[axis + 1..].iter().map(|&side| usize::from(side)).product()
    }

    /// Returns how many cells follow this one on the axis.
    pub(crate) fn ahead(&self, cell: usize, axis: usize) -> usize {
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

    /// Moves the connected shapes to `shapes` and leaves the grid empty.
    pub(crate) fn take_shapes(&mut self, shapes: &mut Vec<Grid>) {
        let strides = [0, 1, 2, 3].map(|axis| self.stride(axis));
        let (mut open, mut pieces) = (Vec::new(), Vec::new());
        while let Some(first) = self.pieces().next() {
            self.take(first);
            open.push(first);
            pieces.clear();
            while let Some(cell) = open.pop() {
                let place = self.cell(cell);
                pieces.push(place);
                for axis in 0..AXES {
                    let before = (place[axis] > 0).then(|| cell - strides[axis]);
                    let after = (place[axis] + 1 < self.sides[axis]).then(|| cell + strides[axis]);
                    for near in before.into_iter().chain(after) {
                        if self.take(near) {
                            open.push(near);
                        }
                    }
                }
            }
            shapes.push(Grid::canonical(&pieces));
        }
    }

    /// Returns whether point reflection leaves the grid as it is.
    pub(crate) fn is_symmetric(&self) -> bool {
        {
            let last = self.cells() - 1;
            self.pieces().all(|cell| self.has(last - cell))
        }
    }

    /// Returns the first cells of the runs that point reflection maps to themselves, by axis.
    /// In a symmetric grid they all go through the centre.
    fn central_runs(&self) -> impl Iterator<Item = usize> + '_ {
        let last = self.cells() - 1;
        (0..AXES).filter(move |&axis| {
            let (stride, middle) = (self.stride(axis), last / 2);
            // The centre itself, or the cell before the centre if that lies between two cells.
            let before = if last.is_multiple_of(2) { middle } else { (last + 1 - stride) / 2 };
            let two = !last.is_multiple_of(2) && 2 * before + stride == last;
            let one = last.is_multiple_of(2) && self.sides[axis] > 1;
            self.has(before) && (one || two && self.ahead(before, axis) > 0)
        })
    }

    /// Returns whether every move can be mirrored: then the mover loses normal play.
    pub(crate) fn is_mirrored(&self) -> bool {
        self.is_symmetric() && self.has_no_centre()
    }

    /// Returns whether no piece is its own mirror image or next to it on a line.
    pub(crate) fn has_no_centre(&self) -> bool {
        let centre = (self.cells() - 1) / 2;
        let own = !self.cells().is_multiple_of(2) && self.has(centre);
        !own && self.central_runs().next().is_none()
    }

    /// Returns the moves after which a board equals its own image through the centre: those
    /// that take the cells that break the symmetry or, if none does, a piece in the very
    /// middle.
    pub(crate) fn moves_to_symmetry(&self, odd: &[u64]) -> Vec<Places> {
        let taken = match odd {
            [] => self.centre(),
            odd => Some(odd.to_vec()),
        };
        taken.map(Places).into_iter().collect()
    }

    /// Returns the pieces to take first so that every move can be mirrored, if the grid is
    /// symmetric and one move is enough: the centre, or the two pieces next to it.
    pub(crate) fn centre(&self) -> Option<Vec<u64>> {
        let last = self.cells() - 1;
        let pieces: Vec<usize> = if self.cells().is_multiple_of(2) {
            let axis = self.central_runs().next()?;
            let stride = self.stride(axis);
            let first = (last - stride) / 2;
            vec![first, first + stride]
        } else {
            vec![last / 2]
        };
        let mut rest = *self;
        for &piece in &pieces {
            if !rest.take(piece) {
                return None;
            }
        }
        let pieces = pieces.into_iter().map(|piece| piece as u64).collect();
        (self.is_symmetric() && rest.is_mirrored()).then_some(pieces)
    }
}

#[cfg(test)]
mod tests;
