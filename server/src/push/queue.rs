//! Notifications that wait to be sent. Accounts take turns, and each has one request at a time, so
//! that a browser whose push service is slow delays nobody but its own player.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::PlayerId;
use tokio::sync::Notify;

use super::Notice;
use crate::records::push::PushSubscription;
use crate::records::secret_hash::SecretHash;

/// The most notifications that wait; further ones are left out: they are hints, not facts.
pub(super) const MOST_WAITING: usize = 4_096;
/// The most of one account: each of its browsers may be told of many games.
pub(super) const MOST_OF_ONE: usize = 64;

/// A notification to one browser.
#[derive(Clone, Debug)]
pub(super) struct PendingNotice {
    pub(super) to: PlayerId,
    pub(super) session: SecretHash,
    pub(super) subscription: PushSubscription,
    pub(super) notice: Notice,
}

/// The queue.
#[derive(Debug, Default)]
pub(super) struct NoticeQueue {
    accounts: Mutex<WaitingAccounts>,
    arrived: Notify,
}

/// The accounts that have something to be sent, or a request on the way.
#[derive(Debug, Default)]
struct WaitingAccounts {
    /// An account is here, with or without anything that waits, while it has a request on the way.
    waiting: HashMap<PlayerId, VecDeque<PendingNotice>>,
    /// The accounts whose turn comes, in order: those that wait and have no request on the way.
    turns: VecDeque<PlayerId>,
    count: usize,
}

/// The turn of an account; with its drop the account's request is over.
#[derive(Debug)]
pub(super) struct AccountTurn<'a> {
    queue: &'a NoticeQueue,
    pub(super) pending: PendingNotice,
}

impl NoticeQueue {
    /// Adds a notification, in place of an older one of the same topic to the same browser; returns
    /// whether there was room.
    pub(super) fn push(&self, pending: PendingNotice) -> bool {
        let mut accounts = self.lock();
        let WaitingAccounts { waiting, turns, count } = &mut *accounts;
        let is_full = *count >= MOST_WAITING;
        if is_full && !waiting.contains_key(&pending.to) {
            return false;
        }
        let to = pending.to;
        let is_new = !waiting.contains_key(&to);
        let own = waiting.entry(to).or_default();
        let topic = pending.notice.topic();
        let same = |old: &&mut PendingNotice| {
            old.session == pending.session && old.notice.topic() == topic
        };
        if let Some(old) = own.iter_mut().find(same) {
            *old = pending;
            return true;
        }
        if is_full || own.len() >= MOST_OF_ONE {
            return false;
        }
        own.push_back(pending);
        *count += 1;
        if is_new {
            turns.push_back(to);
            drop(accounts);
            self.arrived.notify_one();
        }
        true
    }

    /// Waits for the next account's turn.
    pub(super) async fn next(&self) -> AccountTurn<'_> {
        loop {
            if let Some(pending) = self.lock().next() {
                return AccountTurn { queue: self, pending };
            }
            self.arrived.notified().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, WaitingAccounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WaitingAccounts {
    fn next(&mut self) -> Option<PendingNotice> {
        let account = self.turns.pop_front()?;
        let pending = self.waiting.get_mut(&account)?.pop_front()?;
        self.count -= 1;
        Some(pending)
    }

    /// Ends the request of an account, which goes to the end of the line if more of it waits;
    /// returns whether it does.
    fn end_turn(&mut self, account: PlayerId) -> bool {
        let more = self.waiting.get(&account).is_some_and(|own| !own.is_empty());
        match more {
            true => self.turns.push_back(account),
            false => drop(self.waiting.remove(&account)),
        }
        more
    }
}

impl Drop for AccountTurn<'_> {
    fn drop(&mut self) {
        if self.queue.lock().end_turn(self.pending.to) {
            self.queue.arrived.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use protocol::{Name, Secret, TableId};
    use uuid::Uuid;

    use super::*;

    /// The notification to a browser of an account, of its turn at a table.
    fn pending(account: u128, session: u8, table: u128) -> PendingNotice {
        let path = format!("/{account}/{table}");
        PendingNotice {
            to: PlayerId(Uuid::from_u128(account)),
            session: SecretHash::new(&Secret::new([session; 32])),
            subscription: PushSubscription {
                host: "push.example.net".to_owned(),
                path,
                key: [4; 65],
                auth: [0; 16],
            },
            notice: Notice::Turn {
                table: TableId(Uuid::from_u128(table)),
                by: Name::try_from("Bob".to_owned()).expect("plain"),
            },
        }
    }

    fn at_once(queue: &NoticeQueue) -> Option<AccountTurn<'_>> {
        queue.next().now_or_never()
    }

    fn path(turn: &AccountTurn<'_>) -> String {
        turn.pending.subscription.path.clone()
    }

    #[test]
    fn accounts_take_turns_and_one_that_is_slow_delays_nobody_else() {
        let queue = NoticeQueue::default();
        for (account, table) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)] {
            assert!(queue.push(pending(account, 1, table)));
        }
        let slow = at_once(&queue).expect("the first");
        assert_eq!(path(&slow), "/1/1");
        for expected in ["/2/1", "/2/2"] {
            assert_eq!(path(&at_once(&queue).expect("another's")), expected);
        }
        assert!(at_once(&queue).is_none(), "the rest waits for the slow one");
        assert!(queue.push(pending(1, 1, 4)));
        assert!(at_once(&queue).is_none());
        drop(slow);
        for expected in ["/1/2", "/1/3", "/1/4"] {
            assert_eq!(path(&at_once(&queue).expect("the slow one's")), expected);
        }
        assert!(at_once(&queue).is_none() && queue.lock().waiting.is_empty());
    }

    #[test]
    fn news_of_one_topic_waits_once_for_each_browser() {
        let queue = NoticeQueue::default();
        let older = pending(1, 1, 1);
        let newer = PendingNotice {
            subscription: PushSubscription {
                path: "/newer".to_owned(),
                ..older.subscription.clone()
            },
            ..older.clone()
        };
        assert!(queue.push(older) && queue.push(newer) && queue.push(pending(1, 2, 1)));
        assert_eq!(queue.lock().count, 2);
        assert_eq!(path(&at_once(&queue).expect("one")), "/newer");
    }

    #[test]
    fn a_full_queue_leaves_notifications_out() {
        let queue = NoticeQueue::default();
        let most_of_one = MOST_OF_ONE as u128;
        assert!((0..most_of_one).all(|table| queue.push(pending(0, 1, table))));
        assert!(!queue.push(pending(0, 1, most_of_one)), "one account has its share");
        let others = (MOST_WAITING - MOST_OF_ONE) as u128;
        assert!((1..=others).all(|account| queue.push(pending(account, 1, 1))));
        assert!(!queue.push(pending(others + 1, 1, 1)), "all together have theirs");
        assert!(queue.push(pending(1, 1, 1)), "the same topic replaces what waits");
        while at_once(&queue).is_some() {}
        let accounts = queue.lock();
        assert_eq!((accounts.count, accounts.waiting.len()), (0, 0));
    }
}
