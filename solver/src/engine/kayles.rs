//! A game for tests of the engine.

use crate::engine::game::SearchGame;

/// Kayles, which is wild in misère play from heap 5 on.
#[derive(Debug)]
pub(crate) struct Kayles;

impl SearchGame for Kayles {
    type Part = u64;
    type Step = (u64, u64);

    fn steps<'a>(&'a self, heap: &'a u64) -> impl Iterator<Item = (u64, u64)> + 'a {
        (1..=2).flat_map(|take| {
            let left = heap.checked_sub(take);
            left.into_iter().flat_map(|left| (0..=left / 2).map(move |a| (a, left - a)))
        })
    }

    fn play(&self, _: &u64, &(a, b): &(u64, u64), parts: &mut Vec<u64>) {
        parts.extend([a, b].into_iter().filter(|&heap| heap > 0));
    }

    fn size(&self, heap: &u64) -> u64 {
        *heap
    }
}
