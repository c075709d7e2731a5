//! What must hold at every event, and at the end of a game.

use protocol::limits::FINISHED_TABLE_LIFETIME;
use protocol::{EndReason, ExcludedAction, Over};
use rules::{Ending, Move, Seat};

use super::Session;
use crate::game::table::{DeadlineEffect, Table};
use crate::records::game::Fact;

impl Session {
    /// Asserts that each acknowledged move is on disk, once, at its place, and that the disk agrees
    /// with memory.
    pub(super) fn keeps_its_promises(&self) {
        let mut moves: Vec<Move> = Vec::new();
        for fact in &self.disk.facts {
            match fact {
                Fact::Moved { mv, .. } => moves.push(mv.clone()),
                Fact::TakenBack { ply } => {
                    assert!(
                        !self.table.excluded().contains(&ExcludedAction::Takeback),
                        "not agreed"
                    );
                    moves.truncate(*ply as usize);
                }
                Fact::Chose { .. } | Fact::Bid { .. } | Fact::Ended(_) => {}
            }
        }
        let (ply, delay) = (self.table.game().ply(), u32::from(self.table.delay()));
        let seen = if self.table.is_over() { ply } else { ply.saturating_sub(delay) };
        assert_eq!(self.table.shown().ply(), seen, "spectators see another ply");
        for (&ply, mv) in &self.acknowledged {
            assert_eq!(moves.get(ply as usize), Some(mv), "an acknowledged move is not there");
        }
        if self.pending.is_empty() {
            assert_eq!(moves, self.table.game().moves());
            assert_eq!(self.disk.over.as_ref(), self.table.over());
        }
    }

    /// Asserts that the result follows from the rules, that a record of it gives the same game, and
    /// that the table disappears in time.
    pub(super) fn end(&mut self) {
        self.keeps_its_promises();
        let game = self.table.game();
        let over = self.table.over().expect("it is over").clone();
        let stuck = game.setup().variant().rules().moves(game.position()).next().is_none();
        assert_eq!(over.reason == EndReason::Played, stuck, "{over:?}");
        if stuck && game.seats() == 2 {
            // In normal play the last mover wins; in misère play the other does.
            let last = (game.ply() + 1) % 2;
            let misere = game.setup().ending() == Ending::Misere;
            assert_eq!(over.winners, [Seat((last ^ u32::from(misere)) as u8)]);
        }
        *self.counts.ends.entry(format!("{:?}", over.reason)).or_default() += 1;
        let again = Table::restore(self.disk.clone(), self.now).expect("a game");
        assert_eq!(again.game(), self.table.game());
        self.counts_once(&over, &again);
        let last = self.table.next_deadline();
        assert!(last <= self.now + FINISHED_TABLE_LIFETIME, "it stays too long");
        assert_eq!(self.table.on_deadline(last), DeadlineEffect::Remove);
    }

    /// Asserts that a pair continues exactly when its first game has a winner, with the seats
    /// swapped; that it counts for the ladder exactly when both games have one; and that a
    /// restarted server agrees.
    fn counts_once(&mut self, over: &Over, again: &Table) {
        let pair = self.disk.opening.terms.pair.clone();
        let won = !over.winners.is_empty();
        let is_first = pair.as_ref().is_some_and(|pair| pair.first.is_none());
        assert_eq!(self.second.is_some(), is_first && won);
        assert_eq!(again.second_game(), self.second, "a restart makes another second game");
        if let (Some((id, opening)), Some(pair)) = (&self.second, &pair) {
            let [one, two] = &self.disk.opening.players[..] else { panic!("a pair is for two") };
            assert_eq!(opening.players, [two.clone(), one.clone()]);
            assert_eq!((*id, &opening.game), (pair.other, &self.disk.opening.game));
            self.counts.seconds += 1;
        }
        let rated = self.table.rated_result();
        assert_eq!(again.rated_result(), rated, "a restart rates it otherwise");
        let counts = self.table.is_rated() && won && !is_first;
        assert_eq!(rated.map(|rated| rated.games.len()), counts.then_some(2));
        self.counts.rated += u64::from(counts);
    }
}
