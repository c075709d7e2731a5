//! The next game of players who want one.

use protocol::{Cause, Missing, PlayerId};
use tracing::debug;

use super::Hub;
use super::starts::new_ids;
use crate::live::delivery::Delivery;
use crate::live::room::Room;
use crate::records::request_error::RequestError;

impl Hub {
    /// Opens the next table for the players of a finished one, if all are still present. If that
    /// cannot be, they are told that nobody wants it any more, and may ask again.
    pub(crate) async fn play_again(&self, room: &Room) {
        if let Err(refused) = self.try_again(room).await {
            debug!(%refused, "no rematch");
            room.tell_again(self.now());
        }
    }

    async fn try_again(&self, room: &Room) -> Result<(), RequestError> {
        self.ensure_open()?;
        let gone = || RequestError::from(Cause::NotFound { what: Missing::Player });
        let (mut found, connections) = room.next_match().ok_or_else(gone)?;
        if let [one, other] = &found.players[..] {
            self.identities.ensure_not_blocked(one.id, other.id)?;
        }
        self.rate(&mut found).await?;
        self.flag_self_play(&mut found);
        let slot = self.store.reserve()?;
        if let Some(first) = connections.iter().flatten().find(|one| !one.player.house) {
            self.charge_games(first, &found.game, found.pair)?;
            self.presence().quota.ensure_capacity(first.prefix)?;
        }
        let presence = self.presence();
        let players: Vec<PlayerId> = found.players.iter().map(|player| player.id).collect();
        presence.lobby.ensure_free(&players)?;
        let ids = new_ids(&found);
        self.seat(presence, slot, found, connections, ids, Delivery::default());
        Ok(())
    }
}
