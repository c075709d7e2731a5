//! The sets of vertices that one move may remove, in order and one at a time: there are
//! too many for memory.

use super::growing::{connected_sets, growing_sets};
use super::{Graph, MAX_BOUND, Removal};
use crate::position::present::{below, ones};

impl Graph {
    /// Returns all sets of `present` that a move may remove, as bits, in the order of the
    /// moves, unless they are connected sets with a larger bound and more than can be counted.
    pub fn removals(&self, present: u128) -> impl Iterator<Item = u128> + '_ {
        let sizes = self.sizes_to_grow();
        let grown = sizes.map(|sizes| connected_sets(self, present, sizes));
        let in_order = sizes.is_none().then(|| self.in_order(present));
        grown.into_iter().flatten().chain(in_order.into_iter().flatten())
    }

    /// Returns the same sets in any order, the first of them at once. Connected sets are grown,
    /// which takes a tenth of the time of listing them in order.
    pub fn unsorted_removals(&self, present: u128) -> impl Iterator<Item = u128> + '_ {
        let sizes = match self.rule {
            Removal::Connected { min, max } => Some((min, max)),
            Removal::Star => None,
        };
        let grown = sizes.map(|sizes| growing_sets(self, present, sizes));
        let in_order = sizes.is_none().then(|| self.in_order(present));
        grown.into_iter().flatten().chain(in_order.into_iter().flatten())
    }

    /// Returns the sizes of connected sets that are grown, because listing them in order would
    /// take too long.
    fn sizes_to_grow(&self) -> Option<(u32, u32)> {
        match self.rule {
            Removal::Connected { min, max } if u64::from(max) > MAX_BOUND => Some((min, max)),
            Removal::Connected { .. } | Removal::Star => None,
        }
    }

    /// Lists the sets in order. A set is built vertex by vertex, ascending, and dropped as
    /// soon as no move begins with it.
    fn in_order(&self, present: u128) -> impl Iterator<Item = u128> + '_ {
        let (mut set, mut from) = (0u128, 0u64);
        std::iter::from_fn(move || {
            loop {
                let ahead = present & !below(from);
                let candidates = self.candidates(set, ahead);
                if candidates == 0 {
                    // Exhausted: continue with the last vertex's next sibling.
                    let last = u64::from(set.checked_ilog2()?);
                    set &= below(last);
                    from = last + 1;
                    continue;
                }
                let vertex = candidates.trailing_zeros();
                from = u64::from(vertex) + 1;
                let larger = set | 1 << vertex;
                if self.begins_move(larger, present & !below(from)) {
                    set = larger;
                    if self.is_move(set) {
                        return Some(set);
                    }
                }
            }
        })
    }

    /// Returns those vertices `ahead` that may come next in a move that begins with `set`:
    /// none that is too far away.
    fn candidates(&self, set: u128, ahead: u128) -> u128 {
        if set == 0 {
            return ahead;
        }
        match self.rule {
            Removal::Connected { .. } => self.component(set, set | ahead) & ahead,
            Removal::Star => {
                let centres = self.centres(set) & (set | ahead);
                ones(centres).fold(centres, |near, centre| near | self.neighbours(centre)) & ahead
            }
        }
    }

    /// Returns whether some move consists of `set` and any number of vertices `ahead`.
    pub(super) fn begins_move(&self, set: u128, ahead: u128) -> bool {
        match self.rule {
            Removal::Connected { min, max } => {
                let reach = self.component(set, set | ahead);
                let more = max.checked_sub(set.count_ones());
                reach & set == set
                    && reach.count_ones() >= min
                    && more.is_some_and(|more| self.can_join(set, ahead, more))
            }
            Removal::Star => self.centres(set) & (set | ahead) != 0,
        }
    }

    /// Returns whether at most `more` vertices `ahead` make `set` connected.
    fn can_join(&self, set: u128, ahead: u128, more: u32) -> bool {
        let piece = self.component(set, set);
        let next = ones(piece).fold(0, |next, vertex| next | self.neighbours(vertex)) & ahead;
        piece == set
            || more > 0
                && ones(next).any(|vertex| {
                    let vertex = 1 << vertex;
                    self.can_join(set | vertex, ahead & !vertex, more - 1)
                })
    }

    /// Returns whether a move may remove this set, if it is present.
    pub(super) fn is_move(&self, set: u128) -> bool {
        match self.rule {
            Removal::Connected { min, max } => {
                (min..=max).contains(&set.count_ones()) && self.component(set, set) == set
            }
            Removal::Star => self.centres(set) & set != 0,
        }
    }

    /// Returns the vertices, absent ones included, that are equal or adjacent to every vertex
    /// of the set.
    fn centres(&self, set: u128) -> u128 {
        ones(set)
            .fold(u128::MAX, |centres, vertex| centres & (self.neighbours(vertex) | 1 << vertex))
    }
}
