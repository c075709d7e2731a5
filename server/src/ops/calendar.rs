//! The time of day for data that outlives the process: read once at the start, and advanced by the
//! monotonic clock. A jump of the wall clock decides nothing; it is logged and shown to the admin.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tracing::warn;

use crate::system;

/// The largest deviation of the wall clock from its expected value, in milliseconds: more is a
/// jump.
const JUMP_MS: i64 = 60_000;

/// A pause between two starts that is long enough to be logged, in seconds.
const LONG_AWAY_S: i64 = 7 * 24 * 3_600;

/// The interval between checks.
pub(crate) const CLOCK_CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Milliseconds since 1970, independent of jumps of the wall clock while the server runs.
#[derive(Debug)]
pub(crate) struct Calendar {
    began: Instant,
    began_ms: i64,
    /// By how much the wall clock was ahead at the last check.
    ahead_ms: AtomicI64,
}

impl Default for Calendar {
    fn default() -> Calendar {
        Calendar::starting(wall_ms(), system::now())
    }
}

impl Calendar {
    fn starting(began_ms: i64, began: Instant) -> Calendar {
        Calendar { began, began_ms, ahead_ms: AtomicI64::new(0) }
    }

    /// Logs how the wall clock compares with the last time written. Both may be right: the server
    /// may have been away for that long.
    pub(crate) fn compare_with(&self, written_ms: i64) {
        let away_s = (self.began_ms - written_ms) / 1_000;
        match absence(away_s) {
            Absence::Short => {}
            Absence::Negative => {
                warn!(away_s, "the wall clock is behind what was written before");
            }
            Absence::Long => warn!(
                away_s,
                "nothing was written for a long time: was the server down, or is the clock wrong?"
            ),
        }
    }

    /// Returns the current time, in milliseconds since 1970.
    pub(crate) fn now_ms(&self) -> i64 {
        self.at(system::now())
    }

    fn at(&self, now: Instant) -> i64 {
        let passed = now.saturating_duration_since(self.began).as_millis();
        self.began_ms.saturating_add(i64::try_from(passed).unwrap_or(i64::MAX))
    }

    /// How long this server has been running.
    pub(crate) fn running_for(&self) -> Duration {
        system::now().saturating_duration_since(self.began)
    }

    /// By how many milliseconds the wall clock is ahead of this calendar.
    pub(crate) fn ahead_ms(&self) -> i64 {
        self.ahead_ms.load(Ordering::Relaxed)
    }

    /// Checks the wall clock, and logs a jump.
    pub(crate) fn check_jump(&self) {
        if let Some(jumped_ms) = self.compare(wall_ms(), system::now()) {
            let (jumped_s, ahead_s) = (jumped_ms / 1_000, self.ahead_ms() / 1_000);
            warn!(jumped_s, ahead_s, "the wall clock has jumped; nothing is decided by it");
        }
    }

    /// Returns by how many milliseconds the wall clock has jumped since the last comparison, if it
    /// has.
    fn compare(&self, wall_ms: i64, now: Instant) -> Option<i64> {
        let ahead = wall_ms - self.at(now);
        let jumped = ahead - self.ahead_ms.swap(ahead, Ordering::Relaxed);
        (jumped.abs() > JUMP_MS).then_some(jumped)
    }
}

/// How long a server has been away, by its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Absence {
    Short,
    Long,
    /// The clock is behind.
    Negative,
}

fn absence(away_s: i64) -> Absence {
    if away_s < -JUMP_MS / 1_000 {
        Absence::Negative
    } else if away_s > LONG_AWAY_S {
        Absence::Long
    } else {
        Absence::Short
    }
}

/// The wall clock, in milliseconds since 1970.
fn wall_ms() -> i64 {
    #[cfg(test)]
    if let Some(simulated) = system::simulated::wall_ms() {
        return simulated;
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY_MS: i64 = 24 * 3_600_000;

    #[test]
    fn a_jump_of_the_wall_clock_is_seen_once_and_changes_no_time() {
        let began = Instant::now();
        let calendar = Calendar::starting(1_000_000, began);
        let later = began + Duration::from_secs(10);
        assert_eq!(calendar.at(later), 1_010_000);
        assert_eq!(calendar.compare(1_010_400, later), None, "it is no quartz");
        assert_eq!(calendar.compare(1_010_000 + 40 * DAY_MS, later), Some(40 * DAY_MS - 400));
        assert_eq!((calendar.at(later), calendar.ahead_ms()), (1_010_000, 40 * DAY_MS));
        let much_later = later + Duration::from_secs(5);
        assert_eq!(calendar.compare(1_015_000 + 40 * DAY_MS, much_later), None, "told once");
        assert_eq!(calendar.compare(1_015_000, much_later), Some(-40 * DAY_MS), "and back");
    }

    #[test]
    fn a_long_absence_is_told_from_a_clock_that_is_behind() {
        for (away_s, expected) in [
            (-61, Absence::Negative),
            (-60, Absence::Short),
            (0, Absence::Short),
            (7 * 24 * 3_600, Absence::Short),
            (7 * 24 * 3_600 + 1, Absence::Long),
        ] {
            assert_eq!(absence(away_s), expected, "{away_s}");
        }
    }

    #[test]
    fn the_time_goes_on_from_the_start_whatever_the_wall_clock_says() {
        let calendar = Calendar::starting(1_000_000, Instant::now());
        let passed = calendar.now_ms() - 1_000_000;
        assert!((0..DAY_MS).contains(&passed), "{passed}");
    }
}
