//! Players whom a player follows: they see when these are here, and nobody else sees that. A block
//! ends it both ways, and so does the end of either account.

use protocol::limits::MAX_FOLLOWED;
use protocol::{Cause, Missing, Player, PlayerId};

use super::{Entry, Identities, RequestError};

impl Identities {
    /// Makes a player who has an account follow another who has one.
    pub(crate) async fn follow(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(), RequestError> {
        self.ensure_not_blocked(player, other)?;
        let slot = self.store.reserve()?;
        let kept = {
            let mut accounts = self.accounts();
            if accounts.open(other).is_none() {
                return Err(Cause::NotFound { what: Missing::Player }.into());
            }
            if !accounts.follows.follow(player, other) {
                return Err(Cause::TooManyFollowed { max: MAX_FOLLOWED }.into());
            }
            self.store.commit(slot, &[Entry::Followed { player, other, on: true }])
        };
        Ok(kept.await?)
    }

    /// Makes a player no longer follow another.
    pub(crate) async fn unfollow(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        let kept = {
            if !self.accounts().follows.unfollow(player, other) {
                return Err(Cause::NotFound { what: Missing::Followed }.into());
            }
            self.store.commit(slot, &[Entry::Followed { player, other, on: false }])
        };
        Ok(kept.await?)
    }

    /// Returns the players whom a player follows, by name.
    pub(crate) fn followed_by(&self, player: PlayerId) -> Vec<Player> {
        let accounts = self.accounts();
        let followed = accounts.follows.of(player).into_iter();
        let known =
            followed.filter_map(|id| accounts.get(id).map(|account| account.player.clone()));
        let mut known: Vec<Player> = known.collect();
        known.sort_by(|a, b| a.name.as_str().cmp(b.name.as_str()));
        known
    }

    /// Whether a player follows another.
    pub(crate) fn follows(&self, player: PlayerId, other: PlayerId) -> bool {
        self.accounts().follows.has(player, other)
    }
}
