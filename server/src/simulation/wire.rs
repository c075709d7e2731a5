//! Messages in transit, which are lost, doubled and late.

use std::time::Duration;

use protocol::TableState;
use rand::RngExt;
use rules::Seat;

use super::{Fault, Session, socket};
use crate::game::table::{Command, TableChange};

/// A message in transit.
#[derive(Clone, Debug)]
pub(super) enum Letter {
    ToServer { seat: Seat, command: Command },
    ToPlayer { seat: Seat, state: Box<TableState> },
}

impl Session {
    /// Sends a message, which may be lost, duplicated or delayed.
    pub(super) fn send(&mut self, letter: Letter) {
        if self.chance.random_bool(0.1) {
            return;
        }
        for _ in 0..1 + usize::from(self.chance.random_bool(0.1)) {
            let late = Duration::from_micros(self.chance.random_range(100..2_000_000));
            self.wire.push((self.now + late, letter.clone()));
        }
    }

    /// Sends a message through the real frames; `None` if they broke off or were rubbish.
    fn in_frames(&mut self, letter: Letter) -> Option<Letter> {
        let broken = self.chance.random_bool(0.1);
        self.counts.framed += 1;
        self.counts.broken += u64::from(broken);
        match letter {
            Letter::ToPlayer { seat, state } => {
                let mut bytes = socket::state_bytes(&state);
                if broken {
                    bytes.truncate(self.chance.random_range(0..bytes.len()));
                }
                let seen = socket::seen(&mut self.chance, &bytes)?;
                assert_eq!(seen, *state, "another state is seen than was told");
                Some(Letter::ToPlayer { seat, state })
            }
            Letter::ToServer { seat, command } => {
                let mut bytes = socket::asked(&mut self.chance, self.disk.table, &command);
                if broken {
                    bytes = socket::spoilt(&mut self.chance, bytes);
                }
                let heard = socket::heard(&mut self.chance, &bytes)?;
                assert_eq!(heard, command, "another command is heard than was said");
                Some(Letter::ToServer { seat, command })
            }
        }
    }

    pub(super) fn arrives(&mut self, letter: Letter) {
        // Not all of them: it costs more than everything else here.
        let framed = self.chance.random_bool(0.2);
        let letter = if framed { self.in_frames(letter) } else { Some(letter) };
        let Some(letter) = letter else { return };
        match letter {
            Letter::ToPlayer { seat, state } => {
                let peer = &mut self.peers[usize::from(seat.0)];
                if peer.asked.as_ref().is_some_and(|(ply, _)| state.ply > *ply) {
                    peer.asked = None;
                }
                peer.seen = peer.present.then_some(*state).or(peer.seen.take());
            }
            Letter::ToServer { seat: from, command } => {
                let before = self.table.game().clone();
                let to_move = self.table.state(self.now).to_move;
                let seat = match to_move {
                    Some(seat) if self.fault == Some(Fault::DoubleSeat) => seat,
                    _ => from,
                };
                let was_over = self.table.is_over();
                let swaps = command == Command::Choose { begin: true };
                let mv = match &command {
                    Command::Move { ply, mv } => Some((*ply, mv.clone())),
                    _ => None,
                };
                match self.table.handle(self.now, seat, command) {
                    Ok(change) => {
                        let repeated = change == TableChange::Repeated;
                        assert!(!repeated || *self.table.game() == before, "a move counts twice");
                        assert!(!was_over || mv.is_none() || repeated, "a move after the end");
                        let in_turn = mv.is_none() || repeated || to_move == Some(from);
                        assert!(in_turn, "somebody has moved for another");
                        self.counts.repeated += u64::from(repeated);
                        if swaps && !repeated {
                            self.swap();
                        }
                        self.counts.moves += u64::from(mv.is_some() && !repeated);
                        self.decided(mv);
                    }
                    Err(_) => assert_eq!(*self.table.game(), before, "a refusal changes nothing"),
                }
            }
        }
    }

    /// Swaps the players, because they have swapped seats or the swap was lost in a crash. Messages
    /// in transit keep their sender or recipient.
    pub(super) fn swap(&mut self) {
        self.swapped = !self.swapped;
        self.peers.reverse();
        let pending = self.pending.iter_mut().flat_map(|pending| &mut pending.messages);
        for letter in pending.chain(self.wire.iter_mut().map(|(_, letter)| letter)) {
            let (Letter::ToServer { seat, .. } | Letter::ToPlayer { seat, .. }) = letter;
            *seat = Seat(1 - seat.0);
        }
    }
}
