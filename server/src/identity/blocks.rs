//! Players who keep others away from themselves: those challenge them no more, take none of
//! their offers, are not paired with them, and what they say does not reach them.

use protocol::limits::MAX_BLOCKS;
use protocol::{Cause, Missing, PlayerId};

use super::{Entry, Identities, RequestError};

impl Identities {
    /// Keeps another player away from one who has an account, or lets them near again.
    pub(crate) async fn set_block(
        &self,
        player: PlayerId,
        other: PlayerId,
        on: bool,
    ) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        let kept = {
            let mut accounts = self.accounts();
            if on && !accounts.block(player, other) {
                return Err(Cause::TooManyBlocks { max: MAX_BLOCKS }.into());
            }
            if !on && !accounts.unblock(player, other) {
                return Err(Cause::NotFound { what: Missing::Block }.into());
            }
            self.store.commit(slot, &[Entry::Blocked { player, other, on }])
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
