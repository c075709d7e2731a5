//! A table and its connections. Everything at a table happens under its own lock, in the task of
//! the request, so events have one order. Everything sent about it goes through the store, in that
//! order: nobody is told of a move before it is on disk.

mod openings;
mod state;
mod visitors;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use protocol::{Cause, Over, PlayerId, Secret, ServerMessage, TableId, TableLine, TournamentId};
use rules::{Game, Seat};

use crate::game::secrecy::Live;
use crate::game::table::{Command, DeadlineEffect, Table, TableChange};
use crate::live::connection::Connection;
use crate::live::delivery::{Audience, Delivery};
use crate::live::holders::Holders;
use crate::live::rooms::Rooms;
use crate::net::frame::Frame;
use crate::push::Notice;
use crate::records::request_error::RequestError;
use crate::store::{Entry, Slot, Store, Unavailable};
use crate::system;

/// The delay before trying again if the store had no slot.
const BUSY_RETRY: Duration = Duration::from_millis(50);

/// The size in bytes of a room without its game, and of each move with its times.
const BYTES_BESIDE: usize = 4 << 10;
const BYTES_A_MOVE: usize = 64;

/// A table with the connections that hold its seats or watch it.
///
/// Lock order: a room's lock may be held while a connection's or an outbox's is taken, never the
/// other way round, and never together with the hub's. A room may lock its pair's second room as
/// long as nobody else knows that room.
#[derive(Debug)]
pub(crate) struct Room {
    id: TableId,
    store: Arc<Store>,
    /// The map to which the room of a pair's second game is added.
    rooms: Weak<Rooms<Room>>,
    state: Mutex<RoomState>,
}

#[derive(Debug)]
struct RoomState {
    table: Table,
    /// The number of the next fact.
    seq: u32,
    /// The holders of each seat.
    holders: Vec<Holders<Room>>,
    watchers: Audience<Room>,
    /// When each seat last sent a phrase.
    spoke: Vec<Option<Instant>>,
    /// When this room has asked to be woken.
    armed: Option<Instant>,
}

/// The follow-up of an event in a room, for the hub.
#[derive(Clone, Debug, Default)]
#[must_use]
pub(crate) struct FollowUp {
    /// A player has changed a rated game, which goes on.
    pub(crate) changed: bool,
    /// The game has just ended.
    pub(crate) ended: bool,
    /// The tournament of the ended game, if any.
    pub(crate) tournament: Option<TournamentId>,
    /// The pair's second game, which has begun at the same moment.
    pub(crate) next: Option<SecondGame>,
    /// When the room wants to be woken.
    pub(crate) wake: Option<Instant>,
    /// All want to play again.
    pub(crate) rematch: bool,
    /// The players have swapped seats.
    pub(crate) reseated: bool,
    /// The table can be removed.
    pub(crate) remove: bool,
    /// In a game of days: the player who is to act now, and what they are told if they are away.
    pub(crate) notice: Option<(PlayerId, Notice)>,
}

/// The second game of a pair.
#[derive(Clone, Debug)]
pub(crate) struct SecondGame {
    pub(crate) room: Arc<Room>,
    /// The seats of players who were absent when the first game ended, with their secrets: they
    /// have not been told yet.
    pub(crate) absent: Vec<(Seat, PlayerId, Secret)>,
}

/// A game of a room that has ended.
#[derive(Debug)]
pub(crate) struct EndedGame {
    pub(crate) over: Over,
    pub(crate) game: Game,
    /// In a game lost on time: the times that show it.
    pub(crate) spent_ms: Vec<u64>,
    /// In an arena: who has gone berserk, by seat.
    pub(crate) berserk: [bool; 2],
}

impl Room {
    /// Creates a room without connections, around a table with `seq` stored facts.
    pub(crate) fn new(table: Table, seq: u32, store: Arc<Store>, rooms: Weak<Rooms<Room>>) -> Room {
        let holders: Vec<_> = (0..table.game().seats()).map(|_| Holders::default()).collect();
        let (watchers, spoke) = (Audience::default(), vec![None; holders.len()]);
        let room = RoomState { table, seq, holders, watchers, spoke, armed: None };
        Room { id: room.table.id(), store, rooms, state: Mutex::new(room) }
    }

    pub(crate) fn id(&self) -> TableId {
        self.id
    }

    /// Returns the table as the lobby lists it.
    pub(crate) fn line(&self) -> TableLine {
        let room = self.lock();
        let variant = room.table.game().setup().variant().name().to_owned();
        let players = room.table.players().cloned().collect();
        let (rated, ratings) = (room.table.is_rated(), room.table.ratings().to_vec());
        TableLine { table: self.id, variant, players, rated, ratings }
    }

    /// Returns the game and its result, once it has ended.
    pub(crate) fn ended(&self) -> Option<EndedGame> {
        let room = self.lock();
        let table = &room.table;
        Some(EndedGame {
            over: table.over()?.clone(),
            game: table.game().clone(),
            spent_ms: table.spent_ms(),
            berserk: table.berserk(),
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.lock().table.is_over()
    }

    /// The approximate size in bytes: the start, the position and their serialised forms, and the
    /// moves.
    pub(crate) fn bytes(&self) -> usize {
        let room = self.lock();
        let game = room.table.game();
        let start = serde_json::to_string(game.setup()).map_or(0, |json| json.len());
        BYTES_BESIDE + 4 * start + BYTES_A_MOVE * game.moves().len()
    }

    /// Returns the state of the game, if it is rated and running.
    pub(crate) fn live(&self) -> Option<Live> {
        let room = self.lock();
        let table = Some(&room.table).filter(|table| table.is_rated() && !table.is_over())?;
        let (setup, now) = (table.game().setup(), table.game().position().clone());
        let (variant, ending) = (setup.variant().clone(), setup.ending());
        let delayed = table.is_behind();
        Some(Live { variant, ending, delayed, start: setup.start().clone(), now })
    }

    /// Returns the other game of this one's pair, if any.
    pub(crate) fn other_of_pair(&self) -> Option<TableId> {
        self.lock().table.pair().map(|pair| pair.other)
    }

    pub(crate) fn is_rated(&self) -> bool {
        self.lock().table.is_rated()
    }

    /// Carries out a command of the player whose seat `connection` holds, answers them, and sends
    /// everybody the new state.
    pub(crate) fn command(
        &self,
        now: Instant,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        command: Command,
    ) -> Result<FollowUp, RequestError> {
        let slot = self.store.reserve()?;
        let arrived = system::now();
        let moves = matches!(command, Command::Move { .. });
        let chooses = matches!(command, Command::Choose { .. } | Command::Bid(_));
        let mut room = self.lock();
        let seat = room.seat_of(connection).ok_or_else(not_yours)?;
        let was_over = room.table.is_over();
        room.table.set_lag(seat, connection.lag());
        let change = match room.table.handle(now, seat, command) {
            Ok(change) => change,
            Err(refused) => {
                // The refusal may reveal a move that is not yet on disk.
                self.store.metrics.refused(refused.code());
                let refused = Frame::text(&refused.answer(Some(cid)));
                self.deliver_when_committed(slot, Delivery::answer(connection, cid, refused));
                return Ok(FollowUp::default());
            }
        };
        let ok = ServerMessage::Ok { cid };
        let (answer, mut state) = Frame::both(&ok, &room.snapshot(now));
        let mut delivery = Delivery::answer(connection, cid, answer).arrived(arrived);
        let reseated = chooses && change == TableChange::Changed && !room.table.is_bidding();
        if reseated {
            let chosen = room.reseat();
            state = Frame::both(&chosen, &room.snapshot(now)).0;
            delivery = Delivery::ok(connection, cid);
            delivery.add(Arc::clone(connection), state.clone());
        }
        if change == TableChange::Changed {
            room.tell_others(now, &mut delivery, &state, connection);
            self.store.metrics.moves.add(u64::from(moves));
        }
        let moved = moves && change == TableChange::Changed;
        let turn = || Notice::Turn { table: self.id, by: connection.player.name.clone() };
        let awaited = room.table.awaited().filter(|_| moved);
        let notice = awaited.map(|player| (player.id, turn()));
        let next = self.post(now, &mut room, slot, delivery);
        let ended = !was_over && room.table.is_over();
        let changed = change == TableChange::Changed && room.table.is_rated();
        let changed = changed && !room.table.is_over();
        Ok(FollowUp { changed, next, notice, reseated, ..room.after(ended, &self.store.metrics) })
    }

    /// Ends the game as the operator has decided.
    pub(crate) fn adjudicate(
        &self,
        now: Instant,
        winners: Vec<Seat>,
    ) -> Result<FollowUp, RequestError> {
        let slot = self.store.reserve()?;
        let mut room = self.lock();
        room.table.adjudicate(now, winners)?;
        let next = self.tell_all(now, &mut room, slot);
        Ok(FollowUp { next, ..room.after(true, &self.store.metrics) })
    }

    /// Handles the deadline that is due at `now`.
    pub(crate) fn on_deadline(&self, now: Instant) -> FollowUp {
        let mut room = self.lock();
        room.armed = None;
        let slot = match self.store.reserve() {
            Ok(slot) => slot,
            Err(Unavailable::Full) => {
                return FollowUp { wake: Some(now + BUSY_RETRY), ..FollowUp::default() };
            }
            // The store is broken, so nothing can happen here any more.
            Err(Unavailable::Broken) => return FollowUp::default(),
        };
        let was_over = room.table.is_over();
        let due = room.table.on_deadline(now);
        let next = match due {
            DeadlineEffect::Changed => self.tell_all(now, &mut room, slot),
            DeadlineEffect::Nothing | DeadlineEffect::Remove => None,
        };
        if due == DeadlineEffect::Remove {
            for watcher in room.watchers.iter() {
                watcher.unwatch(self.id);
            }
            return FollowUp { remove: true, ..FollowUp::default() };
        }
        let ended = !was_over && room.table.is_over();
        FollowUp { next, ..room.after(ended, &self.store.metrics) }
    }

    /// Sends everybody the state once more, since it has changed without an event.
    pub(crate) fn tell_again(&self, now: Instant) {
        // Without a slot, they see it with the next state.
        let Ok(slot) = self.store.reserve() else { return };
        let mut room = self.lock();
        let second = self.tell_all(now, &mut room, slot);
        debug_assert!(second.is_none(), "nothing has happened");
    }

    /// Sends everybody the state, once everything before it is on disk.
    fn tell_all(&self, now: Instant, room: &mut RoomState, slot: Slot) -> Option<SecondGame> {
        let state = room.state(now);
        let mut delivery = Delivery::default();
        let holders = room.holders.iter().flat_map(Holders::iter);
        holders.for_each(|holder| delivery.add(holder, state.clone()));
        room.show(now, &mut delivery, &state);
        self.post(now, room, slot, delivery)
    }

    /// Stores what has just happened at the table, if anything, and delivers the messages
    /// afterwards. When that ends the first game of a pair, the second one begins in the same
    /// commit; a result for the ladder is part of the commit too.
    fn post(
        &self,
        now: Instant,
        room: &mut RoomState,
        slot: Slot,
        delivery: Delivery<Room>,
    ) -> Option<SecondGame> {
        let Some(fact) = room.table.take_news() else {
            self.deliver_when_committed(slot, delivery);
            return None;
        };
        let seq = room.seq;
        room.seq += 1;
        let over = room.table.over();
        let happened = Entry::Happened { table: self.id, seq, fact: &fact, over };
        let rated = room.table.rated_result();
        let decided = rated.as_ref().map(Entry::Decided);
        if let Some(second) = room.table.second_game() {
            return Some(self.start_second(now, room, slot, happened, second, delivery));
        }
        match decided {
            Some(decided) => self.append(slot, &[happened, decided], delivery),
            None => self.append(slot, &[happened], delivery),
        }
        None
    }

    /// Delivers the messages when these entries, and all posted before, are on disk.
    fn append(&self, slot: Slot, entries: &[Entry<'_>], delivery: Delivery<Room>) {
        let metrics = Arc::clone(&self.store.metrics);
        self.store.append(slot, entries, move |kept| delivery.deliver(kept, &metrics));
    }

    /// Delivers the messages when everything posted before is on disk.
    fn deliver_when_committed(&self, slot: Slot, delivery: Delivery<Room>) {
        let metrics = Arc::clone(&self.store.metrics);
        self.store.on_committed(slot, move |kept| delivery.deliver(kept, &metrics));
    }

    fn lock(&self) -> MutexGuard<'_, RoomState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn not_yours() -> RequestError {
    RequestError::from(Cause::NotYourSeat)
}
