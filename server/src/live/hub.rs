//! The whole house: the lobby, everybody in it, and all rooms. It brings players
//! together and wakes rooms; what happens in a room is the room's own matter.

mod host;
mod offers;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use protocol::{
    Cause, CloseCode, Missing, PairId, Player, PlayerId, Secret, ServerMessage, TableId, TableLine,
};
use rules::{Game, Seat};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::error;
use uuid::Uuid;

use crate::admission::gate::{Block, Door, Gate};
use crate::admission::work_queue::Line;
use crate::game::secrecy;
use crate::game::table::Table;
use crate::identity::{Identities, new_secret};
use crate::live::connection::Member;
use crate::live::delivery::Telling;
use crate::live::game_time::{LOOK_EVERY, RunningTime};
use crate::live::keepalive::Rounds;
use crate::live::reviews;
use crate::live::room::{After, Next, Room};
use crate::live::rooms::Rooms;
use crate::live::timers::Alarms;
use crate::live::tournaments::{Signer, Tournaments};
use crate::matchmaking::drawn_start;
use crate::matchmaking::lobby::{Fallen, Lobby, Match};
use crate::matchmaking::quick_queue::Quick;
use crate::net::frame::Frame;
use crate::ops::metrics::{Gauge, Metrics};
use crate::records::game::Record;
use crate::records::refusal::Refused;
use crate::records::secret_hash::Key;
use crate::store::{Slot, Store, StoreError};

/// How often the lobby is sent to those who look at it, at most.
const LOBBY_EVERY: Duration = Duration::from_millis(200);

/// How long a table may stay after its last moment before it is told, and how
/// often somebody looks.
const OVERDUE_AFTER: Duration = Duration::from_secs(30);

/// What all connections share.
#[derive(Debug)]
pub(crate) struct Hall {
    floor: Mutex<Floor>,
    rooms: Arc<Rooms<Room>>,
    alarms: Alarms,
    rounds: Rounds,
    time: RunningTime,
    store: Arc<Store>,
    pub(crate) identities: Identities,
    lobby_changed: Notify,
    game_ended: Notify,
    /// Where offers wait whose starts are drawn or judged.
    thinking: Line,
    /// What the house bots prove themselves with.
    pub(crate) house_secret: Secret,
    pub(crate) gate: Arc<Gate>,
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

/// The lobby and the way to everybody in it; one lock, so that whom the lobby
/// names can be told.
#[derive(Debug, Default)]
struct Floor {
    lobby: Lobby,
    quick: Quick,
    members: HashMap<PlayerId, Arc<Member<Room>>>,
}

impl Hall {
    /// A hall with the running games of the store, where everybody is still on
    /// the way again.
    pub(crate) fn open(store: Store, gate: Gate, signer: Signer) -> Result<Hall, StoreError> {
        let hall = Hall::new(store, gate, signer);
        hall.identities.load()?;
        let now = hall.now();
        for record in hall.store.unfinished()? {
            hall.reopen(record, now)?;
        }
        hall.tournaments.restore(&hall)?;
        Ok(hall)
    }

    pub(crate) fn new(store: Store, gate: Gate, signer: Signer) -> Hall {
        let store = Arc::new(store);
        Hall {
            floor: Mutex::default(),
            rooms: Arc::default(),
            alarms: Alarms::default(),
            rounds: Rounds::new(),
            time: RunningTime::new(),
            identities: Identities::new(Arc::clone(&store)),
            store,
            lobby_changed: Notify::new(),
            game_ended: Notify::new(),
            thinking: drawn_start::line(),
            house_secret: new_secret(),
            gate: Arc::new(gate),
            tournaments: Tournaments::new(signer),
            draining: CancellationToken::new(),
            closing: CancellationToken::new(),
            overdue: AtomicU64::new(0),
        }
    }

    fn reopen(&self, record: Record, now: Instant) -> Result<(), StoreError> {
        let room = self.room_of(record, now)?;
        self.floor().lobby.begin(room.line());
        self.rooms.add(room.id(), Arc::clone(&room));
        self.follow(&room, room.ring(now));
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
        let [players, _, _, games] = self.floor().lobby.counts();
        (players, games)
    }

    pub(crate) fn metrics(&self) -> &Arc<Metrics> {
        &self.store.metrics
    }

    /// What there is of everything now.
    pub(crate) fn gauges(&self) -> Vec<Gauge> {
        let [players, seeks, challenges, tables] = self.floor().lobby.counts();
        let rooms = self.rooms.count();
        let finished = rooms.saturating_sub(tables);
        let connections = self.gate.open(Door::Session);
        let handshakes = self.gate.open(Door::Handshake);
        let number = |name, help, value: usize| (name, help, value as u64);
        vec![
            number("connections", "WebSockets open.", connections),
            number("handshakes", "Connections that are not WebSockets.", handshakes),
            number("addresses", "Addresses that are remembered.", self.gate.remembered()),
            number("players", "Players connected.", players),
            number("seeks", "Seeks open.", seeks),
            number("challenges", "Challenges open.", challenges),
            number("games", "Games running.", tables),
            number("finished_tables", "Finished tables in memory.", finished),
            number("alarms", "Rooms<Room> that want to be woken.", self.alarms.count()),
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
            if self.floor().lobby.tables().next().is_none() {
                return;
            }
            ended.await;
        }
    }

    /// All running tables, the oldest first.
    pub(crate) fn running_tables(&self) -> Vec<TableLine> {
        self.floor().lobby.tables().cloned().collect()
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
        self.everybody().iter().for_each(|member| member.outlet.send(&frame));
    }

    fn everybody(&self) -> Vec<Arc<Member<Room>>> {
        self.floor().members.values().cloned().collect()
    }

    /// Ends everything: everybody is told, and closed.
    pub(crate) fn close(&self) {
        // First: who comes in from now on finds it so, everybody else is here.
        self.closing.cancel();
        let farewell = farewell();
        self.everybody().iter().for_each(|member| send_away(member, &farewell));
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
    pub(crate) fn block_of(&self, player: PlayerId) -> Result<Block, Refused> {
        let block = self.floor().members.get(&player).map(|member| member.block);
        block.ok_or_else(|| Refused::from(Cause::NotFound { what: Missing::Player }))
    }

    /// Lets nobody in from an address for a while, and closes what is open.
    pub(crate) fn ban(&self, block: Block, now: Instant, time: Duration) -> Result<(), Refused> {
        if !self.gate.ban(block, now, time) {
            return Err(Cause::TooManyBans.into());
        }
        let floor = self.floor();
        let from = floor.members.values().filter(|member| member.block == block);
        from.for_each(|member| member.outlet.end(CloseCode::Banned));
        Ok(())
    }

    /// Lets a player in no more until he is pardoned, nor the bots that are his,
    /// and closes what they have open.
    pub(crate) async fn ban_player(&self, player: PlayerId) -> Result<(), Refused> {
        let out = self.identities.ban(player).await?;
        let floor = self.floor();
        let members = out.iter().filter_map(|id| floor.members.get(id));
        members.for_each(|member| member.outlet.end(CloseCode::Banned));
        Ok(())
    }

    /// A player has said hello. He leaves when the guest is dropped. `answer` is
    /// told which of his games are running, before anything else is told to him.
    ///
    /// A player has one connection: who comes again, from wherever, is let in, and
    /// the older connection is closed. So nobody is kept out by a line that is
    /// dead and does not know it yet.
    pub(crate) fn enter(
        self: &Arc<Hall>,
        member: Arc<Member<Room>>,
        answer: impl FnOnce(Vec<TableId>),
    ) -> Guest {
        let mut floor = self.floor();
        floor.lobby.enter(member.player.clone());
        answer(floor.lobby.games_of(member.player.id));
        if let Some(before) = floor.members.insert(member.player.id, Arc::clone(&member)) {
            before.outlet.end(CloseCode::Replaced);
        }
        drop(floor);
        self.rounds.add(&member);
        if self.closing.is_cancelled() {
            send_away(&member, &farewell());
        }
        self.lobby_changed.notify_one();
        self.tournaments.presence_changed(member.player.id);
        Guest { hall: Arc::clone(self), member }
    }

    /// Closes the connection that one of these keys has opened.
    pub(crate) fn turn_out(&self, player: PlayerId, keys: &[Key]) {
        let floor = self.floor();
        let member = floor.members.get(&player).filter(|member| keys.contains(&member.key));
        if let Some(member) = member {
            member.outlet.end(CloseCode::Revoked);
        }
    }

    fn leave(&self, member: &Member<Room>) {
        let mut floor = self.floor();
        let id = member.player.id;
        // Another connection of the same player may have taken the place.
        if floor.members.get(&id).is_some_and(|now| std::ptr::eq(&**now, member)) {
            floor.members.remove(&id);
            floor.quick.leave(id);
            for fallen in floor.lobby.leave(id, self.now()) {
                floor.tell_fallen(fallen);
            }
        }
        drop(floor);
        let now = self.now();
        let tables = member.part();
        for room in tables.into_rooms() {
            let after = room.leave(now, member);
            self.follow(&room, after);
        }
        self.lobby_changed.notify_one();
        self.tournaments.presence_changed(id);
    }

    /// Opens a table for players who have found each other or have been brought
    /// together, and in a pair the second one after it. Whoever is not connected
    /// is awaited as long as any absent player is. `telling` is told first.
    pub(crate) fn start(&self, slot: Slot, found: Match, telling: Telling<Room>) {
        let ids = new_ids(&found);
        self.start_as(slot, found, ids, telling);
    }

    /// The same with ids that the caller knows. No table has them yet.
    pub(crate) fn start_as(&self, slot: Slot, mut found: Match, ids: Ids, telling: Telling<Room>) {
        self.look_behind(&mut found);
        let floor = self.floor();
        let find = |player: &Player| floor.members.get(&player.id).cloned();
        let members = found.players.iter().map(find).collect();
        self.seat(floor, slot, found, members, ids, telling);
    }

    /// Notes in a match that counts whether one person plays against himself.
    fn look_behind(&self, found: &mut Match) {
        let players = found.players.iter().map(|player| player.id);
        found.terms.kin = found.terms.rated && self.identities.are_kin(players);
    }

    fn seat(
        &self,
        mut floor: MutexGuard<'_, Floor>,
        slot: Slot,
        found: Match,
        members: Vec<Option<Arc<Member<Room>>>>,
        (id, pair): Ids,
        telling: Telling<Room>,
    ) {
        let now = self.now();
        let members: Vec<_> = members.into_iter().map(|member| (member, new_secret())).collect();
        let keys = members.iter().map(|(_, secret)| Key::of(secret)).collect();
        let offer = found.offer;
        let opening = found.opening(pair);
        let room = Arc::new(self.new_room(Table::new(id, opening, keys, now), 0));
        floor.lobby.begin(room.line());
        drop(floor);
        self.rooms.add(room.id(), Arc::clone(&room));
        let after = room.open(slot, now, offer, members, telling);
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
        self.rooms.keep_finished(table);
        self.follow(&room, room.ring(now));
        Ok(room)
    }

    /// The rooms of rated games that are running.
    fn rated_rooms(&self) -> impl Iterator<Item = Arc<Room>> + use<'_> {
        let tables = self.floor().lobby.rated_tables();
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
            self.alarms.set(at, room.id());
        }
        if after.reseated {
            self.floor().lobby.reseat(room.line());
            self.lobby_changed.notify_one();
        }
        if after.ended {
            self.floor().lobby.end(room.id());
            self.lobby_changed.notify_one();
            self.game_ended.notify_one();
            if let Some(tournament) = after.tournament {
                self.tournaments.game_ended(tournament, room.id());
            }
            self.rooms.keep_finished(room.id());
        }
        if let Some(next) = after.next {
            self.go_on(room.id(), next);
        }
        if after.remove {
            self.alarms.cancel(room.id());
            self.rooms.remove(room.id());
        }
    }

    /// The second game of a pair has begun, by itself, when `first` ended. Who had come
    /// back by then, but not yet to the first, would look for it there in vain.
    fn go_on(&self, first: TableId, Next { room, absent }: Next) {
        let mut floor = self.floor();
        floor.lobby.begin(room.line());
        let back =
            |(seat, player, secret)| Some((floor.members.get(&player)?.clone(), seat, secret));
        let back: Vec<_> = absent.into_iter().filter_map(back).collect();
        drop(floor);
        for (member, seat, secret) in back {
            let after = room.lead(self.now(), &member, first.0, (seat, secret));
            self.follow(&room, after);
        }
        // It may be over by now, and whoever ended it has looked for it in vain.
        if room.is_over() {
            self.floor().lobby.end(room.id());
            self.game_ended.notify_one();
        }
        let after = room.ring(self.now());
        self.follow(&room, after);
        self.lobby_changed.notify_one();
    }

    /// Wakes rooms when they are due, and shows the lobby to those who look, for
    /// as long as the server runs.
    pub(crate) async fn run(self: Arc<Hall>) {
        tokio::select! {
            () = self.closing.cancelled() => {}
            () = self.wake_rooms() => {}
            () = self.watch_the_time() => {}
            () = self.rounds.run(&self.time) => {}
            () = self.show_lobby() => {}
            () = reviews::run(&self.store) => {}
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
            let table = self.alarms.next(&self.time).await;
            if let Some(room) = self.rooms.get(table) {
                let after = room.ring(self.now());
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
                if !self.alarms.is_set(table, now, OVERDUE_AFTER) && self.rooms.get(table).is_some()
                {
                    error!(%table, "a table has outlived its last moment");
                    self.overdue.fetch_add(1, Ordering::Relaxed);
                    self.alarms.set(now, table);
                }
            }
        }
    }

    async fn show_lobby(&self) {
        loop {
            self.lobby_changed.notified().await;
            self.show_lobby_to_all();
            tokio::time::sleep(LOBBY_EVERY).await;
        }
    }

    fn show_lobby_to_all(&self) {
        let floor = self.floor();
        let looking: Vec<_> = floor.members.values().filter(|m| looks(m)).cloned().collect();
        if looking.is_empty() {
            return;
        }
        let view = floor.lobby.view(self.now());
        drop(floor);
        let frame = Frame::text(&ServerMessage::Lobby(view));
        looking.iter().for_each(|member| member.outlet.send(&frame));
    }

    /// Shows the lobby to one member at once.
    pub(crate) fn show_lobby_to(&self, member: &Member<Room>) {
        let view = self.floor().lobby.view(self.now());
        member.tell(&ServerMessage::Lobby(view));
    }

    fn expect_open(&self) -> Result<(), Refused> {
        match self.draining.is_cancelled() || self.closing.is_cancelled() {
            true => Err(Cause::ServerStopping.into()),
            false => Ok(()),
        }
    }

    fn floor(&self) -> MutexGuard<'_, Floor> {
        self.floor.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Floor {
    fn tell(&self, player: PlayerId, message: &ServerMessage) {
        if let Some(member) = self.members.get(&player) {
            member.tell(message);
        }
    }

    fn tell_fallen(&self, fallen: Fallen) {
        let Fallen { challenge, tell, why: reason } = fallen;
        self.tell(tell, &ServerMessage::Declined { challenge, reason });
    }
}

fn farewell() -> Frame {
    let message = "the server stops; come back in a moment".to_owned();
    Frame::text(&ServerMessage::Closing { message })
}

fn send_away(member: &Member<Room>, farewell: &Frame) {
    member.outlet.send(farewell);
    member.outlet.end(CloseCode::Restart);
}

fn looks(member: &Member<Room>) -> bool {
    member.sees_lobby.load(Ordering::Relaxed)
}

/// Being in the hall. Dropping it is leaving: the seeks, the challenges, the
/// place in the lobby go with it, and the seats begin to wait.
#[derive(Debug)]
pub(crate) struct Guest {
    hall: Arc<Hall>,
    pub(crate) member: Arc<Member<Room>>,
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.hall.leave(&self.member);
    }
}
