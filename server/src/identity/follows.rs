//! Players whom a player follows: they see when these are here, and nobody else sees that. A block
//! ends it both ways, and so does the end of either account.

use protocol::limits::MAX_FOLLOWED;
use protocol::{Cause, Missing, Player, PlayerId};

use super::{Entry, Identities, PeopleQuery, RequestError};

impl Identities {
    /// Makes a player who has an account follow another who has one.
    pub(crate) async fn follow(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        let kept = {
            let query = PeopleQuery::default().and_players([player, other]);
            let mut accounts = self.accounts_with(query).await?;
            accounts.ensure_not_blocked(player, other)?;
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
            if !self.accounts_with(player.into()).await?.follows.unfollow(player, other) {
                return Err(Cause::NotFound { what: Missing::Followed }.into());
            }
            self.store.commit(slot, &[Entry::Followed { player, other, on: false }])
        };
        Ok(kept.await?)
    }

    /// Returns the players whom a player follows, by name.
    pub(crate) async fn followed_by(&self, player: PlayerId) -> Result<Vec<Player>, RequestError> {
        let followed = self.accounts_with(player.into()).await?.follows.of(player);
        let query = PeopleQuery::default().and_players(followed.iter().copied());
        let accounts = self.accounts_with(query).await?;
        // One who was deleted while this player was read may still be among them.
        let known = followed.iter().filter_map(|id| accounts.open(*id));
        let mut known: Vec<Player> = known.map(|account| account.player.clone()).collect();
        known.sort_by(|a, b| a.name.as_str().cmp(b.name.as_str()));
        Ok(known)
    }

    /// Whether a player follows another.
    pub(crate) async fn follows(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<bool, RequestError> {
        Ok(self.accounts_with(player.into()).await?.follows.has(player, other))
    }
}
