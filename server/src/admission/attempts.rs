//! How often one address may try to register or to log in: so that passwords
//! cannot be guessed, nor names be taken by the thousand. Pure, time passed in.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::admission::ip_prefix::IpPrefix;

/// Attempts at once after a pause.
const BURST: u32 = 20;

/// One more attempt after each such time.
const EVERY: Duration = Duration::from_secs(6);

/// Addresses that are remembered; with more, those wait that are new.
const MAX_ADDRESSES: usize = 100_000;

/// For each address the time until which its attempts are paid for (the virtual
/// scheduling form of the generic cell rate algorithm, ITU-T I.371).
#[derive(Debug, Default)]
pub(crate) struct Attempts(HashMap<IpPrefix, Instant>);

impl Attempts {
    /// Counts an attempt.
    ///
    /// # Errors
    /// How long to wait when there have been too many; then it does not count.
    pub(crate) fn count(&mut self, prefix: IpPrefix, now: Instant) -> Result<(), Duration> {
        if self.0.len() >= MAX_ADDRESSES && !self.0.contains_key(&prefix) {
            self.0.retain(|_, until| *until > now);
            if self.0.len() >= MAX_ADDRESSES {
                return Err(EVERY);
            }
        }
        let until = self.0.get(&prefix).copied().unwrap_or(now).max(now) + EVERY;
        let early = until.saturating_duration_since(now).saturating_sub(EVERY * BURST);
        if !early.is_zero() {
            return Err(early);
        }
        self.0.insert(prefix, until);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    #[test]
    fn attempts_run_out_for_one_address_and_come_back() {
        let prefix = |n: u32| IpPrefix::from(IpAddr::from(Ipv4Addr::from_bits(n)));
        let now = Instant::now();
        let mut attempts = Attempts::default();
        (0..BURST).for_each(|_| attempts.count(prefix(1), now).expect("within the burst"));
        assert_eq!(attempts.count(prefix(1), now), Err(EVERY));
        attempts.count(prefix(2), now).expect("another address");
        let later = now + EVERY;
        attempts.count(prefix(1), later).expect("one has come back");
        attempts.count(prefix(1), later).expect_err("only one");
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let prefix = |n: u32| IpPrefix::from(IpAddr::from(Ipv4Addr::from_bits(n)));
        let now = Instant::now();
        let mut attempts = Attempts::default();
        (0..MAX_ADDRESSES as u32).for_each(|n| attempts.count(prefix(n), now).expect("new"));
        attempts.count(prefix(u32::MAX), now).expect_err("full");
        attempts.count(prefix(u32::MAX), now + EVERY).expect("the others are forgotten");
        assert_eq!(attempts.0.len(), 1);
    }
}
