//! The lobby as it is looked up, and as connections see it: a snapshot when they open it, then changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use protocol::{
    LobbyDelta, LobbyLists, PlayerId, SeekId, SeekView, ServerMessage, TableId, TableLine,
};

use super::Hub;
use super::presence::Presence;
use crate::live::connection::Connection;
use crate::live::room::Room;
use crate::matchmaking::lobby_feed;
use crate::matchmaking::lobby_feed::Batch;
use crate::net::frame::Frame;

impl Hub {
    /// Returns up to `most` running tables that began after `after`, oldest first.
    pub(crate) fn running_tables(&self, after: Option<TableId>, most: usize) -> Vec<TableLine> {
        let presence = self.presence();
        let tables = presence.lobby.tables().filter(|line| Some(line.table) > after);
        tables.take(most).cloned().collect()
    }

    /// Returns a seek, including a private one.
    pub(crate) fn seek_by_id(&self, id: SeekId) -> Option<SeekView> {
        self.presence().lobby.seek_by_id(id, self.now())
    }

    pub(super) async fn show_lobby(&self) {
        loop {
            self.lobby_changed.notified().await;
            self.tell_lobby_changes();
            tokio::time::sleep(lobby_feed::EVERY).await;
        }
    }

    /// Sends the changes to everybody who follows the lobby, each batch encoded once, except for
    /// players from whom some offers are hidden.
    fn tell_lobby_changes(&self) {
        let mut presence = self.presence();
        let looking = presence.all();
        let looking = looking.filter_map(|it| Some((it.looks_at()?, Arc::clone(it))));
        let looking: Vec<_> = looking.collect();
        let lists = looking.iter().map(|(lists, _)| *lists).collect();
        let Batch { deltas, more } = presence.changes(&lists, self.now());
        drop(presence);
        for (lists, delta) in deltas {
            let followers = looking.iter().filter(|(looks_at, _)| *looks_at == lists);
            let followers = followers.map(|(_, connection)| connection);
            let seeks = delta.seeks.iter().flat_map(|seeks| &seeks.set);
            let players = followers.clone().map(|connection| connection.player.id);
            let apart = self.identities.kept_apart(players, &offering(seeks));
            let frame = Frame::text(&ServerMessage::LobbyDelta(delta.clone()));
            for connection in followers {
                match apart.get(&connection.player.id) {
                    None => connection.outbox.send(&frame),
                    Some(hidden) => {
                        let delta = without_offers_of(hidden, delta.clone());
                        connection.send(&ServerMessage::LobbyDelta(delta));
                    }
                }
            }
        }
        if more {
            self.lobby_changed.notify_one();
        }
    }

    /// Sends lists of the lobby to a connection, now and whenever they change; `None` stops that.
    pub(crate) fn look_at_lobby(&self, by: &Connection<Room>, lists: Option<LobbyLists>) {
        let mut presence = self.presence();
        by.look_at(lists);
        if lists.is_some() {
            self.show_whole_lobby(&mut presence, by);
        }
    }

    /// Sends the lobby again to two players who follow it, after the offers of each have been
    /// hidden from the other or made visible again.
    pub(crate) fn show_lobby_again(&self, players: [PlayerId; 2]) {
        let mut presence = self.presence();
        for player in players {
            for connection in presence.connections(player).to_vec() {
                self.show_whole_lobby(&mut presence, &connection);
            }
        }
    }

    /// Called under the lobby's lock, so that no later change overtakes the snapshot.
    fn show_whole_lobby(&self, presence: &mut Presence, to: &Connection<Room>) {
        let Some(lists) = to.looks_at() else { return };
        let mut view = presence.snapshot(lists, self.now());
        let player = to.player.id;
        let apart = self.identities.kept_apart([player].into_iter(), &offering(&view.seeks));
        if let Some(hidden) = apart.get(&player) {
            view.seeks.retain(|seek| !hidden.contains(&seek.by.id));
        }
        to.send(&ServerMessage::Lobby(view));
    }
}

/// The owners of these offers.
fn offering<'a>(seeks: impl IntoIterator<Item = &'a SeekView>) -> BTreeSet<PlayerId> {
    seeks.into_iter().map(|seek| seek.by.id).collect()
}

/// Removes the offers of hidden players from changes. The removal of such an offer may be reported,
/// because its id names nobody.
fn without_offers_of(hidden: &BTreeSet<PlayerId>, mut delta: LobbyDelta) -> LobbyDelta {
    if let Some(seeks) = &mut delta.seeks {
        seeks.set.retain(|seek| !hidden.contains(&seek.by.id));
    }
    delta
}
