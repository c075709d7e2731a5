//! A table and the people around it. Whatever happens at a table happens under
//! its own lock, in the task of whoever asks; so events have one order, and a
//! player is answered without another task being woken.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use protocol::limits::MAX_LISTED_MOVES;
use protocol::{ErrorCode, Secret, ServerMessage, TableId};
use rules::Seat;

use crate::frame::Frame;
use crate::member::Member;
use crate::refused::Refused;
use crate::table::{Change, Command, Due, Table};

/// A table with the connections that hold its seats or watch it.
///
/// Lock order: a room's lock may be held while a member's or an outlet's is
/// taken, never the other way round, and never together with the hall's.
#[derive(Debug)]
pub(crate) struct Room {
    id: TableId,
    around: Mutex<Around>,
}

#[derive(Debug)]
struct Around {
    table: Table,
    /// Who holds each seat now: the newest connection with the seat's secret.
    /// Weak, so that a finished game keeps no connection open.
    holders: Vec<Weak<Member>>,
    watchers: Vec<Arc<Member>>,
    /// When this room has asked to be woken.
    armed: Option<Instant>,
}

/// What the hall has to do after something happened in a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub(crate) struct After {
    /// The game has just ended.
    pub(crate) ended: bool,
    /// The room wants to be woken then.
    pub(crate) wake: Option<Instant>,
    /// The table can be cleared away.
    pub(crate) remove: bool,
}

impl Room {
    /// A room in which nobody sits yet.
    pub(crate) fn new(table: Table) -> Room {
        let holders = (0..table.game().seats()).map(|_| Weak::new()).collect();
        let around = Around { table, holders, watchers: Vec::new(), armed: None };
        Room { id: around.table.id(), around: Mutex::new(around) }
    }

    pub(crate) fn id(&self) -> TableId {
        self.id
    }

    /// Seats the players of a new match and tells each of them his secret.
    pub(crate) fn open(
        self: &Arc<Room>,
        now: Instant,
        offer: uuid::Uuid,
        members: Vec<Option<Arc<Member>>>,
    ) -> After {
        let mut around = self.lock();
        let over = around.table.is_over();
        for (seat, member) in (0..).map(Seat).zip(members) {
            let Some(member) = member.filter(|member| over || member.sit(self)) else { continue };
            around.table.set_present(now, seat, true);
            around.holders[usize::from(seat.0)] = Arc::downgrade(&member);
        }
        for (seat, holder) in (0..).map(Seat).zip(&around.holders) {
            let token = around.table.token(seat);
            let (Some(member), Some(token)) = (holder.upgrade(), token) else { continue };
            let view = around.table.view(0);
            member.tell(&ServerMessage::Seated { offer, seat, token, view });
        }
        around.after(over)
    }

    /// Carries out a command of the player whose seat `member` holds, answers
    /// him, and tells everybody the new state.
    pub(crate) fn command(
        &self,
        now: Instant,
        member: &Member,
        cid: u32,
        command: Command,
    ) -> Result<After, Refused> {
        let mut around = self.lock();
        let seat = around.seat_of(member).ok_or_else(not_yours)?;
        let was_over = around.table.is_over();
        let change = around.table.handle(now, seat, command)?;
        let state = Frame::text(&ServerMessage::State(around.table.state()));
        member.outlet.send(&Frame::text(&ServerMessage::Ok { cid }).then(&state));
        if change == Change::Changed {
            around.tell_others(&state, member);
        }
        let ended = !was_over && around.table.is_over();
        Ok(around.after(ended))
    }

    /// Gives the seat of this secret to `member`; who held it before looks on
    /// from now. A wrong secret changes nothing.
    pub(crate) fn attach(
        self: &Arc<Room>,
        now: Instant,
        member: &Arc<Member>,
        cid: u32,
        token: &Secret,
        since: u32,
    ) -> Result<After, Refused> {
        let mut around = self.lock();
        let seat = around.table.seat_of(token).ok_or_else(not_yours)?;
        if !around.table.is_over() && member.sit(self) {
            around.watchers.retain(|watcher| !Arc::ptr_eq(watcher, member));
            let holder = &mut around.holders[usize::from(seat.0)];
            let before = std::mem::replace(holder, Arc::downgrade(member)).upgrade();
            if let Some(before) = before.filter(|before| !Arc::ptr_eq(before, member)) {
                before.rise(self.id);
                if before.look_on(self).is_ok() {
                    around.watchers.push(before);
                }
            }
            around.table.set_present(now, seat, true);
            let state = Frame::text(&ServerMessage::State(around.table.state()));
            around.tell_others(&state, member);
        }
        member.tell(&ServerMessage::Table { cid, view: around.table.view(since) });
        Ok(around.after(false))
    }

    /// Lets `member` look on.
    pub(crate) fn watch(
        self: &Arc<Room>,
        member: &Arc<Member>,
        cid: u32,
        since: u32,
    ) -> Result<(), Refused> {
        let mut around = self.lock();
        let watches = around.watchers.iter().any(|watcher| Arc::ptr_eq(watcher, member));
        if !watches && around.seat_of(member).is_none() {
            member.look_on(self)?;
            around.watchers.push(Arc::clone(member));
        }
        member.tell(&ServerMessage::Table { cid, view: around.table.view(since) });
        Ok(())
    }

    /// Lets `member` look away.
    pub(crate) fn unwatch(&self, member: &Member) {
        self.lock().watchers.retain(|watcher| !std::ptr::eq(&**watcher, member));
    }

    /// Tells `member` which moves are legal now.
    pub(crate) fn list_moves(&self, member: &Member, cid: u32) {
        let (ply, position, variant) = {
            let around = self.lock();
            let game = around.table.game();
            (game.ply(), game.position().clone(), game.setup().variant().clone())
        };
        let mut moves: Vec<_> =
            variant.rules().moves(&position).take(MAX_LISTED_MOVES + 1).collect();
        let listed = moves.len() <= MAX_LISTED_MOVES;
        moves.truncate(MAX_LISTED_MOVES);
        let count = listed.then_some(moves.len() as u64);
        let moves = listed.then_some(moves);
        member.tell(&ServerMessage::Moves { cid, table: self.id, ply, count, moves });
    }

    /// The connection of `member` has ended; his seat waits for him.
    pub(crate) fn leave(&self, now: Instant, member: &Member) -> After {
        let mut around = self.lock();
        around.watchers.retain(|watcher| !std::ptr::eq(&**watcher, member));
        if let Some(seat) = around.seat_of(member) {
            around.holders[usize::from(seat.0)] = Weak::new();
            around.table.set_present(now, seat, false);
            let state = Frame::text(&ServerMessage::State(around.table.state()));
            around.tell_others(&state, member);
        }
        around.after(false)
    }

    /// Does what is due at `now`.
    pub(crate) fn ring(&self, now: Instant) -> After {
        let mut around = self.lock();
        around.armed = None;
        let due = around.table.ring(now);
        if due == Due::Changed {
            let state = Frame::text(&ServerMessage::State(around.table.state()));
            around.tell_all(&state);
        }
        if due == Due::Remove {
            for watcher in around.watchers.drain(..) {
                watcher.look_away(self.id);
            }
            return After { remove: true, ..After::default() };
        }
        around.after(due == Due::Changed)
    }

    fn lock(&self) -> MutexGuard<'_, Around> {
        self.around.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Around {
    fn seat_of(&self, member: &Member) -> Option<Seat> {
        let mut holders = (0..).map(Seat).zip(&self.holders);
        holders.find(|(_, holder)| std::ptr::eq(holder.as_ptr(), member)).map(|(seat, _)| seat)
    }

    fn tell_all(&self, frame: &Frame) {
        self.holders.iter().filter_map(Weak::upgrade).for_each(|holder| holder.outlet.send(frame));
        self.watchers.iter().for_each(|watcher| watcher.outlet.send(frame));
    }

    fn tell_others(&self, frame: &Frame, except: &Member) {
        let others = self.holders.iter().filter(|h| !std::ptr::eq(h.as_ptr(), except));
        others.filter_map(Weak::upgrade).for_each(|holder| holder.outlet.send(frame));
        let others = self.watchers.iter().filter(|w| !std::ptr::eq(&***w, except));
        others.for_each(|watcher| watcher.outlet.send(frame));
    }

    /// What follows from the table as it is now. A finished table lets go of
    /// the handles that its players keep.
    fn after(&mut self, ended: bool) -> After {
        if ended {
            let holders = self.holders.iter().filter_map(Weak::upgrade);
            holders.for_each(|holder| holder.rise(self.table.id()));
        }
        let alarm = self.table.alarm();
        let wake = alarm.filter(|&alarm| self.armed.is_none_or(|armed| alarm < armed));
        self.armed = wake.or(self.armed);
        After { ended, wake, remove: false }
    }
}

fn not_yours() -> Refused {
    Refused::new(ErrorCode::Forbidden, "that seat is not yours")
}
