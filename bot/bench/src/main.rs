//! `nim-bench`: measures the server against a bare one of the same shape, alternating within one
//! run, so that other activity of the machine affects both. Server and load have one core each.

mod cluster;
mod compare;
mod connections;
mod crowd;
mod growth;
mod ladder;
mod lean;
mod micro;
mod process;
mod quiet;
mod quotient;
mod reach;
mod visit;

use anyhow::Context;
use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "nim-bench", version)]
struct BenchCommandLine {
    /// Measures times also beside other activity of the machine.
    #[arg(long, global = true)]
    busy: bool,
    #[command(subcommand)]
    command: Benchmark,
}

#[derive(Debug, Subcommand)]
enum Benchmark {
    /// Cost of a move, against a bare server: at saturation, at fixed rates, and the memory per
    /// connection.
    Moves(compare::CompareArguments),
    /// Cost of a move with data in a folder, in PostgreSQL, and with all players at fronts.
    Cluster(cluster::ClusterArguments),
    /// The cost of a connection: time until the welcome, memory, and whether it is freed.
    Connections(connections::ConnectionsArguments),
    /// How costs grow with the number of tables, and latency with the rate.
    Growth(growth::GrowthArguments),
    /// Thousands of clients that reconnect at once after the server was killed.
    Return(crowd::ReturnArguments),
    /// Latency of moves without and with visitors who load the page.
    Visit(visit::VisitArguments),
    /// Thousands of spectators at one table.
    Watch(crowd::WatchArguments),
    /// The largest positions that the solver decides in the time of a move.
    Reach(reach::ReachArguments),
    /// How many games the ladder needs to find the true order of bots whose error
    /// rates are known.
    Ladder(ladder::LadderArguments),
    /// The cost of single operations: reading a message, a move, a verdict by each engine.
    Micro(micro::MicroArguments),
    /// Derives and proves a misère quotient, and prints it in the solver's format.
    Quotient(quotient::QuotientBenchArguments),
    /// A bare server by itself, as the comparison starts it.
    Relay { what: load::lean::Relay },
    /// The load by itself, as the comparison starts it.
    Load(lean::LeanArguments),
}

impl Benchmark {
    /// Whether it measures how long something takes, which needs a quiet machine.
    fn measures_time(&self) -> bool {
        match self {
            Benchmark::Moves(_)
            | Benchmark::Cluster(_)
            | Benchmark::Connections(_)
            | Benchmark::Growth(_)
            | Benchmark::Return(_)
            | Benchmark::Visit(_)
            | Benchmark::Watch(_) => true,
            // They count CPU time, or none.
            Benchmark::Reach(_)
            | Benchmark::Ladder(_)
            | Benchmark::Micro(_)
            | Benchmark::Quotient(_)
            | Benchmark::Relay { .. }
            | Benchmark::Load(_) => false,
        }
    }
}

fn main() -> anyhow::Result<()> {
    let BenchCommandLine { busy, command } = BenchCommandLine::parse();
    let needs_quiet = command.measures_time() && !busy;
    if needs_quiet {
        quiet::ensure_quiet()?;
    }
    run(command)?;
    if needs_quiet {
        quiet::ensure_quiet().context("do not trust these figures")?;
    }
    Ok(())
}

fn run(command: Benchmark) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match command {
        Benchmark::Moves(arguments) => compare::run(&arguments),
        Benchmark::Cluster(arguments) => runtime.block_on(cluster::run(&arguments)),
        Benchmark::Connections(arguments) => runtime.block_on(connections::run(&arguments)),
        Benchmark::Growth(arguments) => growth::run(&arguments),
        Benchmark::Return(arguments) => runtime.block_on(crowd::reconnect_players(&arguments)),
        Benchmark::Visit(arguments) => visit::run(&arguments),
        Benchmark::Watch(arguments) => runtime.block_on(crowd::watch(&arguments)),
        Benchmark::Reach(arguments) => reach::run(&arguments),
        Benchmark::Ladder(arguments) => runtime.block_on(ladder::run(&arguments)),
        Benchmark::Micro(arguments) => micro::run(&arguments),
        Benchmark::Quotient(arguments) => quotient::run(&arguments),
        Benchmark::Relay { what } => runtime.block_on(what.run()),
        Benchmark::Load(arguments) => runtime.block_on(lean::run(&arguments)),
    }
}
