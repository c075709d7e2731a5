//! How a load went, as data: measured, stored, merged, and judged.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::coordinator::Coordinator;
use crate::latency::{Latencies, Latency, Measure};
use crate::meter::{Counters, Second};
use crate::ratings::Ratings;
use crate::stages::LoadStage;
use crate::swarm::Swarm;

/// A load that was late with more than one move in a hundred measures itself.
const MAX_LATE_SHARE: f64 = 0.01;

/// A move that is sent later than this is late, in microseconds.
const LATE_US: u64 = 5_000;

/// A rate that was reached to this share was held.
const HELD: f64 = 0.98;

/// How much chance may take from the moves of a stage: they come as random arrivals do,
/// whose count has its own square root as deviation.
const CHANCE: f64 = 3.0;

/// How one stage went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StageOutcome {
    /// The plan.
    pub stage: LoadStage,
    /// Moves acknowledged within it.
    pub moves: u64,
    /// From when moves were due to their acknowledgement.
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
    /// All of it was run.
    #[default]
    Complete,
    /// Somebody stopped it.
    Interrupted,
    /// Not all clients could connect, so nothing was measured.
    NotConnected,
    /// The server went away and did not come back.
    ServerGone,
}

/// The results of a run besides the meter.
#[derive(Debug, Default)]
pub(crate) struct LoadRun {
    pub(crate) memory_before: Option<u64>,
    pub(crate) seconds: Vec<Second>,
    pub(crate) stages: Vec<StageOutcome>,
    pub(crate) online: usize,
    pub(crate) ratings: Option<Ratings>,
    pub(crate) end: RunEnd,
}

/// How a load went.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LoadOutcome {
    /// How it ended.
    pub end: RunEnd,
    /// Clients asked for, of all scenarios.
    pub clients: usize,
    /// Players among them.
    pub players: usize,
    /// Clients that were to hold a connection.
    pub connections_wanted: usize,
    /// Clients connected when the measurement ended.
    pub online: usize,
    /// Seconds asked for.
    pub seconds_wanted: u64,
    /// Moves a second asked for, on average; `None` at saturation.
    pub rate: Option<f64>,
    /// Moves a second that were made.
    pub reached: f64,
    /// Whether they played rated pairs.
    pub rated: bool,
    /// Whether the server brought players together.
    pub quick: bool,
    /// How thinking times were spread.
    pub think: String,
    /// Deliberate faults.
    pub faults: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Moves within the measured time.
    pub moves: u64,
    /// Games ended within it.
    pub games: u64,
    /// Connections made.
    pub connections: u64,
    /// Connections lost, by reason.
    pub losses: BTreeMap<String, u64>,
    /// Attempts to connect that failed, by reason.
    pub failed_attempts: BTreeMap<String, u64>,
    /// Clients that gave up connecting.
    pub given_up: usize,
    /// The first reason of those.
    pub given_up_reason: Option<String>,
    /// How often the server was killed on purpose.
    pub kills: u64,
    /// Seats that were tried with a wrong token.
    pub wrong_tokens: u64,
    /// Requests that were refused, by code, and page loads that failed.
    pub refusals: BTreeMap<String, u64>,
    /// All latencies.
    pub latencies: BTreeMap<Measure, Latencies>,
    /// CPU of the server for each move, in microseconds.
    pub server_us_per_move: Option<f64>,
    /// CPU of the load for each move, in microseconds.
    pub load_us_per_move: f64,
    /// The resident memory of the server for each connection, in bytes, games included.
    pub server_bytes_per_connection: Option<f64>,
    /// Games that the referee replayed.
    pub judged: u64,
    /// Of them, games whose end only one player heard: compared with what is stored.
    pub seen_by_one: u64,
    /// The check of the ratings, if the games were rated.
    pub ratings: Option<Ratings>,
    /// How many findings the referee has.
    pub found: u64,
    /// The first of them, in words.
    pub findings: Vec<String>,
    /// Why the figures say more of the load than of the server.
    pub bottleneck: Option<String>,
    /// The stages that were run to their end.
    pub stages: Vec<StageOutcome>,
    /// All seconds.
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

    /// Whether the moves that were due were made.
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
        let moves = total.moves.max(1) as f64;
        let load_cores = run.seconds.iter().map(|second| second.load_cores).sum::<f64>();
        let cores: Option<f64> = run.seconds.iter().map(|second| second.server_cores).sum();
        let bytes = run.seconds.iter().filter_map(|second| second.server_bytes).max();
        let grown = bytes.zip(run.memory_before).map(|(now, before)| now.saturating_sub(before));
        let due = |stages: &[LoadStage]| stages.iter().map(LoadStage::moves).sum::<f64>();
        let rate = swarm.stages.as_ref().map(|stages| due(stages.all()) / stages.seconds() as f64);
        let (given_up, given_up_reason) = coordinator.given_up();
        LoadOutcome {
            end: run.end,
            clients: swarm.players,
            players: crowd.players,
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
            games: total.games,
            connections: total.connections,
            given_up,
            given_up_reason,
            kills: total.kills,
            wrong_tokens: total.wrong_tokens,
            server_us_per_move: cores.filter(|_| total.moves > 0).map(|cores| cores * 1e6 / moves),
            load_us_per_move: load_cores * 1e6 / moves,
            server_bytes_per_connection: grown
                .map(|bytes| bytes as f64 / crowd.connections().max(1) as f64),
            judged: findings.judged,
            seen_by_one: findings.seen_by_one,
            ratings: run.ratings,
            found: findings.count,
            findings: findings.told,
            bottleneck: bottleneck(&total, load_cores / time),
            latencies: total.latencies,
            losses: total.losses,
            failed_attempts: total.failed_attempts,
            refusals: total.refusals,
            stages: run.stages,
            seconds: run.seconds,
        }
    }

    /// Requests that were refused and pages that failed.
    pub fn errors(&self) -> u64 {
        self.refusals.values().sum()
    }

    /// The percentiles of a latency; zeros if nothing was measured.
    pub fn latency(&self, measure: Measure) -> Latency {
        self.latencies.get(&measure).map(Latencies::summary).unwrap_or_default()
    }

    /// Something else is wrong, such as what the server has stored.
    pub fn add_finding(&mut self, what: String) {
        self.found += 1;
        self.findings.push(what);
    }
}

/// Why the load measures itself, if it does.
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
