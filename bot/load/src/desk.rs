//! What all players of a swarm share: the plan, the signals, the meter, and the
//! games that two of them are playing.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use protocol::{PairId, PlayerId, Reason, TableId};
use rand::Rng;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::Swarm;
use crate::account::{Account, Kept, judge, judge_alone, judge_kept};
use crate::ladder::SeenPair;
use crate::meter::Meter;
use crate::open;
use bot::ServerUrl;

/// Findings that are told in words; the others are only counted.
const MAX_TOLD: usize = 50;

/// What all players share.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) swarm: Swarm,
    pub(crate) url: ServerUrl,
    pub(crate) begin: Instant,
    pub(crate) meter: Meter,
    signal: watch::Sender<Signal>,
    duels: Mutex<HashMap<TableId, Arc<Duel>>>,
    /// Who belongs to the swarm.
    ours: Mutex<HashSet<PlayerId>>,
    /// Rated pairs, as far as they were seen.
    rated: Mutex<HashMap<PairId, SeenPair>>,
    findings: Mutex<Findings>,
}

/// What players are told to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signal {
    pub(crate) phase: Phase,
    /// How often everybody has been cut off.
    pub(crate) storms: u64,
}

/// How far the swarm has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Games follow games.
    Play,
    /// Games are played to their end, at once.
    Finish,
}

/// A game between two players of the swarm.
#[derive(Debug, Default)]
pub(crate) struct Duel {
    /// When the last moves of even and of odd plies were due, in microseconds
    /// after the beginning.
    due: [AtomicU64; 2],
    /// What the first who heard of the end has seen.
    account: Mutex<Option<Account>>,
}

/// What the referee has found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub(crate) count: u64,
    pub(crate) told: Vec<String>,
    /// Games that were replayed.
    pub(crate) judged: u64,
    /// Of them, games of which one player did not hear the end.
    pub(crate) half_heard: u64,
}

impl Desk {
    pub(crate) fn new(swarm: Swarm, url: ServerUrl, begin: Instant) -> Desk {
        let signal = Signal { phase: Phase::Play, storms: 0 };
        Desk {
            swarm,
            url,
            begin,
            meter: Meter::default(),
            signal: watch::Sender::new(signal),
            duels: Mutex::default(),
            ours: Mutex::default(),
            rated: Mutex::default(),
            findings: Mutex::default(),
        }
    }

    /// How long the next move is thought about.
    pub(crate) fn think(&self, chance: &mut impl Rng) -> Duration {
        let Some(rate) = self.swarm.rate else { return Duration::ZERO };
        let tables = self.swarm.players as f64 / 2.0;
        let mean = Duration::try_from_secs_f64(tables / rate).unwrap_or(Duration::MAX / 64);
        self.swarm.think.draw(mean, chance)
    }

    /// The moment so long after the beginning; at saturation, now.
    pub(crate) fn moment(&self, after: Duration) -> Instant {
        match self.swarm.rate {
            Some(_) => self.begin + after,
            None => Instant::now(),
        }
    }

    pub(crate) fn signals(&self) -> watch::Receiver<Signal> {
        self.signal.subscribe()
    }

    pub(crate) fn enter(&self, phase: Phase) {
        self.signal.send_modify(|signal| signal.phase = phase);
    }

    /// Cuts everybody off.
    pub(crate) fn storm(&self) {
        self.signal.send_modify(|signal| signal.storms += 1);
    }

    /// The game at this table.
    pub(crate) fn duel(&self, table: TableId) -> Arc<Duel> {
        Arc::clone(open(&self.duels).entry(table).or_default())
    }

    /// Some tables where games are under way.
    pub(crate) fn tables(&self, most: usize) -> Vec<TableId> {
        open(&self.duels).keys().copied().take(most).collect()
    }

    /// A player has come in.
    pub(crate) fn is_ours(&self, player: PlayerId) {
        open(&self.ours).insert(player);
    }

    /// A player has heard how his game ended. The second of two accounts is
    /// compared with the first.
    pub(crate) fn over(&self, table: TableId, account: Account) {
        let ours = |players: &[PlayerId]| {
            let known = open(&self.ours);
            players.iter().all(|player| known.contains(player))
        };
        if !ours(&account.players) {
            // Through quick play anybody may come.
            open(&self.duels).remove(&table);
            open(&self.findings).judged += 1;
            return self.wrong_at(table, judge_alone(&account));
        }
        let Some(first) = self.duel(table).other_account(&account) else { return };
        open(&self.duels).remove(&table);
        self.note_rated(&account);
        open(&self.findings).judged += 1;
        self.wrong_at(table, judge(&first, &account));
    }

    fn wrong_at(&self, table: TableId, wrong: Vec<String>) {
        wrong.into_iter().for_each(|what| self.finding(format!("table {table}: {what}")));
    }

    /// Remembers a rated game for the end, when the ladder is worked out again.
    fn note_rated(&self, account: &Account) {
        let Some(pair) = account.rated else { return };
        let mut rated = open(&self.rated);
        let games = rated.entry(pair.id).or_default();
        if let Some(game) = games.get_mut(usize::from(pair.game).wrapping_sub(1)) {
            *game = Some(account.seen());
        }
    }

    /// All rated pairs.
    pub(crate) fn rated_pairs(&self) -> HashMap<PairId, SeenPair> {
        std::mem::take(&mut open(&self.rated))
    }

    /// At the end: games of which only one player has heard the end. A game that
    /// was aborted may never have reached the other.
    pub(crate) fn lonely(&self) -> Vec<(TableId, Account)> {
        let left = std::mem::take(&mut *open(&self.duels));
        let account = |duel: Arc<Duel>| open(&duel.account).take();
        let lonely = left.into_iter().filter_map(|(table, duel)| Some((table, account(duel)?)));
        lonely.filter(|(_, account)| account.over.reason != Reason::Aborted).collect()
    }

    /// A game that one player heard the end of, compared with what the server
    /// keeps of it; the other was away.
    pub(crate) fn half_heard(&self, table: TableId, account: &Account, kept: &Kept) {
        self.note_rated(account);
        let mut findings = open(&self.findings);
        findings.judged += 1;
        findings.half_heard += 1;
        drop(findings);
        self.wrong_at(table, judge_kept(account, kept));
    }

    /// Something is wrong.
    pub(crate) fn finding(&self, what: String) {
        let mut findings = open(&self.findings);
        findings.count += 1;
        if findings.told.len() < MAX_TOLD {
            findings.told.push(what);
        }
    }

    pub(crate) fn findings(&self) -> Findings {
        open(&self.findings).clone()
    }
}

impl Duel {
    /// Notes when the move of this ply was due.
    pub(crate) fn set_due(&self, ply: u32, after: Duration) {
        let micros = u64::try_from(after.as_micros()).unwrap_or(u64::MAX);
        self.slot(ply).store(micros, Ordering::Relaxed);
    }

    /// When the move of this ply was due.
    pub(crate) fn due(&self, ply: u32) -> Duration {
        Duration::from_micros(self.slot(ply).load(Ordering::Relaxed))
    }

    /// What the other player has seen; if he has not told yet, this account is
    /// left for him. One lock for both: the players hear of the end together.
    fn other_account(&self, account: &Account) -> Option<Account> {
        let mut left = open(&self.account);
        let other = left.take();
        if other.is_none() {
            *left = Some(account.clone());
        }
        other
    }

    fn slot(&self, ply: u32) -> &AtomicU64 {
        let [even, odd] = &self.due;
        if ply.is_multiple_of(2) { even } else { odd }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;

    use super::*;
    use crate::account::tests::accounts;

    #[test]
    fn of_two_who_tell_at_once_one_meets_the_account_of_the_other() {
        let [one, other] = accounts();
        for _ in 0..2_000 {
            let (duel, start) = (Duel::default(), Barrier::new(2));
            let tell = |account: &Account| {
                start.wait();
                duel.other_account(account).is_some()
            };
            let met = thread::scope(|scope| {
                let first = scope.spawn(|| tell(&one));
                [tell(&other), first.join().unwrap()]
            });
            assert_eq!(met.into_iter().filter(|&met| met).count(), 1);
        }
    }
}
