//! Grundy values of heaps, in a table of any requested length, and without limit once a period
//! is proved.
//!
//! The value of a heap is the smallest that no option has. Some pairs of heaps exclude most of
//! the smaller values. Each of the few candidates left is then searched for separately; that
//! compares many pairs at once and mostly ends soon, so that all pairs are looked at only for
//! the value that does not occur. In long tables the few heaps of rare values decide most of
//! it.

mod kinds;
mod pairs;
mod row;

use std::collections::VecDeque;

use crate::heaps::heap_moves::HeapMoves;
use crate::heaps::period::Period;
use crate::{Budget, Exhausted};
use kinds::Kinds;
use pairs::{CommonPairs, Seen};
use row::ValueRow;

/// The most values kept: four bytes each, in two directions.
const MOST_VALUES: usize = 1 << 24;

/// The first length at which a period and a new division into kinds are looked for; the others
/// are the powers of two from here on.
const FIRST_LOOK: usize = 128;

/// The bytes of one heap's value: forwards, backwards with room to double, and among its kind.
const BYTES_A_HEAP: u64 = 16;

/// How much cheaper it is to search a pair for one value than to note the pair's value.
const COMPARE: usize = 8;

/// How many pairs' values can be noted at about the cost of one position of a search.
const PAIRS_A_POSITION: usize = 256;

/// How many pairs can be searched for one value at the cost of one rare heap.
const GATHER: usize = 8;

/// The fewest pairs of each total whose values are noted.
const LEAST_NOTED: usize = 32;

/// How many candidate values should remain to be searched for: with more, more pairs of the
/// next heap are noted, with fewer, fewer.
const LEFT_TO_FIND: usize = 4;

/// The bound of the values: larger ones would not leave room for their sums.
const LARGEST: u16 = 1 << 15;

#[derive(Debug)]
pub(crate) struct HeapValues {
    moves: HeapMoves,
    row: ValueRow,
    period: Option<Period>,
    kinds: Kinds,
    /// The pairs of heaps that a move may leave of the current heap, by what it takes.
    pairs: VecDeque<Option<Box<CommonPairs>>>,
    /// How many pairs of the next total have their values noted, at most.
    most_noted: usize,
    /// The values that options of the current heap are known to have.
    seen: Box<Seen>,
    /// A power of two above all values, and so above every sum of two.
    room: usize,
}

impl HeapValues {
    pub(crate) fn new(moves: HeapMoves) -> HeapValues {
        HeapValues {
            pairs: (0..=moves.most_taken()).map(|_| None).collect(),
            moves,
            row: ValueRow::new(),
            period: None,
            kinds: Kinds::default(),
            most_noted: LEAST_NOTED,
            seen: Box::new([false; 1 << 16]),
            room: 64,
        }
    }

    pub(crate) fn moves(&self) -> &HeapMoves {
        &self.moves
    }

    /// Returns the value of a heap, if the table or the period reaches that far.
    pub(crate) fn get(&self, heap: u64) -> Option<u64> {
        let place = self.period.map_or(heap, |period| period.place(heap));
        self.row.values().get(usize::try_from(place).ok()?).map(|&value| value.into())
    }

    /// Returns the period, once it is proved.
    pub(crate) fn period(&self) -> Option<Period> {
        self.period
    }

    /// Lengthens the table until it reaches this heap.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget or the memory runs out first.
    pub(crate) fn reach(&mut self, heap: u64, budget: &mut Budget<'_>) -> Result<(), Exhausted> {
        while self.get(heap).is_none() {
            if self.row.len() == MOST_VALUES {
                return Err(Exhausted);
            }
            budget.hold(BYTES_A_HEAP)?;
            let (value, pairs) = self.next();
            for _ in 0..=pairs / PAIRS_A_POSITION {
                budget.spend()?;
            }
            if value >= LARGEST {
                return Err(Exhausted);
            }
            self.push(value);
        }
        Ok(())
    }

    /// Takes over the values of the first heaps, as far as they can be values.
    pub(crate) fn take_over(&mut self, values: &[u64]) {
        let small = |value: &u64| u16::try_from(*value).ok().filter(|&value| value < LARGEST);
        let room = MOST_VALUES - self.row.len();
        for value in values.iter().skip(self.row.len()).map_while(small).take(room) {
            if self.period.is_some() {
                break;
            }
            self.push(value);
        }
    }

    fn push(&mut self, value: u16) {
        self.kinds.add(self.row.len(), value);
        self.row.push(value);
        self.room = self.room.max((usize::from(value) + 1).next_power_of_two());
        let length = self.row.len();
        if length >= FIRST_LOOK && length.is_power_of_two() {
            if !self.moves.is_unequal() {
                self.period = Period::proved(self.row.values(), self.moves.most_taken());
            }
            self.kinds = Kinds::new(self.row.values(), self.room);
        }
    }

    /// Returns the value of the next heap, and how many pairs were looked at, counted in pairs
    /// whose value is noted.
    fn next(&mut self) -> (u16, usize) {
        // For the next heap, one more must be taken to leave the same total.
        self.pairs.rotate_right(1);
        let heap = self.row.len() as u64;
        let pairs: u64 = self.moves.totals(heap).map(|(_, half)| half).sum();
        let sparse = self.kinds.mask().is_some() && self.kinds.len() * GATHER < pairs as usize;
        let noted = self.see(sparse);
        let (value, compared) = self.lowest(sparse);
        (value, noted + compared / COMPARE)
    }

    /// Marks the values of what the heap leaves in one piece, and those quickly known of
    /// pairs.
    fn see(&mut self, sparse: bool) -> usize {
        let HeapValues { moves, row, kinds, pairs, seen, room, .. } = self;
        let heap = row.len() as u64;
        seen[..*room].fill(false);
        for left in moves.rests(heap) {
            seen[usize::from(row.values()[left as usize])] = true;
        }
        let mut work = 0;
        for (total, half) in moves.totals(heap) {
            let (total, half) = (total as usize, half as usize);
            let pairs =
                pairs[row.len() - total].get_or_insert_with(|| Box::new(CommonPairs::new()));
            work += pairs.turn_to((total, half), row, *room, self.most_noted);
            if sparse {
                work += pairs.note_rare(row, kinds);
            }
            for (seen, noted) in seen[..*room].iter_mut().zip(pairs.seen()) {
                *seen |= noted;
            }
        }
        work
    }

    /// Returns the lowest value that is neither marked nor found among the pairs, and how many
    /// pairs were compared.
    fn lowest(&mut self, sparse: bool) -> (u16, usize) {
        let HeapValues { moves, row, kinds, pairs, seen, .. } = self;
        let (mut value, mut found, mut compared) = (0, 0, 0);
        loop {
            // XOR sums of values below `LARGEST` are below it too.
            while seen[usize::from(value)] {
                value += 1;
            }
            // With all the rare heaps noted, all pairs with a common value have been seen.
            let is_known = sparse && !kinds.is_rare(value);
            let mut has_pair = || {
                moves.totals(row.len() as u64).any(|(total, _)| {
                    let pairs = pairs[row.len() - total as usize].as_mut();
                    pairs.is_some_and(|pairs| pairs.have(value, row, &mut compared))
                })
            };
            if is_known || !has_pair() {
                break;
            }
            found += 1;
            value += 1;
        }
        self.most_noted = match found > LEFT_TO_FIND {
            true => (self.most_noted + 32).min(row.len().max(LEAST_NOTED)),
            false => (self.most_noted - 8).max(LEAST_NOTED),
        };
        (value, compared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn octal(code: &str) -> HeapMoves {
        HeapMoves::octal(rules::Octal::new(code).unwrap().digits().to_vec())
    }

    fn values(moves: HeapMoves, heaps: u64) -> Vec<u64> {
        let mut table = HeapValues::new(moves);
        table.reach(heaps - 1, &mut Budget::positions(u64::MAX)).unwrap();
        (0..heaps).map(|heap| table.get(heap).unwrap()).collect()
    }

    #[test]
    fn the_values_that_are_printed() {
        let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2];
        assert_eq!(values(octal("0.77"), 20), kayles);
        let threes = [0, 1, 2, 3, 4, 1, 6, 3, 2, 1, 6, 7, 4, 5, 8, 1, 10, 5, 4, 7];
        assert_eq!(values(octal("0.777"), 20), threes);
        let grundy = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
        assert_eq!(values(HeapMoves::grundy(), 21), grundy);
    }

    /// Computes by the definition, without a table of kinds or a period.
    fn plain(moves: &HeapMoves, heaps: u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..heaps {
            let of = |part: u64| if part == 0 { 0 } else { values[part as usize] };
            let value = crate::engine::pair::mex(moves.options(heap).map(|(a, b)| of(a) ^ of(b)));
            values.push(value);
        }
        values
    }

    #[test]
    fn kinds_and_periods_change_no_value() {
        for code in [
            "0.77",
            "0.137",
            "0.07",
            "0.6",
            "0.007",
            "0.777",
            "4.3",
            "0.45",
            "0.165",
            "0.1234567",
            "0.3",
        ] {
            assert_eq!(values(octal(code), 1_500), plain(&octal(code), 1_500), "{code}");
        }
        assert_eq!(values(HeapMoves::grundy(), 2_500), plain(&HeapMoves::grundy(), 2_500));
    }

    /// The tables are so long that only the rare heaps and a few others are looked at.
    #[test]
    fn long_tables_are_what_the_definition_says() {
        for (moves, heaps) in [(octal("0.777"), 16_000), (HeapMoves::grundy(), 24_000)] {
            let values = values(moves.clone(), heaps);
            for heap in (heaps / 2..heaps).step_by(23) {
                let mut seen = vec![false; 1 << 10];
                for (a, b) in moves.options(heap) {
                    seen[(values[a as usize] ^ values[b as usize]) as usize] = true;
                }
                let value = seen.iter().position(|seen| !seen).unwrap() as u64;
                assert_eq!(values[heap as usize], value, "{heap} {moves:?}");
            }
        }
    }

    #[test]
    fn periods_are_those_of_the_literature() {
        for (code, start, length) in [
            ("0.77", 71, 12),
            ("0.137", 52, 34),
            ("0.07", 53, 34),
            ("0.17", 33, 34),
            ("0.7777", 142, 24),
            ("0.44", 143, 24),
            ("0.45", 498, 20),
            ("0.156", 3479, 349),
        ] {
            let mut table = HeapValues::new(octal(code));
            let huge = rules::MAX_NUMBER;
            table.reach(huge, &mut Budget::positions(10_000_000)).unwrap();
            let period = table.period.unwrap();
            assert_eq!((period.start, period.length), (start, length), "{code}");
            assert_eq!(table.get(huge), table.get(huge - length as u64));
        }
    }

    #[test]
    fn values_are_taken_over_as_far_as_they_can_be_values() {
        let known = plain(&octal("0.77"), 400);
        for taken in [0, 1, 2, 5, 127, 128, 129, 400] {
            let mut table = HeapValues::new(octal("0.77"));
            table.take_over(&known[..taken]);
            // A period is found where the table has doubled; then no more values are kept.
            let kept = taken.clamp(1, 256);
            assert_eq!(table.row.len(), kept, "{taken}");
            assert_eq!(table.period.is_some(), kept == 256);
            assert_eq!(
                table.row.values(),
                known[..kept].iter().map(|&v| v as u16).collect::<Vec<_>>()
            );
            table.reach(399, &mut Budget::positions(100_000)).unwrap();
            assert!((0..400).all(|heap| table.get(heap) == Some(known[heap as usize])), "{taken}");
        }
        for large in [LARGEST.into(), 1 << 16, u64::MAX] {
            let mut table = HeapValues::new(octal("0.77"));
            table.take_over(&[0, 1, u64::from(LARGEST) - 1, large, 2]);
            assert_eq!(table.row.values(), [0, 1, LARGEST - 1], "{large}");
        }
    }

    /// Looking for one costs as much as the table is long.
    #[test]
    fn a_period_is_looked_for_where_the_table_has_doubled() {
        for (code, found) in [("0.77", 256), ("0.3", 128), ("0.45", 2_048), ("0.07", 256)] {
            let mut table = HeapValues::new(octal(code));
            let mut length = 1;
            while table.period().is_none() {
                table.reach(length, &mut Budget::positions(1_000)).unwrap();
                length += 1;
            }
            assert_eq!((table.row.len(), length), (found, found as u64), "{code}");
        }
        let mut table = HeapValues::new(HeapMoves::grundy());
        table.reach(3_000, &mut Budget::positions(1_000_000)).unwrap();
        assert_eq!(table.period(), None, "none can be proved where two equal heaps are no option");
    }

    #[test]
    fn a_game_without_a_period_ends_with_the_budget() {
        let mut table = HeapValues::new(octal("0.007"));
        let result = table.reach(rules::MAX_NUMBER, &mut Budget::positions(20_000));
        assert_eq!(result, Err(Exhausted));
    }
}
