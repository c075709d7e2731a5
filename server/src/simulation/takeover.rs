//! Another server takes over: it loads the records by a clock of its own, while the old one is paused.
//! When that wakes up, it goes on as if nothing had happened, until its commit is refused.

use std::time::{Duration, Instant};

use rand::RngExt;

use super::disk::Pending;
use super::wire::WireMessage;
use super::{Fault, Session};
use crate::game::table::{DeadlineEffect, Table};

/// A server that does not know yet that another has taken its place.
#[derive(Debug)]
pub(super) struct Zombie {
    table: Table,
    /// Its time.
    now: Instant,
    /// What it has decided and is not on disk.
    pending: Vec<Pending>,
    /// What reaches it after its pause.
    letters: Vec<WireMessage>,
    /// When it wakes up, in the time of the one that has taken over.
    pub(super) wakes_at: Instant,
}

impl Session {
    /// Another server takes over. A commit under way was made before, or never will be.
    pub(super) fn take_over(&mut self) {
        self.counts.takeovers += 1;
        let before = self.settled_state();
        let mut pending = std::mem::take(&mut self.pending);
        if self.chance.random_bool(0.3) {
            for Pending { fact, answers, .. } in pending.drain(..) {
                self.counts.unheard += u64::from(fact.is_some());
                self.write(fact);
                self.acknowledged.extend(answers);
            }
        }
        let mut letters = std::mem::take(&mut self.wire);
        letters.retain(|_| self.chance.random_bool(0.5));
        let letters = letters.into_iter().map(|(_, message)| message).collect();
        let (away, paused) = (self.some_time(), self.some_time());
        let theirs = self.now + away + paused;
        self.change_clock();
        let table = self.restart(before, away);
        let wakes_at = self.now + paused;
        self.zombie = Some(Zombie { table, now: theirs, pending, letters, wakes_at });
    }

    fn some_time(&mut self) -> Duration {
        Duration::from_millis(self.chance.random_range(2_500..600_000))
    }

    /// From now on, the time is another machine's: it may be earlier or later.
    fn change_clock(&mut self) {
        let before = self.now;
        let hour = Duration::from_secs(3_600);
        self.now = self.began + self.chance.random_range(Duration::ZERO..2 * hour);
        self.counts.clocks_back += u64::from(self.now < before);
    }

    /// The paused server goes on: it hears what was sent to it, its deadlines have passed, and it
    /// commits. The database refuses that, so nobody is told anything.
    pub(super) fn wake(&mut self) {
        let Some(mut zombie) = self.zombie.take() else { return };
        zombie.go_on();
        let decided = zombie.pending.iter().any(|one| one.fact.is_some());
        self.counts.refused += u64::from(decided);
        if self.fault == Some(Fault::UnfencedZombie) {
            for Pending { fact, answers, .. } in zombie.pending {
                self.write(fact);
                self.acknowledged.extend(answers);
            }
        }
        self.keeps_its_promises();
    }
}

impl Zombie {
    fn go_on(&mut self) {
        for letter in std::mem::take(&mut self.letters) {
            if let WireMessage::ToServer { seat, command } = letter
                && self.table.handle(self.now, seat, command).is_ok()
            {
                self.decided();
            }
        }
        while self.table.next_deadline() <= self.now
            && self.table.on_deadline(self.now) == DeadlineEffect::Changed
        {
            self.decided();
        }
    }

    fn decided(&mut self) {
        let fact = self.table.take_news().map(|fact| (fact, self.table.over().cloned()));
        self.pending.push(Pending { fact, answers: None, messages: Vec::new() });
    }
}
