//! What is asked of registered players. Of most of them nothing is in memory until it is needed.

use std::sync::MutexGuard;

use protocol::{Cause, Kind, Missing, Name, Player, PlayerId};

use super::{Account, Accounts, Identities, PeopleQuery, RequestError};

impl Identities {
    /// Drops the players of whom nobody has needed anything for a while.
    pub(crate) async fn drop_idle(&self) {
        let round = self.accounts().begin_round();
        // What is dropped is read again from the store, so all of it must be there.
        if self.store.written().await.is_ok() {
            self.accounts().drop_idle(round);
        }
    }

    /// Returns the accounts, with the players of a query among them as long as the lock is held:
    /// those that are not in it then do not exist.
    pub(super) async fn accounts_with(
        &self,
        query: PeopleQuery,
    ) -> Result<MutexGuard<'_, Accounts>, RequestError> {
        loop {
            let (missing, round) = {
                let mut accounts = self.accounts();
                let missing = accounts.missing(&query);
                if missing.is_empty() {
                    return Ok(accounts);
                }
                (missing, accounts.round())
            };
            let found = self.store.people(missing).await?;
            let mut accounts = self.accounts();
            // Otherwise somebody may have been changed since it was read, and dropped.
            if accounts.round() == round {
                accounts.load(found);
                return Ok(accounts);
            }
        }
    }

    /// Returns accounts whose names begin with this text, ignoring case, in alphabetical order.
    pub(crate) async fn search(
        &self,
        beginning: &str,
        most: usize,
    ) -> Result<Vec<Account>, RequestError> {
        let beginning = beginning.to_lowercase();
        let stored = self.store.accounts_named(beginning.clone(), most).await?;
        Ok(self.accounts().search(&beginning, &stored, most))
    }

    /// Returns the name of a registered player, or of a bot with an account.
    pub(crate) async fn name_of(&self, id: PlayerId) -> Result<Option<Name>, RequestError> {
        Ok(self.names_of(&[id]).await?.pop().flatten())
    }

    /// Returns the names of the registered among some players.
    pub(crate) async fn names_of(
        &self,
        ids: &[PlayerId],
    ) -> Result<Vec<Option<Name>>, RequestError> {
        let query = PeopleQuery::default().and_players(ids.iter().copied());
        let accounts = self.accounts_with(query).await?;
        let name = |id: &PlayerId| Some(accounts.get(*id)?.player.name.clone());
        Ok(ids.iter().map(name).collect())
    }

    /// Whether a player has an account, or is the bot of a player who has one.
    pub(crate) fn is_registered(&self, player: &Player) -> bool {
        player.kind == Kind::Person || self.owner(player.id).is_some()
    }

    /// Refuses if whoever has offered a game was banned or deleted since.
    pub(crate) async fn ensure_still_here(&self, by: &Player) -> Result<(), RequestError> {
        let is_deleted = self.is_registered(by) && self.account(by.id).await?.is_none();
        match is_deleted || self.is_banned(by.id) {
            true => Err(Cause::NotFound { what: Missing::Player }.into()),
            false => Ok(()),
        }
    }

    /// Returns the player with a registered name.
    pub(crate) async fn named(&self, name: &Name) -> Result<Option<PlayerId>, RequestError> {
        let accounts = self.accounts_with(PeopleQuery::name(name)).await?;
        Ok(accounts.named(name).map(|account| account.player.id))
    }

    /// The bots of a player.
    pub(crate) fn bots_of(&self, owner: PlayerId) -> Vec<Player> {
        self.accounts().bots_of(owner).map(|account| account.player.clone()).collect()
    }

    /// The owner of a bot.
    pub(crate) fn owner(&self, player: PlayerId) -> Option<PlayerId> {
        self.accounts().get(player).and_then(|account| account.owner)
    }

    /// A pseudonym of the person behind a player, which they share with their bots.
    pub(crate) fn person_behind(&self, player: PlayerId) -> PlayerId {
        self.accounts().person_behind(player, &self.pseudonyms)
    }

    /// Whether all of them belong to one person.
    pub(crate) fn are_same_owner(&self, players: impl IntoIterator<Item = PlayerId>) -> bool {
        self.accounts().are_same_owner(players)
    }
}
