//! How costs grow: CPU time and memory with the number of tables, latencies and commits with the
//! rate, and a swarm's throughput with its players. Writes one HTML file with a plot of each.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Context;
use bot::sibling;
use load::lean::{Measured, Relay};
use report::{Axis, Plot, Report, Series};

use crate::compare::{self, measure_bare, measure_server, median, median_of_servers};

/// The length of a swarm's measurement in seconds, after it has connected.
const SWARM_SECONDS: &str = "4";

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GrowthArguments {
    /// Numbers of tables, of two connections each.
    #[arg(long, value_delimiter = ',', default_value = "10,100,500,1500,4500")]
    tables: Vec<usize>,
    /// Moves per second, for the latencies.
    #[arg(long, value_delimiter = ',', default_value = "1000,2000,5000,10000,20000,40000")]
    rates: Vec<f64>,
    /// The number of measurements whose median is reported.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// The length of each measurement, in seconds.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Tables at which the latencies are measured.
    #[arg(long, default_value_t = 500)]
    tables_at_rates: usize,
    /// Numbers of players of the swarms, which play and are checked as by `nim-bot swarm`.
    #[arg(long, value_delimiter = ',', default_value = "20,100,500,2000,5000")]
    players: Vec<usize>,
    /// The file for the plots.
    #[arg(long)]
    html: Option<PathBuf>,
    /// Additional flags for the server.
    #[arg(long, allow_hyphen_values = true, value_delimiter = ' ')]
    server_flags: Vec<String>,
}

/// Measures, prints a line for each measurement, and writes the plots.
pub(crate) fn run(arguments: &GrowthArguments) -> anyhow::Result<()> {
    let (cpu, memory) = with_tables(arguments)?;
    let Rates { latency, commits } = with_rates(arguments)?;
    let swarm = with_players(arguments)?;
    let Some(file) = &arguments.html else { return Ok(()) };
    let mut report = Report::new("How costs grow", "Server and relay, measured turn about.");
    let tables = || Axis::logarithmic("tables");
    let microseconds = || Axis::linear("microseconds");
    let cpu = Plot { x: tables(), y: microseconds(), series: cpu };
    report.plot("CPU of the server for a move, at saturation", &cpu);
    let memory = Plot { x: tables(), y: Axis::linear("MB"), series: memory };
    report.plot("Resident memory, two connections a table", &memory);
    let rate = Axis::logarithmic("moves a second");
    let latency = Plot { x: rate, y: Axis::logarithmic("microseconds"), series: latency };
    report.plot("From when a move was due to its answer", &latency);
    let rate = Axis::logarithmic("moves a second");
    let commits = Plot { x: rate, y: Axis::logarithmic(""), series: commits };
    report.plot("Commits: microseconds of one, and the events in it", &commits);
    let players = Axis::logarithmic("players");
    let swarm = Plot { x: players, y: Axis::linear("moves a second"), series: swarm };
    report.plot("What a swarm gets done, on the same cores as its server", &swarm);
    std::fs::write(file, report.finish()).with_context(|| format!("{}", file.display()))
}

/// Measures CPU time per move, and memory.
fn with_tables(arguments: &GrowthArguments) -> anyhow::Result<(Vec<Series>, Vec<Series>)> {
    let (mut cpu, mut memory) = (["relay", "server"].map(line), vec![line("server")]);
    println!("{:>8} {:>12} {:>12} {:>8} {:>12}", "tables", "relay us", "server us", "ratio", "MB");
    for &tables in &arguments.tables {
        let each = |m: &Measured| m.server_cpu * 1e6 / m.moves as f64;
        let rounds = arguments.rounds(tables, None)?;
        let relay = median(rounds.iter().map(|(relay, _)| each(relay)).collect());
        let server = median_of_servers(&rounds, each);
        let ratio =
            median(rounds.iter().map(|(relay, server)| each(server) / each(relay)).collect());
        let held = median_of_servers(&rounds, |m| m.memory as f64 / 1e6);
        println!("{tables:8} {relay:12.1} {server:12.1} {ratio:8.2} {held:12.1}");
        for (line, us) in cpu.iter_mut().zip([relay, server]) {
            line.points.push((tables as f64, us));
        }
        memory[0].points.push((tables as f64, held));
    }
    Ok((cpu.into(), memory))
}

/// The figures that depend on the rate.
struct Rates {
    /// From when a move was due until its answer.
    latency: Vec<Series>,
    commits: Vec<Series>,
}

fn with_rates(arguments: &GrowthArguments) -> anyhow::Result<Rates> {
    let mut lines = ["relay p50", "relay p99", "server p50", "server p99"].map(line);
    let mut commits = ["microseconds", "events"].map(line);
    println!(
        "\n{:>8} {:>12} {:>12} {:>12} {:>12} {:>12} {:>12}",
        "moves/s", "relay p50", "p99", "server p50", "p99", "commit us", "events"
    );
    for &rate in &arguments.rates {
        let rounds = arguments.rounds(arguments.tables_at_rates, Some(rate))?;
        let all = |of: &dyn Fn(&(Measured, Measured)) -> u64| {
            median(rounds.iter().map(|round| of(round) as f64).collect())
        };
        let [a, b] = [0, 1].map(|which| all(&|(relay, _)| relay.own[which]));
        let [c, d] = [0, 1].map(|which| all(&|(_, server)| server.own[which]));
        let us = median_of_servers(&rounds, |m| m.commits.mean_us());
        let events = median_of_servers(&rounds, |m| m.commits.mean_events());
        println!("{rate:8} {a:12.0} {b:12.0} {c:12.0} {d:12.0} {us:12.0} {events:12.1}");
        for (line, us) in lines.iter_mut().zip([a, b, c, d]) {
            line.points.push((rate, us));
        }
        for (line, value) in commits.iter_mut().zip([us, events]) {
            line.points.push((rate, value));
        }
    }
    Ok(Rates { latency: lines.into(), commits: commits.into() })
}

/// Measures moves per second at saturation.
fn with_players(arguments: &GrowthArguments) -> anyhow::Result<Vec<Series>> {
    let mut done = line("swarm");
    println!("\n{:>8} {:>12} {:>12} {:>12}", "players", "moves/s", "server us", "swarm us");
    for &players in &arguments.players {
        let file = tempfile::NamedTempFile::new()?;
        let outcome = Command::new(sibling("nim-bot")?)
            .args(["swarm", "--players", &players.to_string(), "--max", "--ramp", "2"])
            .args(["--seconds", SWARM_SECONDS, "--json"])
            .arg(file.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        anyhow::ensure!(outcome.success(), "a swarm of {players} has failed");
        let outcome: serde_json::Value = serde_json::from_reader(file)?;
        let value = |key: &str| outcome[key].as_f64().with_context(|| format!("no {key}"));
        let reached = value("reached")?;
        let (server, own) = (value("server_us_per_move")?, value("load_us_per_move")?);
        println!("{players:8} {reached:12.0} {server:12.1} {own:12.1}");
        done.points.push((players as f64, reached));
    }
    Ok(vec![done])
}

impl GrowthArguments {
    fn rounds(
        &self,
        tables: usize,
        rate: Option<f64>,
    ) -> anyhow::Result<Vec<(Measured, Measured)>> {
        let one = compare::CompareArguments {
            rounds: 1,
            seconds: self.seconds,
            tables,
            heaps: vec![3, 5, 7],
            rates: Vec::new(),
            against: Relay::Tcp,
            server_flags: self.server_flags.clone(),
        };
        let round = |_| Ok((measure_bare(&one, rate)?, measure_server(&one, &[], rate)?));
        (0..self.rounds).map(round).collect()
    }
}

fn line(name: &str) -> Series {
    Series { name: name.to_owned(), points: Vec::new() }
}
