//! The state that all clients of a load share: the plan, the signals, the meter, and the running
//! games between two of them.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bot::{Disconnect, ServerUrl};
use protocol::{EndReason, PairId, PlayerId, TableId};
use rand::Rng;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::accounts::LoadAccount;
use crate::meter::{Meter, lock};
use crate::organizer::Organizer;
use crate::referee::{SeenPair, StoredGame, Transcript, judge, judge_alone, judge_stored};
use crate::schedule::Schedule;
use crate::swarm::Swarm;

/// The most findings described; further ones are only counted.
const MAX_TOLD: usize = 50;

/// The state that all players share.
#[derive(Debug)]
pub(crate) struct Coordinator {
    pub(crate) swarm: Swarm,
    pub(crate) url: ServerUrl,
    /// Each player's account, if they play rated pairs.
    pub(crate) accounts: Vec<LoadAccount>,
    pub(crate) organizer: Organizer,
    pub(crate) begin: Instant,
    pub(crate) meter: Meter,
    pub(crate) schedule: Schedule,
    /// Clients that are connected now.
    online: watch::Sender<usize>,
    /// Entrants that are in their tournaments.
    entered: watch::Sender<usize>,
    signal: watch::Sender<Signal>,
    matches: Mutex<HashMap<TableId, Arc<LoadGame>>>,
    /// The ids of this load's players.
    ours: Mutex<HashSet<PlayerId>>,
    /// The rated pairs seen so far.
    rated: Mutex<HashMap<PairId, SeenPair>>,
    findings: Mutex<Findings>,
    /// Why clients gave up: at most one reason each.
    given_up: Mutex<Vec<String>>,
}

/// The instructions to players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signal {
    pub(crate) phase: Phase,
    /// How many times all players were cut off.
    pub(crate) storms: u64,
    pub(crate) tournaments: TournamentPhase,
}

/// The phase of the load's tournaments, which outlast it a little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TournamentPhase {
    Running,
    /// Pairs that have begun are played to their end without pauses.
    TimeUp,
    Over,
}

/// The phase of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Clients connect and play games without being measured.
    Gather,
    /// The stages run and everything is counted.
    Measure,
    /// Running games are played to their end without pauses.
    Finish,
}

/// A game between two players of the load.
#[derive(Debug, Default)]
pub(crate) struct LoadGame {
    /// When the latest moves of even and of odd plies were due, in microseconds since the
    /// beginning.
    due: [AtomicU64; 2],
    /// The transcript of the first player to learn of the end.
    transcript: Mutex<Option<Transcript>>,
}

/// The referee's findings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub(crate) count: u64,
    pub(crate) texts: Vec<String>,
    /// The number of games replayed.
    pub(crate) judged: u64,
    /// Of these, the games whose end only one player saw.
    pub(crate) seen_by_one: u64,
}

impl Coordinator {
    pub(crate) fn new(
        swarm: Swarm,
        url: ServerUrl,
        accounts: Vec<LoadAccount>,
        organizer: Organizer,
        begin: Instant,
    ) -> Coordinator {
        let signal =
            Signal { phase: Phase::Gather, storms: 0, tournaments: TournamentPhase::Running };
        let Swarm { stages, think, .. } = &swarm;
        let crowd = swarm.scenarios.divide(swarm.players);
        // Entrants of tournaments think as long as players do; without players the rate is theirs.
        let players = if crowd.players > 0 { crowd.players } else { crowd.entrants };
        let schedule = Schedule::new(stages.clone(), *think, players);
        Coordinator {
            schedule,
            online: watch::Sender::new(0),
            entered: watch::Sender::new(0),
            swarm,
            url,
            accounts,
            organizer,
            begin,
            meter: Meter::default(),
            signal: watch::Sender::new(signal),
            matches: Mutex::default(),
            ours: Mutex::default(),
            rated: Mutex::default(),
            findings: Mutex::default(),
            given_up: Mutex::default(),
        }
    }

    /// When the next move is due at a table whose last move was due at `before`. All times count
    /// from the beginning.
    pub(crate) fn next_due(&self, before: Duration, chance: &mut impl Rng) -> Duration {
        self.schedule.next(before, chance)
    }

    /// The instant this long after the beginning; at saturation, now.
    pub(crate) fn moment(&self, after: Duration) -> Instant {
        match self.schedule.is_fixed() {
            true => self.begin + after,
            false => Instant::now(),
        }
    }

    pub(crate) fn signals(&self) -> watch::Receiver<Signal> {
        self.signal.subscribe()
    }

    pub(crate) fn enter(&self, phase: Phase) {
        self.signal.send_modify(|signal| signal.phase = phase);
    }

    /// Records that a client has connected or lost its connection.
    pub(crate) fn set_online(&self, online: bool) {
        self.online.send_modify(|count| match online {
            true => *count += 1,
            false => *count = count.saturating_sub(1),
        });
    }

    /// The number of clients connected now.
    pub(crate) fn online(&self) -> usize {
        *self.online.borrow()
    }

    /// Waits until this many clients are connected at the same time.
    pub(crate) async fn all_online(&self, wanted: usize) {
        // The sender lives as long as `self`, so this cannot fail.
        let _ = self.online.subscribe().wait_for(|&count| count >= wanted).await;
    }

    /// Records that an entrant is in their tournament.
    pub(crate) fn note_entered(&self) {
        self.entered.send_modify(|count| *count += 1);
    }

    /// The number of entrants in their tournaments.
    pub(crate) fn entered(&self) -> usize {
        *self.entered.borrow()
    }

    /// Waits until this many entrants are in their tournaments.
    pub(crate) async fn all_entered(&self, wanted: usize) {
        // The sender lives as long as `self`, so this cannot fail.
        let _ = self.entered.subscribe().wait_for(|&count| count >= wanted).await;
    }

    /// Tells the entrants how far their tournaments are.
    pub(crate) fn set_tournaments(&self, phase: TournamentPhase) {
        self.signal.send_modify(|signal| signal.tournaments = phase);
    }

    /// Cuts off every player.
    pub(crate) fn storm(&self) {
        self.signal.send_modify(|signal| signal.storms += 1);
    }

    /// The game at this table.
    pub(crate) fn match_at(&self, table: TableId) -> Arc<LoadGame> {
        Arc::clone(lock(&self.matches).entry(table).or_default())
    }

    /// The game at this table, if two players of the load play it.
    pub(crate) fn known_match(&self, table: TableId) -> Option<Arc<LoadGame>> {
        lock(&self.matches).get(&table).map(Arc::clone)
    }

    /// Some tables with running games.
    pub(crate) fn tables(&self, most: usize) -> Vec<TableId> {
        lock(&self.matches).keys().copied().take(most).collect()
    }

    /// Records a player's id.
    pub(crate) fn note_ours(&self, player: PlayerId) {
        lock(&self.ours).insert(player);
    }

    /// Takes the transcript of a player whose game has ended. The second of two transcripts is
    /// compared with the first.
    pub(crate) fn over(&self, table: TableId, transcript: Transcript) {
        let ours = |players: &[PlayerId]| {
            let known = lock(&self.ours);
            players.iter().all(|player| known.contains(player))
        };
        if !ours(&transcript.players) {
            // In quick play the opponent may be anybody.
            lock(&self.matches).remove(&table);
            lock(&self.findings).judged += 1;
            return self.wrong_at(table, judge_alone(&transcript));
        }
        let Some(first) = self.match_at(table).other_account(&transcript) else { return };
        lock(&self.matches).remove(&table);
        self.note_rated(&transcript);
        lock(&self.findings).judged += 1;
        self.wrong_at(table, judge(&first, &transcript));
    }

    fn wrong_at(&self, table: TableId, wrong: Vec<String>) {
        wrong.into_iter().for_each(|what| self.finding(format!("table {table}: {what}")));
    }

    /// Remembers a rated game, to be compared with the ladder at the end of the run.
    fn note_rated(&self, transcript: &Transcript) {
        let Some(pair) = transcript.rated else { return };
        let mut rated = lock(&self.rated);
        let games = rated.entry(pair.id).or_default();
        if let Some(game) = games.get_mut(usize::from(pair.game).wrapping_sub(1)) {
            *game = Some(transcript.seen());
        }
    }

    /// All rated pairs.
    pub(crate) fn rated_pairs(&self) -> HashMap<PairId, SeenPair> {
        lock(&self.rated).clone()
    }

    /// At the end of the run: games whose end only one player saw. An aborted game may never have
    /// reached the other.
    pub(crate) fn seen_by_one_player(&self) -> Vec<(TableId, Transcript)> {
        let left = std::mem::take(&mut *lock(&self.matches));
        let transcript = |entry: Arc<LoadGame>| lock(&entry.transcript).take();
        let seen_by_one_player =
            left.into_iter().filter_map(|(table, entry)| Some((table, transcript(entry)?)));
        seen_by_one_player
            .filter(|(_, transcript)| transcript.over.reason != EndReason::Aborted)
            .collect()
    }

    /// Compares a game whose end only one player saw with the game stored by the server; the other
    /// player was offline.
    pub(crate) fn seen_by_one(&self, table: TableId, transcript: &Transcript, stored: &StoredGame) {
        self.note_rated(transcript);
        let mut findings = lock(&self.findings);
        findings.judged += 1;
        findings.seen_by_one += 1;
        drop(findings);
        self.wrong_at(table, judge_stored(transcript, stored));
    }

    /// Records that a client gave up connecting, and why.
    pub(crate) fn gave_up(&self, loss: &Disconnect) {
        tracing::debug!(%loss, "a client gave up");
        lock(&self.given_up).push(loss.to_string());
    }

    /// The number of clients that gave up, and the first reason.
    pub(crate) fn given_up(&self) -> (usize, Option<String>) {
        let given_up = lock(&self.given_up);
        (given_up.len(), given_up.first().cloned())
    }

    /// Records a finding.
    pub(crate) fn finding(&self, what: String) {
        let mut findings = lock(&self.findings);
        findings.count += 1;
        if findings.texts.len() < MAX_TOLD {
            findings.texts.push(what);
        }
    }

    pub(crate) fn findings(&self) -> Findings {
        lock(&self.findings).clone()
    }
}

impl LoadGame {
    /// Notes when the move of this ply was due.
    pub(crate) fn set_due(&self, ply: u32, after: Duration) {
        let micros = u64::try_from(after.as_micros()).unwrap_or(u64::MAX);
        self.slot(ply).store(micros, Ordering::Relaxed);
    }

    /// When the move of this ply was due.
    pub(crate) fn due(&self, ply: u32) -> Duration {
        Duration::from_micros(self.slot(ply).load(Ordering::Relaxed))
    }

    /// Returns the other player's transcript; if there is none yet, stores this one. One lock
    /// covers both steps, because both players learn of the end at the same time.
    fn other_account(&self, transcript: &Transcript) -> Option<Transcript> {
        let mut left = lock(&self.transcript);
        let other = left.take();
        if other.is_none() {
            *left = Some(transcript.clone());
        }
        other
    }

    fn slot(&self, ply: u32) -> &AtomicU64 {
        let [even, odd] = &self.due;
        if ply.is_multiple_of(2) { even } else { odd }
    }
}

#[cfg(test)]
mod tests;
