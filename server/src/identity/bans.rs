//! Players who are banned.

use std::time::Duration;

use protocol::{Cause, Missing, Name, PlayerId};

use super::Identities;
use crate::records::request_error::RequestError;
use crate::store::Entry;

impl Identities {
    /// Whether a player is banned.
    pub(crate) fn is_banned(&self, id: PlayerId) -> bool {
        self.accounts().is_banned(id, self.now_ms())
    }

    /// Returns the banned players, with the names of those who are registered and when each ban
    /// ends.
    pub(crate) async fn banned(
        &self,
    ) -> Result<Vec<(PlayerId, Option<Name>, Option<i64>)>, RequestError> {
        let (ids, ends): (Vec<_>, Vec<_>) = self.accounts().banned(self.now_ms()).unzip();
        let names = self.names_of(&ids).await?;
        let banned = ids.into_iter().zip(names).zip(ends);
        Ok(banned.map(|((id, name), until)| (id, name, until)).collect())
    }

    /// Bans a player and their bots; returns all of them.
    pub(crate) async fn ban(
        &self,
        id: PlayerId,
        time: Option<Duration>,
    ) -> Result<Vec<PlayerId>, RequestError> {
        let until = time.map(|time| self.now_ms().saturating_add(time.as_millis() as i64));
        let slot = self.store.reserve()?;
        let (kept, out) = {
            let mut accounts = self.accounts();
            if !accounts.ban(id, until) {
                return Err(Cause::TooManyBans.into());
            }
            let bots = accounts.bots_of(id).map(|bot| bot.player.id);
            let out: Vec<PlayerId> = bots.chain([id]).collect();
            (self.store.commit(slot, &[Entry::Banned { player: id, until }]), out)
        };
        kept.await?;
        Ok(out)
    }

    /// Lifts a player's ban.
    pub(crate) async fn pardon(&self, id: PlayerId) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        let kept = {
            let mut accounts = self.accounts();
            if !accounts.pardon(id) {
                return Err(Cause::NotFound { what: Missing::Ban }.into());
            }
            self.store.commit(slot, &[Entry::Pardoned(id)])
        };
        Ok(kept.await?)
    }
}
