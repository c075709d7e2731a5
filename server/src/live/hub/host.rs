//! What the hub does for tournaments.

use std::sync::Arc;
use std::time::Instant;

use protocol::{PairId, PlayerId, TableId};
use rules::Seat;

use super::Hall;
use crate::live::connection::Member;
use crate::live::delivery::Telling;
use crate::live::room::Room;
use crate::live::tournaments::Host;
use crate::matchmaking::offer::Match;
use crate::records::refusal::Refused;
use crate::store::{Slot, Store};

impl Host for Hall {
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
        let floor = self.floor();
        players.iter().map(|player| floor.members.contains_key(player)).collect()
    }

    fn member(&self, player: PlayerId) -> Option<Arc<Member<Room>>> {
        self.floor().members.get(&player).cloned()
    }

    async fn room(&self, table: TableId) -> Result<Arc<Room>, Refused> {
        Hall::room(self, table).await
    }

    async fn adjudicate(&self, table: TableId, winners: Vec<Seat>) -> Result<(), Refused> {
        Hall::adjudicate(self, table, winners).await
    }

    async fn rate(&self, found: &mut Match) -> Result<(), Refused> {
        Hall::rate(self, found).await
    }

    fn start_as(
        &self,
        slot: Slot,
        found: Match,
        ids: (TableId, Option<(PairId, TableId)>),
        telling: Telling<Room>,
    ) {
        Hall::start_as(self, slot, found, ids, telling);
    }
}
