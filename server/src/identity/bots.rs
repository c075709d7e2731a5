//! Bots with an account: each belongs to a person, has one secret, and says which version
//! of its program plays.

use std::sync::{MutexGuard, PoisonError};

use protocol::{Cause, Kind, Missing, Name, Player, PlayerId, Version};

use super::{
    Account, Accounts, Identities, PeopleQuery, Proven, RequestError, SecretHash, guest, revoked,
};

impl Identities {
    /// Makes a bot for a person, or issues a new secret to the bot that they have, and records
    /// which version of its program plays. The version of an entrant does not change.
    pub(crate) async fn make_bot(
        &self,
        owner: &Player,
        name: Name,
        version: Version,
        agent: String,
        is_entrant: impl Fn(PlayerId) -> bool,
    ) -> Result<Proven, RequestError> {
        if owner.kind != Kind::Person {
            return Err(Cause::BotsHaveNoBots.into());
        }
        let owner = owner.id;
        let bot = match self.own_bot(owner, &name).await? {
            Some(bot) => bot,
            None => {
                let (secret, session) = self.new_session(agent.clone());
                let player = Player {
                    id: guest(&secret),
                    name: name.clone(),
                    kind: Kind::Bot,
                    house: false,
                    version: Some(version.clone()),
                };
                let account = Account { owner: Some(owner), ..Account::new(player) };
                match self.enrol(account, secret, session, None).await {
                    Ok(made) => return Ok(made),
                    // The same may have been asked at the same time.
                    Err(refused) => self.own_bot(owner, &name).await?.ok_or(refused)?,
                }
            }
        };
        let bot = match bot.player.version.as_ref() == Some(&version) {
            true => bot,
            false => self.change_version(bot.player.id, version, is_entrant).await?,
        };
        self.give_secret(&bot, agent).await
    }

    /// Returns the bot of this name that a player has.
    async fn own_bot(&self, owner: PlayerId, name: &Name) -> Result<Option<Account>, RequestError> {
        let accounts = self.accounts_with(PeopleQuery::name(name)).await?;
        Ok(accounts.named(name).filter(|bot| bot.owner == Some(owner)).cloned())
    }

    async fn change_version(
        &self,
        bot: PlayerId,
        version: Version,
        is_entrant: impl Fn(PlayerId) -> bool,
    ) -> Result<Account, RequestError> {
        let slot = self.store.reserve()?;
        let (kept, account) = {
            let _nobody_enters = self.versions();
            if is_entrant(bot) {
                return Err(Cause::BotInTournament.into());
            }
            // All bots are in memory.
            let change = |bot| Ok(with_version(bot, Some(version)));
            self.change_now(slot, self.accounts(), bot, change)?
        };
        kept.await?;
        Ok(account)
    }

    /// Calls `enter` while no bot's version changes. Refuses a bot whose version has changed since it
    /// connected: its connection is about to be closed.
    pub(crate) fn enter_as(
        &self,
        player: &Player,
        enter: impl FnOnce() -> Result<(), RequestError>,
    ) -> Result<(), RequestError> {
        let _no_change = self.versions();
        let named = self.accounts().get(player.id).map(|account| account.player.version.clone());
        match named.is_none_or(|version| version == player.version) {
            true => enter(),
            false => Err(revoked()),
        }
    }

    fn versions(&self) -> MutexGuard<'_, ()> {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Revokes the secret of a player's bot.
    pub(crate) async fn stop_bot(
        &self,
        owner: PlayerId,
        bot: PlayerId,
    ) -> Result<Vec<SecretHash>, RequestError> {
        let own = |accounts: &Accounts| accounts.get(bot).is_some_and(|b| b.owner == Some(owner));
        if !own(&self.accounts()) {
            return Err(Cause::NotFound { what: Missing::Bot }.into());
        }
        let all =
            |accounts: &Accounts| accounts.sessions.by_account(bot).map(|one| one.hash).collect();
        self.revoke(bot.into(), all).await
    }

    /// Fills in the current program versions of bots.
    pub(crate) fn name_versions(&self, players: &mut [Player]) {
        let accounts = self.accounts();
        for player in players {
            let account = accounts.get(player.id);
            player.version = account.and_then(|account| account.player.version.clone());
        }
    }
}

fn with_version(bot: Account, version: Option<Version>) -> Account {
    Account { player: Player { version, ..bot.player }, ..bot }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;

    use protocol::Secret;

    use super::*;
    use crate::identity::new_secret;
    use crate::store::Store;
    use crate::store::folder::{folder_in_memory, open_store};

    /// Each side sees that the other one waits.
    #[tokio::test]
    async fn a_version_changes_before_an_entry_or_not_at_all() {
        let folder = folder_in_memory();
        let identities = Identities::new(Arc::new(open_store(&folder)), None, new_secret());
        let name = |name: &str| Name::try_from(name.to_owned()).expect("a name");
        let owner = identities.admit(name("Ada")).await.expect("there is a place").player;
        let waits = || identities.versions.try_lock().is_err();
        let make = async |version: &str, entered: bool| {
            let version = Version::try_from(version.to_owned()).expect("a version");
            let is_entrant = |_| {
                assert!(waits(), "nobody enters meanwhile");
                entered
            };
            identities.make_bot(&owner, name("Bot"), version, String::new(), is_entrant).await
        };
        let cause = |refused: RequestError| refused.body().cause;
        let old = make("1", false).await.expect("it is new").player;
        let entered = Cell::new(0);
        let enter = |player| {
            identities.enter_as(player, || {
                assert!(waits(), "no version changes meanwhile");
                entered.set(entered.get() + 1);
                Ok(())
            })
        };
        enter(&old).expect("it has its version");
        let refused = make("2", true).await.expect_err("it has entered");
        assert_eq!(cause(refused), Cause::BotInTournament);
        make("1", true).await.expect("only its token is new");
        let new = make("2", false).await.expect("it has left").player;
        assert_eq!(cause(enter(&old).expect_err("it is another")), Cause::TokenRevoked);
        enter(&new).expect("it has its version");
        assert_eq!(entered.get(), 2);
    }

    #[tokio::test]
    async fn bots_share_a_pseudonym_with_their_owner_that_only_this_server_can_make() {
        let identities = |key: &Secret| Identities::new(Arc::new(Store::discarding()), None, *key);
        let name = |name: &str| Name::try_from(name.to_owned()).expect("a name");
        let version = Version::try_from("1".to_owned()).expect("a version");
        let key = new_secret();
        let here = identities(&key);
        let ada = here.admit(name("Ada")).await.expect("there is a place").player;
        let eve = here.admit(name("Eve")).await.expect("there is a place").player;
        let bot = here.make_bot(&ada, name("Bot"), version, String::new(), |_| false).await;
        let bot = bot.expect("it is new").player;
        let person = here.person_behind(ada.id);
        assert_eq!(here.person_behind(bot.id), person);
        assert_ne!(here.person_behind(eve.id), person);
        assert_ne!(person, ada.id);
        assert_eq!(identities(&key).person_behind(ada.id), person, "after a restart");
        assert_ne!(identities(&new_secret()).person_behind(ada.id), person, "elsewhere");
    }
}
