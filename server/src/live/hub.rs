//! The whole house: the lobby, everybody in it, and all rooms. It brings players
//! together and wakes rooms; what happens in a room is the room's own matter.

mod host;
mod offers;
mod presence;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use protocol::{
    Cause, CloseCode, LobbyLists, Missing, PairId, PlayerId, Secret, ServerMessage, TableId,
    TableLine,
};
use rules::{Game, Seat};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::error;
use uuid::Uuid;

use crate::admission::game_quota::GameQuota;
use crate::admission::ip_prefix::IpPrefix;
use crate::admission::slots::{Admission, SlotKind};
use crate::admission::solver_memory::{SolverMemory, SolverQueue};
use crate::config::{Config, Timeouts};
use crate::game::secrecy;
use crate::game::table::Table;
use crate::identity::{Identities, new_secret};
use crate::live::connection::{Connection, Connections};
use crate::live::delivery::Delivery;
use crate::live::game_time::{GameTime, LOOK_EVERY};
use crate::live::keepalive::Keepalive;
use crate::live::reviews;
use crate::live::room::{After, Next, Room};
use crate::live::rooms::Rooms;
use crate::live::timers::Timers;
use crate::live::tournaments::{Signer, Tournaments};
use crate::matchmaking::drawn_start;
use crate::matchmaking::lobby::Match;
use crate::matchmaking::lobby_feed::{self, Batch};
use crate::net::frame::Frame;
use crate::ops::metrics::{Gauge, Metrics};
use crate::records::game::Record;
use crate::records::refusal::Refused;
use crate::records::secret_hash::SecretHash;
use crate::store::{Slot, Store, StoreError};
use presence::Presence;

/// How long a table may stay after its last moment before it is told, and how
/// often somebody looks.
const OVERDUE_AFTER: Duration = Duration::from_secs(30);

/// What all connections share.
#[derive(Debug)]
pub(crate) struct Hub {
    presence: Mutex<Presence>,
    rooms: Arc<Rooms<Room>>,
    timers: Timers,
    keepalive: Keepalive,
    pub(crate) timeouts: Timeouts,
    time: GameTime,
    store: Arc<Store>,
    pub(crate) identities: Identities,
    lobby_changed: Notify,
    game_ended: Notify,
    /// Where offers wait whose starts are drawn or judged.
    thinking: SolverQueue,
    /// What the solver's work may take.
    pub(crate) memory: SolverMemory,
    /// What the house bots prove themselves with.
    pub(crate) house_secret: Secret,
    pub(crate) admission: Arc<Admission>,
    pub(crate) tournaments: Tournaments,
    /// Cancelled when nothing new is to begin any more.
    pub(crate) draining: CancellationToken,
    /// Cancelled when the server stops.
    pub(crate) closing: CancellationToken,
    /// Rooms that were found to have outlived their last moment.
    overdue: AtomicU64,
}

/// A table's id, and if it is to be a pair, the pair's and its second table's.
type Ids = (TableId, Option<(PairId, TableId)>);

fn new_ids(found: &Match) -> Ids {
    let pair = || (PairId(Uuid::now_v7()), TableId(Uuid::now_v7()));
    (TableId(Uuid::now_v7()), found.pair.then(pair))
}

impl Hub {
    /// A hub with the running games of the store, where everybody is still on
    /// the way again.
    pub(crate) fn open(
        store: Store,
        config: &Config,
        signer: Signer,
        memory: SolverMemory,
    ) -> Result<Hub, StoreError> {
        let hub = Hub::new(store, config, signer, memory);
        hub.identities.load()?;
        let now = hub.now();
        for record in hub.store.unfinished()? {
            hub.reopen(record, now)?;
        }
        hub.tournaments.restore(&hub)?;
        Ok(hub)
    }

    pub(crate) fn new(store: Store, config: &Config, signer: Signer, memory: SolverMemory) -> Hub {
        let (store, admission) = (Arc::new(store), Admission::new(config));
        let quota = GameQuota::beside(admission.most_players());
        let (timeouts, games) = (config.timeouts, config.house_games);
        Hub {
            presence: Mutex::new(Presence::new(quota, games)),
            rooms: Arc::default(),
            timers: Timers::default(),
            keepalive: Keepalive::new(timeouts),
            timeouts,
            time: GameTime::new(),
            identities: Identities::new(Arc::clone(&store)),
            store,
            lobby_changed: Notify::new(),
            game_ended: Notify::new(),
            thinking: drawn_start::queue(memory),
            memory,
            house_secret: new_secret(),
            admission: Arc::new(admission),
            tournaments: Tournaments::new(signer),
            draining: CancellationToken::new(),
            closing: CancellationToken::new(),
            overdue: AtomicU64::new(0),
        }
    }

    fn reopen(&self, record: Record, now: Instant) -> Result<(), StoreError> {
        let room = self.room_of(record, now)?;
        self.presence().lobby.begin(room.line());
        self.rooms.add(room.id(), Arc::clone(&room));
        self.follow(&room, room.on_deadline(now));
        Ok(())
    }

    fn room_of(&self, record: Record, now: Instant) -> Result<Arc<Room>, StoreError> {
        let seq = record.facts.len() as u32;
        let table = Table::restore(record, now)?;
        Ok(Arc::new(self.new_room(table, seq)))
    }

    fn new_room(&self, table: Table, seq: u32) -> Room {
        Room::new(table, seq, Arc::clone(&self.store), Arc::downgrade(&self.rooms))
    }

    /// Where everything is kept.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// The time by which everything at tables is counted.
    pub(crate) fn now(&self) -> Instant {
        self.time.now()
    }

    /// Whether everything that happens is kept.
    pub(crate) fn is_ready(&self) -> bool {
        !self.store.is_broken() && self.expect_open().is_ok()
    }

    /// How many players are here, and how many games they play.
    pub(crate) fn attendance(&self) -> (usize, usize) {
        let [players, _, _, games] = self.presence().lobby.counts();
        (players, games)
    }

    pub(crate) fn metrics(&self) -> &Arc<Metrics> {
        &self.store.metrics
    }

    /// What there is of everything now.
    pub(crate) fn gauges(&self) -> Vec<Gauge> {
        let [players, seeks, challenges, tables] = self.presence().lobby.counts();
        let rooms = self.rooms.count();
        let finished = rooms.saturating_sub(tables);
        let connections = self.admission.open(SlotKind::Session);
        let handshakes = self.admission.open(SlotKind::Handshake);
        let number = |name, help, value: usize| (name, help, value as u64);
        vec![
            number("connections", "WebSockets open.", connections),
            number("handshakes", "Connections that are not WebSockets.", handshakes),
            number("addresses", "Addresses that are remembered.", self.admission.remembered()),
            number("players", "Players connected.", players),
            number("seeks", "Seeks open.", seeks),
            number("challenges", "Challenges open.", challenges),
            number("games", "Games running.", tables),
            number("finished_tables", "Finished tables in memory.", finished),
            number("timers", "Rooms that want to be woken.", self.timers.count()),
            number("store_waiting", "Events that wait for the disk.", self.store.waiting()),
            (
                "store_log_bytes",
                "Bytes written and not yet in their place.",
                self.store.log_bytes(),
            ),
            number("store_failed", "1 after a failed commit.", self.store.is_broken().into()),
            number("draining", "1 when no new game begins.", self.expect_open().is_err().into()),
            (
                "overdue_tables",
                "Tables that have outlived their last moment: a defect.",
                self.overdue.load(Ordering::Relaxed),
            ),
        ]
    }

    /// Waits until no game is running.
    pub(crate) async fn all_ended(&self) {
        loop {
            let ended = self.game_ended.notified();
            if self.presence().lobby.tables().next().is_none() {
                return;
            }
            ended.await;
        }
    }

    /// All running tables, the oldest first.
    /// At most so many of the running tables, those that began after one of them.
    pub(crate) fn running_tables(&self, after: Option<TableId>, most: usize) -> Vec<TableLine> {
        let presence = self.presence();
        let tables = presence.lobby.tables().filter(|line| Some(line.table) > after);
        tables.take(most).cloned().collect()
    }

    /// Begins nothing new, and tells everybody.
    pub(crate) fn drain(&self) {
        self.draining.cancel();
        let message = "the server is about to stop; running games will be there again".to_owned();
        self.tell_everybody(&ServerMessage::Closing { message });
    }

    /// Tells everybody what whoever runs the server has to say.
    pub(crate) fn announce(&self, message: String) {
        self.tell_everybody(&ServerMessage::Notice { message });
    }

    fn tell_everybody(&self, message: &ServerMessage) {
        let frame = Frame::text(message);
        self.everybody().iter().for_each(|connection| connection.outbox.send(&frame));
    }

    fn everybody(&self) -> Vec<Arc<Connection<Room>>> {
        self.presence().all().cloned().collect()
    }

    /// Ends everything: everybody is told, and closed.
    pub(crate) fn close(&self) {
        // First: who comes in from now on finds it so, everybody else is here.
        self.closing.cancel();
        let closing_message = closing_message();
        self.everybody().iter().for_each(|connection| send_away(connection, &closing_message));
    }

    /// Ends a running game as whoever runs the server has decided.
    pub(crate) async fn adjudicate(
        &self,
        table: TableId,
        winners: Vec<Seat>,
    ) -> Result<(), Refused> {
        let room = self.room(table).await?;
        let after = room.adjudicate(self.now(), winners)?;
        self.follow(&room, after);
        Ok(())
    }

    /// Where a player is connected from.
    pub(crate) fn prefix_of(&self, player: PlayerId) -> Result<IpPrefix, Refused> {
        let prefix = self.presence().of(player).last().map(|newest| newest.prefix);
        prefix.ok_or_else(|| Refused::from(Cause::NotFound { what: Missing::Player }))
    }

    /// Lets nobody in from an address for a while, and closes what is open.
    pub(crate) fn ban(
        &self,
        prefix: IpPrefix,
        now: Instant,
        time: Duration,
    ) -> Result<(), Refused> {
        if !self.admission.ban(prefix, now, time) {
            return Err(Cause::TooManyBans.into());
        }
        let presence = self.presence();
        let from = presence.all().filter(|connection| connection.prefix == prefix);
        from.for_each(|connection| connection.outbox.end(CloseCode::Banned));
        Ok(())
    }

    /// Bans a player and their bots until the player is pardoned,
    /// and closes what they have open.
    pub(crate) async fn ban_player(&self, player: PlayerId) -> Result<(), Refused> {
        let out = self.identities.ban(player).await?;
        let presence = self.presence();
        let connections = out.iter().flat_map(|&id| presence.of(id));
        connections.for_each(|connection| connection.outbox.end(CloseCode::Banned));
        Ok(())
    }

    /// A player has said hello, and is here until the guards of all their connections
    /// have been dropped. `answer` is told which of their games are running, before
    /// anything else is told to this connection.
    pub(crate) fn enter(
        self: &Arc<Hub>,
        connection: Arc<Connection<Room>>,
        answer: impl FnOnce(Vec<TableId>),
    ) -> ConnectionGuard {
        let mut presence = self.presence();
        answer(presence.lobby.games_of(connection.player.id));
        presence.add(&connection);
        drop(presence);
        self.keepalive.add(&connection);
        if self.closing.is_cancelled() {
            send_away(&connection, &closing_message());
        }
        self.lobby_changed.notify_one();
        self.tournaments.presence_changed(connection.player.id);
        ConnectionGuard { hub: Arc::clone(self), connection }
    }

    /// Closes the connections that one of these keys has opened.
    pub(crate) fn close_revoked(&self, player: PlayerId, keys: &[SecretHash]) {
        let presence = self.presence();
        let opened = presence.of(player).iter().filter(|one| keys.contains(&one.key));
        opened.for_each(|connection| connection.outbox.end(CloseCode::Revoked));
    }

    fn leave(&self, connection: &Connection<Room>) {
        let mut presence = self.presence();
        let id = connection.player.id;
        if presence.remove(connection) {
            presence.quick.leave(id);
            for fallen in presence.lobby.leave(id, self.now()) {
                presence.tell_fallen(fallen);
            }
        }
        drop(presence);
        let now = self.now();
        let tables = connection.close();
        for room in tables.into_rooms() {
            let after = room.leave(now, connection);
            self.follow(&room, after);
        }
        self.lobby_changed.notify_one();
        self.tournaments.presence_changed(id);
    }

    /// Opens a table for players who have found each other or have been brought
    /// together, and in a pair the second one after it. Whoever is not connected
    /// is awaited as long as any absent player is. `delivery` is told first.
    pub(crate) fn start(&self, slot: Slot, found: Match, delivery: Delivery<Room>) {
        let ids = new_ids(&found);
        self.start_as(slot, found, ids, delivery);
    }

    /// The same with ids that the caller knows. No table has them yet.
    pub(crate) fn start_as(
        &self,
        slot: Slot,
        mut found: Match,
        ids: Ids,
        delivery: Delivery<Room>,
    ) {
        self.flag_self_play(&mut found);
        let presence = self.presence();
        let connections =
            found.players.iter().map(|player| presence.of(player.id).into()).collect();
        self.seat(presence, slot, found, connections, ids, delivery);
    }

    /// Notes in a rated match whether one person plays against themselves.
    fn flag_self_play(&self, found: &mut Match) {
        let players = found.players.iter().map(|player| player.id);
        found.terms.kin = found.terms.rated && self.identities.are_same_owner(players);
    }

    fn seat(
        &self,
        mut presence: MutexGuard<'_, Presence>,
        slot: Slot,
        found: Match,
        connections: Vec<Connections<Room>>,
        (id, pair): Ids,
        delivery: Delivery<Room>,
    ) {
        let now = self.now();
        let connections: Vec<_> = connections.into_iter().map(|own| (own, new_secret())).collect();
        let keys = connections.iter().map(|(_, secret)| SecretHash::of(secret)).collect();
        let offer = found.offer;
        let opening = found.opening(pair);
        let room = Arc::new(self.new_room(Table::new(id, opening, keys, now), 0));
        presence.begin(room.line());
        drop(presence);
        self.rooms.add(room.id(), Arc::clone(&room));
        let after = room.open(slot, now, offer, connections, delivery);
        self.follow(&room, after);
        self.lobby_changed.notify_one();
    }

    /// The room of a table. A table that ended long ago is read from the store.
    pub(crate) async fn room(&self, table: TableId) -> Result<Arc<Room>, Refused> {
        if let Some(room) = self.rooms.get(table) {
            return Ok(room);
        }
        let record = self.store.finished(table).await?;
        let record =
            record.ok_or_else(|| Refused::from(Cause::NotFound { what: Missing::Table }))?;
        let now = self.now();
        let room = self.room_of(record, now)?;
        let room = self.rooms.add_or_get(table, room);
        self.rooms.keep_finished(table, room.bytes());
        self.follow(&room, room.on_deadline(now));
        Ok(room)
    }

    /// The rooms of rated games that are running.
    fn rated_rooms(&self) -> impl Iterator<Item = Arc<Room>> + use<'_> {
        let tables = self.presence().lobby.rated_tables();
        tables.into_iter().filter_map(|table| self.rooms.get(table))
    }

    /// Whether an answer about this game would help somebody who is playing for
    /// the ladder.
    pub(crate) fn is_secret(&self, asked: &Game) -> bool {
        secrecy::is_secret(asked, self.rated_rooms().filter_map(|room| room.live()))
    }

    /// Whether a finished game is half of a rated pair that is still being
    /// played: from the same start.
    pub(crate) fn is_half_played(&self, table: TableId) -> bool {
        self.rated_rooms().any(|room| room.is_paired_with(table) && !room.is_over())
    }

    /// Does what follows from something that happened in a room.
    pub(crate) fn follow(&self, room: &Room, after: After) {
        if let Some(at) = after.wake {
            self.timers.set(at, room.id());
        }
        if after.reseated {
            self.presence().lobby.reseat(room.line());
            self.lobby_changed.notify_one();
        }
        if after.ended {
            self.presence().end(room.id());
            self.lobby_changed.notify_one();
            self.game_ended.notify_one();
            if let Some(tournament) = after.tournament {
                self.tournaments.game_ended(tournament, room.id());
            }
            self.rooms.keep_finished(room.id(), room.bytes());
        }
        if let Some(next) = after.next {
            self.start_second(room.id(), next);
        }
        if after.remove {
            self.timers.cancel(room.id());
            self.rooms.remove(room.id());
        }
    }

    /// The second game of a pair has begun, by itself, when `first` ended. Who had come
    /// back by then, but not yet to the first, would look for it there in vain.
    fn start_second(&self, first: TableId, Next { room, absent }: Next) {
        let mut presence = self.presence();
        presence.begin(room.line());
        let back = |(seat, player, secret)| {
            presence.of(player).iter().map(move |one| (Arc::clone(one), seat, secret))
        };
        let back: Vec<_> = absent.into_iter().flat_map(back).collect();
        drop(presence);
        for (connection, seat, secret) in back {
            let after = room.seat_late(self.now(), &connection, first.0, (seat, secret));
            self.follow(&room, after);
        }
        // It may be over by now, and whoever ended it has looked for it in vain.
        if room.is_over() {
            self.presence().end(room.id());
            self.game_ended.notify_one();
        }
        let after = room.on_deadline(self.now());
        self.follow(&room, after);
        self.lobby_changed.notify_one();
    }

    /// Wakes rooms when they are due, and shows the lobby to those who look, for
    /// as long as the server runs.
    pub(crate) async fn run(self: Arc<Hub>) {
        tokio::select! {
            () = self.closing.cancelled() => {}
            () = self.wake_rooms() => {}
            () = self.watch_the_time() => {}
            () = self.keepalive.run(&self.time) => {}
            () = self.show_lobby() => {}
            () = reviews::run(&self.store, self.memory) => {}
            () = self.look_for_overdue() => {}
            () = self.look_for_opponents() => {}
            () = self.tournaments.run(&*self) => {}
        }
    }

    async fn watch_the_time(&self) {
        loop {
            self.now();
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    async fn wake_rooms(&self) {
        loop {
            let table = self.timers.next(&self.time).await;
            if let Some(room) = self.rooms.get(table) {
                let after = room.on_deadline(self.now());
                self.follow(&room, after);
            }
        }
    }

    /// Every table has a last moment. One that is still there after it would stay
    /// for ever: that is a defect, so it is told, and the room is rung.
    async fn look_for_overdue(&self) {
        loop {
            tokio::time::sleep(OVERDUE_AFTER).await;
            let now = self.now();
            for table in self.rooms.tables() {
                if !self.timers.is_set(table, now, OVERDUE_AFTER) && self.rooms.get(table).is_some()
                {
                    error!(%table, "a table has outlived its last moment");
                    self.overdue.fetch_add(1, Ordering::Relaxed);
                    self.timers.set(now, table);
                }
            }
        }
    }

    async fn show_lobby(&self) {
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

    fn expect_open(&self) -> Result<(), Refused> {
        match self.draining.is_cancelled() || self.closing.is_cancelled() {
            true => Err(Cause::ServerStopping.into()),
            false => Ok(()),
        }
    }

    fn presence(&self) -> MutexGuard<'_, Presence> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn closing_message() -> Frame {
    let message = "the server stops; come back in a moment".to_owned();
    Frame::text(&ServerMessage::Closing { message })
}

fn send_away(connection: &Connection<Room>, closing_message: &Frame) {
    connection.outbox.send(closing_message);
    connection.outbox.end(CloseCode::Restart);
}

/// Being in the hub. Dropping it is leaving: with a player's last one go their seeks,
/// their challenges and their place in the lobby, and the seats that nobody else holds
/// begin to wait.
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
