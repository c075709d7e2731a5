//! Time controls: how long players may think.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::{MAX_BASE_MS, MAX_DAYS, MAX_MOVE_MS, MAX_PERIODS, MAX_STEP_MS, MIN_TIME_MS};

/// How long players may think. A seat's first turn is not on its clock: a player who
/// does not begin within a fixed limit is absent, and the game is aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// A base time, and an increment for every move made (Fischer).
    Fischer {
        /// The base time.
        base_ms: u32,
        /// What each move adds.
        increment_ms: u32,
    },
    /// A base time; each move gives back the time it took, at most the delay (Bronstein).
    Bronstein {
        /// The base time.
        base_ms: u32,
        /// The most that comes back.
        delay_ms: u32,
    },
    /// A base time that begins to run only when a turn has lasted for the delay (simple
    /// delay).
    Delay {
        /// The base time.
        base_ms: u32,
        /// The free time of each turn.
        delay_ms: u32,
    },
    /// A main time, and then periods: a move within a period keeps it, and a period that passes
    /// without a move is gone (Japanese byo-yomi).
    Byoyomi {
        /// The main time; 0 begins with the periods.
        base_ms: u32,
        /// How many periods follow.
        periods: u32,
        /// The time of each.
        period_ms: u32,
    },
    /// The same time for every move; none is saved.
    Move {
        /// The time.
        ms: u32,
    },
    /// Days for every move; nobody has to stay connected.
    Days {
        /// The days.
        days: u32,
    },
}

/// What a seat has left in byo-yomi, told from its whole time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByoyomiLeft {
    /// The rest of the main time or, once that is used up, of the current period.
    pub ms: u32,
    /// The periods that are left, with the current one.
    pub periods: u32,
    /// Whether the main time is used up.
    pub in_period: bool,
}

/// The error for a time control outside the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadClock;

impl fmt::Display for BadClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the clock's times are out of range")
    }
}

impl std::error::Error for BadClock {}

impl TimeControl {
    /// Returns the clock of a player who goes berserk: half the time, and none more per move. A
    /// clock by days stays as it is.
    pub fn berserk(self) -> TimeControl {
        match self {
            TimeControl::Fischer { base_ms, .. } => {
                TimeControl::Fischer { base_ms: base_ms / 2, increment_ms: 0 }
            }
            TimeControl::Bronstein { base_ms, .. } => {
                TimeControl::Bronstein { base_ms: base_ms / 2, delay_ms: 0 }
            }
            TimeControl::Delay { base_ms, .. } => {
                TimeControl::Delay { base_ms: base_ms / 2, delay_ms: 0 }
            }
            TimeControl::Byoyomi { base_ms, periods, period_ms } => {
                let (base_ms, period_ms) = (base_ms / 2, period_ms / 2);
                TimeControl::Byoyomi { base_ms, periods, period_ms }
            }
            TimeControl::Move { ms } => TimeControl::Move { ms: ms / 2 },
            TimeControl::Days { days } => TimeControl::Days { days },
        }
    }

    /// Returns the most that a player may give up of their time for a seat: nine tenths of the base
    /// time; `None` for a clock without one.
    pub fn max_bid_ms(self) -> Option<u32> {
        self.base_ms().map(|base| base - base.div_ceil(10)).filter(|&most| most > 0)
    }

    /// Returns the base time, of a clock that has one.
    pub fn base_ms(self) -> Option<u32> {
        match self {
            TimeControl::Fischer { base_ms, .. }
            | TimeControl::Bronstein { base_ms, .. }
            | TimeControl::Delay { base_ms, .. }
            | TimeControl::Byoyomi { base_ms, .. } => Some(base_ms),
            TimeControl::Move { .. } | TimeControl::Days { .. } => None,
        }
    }

    /// Returns the clock with this much less base time; a clock without any stays as it is.
    #[must_use]
    pub fn less(mut self, ms: u32) -> TimeControl {
        match &mut self {
            TimeControl::Fischer { base_ms, .. }
            | TimeControl::Bronstein { base_ms, .. }
            | TimeControl::Delay { base_ms, .. }
            | TimeControl::Byoyomi { base_ms, .. } => *base_ms = base_ms.saturating_sub(ms),
            TimeControl::Move { .. } | TimeControl::Days { .. } => {}
        }
        self
    }

    /// Splits what a seat has left, which [`ClockView`](crate::ClockView) gives as one number, into
    /// time and periods; `None` for other clocks than byo-yomi.
    ///
    /// ```
    /// use protocol::TimeControl;
    ///
    /// let clock = TimeControl::Byoyomi { base_ms: 60_000, periods: 3, period_ms: 10_000 };
    /// let left = clock.byoyomi_left(15_000).expect("byo-yomi");
    /// assert_eq!((left.ms, left.periods, left.in_period), (5_000, 2, true));
    /// ```
    pub fn byoyomi_left(self, left_ms: u32) -> Option<ByoyomiLeft> {
        let TimeControl::Byoyomi { periods, period_ms, .. } = self else { return None };
        let kept = periods.saturating_mul(period_ms);
        if left_ms > kept {
            return Some(ByoyomiLeft { ms: left_ms - kept, periods, in_period: false });
        }
        let now = left_ms.div_ceil(period_ms.max(1));
        let ms = left_ms - now.saturating_sub(1) * period_ms;
        Some(ByoyomiLeft { ms, periods: now, in_period: true })
    }

    /// Returns the time control if its times are within the limits.
    ///
    /// # Errors
    /// When they are not.
    ///
    /// ```
    /// use protocol::TimeControl;
    ///
    /// let blitz = TimeControl::Fischer { base_ms: 180_000, increment_ms: 2_000 };
    /// assert!(blitz.checked().is_ok());
    /// assert!(TimeControl::Days { days: 0 }.checked().is_err());
    /// ```
    pub fn checked(self) -> Result<TimeControl, BadClock> {
        let stock = |base, step| (MIN_TIME_MS..=MAX_BASE_MS).contains(&base) && step <= MAX_STEP_MS;
        let fits = match self {
            TimeControl::Fischer { base_ms, increment_ms } => stock(base_ms, increment_ms),
            TimeControl::Bronstein { base_ms, delay_ms }
            | TimeControl::Delay { base_ms, delay_ms } => stock(base_ms, delay_ms),
            TimeControl::Byoyomi { base_ms, periods, period_ms } => {
                base_ms <= MAX_BASE_MS
                    && (1..=MAX_PERIODS).contains(&periods)
                    && (MIN_TIME_MS..=MAX_STEP_MS).contains(&period_ms)
            }
            TimeControl::Move { ms } => (MIN_TIME_MS..=MAX_MOVE_MS).contains(&ms),
            TimeControl::Days { days } => (1..=MAX_DAYS).contains(&days),
        };
        if fits { Ok(self) } else { Err(BadClock) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_berserk_halves_the_time_and_takes_what_moves_add() {
        use TimeControl::{Bronstein, Byoyomi, Days, Delay, Fischer, Move};
        for (before, after) in [
            (
                Fischer { base_ms: 60_001, increment_ms: 2_000 },
                Fischer { base_ms: 30_000, increment_ms: 0 },
            ),
            (
                Bronstein { base_ms: 90_000, delay_ms: 3_000 },
                Bronstein { base_ms: 45_000, delay_ms: 0 },
            ),
            (Delay { base_ms: 90_000, delay_ms: 3_000 }, Delay { base_ms: 45_000, delay_ms: 0 }),
            (
                Byoyomi { base_ms: 90_000, periods: 3, period_ms: 5_000 },
                Byoyomi { base_ms: 45_000, periods: 3, period_ms: 2_500 },
            ),
            (Move { ms: 5_000 }, Move { ms: 2_500 }),
            (Days { days: 3 }, Days { days: 3 }),
        ] {
            assert_eq!(before.berserk(), after);
        }
    }

    #[test]
    fn a_bid_is_paid_from_the_base_time_and_leaves_some() {
        let fischer = TimeControl::Fischer { base_ms: 60_001, increment_ms: 2 };
        assert_eq!(fischer.max_bid_ms(), Some(54_000));
        assert_eq!(fischer.less(54_000), TimeControl::Fischer { base_ms: 6_001, increment_ms: 2 });
        let byoyomi = TimeControl::Byoyomi { base_ms: 0, periods: 3, period_ms: 10_000 };
        assert_eq!(byoyomi.max_bid_ms(), None);
        for without in [TimeControl::Move { ms: 500 }, TimeControl::Days { days: 1 }] {
            assert_eq!((without.max_bid_ms(), without.less(9)), (None, without));
        }
    }

    #[test]
    fn one_number_tells_time_and_periods() {
        let left = |control: TimeControl, ms| {
            control.byoyomi_left(ms).map(|left| (left.ms, left.periods, left.in_period))
        };
        let byoyomi = TimeControl::Byoyomi { base_ms: 60_000, periods: 3, period_ms: 10_000 };
        for (ms, told) in [
            (90_000, (60_000, 3, false)),
            (30_001, (1, 3, false)),
            (30_000, (10_000, 3, true)),
            (20_001, (1, 3, true)),
            (20_000, (10_000, 2, true)),
            (1, (1, 1, true)),
            (0, (0, 0, true)),
        ] {
            assert_eq!(left(byoyomi, ms), Some(told), "{ms}");
        }
        let absurd = TimeControl::Byoyomi { base_ms: 0, periods: u32::MAX, period_ms: 0 };
        assert_eq!(left(absurd, 7), Some((7, u32::MAX, false)));
        assert_eq!(left(TimeControl::Move { ms: 9 }, 9), None);
    }

    #[test]
    fn times_out_of_range_are_refused() {
        let good = [
            TimeControl::Fischer { base_ms: MIN_TIME_MS, increment_ms: 0 },
            TimeControl::Bronstein { base_ms: MAX_BASE_MS, delay_ms: MAX_STEP_MS },
            TimeControl::Byoyomi { base_ms: 0, periods: 1, period_ms: MIN_TIME_MS },
            TimeControl::Byoyomi {
                base_ms: MAX_BASE_MS,
                periods: MAX_PERIODS,
                period_ms: MAX_STEP_MS,
            },
            TimeControl::Move { ms: MAX_MOVE_MS },
            TimeControl::Days { days: MAX_DAYS },
        ];
        let bad = [
            TimeControl::Fischer { base_ms: 0, increment_ms: 5_000 },
            TimeControl::Bronstein { base_ms: u32::MAX, delay_ms: 0 },
            TimeControl::Delay { base_ms: 60_000, delay_ms: u32::MAX },
            TimeControl::Byoyomi { base_ms: MAX_BASE_MS + 1, periods: 1, period_ms: 1_000 },
            TimeControl::Byoyomi { base_ms: 1_000, periods: 0, period_ms: 1_000 },
            TimeControl::Byoyomi { base_ms: 0, periods: MAX_PERIODS + 1, period_ms: 1_000 },
            TimeControl::Byoyomi { base_ms: 60_000, periods: 3, period_ms: MIN_TIME_MS - 1 },
            TimeControl::Byoyomi { base_ms: 0, periods: 3, period_ms: MAX_STEP_MS + 1 },
            TimeControl::Move { ms: 0 },
            TimeControl::Days { days: 0 },
            TimeControl::Days { days: u32::MAX },
        ];
        assert!(good.iter().all(|control| control.checked().is_ok()));
        assert!(bad.iter().all(|control| control.checked() == Err(BadClock)));
        assert_eq!(BadClock.to_string(), "the clock's times are out of range");
    }
}
