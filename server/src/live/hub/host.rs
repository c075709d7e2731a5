//! The hub as the host of tournaments.

use std::sync::Arc;
use std::time::Instant;

use protocol::{PairId, Player, PlayerId, TableId};
use rules::Seat;

use super::Hub;
use crate::live::connection::Connections;
use crate::live::delivery::Delivery;
use crate::live::room::Room;
use crate::live::tournaments::Host;
use crate::matchmaking::offer::Match;
use crate::records::request_error::RequestError;
use crate::store::{Slot, Store};

impl Host for Hub {
    fn store(&self) -> &Store {
        &self.store
    }

    fn now(&self) -> Instant {
        self.time.now()
    }

    fn is_draining(&self) -> bool {
        self.draining.is_cancelled()
    }

    fn connected(&self, players: &[PlayerId]) -> Vec<bool> {
        let presence = self.presence();
        players.iter().map(|&player| !presence.connections(player).is_empty()).collect()
    }

    fn connections(&self, player: PlayerId) -> Connections<Room> {
        self.presence().connections(player).into()
    }

    async fn room(&self, table: TableId) -> Result<Arc<Room>, RequestError> {
        Hub::room(self, table).await
    }

    async fn adjudicate(&self, table: TableId, winners: Vec<Seat>) -> Result<(), RequestError> {
        Hub::adjudicate(self, table, winners).await
    }

    fn enter_as(
        &self,
        player: &Player,
        enter: impl FnOnce() -> Result<(), RequestError>,
    ) -> Result<(), RequestError> {
        self.identities.enter_as(player, enter)
    }

    async fn rate(&self, found: &mut Match) -> Result<(), RequestError> {
        self.identities.name_versions(&mut found.players);
        Hub::rate(self, found).await
    }

    fn start_as(
        &self,
        slot: Slot,
        found: Match,
        ids: (TableId, Option<(PairId, TableId)>),
        delivery: Delivery<Room>,
    ) {
        Hub::start_as(self, slot, found, ids, delivery);
    }
}
