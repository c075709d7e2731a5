//! The lobby and the connections of everybody in it, under one lock, so that every player in the
//! lobby can be reached. A player is present while any of their connections is: offers made by and
//! to them belong to the player, not to the window in which they were made.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use ladder::Leaderboard;
use protocol::limits::{MAX_LISTED, MAX_PLAYER_CONNECTIONS};
use protocol::{
    CloseCode, Kind, LobbyLists, LobbyView, Player, PlayerId, Rating, SeekId, ServerMessage,
    TableId, TableLine,
};
use rand::RngExt;

use crate::admission::game_quota::GameQuota;
use crate::admission::ip_prefix::IpPrefix;
use crate::admission::seen_addresses::SeenAddresses;
use crate::live::connection::{Connection, Connections};
use crate::live::room::Room;
use crate::matchmaking::house_line::QueueProgress;
use crate::matchmaking::lobby::{EndedChallenge, Lobby, Match};
use crate::matchmaking::lobby_feed::{Batch, LobbyFeeds};
use crate::matchmaking::quick_queue::Quick;
use crate::records::request_error::RequestError;
use crate::system;

/// All players who are present.
#[derive(Debug)]
pub(super) struct Presence {
    pub(super) lobby: Lobby,
    /// The lobby as its followers have been sent it.
    feeds: LobbyFeeds,
    pub(super) quick: Quick,
    /// By player, newest last; never empty.
    connections: BTreeMap<PlayerId, Connections<Room>>,
    seen: SeenAddresses,
    /// The quota of games from one address.
    pub(super) quota: GameQuota,
}

impl Presence {
    /// Creates an empty presence with these quotas on games; each house bot plays `house_games` at
    /// once.
    pub(super) fn new(quota: GameQuota, house_games: usize) -> Presence {
        let (quick, connections) = (Quick::default(), BTreeMap::new());
        let (lobby, feeds) = (Lobby::new(house_games), LobbyFeeds::default());
        Presence { lobby, feeds, quick, connections, seen: SeenAddresses::default(), quota }
    }

    /// Records that a game has begun. It counts towards its players' addresses, except for house
    /// bots, which play with everybody.
    pub(super) fn begin(&mut self, line: TableLine) {
        let people = line.players.iter().filter(|player| !player.house);
        let newest = people.filter_map(|player| self.connections(player.id).last());
        let from: Vec<IpPrefix> = newest.map(|connection| connection.prefix).collect();
        self.quota.begin(line.table, from);
        self.lobby.begin(line);
    }

    /// Records that a game has ended, and returns its players' addresses.
    pub(super) fn end(&mut self, table: TableId) -> Vec<IpPrefix> {
        self.lobby.end(table);
        self.quota.end(table)
    }

    /// Adds a connection. If its player has too many, the oldest is closed, so that dead
    /// connections that have not been noticed yet keep nobody out.
    pub(super) fn add(&mut self, connection: &Arc<Connection<Room>>) {
        self.lobby.enter(connection.player.clone());
        let here = &self.connections;
        self.seen.note(connection.player.id, connection.prefix, |one| here.contains_key(one));
        let own = self.connections.entry(connection.player.id).or_default();
        if own.len() >= most(connection.player.kind) {
            own.remove(0).outbox.end(CloseCode::TooManyConnections);
        }
        own.push(Arc::clone(connection));
    }

    /// Whether any of some players and any of others were last connected from one public address.
    pub(super) fn were_at_one_address(&self, some: &[PlayerId], others: &[PlayerId]) -> bool {
        self.seen.have_met(some, others)
    }

    /// Removes a connection; returns whether it was its player's last one.
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

    /// Returns the connections of a player, newest last.
    pub(super) fn connections(&self, player: PlayerId) -> &[Arc<Connection<Room>>] {
        self.connections.get(&player).map_or(&[], |own| own)
    }

    /// Iterates over all connections.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<Connection<Room>>> {
        self.connections.values().flatten()
    }

    /// Sends a message to all connections of a player.
    pub(super) fn send(&self, player: PlayerId, message: &ServerMessage) {
        self.connections(player).iter().for_each(|connection| connection.send(message));
    }

    /// Returns the lobby as it is shown: players waiting in quick play appear as open offers.
    pub(super) fn view(&self, now: Instant) -> LobbyView {
        let mut view = self.lobby.view(now);
        view.seek_count += self.quick.len() as u32;
        view.seeks.extend(self.quick.seeks(now));
        view.seeks.sort_unstable_by_key(|seek| std::cmp::Reverse(seek.seek));
        view.seeks.truncate(MAX_LISTED);
        view
    }

    /// Returns the snapshot for a new follower of these lists.
    pub(super) fn snapshot(&mut self, lists: LobbyLists, now: Instant) -> LobbyView {
        let mut feeds = std::mem::take(&mut self.feeds);
        let view = feeds.snapshot(lists, || self.view(now), now);
        self.feeds = feeds;
        view
    }

    /// Returns the changes for connections that follow any of these lists.
    pub(super) fn changes(&mut self, looked_at: &BTreeSet<LobbyLists>, now: Instant) -> Batch {
        let mut feeds = std::mem::take(&mut self.feeds);
        let batch = feeds.changes(looked_at, || self.view(now), now);
        self.feeds = feeds;
        batch
    }

    /// Returns the seek's owner and the leaderboard on which a game between the two would count, if
    /// their ratings matter.
    pub(super) fn leaderboard_of_seek(
        &self,
        seek: SeekId,
        by: &Player,
    ) -> Option<(Player, Leaderboard)> {
        let Some(offer) = self.quick.offer(seek) else {
            return self.lobby.leaderboard_of_seek(seek, by);
        };
        Some((offer.by.clone(), offer.board(by.kind)?))
    }

    /// Returns the players who wait at a seek, or in quick play under its id.
    pub(super) fn players_of_seek(&self, seek: SeekId) -> Vec<PlayerId> {
        match self.quick.offer(seek) {
            Some(offer) => vec![offer.by.id],
            None => self.lobby.players_of_seek(seek),
        }
    }

    /// Accepts a seek, or the place of a player waiting in quick play; the ratings are those of its
    /// owner and of the taker, who comes with the person behind them.
    pub(super) fn accept(
        &mut self,
        (by, person): (&Player, PlayerId),
        seek: SeekId,
        ratings: [Option<Rating>; 2],
        now: Instant,
    ) -> Result<Option<Match>, RequestError> {
        let draw = system::rng().random();
        if let Some(offer) = self.quick.offer(seek) {
            self.lobby.ensure_free(&[offer.by.id, by.id])?;
            return self.quick.accept((by, person), offer, ratings, (now, draw)).map(Some);
        }
        self.lobby.ensure_let_in(seek, ratings, now)?;
        self.lobby.accept(by, seek, draw)
    }

    /// Advances challenges for which their house bots now have room.
    pub(super) fn advance(&mut self) {
        for step in self.lobby.advance() {
            self.send_queue_progress(step);
        }
    }

    pub(super) fn send_queue_progress(&self, step: QueueProgress) {
        match step {
            QueueProgress::Reaches { to, view } => self.send(to, &ServerMessage::Challenged(*view)),
            QueueProgress::Waits { by, challenge, place } => {
                self.send(by, &ServerMessage::Queued { challenge, place });
            }
        }
    }

    pub(super) fn send_ended_challenge(&self, fallen: EndedChallenge) {
        let EndedChallenge { challenge, tell, why: reason } = fallen;
        self.send(tell, &ServerMessage::Declined { challenge, reason });
    }
}

/// The maximum number of connections of one player. For a bot it is one: two processes with the
/// same secret would answer each challenge and think about each move twice.
fn most(kind: Kind) -> usize {
    match kind {
        Kind::Bot => 1,
        Kind::Guest | Kind::Person => MAX_PLAYER_CONNECTIONS,
    }
}
