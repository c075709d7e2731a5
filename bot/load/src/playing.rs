//! A game of a swarm's player: what he has seen of it, and what he is to do.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientMessage, ClockView, TableId, TableState, TableView};
use rules::{Move, Seat};
use tokio::time::Instant;

use crate::desk::Duel;
use bot::Client;

/// A timer rings within the millisecond after its time. A move that goes out
/// within this is on time, and its latency counts from its going; of any other
/// it counts from when it was due.
const TIMER: Duration = Duration::from_millis(2);

/// A game that nobody has begun for so long is of an opponent who never heard
/// of it: his connection was cut in that moment.
const BEGIN_WITHIN: Duration = Duration::from_secs(15);

/// A game under way.
pub(crate) struct Playing {
    pub(crate) table: TableId,
    pub(crate) duel: Arc<Duel>,
    pub(crate) mind: solver::Player,
    pub(crate) account: Seen,
    /// The move to make.
    pub(crate) next: Option<Next>,
    /// The ply of the move that is on its way, and from when it counts.
    pub(crate) sent: Option<(u32, Instant)>,
    pub(crate) present: bool,
    pub(crate) began: Instant,
    pub(crate) again_at: Option<Instant>,
}

/// A move that waits for its time.
pub(crate) struct Next {
    pub(crate) mv: Move,
    pub(crate) due: Instant,
    /// Since when it could have gone, but for its time.
    pub(crate) ready: Instant,
}

/// The account of a game that is not over.
pub(crate) struct Seen {
    pub(crate) seat: Seat,
    pub(crate) view: TableView,
    pub(crate) moves: Vec<Move>,
    pub(crate) acknowledged: Vec<(u32, Move)>,
    pub(crate) clocks: Vec<(u32, ClockView)>,
}

/// What a game has done.
pub(crate) struct Done {
    /// How late a move went out, and its ply.
    pub(crate) moved: Option<(Duration, u32)>,
    /// When to look again.
    pub(crate) next: Option<Instant>,
}

impl Playing {
    /// Takes over a state; whether it tells a move that is new.
    pub(crate) fn learn(&mut self, state: &TableState, live: bool) -> bool {
        let Seen { seat, moves, clocks, .. } = &mut self.account;
        self.present =
            state.present.iter().enumerate().all(|(at, &here)| here || at == usize::from(seat.0));
        let news = state.ply as usize == moves.len() + 1;
        if news {
            moves.extend(state.last_move.clone());
        }
        // In the middle of a turn a clock shows what is left of it by then.
        let at_a_turns_begin = live && (news || state.ply == 0);
        if let Some(clock) = state.clock.clone().filter(|_| at_a_turns_begin) {
            clocks.push((state.ply, clock));
        }
        news
    }

    /// Whether it is this player's turn, with nothing on its way.
    pub(crate) fn is_to_move(&self, state: &TableState) -> bool {
        let known = self.account.moves.len() == state.ply as usize;
        let idle = self.sent.is_none_or(|(ply, _)| ply != state.ply) && self.next.is_none();
        known && idle && state.to_move == Some(self.account.seat)
    }

    /// Makes the move that is due, and says when there is more to do.
    pub(crate) fn act(&mut self, now: Instant, client: &mut Client) -> Done {
        let table = self.table;
        if self.again_at.take_if(|at| *at <= now).is_some() {
            client.refresh(table, self.account.moves.len() as u32);
        }
        let ply = self.account.moves.len() as u32;
        let mut moved = None;
        if let Some(Next { mv, due, ready }) = self.next.take_if(|next| next.due <= now) {
            let since = if now - due <= TIMER { now } else { due };
            self.sent = Some((ply, since));
            // As many requests wait as there are games: there is room.
            let _ = client.make_move(table, ply, mv);
            moved = Some((now - due.max(ready), ply));
        }
        let mut abandoned = None;
        if ply < 2 && !self.present {
            let at = self.began + BEGIN_WITHIN;
            if at <= now {
                self.began = now;
                let _ = client.request(ClientMessage::Abort { table });
            }
            abandoned = Some(self.began + BEGIN_WITHIN);
        }
        let due = self.next.as_ref().map(|next| next.due);
        let next = [due, self.again_at, abandoned].into_iter().flatten().min();
        Done { moved, next }
    }
}

impl Seen {
    /// Whether the move that led to this ply is of this player.
    pub(crate) fn has_moved(&self, ply: u32) -> bool {
        let seats = self.view.players.len().max(1) as u32;
        ply.wrapping_sub(1) % seats == u32::from(self.seat.0)
    }
}

impl std::fmt::Debug for Playing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Playing").field("table", &self.table).finish_non_exhaustive()
    }
}
