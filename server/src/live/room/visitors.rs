//! Connections that join a room, watch, send phrases and leave.

use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::limits::MAX_LISTED_MOVES;
use protocol::{Cause, Phrase, PlayerId, Secret, ServerMessage};

use super::{FollowUp, Room, not_yours};
use crate::live::connection::Connection;
use crate::live::delivery::Delivery;
use crate::live::holders::Holders;
use crate::net::frame::Frame;
use crate::records::request_error::RequestError;

impl Room {
    /// Attaches `connection` to the seat that the token opens, or without a token to the player's
    /// own seat. Earlier holders keep it; if there are too many, the oldest becomes a spectator. A
    /// wrong token changes nothing. A seat of a finished game can be taken too: to ask whether the
    /// last move arrived, or for a rematch.
    pub(crate) fn attach(
        self: &Arc<Room>,
        now: Instant,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        token: Option<&Secret>,
        since: u32,
    ) -> Result<FollowUp, RequestError> {
        let slot = self.store.reserve()?;
        let mut room = self.lock();
        let seat = match token {
            Some(token) => room.table.seat_of(token),
            None => room.table.seat_held_by(connection.player.id),
        };
        let seat = seat.ok_or_else(not_yours)?;
        let over = room.table.is_over();
        let comes = over || connection.seat(self.id, self);
        if comes {
            Arc::make_mut(&mut room.watchers).retain(|watcher| !Arc::ptr_eq(watcher, connection));
            let oldest = room.seat(now, seat, connection).filter(|_| !over);
            if let Some(oldest) = oldest {
                oldest.unseat(self.id);
                if oldest.watch(self.id, self).is_ok() {
                    Arc::make_mut(&mut room.watchers).push(oldest);
                }
            }
        }
        let view = room.counted(room.table.view(since, now));
        let answer = Frame::text(&ServerMessage::Table { cid, view });
        let mut delivery = Delivery::answer(connection, cid, answer);
        if comes {
            let state = room.state(now);
            room.tell_others(now, &mut delivery, &state, connection);
        }
        self.deliver_when_committed(slot, delivery);
        Ok(room.after(false, &self.store.metrics))
    }

    /// Makes `connection` a spectator.
    pub(crate) fn watch(
        self: &Arc<Room>,
        now: Instant,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        since: u32,
    ) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        let mut room = self.lock();
        let watches = room.watchers.iter().any(|watcher| Arc::ptr_eq(watcher, connection));
        if !watches && room.seat_of(connection).is_none() {
            connection.watch(self.id, self)?;
            Arc::make_mut(&mut room.watchers).push(Arc::clone(connection));
        }
        let view = match room.seat_of(connection) {
            Some(_) => room.table.view(since, now),
            None => room.table.shown_view(since, now),
        };
        let view = room.counted(view);
        let answer = Frame::text(&ServerMessage::Table { cid, view });
        self.deliver_when_committed(slot, Delivery::answer(connection, cid, answer));
        Ok(())
    }

    /// Stops `connection` from watching.
    pub(crate) fn unwatch(&self, connection: &Connection<Room>) {
        self.lock().dismiss(connection);
    }

    /// Passes a phrase of the player whose seat `connection` holds on to the other players, except
    /// those who are deaf to them, and to spectators, unless those see the game with a delay.
    pub(crate) fn say(
        &self,
        now: Instant,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        phrase: Phrase,
        is_deaf: &dyn Fn(PlayerId) -> bool,
    ) -> Result<(), RequestError> {
        let slot = self.store.reserve()?;
        let mut room = self.lock();
        let seat = room.seat_of(connection).ok_or_else(not_yours)?;
        let before = &mut room.spoke[usize::from(seat.0)];
        let wait = before.map_or(Duration::ZERO, |at| (at + Phrase::EVERY).duration_since(now));
        if !wait.is_zero() {
            return Err(RequestError::from(Cause::PhraseTooSoon).after(wait));
        }
        *before = Some(now);
        let said = Frame::text(&ServerMessage::Said { table: self.id, seat, phrase });
        let mut delivery = Delivery::ok(connection, cid);
        let others = room.holders.iter().flat_map(Holders::iter);
        for other in
            others.filter(|other| !Arc::ptr_eq(other, connection) && !is_deaf(other.player.id))
        {
            delivery.add(other, said.clone());
        }
        if !room.table.is_behind() {
            delivery.show(&room.watchers, &said);
        }
        self.deliver_when_committed(slot, delivery);
        Ok(())
    }

    /// Sends `connection` the moves that are legal now.
    pub(crate) fn list_moves(
        &self,
        connection: &Arc<Connection<Room>>,
        cid: u32,
    ) -> Result<(), RequestError> {
        let (ply, position, variant) = {
            let room = self.lock();
            let game = match room.seat_of(connection) {
                Some(_) => room.table.game(),
                None => room.table.shown(),
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
        self.deliver_when_committed(slot, delivery);
        Ok(())
    }

    /// Detaches a connection that has ended: the seat waits for its player, unless another of their
    /// connections holds it.
    pub(crate) fn leave(&self, now: Instant, connection: &Connection<Room>) -> FollowUp {
        let mut room = self.lock();
        room.dismiss(connection);
        if let Some(seat) = room.vacate(connection) {
            room.table.set_present(now, seat, false);
            // Without a slot nobody is told now; the next state does it.
            if let Ok(slot) = self.store.reserve() {
                self.tell_all(now, &mut room, slot);
            }
        }
        room.after(false, &self.store.metrics)
    }
}
