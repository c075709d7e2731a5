//! What an account's owner can change: password, name, mail address, sessions, and whether the
//! account exists. Each change of rights comes with a new secret.

use std::time::{Duration, Instant};

use protocol::limits::RENAME_COOLDOWN;
use protocol::{Cause, Kind, Missing, Name, Player, PlayerId, Secret};
use tracing::info;

use super::{
    Account, Accounts, Entry, Identities, IpPrefix, MutexGuard, Password, PeopleQuery, Proven,
    RequestError, RequestSource, SecretHash, StoredSession, new_secret,
};
use crate::config::mail_relay::checked_address;
use crate::records::accounts::AccountEnd;
use crate::store::{NameOccurrence, Slot, Unavailable};

/// What happens to other sessions after a change of password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// Other sessions stay logged in.
    Stay,
    /// Only the new secret opens the account.
    End,
}

impl Identities {
    /// Changes a person's password, and replaces the caller's secret with a new one.
    pub(crate) async fn change_password(
        &self,
        from: RequestSource,
        secret: Option<Secret>,
        (old, new): (Password, Password),
        others: Others,
    ) -> Result<Proven, RequestError> {
        let account = self.confirmed(from.prefix, secret.as_ref(), old).await?;
        let own = secret.as_ref().map(SecretHash::new);
        let ends = |session: &StoredSession| others == Others::End || Some(session.hash) == own;
        self.set_password(from, account, new, ends).await
    }

    /// Sets the password of the player to whom this reset secret belongs.
    pub(crate) async fn reset_password(
        &self,
        from: RequestSource,
        reset: &Secret,
        new: Password,
    ) -> Result<Proven, RequestError> {
        let expired = || RequestError::from(Cause::ResetExpired);
        let player = self.resets().whose(reset, Instant::now()).ok_or_else(expired)?;
        let account = self.account(player).await?.ok_or_else(expired)?;
        let proven = self.set_password(from, account, new, |_| true).await?;
        info!(%player, "a password was reset");
        Ok(proven)
    }

    /// Sets a password and ends the sessions selected by `ends`; returns a new one.
    pub(super) async fn set_password(
        &self,
        from: RequestSource,
        account: Account,
        new: Password,
        ends: impl Fn(&StoredSession) -> bool,
    ) -> Result<Proven, RequestError> {
        let hash = self.hasher.hash(from.prefix, new, &account.player.name).await?;
        let player = account.player.clone();
        let (secret, session) = self.new_session(from.agent);
        let slot = self.store.reserve()?;
        let (kept, revoked) = {
            let mut accounts = self.accounts_with(player.id.into()).await?;
            // The password may have been changed, or the account deleted, while the hash was
            // computed; whatever else has changed stays.
            let account = accounts.still_opened(&account, self.now_ms())?.clone();
            let account = Account { password: Some(hash), ..account };
            let old = accounts.sessions.by_account(player.id).filter(|old| ends(old));
            let mut revoked: Vec<SecretHash> = old.map(|old| old.hash).collect();
            for hash in &revoked {
                accounts.sessions.revoke(*hash);
            }
            revoked.extend(accounts.grant(player.id, session.clone()));
            accounts.change(account.clone());
            let changed = Entry::AccountChanged(&account);
            let granted = Entry::Granted { player: player.id, session: &session };
            let ended = revoked.iter().map(Entry::Revoked);
            let entries: Vec<_> = [changed].into_iter().chain(ended).chain([granted]).collect();
            (self.store.commit(slot, &entries), revoked)
        };
        kept.await?;
        self.resets().forget(player.id);
        self.guesses().opened(player.id, from.prefix);
        Ok(Proven { player, secret, revoked })
    }

    /// Returns the account of a person who gives their secret and their password.
    async fn confirmed(
        &self,
        from: IpPrefix,
        secret: Option<&Secret>,
        password: Password,
    ) -> Result<Account, RequestError> {
        let player = self.person(secret).await?;
        self.attempt_at(player.id, from)?;
        let why = || RequestError::from(Cause::WrongCredentials);
        let account = self.account(player.id).await?.ok_or_else(why)?;
        match self.hasher.fits(from, password, account.password.clone()).await? {
            true => Ok(account),
            false => Err(why()),
        }
    }

    /// Returns the registered person with this secret; bots cannot change anything about
    /// themselves.
    pub(crate) async fn person(&self, secret: Option<&Secret>) -> Result<Player, RequestError> {
        let player = self.registered(secret).await?;
        match player.kind {
            Kind::Person => Ok(player),
            _ => Err(Cause::KindNotAdmitted.into()),
        }
    }

    /// Returns the account of a registered player.
    pub(crate) async fn account(&self, id: PlayerId) -> Result<Option<Account>, RequestError> {
        Ok(self.accounts_with(id.into()).await?.open(id).cloned())
    }

    /// Renames a person, if their last change of name is long enough ago.
    pub(crate) async fn rename(&self, id: PlayerId, name: Name) -> Result<Player, RequestError> {
        self.set_name_if(id, name, ensure_may_rename).await
    }

    /// Renames a player, regardless of when they were last renamed.
    pub(crate) async fn set_name(&self, id: PlayerId, name: Name) -> Result<Player, RequestError> {
        self.set_name_if(id, name, |_, _| Ok(())).await
    }

    /// Renames a player if they may be at this time, in milliseconds since 1970.
    async fn set_name_if(
        &self,
        id: PlayerId,
        name: Name,
        may: impl FnOnce(&Account, i64) -> Result<(), RequestError>,
    ) -> Result<Player, RequestError> {
        let now = self.now_ms();
        let query = PeopleQuery::from(id).and_name(&name);
        let account = self.change(query, id, |account| {
            may(&account, now)?;
            let player = Player { name, ..account.player };
            Ok(Account { player, renamed_at: Some(now), ..account })
        });
        Ok(account.await?.player)
    }

    /// Sets or removes the address to which password resets are mailed. The former address is told:
    /// if it was not its owner who changed it, they learn of it.
    pub(crate) async fn set_email(
        &self,
        from: IpPrefix,
        secret: Option<&Secret>,
        password: Password,
        email: Option<&str>,
    ) -> Result<(), RequestError> {
        let bad = || RequestError::from(Cause::BadEmail);
        let email = email.map(|said| checked_address(said).ok_or_else(bad)).transpose()?;
        let confirmed = self.confirmed(from, secret, password).await?;
        let slot = self.store.reserve()?;
        let (kept, former) = {
            let mut accounts = self.accounts_with(confirmed.player.id.into()).await?;
            let former = accounts.still_opened(&confirmed, self.now_ms())?.clone();
            // Whoever has the new address has not asked for anything yet.
            let turn_mail = former.turn_mail && former.email == email;
            let account = Account { email, turn_mail, ..former.clone() };
            let former = former.email.filter(|email| account.email.as_ref() != Some(email));
            accounts.change(account.clone());
            (self.store.commit(slot, &[Entry::AccountChanged(&account)]), former)
        };
        kept.await?;
        former.into_iter().for_each(|former| self.tell_former_address(former));
        Ok(())
    }

    /// Replaces a player's account. The query asks for it, and for the name that it gets.
    pub(super) async fn change(
        &self,
        query: PeopleQuery,
        id: PlayerId,
        make: impl FnOnce(Account) -> Result<Account, RequestError>,
    ) -> Result<Account, RequestError> {
        let slot = self.store.reserve()?;
        let (kept, account) = {
            let accounts = self.accounts_with(query).await?;
            self.change_now(slot, accounts, id, make)?
        };
        kept.await?;
        Ok(account)
    }

    /// Changes an account in memory; returns it, and what tells that it is on disk.
    pub(super) fn change_now<F: FnOnce(Account) -> Result<Account, RequestError>>(
        &self,
        slot: Slot,
        mut accounts: MutexGuard<'_, Accounts>,
        id: PlayerId,
        make: F,
    ) -> Result<(impl Future<Output = Result<(), Unavailable>> + use<F>, Account), RequestError>
    {
        let account = accounts.open(id).cloned();
        let account = make(account.ok_or_else(|| RequestError::from(Cause::LoginRequired))?)?;
        if !account.deleted {
            accounts.ensure_free(&account.player.name, id)?;
        }
        accounts.change(account.clone());
        let kept = self.store.commit(slot, &[Entry::AccountChanged(&account)]);
        Ok((kept, account))
    }

    /// Returns a player's sessions, oldest first.
    pub(crate) async fn sessions_of(
        &self,
        id: PlayerId,
    ) -> Result<Vec<StoredSession>, RequestError> {
        Ok(self.accounts_with(id.into()).await?.sessions.by_account(id).cloned().collect())
    }

    /// Ends one session of a player, by its id.
    pub(crate) async fn end_session(
        &self,
        id: PlayerId,
        name: &str,
    ) -> Result<Vec<SecretHash>, RequestError> {
        let named = |session: &StoredSession| session.name() == name;
        let ended = self.end_sessions(id, named).await?;
        match ended.is_empty() {
            true => Err(Cause::NotFound { what: Missing::Session }.into()),
            false => Ok(ended),
        }
    }

    /// Ends all sessions of a player that `which` selects.
    pub(crate) async fn end_sessions(
        &self,
        id: PlayerId,
        which: impl Fn(&StoredSession) -> bool,
    ) -> Result<Vec<SecretHash>, RequestError> {
        let which = |session: &&StoredSession| which(session);
        self.revoke(id.into(), |accounts| {
            accounts.sessions.by_account(id).filter(which).map(|session| session.hash).collect()
        })
        .await
    }

    /// Deletes the account of a person who gives their password; returns what is to be closed.
    pub(crate) async fn delete_own(
        &self,
        from: IpPrefix,
        secret: Option<&Secret>,
        password: Password,
    ) -> Result<Vec<(PlayerId, Vec<SecretHash>)>, RequestError> {
        let confirmed = self.confirmed(from, secret, password).await?;
        let still = |account: &Account| confirmed.is_still_opened(account);
        self.delete_if(confirmed.player.id, still, Cause::WrongCredentials).await
    }

    /// Deletes an account and those of its bots. Their games stay, without their names.
    pub(crate) async fn delete(
        &self,
        id: PlayerId,
    ) -> Result<Vec<(PlayerId, Vec<SecretHash>)>, RequestError> {
        self.delete_if(id, |_| true, Cause::LoginRequired).await
    }

    /// Deletes an account and those of its bots in one commit, if it is there and `still` holds.
    pub(super) async fn delete_if(
        &self,
        id: PlayerId,
        still: impl FnOnce(&Account) -> bool,
        otherwise: Cause,
    ) -> Result<Vec<(PlayerId, Vec<SecretHash>)>, RequestError> {
        let slot = self.store.reserve()?;
        let bots = self.bots_of(id).into_iter().map(|bot| bot.id);
        let query = PeopleQuery::from(id).and_players(bots);
        let (kept, closed) = {
            let mut accounts = self.accounts_with(query).await?;
            if !accounts.open(id).is_some_and(still) {
                return Err(otherwise.into());
            }
            let bots: Vec<PlayerId> = accounts.bots_of(id).map(|bot| bot.player.id).collect();
            let ends: Vec<_> =
                bots.into_iter().chain([id]).filter_map(|id| accounts.erase(id)).collect();
            let entries: Vec<_> = ends.iter().flat_map(entries_of_end).collect();
            (self.store.commit(slot, &entries), ends)
        };
        kept.await?;
        let closed = closed.into_iter().map(|end: AccountEnd| {
            let id = end.account.player.id;
            self.resets().forget(id);
            info!(player = %id, "an account was deleted");
            (id, end.revoked)
        });
        Ok(closed.collect())
    }

    /// Makes a secret that resets somebody's password, for the admin to hand over.
    pub(crate) async fn new_reset(&self, id: PlayerId) -> Result<Secret, RequestError> {
        let account = self.account(id).await?.filter(|account| account.player.kind == Kind::Person);
        let nobody = || RequestError::from(Cause::NotFound { what: Missing::Player });
        let id = account.ok_or_else(nobody)?.player.id;
        let secret = new_secret();
        let full = |wait| RequestError::from(Cause::LoginQueueFull).after(wait);
        self.resets().add(id, &secret, Instant::now()).map_err(full)?;
        Ok(secret)
    }

    pub(super) fn resets(&self) -> std::sync::MutexGuard<'_, super::Resets> {
        self.resets.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Refuses a new name too soon after the last one.
fn ensure_may_rename(account: &Account, now: i64) -> Result<(), RequestError> {
    let pause = RENAME_COOLDOWN.as_millis() as i64;
    let left = account.renamed_at.map_or(0, |at| at.saturating_add(pause) - now);
    // A clock that was wrong for a while makes nobody wait longer than the usual pause.
    match u64::try_from(left.min(pause)) {
        Ok(left @ 1..) => {
            Err(RequestError::from(Cause::RenamedTooSoon).after(Duration::from_millis(left)))
        }
        _ => Ok(()),
    }
}

/// What is stored of the end of an account.
fn entries_of_end(end: &AccountEnd) -> impl Iterator<Item = Entry<'_>> {
    let player = end.account.player.id;
    let revoked = end.revoked.iter().map(Entry::Revoked);
    let blocked = move |&other| Entry::Blocked { player, other, on: false };
    let unblocked = end.unblocked.iter().map(blocked);
    let (what, name) = (NameOccurrence::Moderation, &end.account.player.name);
    let erased = Entry::Erased { what, player, name };
    let ended = [Entry::FollowsEnded(player), Entry::AccountChanged(&end.account), erased];
    revoked.chain(unblocked).chain(ended)
}
