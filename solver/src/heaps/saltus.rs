//! Proof that the values of heaps grow by a saltus for ever, where a move may leave three heaps.
//!
//! From heap `e` on let F(n + p) = F(n) + s, and let F be the values of the heaps below some N.
//! Then it is the values of all heaps, by induction, when these hold:
//!
//! 1. *No move from n leaves F(n).* With F(n) = n s/p + d(n), where from `e` on d depends on n
//!    mod p, heaps a, b, c left by taking t have the sum F(n) + D, D = d(a) + d(b) + d(c) - d(n) -
//!    t s/p, and a nim-sum is at most the sum. So it is not F(n) where D < 0, nor where their
//!    lowest k binary digits differ, which depend on the heaps modulo Q. These are finitely many
//!    cases: each heap is below `e`, or stands for its class modulo Q. What is left to see in the
//!    heaps below N: single heaps, because F(n) - F(n - t) is periodic, and moves that leave only
//!    heaps below `e`.
//! 2. *A move from n leaves each smaller value.* Heaps a, b, b have the value of a, and b, b the
//!    value 0. What can be left of n in this way can also be left of n + P, an even multiple of p
//!    more, by longer b; and so can the value of a plus S = s P/p, by a longer a, if a is not below
//!    `e`. The latter goes for a alone as well, and for a beside a heap of value 0. So it is enough
//!    that for the last P heaps n below N all values below F(n) - S are left beside b, b, those from
//!    F(n) - 2S on by a long a, and that the values from F(n) - S on are left by a long a beside b,
//!    b, or a heap of value 0, or nothing.

/// The most cases that are looked at.
const MOST_CASES: usize = 100_000_000;

/// The most binary digits by which nim-sums are told apart.
const MOST_DIGITS: u32 = 3;

/// The values of the first heaps of a taking-and-breaking game, and how they seem to grow.
#[derive(Debug)]
pub(crate) struct Growth<'a> {
    /// For each number taken, whether no (1), one (2), two (4) or three heaps (8) may be left.
    pub(crate) digits: &'a [u8],
    pub(crate) values: &'a [u16],
    /// The first heap, at least 1, from which the values grow by `saltus` in each `period`.
    pub(crate) start: usize,
    pub(crate) period: usize,
    pub(crate) saltus: usize,
}

impl Growth<'_> {
    /// Returns whether the values are proved to grow like this for ever; they must do so as far as
    /// they are known.
    pub(crate) fn is_proved(&self) -> bool {
        (0..=MOST_DIGITS).any(|digits| self.never_leaves_itself(digits))
            && (1..=8).any(|times| self.leaves_all_below(2 * times * self.period))
    }

    /// Checks condition 1 by this many binary digits.
    fn never_leaves_itself(&self, digits: u32) -> bool {
        let classes = self.period << digits;
        let end = self.start + classes;
        let known = (3 * self.start + self.digits.len()).max(end + self.digits.len());
        if self.values.len() < known || self.digits.len() * classes * end.pow(2) > MOST_CASES {
            return false;
        }
        let mask = (1u16 << digits) - 1;
        let offsets: Vec<i64> = (0..end).map(|heap| self.offset(heap)).collect();
        let may_leave = |heaps: &[usize], taken: usize| {
            let left = heaps.iter().sum::<usize>() + taken;
            let left = self.start + (left - self.start) % classes;
            let offset = heaps.iter().map(|&heap| offsets[heap]).sum::<i64>();
            let nim_sum =
                heaps.iter().fold(self.values[left], |sum, &heap| sum ^ self.values[heap]);
            offset >= offsets[left] + (taken * self.saltus) as i64 && nim_sum & mask == 0
        };
        let breaks = |bit: u8| {
            let numbers = self.digits.iter().enumerate();
            numbers.filter(move |(_, digit)| **digit & bit != 0).map(|(taken, _)| taken)
        };
        let long = self.start..end;
        let two = |taken| long.clone().any(|a| (1..end).any(|b| may_leave(&[a, b], taken)));
        let three = |taken| {
            let others = |a| (1..end).any(|b| (b..end).any(|c| may_leave(&[a, b, c], taken)));
            long.clone().any(others)
        };
        !breaks(4).any(two) && !breaks(8).any(three)
    }

    /// Returns d of a heap, times the period.
    fn offset(&self, heap: usize) -> i64 {
        (usize::from(self.values[heap]) * self.period) as i64 - (heap * self.saltus) as i64
    }

    /// Checks condition 2 for this P.
    fn leaves_all_below(&self, shift: usize) -> bool {
        let growth = shift / self.period * self.saltus;
        let known = self.values.len();
        let mut last = known.saturating_sub(shift)..known;
        last.start >= self.start + shift && last.all(|heap| self.leaves_below(heap, growth))
    }

    fn leaves_below(&self, heap: usize, growth: usize) -> bool {
        let value = usize::from(self.values[heap]);
        let Some(middle) = value.checked_sub(2 * growth) else { return false };
        let top = value - growth;
        // Which values are left beside two equal heaps, by a long heap beside them, by any long one.
        let [mut beside_pair, mut long_beside_pair, mut long] =
            [(); 3].map(|()| vec![false; value]);
        for left in self.left_of(heap) {
            let (value, is_long) = match left {
                Left::Pair => (0, false),
                Left::BesidePair(a) | Left::Alone(a) => {
                    (usize::from(self.values[a]), a >= self.start)
                }
            };
            if value < beside_pair.len() {
                let is_paired = !matches!(left, Left::Alone(_));
                beside_pair[value] |= is_paired;
                long_beside_pair[value] |= is_paired && is_long;
                long[value] |= is_long;
            }
        }
        let all = |seen: &[bool]| seen.iter().all(|&seen| seen);
        all(&beside_pair[..top]) && all(&long_beside_pair[middle..top]) && all(&long[top..])
    }

    /// Returns what condition 2 looks at among the moves from this heap.
    fn left_of(&self, heap: usize) -> Vec<Left> {
        let mut found = Vec::new();
        for (taken, digit) in self.digits.iter().enumerate() {
            let Some(left) = heap.checked_sub(taken).filter(|&left| left > 0) else { break };
            if digit & 2 != 0 {
                found.push(Left::Alone(left));
            }
            if digit & 4 != 0 {
                let others = 1..left.min(self.start + self.period);
                let zeros = others.filter(|&other| self.values[other] == 0);
                found.extend(zeros.map(|other| Left::Alone(left - other)));
                found.extend(left.is_multiple_of(2).then_some(Left::Pair));
            }
            if digit & 8 != 0 {
                let a = (1..left).rev().skip(1).step_by(2);
                found.extend(a.map(Left::BesidePair));
            }
        }
        found
    }
}

/// Heaps that a move leaves.
#[derive(Clone, Copy, Debug)]
enum Left {
    /// Two equal heaps.
    Pair,
    /// This heap beside two equal ones.
    BesidePair(usize),
    /// This heap, alone or beside one of value 0.
    Alone(usize),
}

#[cfg(test)]
mod tests {
    use pinned::chance;

    use super::*;
    use crate::{Budget, HeapSequence, SeenSaltus};

    fn values(code: &str, heaps: u64) -> (HeapSequence, Vec<u64>) {
        let mut sequence = HeapSequence::from_code(code).unwrap();
        let values = sequence.values(heaps, &mut Budget::positions(10_000_000)).unwrap();
        (sequence, values)
    }

    #[test]
    fn kenyon_s_game_and_others_are_proved_to_grow() {
        for (code, period, saltus) in
            [("0.3F", 6, 3), ("0.8", 3, 1), ("0.0F", 2, 1), ("0.FF", 1, 1)]
        {
            let (sequence, values) = values(code, 160);
            let seen = SeenSaltus::new(&values).unwrap();
            assert_eq!((seen.period, seen.saltus), (period, saltus), "{code}");
            assert!(sequence.proves(seen), "{code}");
        }
    }

    #[test]
    fn a_saltus_is_not_believed_too_early() {
        let (sequence, _) = values("0.3F", 20);
        let seen = SeenSaltus { preperiod: 0, period: 6, saltus: 3 };
        assert!(!sequence.proves(seen));
        let (sequence, _) = values("0.3F", 160);
        for wrong in [
            SeenSaltus { period: 5, ..seen },
            SeenSaltus { saltus: 2, ..seen },
            SeenSaltus { period: 12, ..seen },
        ] {
            assert!(!sequence.proves(wrong), "{wrong:?}");
        }
        let (octal, values) = values("0.33333333", 9);
        let seen = SeenSaltus::new(&values).expect("taking up to 8 looks like Nim at first");
        assert!(!octal.proves(seen));
    }

    /// What is proved from a few values is true of many more.
    #[test]
    fn what_is_proved_goes_on() {
        let mut proved = 0;
        for digits in 0..16u32 * 16 {
            let code = format!("0.{digits:02X}");
            let (sequence, few) = values(&code, 100);
            let Some(seen) = SeenSaltus::new(&few).filter(|&seen| sequence.proves(seen)) else {
                continue;
            };
            let (_, many) = values(&code, 400);
            let later = many.iter().zip(&many[seen.period as usize..]);
            let grow = later.skip(seen.preperiod as usize).all(|(a, b)| a + seen.saltus == *b);
            assert!(grow, "{code}: {seen:?}");
            proved += 1;
        }
        assert!(proved > 10, "{proved}");
    }

    /// Values of no game that grow from a start on, and numbers that may be taken.
    struct Table {
        digits: Vec<u8>,
        values: Vec<u16>,
        start: usize,
        period: usize,
        saltus: usize,
    }

    impl Table {
        fn random(seed: u64) -> Table {
            let mut chance = chance(seed, 1);
            let mut below = |n: u64| chance(n) as usize;
            let digits = (0..2).map(|_| [0, 1, 2, 4, 6, 8, 10, 12, 15][below(9)]).collect();
            let (start, period, saltus) = (1 + below(3), 1 + below(3), 1 + below(3));
            let spread = [2, 4, 9][below(3)];
            let mut values = vec![0];
            values.extend((1..start + period).map(|_| below(spread) as u16));
            for heap in start + period..130 {
                values.push(values[heap - period] + saltus as u16);
            }
            Table { digits, values, start, period, saltus }
        }

        fn growth(&self, known: usize) -> Growth<'_> {
            let Table { digits, values, start, period, saltus } = self;
            let (start, period, saltus) = (*start, *period, *saltus);
            Growth { digits, values: &values[..known], start, period, saltus }
        }

        /// The moves that leave so many heaps, and take so many: those heaps.
        fn left(&self, heap: usize) -> Vec<Vec<usize>> {
            let mut found = Vec::new();
            for (taken, digit) in self.digits.iter().enumerate().filter(|(taken, _)| *taken < heap)
            {
                let left = heap - taken;
                let mut add = |bit: u8, heaps: &[usize]| {
                    if digit & bit != 0 && heaps.iter().all(|&heap| heap > 0) {
                        found.push(heaps.to_vec());
                    }
                };
                add(2, &[left]);
                for a in 1..left {
                    add(4, &[a, left - a]);
                    (1..left - a).for_each(|b| add(8, &[a, b, left - a - b]));
                }
            }
            found
        }
    }

    /// The cases modulo Q are those of all heaps, here of two times as many.
    #[test]
    fn no_heap_leaves_itself_where_sums_are_smaller_or_digits_differ() {
        let mut found = [0; 2];
        for seed in 0..3_000 {
            let table = Table::random(seed);
            let digits = (seed % 3) as u32;
            let mask = (1u16 << digits) - 1;
            let (start, values) = (table.start, &table.values);
            let end = start + 2 * (table.period << digits);
            let leaves_itself = |heap: usize| {
                table.left(heap).into_iter().filter(|left| left.len() > 1).any(|left| {
                    let value = |heap: usize| values[heap];
                    left.iter().any(|&heap| heap >= start)
                        && left.iter().all(|&heap| heap < end)
                        && left.iter().map(|&heap| value(heap)).sum::<u16>() >= value(heap)
                        && left.iter().fold(value(heap), |sum, &heap| sum ^ value(heap)) & mask == 0
                })
            };
            let expected = !(start..3 * end).any(leaves_itself);
            assert_eq!(table.growth(130).never_leaves_itself(digits), expected, "{seed}");
            found[usize::from(expected)] += 1;
        }
        assert!(found.iter().all(|&found| found > 100), "{found:?}");
    }

    #[test]
    fn all_smaller_values_are_left_where_each_kind_of_move_leaves_its_own() {
        let mut found = [0; 2];
        for seed in 0..3_000 {
            let mut table = Table::random(seed);
            if seed % 2 == 0 {
                table.digits = vec![8, 15];
            }
            let shift = 2 * table.period * (1 + seed as usize % 2);
            let growth = shift / table.period * table.saltus;
            let leaves_below = |heap: usize| {
                let value = |heap: usize| usize::from(table.values[heap]);
                let Some(middle) = value(heap).checked_sub(2 * growth) else { return false };
                let left = table.left(heap);
                // The value that a move leaves if all but one heap cancel out, and that heap.
                let mut kinds = Vec::new();
                for heaps in &left {
                    match heaps[..] {
                        [a] => kinds.push((a, false, value(a))),
                        [a, b] => {
                            if a == b {
                                kinds.push((0, true, 0));
                            }
                            if value(b) == 0 {
                                kinds.push((a, false, value(a)));
                            }
                        }
                        [a, b, c] if b == c => kinds.push((a, true, value(a))),
                        _ => {}
                    }
                }
                let is_left = |wanted: usize, paired: bool, long: bool| {
                    kinds.iter().any(|&(heap, is_paired, value)| {
                        value == wanted && (is_paired || !paired) && (heap >= table.start || !long)
                    })
                };
                let top = value(heap) - growth;
                (0..top).all(|wanted| is_left(wanted, true, false))
                    && (middle..top).all(|wanted| is_left(wanted, true, true))
                    && (top..value(heap)).all(|wanted| is_left(wanted, false, true))
            };
            let known = 2 * shift + table.start + seed as usize % 7;
            let expected = (known - shift..known).all(leaves_below);
            assert_eq!(table.growth(known).leaves_all_below(shift), expected, "{seed}");
            let early = table.growth(2 * shift + table.start - 1);
            assert!(!early.leaves_all_below(shift), "{seed}: the last P heaps are not all later");
            found[usize::from(expected)] += 1;
        }
        assert!(found.iter().all(|&found| found > 20), "{found:?}");
    }

    /// Moves that leave only heaps below the start are made from heaps that are known.
    #[test]
    fn nothing_is_proved_from_too_few_values() {
        let values: Vec<u16> = (0..40).collect();
        let growth = |start, period, known: usize| {
            let (digits, saltus) = (&[0, 2][..], period);
            Growth { digits, values: &values[..known], start, period, saltus }
        };
        for (start, period, digits, least) in
            [(5, 1, 0, 17), (5, 1, 2, 17), (2, 3, 1, 10), (1, 4, 2, 19)]
        {
            assert!(growth(start, period, least).never_leaves_itself(digits), "{start} {period}");
            assert!(
                !growth(start, period, least - 1).never_leaves_itself(digits),
                "{start} {period}"
            );
        }
    }
}
