//! Game time: the time during which the server was running. While its process is stopped or its
//! machine sleeps nobody can move, so no clock may run: that time is left out, like the time
//! between a crash and a restart.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::warn;

/// The interval at which the time must be read, so that a stop is not mistaken for idleness.
pub(crate) const CLOCK_READ_INTERVAL: Duration = Duration::from_millis(250);

/// A gap this long between two readings means that the process was stopped.
const STALL: Duration = Duration::from_secs(1);

/// A clock that stands still while the server does.
#[derive(Debug)]
pub(crate) struct GameTime(Mutex<ClockReading>);

#[derive(Clone, Copy, Debug)]
struct ClockReading {
    last: Instant,
    stalled: Duration,
}

impl GameTime {
    pub(crate) fn new() -> GameTime {
        GameTime(Mutex::new(ClockReading { last: Instant::now(), stalled: Duration::ZERO }))
    }

    /// Returns the game time, which is comparable only with other game times.
    pub(crate) fn now(&self) -> Instant {
        let mut reading = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Read under the lock: a reader that finds a gap has counted it before another can read a
        // later time.
        reading.advance(Instant::now())
    }
}

impl ClockReading {
    fn advance(&mut self, now: Instant) -> Instant {
        let gap = now.saturating_duration_since(self.last);
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
            assert_eq!(reading.advance(at(ms)), at(ms));
        }
        // Twenty seconds of absence; the usual interval between two readings is counted.
        assert_eq!(reading.advance(at(21_499)), at(1_749));
        assert_eq!(reading.advance(at(21_749)), at(1_999));
        // A thread that read its time earlier does not turn it back.
        assert_eq!(reading.advance(at(21_000)), at(1_999));
    }
}
