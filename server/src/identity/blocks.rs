//! Blocked players: they and their bots can no longer challenge the player who blocks them, take or see their
//! offers, be paired with them, or be heard by them.

use std::collections::{BTreeSet, HashMap};

use protocol::limits::MAX_BLOCKS;
use protocol::{Cause, Missing, PlayerId};

use super::{Entry, Identities, PeopleQuery, RequestError};

impl Identities {
    /// Blocks another player on behalf of one, or unblocks them. What a guest blocks is forgotten
    /// when the server stops, unless they have registered by then. Neither of the two follows the
    /// other after a block.
    pub(crate) async fn set_block(
        &self,
        player: PlayerId,
        other: PlayerId,
        on: bool,
    ) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        let kept = {
            let query = PeopleQuery::default().and_players([player, other]);
            let mut accounts = self.accounts_with(query).await?;
            let is_guest = accounts.get(player).is_none();
            let done = match (on, is_guest) {
                (true, true) => accounts.block_as_guest(player, other),
                (true, false) => accounts.block(player, other),
                (false, _) => accounts.unblock(player, other),
            };
            match (done, on) {
                (true, _) if is_guest => return Ok(()),
                (true, _) => {
                    let mut entries = vec![Entry::Blocked { player, other, on }];
                    for (player, other) in [(player, other), (other, player)] {
                        if on && accounts.follows.unfollow(player, other) {
                            entries.push(Entry::Followed { player, other, on: false });
                        }
                    }
                    self.store.commit(slot, &entries)
                }
                (false, true) => return Err(Cause::TooManyBlocks { max: MAX_BLOCKS }.into()),
                (false, false) => return Err(Cause::NotFound { what: Missing::Block }.into()),
            }
        };
        Ok(kept.await?)
    }

    /// Returns the players that a player blocks.
    pub(crate) fn blocked_by(&self, player: PlayerId) -> Vec<PlayerId> {
        self.accounts().blocked_by(player).collect()
    }

    /// Returns the players that a player blocks, and the bots of these.
    pub(crate) fn kept_off(&self, player: PlayerId) -> Vec<PlayerId> {
        self.accounts().kept_off(player).collect()
    }

    /// Whether a player blocks another, or the owner of this bot.
    pub(crate) fn blocks(&self, player: PlayerId, other: PlayerId) -> bool {
        self.accounts().blocks(player, other)
    }

    /// Returns, for each of some players, the others whose offers are hidden from them because one
    /// of the two blocks the other; players without any are left out.
    pub(crate) fn kept_apart(
        &self,
        players: impl Iterator<Item = PlayerId>,
        others: &BTreeSet<PlayerId>,
    ) -> HashMap<PlayerId, BTreeSet<PlayerId>> {
        let accounts = self.accounts();
        let mut blocking: HashMap<PlayerId, BTreeSet<PlayerId>> = HashMap::new();
        for &other in others {
            for blocked in accounts.kept_off(other) {
                blocking.entry(blocked).or_default().insert(other);
            }
        }
        let apart = |player| {
            let blocked = accounts.kept_off(player).filter(|other| others.contains(other));
            let blocking = blocking.get(&player).into_iter().flatten().copied();
            (player, blocked.chain(blocking).collect::<BTreeSet<_>>())
        };
        players.map(apart).filter(|(_, hidden)| !hidden.is_empty()).collect()
    }

    /// Refuses if one of the two blocks the other.
    pub(crate) fn ensure_not_blocked(
        &self,
        one: PlayerId,
        other: PlayerId,
    ) -> Result<(), RequestError> {
        self.accounts().ensure_not_blocked(one, other)
    }
}
