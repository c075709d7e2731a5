//! Players who keep others away from themselves: those challenge them no more, take none of
//! their offers, are not paired with them, and what they say does not reach them.

use protocol::limits::MAX_BLOCKS;
use protocol::{Cause, Missing, PlayerId};

use super::{Entry, Identities, RequestError};

impl Identities {
    /// Keeps another player away from one who has an account.
    pub(crate) async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        let kept = {
            let mut accounts = self.accounts();
            if !accounts.block(player, other) {
                return Err(Cause::TooManyBlocks { max: MAX_BLOCKS }.into());
            }
            self.store.commit(slot, &[Entry::Blocked { player, other, on: true }])
        };
        Ok(kept.await?)
    }

    /// Lets another player near again.
    pub(crate) async fn unblock(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        let kept = {
            let mut accounts = self.accounts();
            if !accounts.unblock(player, other) {
                return Err(Cause::NotFound { what: Missing::Block }.into());
            }
            self.store.commit(slot, &[Entry::Blocked { player, other, on: false }])
        };
        Ok(kept.await?)
    }

    /// Whom a player blocks.
    pub(crate) fn blocked_by(&self, player: PlayerId) -> Vec<PlayerId> {
        self.accounts().blocked_by(player).collect()
    }

    /// Whether a player blocks another.
    pub(crate) fn blocks(&self, player: PlayerId, other: PlayerId) -> bool {
        self.accounts().blocks(player, other)
    }

    /// Whether neither of two blocks the other.
    pub(crate) fn expect_near(&self, one: PlayerId, other: PlayerId) -> Result<(), RequestError> {
        let accounts = self.accounts();
        match accounts.blocks(one, other) || accounts.blocks(other, one) {
            true => Err(Cause::Blocked.into()),
            false => Ok(()),
        }
    }
}
