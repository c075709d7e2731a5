//! The budgets for expensive requests: what each player, address and network has asked for lately,
//! against the allowances of [`protocol::costs`]. Pure, time passed in.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use protocol::costs::{ExpensiveRequest, Payer};
use protocol::{Cause, PlayerId};

use crate::admission::ip_prefix::{IpPrefix, Network};
use crate::records::request_error::RequestError;

/// The maximum number of entries that are remembered. Most expire within a second; beyond this
/// number newcomers wait until some do.
const MAX_ENTRIES: usize = 200_000;

/// The interval between two searches for entries that have expired.
const SWEEP_EVERY: Duration = Duration::from_secs(1);

/// Somebody who asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Requester {
    /// The player, and whether they have an account; `None` before they are known.
    pub(crate) player: Option<(PlayerId, bool)>,
    pub(crate) from: IpPrefix,
}

/// A holder of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum BudgetHolder {
    Player(PlayerId),
    Address(IpPrefix),
    Site(Network),
    Provider(Network),
}

/// The budgets of everybody.
#[derive(Debug)]
pub(crate) struct RequestBudgets {
    /// Whether only attempts are counted, because addresses may have any number of connections.
    lenient: bool,
    book: Mutex<PaidBook>,
}

#[derive(Debug, Default)]
struct PaidBook {
    /// The time until which each has paid (the virtual scheduling form of the generic cell rate
    /// algorithm, ITU-T I.371).
    paid: HashMap<(ExpensiveRequest, BudgetHolder), Instant>,
    /// When entries that had expired were last removed to make room.
    swept: Option<Instant>,
}

impl PaidBook {
    /// Whether there is no room for a newcomer.
    fn is_full(&mut self, now: Instant) -> bool {
        let recently = |swept| now.saturating_duration_since(swept) < SWEEP_EVERY;
        if self.paid.len() >= MAX_ENTRIES && !self.swept.is_some_and(recently) {
            self.paid.retain(|_, until| *until > now);
            self.swept = Some(now);
        }
        self.paid.len() >= MAX_ENTRIES
    }
}

impl RequestBudgets {
    /// Creates it empty; a lenient one counts nothing but attempts.
    pub(crate) fn new(lenient: bool) -> RequestBudgets {
        RequestBudgets { lenient, book: Mutex::default() }
    }

    /// Charges a request of this weight to everybody behind it, or to nobody.
    ///
    /// # Errors
    /// When one of them has asked for too much; says when to try again.
    pub(crate) fn charge(
        &self,
        request: ExpensiveRequest,
        weight: u32,
        requester: Requester,
        now: Instant,
    ) -> Result<(), RequestError> {
        if self.lenient && request != ExpensiveRequest::Attempt {
            return Ok(());
        }
        let mut book = self.lock();
        let full = book.is_full(now);
        let mut debts = Vec::with_capacity(4);
        for (payer, holder) in requester.holders() {
            let allowed = payer.allowance(request);
            let known = book.paid.get(&(request, holder)).copied();
            if full && known.is_none() {
                return Err(refusal(request, allowed.every));
            }
            let until = known.unwrap_or(now).max(now) + allowed.every * weight;
            let most = allowed.every * allowed.at_once;
            let early = until.saturating_duration_since(now).saturating_sub(most);
            if !early.is_zero() {
                return Err(refusal(request, early));
            }
            debts.push(((request, holder), until));
        }
        book.paid.extend(debts);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, PaidBook> {
        // Every entry is valid by itself, so a panic elsewhere does not corrupt them.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Requester {
    /// Everybody behind the request, with what they are.
    fn holders(self) -> impl Iterator<Item = (Payer, BudgetHolder)> {
        let player = self.player.map(|(player, registered)| {
            (if registered { Payer::Account } else { Payer::Guest }, BudgetHolder::Player(player))
        });
        let networks = [
            (Payer::Address, BudgetHolder::Address(self.from)),
            (Payer::Site, BudgetHolder::Site(self.from.network())),
            (Payer::Provider, BudgetHolder::Provider(self.from.provider())),
        ];
        player.into_iter().chain(networks)
    }
}

fn refusal(request: ExpensiveRequest, wait: Duration) -> RequestError {
    let cause = match request {
        ExpensiveRequest::Attempt => Cause::TooManyAttempts,
        ExpensiveRequest::Kilobyte => Cause::StorageQuotaExceeded,
        ExpensiveRequest::Game
        | ExpensiveRequest::LongGame
        | ExpensiveRequest::Start
        | ExpensiveRequest::Analysis
        | ExpensiveRequest::Connection
        | ExpensiveRequest::Http
        | ExpensiveRequest::Tournament => Cause::AllowanceExceeded,
    };
    RequestError::from(cause).after(wait)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use protocol::ErrorCode;
    use uuid::Uuid;

    use super::*;

    fn requester(player: Option<(u128, bool)>, address: &str) -> Requester {
        let player = player.map(|(n, registered)| (PlayerId(Uuid::from_u128(n)), registered));
        Requester { player, from: address.parse::<IpAddr>().expect("an address").into() }
    }

    /// How often somebody new each time may ask at once.
    fn heard(
        spending: &RequestBudgets,
        request: ExpensiveRequest,
        requesters: impl Iterator<Item = Requester>,
    ) -> u32 {
        let now = Instant::now();
        requesters.take_while(|&one| spending.charge(request, 1, one, now).is_ok()).count() as u32
    }

    #[test]
    fn each_request_is_charged_to_everybody_behind_it() {
        for &request in ExpensiveRequest::ALL {
            let most = |payer: Payer| payer.allowance(request).at_once;
            let one = |player| std::iter::repeat(requester(player, "192.0.2.1"));
            let guest = heard(&RequestBudgets::new(false), request, one(Some((1, false))));
            assert_eq!(guest, most(Payer::Guest), "{request:?}");
            let account = heard(&RequestBudgets::new(false), request, one(Some((1, true))));
            assert_eq!(account, most(Payer::Account), "{request:?}");
            let guests = (0..).map(|n| requester(Some((n, false)), "192.0.2.1"));
            assert_eq!(
                heard(&RequestBudgets::new(false), request, guests),
                most(Payer::Address),
                "{request:?}"
            );
            for [site, provider] in [["192.0.2", "192.0"], ["2001:db8:1", "2001:db8"]] {
                let six = site.contains(':');
                let in_site = |n: u32| match six {
                    true => format!("{site}:{:x}::1", n % 65_536),
                    false => format!("{site}.{}", n % 256),
                };
                let at = (0..).map(|n| requester(None, &in_site(n)));
                assert_eq!(
                    heard(&RequestBudgets::new(false), request, at),
                    most(Payer::Site),
                    "{request:?}"
                );
                let in_provider = |n: u32| match six {
                    true => format!("{provider}:{:x}::1", n % 65_536),
                    false => format!("{provider}.{}.1", n % 256),
                };
                let at = (0..).map(|n| requester(None, &in_provider(n)));
                let all = heard(&RequestBudgets::new(false), request, at);
                assert_eq!(all, most(Payer::Provider), "{request:?}");
            }
        }
    }

    #[test]
    fn what_is_spent_comes_back_and_a_refusal_says_when_and_costs_nothing() {
        let (spending, now) = (RequestBudgets::new(false), Instant::now());
        let (one, other) = (requester(Some((1, false)), "::1"), requester(Some((2, false)), "::1"));
        let most = Payer::Guest.allowance(ExpensiveRequest::Analysis);
        spending.charge(ExpensiveRequest::Analysis, most.at_once, one, now).expect("all at once");
        let refused = spending.charge(ExpensiveRequest::Analysis, 1, one, now).expect_err("spent");
        assert_eq!(refused.code(), ErrorCode::TooMany);
        assert_eq!(refused.body().retry_after_ms, Some(most.every.as_millis() as u32));
        spending.charge(ExpensiveRequest::Analysis, 1, other, now).expect("another player");
        spending.charge(ExpensiveRequest::Start, 1, one, now).expect("something else");
        let later = now + most.every;
        spending.charge(ExpensiveRequest::Analysis, 1, one, later).expect("one has come back");
        spending.charge(ExpensiveRequest::Analysis, 1, one, later).expect_err("only one");
    }

    #[test]
    fn lenient_spending_counts_attempts_alone() {
        let (spending, now, one) =
            (RequestBudgets::new(true), Instant::now(), requester(None, "::1"));
        spending.charge(ExpensiveRequest::Kilobyte, u32::MAX, one, now).expect("not counted");
        let attempts = heard(&spending, ExpensiveRequest::Attempt, std::iter::repeat(one));
        assert_eq!(attempts, Payer::Address.allowance(ExpensiveRequest::Attempt).at_once);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let (spending, now) = (RequestBudgets::new(false), Instant::now());
        let one = |n: u32| requester(None, &std::net::Ipv4Addr::from_bits(n << 8).to_string());
        (0..MAX_ENTRIES as u32)
            .for_each(|n| drop(spending.charge(ExpensiveRequest::Tournament, 1, one(n), now)));
        assert!(spending.lock().paid.len() < MAX_ENTRIES + 3);
        spending
            .charge(ExpensiveRequest::Tournament, 1, one(u32::MAX >> 8), now)
            .expect_err("full");
        let later = now + Duration::from_secs(86_400);
        spending
            .charge(ExpensiveRequest::Tournament, 1, one(u32::MAX >> 8), later)
            .expect("all have paid");
        assert_eq!(spending.lock().paid.len(), 3);
    }
}
