//! Latencies and counts, per second, per stage and in total. Clients write to one of several parts,
//! which reduces lock contention.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bot::Disconnect;
use protocol::ErrorCode;
use serde::{Deserialize, Serialize};

use crate::latency::{Latencies, Latency, Measure};
use crate::process::Used;
use crate::threshold::Figures;

const PARTS: usize = 8;

/// The most characters kept of a system error: the distinctive part comes first.
const MAX_REASON: usize = 120;

/// The counters of a load.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    parts: [Mutex<Counters>; PARTS],
    stage: Mutex<Counters>,
    total: Mutex<Counters>,
}

/// The counts of some or all clients.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counters {
    pub(crate) latencies: BTreeMap<Measure, Latencies>,
    pub(crate) moves: u64,
    pub(crate) entrant_moves: u64,
    pub(crate) games: u64,
    pub(crate) pairs: u64,
    pub(crate) connections: u64,
    pub(crate) kills: u64,
    pub(crate) wrong_tokens: u64,
    /// Established connections that were lost, by reason.
    pub(crate) losses: BTreeMap<String, u64>,
    /// Attempts to connect that failed, by reason.
    pub(crate) failed_attempts: BTreeMap<String, u64>,
    /// Refused requests by code, and failed page loads.
    pub(crate) refusals: BTreeMap<String, u64>,
}

/// One second of a load.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Second {
    /// Its number, from 1.
    pub second: u64,
    /// Moves acknowledged, without those in tournaments.
    pub moves: u64,
    /// Moves acknowledged in tournaments.
    pub entrant_moves: u64,
    /// Games ended.
    pub games: u64,
    /// Pairs of tournaments ended.
    pub pairs: u64,
    /// Clients connected at the end of the second.
    pub online: usize,
    /// Connections lost.
    pub losses: u64,
    /// Requests refused.
    pub errors: u64,
    /// From when moves were due until their acknowledgement.
    pub answer: Latency,
    /// From when moves were due until the opponent had the new state.
    pub opponent: Latency,
    /// CPU cores used by the load.
    pub load_cores: f64,
    /// CPU cores used by the server, if this can be read.
    pub server_cores: Option<f64>,
    /// The server's resident memory, in bytes.
    pub server_bytes: Option<u64>,
}

impl Counters {
    /// Records a latency.
    pub(crate) fn record(&mut self, measure: Measure, took: Duration) {
        self.latencies.entry(measure).or_default().record(took);
    }

    /// Records an acknowledged move with its latency.
    pub(crate) fn moved(&mut self, took: Duration) {
        self.moves += 1;
        self.record(Measure::Answer, took);
    }

    /// Records an acknowledged move in a tournament with its latency.
    pub(crate) fn moved_in_tournament(&mut self, took: Duration) {
        self.entrant_moves += 1;
        self.record(Measure::Tournament, took);
    }

    /// The figures that conditions are about, after so many seconds.
    pub(crate) fn figures(&self, seconds: u64, findings: u64) -> Figures<'_> {
        Figures {
            latencies: &self.latencies,
            errors: self.refusals.values().sum(),
            losses: self.losses.values().sum(),
            findings,
            rate: self.moves as f64 / seconds.max(1) as f64,
            moves: self.moves,
            games: self.games,
            pairs: self.pairs,
        }
    }

    /// Counts a request that the server refused.
    pub(crate) fn refused(&mut self, code: ErrorCode) {
        self.refused_as(name(code));
    }

    /// Counts a refusal that has no protocol error code.
    pub(crate) fn refused_as(&mut self, reason: String) {
        *self.refusals.entry(reason).or_default() += 1;
    }

    /// Counts a lost connection or a failed attempt to connect, by reason.
    pub(crate) fn lost(&mut self, loss: &Disconnect, was_connected: bool) {
        let counts = if was_connected { &mut self.losses } else { &mut self.failed_attempts };
        *counts.entry(reason(loss)).or_default() += 1;
    }

    /// Counts an entrant whom the server did not let into their tournament.
    pub(crate) fn not_entered(&mut self, code: ErrorCode) {
        let reason = format!("entering a tournament: {}", name(code));
        *self.failed_attempts.entry(reason).or_default() += 1;
    }

    fn take_from(&mut self, part: &mut Counters) {
        self.add(part);
        part.clear();
    }

    fn add(&mut self, other: &Counters) {
        for (&measure, latencies) in &other.latencies {
            self.latencies.entry(measure).or_default().merge(latencies);
        }
        self.moves += other.moves;
        self.entrant_moves += other.entrant_moves;
        self.games += other.games;
        self.pairs += other.pairs;
        self.connections += other.connections;
        self.kills += other.kills;
        self.wrong_tokens += other.wrong_tokens;
        add_counts(&mut self.losses, &other.losses);
        add_counts(&mut self.failed_attempts, &other.failed_attempts);
        add_counts(&mut self.refusals, &other.refusals);
    }

    /// Resets the counts. The histograms keep their memory, because they are filled again within a
    /// second.
    fn clear(&mut self) {
        let mut latencies = std::mem::take(&mut self.latencies);
        latencies.values_mut().for_each(Latencies::clear);
        *self = Counters { latencies, ..Counters::default() };
    }
}

/// Adds counts by name.
pub(crate) fn add_counts(to: &mut BTreeMap<String, u64>, more: &BTreeMap<String, u64>) {
    for (name, count) in more {
        *to.entry(name.clone()).or_default() += count;
    }
}

/// The code as it is on the wire.
fn name(code: ErrorCode) -> String {
    let json = serde_json::to_value(code).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}

/// A short name of a loss; equal reasons have equal names.
fn reason(loss: &Disconnect) -> String {
    match loss {
        Disconnect::Closed { code: Some(code), reason } if reason.is_empty() => {
            format!("close {code}")
        }
        Disconnect::Closed { code: Some(code), reason } => format!("close {code} {reason}"),
        Disconnect::Refused { status, .. } => format!("HTTP {status}"),
        Disconnect::Severed => "cut on purpose".to_owned(),
        other => other.to_string(),
    }
    .chars()
    .take(MAX_REASON)
    .collect()
}

impl Meter {
    /// The part to which this client writes.
    pub(crate) fn part(&self, client: usize) -> MutexGuard<'_, Counters> {
        lock(&self.parts[client % PARTS])
    }

    /// Counts a deliberate kill of the server.
    pub(crate) fn killed(&self) {
        self.part(0).kills += 1;
    }

    /// Starts the measurement: resets all counts except those of connections made and failed.
    pub(crate) fn reset(&self) {
        let mut total = lock(&self.total);
        self.parts.iter().for_each(|part| total.take_from(&mut lock(part)));
        let connections = total.connections;
        let failed_attempts = std::mem::take(&mut total.failed_attempts);
        total.clear();
        (total.connections, total.failed_attempts) = (connections, failed_attempts);
    }

    /// Collects the counts since the last second.
    pub(crate) fn second(&self, second: u64, online: usize, used: Used) -> Second {
        let mut now = Counters::default();
        self.parts.iter().for_each(|part| now.take_from(&mut lock(part)));
        let summary = |measure| now.latencies.get(&measure).map(Latencies::summary);
        let seen = Second {
            second,
            moves: now.moves,
            entrant_moves: now.entrant_moves,
            games: now.games,
            pairs: now.pairs,
            online,
            losses: now.losses.values().sum(),
            errors: now.refusals.values().sum(),
            answer: summary(Measure::Answer).unwrap_or_default(),
            opponent: summary(Measure::Opponent).unwrap_or_default(),
            load_cores: used.load_cores,
            server_cores: used.server_cores,
            server_bytes: used.server_bytes,
        };
        lock(&self.total).add(&now);
        lock(&self.stage).take_from(&mut now);
        seen
    }

    /// The counts since the last stage ended.
    pub(crate) fn end_stage(&self) -> Counters {
        std::mem::take(&mut lock(&self.stage))
    }

    /// The counts of all seconds.
    pub(crate) fn total(&self) -> Counters {
        let mut total = lock(&self.total).clone();
        // Events after the last second are not part of the figures, but the reason for a missing
        // connection must be kept.
        for part in &self.parts {
            add_counts(&mut total.failed_attempts, &lock(part).failed_attempts);
        }
        total
    }
}

/// Data behind a lock is consistent after every statement, so a poisoned lock is safe to use.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
