//! House bots at the free seats of a game for several, so that nobody has to wait for strangers.

use std::sync::Arc;

use protocol::{Cause, Missing, SeekId, ServerMessage};
use rand::RngExt;
use rules::Game;

use super::Hub;
use crate::live::connection::Connection;
use crate::live::delivery::Delivery;
use crate::live::room::Room;
use crate::records::request_error::RequestError;
use crate::system;

impl Hub {
    /// Seats house bots at the free seats of a player's own seek, for the request `cid`. If a game
    /// begins, the answer is sent once it is stored, and before anybody else is told.
    pub(crate) async fn fill(
        &self,
        by: &Arc<Connection<Room>>,
        seek: SeekId,
        cid: u32,
    ) -> Result<(), RequestError> {
        self.ensure_open()?;
        let offered =
            self.presence().lobby.offer_of_seek(seek).map(|offer| offer.said.game.clone());
        let start = offered.ok_or(Cause::NotFound { what: Missing::Seek })?;
        // As for a challenge.
        if self.is_secret(&Game::new(start)).await {
            return Err(Cause::RatedGameRunning.into());
        }
        let slot = self.store.reserve()?;
        let apart = self.identities.kept_off(by.player.id);
        let mut presence = self.presence();
        presence.quota.ensure_capacity(by.prefix)?;
        let found = presence.lobby.fill(by.player.id, seek, &apart, system::rng().random())?;
        drop(presence);
        self.lobby_changed.notify_one();
        match found {
            None => by.send(&ServerMessage::Ok { cid }),
            Some(found) => self.start(slot, found, Delivery::ok(by, cid)),
        }
        Ok(())
    }
}
