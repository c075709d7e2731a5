//! Moore's theorem (1910): with moves on at most k heaps the mover loses exactly when the
//! number of ones in each binary column is a multiple of k + 1. In misère play the same holds
//! while a heap of two or more is left; with ones only, their number must be one more than a
//! multiple (Yamasaki 1980).
//!
//! Winning moves are found column by column, from the highest. A heap whose digit falls from 1
//! to 0 is free below: its lower digits may be anything. Whatever was chosen above, a column
//! can always be completed with at most k free heaps, so the search never runs into a dead
//! end, and the first move is found in one pass over the digits however large the heaps are.

use std::ops::ControlFlow;

use rules::Ending;

/// The condition on the columns under which the mover loses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    pub(crate) ending: Ending,
    /// The number of heaps from which one move may take.
    pub(crate) k: usize,
}

impl Columns {
    /// Returns how many heaps have a one in each column, the lowest first.
    pub(crate) fn counts(heaps: &[u64]) -> Vec<u64> {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let ones = |bit| heaps.iter().map(|heap| heap >> bit & 1).sum();
        (0..u64::BITS - largest.leading_zeros()).map(ones).collect()
    }

    /// Returns whether the mover loses.
    pub(crate) fn is_lost(self, heaps: &[u64]) -> bool {
        let only_ones = heaps.iter().all(|&heap| heap <= 1);
        let mut counts = Columns::counts(heaps);
        counts.resize(counts.len().max(1), 0);
        let wanted = self.lowest_remainder(only_ones);
        let remainder = |count: &u64| (*count % (self.k as u64 + 1)) as usize;
        remainder(&counts[0]) == wanted && counts[1..].iter().all(|count| remainder(count) == 0)
    }

    /// Returns the required remainder of the number of ones in the lowest column, modulo k +
    /// 1.
    fn lowest_remainder(self, only_ones: bool) -> usize {
        usize::from(self.ending == Ending::Misere && only_ones)
    }

    /// Returns the heaps after the winning moves, at most this many of them.
    pub(crate) fn winning(self, heaps: &[u64], most: usize) -> Vec<Vec<u64>> {
        let mut descent = Descent { columns: self, heaps, most, found: Vec::new() };
        let top = Columns::counts(heaps).len();
        let low = vec![0; heaps.len()];
        // The descent breaks off only when it has found enough.
        let _ = descent.column(top, &ColumnChoice { sizes: low, free: vec![false; heaps.len()] });
        descent.found
    }
}

/// The columns chosen so far, from the highest.
#[derive(Clone)]
struct ColumnChoice {
    sizes: Vec<u64>,
    free: Vec<bool>,
}

struct Descent<'a> {
    columns: Columns,
    heaps: &'a [u64],
    most: usize,
    found: Vec<Vec<u64>>,
}

impl Descent<'_> {
    /// Chooses the columns below `above`. The recursion has one level for each of at most 64
    /// columns.
    fn column(&mut self, above: usize, chosen: &ColumnChoice) -> ControlFlow<()> {
        let Some(bit) = above.checked_sub(1) else {
            if chosen.sizes != self.heaps {
                self.found.push(chosen.sizes.clone());
            }
            return if self.found.len() < self.most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            };
        };
        let places = || 0..self.heaps.len();
        let free: Vec<usize> = places().filter(|&place| chosen.free[place]).collect();
        let ones = places().filter(|&place| self.heaps[place] >> bit & 1 == 1);
        let ones: Vec<usize> = ones.filter(|&place| !chosen.free[place]).collect();
        for (dropped, raised) in self.counts(bit, chosen, ones.len(), free.len()) {
            for drop in subsets(&ones, dropped) {
                for raise in subsets(&free, raised) {
                    let mut next = chosen.clone();
                    for &place in ones.iter().chain(&raise) {
                        next.sizes[place] |= 1 << bit;
                    }
                    for &place in &drop {
                        next.sizes[place] &= !(1 << bit);
                        next.free[place] = true;
                    }
                    self.column(bit, &next)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns how many ones may be dropped and how many free heaps may be given a one.
    fn counts(
        &self,
        bit: usize,
        chosen: &ColumnChoice,
        ones: usize,
        free: usize,
    ) -> impl Iterator<Item = (usize, usize)> + use<> {
        let only_ones = bit == 0 && chosen.sizes.iter().all(|&size| size == 0);
        let wanted = if bit == 0 { self.columns.lowest_remainder(only_ones) } else { 0 };
        let k = self.columns.k;
        let dropped = 0..=ones.min(k - free);
        dropped.flat_map(move |dropped| {
            let fits = move |raised: &usize| (ones - dropped + raised) % (k + 1) == wanted;
            (0..=free).filter(fits).map(move |raised| (dropped, raised))
        })
    }
}

/// Returns all choices of `size` of the items, made one at a time: there may be more than fit
/// in memory.
fn subsets(items: &[usize], size: usize) -> impl Iterator<Item = Vec<usize>> + '_ {
    let mut next = (size <= items.len()).then(|| (0..size).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let places = next.take()?;
        let chosen = places.iter().map(|&place| items[place]).collect();
        let movable = (0..size).rev().find(|&at| places[at] < items.len() - size + at);
        next = movable.map(|at| {
            let first = places[at] + 1;
            let moved = (0..size - at).map(|after| first + after);
            places[..at].iter().copied().chain(moved).collect()
        });
        Some(chosen)
    })
}
