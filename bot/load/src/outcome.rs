//! The outcome of a load as data, which can be stored, merged and judged.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::coordinator::Coordinator;
use crate::latency::{Latencies, Latency, Measure};
use crate::meter::{Counters, Second};
use crate::ratings::Ratings;
use crate::stages::LoadStage;
use crate::swarm::Swarm;
use crate::threshold::Figures;

/// Above this share of late moves, a load measures itself instead of the server.
const MAX_LATE_SHARE: f64 = 0.01;

/// A move sent later than this after its time is late, in microseconds.
const LATE_US: u64 = 5_000;

/// The share of a rate that must be reached for it to count as held.
const HELD: f64 = 0.98;

/// Allowance for chance in the moves of a stage, in standard deviations: moves arrive at random,
/// and the standard deviation of their count is its square root.
const CHANCE: f64 = 3.0;

/// The outcome of one stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StageOutcome {
    /// The plan.
    pub stage: LoadStage,
    /// Moves acknowledged within the stage.
    pub moves: u64,
    /// From when moves were due until their acknowledgement.
    pub answer: Latency,
    /// Connections lost.
    pub losses: u64,
    /// Requests refused.
    pub errors: u64,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunEnd {
    /// The run was completed.
    #[default]
    Complete,
    /// The run was stopped early.
    Interrupted,
    /// A condition that ends the load did not hold.
    Stopped,
    /// Not all clients could connect and enter their tournaments, so nothing was measured.
    NotConnected,
    /// The server was lost and did not return.
    ServerGone,
}

/// The results of a run apart from the meter's.
#[derive(Debug, Default)]
pub(crate) struct LoadRun {
    pub(crate) memory_before: Option<u64>,
    pub(crate) seconds: Vec<Second>,
    pub(crate) stages: Vec<StageOutcome>,
    pub(crate) online: usize,
    pub(crate) entered: usize,
    pub(crate) ratings: Option<Ratings>,
    pub(crate) end: RunEnd,
    /// The condition that ended the run, with its figure.
    pub(crate) broken: Option<String>,
}

/// The outcome of a load.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LoadOutcome {
    /// How the run ended.
    pub end: RunEnd,
    /// The condition that ended it early, with its figure.
    pub broken: Option<String>,
    /// Clients requested, over all scenarios.
    pub clients: usize,
    /// Players among them, without the entrants of tournaments.
    pub players: usize,
    /// Entrants of tournaments.
    pub entrants: usize,
    /// Of these, those that could enter.
    pub entered: usize,
    /// The tournaments.
    pub tournaments: usize,
    /// Clients that were to hold a connection.
    pub connections_wanted: usize,
    /// Clients connected when the measurement ended.
    pub online: usize,
    /// The requested length, in seconds.
    pub seconds_wanted: u64,
    /// The requested moves per second, on average; `None` at saturation.
    pub rate: Option<f64>,
    /// The moves per second that were made.
    pub reached: f64,
    /// Whether the players played rated pairs.
    pub rated: bool,
    /// Whether the server matched the players (quick play).
    pub quick: bool,
    /// The distribution of thinking times.
    pub think: String,
    /// The faults injected.
    pub faults: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Moves of players within the measurement.
    pub moves: u64,
    /// Moves of entrants within the measurement.
    pub entrant_moves: u64,
    /// Games ended within the measurement.
    pub games: u64,
    /// Pairs of tournaments ended within the measurement.
    pub pairs: u64,
    /// Connections made.
    pub connections: u64,
    /// Connections lost, by reason.
    pub losses: BTreeMap<String, u64>,
    /// Attempts to connect that failed, by reason.
    pub failed_attempts: BTreeMap<String, u64>,
    /// Clients that gave up connecting.
    pub given_up: usize,
    /// The reason of the first of these.
    pub given_up_reason: Option<String>,
    /// How often the server was killed on purpose.
    pub kills: u64,
    /// Attempts at seats with a wrong token.
    pub wrong_tokens: u64,
    /// Refused requests by code, and failed page loads.
    pub refusals: BTreeMap<String, u64>,
    /// All latencies.
    pub latencies: BTreeMap<Measure, Latencies>,
    /// The server's CPU time per move, in microseconds.
    pub server_us_per_move: Option<f64>,
    /// The load's CPU time per move, in microseconds.
    pub load_us_per_move: f64,
    /// The server's resident memory per connection in bytes, including games.
    pub server_bytes_per_connection: Option<f64>,
    /// Games that the referee replayed.
    pub judged: u64,
    /// Of these, games whose end only one player saw: compared with the stored game.
    pub seen_by_one: u64,
    /// The check of the ratings, if the games were rated.
    pub ratings: Option<Ratings>,
    /// The number of the referee's findings.
    pub found: u64,
    /// The first findings, in words.
    pub findings: Vec<String>,
    /// Why the figures reflect the load rather than the server.
    pub bottleneck: Option<String>,
    /// The completed stages.
    pub stages: Vec<StageOutcome>,
    /// The measured seconds.
    pub seconds: Vec<Second>,
}

impl StageOutcome {
    pub(crate) fn new(stage: &LoadStage, counters: &Counters) -> StageOutcome {
        let answer = counters.latencies.get(&Measure::Answer).map(Latencies::summary);
        StageOutcome {
            stage: stage.clone(),
            moves: counters.moves,
            answer: answer.unwrap_or_default(),
            losses: counters.losses.values().sum(),
            errors: counters.refusals.values().sum(),
        }
    }

    /// Whether the moves that were due in the stage were made.
    pub fn is_held(&self) -> bool {
        let due = self.stage.moves();
        self.moves as f64 >= HELD * due - CHANCE * due.sqrt()
    }
}

impl LoadOutcome {
    pub(crate) fn new(swarm: &Swarm, coordinator: &Coordinator, run: LoadRun) -> LoadOutcome {
        let (total, findings) = (coordinator.meter.total(), coordinator.findings());
        let crowd = swarm.scenarios.divide(swarm.players);
        let time = run.seconds.len().max(1) as f64;
        let all_moves = total.moves + total.entrant_moves;
        let moves = all_moves.max(1) as f64;
        let load_cores = run.seconds.iter().map(|second| second.load_cores).sum::<f64>();
        let cores: Option<f64> = run.seconds.iter().map(|second| second.server_cores).sum();
        let bytes = run.seconds.iter().filter_map(|second| second.server_bytes).max();
        let grown = bytes.zip(run.memory_before).map(|(now, before)| now.saturating_sub(before));
        let due = |stages: &[LoadStage]| stages.iter().map(LoadStage::moves).sum::<f64>();
        let rate = swarm.stages.as_ref().map(|stages| due(stages.all()) / stages.seconds() as f64);
        let (given_up, given_up_reason) = coordinator.given_up();
        LoadOutcome {
            end: run.end,
            broken: run.broken,
            clients: swarm.players,
            players: crowd.players,
            entrants: crowd.entrants,
            entered: run.entered,
            tournaments: coordinator.organizer.arenas.len(),
            connections_wanted: crowd.connections(),
            online: run.online,
            seconds_wanted: swarm.seconds(),
            rate,
            reached: total.moves as f64 / time,
            rated: swarm.rated,
            quick: swarm.quick,
            think: swarm.think.name().to_owned(),
            faults: swarm.faults.iter().map(|fault| format!("{fault:?}").to_lowercase()).collect(),
            seed: swarm.seed,
            moves: total.moves,
            entrant_moves: total.entrant_moves,
            games: total.games,
            pairs: total.pairs,
            connections: total.connections,
            given_up,
            given_up_reason,
            kills: total.kills,
            wrong_tokens: total.wrong_tokens,
            server_us_per_move: cores.filter(|_| all_moves > 0).map(|cores| cores * 1e6 / moves),
            load_us_per_move: load_cores * 1e6 / moves,
            server_bytes_per_connection: grown
                .map(|bytes| bytes as f64 / crowd.connections().max(1) as f64),
            judged: findings.judged,
            seen_by_one: findings.seen_by_one,
            ratings: run.ratings,
            found: findings.count,
            findings: findings.texts,
            bottleneck: bottleneck(&total, load_cores / time),
            latencies: total.latencies,
            losses: total.losses,
            failed_attempts: total.failed_attempts,
            refusals: total.refusals,
            stages: run.stages,
            seconds: run.seconds,
        }
    }

    /// The number of refused requests and failed page loads.
    pub fn errors(&self) -> u64 {
        self.refusals.values().sum()
    }

    /// The percentiles of a latency; zeros without samples.
    pub fn latency(&self, measure: Measure) -> Latency {
        self.latencies.get(&measure).map(Latencies::summary).unwrap_or_default()
    }

    /// The figures that conditions are about.
    pub(crate) fn figures(&self) -> Figures<'_> {
        Figures {
            latencies: &self.latencies,
            errors: self.errors(),
            losses: self.losses.values().sum(),
            findings: self.found,
            rate: self.reached,
            moves: self.moves,
            games: self.games,
            pairs: self.pairs,
        }
    }

    /// Adds a finding from another check, such as of the server's stored data.
    pub fn add_finding(&mut self, what: String) {
        self.found += 1;
        self.findings.push(what);
    }
}

/// Why the load measures itself instead of the server, if it does.
fn bottleneck(total: &Counters, load_cores: f64) -> Option<String> {
    let late = total.latencies.get(&Measure::Lateness);
    let share = late.map_or(0.0, |late| late.share_above(LATE_US));
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    if share > MAX_LATE_SHARE {
        return Some(format!(
            "The load itself was more than {} ms late with {:.1} % of its moves, and kept \
             {load_cores:.1} of {cores} cores busy: the latencies are partly its own.",
            LATE_US / 1000,
            share * 100.0
        ));
    }
    let is_busy = load_cores > 0.9 * cores;
    is_busy.then(|| {
        format!("The load kept {load_cores:.1} of {cores} cores busy: it may be the bottleneck.")
    })
}

#[cfg(test)]
mod tests;
