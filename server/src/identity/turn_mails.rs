//! Who is told by mail that it is their turn in a game of days. Off at first; it begins when the
//! link in a mail to their address is opened, so that nobody subscribes anybody else, and ends with
//! a link that needs no login.

use std::collections::HashMap;
use std::time::Instant;

use protocol::limits::MAIL_COOLDOWN;
use protocol::{Cause, Name, PlayerId, Secret};

use super::mail_links::{MailLinkPurpose, whose};
use super::{Account, Identities, RequestError};
use crate::config::mail_relay::MailError;

/// The most players whose last request is remembered; beyond it further ones send nothing.
const MOST_RECENT: usize = 10_000;

/// When players were last sent a link.
#[derive(Debug, Default)]
pub(super) struct RecentLinks(HashMap<PlayerId, Instant>);

impl RecentLinks {
    /// Notes that a player is sent a link now; returns false if the last was a moment ago.
    fn take(&mut self, player: PlayerId, now: Instant) -> bool {
        self.0.retain(|_, sent| now.saturating_duration_since(*sent) < MAIL_COOLDOWN);
        let free = self.0.len() < MOST_RECENT && !self.0.contains_key(&player);
        if free {
            self.0.insert(player, now);
        }
        free
    }
}

/// Where a player is told of their turn.
#[derive(Clone, Debug)]
pub(crate) struct TurnMailTo {
    pub(crate) name: Name,
    pub(crate) email: String,
    /// The token that ends these mails.
    pub(crate) stop: String,
}

impl Identities {
    /// Returns the person with this secret if a link can be mailed to them.
    pub(crate) async fn mailable(&self, secret: Option<&Secret>) -> Result<PlayerId, RequestError> {
        let id = self.person(secret).await?.id;
        if !self.sends_mail() {
            return Err(Cause::NoMail.into());
        }
        let account = self.account(id).await?.filter(|account| account.email.is_some());
        account.map(|_| id).ok_or_else(|| Cause::BadEmail.into())
    }

    /// Mails the link that turns the mails on, unless they are on or it was sent a moment ago.
    pub(crate) async fn mail_turn_link(&self, id: PlayerId) -> Result<(), MailError> {
        let account = self.account(id).await.map_err(|_| MailError::Unreadable)?;
        let account = account.filter(|account| !account.turn_mail);
        let to = account.and_then(|own| Some((own.email?, own.turn_mail_ends)));
        let (Some(relay), Some((email, ends))) = (&self.relay, to) else { return Ok(()) };
        if !self.recent_links().take(id, Instant::now()) || !self.may_mail(&email) {
            return Ok(());
        }
        let purpose = MailLinkPurpose::Confirm { email: &email, ends };
        let (page, token) = (relay.page(), self.links.token(id, purpose, self.now_ms()));
        let text = format!(
            "An account at\n{page}\nasks to be told at this address when it is their turn \
             in a game of days.\n\nIf it is yours, open this within a day:\n\
             {page}/account#mail={token}\n\nIf not, do nothing: no more mail comes.\n"
        );
        let sent = relay.send(&email, "Nim: mail when it is your turn", text).await;
        // A relay that refuses the mail now may accept it the next time.
        if sent.is_err() {
            self.recent_links().0.remove(&id);
        }
        sent
    }

    /// Turns a player's mails on, by the link in the mail to their address.
    pub(crate) async fn confirm_turn_mail(&self, token: &str) -> Result<(), RequestError> {
        let confirms = |account: &Account| {
            let email = account.email.as_deref();
            let ends = account.turn_mail_ends;
            let purpose = email.map(|email| MailLinkPurpose::Confirm { email, ends });
            purpose.is_some_and(|purpose| self.fits(token, account, purpose))
        };
        let id = self.linked(token, confirms).await?;
        // The address may have been changed in between.
        let change = |account: Account| {
            Ok(Account { turn_mail: account.turn_mail || confirms(&account), ..account })
        };
        self.change(id.into(), id, change).await.map(drop)
    }

    /// Ends a player's mails, by the link in any of them.
    pub(crate) async fn stop_turn_mail(&self, token: &str) -> Result<(), RequestError> {
        let fits = |account: &Account| self.fits(token, account, MailLinkPurpose::Stop);
        let id = self.linked(token, fits).await?;
        self.end_turn_mail(id).await
    }

    /// Ends a player's mails.
    pub(crate) async fn end_turn_mail(&self, id: PlayerId) -> Result<(), RequestError> {
        match self.account(id).await?.is_some_and(|account| account.turn_mail) {
            true => {
                self.change(id.into(), id, |account| Ok(without_turn_mail(account))).await.map(drop)
            }
            false => Ok(()),
        }
    }

    /// Whether a player has asked to be told of their turns by mail.
    pub(crate) fn is_mailed_turns(&self, id: PlayerId) -> bool {
        self.accounts().is_mailed_turns(id)
    }

    /// Returns where a player is told of their turn, if they have asked for it.
    pub(crate) async fn turn_mail_to(
        &self,
        id: PlayerId,
    ) -> Result<Option<TurnMailTo>, RequestError> {
        let account = self.account(id).await?.filter(Account::is_mailed_turns);
        let to = account.and_then(|account| Some((account.player.name, account.email?)));
        let stop = || self.links.token(id, MailLinkPurpose::Stop, self.now_ms());
        Ok(to.map(|(name, email)| TurnMailTo { name, email, stop: stop() }))
    }

    /// Returns the player whom a token names, if it fits their account.
    async fn linked(
        &self,
        token: &str,
        fits: impl Fn(&Account) -> bool,
    ) -> Result<PlayerId, RequestError> {
        let expired = || RequestError::from(Cause::ResetExpired);
        let id = whose(token).ok_or_else(expired)?;
        let account = self.account(id).await?.filter(fits);
        account.map(|_| id).ok_or_else(expired)
    }

    fn fits(&self, token: &str, account: &Account, purpose: MailLinkPurpose<'_>) -> bool {
        self.links.fits(token, account.player.id, purpose, self.now_ms())
    }

    fn recent_links(&self) -> std::sync::MutexGuard<'_, RecentLinks> {
        self.recent_links.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn without_turn_mail(account: Account) -> Account {
    let turn_mail_ends = account.turn_mail_ends.wrapping_add(1);
    Account { turn_mail: false, turn_mail_ends, ..account }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn links_are_few_and_what_is_remembered_is_bounded() {
        let (mut recent, now) = (RecentLinks::default(), Instant::now());
        let player = |n: usize| PlayerId(Uuid::from_u128(n as u128));
        assert!(recent.take(player(0), now) && !recent.take(player(0), now));
        assert!(recent.take(player(0), now + MAIL_COOLDOWN));
        let mut full = RecentLinks((0..MOST_RECENT).map(|n| (player(n), now)).collect());
        assert!(!full.take(player(MOST_RECENT), now));
        assert!(full.take(player(MOST_RECENT), now + MAIL_COOLDOWN));
    }
}
