//! What is known of the pairs of heaps with one total: the values that some pair has, and
//! those that none has. Several heaps may share a total.

use super::kinds::Kinds;
use super::row::ValueRow;

/// How many pairs have their values noted, and are compared, at once.
const NOTE: usize = 8;
const COMPARE: usize = 128;

/// A flag for each value. Every `u16` has a place, so no index needs a check.
pub(super) type Seen = [bool; 1 << 16];

#[derive(Debug)]
pub(super) struct CommonPairs {
    total: usize,
    /// The largest smaller part.
    half: usize,
    /// Pairs with a smaller part up to this have been noted.
    noted: usize,
    /// The mask of the kinds, if all pairs with a rare part have been noted too.
    rare_by: Option<u16>,
    seen: Seen,
    /// Values that no pair has.
    missing: Vec<u16>,
}

impl CommonPairs {
    /// Creates the pairs of no total.
    pub(super) fn new() -> CommonPairs {
        let seen = [false; 1 << 16];
        CommonPairs { total: 0, half: 0, noted: 0, rare_by: None, seen, missing: Vec::new() }
    }

    /// Returns the values that pairs have, as far as they are known.
    pub(super) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Turns to the pairs with this total, if it differs from the current one, and notes the
    /// values of about `wanted` of them. Values are below `room`. Returns how many pairs were
    /// noted.
    pub(super) fn turn_to(
        &mut self,
        (total, half): (usize, usize),
        row: &ValueRow,
        room: usize,
        wanted: usize,
    ) -> usize {
        if self.total == total {
            return 0;
        }
        (self.total, self.half, self.rare_by) = (total, half, None);
        self.seen[..room].fill(false);
        self.missing.clear();
        self.noted = half.min(wanted.next_multiple_of(NOTE));
        let (small, large) = row.pairs(total, 1..self.noted + 1);
        let (small, few) = small.as_chunks::<NOTE>();
        let (large, others) = large.as_chunks::<NOTE>();
        for (a, b) in small.iter().zip(large) {
            let mut sums = [0; NOTE];
            for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
                *sum = a ^ b;
            }
            self.note(sums);
        }
        for (a, b) in few.iter().zip(others) {
            self.note([a ^ b]);
        }
        self.noted
    }

    /// Notes the values of all pairs with a rare part: no other pair has a common value.
    /// Returns how many pairs were noted.
    pub(super) fn note_rare(&mut self, row: &ValueRow, kinds: &Kinds) -> usize {
        if self.rare_by == kinds.mask() {
            return 0;
        }
        self.rare_by = kinds.mask();
        let others = row.others(self.total);
        let (places, values) = kinds.below(self.total);
        let mut parts = [0..places.len(), 0..0];
        if self.total > 2 * self.half + 1 {
            // In Grundy's game two equal parts are not a pair.
            let middle = places.partition_point(|&place| (place as usize) < self.total / 2);
            let equal = places.get(middle).is_some_and(|&place| place as usize * 2 == self.total);
            parts = [0..middle, middle + usize::from(equal)..places.len()];
        }
        for part in parts {
            let (places, values) = (&places[part.clone()], &values[part]);
            let (places, few) = places.as_chunks::<NOTE>();
            let (values, last) = values.as_chunks::<NOTE>();
            for (places, values) in places.iter().zip(values) {
                let mut sums = [0; NOTE];
                for ((sum, value), &place) in sums.iter_mut().zip(values).zip(places) {
                    *sum = value ^ others[place as usize];
                }
                self.note(sums);
            }
            for (&place, value) in few.iter().zip(last) {
                self.note([value ^ others[place as usize]]);
            }
        }
        kinds.len()
    }

    /// Notes these values. They are all computed beforehand: stores in between would hold up
    /// the loads that follow.
    fn note<const COUNT: usize>(&mut self, values: [u16; COUNT]) {
        for value in values {
            self.seen[usize::from(value)] = true;
        }
    }

    /// Returns whether a pair has this value. Adds the number of pairs looked at to
    /// `compared`.
    pub(super) fn have(&mut self, value: u16, row: &ValueRow, compared: &mut usize) -> bool {
        if self.seen[usize::from(value)] || self.missing.contains(&value) {
            return self.seen[usize::from(value)];
        }
        // Compares whole blocks, even if some of the pairs have been noted.
        let blocks = (self.half - self.noted).div_ceil(COMPARE);
        let first = (self.half + 1).saturating_sub(blocks * COMPARE).max(1);
        let (small, large) = row.pairs(self.total, first..self.half + 1);
        let (small, few) = small.as_chunks::<COMPARE>();
        let (large, others) = large.as_chunks::<COMPARE>();
        let mut blocks = small.iter().zip(large);
        let found = blocks.any(|(small, large)| {
            *compared += COMPARE;
            any(small, large, value)
        }) || any(few, others, value);
        if found {
            self.seen[usize::from(value)] = true;
        } else {
            self.missing.push(value);
        }
        found
    }
}

/// Returns whether a pair has this value; does not end early, so that many are compared at
/// once.
#[inline]
fn any(small: &[u16], large: &[u16], value: u16) -> bool {
    small.iter().zip(large).fold(false, |any, (a, b)| any | (a ^ b == value))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Where two equal parts are a pair, and in Grundy's game, where they are not.
    #[test]
    fn what_is_noted_are_the_values_of_all_pairs_with_a_rare_part() {
        const ROOM: usize = 64;
        let mut row = ValueRow::new();
        for heap in 1..90u16 {
            row.push(if heap % 6 == 0 { heap % 32 * 2 } else { heap % 29 * 2 + 1 });
            let kinds = Kinds::new(row.values(), ROOM);
            let total = row.len();
            let has_rare = |&part: &usize| {
                [part, total - part].iter().any(|&part| kinds.is_rare(row.values()[part]))
            };
            for half in [total / 2, (total - 1) / 2] {
                let mut pairs = CommonPairs::new();
                assert_eq!(pairs.turn_to((total, half), &row, ROOM, 0), 0);
                pairs.note_rare(&row, &kinds);
                let noted: BTreeSet<u16> =
                    (0..ROOM as u16).filter(|&value| pairs.seen()[usize::from(value)]).collect();
                let value = |part: usize| row.values()[part] ^ row.values()[total - part];
                let rare = (1..=half).filter(has_rare).map(value).collect();
                assert_eq!(noted, rare, "{total} with parts up to {half}");
                let all: BTreeSet<u16> = (1..=half).map(value).collect();
                let mut compared = 0;
                let mut has = |value: &u16| pairs.have(*value, &row, &mut compared);
                let found = (0..ROOM as u16).chain(0..ROOM as u16).filter(&mut has);
                assert!(found.eq(all.iter().chain(&all).copied()), "{total} up to {half}");
            }
        }
    }
}
