//! The lean load as a separate process on its own core.

use std::net::SocketAddr;

use clap::ValueEnum;
use load::lean::{Endpoint, LeanLoad};

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SocketKind {
    Server,
    Relay,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LeanArguments {
    #[arg(long)]
    target: SocketKind,
    #[arg(long)]
    at: SocketAddr,
    /// The process whose CPU time is measured.
    #[arg(long)]
    pid: u32,
    /// Tables, of two connections each.
    #[arg(long)]
    tables: usize,
    /// Objects in the heaps at the start of each game.
    #[arg(long, value_delimiter = ',', default_value = "3,5,7")]
    heaps: Vec<u64>,
    /// Total moves per second; default: as many as possible.
    #[arg(long)]
    rate: Option<f64>,
    /// The length of the measurement, in seconds.
    #[arg(long)]
    seconds: f64,
}

/// Measures, and prints one line of JSON.
pub(crate) async fn run(arguments: &LeanArguments) -> anyhow::Result<()> {
    let &LeanArguments { target, at, pid, tables, rate, seconds, .. } = arguments;
    let endpoint = match target {
        SocketKind::Server => Endpoint::Server,
        SocketKind::Relay => Endpoint::Relay,
    };
    let heaps = arguments.heaps.clone();
    let measured = LeanLoad { endpoint, at, pid, tables, heaps, rate, seconds }.run().await?;
    println!("{}", serde_json::to_string(&measured)?);
    Ok(())
}
