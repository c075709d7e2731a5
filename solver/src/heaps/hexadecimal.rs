//! Values of heaps in taking-and-breaking games whose moves may leave three heaps: their
//! codes have hexadecimal digits (Berlekamp, Conway and Guy 1982, chapter 4).

use crate::heaps::period::Period;
use crate::heaps::saltus::Growth;
use crate::{Budget, Exhausted};

/// The most values that are told apart; a game with more is given up.
const MOST_VALUES: usize = 4_096;

/// The words of a set of values.
const WORDS: usize = MOST_VALUES / 64;

/// The most heaps whose values are kept: each takes half a kilobyte.
const MOST_HEAPS: usize = 1 << 16;

/// How many sums of values can be noted at the cost of one position of a search.
const SUMS_A_POSITION: u64 = 256;

/// The most digits of a code.
const MOST_DIGITS: usize = 64;

/// A set of values.
type Values = [u64; WORDS];

/// A code, and the values of its heaps from 0 on.
#[derive(Debug)]
pub(crate) struct HexadecimalValues {
    digits: Vec<u8>,
    values: Vec<u16>,
    /// For each total, the sums of the values of two heaps.
    pairs: Vec<Values>,
}

impl HexadecimalValues {
    /// Reads a code such as `0.8` or `4.0F`. In the digit before the point, which takes
    /// nothing, only the bits of two and three heaps may be set: otherwise the game would
    /// never end.
    pub(crate) fn read(code: &str) -> Option<HexadecimalValues> {
        let (before, after) = code.split_once('.')?;
        let digit = |c: char| c.to_digit(16).map(|digit| digit as u8);
        let digits: Vec<u8> =
            before.chars().chain(after.chars()).map(digit).collect::<Option<_>>()?;
        let fits = before.len() == 1 && (2..=MOST_DIGITS).contains(&digits.len());
        (fits && digits[0] & 3 == 0).then(|| HexadecimalValues {
            digits,
            values: Vec::new(),
            pairs: Vec::new(),
        })
    }

    pub(crate) fn values(&self) -> &[u16] {
        &self.values
    }

    /// Returns the period, once it is proved. With up to three heaps left the largest has at
    /// least a third of the rest, so the argument of Guy and Smith needs three times the
    /// start.
    pub(crate) fn period(&self) -> Option<Period> {
        Period::proved_for(&self.values, self.digits.len() - 1, 3)
    }

    /// Returns whether it is proved that the values grow by `saltus` in each `period` for ever, as
    /// they do from the heap `start` on as far as they are known.
    pub(crate) fn proves(&self, start: usize, period: usize, saltus: usize) -> bool {
        let (digits, values) = (&self.digits[..], &self.values[..]);
        let start = start.max(1);
        let shifted = values.iter().zip(values.iter().skip(period)).skip(start);
        let mut grown = shifted.map(|(&a, &b)| usize::from(b).checked_sub(usize::from(a)));
        saltus > 0
            && period > 0
            && grown.all(|grown| grown == Some(saltus))
            && Growth { digits, values, start, period, saltus }.is_proved()
    }

    /// Lengthens the table until it reaches this heap.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget or the memory runs out first.
    pub(crate) fn reach(&mut self, heap: u64, budget: &mut Budget<'_>) -> Result<(), Exhausted> {
        while self.values.len() as u64 <= heap {
            if self.values.len() == MOST_HEAPS {
                return Err(Exhausted);
            }
            budget.hold(size_of::<Values>() as u64)?;
            let mut sums = 0;
            let value = self.next(&mut sums);
            budget.spend_many(1 + sums / SUMS_A_POSITION)?;
            let value = value.filter(|&value| value < MOST_VALUES / 2).ok_or(Exhausted)?;
            self.values.push(value as u16);
        }
        Ok(())
    }

    /// Returns the value of the next heap: the smallest that no option has.
    fn next(&mut self, sums: &mut u64) -> Option<usize> {
        let heap = self.values.len();
        let mut pairs = [0; WORDS];
        for small in 1..=heap / 2 {
            note(&mut pairs, usize::from(self.values[small] ^ self.values[heap - small]));
        }
        *sums += heap as u64 / 2;
        self.pairs.push(pairs);
        let mut seen = [0; WORDS];
        for (taken, &digit) in self.digits.iter().enumerate() {
            let Some(left) = heap.checked_sub(taken) else { break };
            match left {
                0 if digit & 1 != 0 => note(&mut seen, 0),
                1.. if digit & 2 != 0 => note(&mut seen, usize::from(self.values[left])),
                _ => {}
            }
            if digit & 4 != 0 {
                note_all(&mut seen, &self.pairs[left], 0, sums);
            }
            // The smallest of three heaps is at most a third.
            for small in (1..=left / 3).filter(|_| digit & 8 != 0) {
                note_all(&mut seen, &self.pairs[left - small], self.values[small], sums);
            }
        }
        let word = seen.iter().position(|word| *word != u64::MAX)?;
        Some(64 * word + seen[word].trailing_ones() as usize)
    }
}

fn note(values: &mut Values, value: usize) {
    values[value / 64] |= 1 << (value % 64);
}

/// Notes the sums of each of these values with one more.
fn note_all(seen: &mut Values, values: &Values, with: u16, sums: &mut u64) {
    for (place, &word) in values.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            note(seen, (64 * place + left.trailing_zeros() as usize) ^ usize::from(with));
            left &= left - 1;
            *sums += 1;
        }
    }
    *sums += WORDS as u64 / 8;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::pair::mex;

    /// Computes by the definition.
    fn plain(code: &str, heaps: usize) -> Vec<u16> {
        let digits = HexadecimalValues::read(code).unwrap().digits;
        let mut values: Vec<u16> = Vec::new();
        for heap in 0..heaps {
            let mut options = Vec::new();
            for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heap) {
                let left = heap - taken;
                if left == 0 && digit & 1 != 0 {
                    options.push(0);
                }
                if left > 0 && digit & 2 != 0 {
                    options.push(values[left]);
                }
                for a in 1..left {
                    let b = left - a;
                    if digit & 4 != 0 {
                        options.push(values[a] ^ values[b]);
                    }
                    if digit & 8 != 0 {
                        options.extend((1..b).map(|c| values[a] ^ values[c] ^ values[b - c]));
                    }
                }
            }
            values.push(mex(options.into_iter().map(u64::from)) as u16);
        }
        values
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for code in ["0.8", "0.F", "4.0F", "8.3", "0.77", "0.0C", "C.1", "0.123A"] {
            let mut table = HexadecimalValues::read(code).unwrap();
            table.reach(79, &mut Budget::positions(1_000_000)).unwrap();
            assert_eq!(table.values(), plain(code, 80), "{code}");
        }
    }

    /// Where a move leaves one heap, nothing is summed but the values of all pairs, for later totals.
    #[test]
    fn a_heap_costs_its_pairs_and_what_they_are_summed_with() {
        for (code, heaps) in [("0.3", 1_500u64), ("0.111", 1_500), ("0.33", 700)] {
            let mut table = HexadecimalValues::read(code).unwrap();
            let budget = &mut Budget::positions(1_000_000);
            table.reach(heaps - 1, budget).unwrap();
            let pairs = |heap: u64| heap / 2;
            let wanted: u64 = (0..heaps).map(|heap| 1 + pairs(heap) / SUMS_A_POSITION).sum();
            assert_eq!(budget.spent(), wanted, "{code}");
            let held = budget.most_bytes() - budget.bytes_left();
            assert_eq!(held, heaps * size_of::<Values>() as u64);
        }
        // Three heaps are left: so many sums, for each smallest one of them, as there are values of
        // the others.
        let mut table = HexadecimalValues::read("0.8").unwrap();
        let budget = &mut Budget::positions(1_000_000);
        table.reach(199, budget).unwrap();
        let mut wanted = 0;
        for heap in 0..200u64 {
            let values = |total: u64| {
                let all = (1..=total / 2).map(|small| {
                    table.values[small as usize] ^ table.values[(total - small) as usize]
                });
                all.collect::<std::collections::BTreeSet<u16>>().len() as u64
            };
            let left = heap.saturating_sub(1);
            let sums: u64 = (1..=left / 3).map(|small| values(left - small) + 8).sum();
            wanted += 1 + (heap / 2 + sums) / SUMS_A_POSITION;
        }
        assert_eq!(budget.spent(), wanted);
        assert_eq!(table.reach(250, &mut Budget::positions(3)), Err(Exhausted));
    }

    /// Kayles in hexadecimal digits: its period is believed after three times its start.
    #[test]
    fn a_period_is_believed_where_three_heaps_cannot_break_it() {
        let mut table = HexadecimalValues::read("0.77").unwrap();
        let needed = 3 * (71 + 12) + 2 + 1;
        table.reach(needed - 2, &mut Budget::positions(100_000)).unwrap();
        assert_eq!(table.period(), None);
        table.reach(needed - 1, &mut Budget::positions(100_000)).unwrap();
        assert_eq!(table.period(), Some(Period { start: 71, length: 12 }));
    }

    #[test]
    fn bad_codes_are_refused() {
        for code in ["", "0", "0.", ".7", "00.7", "1.7", "2.0", "0.G", "0x7"] {
            assert!(HexadecimalValues::read(code).is_none(), "{code}");
        }
    }
}
