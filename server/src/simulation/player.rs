//! A simulated player: comes, goes, and asks for things, sensible or not.

use std::time::{Duration, Instant};

use protocol::{Bid, TableState};
use rand::RngExt;
use rules::{Move, Seat};

use super::Session;
use super::wire::WireMessage;
use crate::game::table::Command;

#[derive(Debug)]
pub(super) struct SimulatedPlayer {
    pub(super) present: bool,
    /// Whether they come back; some never do.
    pub(super) loyal: bool,
    pub(super) acts_at: Instant,
    pub(super) seen: Option<TableState>,
    /// A move that was sent and is not known to have arrived: it is sent again unchanged.
    pub(super) asked: Option<(u32, Move)>,
}

impl Session {
    /// Lets a player act, leave or come back.
    pub(super) fn acts(&mut self, seat: usize) {
        let thinks = self.chance.random_range(50..20_000);
        self.peers[seat].acts_at = self.now + Duration::from_millis(thinks);
        let (now, place) = (self.now, Seat(seat as u8));
        if !self.peers[seat].present {
            if !self.peers[seat].loyal {
                self.peers[seat].acts_at = now + Duration::from_secs(3_600);
                return;
            }
            self.peers[seat].present = true;
            self.table.set_present(now, place, true);
            // A player who comes back sees the current table, once it is on disk.
            return self.decided(None);
        }
        if self.chance.random_bool(0.03) {
            self.peers[seat].present = false;
            self.table.set_present(now, place, false);
            if self.chance.random_bool(0.1) {
                self.peers[seat].loyal = false;
            }
            return self.decided(None);
        }
        if let Some(command) = self.wants(seat) {
            self.send(WireMessage::ToServer { seat: place, command });
        }
    }

    fn wants(&mut self, seat: usize) -> Option<Command> {
        let peer = &self.peers[seat];
        if let Some((ply, mv)) = peer.asked.clone() {
            return Some(Command::Move { ply, mv });
        }
        let seen = peer.seen.clone()?;
        let ply = self.chance.random_range(0..=seen.ply);
        match self.chance.random_range(0..100) {
            0 => return Some(Command::Resign),
            1 => return Some(Command::Abort),
            2..7 => return Some(Command::Claim),
            7..10 => {
                let want = self.chance.random_bool(0.7);
                let ply = seen.takeback.map_or(ply, |asked| asked.ply);
                return Some(Command::Takeback { ply, want });
            }
            // A move out of turn, at any ply.
            10 => return Some(Command::Move { ply, mv: Move::List(vec![0, 1].into()) }),
            _ => {}
        }
        if seen.choosing == Some(Seat(seat as u8)) {
            return Some(Command::Choose { begin: self.chance.random_bool(0.5) });
        }
        if seen.bidding.get(seat) == Some(&false) {
            let (begin, ms) = (self.chance.random_bool(0.5), self.chance.random_range(0..2_000));
            return Some(Command::Bid(Bid { begin, ms }));
        }
        if seen.to_move != Some(Seat(seat as u8)) {
            return None;
        }
        let rules = self.table.game().setup().variant().rules();
        let chance = &mut self.chance;
        let position = rules.admit(seen.position.clone()).expect("a position that was told");
        let mv = rules.draw(&position, &mut |n| chance.random_range(0..n))?;
        self.peers[seat].asked = Some((seen.ply, mv.clone()));
        Some(Command::Move { ply: seen.ply, mv })
    }
}
