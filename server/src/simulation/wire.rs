//! Messages in transit, which are lost, doubled and late.

use std::time::Duration;

use protocol::TableState;
use rand::RngExt;
use rules::Seat;

use super::{Fault, Session, socket};
use crate::game::table::{Command, TableChange};

/// A message in transit.
#[derive(Clone, Debug)]
pub(super) enum WireMessage {
    ToServer { seat: Seat, command: Command },
    ToPlayer { seat: Seat, state: Box<TableState> },
}

impl Session {
    /// Sends a message, which may be lost, duplicated or delayed.
    pub(super) fn send(&mut self, message: WireMessage) {
        if self.chance.random_bool(0.1) {
            return;
        }
        for _ in 0..1 + usize::from(self.chance.random_bool(0.1)) {
            let late = Duration::from_micros(self.chance.random_range(100..2_000_000));
            self.wire.push((self.now + late, message.clone()));
        }
    }

    /// Sends a message through the real frames; `None` if they broke off or were rubbish.
    fn in_frames(&mut self, message: WireMessage) -> Option<WireMessage> {
        let broken = self.chance.random_bool(0.1);
        self.counts.framed += 1;
        self.counts.broken += u64::from(broken);
        match message {
            WireMessage::ToPlayer { seat, state } => {
                let mut bytes = socket::state_bytes(&state);
                if broken {
                    bytes.truncate(self.chance.random_range(0..bytes.len()));
                }
                let seen = socket::seen(&mut self.chance, &bytes)?;
                assert_eq!(seen, *state, "another state is seen than was told");
                Some(WireMessage::ToPlayer { seat, state })
            }
            WireMessage::ToServer { seat, command } => {
                let mut bytes = socket::asked(&mut self.chance, self.disk.table, &command);
                if broken {
                    bytes = socket::spoilt(&mut self.chance, bytes);
                }
                let heard = socket::heard(&mut self.chance, &bytes)?;
                assert_eq!(heard, command, "another command is heard than was said");
                Some(WireMessage::ToServer { seat, command })
            }
        }
    }

    pub(super) fn arrives(&mut self, message: WireMessage) {
        // Not all of them: it costs more than everything else here.
        let framed = self.chance.random_bool(0.2);
        let message = if framed { self.in_frames(message) } else { Some(message) };
        let Some(message) = message else { return };
        match message {
            WireMessage::ToPlayer { seat, state } => {
                let peer = &mut self.peers[usize::from(seat.0)];
                if peer.asked.as_ref().is_some_and(|(ply, _)| state.ply > *ply) {
                    peer.asked = None;
                }
                peer.seen = peer.present.then_some(*state).or(peer.seen.take());
            }
            WireMessage::ToServer { seat: from, command } => {
                let before = self.table.game().clone();
                let to_move = self.table.state(self.now).to_move;
                let seat = match to_move {
                    Some(seat) if self.fault == Some(Fault::DoubleSeat) => seat,
                    _ => from,
                };
                let was_over = self.table.is_over();
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
                        if self.swapped != self.table.has_swapped() {
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
        for message in pending.chain(self.wire.iter_mut().map(|(_, message)| message)) {
            let (WireMessage::ToServer { seat, .. } | WireMessage::ToPlayer { seat, .. }) = message;
            *seat = Seat(1 - seat.0);
        }
    }
}
