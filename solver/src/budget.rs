//! The work that an answer may cost. The solver has no clock of its own: a caller with a
//! deadline passes a function that says whether it has passed.

use std::fmt;

/// How many positions are looked at between two checks of the caller's deadline. The most
/// expensive take ten microseconds each, and reading a clock costs as much as looking at a
/// cheap one.
const ASK_EVERY: u64 = 64;

/// The bytes that one question may hold unless its caller says otherwise: a gigabyte.
const BYTES: u64 = 1 << 30;

/// Positions that may still be looked at, bytes that may still be held, and a way to be told
/// to stop.
///
/// ```
/// use solver::{Budget, Exhausted};
///
/// let stop = || false; // whether a deadline has passed
/// let mut budget = Budget::positions(2).bytes(1 << 20).until(&stop);
/// assert_eq!(budget.spend_many(2), Ok(()));
/// assert_eq!(budget.spend(), Err(Exhausted));
/// ```
pub struct Budget<'a> {
    left: u64,
    spent: u64,
    bytes: u64,
    most_bytes: u64,
    /// Whether something was not looked at because the budget, or a part of it, did not suffice.
    cut: bool,
    /// Whether the caller has said stop or the bytes did not suffice, which ends the whole budget.
    ended: bool,
    stop: Option<&'a dyn Fn() -> bool>,
}

/// The budget ran out before the answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

impl<'a> Budget<'a> {
    /// Creates a budget of at most this many positions.
    pub fn positions(left: u64) -> Budget<'a> {
        Budget {
            left,
            spent: 0,
            bytes: BYTES,
            most_bytes: BYTES,
            cut: false,
            ended: false,
            stop: None,
        }
    }

    /// Limits the budget to at most this many bytes in what the solver remembers for the
    /// answer. They are counted before they are allocated, including the containers' overhead.
    pub fn bytes(self, bytes: u64) -> Budget<'a> {
        Budget { bytes, most_bytes: bytes, ..self }
    }

    /// Also ends the budget as soon as `stop` returns true. It is called every 64 positions.
    pub fn until(self, stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { stop: Some(stop), ..self }
    }

    /// Takes one position from the budget.
    ///
    /// # Errors
    /// [`Exhausted`] when none is left or the caller has said stop.
    pub fn spend(&mut self) -> Result<(), Exhausted> {
        self.spend_many(1)
    }

    /// Takes several positions at once, for work that costs as much as looking at them.
    ///
    /// # Errors
    /// [`Exhausted`] when fewer are left or the caller has said stop; then none is left.
    pub fn spend_many(&mut self, positions: u64) -> Result<(), Exhausted> {
        let Some(left) = self.left.checked_sub(positions) else {
            (self.left, self.cut) = (0, true);
            return Err(Exhausted);
        };
        let before = self.spent / ASK_EVERY;
        self.left = left;
        self.spent += positions;
        if self.spent / ASK_EVERY > before && self.stop.is_some_and(|stop| stop()) {
            return Err(self.end());
        }
        Ok(())
    }

    /// Leaves nothing, also of the budget that this is a part of.
    fn end(&mut self) -> Exhausted {
        (self.left, self.cut, self.ended) = (0, true, true);
        Exhausted
    }

    /// Takes bytes from the budget, for what is about to be remembered. Once they do not
    /// suffice, the search ends.
    ///
    /// # Errors
    /// [`Exhausted`] when fewer are left.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Exhausted> {
        match self.bytes.checked_sub(bytes) {
            Some(left) => {
                self.bytes = left;
                Ok(())
            }
            None => Err(self.end()),
        }
    }

    /// Lets `work` spend at most `most` positions of this budget.
    pub fn within<T>(&mut self, most: u64, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
        let lent = self.left.min(most);
        let mut part = Budget { left: lent, ..*self };
        let result = work(&mut part);
        self.left = if part.ended { 0 } else { self.left - lent + part.left };
        Budget { spent: self.spent, bytes: self.bytes, cut: self.cut, ended: self.ended, .. } =
            part;
        result
    }

    /// Returns how many bytes could be held at first.
    pub(crate) fn most_bytes(&self) -> u64 {
        self.most_bytes
    }

    /// Returns how many bytes may still be held.
    pub fn bytes_left(&self) -> u64 {
        self.bytes
    }

    /// Returns how many positions may still be looked at.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Returns whether the budget, or a part of it, did not suffice for something. Otherwise a larger
    /// one would have led to the same answer.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Returns how many positions have been looked at.
    pub fn spent(&self) -> u64 {
        self.spent
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Budget");
        shown.field("left", &self.left).field("spent", &self.spent).field("bytes", &self.bytes);
        shown.finish_non_exhaustive()
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

    /// Spends until nothing is left, and returns how much that was.
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
    fn an_allocation_that_does_not_fit_ends_the_whole_budget() {
        let mut budget = Budget::positions(100).bytes(50);
        assert_eq!(budget.within(30, |part| part.hold(40)), Ok(()));
        assert_eq!((budget.left(), budget.bytes_left()), (100, 10));
        assert_eq!(budget.within(30, |part| part.hold(11)), Err(Exhausted));
        assert_eq!((drain(&mut budget), budget.bytes_left()), (0, 10));
    }

    #[test]
    fn it_is_told_whether_anything_was_cut_even_a_part() {
        let mut budget = Budget::positions(100).bytes(50);
        assert_eq!(budget.within(30, |part| part.spend_many(30)), Ok(()));
        assert!(!budget.is_cut());
        assert_eq!(budget.within(30, |part| part.spend_many(31)), Err(Exhausted));
        assert!(budget.is_cut() && budget.left() == 40);
        for mut other in [Budget::positions(1), Budget::positions(9).bytes(0)] {
            assert!(other.spend().is_ok() && !other.is_cut());
            assert!(other.hold(1).is_err() || other.spend().is_err());
            assert!(other.is_cut());
        }
    }

    #[test]
    fn all_that_is_there_can_be_spent_and_no_more() {
        for (there, wanted) in [(0, 0), (5, 4), (5, 5), (1_000, 1_000), (u64::MAX, u64::MAX)] {
            let mut budget = Budget::positions(there);
            assert_eq!(budget.spend_many(wanted), Ok(()));
            assert_eq!((budget.left(), budget.spent()), (there - wanted, wanted));
            assert!(!budget.is_cut());
        }
        for (there, wanted) in [(0, 1), (4, 5), (0, u64::MAX)] {
            let mut budget = Budget::positions(there);
            assert_eq!(budget.spend_many(wanted), Err(Exhausted));
            assert_eq!((budget.left(), budget.spent(), budget.is_cut()), (0, 0, true));
        }
        for (there, wanted) in [(0, 0), (9, 4), (9, 9)] {
            let mut budget = Budget::positions(1).bytes(there);
            assert_eq!(budget.hold(wanted), Ok(()));
            assert_eq!((budget.bytes_left(), budget.most_bytes()), (there - wanted, there));
            assert_eq!((budget.left(), budget.is_cut()), (1, false));
        }
        assert_eq!(Budget::positions(1).most_bytes(), 1 << 30, "a gigabyte unless it is said");
    }

    #[test]
    fn what_a_part_spends_and_holds_the_whole_has_spent_and_held() {
        let mut budget = Budget::positions(100).bytes(1_000);
        budget.spend_many(7).unwrap();
        let returned = budget.within(50, |part| {
            assert_eq!((part.left(), part.spent(), part.bytes_left()), (50, 7, 1_000));
            part.spend_many(20).unwrap();
            part.hold(300).unwrap();
            part.within(10, |small| {
                assert_eq!((small.left(), small.most_bytes()), (10, 1_000));
                drain(small)
            })
        });
        assert_eq!(returned, 10);
        assert_eq!((budget.left(), budget.spent(), budget.bytes_left()), (63, 37, 700));
        let text = format!("{budget:?} {Exhausted}");
        assert!(text.contains("left: 63, spent: 37, bytes: 700"), "{text}");
        assert!(text.ends_with("the search ran out of its budget"));
    }

    #[test]
    fn the_caller_is_asked_once_in_so_many_positions() {
        for step in [1, 3, 64, 65] {
            let asked = std::cell::Cell::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                false
            };
            let mut budget = Budget::positions(u64::MAX).until(&stop);
            for _ in 0..640 {
                budget.spend_many(step).unwrap();
            }
            assert_eq!(asked.get(), (640 * step / ASK_EVERY).min(640), "{step}");
        }
    }

    #[test]
    fn stopping_a_part_stops_the_whole() {
        let stop = || true;
        let mut budget = Budget::positions(10_000).until(&stop);
        assert_eq!(budget.within(5_000, drain), ASK_EVERY);
        assert_eq!(drain(&mut budget), 0);
    }
}
