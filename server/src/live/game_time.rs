//! Game time: the time during which the server was running. While its process is stopped or its
//! machine sleeps nobody can move, so no clock may run: that time is left out, like the time
//! between a crash and a restart. So is the time for which a commit keeps everybody waiting.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::warn;

use crate::store::CommitWatch;
use crate::system;

/// The interval at which the time must be read, so that a stop is not mistaken for idleness.
pub(crate) const CLOCK_READ_INTERVAL: Duration = Duration::from_millis(250);

/// A gap this long between two readings means that the process was stopped.
const STALL: Duration = Duration::from_secs(1);

/// A clock that stands still while the server does.
#[derive(Debug)]
pub(crate) struct GameTime {
    reading: Mutex<ClockReading>,
    commits: Arc<CommitWatch>,
}

#[derive(Clone, Copy, Debug)]
struct ClockReading {
    last: Instant,
    stalled: Duration,
}

impl GameTime {
    /// Starts a clock that also stands still while one of these commits takes too long.
    pub(crate) fn new(commits: Arc<CommitWatch>) -> GameTime {
        let reading = ClockReading { last: system::now(), stalled: Duration::ZERO };
        GameTime { reading: Mutex::new(reading), commits }
    }

    /// Returns the game time, which is comparable only with other game times.
    pub(crate) fn now(&self) -> Instant {
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        // Read under the lock: a reader that finds a gap has counted it before another can read a
        // later time.
        let now = system::now();
        reading.advance(now, self.commits.waited(now))
    }
}

impl ClockReading {
    /// Returns the game time at `now`, when a commit has kept everybody waiting for `waited`.
    fn advance(&mut self, now: Instant, waited: Duration) -> Instant {
        let gap = now.saturating_duration_since(self.last);
        if waited >= STALL {
            self.last += gap;
            self.stalled += gap;
            return self.last - self.stalled;
        }
        if gap >= STALL {
            warn!(
                ?gap,
                "the server was stopped, or waited for its disk; no clock has run meanwhile"
            );
            self.stalled += gap - CLOCK_READ_INTERVAL;
        }
        self.last = self.last.max(now);
        self.last - self.stalled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_stands_still_while_nobody_can_look() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut reading = ClockReading { last: start, stalled: Duration::ZERO };
        for ms in [0, 250, 500, 1_499] {
            assert_eq!(reading.advance(at(ms), Duration::ZERO), at(ms));
        }
        // Twenty seconds of absence; the usual interval between two readings is counted.
        assert_eq!(reading.advance(at(21_499), Duration::ZERO), at(1_749));
        assert_eq!(reading.advance(at(21_749), Duration::ZERO), at(1_999));
        // A thread that read its time earlier does not turn it back.
        assert_eq!(reading.advance(at(21_000), Duration::ZERO), at(1_999));
    }
    #[test]
    fn the_time_stands_still_while_a_commit_keeps_everybody_waiting() {
        let start = Instant::now();
        let ms = Duration::from_millis;
        let mut reading = ClockReading { last: start, stalled: Duration::ZERO };
        // A commit begins at once. Its first second counts, because it might have returned.
        for at in [250, 500, 750] {
            assert_eq!(reading.advance(start + ms(at), ms(at)), start + ms(at));
        }
        for at in [1_000, 1_250, 9_000] {
            assert_eq!(reading.advance(start + ms(at), ms(at)), start + ms(750));
        }
        assert_eq!(reading.advance(start + ms(9_250), Duration::ZERO), start + ms(1_000));
    }
}
