//! Decides all positions of a box at once, by a sieve: each position that has not been crossed
//! out is lost, and all positions from which one move leads to it are crossed out. A position
//! is crossed out once for each of its winning moves, which are few, so this is a hundred
//! times faster than a search from the top; and a game's later positions are in the same box.

use crate::{Budget, Exhausted, Outcome};

/// The largest box: 16 MB of bits, about a second.
const MOST_CELLS: u64 = 1 << 27;

/// The most heaps of a box: a few lost positions can be reached from all combinations of
/// heaps.
const MOST_HEAPS: usize = 12;

/// The cells that share a word of the table; reading one word costs one position of the
/// budget.
const WORD: usize = u64::BITS as usize;

/// All positions in which no heap is larger than the corner's heap at the same place.
#[derive(Debug)]
pub(crate) struct Sieve {
    board: SieveBoard,
    /// How many positions the box has.
    cells: usize,
}

#[derive(Debug)]
struct SieveBoard {
    corner: Vec<u64>,
    /// The distance in the table between two successive sizes of each heap.
    strides: Vec<usize>,
    /// A bit for each position from which the mover wins.
    won: Vec<u64>,
}

/// A lost position, and the table to cross out in.
pub(crate) struct LostPosition<'a> {
    /// The heaps.
    pub(crate) heaps: &'a [u64],
    cell: usize,
    board: &'a mut SieveBoard,
}

impl LostPosition<'_> {
    /// Returns how many objects may be put on this heap without leaving the box.
    pub(crate) fn room(&self, place: usize) -> u64 {
        self.board.corner[place] - self.heaps[place]
    }

    /// Crosses out the positions with 1 to `most` more objects on each of one to `k` of these
    /// heaps.
    pub(crate) fn cross_some(&mut self, places: &[usize], k: u64, most: u64) {
        self.some(self.cell, places, k, most);
    }

    /// Recurses once for each of at most twelve heaps.
    fn some(&mut self, cell: usize, places: &[usize], k: u64, most: u64) {
        for (at, &place) in places.iter().enumerate() {
            let mut raised = cell;
            for _ in 0..self.room(place).min(most) {
                raised += self.board.strides[place];
                self.board.cross(raised);
                if k > 1 {
                    self.some(raised, &places[at + 1..], k - 1, most);
                }
            }
        }
    }

    /// Crosses out the positions with the same number of objects more on all these heaps.
    pub(crate) fn cross_equal(&mut self, places: &[usize]) {
        let most = places.iter().map(|&place| self.room(place)).min().unwrap_or(0);
        let step: usize = places.iter().map(|&place| self.board.strides[place]).sum();
        for amount in 1..=most as usize {
            self.board.cross(self.cell + amount * step);
        }
    }
}

impl SieveBoard {
    /// Returns a box in which nothing has been crossed out, and how many cells it has.
    fn below(corner: &[u64], budget: &mut Budget<'_>) -> Result<(SieveBoard, usize), Exhausted> {
        let mut strides = vec![1; corner.len()];
        for place in (1..corner.len()).rev() {
            strides[place - 1] = strides[place] * (corner[place] as usize + 1);
        }
        let cells: usize = corner.iter().map(|&heap| heap as usize + 1).product();
        budget.hold(cells.div_ceil(8) as u64)?;
        let won = vec![0; cells.div_ceil(WORD)];
        Ok((SieveBoard { corner: corner.to_vec(), strides, won }, cells))
    }

    fn is_crossed(&self, cell: usize) -> bool {
        self.won[cell / WORD] >> (cell % WORD) & 1 == 1
    }

    fn cross(&mut self, cell: usize) {
        self.won[cell / WORD] |= 1 << (cell % WORD);
    }

    /// Returns the first cell, from this one to the end of its word, that is not crossed out.
    fn next_lost(&self, cell: usize) -> Option<usize> {
        let left = !self.won[cell / WORD] >> (cell % WORD);
        (left != 0).then(|| cell + left.trailing_zeros() as usize)
    }
}

impl Sieve {
    /// Returns whether a box is small enough.
    pub(crate) fn fits(corner: &[u64]) -> bool {
        let cells = corner.iter().try_fold(1u64, |cells, &heap| cells.checked_mul(heap + 1));
        let held = corner.iter().filter(|&&heap| heap > 0).count();
        cells.is_some_and(|cells| cells <= MOST_CELLS) && held <= MOST_HEAPS
    }

    /// Sieves the box below `corner`, which must fit. `cross_out` is given each lost position
    /// and crosses out all positions from which a move leads to it; with `end_wins` the mover
    /// wins when nothing is left, as in misère play.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget was used up first.
    pub(crate) fn new(
        corner: &[u64],
        end_wins: bool,
        cross_out: impl Fn(&mut LostPosition<'_>),
        budget: &mut Budget<'_>,
    ) -> Result<Sieve, Exhausted> {
        let (mut board, cells) = SieveBoard::below(corner, budget)?;
        if end_wins {
            board.cross(0);
        }
        board.run(cells, cross_out, budget)?;
        Ok(Sieve { board, cells })
    }

    /// Returns the Sprague-Grundy value of the corner, whose box must fit. Lost positions have
    /// the value 0; positions that would be lost if all those of lower values were taken away
    /// have the next value.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget was used up first.
    pub(crate) fn corner_value(
        corner: &[u64],
        cross_out: impl Fn(&mut LostPosition<'_>),
        budget: &mut Budget<'_>,
    ) -> Result<u64, Exhausted> {
        let (mut board, cells) = SieveBoard::below(corner, budget)?;
        budget.hold(size_of_val(&board.won[..]) as u64)?;
        let mut valued = board.won.clone();
        for value in 0.. {
            board.won.copy_from_slice(&valued);
            board.run(cells, &cross_out, budget)?;
            if !board.is_crossed(cells - 1) {
                return Ok(value);
            }
            for (valued, won) in valued.iter_mut().zip(&board.won) {
                *valued |= !won;
            }
        }
        Err(Exhausted)
    }

    /// Returns how many positions have been decided.
    pub(crate) fn cells(&self) -> u64 {
        self.cells as u64
    }

    /// Returns who wins here; `None` outside the box.
    pub(crate) fn outcome(&self, heaps: &[u64]) -> Option<Outcome> {
        let SieveBoard { corner, strides, .. } = &self.board;
        let inside = heaps.len() == corner.len() && heaps.iter().zip(corner).all(|(a, b)| a <= b);
        let cell = || -> usize {
            heaps.iter().zip(strides).map(|(&heap, stride)| heap as usize * stride).sum()
        };
        inside.then(cell).map(|cell| Outcome::from_win(self.board.is_crossed(cell)))
    }
}

impl SieveBoard {
    /// Runs from the smallest position on: every position that is crossed out for a lost cell
    /// comes after it.
    fn run(
        &mut self,
        cells: usize,
        cross_out: impl Fn(&mut LostPosition<'_>),
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        let mut heaps = vec![0; self.corner.len()];
        for word in (0..cells).step_by(WORD) {
            budget.spend()?;
            let mut from = word;
            while from < (word + WORD).min(cells) {
                let Some(cell) = self.next_lost(from).filter(|&cell| cell < cells) else { break };
                for (place, heap) in heaps.iter_mut().enumerate() {
                    *heap = (cell / self.strides[place]) as u64 % (self.corner[place] + 1);
                }
                cross_out(&mut LostPosition { heaps: &heaps, cell, board: self });
                from = cell + 1;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_small_enough_by_its_cells_and_its_heaps() {
        assert!(Sieve::fits(&[]) && Sieve::fits(&[MOST_CELLS - 1]));
        assert!(!Sieve::fits(&[MOST_CELLS]) && !Sieve::fits(&[u64::MAX >> 1, 7]));
        let held = |heaps: usize| [&[0; 40][..], &vec![1; heaps]].concat();
        assert!(Sieve::fits(&held(MOST_HEAPS)), "empty heaps are none");
        assert!(!Sieve::fits(&held(MOST_HEAPS + 1)));
    }
}
