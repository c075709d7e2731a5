//! Bots with an account: each belongs to a person, has one secret, and says which version
//! of its program plays.

use protocol::{Cause, Kind, Missing, Name, Player, PlayerId, Version};

use super::{Account, Accounts, Identities, Proven, RequestError, SecretHash, guest};

impl Identities {
    /// Makes a bot for a person, or issues a new secret to the bot that they have, and records
    /// which version of its program plays.
    pub(crate) async fn make_bot(
        &self,
        owner: &Player,
        name: Name,
        version: Version,
        agent: String,
    ) -> Result<Proven, RequestError> {
        if owner.kind != Kind::Person {
            return Err(Cause::BotsHaveNoBots.into());
        }
        let owner = owner.id;
        let own = self.accounts().named(&name).filter(|bot| bot.owner == Some(owner)).cloned();
        if let Some(bot) = own {
            let version = Some(version);
            let bot = match version == bot.player.version {
                true => bot,
                false => self.change(bot.player.id, |bot| with_version(bot, version)).await?,
            };
            return self.give_secret(bot.player, agent).await;
        }
        let (secret, session) = self.new_session(agent);
        let (id, version) = (guest(&secret), Some(version));
        let player = Player { id, name, kind: Kind::Bot, house: false, version };
        let account = Account { owner: Some(owner), ..Account::new(player) };
        self.enrol(account, secret, session, None).await
    }

    /// Returns the bot of this owner and name, if it has another version.
    pub(crate) fn changes_version(
        &self,
        owner: PlayerId,
        name: &Name,
        version: &Version,
    ) -> Option<PlayerId> {
        let accounts = self.accounts();
        let bot = accounts.named(name).filter(|bot| bot.owner == Some(owner))?;
        (bot.player.version.as_ref() != Some(version)).then_some(bot.player.id)
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
        self.revoke(|accounts| accounts.sessions.by_account(bot).map(|one| one.hash).collect())
            .await
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
