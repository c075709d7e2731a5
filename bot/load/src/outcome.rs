//! How a swarm went: for people, for programs, and as a page.

use std::fmt;

use hdrhistogram::Histogram;
use serde::Serialize;

use crate::archive::Ratings;
use crate::desk::Desk;
use crate::meter::Part;
use crate::{Swarm, Think};

/// A swarm that was late with more than one move in a hundred measures itself.
const MAX_LATE_SHARE: f64 = 0.01;

/// More than this late with a move of its own is late, in microseconds.
const LATE_US: u64 = 5_000;

/// A rate that was reached to this share was held.
const HELD: f64 = 0.98;

/// Percentiles of a latency, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Latency {
    /// How many were measured.
    pub count: u64,
    /// The median.
    pub p50_us: u64,
    /// Nine in ten were faster.
    pub p90_us: u64,
    /// 99 in a hundred were.
    pub p99_us: u64,
    /// 999 in a thousand were.
    pub p999_us: u64,
    /// The slowest.
    pub max_us: u64,
}

impl Latency {
    pub(crate) fn of(histogram: &Histogram<u64>) -> Latency {
        let at = |share| histogram.value_at_quantile(share);
        Latency {
            count: histogram.len(),
            p50_us: at(0.5),
            p90_us: at(0.9),
            p99_us: at(0.99),
            p999_us: at(0.999),
            max_us: histogram.max(),
        }
    }
}

/// How many were slower: latencies in milliseconds, each with the share that
/// took longer, in percent, down to the slowest few.
pub type Tail = Vec<(f64, f64)>;

/// Points of a tail for each factor of ten.
const TAIL_STEPS: i32 = 8;

fn tail(histogram: &Histogram<u64>) -> Tail {
    let least = 1.0 / histogram.len().max(1) as f64;
    let shares =
        (0..=6 * TAIL_STEPS).map(|step| 10f64.powf(f64::from(-step) / f64::from(TAIL_STEPS)));
    let point = |share: f64| (histogram.value_at_quantile(1.0 - share) as f64 / 1e3, share * 100.0);
    shares.take_while(|&share| share >= least && !histogram.is_empty()).map(point).collect()
}

/// One second of a swarm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Second {
    /// Which: the first is 1.
    pub second: u64,
    /// Moves acknowledged.
    pub moves: u64,
    /// Games ended.
    pub games: u64,
    /// Connections lost.
    pub losses: u64,
    /// From when moves were due to their acknowledgement.
    pub own: Latency,
    /// From when moves were due to the opponent's new state.
    pub other: Latency,
    /// Cores that the swarm kept busy.
    pub own_cores: f64,
    /// Cores that the server kept busy, where that may be read.
    pub server_cores: Option<f64>,
    /// Its resident memory, in bytes.
    pub server_bytes: Option<u64>,
}

/// How a swarm went.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// How many played.
    pub players: usize,
    /// Moves a second that were asked for; `None` at saturation.
    pub rate: Option<f64>,
    /// Moves a second that were made.
    pub reached: f64,
    /// Whether they played rated pairs.
    pub rated: bool,
    /// Whether the server brought them together.
    pub quick: bool,
    /// How thinking times were spread.
    pub think: &'static str,
    /// What was done on purpose.
    pub faults: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Moves within the measured time.
    pub moves: u64,
    /// Games ended within it.
    pub games: u64,
    /// Connections made.
    pub connections: u64,
    /// Connections lost.
    pub losses: u64,
    /// How often the server was killed.
    pub kills: u64,
    /// Seats that were tried with a wrong token.
    pub intruders: u64,
    /// Requests that were refused, by code.
    pub refusals: Vec<(String, u64)>,
    /// From when moves were due to their acknowledgement.
    pub own: Latency,
    /// From when moves were due to the opponent's new state.
    pub other: Latency,
    /// From a seek to the seat.
    pub paired: Latency,
    /// How late the swarm itself was with moves that could have gone.
    pub late: Latency,
    /// The tails of `own`, `other` and `paired`.
    pub tails: [Tail; 3],
    /// CPU of the server for each move, in microseconds.
    pub server_us_per_move: Option<f64>,
    /// CPU of the swarm for each move, in microseconds.
    pub own_us_per_move: f64,
    /// The server's memory for each connection, in bytes, all in.
    pub server_bytes_per_connection: Option<f64>,
    /// Games that the referee replayed.
    pub judged: u64,
    /// Of them, games of which one player was away when they ended: what the
    /// server keeps stood in for him.
    pub half_heard: u64,
    /// What became of the ratings, where they played for them.
    pub ratings: Option<Ratings>,
    /// What he found; the count first.
    pub found: u64,
    /// The first of it, in words.
    pub findings: Vec<String>,
    /// Why the figures say more of the swarm than of the server.
    pub bottleneck: Option<String>,
    /// All seconds.
    pub seconds: Vec<Second>,
}

impl Outcome {
    pub(crate) fn new(
        swarm: &Swarm,
        desk: &Desk,
        ratings: Option<Ratings>,
        seconds: Vec<Second>,
    ) -> Outcome {
        let (total, findings) = (desk.meter.total(), desk.findings());
        let time = seconds.len().max(1) as f64;
        let moves = total.moves.max(1) as f64;
        let own_cores = seconds.iter().map(|second| second.own_cores).sum::<f64>();
        let cores: Option<f64> = seconds.iter().map(|second| second.server_cores).sum();
        let bytes = seconds.iter().filter_map(|second| second.server_bytes).next_back();
        let Part { own, other, paired, late, .. } = &total;
        Outcome {
            players: swarm.players,
            rate: swarm.rate,
            reached: total.moves as f64 / time,
            rated: swarm.rated,
            quick: swarm.quick,
            think: swarm.think.word(),
            faults: swarm.faults.iter().map(|fault| format!("{fault:?}").to_lowercase()).collect(),
            seed: swarm.seed,
            moves: total.moves,
            games: total.games,
            connections: total.connections,
            losses: total.losses,
            kills: total.kills,
            intruders: total.intruders,
            refusals: total.refusals.clone().into_iter().collect(),
            own: Latency::of(own),
            other: Latency::of(other),
            paired: Latency::of(paired),
            late: Latency::of(late),
            tails: [own, other, paired].map(tail),
            server_us_per_move: cores.map(|cores| cores * 1e6 / moves),
            own_us_per_move: own_cores * 1e6 / moves,
            server_bytes_per_connection: bytes.map(|bytes| bytes as f64 / swarm.players as f64),
            judged: findings.judged,
            half_heard: findings.half_heard,
            ratings,
            found: findings.count,
            findings: findings.told,
            bottleneck: bottleneck(&total, own_cores / time),
            seconds,
        }
    }

    /// Whether the wanted rate was reached; true at saturation.
    pub fn held(&self) -> bool {
        self.rate.is_none_or(|rate| self.reached >= HELD * rate)
    }

    /// What the referee says.
    pub(crate) fn verdict(&self) -> String {
        let Outcome { judged, half_heard, found, .. } = self;
        let away = match half_heard {
            0 => String::new(),
            _ => format!(
                " ({half_heard} whose end one player was away for, by what is kept of them)"
            ),
        };
        let ratings = match &self.ratings {
            None => String::new(),
            Some(Ratings { note: Some(note), .. }) => format!(", ratings not compared ({note})"),
            Some(Ratings { bouts, standings, .. }) => {
                format!(", {bouts} pairs rated again to {standings} ratings")
            }
        };
        format!("{judged} games replayed{away}{ratings}, {found} things wrong")
    }

    /// What the way to a game is called.
    pub(crate) fn search(&self) -> &'static str {
        if self.quick { "quick play to seat" } else { "seek to seat" }
    }

    /// Latencies in rows: name, count, and percentiles in milliseconds.
    pub(crate) fn rows(&self) -> Vec<Vec<String>> {
        let row = |name: &str, latency: Latency| {
            let Latency { count, p50_us, p90_us, p99_us, p999_us, max_us } = latency;
            let times = [p50_us, p90_us, p99_us, p999_us, max_us];
            let times = times.map(|us| format!("{:.2}", us as f64 / 1e3));
            [name.to_owned(), count.to_string()].into_iter().chain(times).collect()
        };
        vec![
            row("due to own answer", self.own),
            row("due to opponent's state", self.other),
            row(self.search(), self.paired),
            row("the swarm's own lateness", self.late),
        ]
    }
}

/// Why the swarm measures itself, if it does.
fn bottleneck(total: &Part, own_cores: f64) -> Option<String> {
    let late = total.late.len().saturating_sub(total.late.count_between(0, LATE_US));
    let share = late as f64 / total.late.len().max(1) as f64;
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    if share > MAX_LATE_SHARE {
        return Some(format!(
            "The swarm itself was more than {} ms late with {:.1} % of its moves, and kept {own_cores:.1} \
             of {cores} cores busy: the latencies are partly its own.",
            LATE_US / 1000,
            share * 100.0
        ));
    }
    (own_cores > 0.9 * cores).then(|| {
        format!(
            "The swarm kept {own_cores:.1} of {cores} cores busy: it may be the bottleneck itself."
        )
    })
}

impl Think {
    fn word(self) -> &'static str {
        match self {
            Think::Constant => "constant",
            Think::Uniform => "uniform",
            Think::Exponential => "exponential",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked =
            self.rate.map_or("at saturation".to_owned(), |rate| format!("of {rate} asked for"));
        writeln!(f, "{:.0} moves a second {asked}, {} players", self.reached, self.players)?;
        writeln!(
            f,
            "{:26} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "", "count", "p50 ms", "p90", "p99", "p99.9", "max"
        )?;
        for row in self.rows() {
            let [name, figures @ ..] = row.as_slice() else { continue };
            write!(f, "{name:26}")?;
            figures.iter().try_for_each(|figure| write!(f, " {figure:>9}"))?;
            writeln!(f)?;
        }
        writeln!(
            f,
            "connections: {} made, {} lost; server killed {} times",
            self.connections, self.losses, self.kills
        )?;
        for (code, count) in &self.refusals {
            writeln!(f, "refused {code}: {count}")?;
        }
        if let Some(cost) = self.server_us_per_move {
            writeln!(f, "CPU a move: server {cost:.1} µs, swarm {:.1} µs", self.own_us_per_move)?;
        }
        if let Some(bytes) = self.server_bytes_per_connection {
            writeln!(f, "server memory a connection: {:.1} kB", bytes / 1e3)?;
        }
        writeln!(f, "referee: {}", self.verdict())?;
        self.findings.iter().try_for_each(|finding| writeln!(f, "  {finding}"))?;
        if let Some(bottleneck) = &self.bottleneck {
            writeln!(f, "{bottleneck}")?;
        }
        Ok(())
    }
}
