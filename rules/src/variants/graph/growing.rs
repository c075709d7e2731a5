//! Connected sets of at most a given number of vertices, each once. Listing them in the order
//! of the moves would mean deciding whether scattered vertices can still be joined within the
//! bound, which is hard (Karp 1972, Steiner tree); so they are grown, and sorted afterwards
//! where they are few.

use std::cmp::Ordering;

use super::{Graph, MAX_COUNTED};
use crate::position::present::{below, ones};

/// Returns the connected sets of `min` to `max` vertices of `present`, sorted like the moves
/// if there are at most [`MAX_COUNTED`] of them; otherwise in the order in which they grow.
pub(super) fn connected_sets(
    graph: &Graph,
    present: u128,
    sizes: (u32, u32),
) -> impl Iterator<Item = u128> + '_ {
    let mut growing = growing_sets(graph, present, sizes);
    let mut first: Vec<u128> = growing.by_ref().take(MAX_COUNTED as usize + 1).collect();
    if first.len() as u64 <= MAX_COUNTED {
        first.sort_unstable_by(|&a, &b| as_moves(a, b));
    }
    first.into_iter().chain(growing)
}

/// Returns the same sets in the order in which they grow, one at a time.
pub(super) fn growing_sets(
    graph: &Graph,
    present: u128,
    (min, max): (u32, u32),
) -> impl Iterator<Item = u128> + '_ {
    Growing { graph, present, min, max, open: Vec::new(), roots: present }
}

/// Compares two sets as lists of their vertices.
fn as_moves(a: u128, b: u128) -> Ordering {
    let Some(first) = ones(a ^ b).next() else { return Ordering::Equal };
    // The set without the first vertex in which they differ either continues with a larger
    // one, or has ended and comes first.
    match (a >> first & 1 == 1, a >> first, b >> first) {
        (true, _, 0) | (false, 1.., _) => Ordering::Greater,
        (true, ..) | (false, ..) => Ordering::Less,
    }
}

/// Sets that grow vertex by vertex: each step either takes in a neighbour or excludes it for
/// good.
struct Growing<'g> {
    graph: &'g Graph,
    present: u128,
    min: u32,
    max: u32,
    /// Growing sets, each with the vertices that it may still take in.
    open: Vec<(u128, u128)>,
    /// Vertices that have yet to be the lowest of a set.
    roots: u128,
}

impl Growing<'_> {
    /// Adds a set to the open ones, unless even all the vertices that it may take in leave it
    /// too small.
    fn open(&mut self, set: u128, free: u128) {
        let is_enough = || self.graph.component(set, set | free).count_ones() >= self.min;
        if set.count_ones() >= self.min || is_enough() {
            self.open.push((set, free));
        }
    }
}

impl Iterator for Growing<'_> {
    type Item = u128;

    fn next(&mut self) -> Option<u128> {
        loop {
            let Some((set, free)) = self.open.pop() else {
                let root = ones(self.roots).next()?;
                self.roots &= !(1 << root);
                self.open(1 << root, self.present & !below(u64::from(root) + 1));
                continue;
            };
            let near = ones(set).fold(0, |near, vertex| near | self.graph.neighbours(vertex));
            let next = ones(near & free).next().filter(|_| set.count_ones() < self.max);
            let Some(next) = next else {
                if set.count_ones() >= self.min {
                    return Some(set);
                }
                continue;
            };
            let free = free & !(1 << next);
            self.open(set, free);
            self.open.push((set | 1 << next, free));
        }
    }
}
