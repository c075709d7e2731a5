//! A running game: its player's view of it and their next action.

use std::sync::Arc;
use std::time::Duration;

use bot::Client;
use protocol::{ClientMessage, ClockView, TableId, TableState, TableView};
use rules::{Move, Seat};
use tokio::time::Instant;

use crate::coordinator::LoadGame;

/// A timer fires up to a millisecond late. A move sent within this tolerance is on time, and its
/// latency counts from its sending; otherwise from when it was due.
const TIMER: Duration = Duration::from_millis(2);

/// If a game has not begun after this long, the opponent never learned of it, because their
/// connection was cut at that moment.
const BEGIN_TIMEOUT: Duration = Duration::from_secs(15);

/// A running game.
pub(crate) struct OngoingGame {
    pub(crate) table: TableId,
    pub(crate) shared: Arc<LoadGame>,
    pub(crate) strategy: solver::LevelPlayer,
    pub(crate) notes: Notes,
    /// The move to make.
    pub(crate) next: Option<NextMove>,
    /// The ply of the move that was sent, and from when its latency counts.
    pub(crate) sent: Option<(u32, Instant)>,
    pub(crate) present: bool,
    pub(crate) began: Instant,
    pub(crate) again_at: Option<Instant>,
}

/// A move that waits until it is due.
pub(crate) struct NextMove {
    pub(crate) mv: Move,
    pub(crate) due: Instant,
    /// Since when it could have been sent if it were due.
    pub(crate) ready: Instant,
}

/// A player's view of a game that is not over.
pub(crate) struct Notes {
    pub(crate) seat: Seat,
    pub(crate) view: TableView,
    pub(crate) moves: Vec<Move>,
    pub(crate) acknowledged: Vec<(u32, Move)>,
    pub(crate) clocks: Vec<(u32, ClockView)>,
}

/// The result of [`OngoingGame::act`].
pub(crate) struct Acted {
    /// How late a move was sent, and its ply.
    pub(crate) moved: Option<(Duration, u32)>,
    /// When to look again.
    pub(crate) next: Option<Instant>,
}

impl OngoingGame {
    /// Takes in a state; returns whether it contains a new move.
    pub(crate) fn learn(&mut self, state: &TableState, live: bool) -> bool {
        let Notes { seat, moves, clocks, .. } = &mut self.notes;
        self.present =
            state.present.iter().enumerate().all(|(at, &here)| here || at == usize::from(seat.0));
        let news = state.ply as usize == moves.len() + 1;
        if news {
            moves.extend(state.last_move.clone());
        }
        // In the middle of a turn the clock shows the time left at that point.
        let at_a_turns_begin = live && (news || state.ply == 0);
        if let Some(clock) = state.clock.clone().filter(|_| at_a_turns_begin) {
            clocks.push((state.ply, clock));
        }
        news
    }

    /// Whether it is this player's turn and no move is in flight.
    pub(crate) fn is_to_move(&self, state: &TableState) -> bool {
        let known = self.notes.moves.len() == state.ply as usize;
        let idle = self.sent.is_none_or(|(ply, _)| ply != state.ply) && self.next.is_none();
        known && idle && state.to_move == Some(self.notes.seat)
    }

    /// Makes the move that is due, and returns when to look again.
    pub(crate) fn act(&mut self, now: Instant, client: &mut Client) -> Acted {
        let table = self.table;
        if self.again_at.take_if(|at| *at <= now).is_some() {
            client.refresh(table, self.notes.moves.len() as u32);
        }
        let ply = self.notes.moves.len() as u32;
        let mut moved = None;
        if let Some(NextMove { mv, due, ready }) = self.next.take_if(|next| next.due <= now) {
            let since = if now - due <= TIMER { now } else { due };
            self.sent = Some((ply, since));
            // At most one request per game is waiting, so there is room.
            let _ = client.make_move(table, ply, mv);
            moved = Some((now - due.max(ready), ply));
        }
        let mut abandoned = None;
        if ply < 2 && !self.present {
            let at = self.began + BEGIN_TIMEOUT;
            if at <= now {
                self.began = now;
                let _ = client.request(ClientMessage::Abort { table });
            }
            abandoned = Some(self.began + BEGIN_TIMEOUT);
        }
        let due = self.next.as_ref().map(|next| next.due);
        let next = [due, self.again_at, abandoned].into_iter().flatten().min();
        Acted { moved, next }
    }
}

impl Notes {
    /// Whether this player made the move that led to this ply.
    pub(crate) fn has_moved(&self, ply: u32) -> bool {
        let seats = self.view.players.len().max(1) as u32;
        ply.wrapping_sub(1) % seats == u32::from(self.seat.0)
    }
}

impl std::fmt::Debug for OngoingGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OngoingGame").field("table", &self.table).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
