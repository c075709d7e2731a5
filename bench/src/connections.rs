//! What a connection costs that does nothing, and one that sits at a table.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bot::process::resident_bytes;

use crate::compare::start_server;
use crate::load::Target;
use crate::table::{Player, Table};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Connections to open; the load and the server each need a file descriptor
    /// for every one.
    #[arg(long, default_value_t = 5_000)]
    connections: usize,
    /// More flags for the server.
    #[arg(long, allow_hyphen_values = true, value_delimiter = ' ')]
    server_flags: Vec<String>,
}

/// How long memory is given to come back.
const SETTLE: Duration = Duration::from_secs(3);

/// Prints what was measured.
pub(crate) async fn run(arguments: &Arguments) -> anyhow::Result<()> {
    idle(arguments).await?;
    seated(arguments).await
}

async fn idle(arguments: &Arguments) -> anyhow::Result<()> {
    let (server, _data) = start_server(&arguments.server_flags)?;
    let count = arguments.connections;
    let before = resident_bytes(server.pid())?;
    let start = Instant::now();
    let mut players = Vec::with_capacity(count);
    for _ in 0..count {
        players.push(greeted(server.at).await?);
    }
    let passed = start.elapsed().as_secs_f64();
    tokio::time::sleep(SETTLE).await;
    let full = resident_bytes(server.pid())?;
    drop(players);
    tokio::time::sleep(SETTLE).await;
    let after = resident_bytes(server.pid())?;
    println!("{count} idle greeted connections");
    println!("  accepted and greeted, one after another: {:.0}/s", count as f64 / passed);
    println!("  memory each: {} bytes", full.saturating_sub(before) / count as u64);
    println!(
        "  came back within {SETTLE:?}: {:.0} % of {} kB",
        100.0 * full.saturating_sub(after) as f64 / full.saturating_sub(before) as f64,
        full.saturating_sub(before) / 1024,
    );
    Ok(())
}

async fn greeted(at: SocketAddr) -> anyhow::Result<Player> {
    let mut player = Player::connect(at).await?;
    player.upgrade().await?;
    Ok(player)
}

async fn seated(arguments: &Arguments) -> anyhow::Result<()> {
    let (server, _data) = start_server(&arguments.server_flags)?;
    let count = arguments.connections / 2;
    let before = resident_bytes(server.pid())?;
    let mut tables = Vec::with_capacity(count);
    for _ in 0..count {
        let mut table = Table::open(Target::Server, server.at).await?;
        table.step(|_| ()).await?;
        table.step(|_| ()).await?;
        tables.push(table);
    }
    tokio::time::sleep(SETTLE).await;
    let full = resident_bytes(server.pid())?;
    println!("{} seated players, two moves into their games", 2 * count);
    println!("  memory each: {} bytes", full.saturating_sub(before) / (2 * count) as u64);
    Ok(())
}
