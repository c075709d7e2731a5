//! Reproducible chance: the same seed makes the same choices on every machine and in every
//! release. `rand`'s own sampling promises that only within a version, so the few draws needed
//! are implemented here.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A seeded source of choices.
#[derive(Clone, Debug)]
pub(crate) struct SeededChoices(Pcg64Mcg);

impl SeededChoices {
    /// Creates a source; equal seeds give equal choices.
    pub(crate) fn new(seed: u64) -> SeededChoices {
        SeededChoices(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Returns a number from 0 to `n` - 1, each with the same chance; 0 when `n` is 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        // Numbers from the last, incomplete run of n would come up too often.
        let complete = u64::MAX - u64::MAX % n.max(1);
        loop {
            let drawn = self.0.next_u64();
            if drawn < complete {
                return drawn % n.max(1);
            }
        }
    }

    /// Returns true with this probability.
    pub(crate) fn happens(&mut self, probability: f64) -> bool {
        // An f64 has 53 significant bits.
        let unit = (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        unit < probability
    }

    /// Returns one of the items; `None` when there are none.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_fixes_the_choices_for_ever() {
        let mut chance = SeededChoices::new(7);
        let drawn: Vec<_> = (0..8).map(|_| chance.below(1_000)).collect();
        assert_eq!(drawn, [830, 458, 819, 668, 135, 802, 42, 145]);
    }

    #[test]
    fn every_number_below_comes_out() {
        let mut chance = SeededChoices::new(1);
        for n in 1..20 {
            let mut seen = vec![false; n];
            for _ in 0..400 {
                seen[chance.below(n as u64) as usize] = true;
            }
            assert!(seen.into_iter().all(|seen| seen), "{n}");
        }
        assert_eq!(chance.below(0), 0);
    }

    /// Of three quarters of all numbers a remainder would give the first third twice as often.
    #[test]
    fn numbers_below_a_huge_one_come_out_equally_often() {
        let mut chance = SeededChoices::new(3);
        let n = 3 << 62;
        let low = (0..3_000).filter(|_| chance.below(n) < n / 3).count();
        assert!((900..1_100).contains(&low), "{low}");
        assert!((0..100).all(|_| chance.below(n) < n));
    }

    #[test]
    fn an_item_is_picked_where_there_is_one() {
        let mut chance = SeededChoices::new(4);
        assert_eq!(chance.pick::<u8>(&[]), None);
        let picked = |chance: &mut SeededChoices| *chance.pick(&["a", "b", "c"]).unwrap();
        let all: std::collections::BTreeSet<&str> = (0..50).map(|_| picked(&mut chance)).collect();
        assert_eq!(all.into_iter().collect::<String>(), "abc");
    }

    #[test]
    fn a_probability_is_kept() {
        let mut chance = SeededChoices::new(2);
        let often = (0..10_000).filter(|_| chance.happens(0.3)).count();
        assert!((2_800..3_200).contains(&often), "{often}");
        assert!(!(0..1_000).any(|_| chance.happens(0.0)));
        assert!((0..1_000).all(|_| chance.happens(1.0)));
    }
}
