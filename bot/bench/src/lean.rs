//! The lean load as a separate process on its own core.

use std::net::SocketAddr;

use load::lean::{Endpoint, LeanLoad};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LeanArguments {
    /// What listens.
    #[arg(long)]
    target: Endpoint,
    /// The addresses it listens on.
    #[arg(long, required = true, value_delimiter = ',')]
    at: Vec<SocketAddr>,
    /// The process whose CPU time is measured.
    #[arg(long)]
    pid: u32,
    /// Where this process tells its metrics; default: where it listens.
    #[arg(long)]
    metrics: Option<SocketAddr>,
    /// The processes between it and the players, whose CPU time is measured too.
    #[arg(long, value_delimiter = ',')]
    fronts: Vec<u32>,
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
    /// How many visitors load the page within a moment, each second.
    #[arg(long, default_value_t = 0)]
    visitors: u32,
}

/// Measures, and prints one line of JSON.
pub(crate) async fn run(arguments: &LeanArguments) -> anyhow::Result<()> {
    let &LeanArguments { target: endpoint, pid, tables, rate, seconds, visitors, .. } = arguments;
    let LeanArguments { at, heaps, fronts, .. } = arguments.clone();
    let metrics = arguments.metrics.unwrap_or(at[0]);
    let load =
        LeanLoad { endpoint, at, pid, metrics, fronts, tables, heaps, rate, seconds, visitors };
    let measured = load.run().await?;
    println!("{}", serde_json::to_string(&measured)?);
    Ok(())
}
