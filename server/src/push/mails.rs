//! Mails to players who have asked for them, and are away when it is their turn in a game of days:
//! plain text that tracks nobody, and one link that ends them.

use protocol::{Name, PlayerId, TableId};
use tracing::debug;

use super::Notice;
use super::mail_queue::{MailQueue, PendingMail};
use crate::config::mail_relay::{MailError, MailRelay};
use crate::identity::{Identities, TurnMailTo};
use crate::store::Store;

/// All mails about turns.
#[derive(Debug)]
pub(super) struct TurnMails {
    relay: Option<MailRelay>,
    queue: MailQueue,
}

impl TurnMails {
    pub(super) fn new(relay: Option<MailRelay>) -> TurnMails {
        TurnMails { relay, queue: MailQueue::default() }
    }

    /// Mails this to a player, soon.
    pub(super) fn notify(&self, to: PlayerId, notice: &Notice, now_ms: i64) {
        let mail = PendingMail { to, notice: notice.clone() };
        if self.relay.is_some() && turn(notice).is_some() && !self.queue.push(mail, now_ms) {
            debug!("too many mails are waiting, or it was the account's last of the day");
        }
    }

    /// Sends what is waiting, one by one, for as long as the server runs.
    pub(super) async fn run(&self, store: &Store, identities: &Identities) {
        let Some(relay) = &self.relay else { return };
        loop {
            let mail = self.queue.next().await;
            // Nobody is told of a move that is not on disk yet; and they may have ended it meanwhile.
            if store.flush().await.is_err() {
                return;
            }
            let Ok(Some(to)) = identities.turn_mail_to(mail.to).await else { continue };
            if let Err(error) = send(relay, &to, &mail.notice).await {
                debug!(%error, "a mail about a turn was not sent");
            }
        }
    }
}

/// The game in which it is somebody's turn, and who has moved or begins with them.
fn turn(notice: &Notice) -> Option<(TableId, &Name)> {
    match notice {
        Notice::Turn { table, by } | Notice::Begun { table, by } => Some((*table, by)),
        Notice::Challenge { .. } => None,
    }
}

async fn send(relay: &MailRelay, to: &TurnMailTo, notice: &Notice) -> Result<(), MailError> {
    let Some((TableId(table), by)) = turn(notice) else { return Ok(()) };
    let happened = match notice {
        Notice::Begun { .. } => format!("Your game with {by} has begun"),
        Notice::Turn { .. } | Notice::Challenge { .. } => format!("{by} has moved"),
    };
    let (page, TurnMailTo { name, email, stop }) = (relay.page(), to);
    let text = format!(
        "{happened}. It is your turn:\n{page}/table/{table}\n\n-- \nTo the account {name}, which \
         has asked for it. No more of these mails:\n{page}/account#stop-mail={stop}\n"
    );
    let one_click = format!("{page}/api/turn-mail/stop/{stop}");
    relay.send_in_turn(email, &subject(by.as_str()), text, &one_click).await
}

/// A name that a mail program would take for an encoded word (RFC 2047) is left out.
fn subject(by: &str) -> String {
    match by.contains("=?") {
        true => "Nim: your turn".to_owned(),
        false => format!("Nim: your turn against {by}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_says_nothing_that_its_reader_would_decode() {
        assert_eq!(subject("Bob"), "Nim: your turn against Bob");
        assert_eq!(subject("=?utf-8?q?x?="), "Nim: your turn");
    }
}
