//! The lobby and the way to everybody in it; one lock, so that whom the lobby names
//! can be told. A player is here while any connection of theirs is: what they offer
//! and are offered belongs to them, not to the window in which they did it.

use std::collections::HashMap;
use std::sync::Arc;

use protocol::limits::MAX_PLAYER_CONNECTIONS;
use protocol::{CloseCode, Kind, PlayerId, ServerMessage, TableId, TableLine};

use crate::admission::game_quota::GameQuota;
use crate::admission::ip_prefix::IpPrefix;
use crate::live::connection::{Connection, Connections};
use crate::live::room::Room;
use crate::matchmaking::lobby::{Fallen, Lobby};
use crate::matchmaking::quick_queue::Quick;

/// Who is here.
#[derive(Debug)]
pub(super) struct Presence {
    pub(super) lobby: Lobby,
    pub(super) quick: Quick,
    /// By player, the newest last; never none.
    connections: HashMap<PlayerId, Connections<Room>>,
    /// What the games from one address may take.
    pub(super) quota: GameQuota,
}

impl Presence {
    /// Nobody, with these bounds on games.
    pub(super) fn new(quota: GameQuota) -> Presence {
        let (lobby, quick, connections) = (Lobby::default(), Quick::default(), HashMap::new());
        Presence { lobby, quick, connections, quota }
    }

    /// A game has begun. It counts where its players are; a house bot is nowhere, for it
    /// plays with everybody.
    pub(super) fn begin(&mut self, line: TableLine) {
        let people = line.players.iter().filter(|player| !player.house);
        let newest = people.filter_map(|player| self.of(player.id).last());
        let from: Vec<IpPrefix> = newest.map(|connection| connection.prefix).collect();
        self.quota.begin(line.table, from);
        self.lobby.begin(line);
    }

    /// A game has ended.
    pub(super) fn end(&mut self, table: TableId) {
        self.lobby.end(table);
        self.quota.end(table);
    }

    /// `connection` comes. The oldest of its player's is closed if they are too many:
    /// so nobody is kept out by lines that are dead and do not know it yet.
    pub(super) fn add(&mut self, connection: &Arc<Connection<Room>>) {
        self.lobby.enter(connection.player.clone());
        let own = self.connections.entry(connection.player.id).or_default();
        if own.len() >= most(connection.player.kind) {
            own.remove(0).outbox.end(CloseCode::TooManyConnections);
        }
        own.push(Arc::clone(connection));
    }

    /// `connection` goes; whether its player goes with it.
    pub(super) fn remove(&mut self, connection: &Connection<Room>) -> bool {
        let id = connection.player.id;
        let Some(own) = self.connections.get_mut(&id) else { return false };
        own.retain(|one| !std::ptr::eq(&**one, connection));
        let last = own.is_empty();
        if last {
            self.connections.remove(&id);
        }
        last
    }

    /// The connections of a player, the newest last.
    pub(super) fn of(&self, player: PlayerId) -> &[Arc<Connection<Room>>] {
        self.connections.get(&player).map_or(&[], |own| own)
    }

    /// All connections.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<Connection<Room>>> {
        self.connections.values().flatten()
    }

    /// Tells a player something, wherever they are.
    pub(super) fn tell(&self, player: PlayerId, message: &ServerMessage) {
        self.of(player).iter().for_each(|connection| connection.tell(message));
    }

    pub(super) fn tell_fallen(&self, fallen: Fallen) {
        let Fallen { challenge, tell, why: reason } = fallen;
        self.tell(tell, &ServerMessage::Declined { challenge, reason });
    }
}

/// How many connections one player may have. Of a bot the newest only: two processes
/// with one secret would answer each challenge twice, and think each move twice.
fn most(kind: Kind) -> usize {
    match kind {
        Kind::Bot => 1,
        Kind::Guest | Kind::Person => MAX_PLAYER_CONNECTIONS,
    }
}
