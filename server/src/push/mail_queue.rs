//! Mails that wait to be sent: few for each account and day, and few in all.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::PlayerId;
use tokio::sync::Notify;

use super::Notice;

/// The most mails that wait; further ones are left out: they are hints, not facts.
const MOST_WAITING: usize = 1_024;
/// The most mails to one account on one day (UTC).
pub(super) const MOST_A_DAY: u32 = 20;
const DAY_MS: i64 = 86_400_000;

/// A mail to be written when its turn comes.
#[derive(Clone, Debug)]
pub(super) struct PendingMail {
    pub(super) to: PlayerId,
    pub(super) notice: Notice,
}

/// The queue.
#[derive(Debug, Default)]
pub(super) struct MailQueue {
    mails: Mutex<WaitingMails>,
    arrived: Notify,
}

#[derive(Debug, Default)]
struct WaitingMails {
    waiting: VecDeque<PendingMail>,
    /// The day of the counts, in days since 1970.
    day: i64,
    /// How many mails an account has been granted on that day.
    granted: HashMap<PlayerId, u32>,
}

impl MailQueue {
    /// Adds a mail, in place of one about the same game that still waits; returns whether there was
    /// room, also within the account's number for the day.
    pub(super) fn push(&self, mail: PendingMail, now_ms: i64) -> bool {
        let added = self.lock().add(mail, now_ms.div_euclid(DAY_MS));
        if added {
            self.arrived.notify_one();
        }
        added
    }

    /// Waits for the next mail.
    pub(super) async fn next(&self) -> PendingMail {
        loop {
            if let Some(mail) = self.lock().waiting.pop_front() {
                return mail;
            }
            self.arrived.notified().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, WaitingMails> {
        self.mails.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WaitingMails {
    fn add(&mut self, mail: PendingMail, day: i64) -> bool {
        let topic = mail.notice.topic();
        let same = |old: &&mut PendingMail| old.to == mail.to && old.notice.topic() == topic;
        if let Some(old) = self.waiting.iter_mut().find(same) {
            *old = mail;
            return true;
        }
        if day != self.day {
            self.day = day;
            self.granted.clear();
        }
        let granted = self.granted.get(&mail.to).copied().unwrap_or_default();
        if self.waiting.len() >= MOST_WAITING || granted >= MOST_A_DAY {
            return false;
        }
        self.granted.insert(mail.to, granted + 1);
        self.waiting.push_back(mail);
        true
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use protocol::{Name, TableId};
    use uuid::Uuid;

    use super::*;

    fn mail(account: usize, table: usize) -> PendingMail {
        let table = TableId(Uuid::from_u128(table as u128));
        let by = Name::try_from("Bob".to_owned()).expect("plain");
        let to = PlayerId(Uuid::from_u128(account as u128));
        PendingMail { to, notice: Notice::Turn { table, by } }
    }

    #[test]
    fn an_account_has_its_number_of_mails_a_day() {
        let (queue, most) = (MailQueue::default(), MOST_A_DAY as usize);
        assert!((0..most).all(|table| queue.push(mail(1, table), 5)));
        assert!(!queue.push(mail(1, most), DAY_MS - 1), "the day is the same");
        assert!(queue.push(mail(2, most), 5), "others have their own");
        assert!(queue.push(mail(1, most), DAY_MS), "the next day");
        assert_eq!(queue.lock().granted.len(), 1, "only of this day");
    }

    #[test]
    fn a_game_waits_once_and_all_mails_are_bounded() {
        let queue = MailQueue::default();
        assert!((0..MOST_WAITING).all(|account| queue.push(mail(account, 1), 0)));
        assert!(!queue.push(mail(MOST_WAITING, 1), 0));
        assert!(queue.push(mail(0, 1), 0), "in its own place");
        let sent = std::iter::from_fn(|| queue.next().now_or_never());
        assert_eq!(sent.count(), MOST_WAITING);
    }
}
