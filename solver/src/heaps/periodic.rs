//! Sequences in which each value follows from the last few: the values of the heaps of a
//! subtraction game, the fates in a counting game. Such a sequence becomes periodic, and its
//! period is proved as soon as the last few values have occurred before.

use crate::{Budget, Exhausted};

/// The most values kept. A sequence that has not repeated by then is given up: no set of small
/// numbers is known to need more, but a set may hold large ones.
const MOST_VALUES: usize = 1 << 22;

/// A rule that generates a sequence.
pub(crate) trait Recurrence {
    type Value: Copy + Eq;

    /// Returns how many values the next one depends on. As long as there are fewer, it may
    /// depend on how many there are.
    fn window(&self) -> usize;

    /// Returns the value after these.
    fn next(&self, before: &[Self::Value]) -> Self::Value;
}

/// A sequence as far as it has been asked for, or all of it once its period is known.
#[derive(Debug)]
pub(crate) struct Periodic<R: Recurrence> {
    rule: R,
    values: Vec<R::Value>,
    /// The end of the window that later windows are compared with (Brent 1980: it moves on
    /// whenever the sequence has doubled in length).
    anchor: usize,
    period: Option<usize>,
}

impl<R: Recurrence> Periodic<R> {
    pub(crate) fn new(rule: R) -> Periodic<R> {
        Periodic { anchor: rule.window().max(1), rule, values: Vec::new(), period: None }
    }

    /// Returns the `n`-th value, counted from 0.
    ///
    /// # Errors
    /// [`Exhausted`] when it lies beyond the budget or the memory and no period
    /// was found on the way.
    pub(crate) fn value(&mut self, n: u64, budget: &mut Budget<'_>) -> Result<R::Value, Exhausted> {
        while self.period.is_none() && self.values.len() as u64 <= n {
            if self.values.len() == MOST_VALUES {
                return Err(Exhausted);
            }
            budget.spend()?;
            budget.hold(2 * size_of::<R::Value>() as u64)?;
            self.extend();
        }
        Ok(self.values[self.place(n)])
    }

    fn extend(&mut self) {
        self.values.push(self.rule.next(&self.values));
        let (window, end) = (self.rule.window(), self.values.len());
        if end <= self.anchor {
            return;
        }
        if self.values[end - window..] == self.values[self.anchor - window..self.anchor] {
            self.period = Some(end - self.anchor);
        } else if end == 2 * self.anchor {
            self.anchor = end;
        }
    }

    /// Returns where the `n`-th value is kept.
    fn place(&self, n: u64) -> usize {
        let Some(period) = self.period else { return n as usize };
        let start = (self.anchor - self.rule.window()) as u64;
        match n.checked_sub(start) {
            Some(beyond) => (start + beyond % period as u64) as usize,
            None => n as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of the last two values, modulo a number.
    struct Sums(u64);

    impl Recurrence for Sums {
        type Value = u64;

        fn window(&self) -> usize {
            2
        }

        fn next(&self, before: &[u64]) -> u64 {
            match before {
                [.., a, b] => (a + b) % self.0,
                _ => 1,
            }
        }
    }

    #[test]
    fn the_period_repeats_for_ever() {
        // Pisano's periods of the Fibonacci numbers.
        for (modulus, period) in [(2, 3), (3, 8), (10, 60), (1_000, 1_500)] {
            let mut sums = Periodic::new(Sums(modulus));
            let mut budget = Budget::positions(1_000_000);
            sums.value(u64::MAX, &mut budget).unwrap();
            assert_eq!(sums.period, Some(period));
            let mut plain = Vec::new();
            for n in 0..10_000 {
                plain.push(Sums(modulus).next(&plain));
                assert_eq!(sums.value(n as u64, &mut budget), Ok(plain[n]), "{n} mod {modulus}");
            }
        }
    }

    #[test]
    fn values_beyond_the_budget_are_unknown() {
        let mut sums = Periodic::new(Sums(1_000_003));
        assert_eq!(sums.value(10_000, &mut Budget::positions(100)), Err(Exhausted));
        assert_eq!(
            sums.value(50, &mut Budget::positions(0)),
            sums.value(50, &mut Budget::positions(9))
        );
    }
}
