//! A table and the people around it. Whatever happens at a table happens under
//! its own lock, in the task of whoever asks; so events have one order. Whatever
//! anybody is told of it goes through the store, in that order: nobody hears of
//! a move before it is on disk.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use protocol::limits::MAX_LISTED_MOVES;
use protocol::{
    Cause, Over, Phrase, Player, PlayerId, Secret, ServerMessage, TableId, TableLine, TournamentId,
};
use rules::{Game, Seat};
use uuid::Uuid;

use crate::game::secrecy::Live;
use crate::game::table::{Change, Command, Due, Table};
use crate::identity::new_secret;
use crate::live::connection::{Connection, Connections};
use crate::live::delivery::{Audience, Delivery};
use crate::live::game_start::Seated;
use crate::live::holders::Holders;
use crate::live::rooms::Rooms;
use crate::matchmaking::lobby::Match;
use crate::net::frame::Frame;
use crate::ops::metrics::Metrics;
use crate::records::game::Opening;
use crate::records::refusal::Refused;
use crate::records::secret_hash::SecretHash;
use crate::store::{Entry, Slot, Store, Unavailable};

/// When to ring again if the store had no place for what was due.
const RETRY_AFTER: Duration = Duration::from_millis(50);

/// Bytes of a room without its game, and of each move with its times.
const BYTES_BESIDE: usize = 4 << 10;
const BYTES_A_MOVE: usize = 64;

/// A table with the connections that hold its seats or watch it.
///
/// Lock order: a room's lock may be held while a connection's or an outbox's is
/// taken, never the other way round, and never together with the hub's. A room
/// locks the one of its pair's second game while nobody else knows that one.
#[derive(Debug)]
pub(crate) struct Room {
    id: TableId,
    store: Arc<Store>,
    /// Where the room of a pair's second game is added.
    rooms: Weak<Rooms<Room>>,
    around: Mutex<Around>,
}

#[derive(Debug)]
struct Around {
    table: Table,
    /// The number of the next fact.
    seq: u32,
    /// Who holds each seat now.
    holders: Vec<Holders<Room>>,
    watchers: Audience<Room>,
    /// When each seat last said something.
    spoke: Vec<Option<Instant>>,
    /// When this room has asked to be woken.
    armed: Option<Instant>,
}

/// What the hub has to do after something happened in a room.
#[derive(Clone, Debug, Default)]
#[must_use]
pub(crate) struct After {
    /// The game has just ended.
    pub(crate) ended: bool,
    /// The tournament of which it was a game.
    pub(crate) tournament: Option<TournamentId>,
    /// The pair's second game, which has begun in the same moment.
    pub(crate) next: Option<Next>,
    /// The room wants to be woken then.
    pub(crate) wake: Option<Instant>,
    /// All want to play again.
    pub(crate) rematch: bool,
    /// The players have swapped seats.
    pub(crate) reseated: bool,
    /// The table can be cleared away.
    pub(crate) remove: bool,
}

/// The second game of a pair.
#[derive(Clone, Debug)]
pub(crate) struct Next {
    pub(crate) room: Arc<Room>,
    /// The seats of those who were not at the first game when it ended, with their
    /// secrets: they have not been told.
    pub(crate) absent: Vec<(Seat, PlayerId, Secret)>,
}

impl Room {
    /// A room in which nobody sits yet, around a table of which `seq` facts are
    /// kept already.
    pub(crate) fn new(table: Table, seq: u32, store: Arc<Store>, rooms: Weak<Rooms<Room>>) -> Room {
        let holders: Vec<_> = (0..table.game().seats()).map(|_| Holders::default()).collect();
        let (watchers, spoke) = (Audience::default(), vec![None; holders.len()]);
        let around = Around { table, seq, holders, watchers, spoke, armed: None };
        Room { id: around.table.id(), store, rooms, around: Mutex::new(around) }
    }

    pub(crate) fn id(&self) -> TableId {
        self.id
    }

    /// The table as the lobby lists it.
    pub(crate) fn line(&self) -> TableLine {
        let around = self.lock();
        let variant = around.table.game().setup().variant().name().to_owned();
        let players = around.table.players().cloned().collect();
        let (rated, ratings) = (around.table.is_rated(), around.table.ratings().to_vec());
        TableLine { table: self.id, variant, players, rated, ratings }
    }

    /// The game and how it has ended, once it has; with the times that show it, if
    /// somebody's was up.
    pub(crate) fn ended(&self) -> Option<(Over, Game, Vec<u64>)> {
        let around = self.lock();
        let table = &around.table;
        Some((table.over()?.clone(), table.game().clone(), table.spent_ms()))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.lock().table.is_over()
    }

    /// How many bytes it takes, about: the start, the position and what is sent of
    /// them, and the moves.
    pub(crate) fn bytes(&self) -> usize {
        let around = self.lock();
        let game = around.table.game();
        let start = serde_json::to_string(game.setup()).map_or(0, |json| json.len());
        BYTES_BESIDE + 4 * start + BYTES_A_MOVE * game.moves().len()
    }

    /// Where the game stands, if it is rated and running.
    pub(crate) fn live(&self) -> Option<Live> {
        let around = self.lock();
        let table = Some(&around.table).filter(|table| table.is_rated() && !table.is_over())?;
        let (setup, now) = (table.game().setup(), table.game().position().clone());
        let (variant, ending) = (setup.variant().clone(), setup.ending());
        let delayed = table.is_behind();
        Some(Live { variant, ending, delayed, start: setup.start().clone(), now })
    }

    /// Whether the other game of this one's pair is `table`.
    pub(crate) fn is_paired_with(&self, table: TableId) -> bool {
        self.lock().table.pair().is_some_and(|pair| pair.other == table)
    }

    /// What all have agreed to play again, with the seats moved on by one, and
    /// who holds them; `None` when somebody has gone in the meantime.
    pub(crate) fn next_match(&self) -> Option<(Match, Vec<Connections<Room>>)> {
        let around = self.lock();
        let mut players: Vec<_> = around
            .holders
            .iter()
            .map(|holders| Some(holders.iter().next_back()?.player.clone()))
            .collect::<Option<_>>()?;
        let own = |(holders, player): (&Holders<Room>, &Player)| {
            holders.iter().filter(|one| one.player.id == player.id).collect()
        };
        let mut connections: Vec<_> = around.holders.iter().zip(&players).map(own).collect();
        // With the pie rule, who has chosen proposes now, and is first.
        if around.table.chooser() != Some(Seat(0)) {
            players.rotate_right(1);
            connections.rotate_right(1);
        }
        let found = Match {
            offer: self.id.0,
            game: around.table.game().setup().clone(),
            clock: around.table.control(),
            pair: around.table.is_paired(),
            terms: around.table.terms_of_rematch(),
            players,
        };
        Some((found, connections))
    }

    /// Seats the players of a new match and tells each of them their secret, after
    /// what is in `delivery` already.
    pub(crate) fn open(
        self: &Arc<Room>,
        slot: Slot,
        now: Instant,
        offer: Uuid,
        connections: Vec<(Connections<Room>, Secret)>,
        mut delivery: Delivery<Room>,
    ) -> After {
        let mut around = self.lock();
        self.seat_all(&mut around, now, offer, connections, &mut delivery);
        // That the start had no move is seen from the opening.
        around.table.take_news();
        let over = around.table.over();
        let (opening, keys) = (around.table.opening(), around.table.keys());
        let opened = Entry::Opened { table: self.id, opening: &opening, keys: &keys, over };
        self.store.metrics.games.count();
        self.keep(slot, &[opened], delivery);
        let over = around.table.is_over();
        around.after(over, &self.store.metrics)
    }

    fn seat_all(
        self: &Arc<Room>,
        around: &mut Around,
        now: Instant,
        offer: Uuid,
        connections: Vec<(Connections<Room>, Secret)>,
        delivery: &mut Delivery<Room>,
    ) {
        let over = around.table.is_over();
        for (seat, (own, _)) in (0..).map(Seat).zip(&connections) {
            for connection in own.iter().filter(|one| over || one.seat(self.id, self)) {
                around.seat(now, seat, connection);
            }
        }
        let seated = Seated::at(offer, &around.table.view(0, now));
        for ((seat, holders), (_, token)) in (0..).map(Seat).zip(&around.holders).zip(connections) {
            let told = seated.tell(seat, token);
            holders.iter().for_each(|holder| delivery.tell(holder, told.clone()));
        }
    }

    /// Carries out a command of the player whose seat `connection` holds, answers
    /// them, and tells everybody the new state.
    pub(crate) fn command(
        &self,
        now: Instant,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        command: Command,
    ) -> Result<After, Refused> {
        let slot = self.store.reserve()?;
        let arrived = Instant::now();
        let moves = matches!(command, Command::Move { .. });
        let chooses = matches!(command, Command::Choose { .. });
        let mut around = self.lock();
        let seat = around.seat_of(connection).ok_or_else(not_yours)?;
        let was_over = around.table.is_over();
        around.table.set_lag(seat, connection.lag());
        let change = match around.table.handle(now, seat, command) {
            Ok(change) => change,
            Err(refused) => {
                // It may say something of a move that is not yet on disk.
                self.store.metrics.refused(refused.code());
                let refused = Frame::text(&refused.answer(Some(cid)));
                self.follow(slot, Delivery::answer(connection, cid, refused));
                return Ok(After::default());
            }
        };
        let ok = ServerMessage::Ok { cid };
        let (answer, mut state) = Frame::both(&ok, &around.table.snapshot(now));
        let mut delivery = Delivery::answer(connection, cid, answer).arrived(arrived);
        if chooses && change == Change::Changed {
            let chosen = around.reseat();
            state = Frame::both(&chosen, &around.table.snapshot(now)).0;
            delivery = Delivery::ok(connection, cid);
            delivery.tell(Arc::clone(connection), state.clone());
        }
        if change == Change::Changed {
            around.tell_others(now, &mut delivery, &state, connection);
            self.store.metrics.moves.add(u64::from(moves));
        }
        let next = self.post(now, &mut around, slot, delivery);
        let ended = !was_over && around.table.is_over();
        Ok(After { next, reseated: chooses, ..around.after(ended, &self.store.metrics) })
    }

    /// Attaches `connection` to the seat that the token opens, or without one to the
    /// seat that they own. Who holds it already goes on holding it; of too many the
    /// oldest becomes a spectator. A wrong secret changes nothing. A seat of a finished game can be
    /// taken too: to ask whether the last move arrived, or for a rematch.
    pub(crate) fn attach(
        self: &Arc<Room>,
        now: Instant,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        token: Option<&Secret>,
        since: u32,
    ) -> Result<After, Refused> {
        let slot = self.store.reserve()?;
        let mut around = self.lock();
        let seat = match token {
            Some(token) => around.table.seat_of(token),
            None => around.table.seat_held_by(connection.player.id),
        };
        let seat = seat.ok_or_else(not_yours)?;
        let over = around.table.is_over();
        let comes = over || connection.seat(self.id, self);
        if comes {
            Arc::make_mut(&mut around.watchers).retain(|watcher| !Arc::ptr_eq(watcher, connection));
            let oldest = around.seat(now, seat, connection).filter(|_| !over);
            if let Some(oldest) = oldest {
                oldest.unseat(self.id);
                if oldest.watch(self.id, self).is_ok() {
                    Arc::make_mut(&mut around.watchers).push(oldest);
                }
            }
        }
        let view = around.table.view(since, now);
        let answer = Frame::text(&ServerMessage::Table { cid, view });
        let mut delivery = Delivery::answer(connection, cid, answer);
        if comes {
            let state = around.state(now);
            around.tell_others(now, &mut delivery, &state, connection);
        }
        self.follow(slot, delivery);
        Ok(around.after(false, &self.store.metrics))
    }

    /// Passes a phrase of the player whose seat `connection` holds on to the others.
    pub(crate) fn say(
        &self,
        now: Instant,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        phrase: Phrase,
    ) -> Result<(), Refused> {
        let slot = self.store.reserve()?;
        let mut around = self.lock();
        let seat = around.seat_of(connection).ok_or_else(not_yours)?;
        let before = &mut around.spoke[usize::from(seat.0)];
        let wait = before.map_or(Duration::ZERO, |at| (at + Phrase::EVERY).duration_since(now));
        if !wait.is_zero() {
            return Err(Refused::from(Cause::PhraseTooSoon).after(wait));
        }
        *before = Some(now);
        let said = Frame::text(&ServerMessage::Said { table: self.id, seat, phrase });
        let mut delivery = Delivery::ok(connection, cid);
        let others = around.holders.iter().flat_map(Holders::iter);
        for other in others.filter(|other| !Arc::ptr_eq(other, connection)) {
            delivery.tell(other, said.clone());
        }
        if !around.table.is_behind() {
            delivery.show(&around.watchers, &said);
        }
        self.follow(slot, delivery);
        Ok(())
    }

    /// `connection` becomes a spectator.
    pub(crate) fn watch(
        self: &Arc<Room>,
        now: Instant,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        since: u32,
    ) -> Result<(), Refused> {
        let slot = self.store.reserve()?;
        let mut around = self.lock();
        let watches = around.watchers.iter().any(|watcher| Arc::ptr_eq(watcher, connection));
        if !watches && around.seat_of(connection).is_none() {
            connection.watch(self.id, self)?;
            Arc::make_mut(&mut around.watchers).push(Arc::clone(connection));
        }
        let view = match around.seat_of(connection) {
            Some(_) => around.table.view(since, now),
            None => around.table.shown_view(since, now),
        };
        let answer = Frame::text(&ServerMessage::Table { cid, view });
        self.follow(slot, Delivery::answer(connection, cid, answer));
        Ok(())
    }

    /// `connection` stops watching.
    pub(crate) fn unwatch(&self, connection: &Connection<Room>) {
        self.lock().dismiss(connection);
    }

    /// Tells `connection` which moves are legal now.
    pub(crate) fn list_moves(
        &self,
        connection: &Arc<Connection<Room>>,
        cid: u32,
    ) -> Result<(), Refused> {
        let (ply, position, variant) = {
            let around = self.lock();
            let game = match around.seat_of(connection) {
                Some(_) => around.table.game(),
                None => around.table.shown(),
            };
            (game.ply(), game.position().clone(), game.setup().variant().clone())
        };
        let mut moves: Vec<_> =
            variant.rules().moves(&position).take(MAX_LISTED_MOVES + 1).collect();
        let listed = moves.len() <= MAX_LISTED_MOVES;
        moves.truncate(MAX_LISTED_MOVES);
        let count = listed.then_some(moves.len() as u64);
        let moves = listed.then_some(moves);
        let answer = ServerMessage::Moves { cid, table: self.id, ply, count, moves };
        let slot = self.store.reserve()?;
        let delivery = Delivery::answer(connection, cid, Frame::text(&answer));
        self.follow(slot, delivery);
        Ok(())
    }

    /// `connection` has ended: the seat waits for its player, unless another of their
    /// connections holds it.
    pub(crate) fn leave(&self, now: Instant, connection: &Connection<Room>) -> After {
        let mut around = self.lock();
        around.dismiss(connection);
        if let Some(seat) = around.vacate(connection) {
            around.table.set_present(now, seat, false);
            // Without a place nobody is told now; the next state tells.
            if let Ok(slot) = self.store.reserve() {
                self.tell_all(now, &mut around, slot);
            }
        }
        around.after(false, &self.store.metrics)
    }

    /// Ends the game as whoever runs the server has decided.
    pub(crate) fn adjudicate(&self, now: Instant, winners: Vec<Seat>) -> Result<After, Refused> {
        let slot = self.store.reserve()?;
        let mut around = self.lock();
        around.table.adjudicate(now, winners)?;
        let next = self.tell_all(now, &mut around, slot);
        Ok(After { next, ..around.after(true, &self.store.metrics) })
    }

    /// Does what is due at `now`.
    pub(crate) fn on_deadline(&self, now: Instant) -> After {
        let mut around = self.lock();
        around.armed = None;
        let slot = match self.store.reserve() {
            Ok(slot) => slot,
            Err(Unavailable::Full) => {
                return After { wake: Some(now + RETRY_AFTER), ..After::default() };
            }
            // Nothing can happen here any more.
            Err(Unavailable::Broken) => return After::default(),
        };
        let was_over = around.table.is_over();
        let due = around.table.on_deadline(now);
        let next = match due {
            Due::Changed => self.tell_all(now, &mut around, slot),
            Due::Nothing | Due::Remove => None,
        };
        if due == Due::Remove {
            for watcher in around.watchers.iter() {
                watcher.unwatch(self.id);
            }
            return After { remove: true, ..After::default() };
        }
        let ended = !was_over && around.table.is_over();
        After { next, ..around.after(ended, &self.store.metrics) }
    }

    /// Sends everybody the state, when all before it is kept.
    fn tell_all(&self, now: Instant, around: &mut Around, slot: Slot) -> Option<Next> {
        let state = around.state(now);
        let mut delivery = Delivery::default();
        let holders = around.holders.iter().flat_map(Holders::iter);
        holders.for_each(|holder| delivery.tell(holder, state.clone()));
        around.show(now, &mut delivery, &state);
        self.post(now, around, slot, delivery)
    }

    /// Keeps what has just happened at the table, if anything, and tells people
    /// afterwards. When that ends the first game of a pair, the second one begins
    /// in the same commit; what counts for the ladder is in the commit too.
    fn post(
        &self,
        now: Instant,
        around: &mut Around,
        slot: Slot,
        delivery: Delivery<Room>,
    ) -> Option<Next> {
        let Some(fact) = around.table.take_news() else {
            self.follow(slot, delivery);
            return None;
        };
        let seq = around.seq;
        around.seq += 1;
        let over = around.table.over();
        let happened = Entry::Happened { table: self.id, seq, fact: &fact, over };
        let rated = around.table.rated_result();
        let decided = rated.as_ref().map(Entry::Decided);
        if let Some(second) = around.table.second_game() {
            return Some(self.start_second(now, around, slot, happened, second, delivery));
        }
        match decided {
            Some(decided) => self.keep(slot, &[happened, decided], delivery),
            None => self.keep(slot, &[happened], delivery),
        }
        None
    }

    /// Begins the second game of the pair with what has ended the first.
    fn start_second(
        &self,
        now: Instant,
        around: &Around,
        slot: Slot,
        happened: Entry<'_>,
        (id, opening): (TableId, Opening),
        mut delivery: Delivery<Room>,
    ) -> Next {
        let secrets: Vec<Secret> = around.holders.iter().map(|_| new_secret()).collect();
        let keys: Vec<SecretHash> = secrets.iter().map(SecretHash::of).collect();
        let table = Table::new(id, opening.clone(), keys.clone(), now);
        let (store, rooms) = (Arc::clone(&self.store), Weak::clone(&self.rooms));
        let next = Arc::new(Room::new(table, 0, store, rooms));
        let mut connections: Vec<Connections<Room>> =
            around.holders.iter().map(|holders| holders.iter().collect()).collect();
        connections.rotate_right(1);
        let connections: Vec<_> = connections.into_iter().zip(secrets).collect();
        let seats = (0..).map(Seat).zip(&opening.players).zip(&connections);
        let absent = seats
            .filter(|(_, (own, _))| own.is_empty())
            .map(|((seat, player), (_, secret))| (seat, player.id, *secret))
            .collect();
        // Held until the opening is posted: nothing of the new table comes
        // before it.
        let mut beside = next.lock();
        next.seat_all(&mut beside, now, self.id.0, connections, &mut delivery);
        if let Some(rooms) = self.rooms.upgrade() {
            rooms.add(next.id(), Arc::clone(&next));
        }
        let opened = Entry::Opened { table: id, opening: &opening, keys: &keys, over: None };
        self.store.metrics.games.count();
        self.keep(slot, &[happened, opened], delivery);
        drop(beside);
        Next { room: next, absent }
    }

    /// Seats `connection` as the beginning of this game would have, to which `offer` has
    /// led; unless it is too late.
    pub(crate) fn seat_late(
        self: &Arc<Room>,
        now: Instant,
        connection: &Arc<Connection<Room>>,
        offer: Uuid,
        (seat, token): (Seat, Secret),
    ) -> After {
        // Without a slot they are not told now; they find the table when they come again.
        let Ok(slot) = self.store.reserve() else { return After::default() };
        let mut around = self.lock();
        let holds = around.holders[usize::from(seat.0)].has(connection);
        if holds || around.table.is_over() || !connection.seat(self.id, self) {
            return After::default();
        }
        around.seat(now, seat, connection);
        let seated = Seated::at(offer, &around.table.view(0, now));
        let mut delivery = Delivery::default();
        delivery.tell(Arc::clone(connection), seated.tell(seat, token));
        let state = around.state(now);
        around.tell_others(now, &mut delivery, &state, connection);
        self.follow(slot, delivery);
        around.after(false, &self.store.metrics)
    }

    /// Tells people when these, and all that was posted before, are kept.
    fn keep(&self, slot: Slot, entries: &[Entry<'_>], delivery: Delivery<Room>) {
        let metrics = Arc::clone(&self.store.metrics);
        self.store.keep(slot, entries, move |kept| delivery.deliver(kept, &metrics));
    }

    /// Tells people when all that was posted before is kept.
    fn follow(&self, slot: Slot, delivery: Delivery<Room>) {
        let metrics = Arc::clone(&self.store.metrics);
        self.store.follow(slot, move |kept| delivery.deliver(kept, &metrics));
    }

    fn lock(&self) -> MutexGuard<'_, Around> {
        self.around.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Around {
    fn seat_of(&self, connection: &Connection<Room>) -> Option<Seat> {
        let mut seats = (0..).map(Seat).zip(&self.holders);
        seats.find(|(_, holders)| holders.has(connection)).map(|(seat, _)| seat)
    }

    /// `connection` holds no seat any more; gives the seat that nobody holds now.
    fn vacate(&mut self, connection: &Connection<Room>) -> Option<Seat> {
        let seat = self.seat_of(connection)?;
        let holders = &mut self.holders[usize::from(seat.0)];
        holders.remove(connection);
        holders.is_empty().then_some(seat)
    }

    /// Who begins has been chosen: if the players have swapped seats, those who
    /// hold them do too. Gives what everybody is told.
    fn reseat(&mut self) -> ServerMessage {
        if self.table.chooser() == Some(Seat(0)) {
            self.holders.reverse();
        }
        let players = self.table.players().cloned().collect();
        ServerMessage::Chosen { table: self.table.id(), players }
    }

    /// Has `connection` hold a seat, whose player is there from now on; gives the oldest
    /// holder if they were too many.
    fn seat(
        &mut self,
        now: Instant,
        seat: Seat,
        connection: &Arc<Connection<Room>>,
    ) -> Option<Arc<Connection<Room>>> {
        self.table.set_present(now, seat, true);
        if self.table.control().is_some() {
            connection.begin_timing();
        }
        self.table.set_lag(seat, connection.lag());
        self.holders[usize::from(seat.0)].add(connection)
    }

    fn state(&self, now: Instant) -> Frame {
        Frame::text(&self.table.snapshot(now))
    }

    fn dismiss(&mut self, connection: &Connection<Room>) {
        let watches = |watcher: &Arc<Connection<Room>>| std::ptr::eq(&**watcher, connection);
        if self.watchers.iter().any(watches) {
            Arc::make_mut(&mut self.watchers).retain(|watcher| !watches(watcher));
        }
    }

    fn tell_others(
        &self,
        now: Instant,
        delivery: &mut Delivery<Room>,
        frame: &Frame,
        except: &Connection<Room>,
    ) {
        let others = self.holders.iter().flat_map(Holders::iter);
        let others = others.filter(|other| !std::ptr::eq(&**other, except));
        others.for_each(|holder| delivery.tell(holder, frame.clone()));
        self.show(now, delivery, frame);
    }

    /// Shows a state to all who look on, or what they may see of it.
    fn show(&self, now: Instant, delivery: &mut Delivery<Room>, frame: &Frame) {
        match self.table.is_behind() && !self.watchers.is_empty() {
            true => {
                let shown = Frame::text(&self.table.shown_snapshot(now));
                delivery.show(&self.watchers, &shown);
            }
            false => delivery.show(&self.watchers, frame),
        }
    }

    /// What follows from the table as it is now. A finished table lets go of
    /// the handles that its players keep.
    fn after(&mut self, ended: bool, metrics: &Metrics) -> After {
        if let Some(over) = self.table.over().filter(|_| ended) {
            metrics.game_ended(over.reason);
            let holders = self.holders.iter().flat_map(Holders::iter);
            holders.for_each(|holder| holder.unseat(self.table.id()));
        }
        let alarm = self.table.alarm();
        let wake = Some(alarm).filter(|&alarm| self.armed.is_none_or(|armed| alarm < armed));
        self.armed = wake.or(self.armed);
        let rematch = self.table.take_rematch();
        let tournament = self.table.tournament().filter(|_| ended);
        After { ended, tournament, next: None, wake, rematch, reseated: false, remove: false }
    }
}

fn not_yours() -> Refused {
    Refused::from(Cause::NotYourSeat)
}
