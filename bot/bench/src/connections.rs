//! The cost of an idle connection, and of a seated one.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use load::lean::{Endpoint, LeanTable, RawPlayer};
use load::process::{cpu_seconds, resident_bytes};
use tokio::task::JoinSet;

use crate::compare::start_server;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ConnectionsArguments {
    /// Connections to open; the load and the server each need a file descriptor for each.
    #[arg(long, default_value_t = 5_000)]
    connections: usize,
    /// Clients that connect at the same time.
    #[arg(long, default_value_t = 32)]
    at_once: usize,
    /// Additional flags for the server.
    #[arg(long, allow_hyphen_values = true, value_delimiter = ' ')]
    server_flags: Vec<String>,
}

/// How long memory may take to be freed: the server drops a closed connection in its next round,
/// within five seconds.
const SETTLE: Duration = Duration::from_secs(7);

/// Measures, and prints the results.
pub(crate) async fn run(arguments: &ConnectionsArguments) -> anyhow::Result<()> {
    idle(arguments).await?;
    seated(arguments).await?;
    watching(arguments).await
}

async fn idle(arguments: &ConnectionsArguments) -> anyhow::Result<()> {
    let (server, _data) = start_server(&arguments.server_flags)?;
    let count = arguments.connections;
    let before = resident_bytes(server.pid())?;
    let (start, cpu) = (Instant::now(), cpu_seconds(server.pid())?);
    let players = crowd(server.at, count, arguments.at_once).await?;
    let passed = start.elapsed().as_secs_f64();
    let cpu = cpu_seconds(server.pid())? - cpu;
    tokio::time::sleep(SETTLE).await;
    let full = resident_bytes(server.pid())?;
    drop(players);
    tokio::time::sleep(SETTLE).await;
    let after = resident_bytes(server.pid())?;
    println!("{count} idle greeted connections");
    println!("  accepted and greeted: {:.0}/s", count as f64 / passed);
    println!("  server CPU for each: {:.0} us", cpu * 1e6 / count as f64);
    println!("  memory each: {} bytes", full.saturating_sub(before) / count as u64);
    println!(
        "  came back within {SETTLE:?}: {:.0} % of {} kB",
        100.0 * full.saturating_sub(after) as f64 / full.saturating_sub(before) as f64,
        full.saturating_sub(before) / 1024,
    );
    Ok(())
}

/// Connects this many greeted players, some of them concurrently.
async fn crowd(at: SocketAddr, count: usize, at_once: usize) -> anyhow::Result<Vec<RawPlayer>> {
    let mut coming = JoinSet::new();
    for door in 0..at_once {
        coming.spawn(async move {
            let mut players = Vec::new();
            for _ in (door..count).step_by(at_once) {
                players.push(greeted(at).await?);
            }
            anyhow::Ok(players)
        });
    }
    let mut players = Vec::with_capacity(count);
    while let Some(some) = coming.join_next().await {
        players.extend(some??);
    }
    Ok(players)
}

async fn greeted(at: SocketAddr) -> anyhow::Result<RawPlayer> {
    let mut player = RawPlayer::connect(at).await?;
    player.upgrade().await?;
    Ok(player)
}

async fn seated(arguments: &ConnectionsArguments) -> anyhow::Result<()> {
    let (server, _data) = start_server(&arguments.server_flags)?;
    let count = arguments.connections / 2;
    let before = resident_bytes(server.pid())?;
    let mut tables = Vec::with_capacity(count);
    for _ in 0..count {
        let table = LeanTable::connect(Endpoint::Server, [server.at; 2], &[3, 5, 7])
            .await?
            .sit_down()
            .await?;
        tables.push(table.play_ahead(2).await?);
    }
    tokio::time::sleep(SETTLE).await;
    let full = resident_bytes(server.pid())?;
    println!("{} seated players with clocks, two moves into their games", 2 * count);
    println!("  memory each: {} bytes", full.saturating_sub(before) / (2 * count) as u64);
    drop(tables);
    tokio::time::sleep(SETTLE).await;
    let after = resident_bytes(server.pid())?;
    println!(
        "  of it came back when they had left, their games still waiting for them: {:.0} %",
        100.0 * full.saturating_sub(after) as f64 / full.saturating_sub(before) as f64,
    );
    Ok(())
}

/// Measures the additional cost of watching: nobody moves at the tables.
async fn watching(arguments: &ConnectionsArguments) -> anyhow::Result<()> {
    let (server, _data) = start_server(&arguments.server_flags)?;
    let table =
        LeanTable::connect(Endpoint::Server, [server.at; 2], &[3, 5, 7]).await?.sit_down().await?;
    let before = resident_bytes(server.pid())?;
    let mut players = crowd(server.at, arguments.connections, arguments.at_once).await?;
    for player in &mut players {
        player.watch(table.id()).await?;
    }
    tokio::time::sleep(SETTLE).await;
    let full = resident_bytes(server.pid())?;
    println!("{} spectators of one table", players.len());
    println!("  memory each: {} bytes", full.saturating_sub(before) / players.len() as u64);
    Ok(())
}
