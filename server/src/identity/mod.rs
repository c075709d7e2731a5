//! Players' identities. A secret always means the same player: a guest's identity follows from the
//! secret itself and costs the server nothing; a registered player has a name and any number of
//! secrets; a bot has an owner and one secret. Only hashes are stored.

mod account_mails;
mod bans;
mod blocks;
mod bots;
mod caller;
mod changes;
mod follows;
mod lookups;
mod mail_links;
mod passwords;
mod pushes;
mod resets;
mod turn_mails;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use protocol::{Cause, Kind, Name, Player, PlayerId, Secret};
use rand::RngExt;

use crate::admission::attempts::Guesses;
use crate::admission::ip_prefix::IpPrefix;
use crate::admission::mail_allowance::MailAllowance;
use crate::config::mail_relay::MailRelay;
use crate::records::account::{Account, guest, guest_name, house_bot};
use crate::records::accounts::Accounts;
use crate::records::people::PeopleQuery;
use crate::records::request_error::RequestError;
use crate::records::secret_hash::SecretHash;
use crate::records::sessions::{Access, StoredSession};
use crate::store::{Entry, Store, StoreError};
use crate::system;

pub(crate) use caller::{Caller, renew_cookie};
pub(crate) use changes::Others;
pub(crate) use passwords::Password;
pub(crate) use turn_mails::TurnMailTo;

use mail_links::MailLinks;
use passwords::Hasher;
use resets::Resets;
use turn_mails::RecentLinks;

/// The registered players, and their registration.
#[derive(Debug)]
pub(crate) struct Identities {
    /// Those in memory. Innermost lock except for the store's queue: no other is taken under it.
    accounts: Mutex<Accounts>,
    /// Held while a bot's version changes, and while a player enters a tournament: no bot enters with
    /// a version that its account no longer names. Taken before a tournament's lock.
    versions: Mutex<()>,
    guesses: Mutex<Guesses>,
    resets: Mutex<Resets>,
    recent_links: Mutex<RecentLinks>,
    /// What is left for mails that anybody can have sent.
    mail_allowance: Mutex<MailAllowance>,
    links: MailLinks,
    hasher: Hasher,
    relay: Option<MailRelay>,
    /// The key of the [pseudonyms of people](Accounts::person_behind), and of the links in mails.
    pseudonyms: Secret,
    store: Arc<Store>,
}

/// The address and the program of a request.
#[derive(Clone, Debug)]
pub(crate) struct RequestSource {
    pub(crate) prefix: IpPrefix,
    pub(crate) agent: String,
}

/// A player and the secret that has just been issued to them.
#[derive(Debug)]
pub(crate) struct Proven {
    pub(crate) player: Player,
    pub(crate) secret: Secret,
    /// Hashes of the secrets that have been revoked.
    pub(crate) revoked: Vec<SecretHash>,
}

impl Identities {
    pub(crate) fn new(
        store: Arc<Store>,
        relay: Option<MailRelay>,
        pseudonyms: Secret,
    ) -> Identities {
        let (accounts, guesses, resets) = (Mutex::default(), Mutex::default(), Mutex::default());
        let (versions, hasher) = (Mutex::default(), Hasher::default());
        let mail_allowance = Mutex::default();
        let (recent_links, links) = (Mutex::default(), MailLinks::new(&pseudonyms));
        Identities {
            accounts,
            versions,
            guesses,
            resets,
            recent_links,
            mail_allowance,
            links,
            hasher,
            relay,
            pseudonyms,
            store,
        }
    }

    /// Loads from the store what must be known at any moment.
    pub(crate) fn load(&self) -> Result<(), StoreError> {
        *self.accounts() = self.store.accounts()?;
        Ok(())
    }

    /// Returns the player who says hello with a secret, as a person or a bot, under the name they
    /// gave, if any.
    pub(crate) async fn greet(
        &self,
        secret: &Secret,
        kind: Kind,
        name: Option<Name>,
    ) -> Result<Player, RequestError> {
        let (key, id) = (SecretHash::new(secret), guest(secret));
        let name = name.unwrap_or_else(|| guest_name(id));
        let query = PeopleQuery::secret(key);
        // Only of a guest the name is asked for, so most who return need no look into the store.
        let query = match self.accounts().access(&key) {
            Some(_) => query,
            None => query.and_name(&name),
        };
        let accounts = self.accounts_with(query).await?;
        match accounts.access(&key) {
            Some(Access::Open(id)) => {
                let account = accounts.open(id).ok_or_else(revoked)?;
                Ok(account.player.clone())
            }
            Some(Access::Revoked(_)) => Err(revoked()),
            None => {
                accounts.ensure_free(&name, id)?;
                let kind = if kind == Kind::Bot { Kind::Bot } else { Kind::Guest };
                Ok(Player { id, name, kind, house: false, version: None })
            }
        }
    }

    /// One of the server's own bots.
    pub(crate) fn greet_house_bot(&self, name: Name) -> Player {
        Player { id: house_bot(&name), name, kind: Kind::Bot, house: true, version: None }
    }

    /// Returns the registered player with this secret.
    pub(crate) async fn registered(&self, secret: Option<&Secret>) -> Result<Player, RequestError> {
        let why = || RequestError::from(Cause::LoginRequired);
        let key = SecretHash::new(secret.ok_or_else(why)?);
        let accounts = self.accounts_with(PeopleQuery::secret(key)).await?;
        match accounts.access(&key) {
            Some(Access::Open(id)) if accounts.is_banned(id, self.now_ms()) => Err(shut_out()),
            Some(Access::Open(id)) => Ok(accounts.open(id).ok_or_else(why)?.player.clone()),
            Some(Access::Revoked(_)) | None => Err(why()),
        }
    }

    /// Returns the player with this secret, registered or a guest.
    pub(crate) async fn anybody(&self, secret: Option<&Secret>) -> Result<Player, RequestError> {
        let secret = secret.ok_or_else(|| RequestError::from(Cause::LoginRequired))?;
        let player = self.greet(secret, Kind::Guest, None).await?;
        match self.is_banned(player.id) {
            true => Err(shut_out()),
            false => Ok(player),
        }
    }

    /// Counts an attempt at an account.
    fn attempt_at(&self, account: PlayerId, from: IpPrefix) -> Result<(), RequestError> {
        self.guesses().count_at(account, from, Instant::now()).map_err(too_many_attempts)
    }

    fn guesses(&self) -> MutexGuard<'_, Guesses> {
        self.guesses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a person. A guest stays the same player but gets a new secret, and the old one is
    /// revoked, because somebody else may have given it to them.
    pub(crate) async fn register(
        &self,
        from: RequestSource,
        secret: Option<Secret>,
        name: Name,
        password: Password,
    ) -> Result<Proven, RequestError> {
        // The expensive hash is computed last.
        let key = secret.as_ref().map(SecretHash::new);
        let query = PeopleQuery::name(&name).and_secrets(key);
        let is_guest = {
            let accounts = self.accounts_with(query).await?;
            accounts.ensure_free(&name, PlayerId(uuid::Uuid::nil()))?;
            key.is_some_and(|key| accounts.access(&key).is_none())
        };
        let hash = self.hasher.hash(from.prefix, password, &name).await?;
        let guests = secret.filter(|_| is_guest);
        let (secret, session) = self.new_session(from.agent);
        let id = guest(guests.as_ref().unwrap_or(&secret));
        let player = Player { id, name, kind: Kind::Person, house: false, version: None };
        let account = Account { password: Some(hash), ..Account::new(player) };
        self.guesses().opened(id, from.prefix);
        self.enrol(account, secret, session, guests.as_ref().map(SecretHash::new)).await
    }

    /// Registers a person for the admin, without a password until they set one by a reset.
    pub(crate) async fn admit(&self, name: Name) -> Result<Proven, RequestError> {
        let (secret, session) = self.new_session("admin".to_owned());
        let id = guest(&secret);
        let player = Player { id, name, kind: Kind::Person, house: false, version: None };
        self.enrol(Account::new(player), secret, session, None).await
    }

    /// Logs a person in by their password; returns a new secret.
    pub(crate) async fn log_in(
        &self,
        from: RequestSource,
        name: &Name,
        password: Password,
    ) -> Result<Proven, RequestError> {
        let found = self.accounts_with(PeopleQuery::name(name)).await?.named(name).cloned();
        if let Some(account) = &found {
            self.attempt_at(account.player.id, from.prefix)?;
        }
        let hash = found.as_ref().and_then(|account| account.password.clone());
        let fits = self.hasher.fits(from.prefix, password, hash).await?;
        let why = || RequestError::from(Cause::WrongCredentials);
        let account = found.filter(|_| fits).ok_or_else(why)?;
        let proven = self.give_secret(&account, from.agent).await?;
        self.guesses().opened(account.player.id, from.prefix);
        Ok(proven)
    }

    /// Stores an account with its first secret; the secret of the guest who registers is revoked.
    async fn enrol(
        &self,
        account: Account,
        secret: Secret,
        session: StoredSession,
        guests: Option<SecretHash>,
    ) -> Result<Proven, RequestError> {
        let slot = self.store.reserve()?;
        let player = account.player.clone();
        let query = PeopleQuery::from(player.id).and_players(account.owner).and_secrets(guests);
        let kept = {
            let mut accounts = self.accounts_with(query.and_name(&player.name)).await?;
            accounts.ensure_new(&account)?;
            accounts.add(account.clone());
            accounts.grant(player.id, session.clone());
            guests.iter().for_each(|hash| accounts.sessions.forbid(player.id, *hash));
            // The guest's secret is granted and revoked at once, so that it is stored as revoked.
            let burnt = guests.map(|hash| StoredSession { hash, ..session.clone() });
            let granted = |session| Entry::Granted { player: player.id, session };
            let entries = [Entry::Registered(&account), granted(&session)].into_iter();
            let burnt = burnt.iter().flat_map(|one| [granted(one), Entry::Revoked(&one.hash)]);
            let blocked = accounts.blocked_by(player.id);
            let blocked =
                blocked.map(|other| Entry::Blocked { player: player.id, other, on: true });
            self.store.commit(slot, &entries.chain(burnt).chain(blocked).collect::<Vec<_>>())
        };
        kept.await?;
        Ok(Proven { player, secret, revoked: guests.into_iter().collect() })
    }

    /// Opens an account that somebody has just proven to be theirs. Checking a password takes a
    /// while: what was proven counts only if it is still so.
    async fn give_secret(&self, proven: &Account, agent: String) -> Result<Proven, RequestError> {
        let slot = self.store.reserve()?;
        let (secret, session) = self.new_session(agent);
        let (kept, player, revoked) = {
            let mut accounts = self.accounts_with(proven.player.id.into()).await?;
            let player = accounts.still_opened(proven, self.now_ms())?.player.clone();
            let revoked = accounts.grant(player.id, session.clone());
            let granted = Entry::Granted { player: player.id, session: &session };
            let entries: Vec<_> = revoked.iter().map(Entry::Revoked).chain([granted]).collect();
            (self.store.commit(slot, &entries), player, revoked)
        };
        kept.await?;
        Ok(Proven { player, secret, revoked })
    }

    /// The time in milliseconds since 1970.
    fn now_ms(&self) -> i64 {
        self.store.calendar.now_ms()
    }

    /// Returns a new secret, and the session that is stored for it.
    fn new_session(&self, agent: String) -> (Secret, StoredSession) {
        let (secret, since) = (new_secret(), self.store.calendar.now_ms());
        let session = StoredSession { hash: SecretHash::new(&secret), since, agent };
        (secret, session)
    }

    /// Revokes a secret.
    pub(crate) async fn log_out(&self, secret: &Secret) -> Result<Vec<SecretHash>, RequestError> {
        let key = SecretHash::new(secret);
        self.revoke(PeopleQuery::secret(key), |_| vec![key]).await
    }

    /// Revokes secrets of the players of a query.
    async fn revoke(
        &self,
        query: PeopleQuery,
        which: impl FnOnce(&Accounts) -> Vec<SecretHash>,
    ) -> Result<Vec<SecretHash>, RequestError> {
        let slot = self.store.reserve()?;
        let (kept, hashes) = {
            let mut accounts = self.accounts_with(query).await?;
            let mut hashes = which(&accounts);
            hashes.retain(|hash| accounts.sessions.revoke(*hash));
            let entries: Vec<_> = hashes.iter().map(Entry::Revoked).collect();
            (self.store.commit(slot, &entries), hashes)
        };
        kept.await?;
        Ok(hashes)
    }

    fn accounts(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a random, unguessable secret.
pub(crate) fn new_secret() -> Secret {
    Secret::new(system::rng().random())
}

fn too_many_attempts(wait: Duration) -> RequestError {
    RequestError::from(Cause::TooManyAttempts).after(wait)
}

fn shut_out() -> RequestError {
    RequestError::from(Cause::Banned)
}

fn revoked() -> RequestError {
    RequestError::from(Cause::TokenRevoked)
}

#[cfg(test)]
mod tests;
