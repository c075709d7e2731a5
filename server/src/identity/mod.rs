//! Who players are. The same secret is always the same player: a guest is
//! made from the secret itself and costs the server nothing; a registered player
//! has a name of their own and any number of secrets; a bot has an owner and one.
//! Only hashes are kept.

mod caller;
mod passwords;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use protocol::{Cause, Kind, Missing, Name, Player, PlayerId, Secret};
use rand::RngExt;

use crate::admission::attempts::Attempts;
use crate::admission::ip_prefix::IpPrefix;
use crate::records::accounts::{Access, Account, Accounts, guest, guest_name, house_bot};
use crate::records::refusal::Refused;
use crate::records::secret_hash::SecretHash;
use crate::store::{Entry, Store, StoreError};

pub(crate) use caller::{Caller, renew_cookie};
pub(crate) use passwords::Password;

use passwords::Hasher;

/// Everybody who is registered, and the way to become so.
#[derive(Debug)]
pub(crate) struct Identities {
    /// Innermost but for the store's queue: nothing else is taken under it.
    accounts: Mutex<Accounts>,
    attempts: Mutex<Attempts>,
    hasher: Hasher,
    store: Arc<Store>,
}

/// A player and the secret that they have just been given.
#[derive(Debug)]
pub(crate) struct Proven {
    pub(crate) player: Player,
    pub(crate) secret: Secret,
    /// Keys that are no longer good.
    pub(crate) revoked: Vec<SecretHash>,
}

impl Identities {
    pub(crate) fn new(store: Arc<Store>) -> Identities {
        let (accounts, attempts) = (Mutex::default(), Mutex::default());
        Identities { accounts, attempts, hasher: Hasher::default(), store }
    }

    /// Takes over all that the store knows.
    pub(crate) fn load(&self) -> Result<(), StoreError> {
        *self.accounts() = self.store.accounts()?;
        Ok(())
    }

    /// The player who says hello with a secret, as a person or a bot, under a name if
    /// they gave one.
    pub(crate) fn greet(
        &self,
        secret: &Secret,
        kind: Kind,
        name: Option<Name>,
    ) -> Result<Player, Refused> {
        let accounts = self.accounts();
        match accounts.who(&SecretHash::of(secret)) {
            Some(Access::Open(id)) => {
                let account = accounts.get(id).ok_or_else(revoked)?;
                Ok(account.player.clone())
            }
            Some(Access::Revoked) => Err(revoked()),
            None => {
                let id = guest(secret);
                let name = name.unwrap_or_else(|| guest_name(id));
                accounts.expect_free(&name, id)?;
                let kind = if kind == Kind::Bot { Kind::Bot } else { Kind::Guest };
                Ok(Player { id, name, kind, house: false })
            }
        }
    }

    /// One of the server's own bots.
    pub(crate) fn greet_house_bot(&self, name: Name) -> Player {
        Player { id: house_bot(&name), name, kind: Kind::Bot, house: true }
    }

    /// The registered player who says a secret.
    pub(crate) fn registered(&self, secret: Option<&Secret>) -> Result<Player, Refused> {
        let why = || Refused::from(Cause::LoginWanted);
        let accounts = self.accounts();
        match accounts.who(&SecretHash::of(secret.ok_or_else(why)?)) {
            Some(Access::Open(id)) if accounts.is_banned(id) => Err(shut_out()),
            Some(Access::Open(id)) => Ok(accounts.get(id).ok_or_else(why)?.player.clone()),
            Some(Access::Revoked) | None => Err(why()),
        }
    }

    /// Whether a player has an account, or is the bot of somebody who has.
    pub(crate) fn is_registered(&self, id: PlayerId) -> bool {
        self.accounts().get(id).is_some()
    }

    /// Whether a player is shut out.
    pub(crate) fn is_banned(&self, id: PlayerId) -> bool {
        self.accounts().is_banned(id)
    }

    /// Who is shut out, with the names of those who are registered.
    pub(crate) fn banned(&self) -> Vec<(PlayerId, Option<Name>)> {
        let accounts = self.accounts();
        let name = |id| Some(accounts.get(id)?.player.name.clone());
        accounts.banned().map(|id| (id, name(id))).collect()
    }

    /// Who bears a registered name.
    pub(crate) fn named(&self, name: &Name) -> Option<PlayerId> {
        self.accounts().named(name).map(|account| account.player.id)
    }

    /// Bans a player and their bots until the player is pardoned; returns
    /// all of them.
    pub(crate) async fn ban(&self, id: PlayerId) -> Result<Vec<PlayerId>, Refused> {
        let slot = self.store.reserve()?;
        let (kept, out) = {
            let mut accounts = self.accounts();
            if !accounts.ban(id) {
                return Err(Cause::TooManyBans.into());
            }
            let bots = accounts.bots_of(id).map(|bot| bot.player.id);
            let out: Vec<PlayerId> = bots.chain([id]).collect();
            (self.store.keep_durably(slot, &[Entry::Banned(id)]), out)
        };
        kept.await?;
        Ok(out)
    }

    /// Lets a player in again.
    pub(crate) async fn pardon(&self, id: PlayerId) -> Result<(), Refused> {
        let slot = self.store.reserve()?;
        let kept = {
            let mut accounts = self.accounts();
            if !accounts.pardon(id) {
                return Err(Cause::NotFound { what: Missing::Ban }.into());
            }
            self.store.keep_durably(slot, &[Entry::Pardoned(id)])
        };
        Ok(kept.await?)
    }

    /// The bots of a player.
    pub(crate) fn bots_of(&self, owner: PlayerId) -> Vec<Player> {
        self.accounts().bots_of(owner).map(|account| account.player.clone()).collect()
    }

    /// Whether one person is behind all of them.
    pub(crate) fn are_same_owner(&self, players: impl IntoIterator<Item = PlayerId>) -> bool {
        self.accounts().are_same_owner(players)
    }

    /// Counts an attempt to register or log in.
    pub(crate) fn attempt(&self, prefix: IpPrefix, now: Instant) -> Result<(), Refused> {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        attempts
            .count(prefix, now)
            .map_err(|wait| Refused::from(Cause::TooManyAttempts).after(wait))
    }

    /// Registers a person. A guest stays the same player, but gets a new secret, and
    /// the old one is worthless: somebody else may have given it to them.
    pub(crate) async fn register(
        &self,
        from: IpPrefix,
        secret: Option<Secret>,
        name: Name,
        password: Password,
    ) -> Result<Proven, Refused> {
        // The dear hash comes last.
        self.accounts().expect_free(&name, PlayerId(uuid::Uuid::nil()))?;
        let hash = self.hasher.hash(from, password).await?;
        let guests = secret.filter(|secret| self.accounts().who(&SecretHash::of(secret)).is_none());
        let secret = new_secret();
        let id = guest(guests.as_ref().unwrap_or(&secret));
        let player = Player { id, name, kind: Kind::Person, house: false };
        let account = Account { player, owner: None, password: Some(hash) };
        self.enrol(account, secret, guests.as_ref().map(SecretHash::of)).await
    }

    /// Logs a person in by their password, with a new secret.
    pub(crate) async fn log_in(
        &self,
        from: IpPrefix,
        name: &Name,
        password: Password,
    ) -> Result<Proven, Refused> {
        let found = self.accounts().named(name).cloned();
        let hash = found.as_ref().and_then(|account| account.password.clone());
        let fits = self.hasher.fits(from, password, hash).await?;
        let why = || Refused::from(Cause::WrongCredentials);
        let player = found.filter(|_| fits).ok_or_else(why)?.player;
        if self.is_banned(player.id) {
            return Err(shut_out());
        }
        self.give_secret(player).await
    }

    /// Makes a bot for a person, or gives the bot that they have a new secret.
    pub(crate) async fn make_bot(&self, owner: &Player, name: Name) -> Result<Proven, Refused> {
        if owner.kind != Kind::Person {
            return Err(Cause::BotsHaveNoBots.into());
        }
        let owner = owner.id;
        let own = self.accounts().named(&name).filter(|bot| bot.owner == Some(owner)).cloned();
        if let Some(bot) = own {
            return self.give_secret(bot.player).await;
        }
        let secret = new_secret();
        let player = Player { id: guest(&secret), name, kind: Kind::Bot, house: false };
        self.enrol(Account { player, owner: Some(owner), password: None }, secret, None).await
    }

    /// Keeps an account with its first secret; that of the guest who has become it is
    /// worthless from now on.
    async fn enrol(
        &self,
        account: Account,
        secret: Secret,
        guests: Option<SecretHash>,
    ) -> Result<Proven, Refused> {
        let slot = self.store.reserve()?;
        let player = account.player.clone();
        let kept = {
            let mut accounts = self.accounts();
            accounts.expect_new(&account)?;
            accounts.add(account.clone());
            let hash = SecretHash::of(&secret);
            accounts.grant(player.id, hash);
            guests.iter().for_each(|hash| accounts.forbid(*hash));
            let granted = |hash| Entry::Granted { player: player.id, hash };
            let entries = [Entry::Registered(&account), granted(&hash)].into_iter();
            // What was granted for a moment is remembered as worthless.
            let burnt = guests.iter().flat_map(|hash| [granted(hash), Entry::Revoked(hash)]);
            self.store.keep_durably(slot, &entries.chain(burnt).collect::<Vec<_>>())
        };
        kept.await?;
        Ok(Proven { player, secret, revoked: guests.into_iter().collect() })
    }

    async fn give_secret(&self, player: Player) -> Result<Proven, Refused> {
        let slot = self.store.reserve()?;
        let secret = new_secret();
        let hash = SecretHash::of(&secret);
        let (kept, revoked) = {
            let mut accounts = self.accounts();
            let revoked = accounts.grant(player.id, hash);
            let granted = Entry::Granted { player: player.id, hash: &hash };
            let entries: Vec<_> = revoked.iter().map(Entry::Revoked).chain([granted]).collect();
            (self.store.keep_durably(slot, &entries), revoked)
        };
        kept.await?;
        Ok(Proven { player, secret, revoked })
    }

    /// Makes a secret worthless.
    pub(crate) async fn log_out(&self, secret: &Secret) -> Result<Vec<SecretHash>, Refused> {
        self.revoke(|_| vec![SecretHash::of(secret)]).await
    }

    /// Makes the secret of a player's bot worthless.
    pub(crate) async fn stop_bot(
        &self,
        owner: PlayerId,
        bot: PlayerId,
    ) -> Result<Vec<SecretHash>, Refused> {
        let own = |accounts: &Accounts| accounts.get(bot).is_some_and(|b| b.owner == Some(owner));
        if !own(&self.accounts()) {
            return Err(Cause::NotFound { what: Missing::Bot }.into());
        }
        self.revoke(|accounts| accounts.keys_of(bot)).await
    }

    async fn revoke(
        &self,
        which: impl FnOnce(&Accounts) -> Vec<SecretHash>,
    ) -> Result<Vec<SecretHash>, Refused> {
        let slot = self.store.reserve()?;
        let (kept, hashes) = {
            let mut accounts = self.accounts();
            let mut hashes = which(&accounts);
            hashes.retain(|hash| accounts.revoke(*hash).is_some());
            let entries: Vec<_> = hashes.iter().map(Entry::Revoked).collect();
            (self.store.keep_durably(slot, &entries), hashes)
        };
        kept.await?;
        Ok(hashes)
    }

    fn accounts(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A secret that nobody can guess.
pub(crate) fn new_secret() -> Secret {
    Secret::new(rand::rng().random())
}

fn shut_out() -> Refused {
    Refused::from(Cause::Banned)
}

fn revoked() -> Refused {
    Refused::from(Cause::TokenRevoked)
}
