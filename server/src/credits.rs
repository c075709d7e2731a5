//! A token bucket: how fast one connection may send.

use std::time::{Duration, Instant};

/// Credits that are spent by messages and come back with time.
#[derive(Clone, Debug)]
pub(crate) struct Credits {
    left: u32,
    most: u32,
    per_second: u32,
    counted_at: Instant,
}

impl Credits {
    /// A full bucket.
    pub(crate) fn new(now: Instant, most: u32, per_second: u32) -> Credits {
        Credits { left: most, most, per_second, counted_at: now }
    }

    /// Spends one credit; the clock is read only when they run out.
    ///
    /// # Errors
    /// How long to wait until one has come back.
    pub(crate) fn spend(&mut self, now: impl FnOnce() -> Instant) -> Result<(), Duration> {
        if self.left == 0 {
            self.refill(now());
        }
        if self.left == 0 {
            return Err(Duration::from_secs(1) / self.per_second);
        }
        self.left -= 1;
        Ok(())
    }

    /// Adds what has come back since the last count. The remainder of a credit
    /// is not lost: only the time of whole credits is counted off.
    fn refill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.counted_at);
        let back = passed.as_micros() * u128::from(self.per_second) / 1_000_000;
        if back >= u128::from(self.most) {
            self.left = self.most;
            self.counted_at = now;
            return;
        }
        let back = back as u32;
        self.left = self.left.saturating_add(back).min(self.most);
        self.counted_at += Duration::from_secs(1) * back / self.per_second;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_run_out_and_come_back_at_the_stated_rate() {
        let start = Instant::now();
        let at = |ms: u64| move || start + Duration::from_millis(ms);
        let mut credits = Credits::new(start, 3, 100);
        for _ in 0..3 {
            assert_eq!(credits.spend(at(0)), Ok(()));
        }
        assert_eq!(credits.spend(at(9)), Err(Duration::from_millis(10)));
        assert_eq!(credits.spend(at(10)), Ok(()));
        assert_eq!(credits.spend(at(19)), Err(Duration::from_millis(10)));
        // The nine milliseconds were not forgotten.
        assert_eq!(credits.spend(at(20)), Ok(()));
        // A long pause fills the bucket and no more.
        for _ in 0..3 {
            assert_eq!(credits.spend(at(60_000)), Ok(()));
        }
        assert!(credits.spend(at(60_000)).is_err());
    }
}
