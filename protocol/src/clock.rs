//! Time controls: how long players may think.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::{MAX_BASE_MS, MAX_DAYS, MAX_MOVE_MS, MAX_STEP_MS, MIN_TIME_MS};

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
            TimeControl::Move { ms } => TimeControl::Move { ms: ms / 2 },
            TimeControl::Days { days } => TimeControl::Days { days },
        }
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
        use TimeControl::{Bronstein, Days, Delay, Fischer, Move};
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
            (Move { ms: 5_000 }, Move { ms: 2_500 }),
            (Days { days: 3 }, Days { days: 3 }),
        ] {
            assert_eq!(before.berserk(), after);
        }
    }

    #[test]
    fn times_out_of_range_are_refused() {
        let good = [
            TimeControl::Fischer { base_ms: MIN_TIME_MS, increment_ms: 0 },
            TimeControl::Bronstein { base_ms: MAX_BASE_MS, delay_ms: MAX_STEP_MS },
            TimeControl::Move { ms: MAX_MOVE_MS },
            TimeControl::Days { days: MAX_DAYS },
        ];
        let bad = [
            TimeControl::Fischer { base_ms: 0, increment_ms: 5_000 },
            TimeControl::Bronstein { base_ms: u32::MAX, delay_ms: 0 },
            TimeControl::Delay { base_ms: 60_000, delay_ms: u32::MAX },
            TimeControl::Move { ms: 0 },
            TimeControl::Days { days: 0 },
            TimeControl::Days { days: u32::MAX },
        ];
        assert!(good.iter().all(|control| control.checked().is_ok()));
        assert!(bad.iter().all(|control| control.checked() == Err(BadClock)));
        assert_eq!(BadClock.to_string(), "the clock's times are out of range");
    }
}
