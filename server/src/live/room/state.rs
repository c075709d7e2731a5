//! The connections at a table: who holds which seat, who watches, and the messages they are sent.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Instant;

use protocol::{ServerMessage, TableView};
use rules::Seat;

use super::{FollowUp, Room, RoomState};
use crate::game::table::Snapshot;
use crate::live::connection::Connection;
use crate::live::delivery::Delivery;
use crate::live::holders::Holders;
use crate::net::frame::Frame;
use crate::ops::metrics::Metrics;

impl RoomState {
    pub(super) fn seat_of(&self, connection: &Connection<Room>) -> Option<Seat> {
        let mut seats = (0..).map(Seat).zip(&self.holders);
        seats.find(|(_, holders)| holders.has(connection)).map(|(seat, _)| seat)
    }

    /// Detaches `connection` from its seat; returns the seat if no other connection holds it.
    pub(super) fn vacate(&mut self, connection: &Connection<Room>) -> Option<Seat> {
        let seat = self.seat_of(connection)?;
        let holders = &mut self.holders[usize::from(seat.0)];
        holders.remove(connection);
        holders.is_empty().then_some(seat)
    }

    /// Applies the chooser's choice, or both bids: if the players have swapped seats, their holders swap too.
    /// Returns the message to everybody.
    pub(super) fn reseat(&mut self) -> ServerMessage {
        if self.table.has_swapped() {
            self.holders.reverse();
        }
        let players = self.table.players().cloned().collect();
        let (bid, clocks) = (self.table.bid_view().map(Box::new), self.table.clocks().to_vec());
        ServerMessage::Chosen { table: self.table.id(), players, bid, clocks }
    }

    /// Attaches `connection` to a seat, whose player is present from now on; returns the oldest
    /// holder if there are too many.
    pub(super) fn seat(
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

    pub(super) fn state(&self, now: Instant) -> Frame {
        Frame::text(&self.snapshot(now))
    }

    /// Returns the state of the table, with the number of those who watch.
    pub(super) fn snapshot(&self, now: Instant) -> Snapshot<'_> {
        self.table.snapshot(now).watched_by(self.watching())
    }

    fn watching(&self) -> Option<NonZeroU32> {
        u32::try_from(self.watchers.len()).ok().and_then(NonZeroU32::new)
    }

    /// Adds the number of those who watch to the view of a newcomer.
    pub(super) fn counted(&self, mut view: TableView) -> TableView {
        view.state.watching = self.watching().map_or(0, NonZeroU32::get);
        view
    }

    pub(super) fn dismiss(&mut self, connection: &Connection<Room>) {
        let watches = |watcher: &Arc<Connection<Room>>| std::ptr::eq(&**watcher, connection);
        if self.watchers.iter().any(watches) {
            Arc::make_mut(&mut self.watchers).retain(|watcher| !watches(watcher));
        }
    }

    pub(super) fn tell_others(
        &self,
        now: Instant,
        delivery: &mut Delivery<Room>,
        frame: &Frame,
        except: &Connection<Room>,
    ) {
        let others = self.holders.iter().flat_map(Holders::iter);
        let others = others.filter(|other| !std::ptr::eq(&**other, except));
        others.for_each(|holder| delivery.add(holder, frame.clone()));
        self.show(now, delivery, frame);
    }

    /// Adds the state for all spectators, or as much of it as they may see.
    pub(super) fn show(&self, now: Instant, delivery: &mut Delivery<Room>, frame: &Frame) {
        match self.table.is_behind() && !self.watchers.is_empty() {
            true => {
                let shown = self.table.shown_snapshot(now).watched_by(self.watching());
                let shown = Frame::text(&shown);
                delivery.show(&self.watchers, &shown);
            }
            false => delivery.show(&self.watchers, frame),
        }
    }

    /// Returns the follow-up for the hub, given the current table. A finished table drops the
    /// handles that its players' connections keep.
    pub(super) fn after(&mut self, ended: bool, metrics: &Metrics) -> FollowUp {
        if let Some(over) = self.table.over().filter(|_| ended) {
            metrics.game_ended(over.reason);
            let holders = self.holders.iter().flat_map(Holders::iter);
            holders.for_each(|holder| holder.unseat(self.table.id()));
        }
        let deadline = self.table.next_deadline();
        let wake =
            Some(deadline).filter(|&deadline| self.armed.is_none_or(|armed| deadline < armed));
        self.armed = wake.or(self.armed);
        let rematch = self.table.take_rematch();
        let tournament = self.table.tournament().filter(|_| ended);
        FollowUp { ended, tournament, wake, rematch, ..FollowUp::default() }
    }
}
