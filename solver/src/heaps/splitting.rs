//! Games of splitting heaps as sums: a part is a heap.

use rules::{Ending, Heaps};

use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::sums::SumOf;
use crate::heaps::heap_game::HeapGame;
use crate::{Budget, Exhausted, Quotient};

/// The rules with the tables of their heaps.
#[derive(Debug)]
pub(crate) struct Splitting<R> {
    rules: R,
    heaps: HeapGame,
}

impl<R> Splitting<R> {
    pub(crate) fn new(rules: R, heaps: HeapGame) -> Splitting<R> {
        Splitting { rules, heaps }
    }
}

impl<R: std::fmt::Debug> SearchGame for Splitting<R> {
    type Part = u64;
    type Step = (u64, u64);

    fn steps<'a>(&'a self, heap: &'a u64) -> impl Iterator<Item = (u64, u64)> + 'a {
        self.heaps.steps(heap)
    }

    fn play(&self, heap: &u64, step: &(u64, u64), parts: &mut Vec<u64>) {
        self.heaps.play(heap, step, parts);
    }

    fn size(&self, heap: &u64) -> u64 {
        self.heaps.size(heap)
    }

    fn known(&self, heap: &u64) -> KnownPart {
        self.heaps.known(heap)
    }

    fn quotient(&self) -> Option<&Quotient> {
        self.heaps.quotient()
    }

    fn edition(&self) -> u32 {
        self.heaps.edition()
    }
}

impl<R: rules::Rules<Position = Heaps> + Clone + std::fmt::Debug> SumOf for Splitting<R> {
    type Rules = R;

    const PARTS: &'static str = "heaps";

    fn rules(&self) -> &R {
        &self.rules
    }

    fn parts(&self, position: &Heaps) -> Vec<u64> {
        self.heaps.live(position.heaps.iter().copied())
    }

    fn prepare(
        &mut self,
        ending: Ending,
        parts: &[u64],
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        match parts.iter().max() {
            Some(&largest) => self.heaps.reach(ending, largest, budget),
            None => Ok(()),
        }
    }
}
