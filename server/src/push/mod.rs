//! Notifications to browsers whose player is away (Web Push): that it is their move in a game of
//! days, that one has begun, or that somebody challenges them to one. Accounts take turns in a
//! bounded queue; a subscription that its push service no longer knows is dropped. Who has asked for
//! it is also told of their turns by mail.

mod encryption;
mod mail_queue;
mod mails;
mod public_address;
mod queue;
mod sender_key;
mod services;

use futures::{StreamExt, stream};
use protocol::{Name, PlayerId, TableId};
use serde::Serialize;
use tracing::{debug, warn};

use crate::config::Config;
use crate::identity::Identities;
use crate::ops::calendar::Calendar;
use crate::records::push::PushSubscription;
use crate::records::secret_hash::SecretHash;
use crate::store::Store;

pub(crate) use encryption::has_valid_key;
use mails::TurnMails;
use queue::{NoticeQueue, PendingNotice};
pub(crate) use sender_key::SenderKey;
use services::{PushRequest, PushServices};

/// The most requests at once, each of another account: slow push services of a few accounts leave
/// room for everybody else.
const AT_ONCE: usize = 32;
/// How long a push service keeps a notification for a browser that is off: a day.
const TTL_S: u32 = 86_400;

/// What a player is told.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Notice {
    /// It is their move, because somebody has moved.
    Turn { table: TableId, by: Name },
    /// A game with somebody has begun, and the first move is theirs.
    Begun { table: TableId, by: Name },
    /// Somebody challenges them.
    Challenge { from: PlayerId, by: Name },
}

impl Notice {
    /// One that is newer replaces another of the same topic.
    fn topic(&self) -> String {
        match self {
            Notice::Turn { table, .. } | Notice::Begun { table, .. } => {
                table.0.simple().to_string()
            }
            Notice::Challenge { from, .. } => from.0.simple().to_string(),
        }
    }
}

/// All notifications.
#[derive(Debug)]
pub(crate) struct Push {
    key: SenderKey,
    /// The page of this server, if the operator has named it.
    about: Option<String>,
    queue: NoticeQueue,
    mails: TurnMails,
}

impl Push {
    /// Creates the queue; push services are told the page that the operator has named.
    pub(crate) fn new(key: SenderKey, config: &Config) -> Push {
        let about = config.mail.as_ref().map(|relay| relay.page().to_owned());
        let mails = TurnMails::new(config.mail.clone());
        Push { key, about, queue: NoticeQueue::default(), mails }
    }

    /// Returns the key that browsers subscribe with.
    pub(crate) fn public_key(&self) -> String {
        self.key.public()
    }

    /// Notifies these browsers of a player, soon.
    pub(crate) fn notify(
        &self,
        to: PlayerId,
        browsers: impl IntoIterator<Item = (SecretHash, PushSubscription)>,
        notice: &Notice,
    ) {
        for (session, subscription) in browsers {
            let notice = notice.clone();
            if !self.queue.push(PendingNotice { to, session, subscription, notice }) {
                debug!("too many notifications are waiting");
            }
        }
    }

    /// Mails this to a player who is away and has asked to be told of turns, soon.
    pub(crate) fn mail(&self, to: PlayerId, notice: &Notice, now_ms: i64) {
        self.mails.notify(to, notice, now_ms);
    }

    /// Sends what is waiting, for as long as the server runs.
    pub(crate) async fn run(&self, store: &Store, identities: &Identities) {
        tokio::join!(self.run_browsers(store, identities), self.mails.run(store, identities));
    }

    async fn run_browsers(&self, store: &Store, identities: &Identities) {
        // The system's certificates are read when there is something to send.
        let first = self.queue.next().await;
        let Ok(services) = PushServices::new() else {
            warn!("no notifications are sent: there is no TLS");
            return std::future::pending().await;
        };
        let rest = stream::repeat(()).then(|()| self.queue.next());
        stream::iter([first])
            .chain(rest)
            .for_each_concurrent(AT_ONCE, async |turn| {
                // Nobody is told of a move that is not on disk yet.
                if store.flush().await.is_err() {
                    return;
                }
                let pending = &turn.pending;
                if self.send(pending, &services, &store.calendar).await == PushOutcome::Gone {
                    let PendingNotice { session, subscription, .. } = pending;
                    let dropped = identities.drop_push(*session, subscription).await;
                    debug!(?dropped, "a browser has unsubscribed");
                }
            })
            .await;
    }

    async fn send(
        &self,
        pending: &PendingNotice,
        services: &PushServices,
        calendar: &Calendar,
    ) -> PushOutcome {
        let PendingNotice { subscription, notice, .. } = pending;
        let text = serde_json::to_vec(notice).unwrap_or_default();
        let now_s = calendar.now_ms() / 1_000;
        let authorization =
            self.key.authorization(&subscription.host, now_s, self.about.as_deref());
        let body = encryption::encrypted(subscription, &text);
        let (Ok(body), Some(authorization)) = (body, authorization) else {
            return PushOutcome::Gone;
        };
        let request = PushRequest {
            host: &subscription.host,
            path: &subscription.path,
            authorization: &authorization,
            ttl: TTL_S,
            topic: &notice.topic(),
            body: &body,
        };
        match services.send(&request).await {
            Ok(404 | 410) => PushOutcome::Gone,
            Ok(status) => {
                debug!(status, "a notification was sent");
                PushOutcome::Sent
            }
            // Without its host: who is notified by whom is nobody's business.
            Err(error) => {
                debug!(%error, "a notification was not sent");
                PushOutcome::Failed
            }
        }
    }
}

/// What has come of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PushOutcome {
    Sent,
    Failed,
    /// The browser no longer wants any, or never could read one.
    Gone,
}

#[cfg(test)]
mod tests;
