//! How long to wait before the next attempt to connect. Full jitter, so that
//! thousands of clients that lose one server do not come back in step.
//! (Brooker 2015, "Exponential backoff and jitter".)

use std::time::Duration;

/// The first attempt comes within this.
const FIRST: Duration = Duration::from_millis(500);

/// No attempt waits longer: a person gives a server half a minute.
const LONGEST: Duration = Duration::from_secs(30);

/// So much of a connection's life takes back one loss: on a line that breaks
/// every ten seconds one is back at once each time, and a server that falls over
/// as soon as all have come back is still given time.
const FORGIVEN_BY: Duration = Duration::from_secs(5);

/// Doublings that a server which says it is full is given at once: up to 8 s.
const OVERLOADED: u32 = 4;

/// Losses in a row that lead to the longest pause.
const MAX_LOSSES: u32 = 7;

/// Counts the losses in a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Backoff {
    losses: u32,
}

impl Backoff {
    /// Takes note of a connection that lived for `lived`; an attempt that
    /// failed lived for no time.
    pub(crate) fn lost_after(&mut self, lived: Duration) {
        let forgiven = lived.as_secs() / FORGIVEN_BY.as_secs();
        let forgiven = u32::try_from(forgiven).unwrap_or(u32::MAX);
        // Above that, more losses make no longer pause.
        let losses = self.losses.min(MAX_LOSSES).saturating_sub(forgiven);
        self.losses = losses + 1;
    }

    /// The server has asked for patience.
    pub(crate) fn overloaded(&mut self) {
        self.losses = self.losses.max(OVERLOADED + 1);
    }

    /// How long to wait, with `chance` drawn evenly from 0 to 1.
    pub(crate) fn pause(&self, chance: f64) -> Duration {
        let doublings = self.losses.saturating_sub(1).min(MAX_LOSSES);
        let bound = FIRST.saturating_mul(1 << doublings).min(LONGEST);
        bound.mul_f64(chance.clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let mut backoff = Backoff::default();
        let mut bounds = Vec::new();
        for _ in 0..100 {
            backoff.lost_after(Duration::ZERO);
            bounds.push(backoff.pause(1.0).as_millis());
            assert_eq!(backoff.pause(0.0), Duration::ZERO);
            assert!(backoff.pause(0.5) < backoff.pause(1.0));
        }
        assert_eq!(bounds[..8], [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
        assert_eq!(bounds[99], 30_000);
    }

    #[test]
    fn life_forgives_and_overload_does_not() {
        let mut backoff = Backoff::default();
        (0..10).for_each(|_| backoff.lost_after(Duration::from_secs(4)));
        assert_eq!(backoff.pause(1.0), LONGEST);
        // Twice what is needed to forgive the new loss: it gets better.
        backoff.lost_after(2 * FORGIVEN_BY);
        assert_eq!(backoff.pause(1.0), 32 * FIRST);
        backoff.lost_after(Duration::from_secs(60));
        (0..10).for_each(|_| backoff.lost_after(2 * FORGIVEN_BY));
        assert_eq!(backoff.pause(1.0), FIRST);
        backoff.overloaded();
        assert_eq!(backoff.pause(1.0), Duration::from_secs(8));
        backoff.lost_after(Duration::MAX);
        assert_eq!(backoff.pause(1.0), FIRST);
    }
}
