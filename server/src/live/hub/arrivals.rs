//! Players come and go: a connection is in the hub for as long as its guard lives.

use std::sync::Arc;

use protocol::{ServerMessage, TableId};

use super::Hub;
use super::operator::{closing_message, send_away};
use crate::live::connection::Connection;
use crate::live::room::Room;

/// A connection's presence in the hub; dropping it means leaving. With a player's last connection
/// their seeks, challenges and place in the lobby go too, and seats that no connection holds begin
/// to wait.
#[derive(Debug)]
pub(crate) struct ConnectionGuard {
    hub: Arc<Hub>,
    pub(crate) connection: Arc<Connection<Room>>,
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.hub.leave(&self.connection);
    }
}

impl Hub {
    /// Adds the connection of a player who has said hello; they are present until the guards of all
    /// their connections have been dropped. `answer` is built from their running games, and is sent
    /// before anything else on this connection.
    pub(crate) fn enter(
        self: &Arc<Hub>,
        connection: Arc<Connection<Room>>,
        answer: impl FnOnce(Vec<TableId>),
    ) -> ConnectionGuard {
        let mut presence = self.presence();
        answer(presence.lobby.games_of(connection.player.id));
        presence.add(&connection);
        for view in presence.lobby.waiting_for(connection.player.id) {
            connection.send(&ServerMessage::Challenged(view));
        }
        drop(presence);
        self.keepalive.add(&connection);
        if self.closing.is_cancelled() {
            send_away(&connection, &closing_message());
        }
        self.lobby_changed.notify_one();
        self.tournaments.presence_changed(connection.player.id);
        ConnectionGuard { hub: Arc::clone(self), connection }
    }

    fn leave(&self, connection: &Connection<Room>) {
        let mut presence = self.presence();
        let id = connection.player.id;
        if presence.remove(connection) {
            presence.quick.leave(id);
            for fallen in presence.lobby.leave(id, self.now()) {
                presence.send_ended_challenge(fallen);
            }
        }
        drop(presence);
        let now = self.now();
        let tables = connection.close();
        for room in tables.into_rooms() {
            let after = room.leave(now, connection);
            self.handle_follow_up(&room, after);
        }
        self.lobby_changed.notify_one();
        self.tournaments.presence_changed(id);
    }
}
