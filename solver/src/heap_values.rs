//! Grundy values of heaps, as long a table as is asked for, and all of it once
//! a period is proved.
//!
//! Long tables use that values of a game tend to fall into a common and a rare
//! kind, by the parity of some of their bits; a common value arises from two
//! heaps only when one of them is rare, so the few rare heaps decide it, and
//! the others are looked at only until they exclude all smaller rare values
//! (the sparse space method of Berlekamp; Gangolli and Plambeck 1989;
//! Flammenkamp).

use crate::heap_moves::HeapMoves;
use crate::{Budget, Exhausted};

/// Values kept: two bytes each.
const MOST_VALUES: usize = 1 << 24;

/// Lengths at which a period and a new division into kinds are looked for: the
/// powers of two from here on.
const FIRST_LOOK: usize = 128;

/// Pairs of heaps looked at between two questions whether that is enough.
const CHUNK: usize = 128;

/// Pairs of heaps that cost about as much as one position of a search.
const PAIRS_A_POSITION: usize = 256;

#[derive(Debug)]
pub(crate) struct HeapValues {
    moves: HeapMoves,
    values: Vec<u16>,
    period: Option<Period>,
    /// A value is rare when an even number of these bits are set in it; 0 where
    /// no division is known that makes few heaps rare.
    mask: u16,
    rare: Vec<Rare>,
    /// Which values the heap at hand excludes. Any value has a place, so that
    /// none need be checked; only those below `room` are used.
    seen: Box<Seen>,
    /// A power of two above every sum of two values.
    room: usize,
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
        HeapValues {
            moves,
            values: vec![0],
            period: None,
            mask: 0,
            rare: Vec::new(),
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
        let mut heaps = vec![0u32; self.room / 2];
        for &value in &self.values {
            heaps[usize::from(value)] += 1;
        }
        let rare = |mask: u16| -> u32 {
            let even = |value: usize| (value as u16 & mask).count_ones().is_multiple_of(2);
            heaps.iter().enumerate().filter(|(value, _)| even(*value)).map(|(_, heaps)| heaps).sum()
        };
        let best = (1..heaps.len() as u16).min_by_key(|&mask| rare(mask));
        // With many rare heaps the plain way is as good.
        self.mask = best.filter(|&mask| rare(mask) as usize <= self.values.len() / 4).unwrap_or(0);
        let divided = self.mask != 0;
        let places =
            (1..self.values.len()).filter(|&place| divided && self.is_rare(self.values[place]));
        self.rare =
            places.map(|place| Rare { place: place as u32, value: self.values[place] }).collect();
    }

    /// The value of the next heap, and how many pairs were looked at.
    fn next(&mut self) -> (u16, usize) {
        let heap = self.values.len() as u64;
        let HeapValues { moves, values, seen, room, .. } = self;
        seen[..*room].fill(false);
        for left in moves.rests(heap) {
            seen[usize::from(values[left as usize])] = true;
        }
        if self.mask == 0 { self.next_plain(heap) } else { self.next_sparse(heap) }
    }

    fn next_plain(&mut self, heap: u64) -> (u16, usize) {
        let HeapValues { moves, values, seen, .. } = self;
        let mut pairs = 0;
        for (total, half) in moves.totals(heap) {
            see_pairs(values, seen, total as usize, 1..half as usize + 1);
            pairs += half as usize;
        }
        (lowest(seen, |_| true), pairs)
    }

    fn next_sparse(&mut self, heap: u64) -> (u16, usize) {
        let HeapValues { moves, values, seen, rare, mask, .. } = self;
        let is_common = |value: u16| !(value & *mask).count_ones().is_multiple_of(2);
        let mut pairs = 0;
        for (total, half) in moves.totals(heap) {
            let total = total as usize;
            let end = rare.partition_point(|rare| (rare.place as usize) < total);
            // A heap that is left twice is no pair of Grundy's game.
            let forbidden = if total > 2 * half as usize + 1 { total / 2 } else { 0 };
            let before = &values[..total];
            for &Rare { place, value } in &rare[..end] {
                let other = total - place as usize;
                if other != forbidden {
                    seen[usize::from(value ^ before[other])] = true;
                }
            }
            pairs += end;
        }
        // No other pair gives a common value, so this one is out of reach.
        let common = lowest(seen, is_common);
        let mut open: Vec<u16> =
            (0..common).filter(|&value| !is_common(value) && !seen[usize::from(value)]).collect();
        let mut from = 1;
        while !open.is_empty() {
            let mut any = false;
            for (total, half) in moves.totals(heap) {
                let end = (from + CHUNK).min(half as usize + 1);
                if from < end {
                    see_pairs(values, seen, total as usize, from..end);
                    pairs += end - from;
                    any = true;
                }
            }
            open.retain(|&value| !seen[usize::from(value)]);
            if !any {
                break;
            }
            from += CHUNK;
        }
        (open.first().copied().unwrap_or(common), pairs)
    }
}

/// Marks the sums of the values of the pairs with these smaller parts.
fn see_pairs(values: &[u16], seen: &mut Seen, total: usize, small: std::ops::Range<usize>) {
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

fn lowest(seen: &Seen, kind: impl Fn(u16) -> bool) -> u16 {
    let open = |&value: &u16| kind(value) && !seen[usize::from(value)];
    (0..u16::MAX).find(open).unwrap_or(u16::MAX)
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
