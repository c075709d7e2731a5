//! Games of splitting heaps as the search sees them: a part is a heap.

use rules::Ending;

use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::pair::Pair;
use crate::heaps::heap_moves::HeapMoves;
use crate::heaps::heap_values::HeapValues;
use crate::heaps::period::Period;
use crate::misere::derivation::derive_for;
use crate::{Budget, Exhausted, NoQuotient, Quotient};

/// The most heaps whose tame pairs are kept in a table: some milliseconds of work.
const MOST_PAIRS: u64 = 3_000;

/// Bounds of the largest heap for which a quotient is derived, at least and at most.
const LEAST_DERIVED: u64 = 64;
const MOST_DERIVED: u64 = 400;

/// A splitting game with its tables.
#[derive(Debug)]
pub(crate) struct HeapGame {
    values: HeapValues,
    pairs: Vec<Option<Pair>>,
    pair_period: Option<Period>,
    quotient: Option<QuotientSource>,
    /// How many quotients have been derived.
    edition: u32,
    /// The heap and the budget of the last attempt to derive a quotient.
    tried: Option<(u64, u64)>,
}

/// Where a quotient comes from.
#[derive(Debug)]
enum QuotientSource {
    /// Printed in this crate, and proved by its tests.
    Printed(&'static HeapQuotient),
    /// Found and proved at run time, as far as a position needed it.
    Derived(HeapQuotient),
}

impl QuotientSource {
    fn get(&self) -> &HeapQuotient {
        match self {
            QuotientSource::Printed(heaps) => heaps,
            QuotientSource::Derived(heaps) => heaps,
        }
    }
}

/// A misère quotient with the elements of the heaps, as far as it is proved.
#[derive(Debug)]
pub(crate) struct HeapQuotient {
    pub(crate) quotient: Quotient,
    /// If it is known, the elements repeat for ever; otherwise the quotient ends with the
    /// table.
    pub(crate) period: Option<Period>,
}

impl HeapQuotient {
    /// Returns the element of a heap.
    pub(crate) fn element(&self, heap: u64) -> Option<u8> {
        self.quotient.part(self.period.map_or(heap, |period| period.place(heap)))
    }
}

impl HeapGame {
    pub(crate) fn new(moves: HeapMoves, quotient: Option<&'static HeapQuotient>) -> HeapGame {
        HeapGame {
            values: HeapValues::new(moves),
            pairs: Vec::new(),
            pair_period: None,
            quotient: quotient.map(QuotientSource::Printed),
            edition: 0,
            tried: None,
        }
    }

    pub(crate) fn moves(&self) -> &HeapMoves {
        self.values.moves()
    }

    /// Returns the heaps that have a move.
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
            Ending::Misere => {
                self.reach_pair(heap.min(MOST_PAIRS), budget)?;
                self.reach_quotient(heap, budget);
                Ok(())
            }
        }
    }

    /// Derives the quotient of the heaps up to this one, and some more, where it is not known
    /// and tame pairs are not enough. If none is found, the sums can still be searched.
    fn reach_quotient(&mut self, heap: u64, budget: &mut Budget<'_>) {
        let enough = match &self.quotient {
            Some(QuotientSource::Printed(_)) => true,
            Some(QuotientSource::Derived(heaps)) => heaps.element(heap).is_some(),
            None => (0..=heap.min(MOST_PAIRS))
                .all(|heap| self.pair(heap).is_some_and(|pair| pair.is_some())),
        };
        let again = self.tried.is_none_or(|(to, left)| heap > to || budget.left() / 2 > left);
        if enough || !again {
            return;
        }
        self.tried = Some((heap, budget.left()));
        let found = budget.within(budget.left() / 4, |budget| self.derived(heap, budget));
        // Even a shorter table decides some sums, as a printed one does.
        let longer = |old: &QuotientSource| {
            old.get().quotient.parts() < found.as_ref().map_or(0, |new| new.quotient.parts())
        };
        if found.is_some() && self.quotient.as_ref().is_none_or(longer) {
            self.quotient = found.map(QuotientSource::Derived);
            self.edition += 1;
        }
    }

    fn derived(&self, heap: u64, budget: &mut Budget<'_>) -> Option<HeapQuotient> {
        let more = (2 * heap).clamp(LEAST_DERIVED, MOST_DERIVED);
        let half = budget.left() / 2;
        let derived = match budget.within(half, |budget| derive_for(self.moves(), more, budget)) {
            // The search ends at a heap for which the game has no small quotient.
            Err(NoQuotient::TooLarge(heap) | NoQuotient::TooFew(heap)) => {
                derive_for(self.moves(), heap.checked_sub(1)?, budget)
            }
            Err(NoQuotient::Exhausted) => derive_for(self.moves(), heap, budget),
            derived => derived,
        };
        let derived = derived.ok()?;
        let quotient = Quotient::new(&derived.presentation());
        // Heaps with the options of smaller ones do not change the proof (Plambeck 2005).
        let period = (!self.moves().is_unequal())
            .then(|| Period::proved(quotient.elements(), self.moves().most_taken()));
        Some(HeapQuotient { quotient, period: period.flatten() })
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
            self.pairs.push(options.and_then(|options| Pair::from_options(&options)));
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

impl SearchGame for HeapGame {
    type Part = u64;
    /// The remaining heaps: the smaller and the larger, 0 where there is none.
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

    fn known(&self, heap: &u64) -> KnownPart {
        let element = self.quotient.as_ref().and_then(|table| table.get().element(*heap));
        // A wild heap still has to be distinguished from others, by its options.
        let pair = self.pair(*heap).filter(Option::is_some);
        KnownPart { nimber: self.values.get(*heap), pair, element }
    }

    fn quotient(&self) -> Option<&Quotient> {
        self.quotient.as_ref().map(|table| &table.get().quotient)
    }

    fn edition(&self) -> u32 {
        self.edition
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::oracle::vectors;

    fn octal(code: &str) -> HeapMoves {
        HeapMoves::octal(rules::Octal::new(code).unwrap().digits().to_vec())
    }

    /// Whether the mover loses misère play, by trying all moves.
    fn is_lost(moves: &HeapMoves, known: &mut HashMap<Vec<u64>, bool>, heaps: &[u64]) -> bool {
        let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        sorted.sort_unstable();
        if let Some(&lost) = known.get(&sorted) {
            return lost;
        }
        let (mut moved, mut wins) = (false, false);
        for (place, &heap) in sorted.iter().enumerate() {
            for (a, b) in moves.options(heap) {
                let others = [&sorted[..place], &sorted[place + 1..], &[a, b]].concat();
                moved = true;
                wins |= is_lost(moves, known, &others);
            }
        }
        known.insert(sorted, moved && !wins);
        moved && !wins
    }

    #[test]
    fn a_quotient_is_derived_as_far_as_heaps_need_it_and_never_a_shorter_one() {
        let moves = HeapMoves::grundy();
        let mut game = HeapGame::new(moves.clone(), None);
        let mut reached = |heap| {
            game.reach(Ending::Misere, heap, &mut Budget::positions(100_000)).unwrap();
            let parts = game.quotient.as_ref().map(|table| table.get().quotient.parts());
            (parts, game.edition)
        };
        // Heaps up to 9 are tame.
        assert_eq!(reached(9), (None, 0));
        assert_eq!(reached(14), (Some(15), 1));
        assert_eq!(reached(20), (Some(21), 2));
        assert_eq!(reached(14), (Some(21), 2), "a longer one is there");
        assert_eq!(reached(30), (Some(21), 2), "no longer one is found within the budget");
        let mut known = HashMap::new();
        for (a, b) in (0..=20).flat_map(|a| (0..=a.min(5)).map(move |b| (a, b))) {
            for c in [0, 3, 5] {
                let element = |heap| SearchGame::known(&game, &heap).element.unwrap();
                let lost = game.quotient().unwrap().is_lost([a, b, c].map(element));
                assert_eq!(lost, is_lost(&moves, &mut known, &[a, b, c]), "{a} {b} {c}");
            }
        }
    }

    #[test]
    fn a_quotient_that_was_not_found_is_looked_for_again_with_more_budget_or_for_more() {
        let mut game = HeapGame::new(HeapMoves::grundy(), None);
        let mut spent = |heap, positions| {
            let mut budget = Budget::positions(positions);
            game.reach(Ending::Misere, heap, &mut budget).unwrap();
            assert!(game.quotient.is_none());
            budget.spent()
        };
        let table = 30 + 1;
        assert!(spent(30, 1_000) > table);
        assert_eq!(spent(30, 1_000), 0);
        assert_eq!(spent(29, 1_000), 0);
        let twice = 2 * (1_000 - table);
        assert_eq!(spent(30, twice), 0, "not for only twice as much");
        assert!(spent(30, twice + 2) > 0);
        assert!(spent(31, 500) > 1, "for a larger heap");
    }

    /// A single heap or a sum of tame ones is lost as its pairs say.
    #[test]
    fn tame_pairs_decide_sums() {
        for code in ["0.3", "0.333", "0.33333", "0.1", "0.7", "0.07", "0.77", "4.3"] {
            let moves = octal(code);
            let mut game = HeapGame::new(moves.clone(), None);
            game.reach_pair(20, &mut Budget::positions(100_000)).unwrap();
            let mut known = HashMap::new();
            let mut tame = 0;
            for heaps in vectors(2, 9).into_iter().chain(vectors(3, 4)).chain(vectors(1, 20)) {
                let pairs = heaps.iter().map(|&heap| game.pair(heap).unwrap());
                let Some(pairs) = pairs.collect::<Option<Vec<Pair>>>() else { continue };
                let sum = Pair::sum(&pairs);
                let lost = sum.value == u64::from(!sum.firm);
                assert_eq!(lost, is_lost(&moves, &mut known, &heaps), "{code} {heaps:?}");
                tame += 1;
            }
            assert!(tame > 50, "{code} {tame}");
        }
    }

    #[test]
    fn a_table_of_pairs_costs_what_it_holds_until_it_repeats() {
        let mut game = HeapGame::new(HeapMoves::grundy(), None);
        let mut spent = 0;
        for heap in [0, 1, 126, 127, 128, 300] {
            let budget = &mut Budget::positions(10_000);
            game.reach_pair(heap, budget).unwrap();
            spent += budget.spent();
            let wanted: u64 = (0..=heap).map(|heap| 1 + heap / 128).sum();
            assert_eq!((game.pairs.len() as u64, spent), (heap + 1, wanted));
            assert_eq!((game.pair(heap).is_some(), game.pair(heap + 1)), (true, None));
        }
        assert_eq!(game.pair_period, None, "none can be proved in Grundy's game");
        let mut game = HeapGame::new(octal("0.333"), None);
        game.reach_pair(126, &mut Budget::positions(10_000)).unwrap();
        assert_eq!(game.pair_period, None);
        game.reach_pair(rules::MAX_NUMBER, &mut Budget::positions(10_000)).unwrap();
        assert_eq!((game.pairs.len(), game.pair_period.unwrap().length), (128, 4));
        assert_eq!(game.pair(rules::MAX_NUMBER), game.pair(rules::MAX_NUMBER % 4 + 8));
    }
}
