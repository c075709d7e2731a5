//! The simulated disk: commits that take time or fail, crashes, and what starts from it.

use std::time::Duration;

use protocol::limits::RECONNECT_GRACE;
use protocol::{Over, TableState};
use rand::RngExt;
use rules::{Move, Seat};

use super::wire::WireMessage;
use super::{Fault, Session};
use crate::game::table::Table;
use crate::records::game::Fact;

/// An event that has been decided but is not on disk yet.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) fact: Option<(Fact, Option<Over>)>,
    /// A move that is acknowledged with it.
    pub(super) answers: Option<(u32, Move)>,
    pub(super) messages: Vec<WireMessage>,
}

impl Session {
    /// Queues what has happened at the table: it waits for the disk, together with the messages
    /// about it.
    pub(super) fn decided(&mut self, answers: Option<(u32, Move)>) {
        let fact = self.table.take_news().map(|fact| (fact, self.table.over().cloned()));
        let state = self.table.state(self.now);
        let messages = (0..self.peers.len() as u8).map(Seat);
        let messages =
            messages.map(|seat| WireMessage::ToPlayer { seat, state: Box::new(state.clone()) });
        let early = answers.clone().filter(|_| self.fault == Some(Fault::EarlyAnswer));
        self.acknowledged.extend(early);
        self.pending.push(Pending { fact, answers, messages: messages.collect() });
        // Occasionally the disk is very slow.
        let most = if self.chance.random_bool(0.01) { 10_000_000 } else { 20_000 };
        let soon = self.now + Duration::from_micros(self.chance.random_range(100..most));
        self.commits_at.get_or_insert(soon);
    }

    /// Commits what waits. A failed commit is the last one: nobody is told of it, whether or not it
    /// is on disk.
    pub(super) fn commit(&mut self) {
        self.commits_at = None;
        if self.chance.random_bool(0.002) {
            self.counts.failed += 1;
            return self.crash();
        }
        let mut pending = std::mem::take(&mut self.pending);
        if self.fault == Some(Fault::TornCommit) {
            let half = pending.len().div_ceil(2);
            pending.iter_mut().skip(half).for_each(|torn| torn.fact = None);
        }
        for Pending { fact, answers, messages } in pending {
            self.write(fact);
            self.acknowledged.extend(answers);
            messages.into_iter().for_each(|message| self.send(message));
        }
        self.keeps_its_promises();
    }

    /// Writes a fact to the disk.
    pub(super) fn write(&mut self, fact: Option<(Fact, Option<Over>)>) {
        let Some((fact, over)) = fact else { return };
        assert_eq!(self.disk.over, None, "a fact after the end");
        if over.is_some() {
            self.second = self.table.second_game();
        }
        if let Fact::TakenBack { ply } = fact {
            assert!(!self.table.is_rated(), "a move of a rated game is taken back");
            self.acknowledged.retain(|&known, _| known < ply);
        }
        self.disk.facts.push(fact);
        self.disk.over = over;
    }

    /// Crashes the server: memory and messages in transit are lost; what was being committed is on
    /// disk completely or not at all. The server is back after some time.
    pub(super) fn crash(&mut self) {
        self.counts.crashes += 1;
        let before = self.settled_state();
        let pending = std::mem::take(&mut self.pending);
        let facts: Vec<_> = pending.into_iter().filter_map(|one| one.fact).collect();
        if self.chance.random_bool(0.3) {
            self.counts.unheard += facts.len() as u64;
            facts.into_iter().for_each(|fact| self.write(Some(fact)));
        } else {
            self.counts.lost += facts.len() as u64;
        }
        if self.fault == Some(Fault::LostPage) {
            self.disk.facts.pop();
            self.disk.over = None;
        }
        self.now += Duration::from_millis(self.chance.random_range(1..3_600_000));
        drop(self.restart(before, Duration::ZERO));
    }

    /// The table as it is now, if everything about it is on disk.
    pub(super) fn settled_state(&self) -> Option<TableState> {
        self.pending.is_empty().then(|| self.table.state(self.now))
    }

    /// A server starts from the records, after nobody has served for so long; returns the table of
    /// the one before. Players come back some time, and no clock has run.
    pub(super) fn restart(&mut self, before: Option<TableState>, away: Duration) -> Table {
        self.commits_at = None;
        self.wire.clear();
        let restored = self.restored(away);
        let old = std::mem::replace(&mut self.table, restored);
        if self.swapped != self.table.has_swapped() {
            self.swap();
        }
        self.keeps_its_promises();
        let (before, after) =
            (before.and_then(|state| state.clock), self.table.state(self.now).clock);
        if let (Some(before), Some(after)) = (&before, &after) {
            let paid = before.left_ms.iter().zip(&after.left_ms).any(|(b, a)| a < b);
            assert!(!paid, "somebody has paid for the server's absence: {before:?} {after:?}");
            assert!(!after.running, "a clock runs before anybody is back");
        }
        for peer in &mut self.peers {
            peer.present = false;
            let within = RECONNECT_GRACE.as_millis() as u64 * 2;
            peer.acts_at = self.now + Duration::from_millis(self.chance.random_range(0..within));
        }
        old
    }

    fn restored(&self, away: Duration) -> Table {
        let charged = self.fault == Some(Fault::ChargedPause) && !away.is_zero();
        let since = if charged { self.now - away } else { self.now };
        let mut table = Table::restore(self.disk.clone(), since).expect("it was a game");
        for seat in (0..self.peers.len() as u8).filter(|_| charged) {
            table.set_present(since, Seat(seat), true);
        }
        table
    }
}
