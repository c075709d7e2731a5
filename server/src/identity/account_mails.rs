//! Mails about accounts that anybody can have sent to any address, because nothing proves that an
//! account's address is its owner's: few to each mailbox, and none with a text of the player's, such
//! as their name.

use std::sync::PoisonError;
use std::time::Instant;

use protocol::Name;
use tracing::{info, warn};

use super::{Identities, PeopleQuery};
use crate::config::mail_relay::{MailError, MailRelay};

impl Identities {
    /// Whether lost passwords are reset by mail.
    pub(crate) fn sends_mail(&self) -> bool {
        self.relay.is_some()
    }

    /// Mails a link that resets the password to the player with this name, if they have set an
    /// address.
    pub(crate) async fn mail_reset(&self, name: &Name) -> Result<(), MailError> {
        let accounts = self.accounts_with(PeopleQuery::name(name)).await;
        let account = accounts.map_err(|_| MailError::Unreadable)?.named(name).cloned();
        let to = account.and_then(|account| Some((account.player.id, account.email?)));
        let (Some(relay), Some((id, email))) = (&self.relay, to) else { return Ok(()) };
        if self.resets().is_recent(id, Instant::now()) || !self.may_mail(&email) {
            return Ok(());
        }
        let Ok(secret) = self.new_reset(id).await else { return Err(MailError::Busy) };
        // Behind the #, so that it never appears in a proxy's log.
        let (page, secret) = (relay.page(), secret.reveal());
        let text = format!(
            "Somebody, perhaps you, has asked to reset the password of your account at\n{page}\n\n\
             To choose a new one, open this within an hour:\n{page}/account#reset={secret}\n\n\
             If it was not you, do nothing: your password stays as it is.\n"
        );
        let sent = relay.send(&email, "Nim: your password", text).await;
        // A relay that refuses the mail now may accept it the next time.
        sent.inspect_err(|_| self.resets().forget(id))
    }

    /// Tells an address that an account no longer has it, without waiting for the relay.
    pub(super) fn tell_former_address(&self, former: String) {
        let Some(relay) = self.relay.clone().filter(|_| self.may_mail(&former)) else { return };
        tokio::spawn(async move { tell_former_address(&relay, &former).await });
    }

    /// Counts a mail to this address; returns whether it may be sent.
    pub(super) fn may_mail(&self, address: &str) -> bool {
        let mut allowance = self.mail_allowance.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = allowance.take(address, Instant::now());
        taken.inspect_err(|_| info!("a mail was left out: there have been too many")).is_ok()
    }
}

/// The address has been changed already, so a relay that refuses the mail changes nothing.
async fn tell_former_address(relay: &MailRelay, former: &str) {
    let page = relay.page();
    let text = format!(
        "An account at\n{page}\nno longer has this address: passwords are not reset by mail to it \
         any more.\n\nIf it was not you who changed it, change your password now, and set your \
         address again:\n{page}/account\n"
    );
    if let Err(error) = relay.send(former, "Nim: your address", text).await {
        warn!(%error, "a former address was not told");
    }
}
