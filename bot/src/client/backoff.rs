//! How long to wait before the next attempt to connect. Full jitter, so that thousands of clients
//! that lose one server do not all reconnect at once. (Brooker 2015, "Exponential backoff and
//! jitter".)

use std::time::Duration;

/// The first attempt waits at most this long.
const FIRST: Duration = Duration::from_millis(500);

/// No attempt waits longer than this: people give a server half a minute.
const LONGEST: Duration = Duration::from_secs(30);

/// This much connected time cancels one loss: a line that breaks every ten seconds reconnects at
/// once each time, while a server that fails as soon as all clients are back is still given time.
const FORGIVEN_BY: Duration = Duration::from_secs(5);

/// Doublings applied at once when a server says that it is full: up to 8 s.
const OVERLOADED: u32 = 4;

/// Losses in a row after which the pause is at its longest.
const MAX_LOSSES: u32 = 7;

/// Counts the losses in a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Backoff {
    losses: u32,
}

impl Backoff {
    /// Records the loss of a connection that lived for `lived`; a failed attempt lived for zero
    /// time.
    pub(crate) fn lost_after(&mut self, lived: Duration) {
        let forgiven = lived.as_secs() / FORGIVEN_BY.as_secs();
        let forgiven = u32::try_from(forgiven).unwrap_or(u32::MAX);
        // Beyond this, further losses do not lengthen the pause.
        let losses = self.losses.min(MAX_LOSSES).saturating_sub(forgiven);
        self.losses = losses + 1;
    }

    /// The server has asked for patience.
    pub(crate) fn overloaded(&mut self) {
        self.losses = self.losses.max(OVERLOADED + 1);
    }

    /// How long to wait, with `chance` drawn uniformly from 0 to 1.
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
    fn long_connections_shorten_the_pause_and_overload_lengthens_it() {
        let mut backoff = Backoff::default();
        (0..10).for_each(|_| backoff.lost_after(Duration::from_secs(4)));
        assert_eq!(backoff.pause(1.0), LONGEST);
        // Long enough to cancel two losses, so the count falls.
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
