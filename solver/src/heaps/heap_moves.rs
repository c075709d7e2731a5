//! What a move does to one heap in a game of taking and splitting: an octal
//! game, Grundy's game, or a row of a circle.

/// The moves of one heap.
#[derive(Clone, Debug)]
pub(crate) struct HeapMoves {
    /// The octal digit for each number taken, from 0 on.
    digits: Vec<u8>,
    /// Whether the two heaps that are left must differ.
    unequal: bool,
}

impl HeapMoves {
    /// Creates an octal game. A digit allows a move to leave no heap (1), one (2), two (4).
    pub(crate) fn octal(digits: Vec<u8>) -> HeapMoves {
        HeapMoves { digits, unequal: false }
    }

    /// Grundy's game.
    pub(crate) fn grundy() -> HeapMoves {
        HeapMoves { digits: vec![4], unequal: true }
    }

    /// Returns the most that a move takes.
    pub(crate) fn most_taken(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// Returns whether equal parts are forbidden, so that no period can be proved.
    pub(crate) fn is_unequal(&self) -> bool {
        self.unequal
    }

    /// Returns what may be left of a heap in one piece or none (0), largest first.
    pub(crate) fn rests(&self, heap: u64) -> impl Iterator<Item = u64> + '_ {
        (0u64..).zip(&self.digits).filter_map(move |(take, digit)| {
            let left = heap.checked_sub(take)?;
            (take > 0 && digit >> u32::from(left > 0) & 1 == 1).then_some(left)
        })
    }

    /// Returns the totals that may be left as two heaps, largest first, each with the largest
    /// possible smaller part.
    pub(crate) fn totals(&self, heap: u64) -> impl Iterator<Item = (u64, u64)> + Clone + '_ {
        (0u64..).zip(&self.digits).filter(|(_, digit)| **digit & 4 != 0).filter_map(
            move |(take, _)| {
                let left = heap.checked_sub(take)?;
                let half = if self.unequal { left.saturating_sub(1) / 2 } else { left / 2 };
                (half > 0).then_some((left, half))
            },
        )
    }

    /// Returns all options: the smaller and the larger part, 0 where there is none.
    pub(crate) fn options(&self, heap: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let pairs = self
            .totals(heap)
            .flat_map(|(left, half)| (1..=half).map(move |small| (small, left - small)));
        self.rests(heap).map(|left| (0, left)).chain(pairs)
    }

    /// Returns whether a heap has a move.
    pub(crate) fn has_move(&self, heap: u64) -> bool {
        self.options(heap).next().is_some()
    }
}
