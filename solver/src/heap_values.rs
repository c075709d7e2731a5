//! Grundy values of heaps, as long a table as is asked for, and all of it once
//! a period is proved.
//!
//! The value of a heap is the smallest that no option has. Some pairs of heaps
//! exclude most of the smaller values; each of the few left is looked for by
//! itself, which compares many pairs at once and mostly ends soon, so that all
//! pairs are looked at only for the one that is not there.
//!
//! Long tables use that values of a game tend to fall into a common and a rare
//! kind, by the parity of some of their bits; a common value arises from two
//! heaps only when one of them is rare, so the few rare heaps decide it (the
//! sparse space method of Berlekamp; Gangolli and Plambeck 1989; Flammenkamp).

use std::ops::Range;

use crate::heap_moves::HeapMoves;
use crate::{Budget, Exhausted};

/// Values kept: two bytes each.
const MOST_VALUES: usize = 1 << 24;

/// Lengths at which a period and a new division into kinds are looked for: the
/// powers of two from here on.
const FIRST_LOOK: usize = 128;

/// Values that are looked up in the table at once.
const CHUNK: usize = 128;

/// Looking for one value costs so much less, for a pair, than noting its value.
const COMPARE: usize = 8;

/// Pairs whose value is noted, at about the cost of one position of a search.
const PAIRS_A_POSITION: usize = 256;

/// A rare heap costs as much as so many pairs that are searched for one value.
const GATHER: usize = 8;

/// The fewest pairs, of each total, whose values are noted.
const LEAST_NOTED: usize = 32;

/// How many values should be left to look for: with more, more pairs are noted
/// of the next heap, with fewer, fewer.
const LEFT_TO_FIND: usize = 8;

/// Larger values would not leave room for their sums.
const LARGEST: u16 = 1 << 15;

#[derive(Debug)]
pub(crate) struct HeapValues {
    moves: HeapMoves,
    values: Vec<u16>,
    period: Option<Period>,
    /// A value is rare when an even number of these bits are set in it; 0 where
    /// no division is known that makes few heaps rare.
    mask: u16,
    rare: Vec<Rare>,
    /// Of how many pairs of the next total the values are noted.
    most_noted: usize,
    /// What is noted of the last totals, which several heaps have in common,
    /// each at its remainder by their number.
    noted: Vec<Noted>,
    /// Which values the heap at hand, or the total at hand, is known to have.
    /// Any value has a place, so that none need be checked; only those below
    /// `room` are used.
    seen: Box<Seen>,
    /// A power of two above every sum of two values.
    room: usize,
}

/// The values of some pairs with the same total.
#[derive(Clone, Debug, Default)]
struct Noted {
    total: usize,
    /// Those with a smaller part up to this have been noted.
    pairs: usize,
    /// All those with a rare part have been noted too, as this mask has it.
    rare_by: u16,
    values: Vec<bool>,
}

/// A flag for each value.
type Seen = [bool; 1 << 16];

/// A heap with a rare value.
#[derive(Clone, Copy, Debug)]
struct Rare {
    place: u32,
    value: u16,
}

/// From `start` on the values repeat after `length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) start: usize,
    pub(crate) length: usize,
}

impl Period {
    /// The place within the start and the first period that is like place `n`.
    pub(crate) fn place(self, n: u64) -> u64 {
        match n.checked_sub(self.start as u64) {
            Some(beyond) => self.start as u64 + beyond % self.length as u64,
            None => n,
        }
    }

    /// The shortest period that `values` prove, if what follows from a heap
    /// depends only on the values of the heaps that a move leaves, of which
    /// `most_taken` objects at most are missing.
    ///
    /// Guy and Smith 1956: when v(n + p) = v(n) for all n from s to 2s + p + k,
    /// it is so for ever.
    pub(crate) fn proved<T: PartialEq>(values: &[T], most_taken: usize) -> Option<Period> {
        (1..=values.len() / 2).find_map(|length| {
            let mut shifted = values.iter().zip(&values[length..]);
            let start = shifted.rposition(|(a, b)| a != b).map_or(0, |last| last + 1);
            let needed = 2 * (start + length) + most_taken + 1;
            (needed <= values.len()).then_some(Period { start, length })
        })
    }
}

impl HeapValues {
    pub(crate) fn new(moves: HeapMoves) -> HeapValues {
        let noted = vec![Noted::default(); moves.most_taken() + 1];
        HeapValues {
            moves,
            values: vec![0],
            period: None,
            mask: 0,
            rare: Vec::new(),
            most_noted: LEAST_NOTED,
            noted,
            seen: Box::new([false; 1 << 16]),
            room: 64,
        }
    }

    pub(crate) fn moves(&self) -> &HeapMoves {
        &self.moves
    }

    /// The value of a heap, if the table or the period reaches so far.
    pub(crate) fn get(&self, heap: u64) -> Option<u64> {
        let place = self.period.map_or(heap, |period| period.place(heap));
        self.values.get(usize::try_from(place).ok()?).map(|&value| value.into())
    }

    /// Lengthens the table until it reaches this heap.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget or the memory ends before.
    pub(crate) fn reach(&mut self, heap: u64, budget: &mut Budget<'_>) -> Result<(), Exhausted> {
        while self.get(heap).is_none() {
            if self.values.len() == MOST_VALUES {
                return Err(Exhausted);
            }
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

    fn push(&mut self, value: u16) {
        if self.mask != 0 && self.is_rare(value) {
            self.rare.push(Rare { place: self.values.len() as u32, value });
        }
        self.values.push(value);
        let room = 2 * (usize::from(value) + 1).next_power_of_two();
        self.room = self.room.max(room);
        let length = self.values.len();
        if length >= FIRST_LOOK && length.is_power_of_two() {
            if !self.moves.is_unequal() {
                self.period = Period::proved(&self.values, self.moves.most_taken());
            }
            self.divide();
        }
    }

    fn is_rare(&self, value: u16) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// Chooses the bits that make the fewest heaps rare.
    fn divide(&mut self) {
        let mut heaps = vec![0i32; self.room / 2];
        for &value in &self.values {
            heaps[usize::from(value)] += 1;
        }
        // Of each mask, by how many heaps the rare ones are more than the others.
        walsh(&mut heaps);
        self.mask = (1..heaps.len()).min_by_key(|&mask| heaps[mask]).unwrap_or(0) as u16;
        let places = (1..self.values.len()).filter(|&place| self.is_rare(self.values[place]));
        self.rare =
            places.map(|place| Rare { place: place as u32, value: self.values[place] }).collect();
    }

    /// The value of the next heap, and how many pairs were looked at, counted as
    /// those whose value is noted.
    fn next(&mut self) -> (u16, usize) {
        let heap = self.values.len() as u64;
        let totals: Vec<(u64, u64)> = self.moves.totals(heap).collect();
        let pairs: usize = totals.iter().map(|&(_, half)| half as usize).sum();
        let sparse = self.mask != 0 && self.rare.len() * totals.len() * GATHER < pairs;
        let mut work = 0;
        for &(total, half) in &totals {
            work += self.note(total as usize, half as usize, sparse);
        }
        let HeapValues { moves, values, seen, room, noted, .. } = self;
        seen[..*room].fill(false);
        for left in moves.rests(heap) {
            seen[usize::from(values[left as usize])] = true;
        }
        for &(total, _) in &totals {
            let noted = &noted[total as usize % noted.len()].values;
            for (seen, noted) in seen.iter_mut().zip(noted) {
                *seen |= noted;
            }
        }
        let (value, compared) = self.lowest(&totals, sparse);
        (value, work + compared / COMPARE)
    }

    /// Notes the values of some pairs of this total, and of those with a rare
    /// heap if they are wanted, as far as that is not done yet. Returns how many
    /// pairs that were.
    fn note(&mut self, total: usize, half: usize, sparse: bool) -> usize {
        let place = total % self.noted.len();
        let mut noted = std::mem::take(&mut self.noted[place]);
        let known = noted.total == total;
        let wants_rare = sparse && (!known || noted.rare_by != self.mask);
        let mut work = 0;
        if !known || wants_rare {
            self.seen[..self.room].fill(false);
            if known {
                self.seen[..noted.values.len()].copy_from_slice(&noted.values);
            } else {
                noted.pairs = half.min(self.most_noted);
                see_pairs(&self.values, &mut self.seen, total, 1..noted.pairs + 1);
                work += noted.pairs;
            }
            if wants_rare {
                self.see_rare(total, half);
                work += self.rare.len();
            }
            noted.total = total;
            noted.rare_by = if wants_rare { self.mask } else { 0 };
            noted.values.clear();
            noted.values.extend_from_slice(&self.seen[..self.room]);
        }
        self.noted[place] = noted;
        work
    }

    /// Notes the values of all pairs with a rare heap. No other pair has a
    /// common value.
    fn see_rare(&mut self, total: usize, half: usize) {
        let HeapValues { values, seen, rare, .. } = self;
        let end = rare.partition_point(|rare| (rare.place as usize) < total);
        // A heap that is left twice is no pair of Grundy's game.
        let forbidden = if total > 2 * half + 1 { total / 2 } else { 0 };
        let before = &values[..total];
        for &Rare { place, value } in &rare[..end] {
            let other = total - place as usize;
            if other != forbidden {
                seen[usize::from(value ^ before[other])] = true;
            }
        }
    }

    /// The lowest value that no pair has, and how many pairs were compared.
    fn lowest(&mut self, totals: &[(u64, u64)], sparse: bool) -> (u16, usize) {
        let (mut value, mut found, mut compared) = (0, 0, 0);
        loop {
            // The sums of values below `LARGEST` are below it too.
            while self.seen[usize::from(value)] {
                value += 1;
            }
            if sparse && !self.is_rare(value) {
                break;
            }
            let is_there = totals.iter().any(|&(total, half)| {
                let (total, half) = (total as usize, half as usize);
                let noted = self.noted[total % self.noted.len()].pairs;
                has_pair(&self.values, total, noted + 1..half + 1, value, &mut compared)
            });
            if !is_there {
                break;
            }
            found += 1;
            value += 1;
        }
        let most = self.values.len();
        self.most_noted = match found > LEFT_TO_FIND {
            true => (self.most_noted + 32).min(most.max(LEAST_NOTED)),
            false => (self.most_noted - 8).max(LEAST_NOTED),
        };
        (value, compared)
    }
}

/// Replaces counts of numbers by sums over all of them, for each mask: the count
/// added where the number has an even number of the mask's bits, and subtracted
/// elsewhere (Walsh 1923, in the fast form). As many as a power of two.
fn walsh(counts: &mut [i32]) {
    let mut half = 1;
    while half < counts.len() {
        for pairs in counts.chunks_mut(2 * half) {
            let (low, high) = pairs.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

/// Notes the values of the pairs with these smaller parts.
fn see_pairs(values: &[u16], seen: &mut Seen, total: usize, small: Range<usize>) {
    let large = &values[total + 1 - small.end..total + 1 - small.start];
    // In two steps, of which the first is done for many pairs at once.
    let small = values[small].chunks(CHUNK);
    for (small, large) in small.zip(large.rchunks(CHUNK)) {
        let mut sums = [0; CHUNK];
        for ((sum, a), b) in sums.iter_mut().zip(small).zip(large.iter().rev()) {
            *sum = a ^ b;
        }
        for &sum in &sums[..small.len()] {
            seen[usize::from(sum)] = true;
        }
    }
}

/// Whether one of the pairs with these smaller parts has this value.
fn has_pair(
    values: &[u16],
    total: usize,
    small: Range<usize>,
    value: u16,
    compared: &mut usize,
) -> bool {
    let large = &values[total + 1 - small.end..total + 1 - small.start];
    let mut chunks = values[small].chunks(2 * CHUNK).zip(large.rchunks(2 * CHUNK));
    chunks.any(|(small, large)| {
        *compared += small.len();
        // Without an early end, so that many are compared at once.
        let pairs = small.iter().zip(large.iter().rev());
        pairs.fold(false, |any, (a, b)| any | (a ^ b == value))
    })
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
    fn the_transform_sums_by_parity() {
        let counts: Vec<i32> = (0..64).map(|n| n * n % 17).collect();
        let mut sums = counts.clone();
        walsh(&mut sums);
        for (mask, &sum) in sums.iter().enumerate() {
            let sign = |n: usize| if (n & mask).count_ones().is_multiple_of(2) { 1 } else { -1 };
            let direct: i32 = counts.iter().enumerate().map(|(n, &count)| sign(n) * count).sum();
            assert_eq!(sum, direct, "{mask}");
        }
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

    /// By the definition, without a table of kinds or a period.
    fn plain(moves: &HeapMoves, heaps: u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..heaps {
            let of = |part: u64| if part == 0 { 0 } else { values[part as usize] };
            let value = crate::misere::mex(moves.options(heap).map(|(a, b)| of(a) ^ of(b)));
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

    /// So far that only the rare heaps and a few others are looked at.
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
    fn a_period_is_not_believed_too_early() {
        let values = [5, 0, 1, 0, 1, 0, 1, 0];
        assert_eq!(Period::proved(&values, 1), Some(Period { start: 1, length: 2 }));
        assert_eq!(Period::proved(&values[..7], 1), None);
        assert_eq!(Period::proved(&values, 2), None);
    }

    #[test]
    fn a_game_without_a_period_ends_with_the_budget() {
        let mut table = HeapValues::new(octal("0.007"));
        let result = table.reach(rules::MAX_NUMBER, &mut Budget::positions(20_000));
        assert_eq!(result, Err(Exhausted));
    }
}
