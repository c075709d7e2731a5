//! How long to wait before the next attempt to connect: a random part of half the time that the
//! server has been away. Whoever returns has thus missed at most half of an outage more than they had
//! to, attempts grow with the logarithm of its length, and thousands of clients that lose one server
//! do not all reconnect at once.

use std::time::Duration;

/// The first attempt waits at most this long.
const FIRST: Duration = Duration::from_millis(500);

/// No attempt waits longer than this, unless the server asks for it: people give a server half a
/// minute.
const LONGEST: Duration = Duration::from_secs(30);

/// One second of a connection makes up for so many without one. A line that breaks every ten seconds
/// reconnects at once each time, while a server that fails as soon as all clients are back is given
/// more and more time.
const FORGIVEN_PER_SECOND: u32 = 4;

/// Counts the time without a connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Backoff {
    /// What connections since then have not made up for.
    away: Duration,
}

impl Backoff {
    /// Records the loss of a connection that lived for `lived`, and was opened after `away` without
    /// one; a failed attempt lived for zero time.
    pub(crate) fn lost_after(&mut self, away: Duration, lived: Duration) {
        let forgiven = lived.saturating_mul(FORGIVEN_PER_SECOND);
        self.away = self.away.saturating_add(away).saturating_sub(forgiven);
    }

    /// How long to wait, with `chance` drawn uniformly from 0 to 1.
    pub(crate) fn pause(&self, chance: f64) -> Duration {
        (self.away / 2).clamp(FIRST, LONGEST).mul_f64(chance.clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn an_outage_is_missed_by_half_of_it_and_asked_after_seldom() {
        let mut backoff = Backoff::default();
        backoff.lost_after(Duration::ZERO, Duration::ZERO);
        assert_eq!(backoff.pause(0.0), Duration::ZERO);
        let (mut since, mut attempts) = (Duration::ZERO, 0);
        while since < 60 * SECOND {
            let pause = backoff.pause(1.0);
            assert!(pause <= (since / 2).max(FIRST), "{since:?}: {pause:?}");
            assert!(backoff.pause(0.5) < pause);
            backoff.lost_after(pause, Duration::ZERO);
            (since, attempts) = (since + pause, attempts + 1);
        }
        assert_eq!(attempts, 13);
        assert_eq!(backoff.pause(1.0), LONGEST);
        backoff.lost_after(Duration::MAX, Duration::ZERO);
        assert_eq!(backoff.pause(1.0), LONGEST);
    }

    #[test]
    fn long_connections_shorten_the_pause() {
        let mut backoff = Backoff::default();
        backoff.lost_after(40 * SECOND, Duration::ZERO);
        assert_eq!(backoff.pause(1.0), 20 * SECOND);
        // A server that fails as soon as all are back.
        backoff.lost_after(4 * SECOND, SECOND);
        assert_eq!(backoff.pause(1.0), 20 * SECOND);
        backoff.lost_after(Duration::ZERO, 5 * SECOND);
        assert_eq!(backoff.pause(1.0), 10 * SECOND);
        backoff.lost_after(Duration::ZERO, Duration::MAX);
        assert_eq!(backoff.pause(1.0), FIRST);
    }
}
