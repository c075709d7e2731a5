//! How often an account may be tried, from however many addresses, and how often anything else
//! that nobody vouches for. What attempts cost those who make them is counted with all other dear
//! requests. Pure, time passed in.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::time::{Duration, Instant};

use protocol::PlayerId;
use protocol::limits::ACCOUNT_ATTEMPTS;

use crate::admission::ip_prefix::IpPrefix;

/// The maximum number of accounts that are remembered; beyond it new ones have to wait.
const MAX_REMEMBERED: usize = 100_000;

/// For each account, the time until which its attempts are paid for (the virtual
/// scheduling form of the generic cell rate algorithm, ITU-T I.371).
#[derive(Debug)]
pub(crate) struct Attempts<K> {
    /// Attempts allowed at once after a pause, and the interval after which one more is allowed.
    rate: (u32, Duration),
    paid: HashMap<K, Instant>,
}

impl<K: Eq + Hash> Attempts<K> {
    /// Allows this many attempts at once after a pause, and one more after each interval.
    pub(crate) fn new(rate: (u32, Duration)) -> Attempts<K> {
        Attempts { rate, paid: HashMap::new() }
    }

    /// Counts an attempt.
    ///
    /// # Errors
    /// How long to wait if there have been too many; the attempt is then not counted.
    pub(crate) fn count(&mut self, by: K, now: Instant) -> Result<(), Duration> {
        let (burst, every) = self.rate;
        if self.paid.len() >= MAX_REMEMBERED && !self.paid.contains_key(&by) {
            self.paid.retain(|_, until| *until > now);
            if self.paid.len() >= MAX_REMEMBERED {
                return Err(every);
            }
        }
        let until = self.paid.get(&by).copied().unwrap_or(now).max(now) + every;
        let early = until.saturating_duration_since(now).saturating_sub(every * burst);
        if !early.is_zero() {
            return Err(early);
        }
        self.paid.insert(by, until);
        Ok(())
    }
}

/// Password guesses, counted by account.
#[derive(Debug)]
pub(crate) struct Guesses {
    accounts: Attempts<PlayerId>,
    /// The addresses from which each account has been opened: guesses from elsewhere do not lock
    /// its owner out.
    familiar: HashSet<(PlayerId, IpPrefix)>,
}

impl Default for Guesses {
    fn default() -> Guesses {
        Guesses { accounts: Attempts::new(ACCOUNT_ATTEMPTS), familiar: HashSet::new() }
    }
}

impl Guesses {
    /// Counts an attempt at an account, unless it comes from an address that has opened it before.
    ///
    /// # Errors
    /// How long to wait if there have been too many.
    pub(crate) fn count_at(
        &mut self,
        account: PlayerId,
        from: IpPrefix,
        now: Instant,
    ) -> Result<(), Duration> {
        match self.familiar.contains(&(account, from)) {
            true => Ok(()),
            false => self.accounts.count(account, now),
        }
    }

    /// Records that an account has been opened from this address.
    pub(crate) fn opened(&mut self, account: PlayerId, from: IpPrefix) {
        if self.familiar.len() >= MAX_REMEMBERED {
            self.familiar.clear();
        }
        self.familiar.insert((account, from));
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use uuid::Uuid;

    use super::*;

    const RATE: (u32, Duration) = (20, Duration::from_secs(6));

    fn prefix(n: u32) -> IpPrefix {
        IpAddr::from(Ipv4Addr::from_bits(n)).into()
    }

    #[test]
    fn attempts_run_out_for_one_address_and_come_back() {
        let (now, (burst, every)) = (Instant::now(), RATE);
        let mut attempts = Attempts::new(RATE);
        (0..burst).for_each(|_| attempts.count(prefix(1), now).expect("within the burst"));
        assert_eq!(attempts.count(prefix(1), now), Err(every));
        attempts.count(prefix(2), now).expect("another address");
        let later = now + every;
        attempts.count(prefix(1), later).expect("one has come back");
        attempts.count(prefix(1), later).expect_err("only one");
    }

    #[test]
    fn remembered_addresses_are_bounded() {
        let now = Instant::now();
        let mut attempts = Attempts::new(RATE);
        (0..MAX_REMEMBERED as u32).for_each(|n| attempts.count(prefix(n), now).expect("new"));
        attempts.count(prefix(u32::MAX), now).expect_err("full");
        attempts.count(prefix(u32::MAX), now + RATE.1).expect("the others are forgotten");
        assert_eq!(attempts.paid.len(), 1);
    }

    #[test]
    fn guesses_at_one_account_run_out_over_all_addresses_but_its_owners() {
        let (mut guesses, now) = (Guesses::default(), Instant::now());
        let [account, other] = [1, 2].map(|n| PlayerId(Uuid::from_u128(n)));
        guesses.opened(account, prefix(0));
        let heard = (1..200).filter(|n| guesses.count_at(account, prefix(*n), now).is_ok());
        assert_eq!(heard.count(), ACCOUNT_ATTEMPTS.0 as usize);
        assert_eq!(guesses.count_at(account, prefix(201), now), Err(ACCOUNT_ATTEMPTS.1));
        guesses.count_at(other, prefix(1), now).expect("another account");
        guesses.count_at(account, prefix(0), now).expect("its owner's address");
    }
}
