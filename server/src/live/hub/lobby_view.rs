//! The lobby as connections see it: whole when they open it, then what changes.

use std::sync::Arc;

use protocol::{LobbyLists, ServerMessage};

use super::Hub;
use crate::live::connection::Connection;
use crate::live::room::Room;
use crate::matchmaking::lobby_feed;
use crate::matchmaking::lobby_feed::Batch;
use crate::net::frame::Frame;

impl Hub {
    pub(super) async fn show_lobby(&self) {
        loop {
            self.lobby_changed.notified().await;
            self.tell_lobby_changes();
            tokio::time::sleep(lobby_feed::EVERY).await;
        }
    }

    /// Tells everybody who looks at the lobby what has changed, each batch encoded once.
    fn tell_lobby_changes(&self) {
        let mut presence = self.presence();
        let looking = presence.all();
        let looking = looking.filter_map(|it| Some((it.looks_at()?, Arc::clone(it))));
        let looking: Vec<_> = looking.collect();
        let lists = looking.iter().map(|(lists, _)| *lists).collect();
        let Batch { deltas, more } = presence.changes(&lists, self.now());
        drop(presence);
        for (lists, delta) in deltas {
            let frame = Frame::text(&ServerMessage::LobbyDelta(delta));
            let told = looking.iter().filter(|(looks_at, _)| *looks_at == lists);
            told.for_each(|(_, connection)| connection.outbox.send(&frame));
        }
        if more {
            self.lobby_changed.notify_one();
        }
    }

    /// Shows lists of the lobby to a connection, now and whenever they change; or none
    /// any more.
    pub(crate) fn look_at_lobby(&self, by: &Connection<Room>, lists: Option<LobbyLists>) {
        let mut presence = self.presence();
        by.look_at(lists);
        let Some(lists) = lists else { return };
        let view = presence.snapshot(lists, self.now());
        // Still under the lock, so that no later change overtakes it.
        by.tell(&ServerMessage::Lobby(view));
    }
}
