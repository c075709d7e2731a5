//! Compares the server with a bare one in alternating measurements, and prints the medians of the
//! ratios.

use std::net::SocketAddr;
use std::process::Stdio;

use anyhow::Context;
use bot::{ServerCommand, sibling};
use clap::ValueEnum;
use load::lean::{Endpoint, Measured, Relay};
use tempfile::TempDir;

use crate::process::{Listening, on_core, pinned};

const SERVER_CORE: usize = 0;
const LOAD_CORE: usize = 1;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompareArguments {
    /// Rounds; in each, the bare server and the real one are measured once.
    #[arg(long, default_value_t = 5)]
    pub(crate) rounds: usize,
    /// The length of each measurement, in seconds.
    #[arg(long, default_value_t = 2.0)]
    pub(crate) seconds: f64,
    /// Tables, of two connections each.
    #[arg(long, default_value_t = 500)]
    pub(crate) tables: usize,
    /// Objects in the heaps at the start of each game; each move takes one, so the cost of starting
    /// a game is spread over their sum of moves.
    #[arg(long, value_delimiter = ',', default_value = "3,5,7")]
    pub(crate) heaps: Vec<u64>,
    /// Fixed rates at which to measure latency, in moves per second; 0 for as many as possible.
    #[arg(long, value_delimiter = ',', default_value = "0,5000,20000")]
    pub(crate) rates: Vec<f64>,
    /// The bare server.
    #[arg(long, value_enum, default_value_t = Relay::Tcp)]
    pub(crate) against: Relay,
    /// Additional flags for the server.
    #[arg(long, allow_hyphen_values = true, value_delimiter = ' ')]
    pub(crate) server_flags: Vec<String>,
}

impl CompareArguments {
    /// The rates at which to measure; `None` for as many moves as possible.
    pub(crate) fn rates(&self) -> impl Iterator<Item = Option<f64>> {
        self.rates.iter().map(|&rate| Some(rate).filter(|&rate| rate > 0.0))
    }
}

/// What a command line calls this value.
fn name(value: impl ValueEnum) -> String {
    value.to_possible_value().expect("none is hidden").get_name().to_owned()
}

/// How a table of results calls a rate.
pub(crate) fn name_of(rate: Option<f64>) -> String {
    rate.map_or_else(|| "saturation".to_owned(), |rate| format!("{rate} moves/s"))
}

/// Measures, and prints a table of the results.
pub(crate) fn run(arguments: &CompareArguments) -> anyhow::Result<()> {
    let CompareArguments { rounds, seconds, tables, heaps, .. } = arguments;
    println!(
        "{rounds} rounds of {seconds} s, {tables} tables, games of {}",
        heaps.iter().sum::<u64>()
    );
    for rate in arguments.rates() {
        compare(arguments, rate)?;
    }
    Ok(())
}

fn compare(arguments: &CompareArguments, rate: Option<f64>) -> anyhow::Result<()> {
    let mut rounds = Vec::new();
    for _ in 0..arguments.rounds {
        let bare = measure_bare(arguments, rate)?;
        let server = measure_server(arguments, &[], rate)?;
        rounds.push((bare, server));
    }
    let load = name_of(rate);
    let bare = name(arguments.against);
    println!("\n{load}\n{:28} {bare:>12} {:>12} {:>8}", "", "server", "ratio");
    let row = |name: &str, of: &dyn Fn(&Measured) -> f64| {
        let bare = median(rounds.iter().map(|(bare, _)| of(bare)).collect());
        let server = median_of_servers(&rounds, of);
        let ratio = median(rounds.iter().map(|(bare, server)| of(server) / of(bare)).collect());
        println!("{name:28} {bare:12.1} {server:12.1} {ratio:8.2}");
    };
    row("moves/s", &|m| m.moves as f64 / m.seconds);
    row("server CPU us/move", &|m| m.server_cpu * 1e6 / m.moves as f64);
    if rate.is_none() {
        row("load CPU us/move", &|m| m.load_cpu * 1e6 / m.moves as f64);
    }
    let us = median_of_servers(&rounds, |m| m.commits.mean_us());
    let events = median_of_servers(&rounds, |m| m.commits.mean_events());
    println!("{:28} {:>12} {us:12.1}", "commit us", "");
    println!("{:28} {:>12} {events:12.1}", "events in a commit", "");
    for (name, which) in [("p50", 0), ("p99", 1)] {
        row(&format!("send to own answer {name} us"), &|m| m.own[which] as f64);
        row(&format!("send to opponent {name} us"), &|m| m.other[which] as f64);
    }
    Ok(())
}

/// The median; of an even number of values, the higher of the two middle ones.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The median of a figure over the servers of these rounds.
pub(crate) fn median_of_servers(
    rounds: &[(Measured, Measured)],
    of: impl Fn(&Measured) -> f64,
) -> f64 {
    median(rounds.iter().map(|(_, server)| of(server)).collect())
}

/// Measures a bare server once, with the load in its own process.
pub(crate) fn measure_bare(
    arguments: &CompareArguments,
    rate: Option<f64>,
) -> anyhow::Result<Measured> {
    let (own, bare) = (std::env::current_exe()?, arguments.against);
    let listening = Listening::start(pinned(SERVER_CORE, &own, &["relay", &name(bare)]))?;
    let pid = listening.pid().to_string();
    run_load(arguments, bare.endpoint(), &[listening.at], &["--pid", &pid], rate)
}

/// Measures the server once, with the load in its own process, which has additional flags.
pub(crate) fn measure_server(
    arguments: &CompareArguments,
    flags: &[&str],
    rate: Option<f64>,
) -> anyhow::Result<Measured> {
    let (listening, _data) = start_server(&arguments.server_flags)?;
    let pid = listening.pid().to_string();
    let flags = [&["--pid", &pid][..], flags].concat();
    run_load(arguments, Endpoint::Server, &[listening.at], &flags, rate)
}

/// Runs the load in its own process, with additional flags.
pub(crate) fn run_load(
    arguments: &CompareArguments,
    endpoint: Endpoint,
    at: &[SocketAddr],
    flags: &[&str],
    rate: Option<f64>,
) -> anyhow::Result<Measured> {
    let (target, at, heaps) = (name(endpoint), join(at), join(&arguments.heaps));
    let (tables, seconds) = (arguments.tables.to_string(), arguments.seconds.to_string());
    let mut load = vec!["load", "--target", &target, "--at", &at, "--heaps", &heaps];
    load.extend(["--tables", &tables, "--seconds", &seconds]);
    load.extend(flags);
    let rate = rate.map(|rate| rate.to_string());
    load.extend(rate.iter().flat_map(|rate| ["--rate", rate]));
    let own = std::env::current_exe()?;
    let output = pinned(LOAD_CORE, &own, &load).stderr(Stdio::inherit()).output()?;
    anyhow::ensure!(output.status.success(), "the load failed");
    serde_json::from_slice(&output.stdout).context("the load's answer")
}

/// These values with a comma between them.
pub(crate) fn join(values: &[impl ToString]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Starts the server with its defaults, but without house bots and with temporary data.
pub(crate) fn start_server<T: AsRef<str>>(flags: &[T]) -> anyhow::Result<(Listening, TempDir)> {
    let data = TempDir::new()?;
    let listening = Listening::start(server(&data)?.flags(flags).command())?;
    Ok((listening, data))
}

/// The server with its defaults, but without house bots.
pub(crate) fn server(data: &TempDir) -> anyhow::Result<ServerCommand> {
    let server = ServerCommand::new(sibling("nim-server")?).under(&on_core(SERVER_CORE));
    // The whole load connects from one address.
    let server =
        server.data(data.path()).flags(&["--house-bots", "off", "--messages-per-second", "0"]);
    Ok(server.flags(&["--max-connections-per-address", "0", "--max-handshakes-per-address", "0"]))
}
