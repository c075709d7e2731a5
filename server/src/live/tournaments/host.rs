//! The part of the server that tournaments need, and nothing more. They do not know who implements
//! it: the hub does, and notifies them of ended games and of players who come and go.

use std::sync::Arc;
use std::time::Instant;

use protocol::{PairId, Player, PlayerId, TableId};
use rules::Seat;

use crate::live::connection::Connections;
use crate::live::delivery::Delivery;
use crate::live::room::Room;
use crate::matchmaking::offer::Match;
use crate::records::request_error::RequestError;
use crate::store::{Slot, Store};

/// The environment in which tournaments are played.
pub(crate) trait Host: Sync {
    /// The store.
    fn store(&self) -> &Store;

    /// Game time, which stands still while the server does.
    fn now(&self) -> Instant;

    /// Whether nothing new may begin.
    fn is_draining(&self) -> bool;

    /// Returns which of these players are connected.
    fn connected(&self, players: &[PlayerId]) -> Vec<bool>;

    /// The connections of a player.
    fn connections(&self, player: PlayerId) -> Connections<Room>;

    /// The room of a table, running or ended.
    fn room(&self, table: TableId) -> impl Future<Output = Result<Arc<Room>, RequestError>> + Send;

    /// Ends a running game with a decided result.
    fn adjudicate(
        &self,
        table: TableId,
        winners: Vec<Seat>,
    ) -> impl Future<Output = Result<(), RequestError>> + Send;

    /// Calls `enter` for a player who enters a tournament, unless their version has changed since they
    /// connected. It does not change meanwhile.
    fn enter_as(
        &self,
        player: &Player,
        enter: impl FnOnce() -> Result<(), RequestError>,
    ) -> Result<(), RequestError>;

    /// Fills in the bots' versions and the players' ratings of a match.
    fn rate(&self, found: &mut Match) -> impl Future<Output = Result<(), RequestError>> + Send;

    /// Opens a table with this id; in a pair the second table follows it.
    fn start_as(
        &self,
        slot: Slot,
        found: Match,
        ids: (TableId, Option<(PairId, TableId)>),
        delivery: Delivery<Room>,
    );
}
