//! Games of splitting heaps as the search sees them: a part is a heap.

use rules::Ending;

use crate::engine::game::{Game, Known};
use crate::engine::pair::Pair;
use crate::heaps::heap_moves::HeapMoves;
use crate::heaps::heap_values::HeapValues;
use crate::heaps::period::Period;
use crate::{Budget, Exhausted, Quotient};

/// Heaps whose tame pairs are kept in a table: some milliseconds of work.
const MOST_PAIRS: u64 = 3_000;

/// A splitting game with its tables.
#[derive(Debug)]
pub(crate) struct HeapGame {
    values: HeapValues,
    pairs: Vec<Option<Pair>>,
    pair_period: Option<Period>,
    quotient: Option<&'static HeapQuotient>,
}

/// A misère quotient with the elements of the heaps, as far as it is proved.
#[derive(Debug)]
pub(crate) struct HeapQuotient {
    pub(crate) quotient: Quotient,
    /// Repeats for ever from there, or is only as long as the table.
    pub(crate) period: Option<Period>,
}

impl HeapQuotient {
    /// The element of a heap.
    pub(crate) fn element(&self, heap: u64) -> Option<u8> {
        self.quotient.part(self.period.map_or(heap, |period| period.place(heap)))
    }
}

impl HeapGame {
    pub(crate) fn new(moves: HeapMoves, quotient: Option<&'static HeapQuotient>) -> HeapGame {
        HeapGame { values: HeapValues::new(moves), pairs: Vec::new(), pair_period: None, quotient }
    }

    pub(crate) fn moves(&self) -> &HeapMoves {
        self.values.moves()
    }

    /// The heaps that have a move.
    pub(crate) fn live(&self, heaps: impl IntoIterator<Item = u64>) -> Vec<u64> {
        heaps.into_iter().filter(|&heap| self.moves().has_move(heap)).collect()
    }

    /// Lengthens the tables that this ending uses until they reach the heap.
    pub(crate) fn reach(
        &mut self,
        ending: Ending,
        heap: u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        match ending {
            Ending::Normal => self.values.reach(heap, budget),
            Ending::Misere => self.reach_pair(heap.min(MOST_PAIRS), budget),
        }
    }

    fn reach_pair(&mut self, heap: u64, budget: &mut Budget<'_>) -> Result<(), Exhausted> {
        while self.pair_period.is_none() && self.pairs.len() as u64 <= heap {
            let next = self.pairs.len() as u64;
            budget.hold(size_of::<Option<Pair>>() as u64 * 2)?;
            for _ in 0..=next / 128 {
                budget.spend()?;
            }
            let none = Pair { value: 0, firm: false };
            let pair = |part: u64| if part == 0 { Some(none) } else { self.pairs[part as usize] };
            let options =
                self.moves().options(next).map(|(a, b)| Some(Pair::sum(&[pair(a)?, pair(b)?])));
            let options = options.collect::<Option<Vec<Pair>>>();
            self.pairs.push(options.and_then(|options| Pair::of_options(&options)));
            if self.pairs.len() >= 128
                && self.pairs.len().is_power_of_two()
                && !self.moves().is_unequal()
            {
                self.pair_period = Period::proved(&self.pairs, self.moves().most_taken());
            }
        }
        Ok(())
    }

    fn pair(&self, heap: u64) -> Option<Option<Pair>> {
        let place = self.pair_period.map_or(heap, |period| period.place(heap));
        self.pairs.get(usize::try_from(place).ok()?).copied()
    }
}

impl Game for HeapGame {
    type Part = u64;
    /// What is left: the smaller and the larger heap, 0 where there is none.
    type Step = (u64, u64);

    fn steps<'a>(&'a self, heap: &'a u64) -> impl Iterator<Item = (u64, u64)> + 'a {
        self.moves().options(*heap)
    }

    fn play(&self, _: &u64, &(small, large): &(u64, u64), parts: &mut Vec<u64>) {
        parts.extend(self.live([small, large]));
    }

    fn size(&self, heap: &u64) -> u64 {
        *heap
    }

    fn known(&self, heap: &u64) -> Known {
        let element = self.quotient.and_then(|quotient| quotient.element(*heap));
        // A wild heap is still to be told apart from others, by its options.
        let pair = self.pair(*heap).filter(Option::is_some);
        Known { nimber: self.values.get(*heap), pair, element }
    }

    fn quotient(&self) -> Option<&Quotient> {
        self.quotient.map(|heaps| &heaps.quotient)
    }
}
