//! How much work an answer may cost. The solver has no clock of its own: a
//! caller with a deadline passes a function that knows when it is over.

use std::fmt;

/// How many positions are looked at between two questions to the caller's
/// deadline: at a microsecond each or less, it is overrun by a millisecond.
const ASK_EVERY: u64 = 1_024;

/// Positions that may still be looked at, and a way to be told to stop.
/// Memory is bounded with it: a search remembers at most what it looked at.
pub struct Budget<'a> {
    left: u64,
    spent: u64,
    stop: Option<&'a dyn Fn() -> bool>,
}

/// The budget ran out before the answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

impl<'a> Budget<'a> {
    /// At most this many positions.
    pub fn positions(left: u64) -> Budget<'a> {
        Budget { left, spent: 0, stop: None }
    }

    /// Also ends as soon as `stop` says so. It is asked every
    /// 1,024 positions.
    pub fn until(self, stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { stop: Some(stop), ..self }
    }

    /// Takes one position from the budget.
    ///
    /// # Errors
    /// [`Exhausted`] when none is left or the caller said stop.
    pub fn spend(&mut self) -> Result<(), Exhausted> {
        if self.left == 0 {
            return Err(Exhausted);
        }
        self.left -= 1;
        self.spent += 1;
        if self.spent.is_multiple_of(ASK_EVERY) && self.stop.is_some_and(|stop| stop()) {
            self.left = 0;
            return Err(Exhausted);
        }
        Ok(())
    }

    /// Lets `work` spend at most `most` positions of this budget.
    pub fn within<T>(&mut self, most: u64, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
        let lent = self.left.min(most);
        let mut part = Budget { left: lent, spent: self.spent, stop: self.stop };
        let result = work(&mut part);
        let used = part.spent - self.spent;
        // Less is left of the part than was not used only if the caller said stop.
        let stopped = part.left < lent - used;
        self.left = if stopped { 0 } else { self.left - used };
        self.spent = part.spent;
        result
    }

    /// How many positions may still be looked at.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// How many positions have been looked at.
    pub fn spent(&self) -> u64 {
        self.spent
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("left", &self.left).field("spent", &self.spent).finish()
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search ran out of its budget")
    }
}

impl std::error::Error for Exhausted {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spends until nothing is left, and tells how much that was.
    fn drain(budget: &mut Budget<'_>) -> u64 {
        let before = budget.spent();
        while budget.spend().is_ok() {}
        budget.spent() - before
    }

    #[test]
    fn a_part_ends_before_the_whole() {
        let mut budget = Budget::positions(100);
        assert_eq!(budget.within(30, drain), 30);
        assert_eq!(budget.within(1_000, drain), 70);
        assert_eq!(drain(&mut budget), 0);
    }

    #[test]
    fn stopping_a_part_stops_the_whole() {
        let stop = || true;
        let mut budget = Budget::positions(10_000).until(&stop);
        assert_eq!(budget.within(5_000, drain), ASK_EVERY);
        assert_eq!(drain(&mut budget), 0);
    }
}
