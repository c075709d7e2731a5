//! How the games of a room begin: all players take their seats and get their secrets, at a new
//! table, in a rematch, and in the second game of a pair.

use std::sync::{Arc, Weak};
use std::time::Instant;

use protocol::{Player, PlayerId, Secret, TableId};
use rules::Seat;
use uuid::Uuid;

use super::{FollowUp, Room, RoomState, SecondGame};
use crate::game::table::Table;
use crate::identity::new_secret;
use crate::live::connection::{Connection, Connections};
use crate::live::delivery::Delivery;
use crate::live::game_start::Seated;
use crate::live::holders::Holders;
use crate::matchmaking::lobby::Match;
use crate::push::Notice;
use crate::records::game::Opening;
use crate::records::secret_hash::SecretHash;
use crate::store::{Entry, Slot};

impl Room {
    /// Seats the players of a new match and sends each of them their secret, after the messages
    /// that are in `delivery` already.
    pub(crate) fn open(
        self: &Arc<Room>,
        slot: Slot,
        now: Instant,
        offer: Uuid,
        connections: Vec<(Connections<Room>, Secret)>,
        mut delivery: Delivery<Room>,
    ) -> FollowUp {
        let mut room = self.lock();
        self.seat_all(&mut room, now, offer, connections, &mut delivery);
        // The opening already shows that the start had no move.
        room.table.take_news();
        let over = room.table.over();
        let (opening, hashes) = (room.table.opening(), room.table.hashes());
        let opened = Entry::Opened { table: self.id, opening: &opening, hashes: &hashes, over };
        self.store.metrics.games.count();
        self.append(slot, &[opened], delivery);
        let over = room.table.is_over();
        FollowUp { notice: self.begun(&room), ..room.after(over, &self.store.metrics) }
    }

    /// In a game of days: the player who begins, and what they are told if they are away.
    fn begun(&self, room: &RoomState) -> Option<(PlayerId, Notice)> {
        let first = room.table.awaited()?.id;
        let other = room.table.players().find(|player| player.id != first)?;
        Some((first, Notice::Begun { table: self.id, by: other.name.clone() }))
    }

    fn seat_all(
        self: &Arc<Room>,
        room: &mut RoomState,
        now: Instant,
        offer: Uuid,
        connections: Vec<(Connections<Room>, Secret)>,
        delivery: &mut Delivery<Room>,
    ) {
        let over = room.table.is_over();
        for (seat, (own, _)) in (0..).map(Seat).zip(&connections) {
            for connection in own.iter().filter(|one| over || one.seat(self.id, self)) {
                room.seat(now, seat, connection);
            }
        }
        let seated = Seated::at(offer, &room.table.view(0, now));
        for ((seat, holders), (_, token)) in (0..).map(Seat).zip(&room.holders).zip(connections) {
            let frame = seated.frame(seat, token);
            holders.iter().for_each(|holder| delivery.add(holder, frame.clone()));
        }
    }

    /// Returns the match that all have agreed to play again, with the seats rotated by one, and the
    /// holders of the seats; `None` if a player has gone in the meantime.
    pub(crate) fn next_match(&self) -> Option<(Match, Vec<Connections<Room>>)> {
        let room = self.lock();
        let mut players: Vec<_> = room
            .holders
            .iter()
            .map(|holders| Some(holders.iter().next_back()?.player.clone()))
            .collect::<Option<_>>()?;
        let own = |(holders, player): (&Holders<Room>, &Player)| {
            holders.iter().filter(|one| one.player.id == player.id).collect()
        };
        let mut connections: Vec<_> = room.holders.iter().zip(&players).map(own).collect();
        // With the pie rule, the previous chooser proposes, and is first.
        if room.table.chooser() != Some(Seat(0)) {
            players.rotate_right(1);
            connections.rotate_right(1);
        }
        let found = Match {
            offer: self.id.0,
            game: room.table.game().setup().clone(),
            clock: room.table.control(),
            pair: room.table.is_paired(),
            terms: room.table.terms_of_rematch(),
            players,
        };
        Some((found, connections))
    }

    /// Begins the second game of the pair, with the event that ended the first.
    pub(super) fn start_second(
        &self,
        now: Instant,
        room: &RoomState,
        slot: Slot,
        happened: Entry<'_>,
        (id, opening): (TableId, Opening),
        mut delivery: Delivery<Room>,
    ) -> SecondGame {
        let secrets: Vec<Secret> = room.holders.iter().map(|_| new_secret()).collect();
        let hashes: Vec<SecretHash> = secrets.iter().map(SecretHash::new).collect();
        let table = Table::new(id, opening.clone(), hashes.clone(), now);
        let (store, rooms) = (Arc::clone(&self.store), Weak::clone(&self.rooms));
        let next = Arc::new(Room::new(table, 0, store, rooms));
        let mut connections: Vec<Connections<Room>> =
            room.holders.iter().map(|holders| holders.iter().collect()).collect();
        connections.rotate_right(1);
        let connections: Vec<_> = connections.into_iter().zip(secrets).collect();
        let seats = (0..).map(Seat).zip(&opening.players).zip(&connections);
        let absent = seats
            .filter(|(_, (own, _))| own.is_empty())
            .map(|((seat, player), (_, secret))| (seat, player.id, *secret))
            .collect();
        // Held until the opening is posted, so that nothing of the new table is sent before it.
        let mut beside = next.lock();
        next.seat_all(&mut beside, now, self.id.0, connections, &mut delivery);
        if let Some(rooms) = self.rooms.upgrade() {
            rooms.add(next.id(), Arc::clone(&next));
        }
        let opened = Entry::Opened { table: id, opening: &opening, hashes: &hashes, over: None };
        self.store.metrics.games.count();
        self.append(slot, &[happened, opened], delivery);
        drop(beside);
        SecondGame { room: next, absent }
    }

    /// Seats `connection` as it would have been seated when this game, to which `offer` led, began;
    /// does nothing if it is too late.
    pub(crate) fn seat_late(
        self: &Arc<Room>,
        now: Instant,
        connection: &Arc<Connection<Room>>,
        offer: Uuid,
        (seat, token): (Seat, Secret),
    ) -> FollowUp {
        // Without a slot they are not told now; they find the table when they return.
        let Ok(slot) = self.store.reserve() else { return FollowUp::default() };
        let mut room = self.lock();
        let holds = room.holders[usize::from(seat.0)].has(connection);
        if holds || room.table.is_over() || !connection.seat(self.id, self) {
            return FollowUp::default();
        }
        room.seat(now, seat, connection);
        let seated = Seated::at(offer, &room.table.view(0, now));
        let mut delivery = Delivery::default();
        delivery.add(Arc::clone(connection), seated.frame(seat, token));
        let state = room.state(now);
        room.tell_others(now, &mut delivery, &state, connection);
        self.deliver_when_committed(slot, delivery);
        room.after(false, &self.store.metrics)
    }
}
