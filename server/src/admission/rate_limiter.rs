//! A token bucket that limits how fast one connection may send.

use std::time::{Duration, Instant};

/// Credits that messages spend and time restores.
#[derive(Clone, Debug)]
pub(crate) struct RateLimiter {
    left: u32,
    most: u32,
    per_second: u32,
    counted_at: Instant,
}

impl RateLimiter {
    /// Returns a full bucket.
    pub(crate) fn new(now: Instant, most: u32, per_second: u32) -> RateLimiter {
        RateLimiter { left: most, most, per_second, counted_at: now }
    }

    /// Spends this many credits, but no more than a full bucket; the clock is read only when they
    /// run out.
    ///
    /// # Errors
    /// How long to wait until they have been restored.
    pub(crate) fn spend(
        &mut self,
        credits: u32,
        now: impl FnOnce() -> Instant,
    ) -> Result<(), Duration> {
        let credits = credits.min(self.most);
        if self.left < credits {
            self.refill(now());
        }
        match self.left.checked_sub(credits) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Duration::from_secs(1) * (credits - self.left) / self.per_second),
        }
    }

    /// Adds the credits restored since the last count. The remainder of a credit is not lost: only
    /// the time of whole credits is counted off.
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
        let mut credits = RateLimiter::new(start, 3, 100);
        for _ in 0..3 {
            assert_eq!(credits.spend(1, at(0)), Ok(()));
        }
        assert_eq!(credits.spend(1, at(9)), Err(Duration::from_millis(10)));
        assert_eq!(credits.spend(1, at(10)), Ok(()));
        assert_eq!(credits.spend(1, at(19)), Err(Duration::from_millis(10)));
        // The nine milliseconds were carried over.
        assert_eq!(credits.spend(1, at(20)), Ok(()));
        // A long pause fills the bucket, but not beyond its capacity.
        for _ in 0..3 {
            assert_eq!(credits.spend(1, at(60_000)), Ok(()));
        }
        assert!(credits.spend(1, at(60_000)).is_err());
    }

    #[test]
    fn dearer_messages_wait_longer_but_not_for_ever() {
        let start = Instant::now();
        let at = |ms: u64| move || start + Duration::from_millis(ms);
        let mut credits = RateLimiter::new(start, 3, 100);
        assert_eq!(credits.spend(2, at(0)), Ok(()));
        assert_eq!(credits.spend(3, at(0)), Err(Duration::from_millis(20)));
        assert_eq!(credits.spend(1, at(0)), Ok(()), "what is left can be spent");
        assert_eq!(credits.spend(9, at(30)), Ok(()), "more than all there can be is all");
        assert_eq!(credits.spend(1, at(30)), Err(Duration::from_millis(10)));
    }
}
