//! `nim-server`: flags, the data folder, logs, signals and the house bots.

use std::fs::{File, TryLockError};
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Parser, Subcommand, ValueEnum};
use server::house::{self, HOUSE_BOTS};
use server::{Checked, Config, Durability, Server};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing::info;
use tracing_subscriber::EnvFilter;

/// A game server for the Nim family: a page for people, a WebSocket for
/// programs, on one port.
#[derive(Debug, Parser)]
#[command(name = "nim-server", version)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    /// Where to listen; port 0 takes a free one.
    #[arg(long, env = "NIM_LISTEN", default_value = "127.0.0.1:7070")]
    listen: SocketAddr,
    /// The data folder; made if it is not there.
    #[arg(long, global = true, env = "NIM_DATA", default_value = "nim-data")]
    data: PathBuf,
    /// Whether to start the house bots.
    #[arg(long, env = "NIM_HOUSE_BOTS", default_value = "on")]
    house_bots: Switch,
    /// Players connected at once.
    #[arg(long, env = "NIM_MAX_CONNECTIONS", default_value_t = Config::default().max_connections)]
    max_connections: usize,
    /// When a move is acknowledged: when it is on disk (full), or at once, so
    /// that a crash loses the last moments (relaxed).
    #[arg(long, env = "NIM_DURABILITY", default_value = "full")]
    durability: Durability,
}

/// What to do instead of serving. The server may be running meanwhile.
#[derive(Debug, Subcommand)]
enum Task {
    /// Check everything that is stored: replays every game.
    Check,
    /// Copy everything that is stored into a new file.
    Backup {
        /// The file; it must not exist.
        file: PathBuf,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    match arguments.task {
        None => serve(arguments).await,
        Some(Task::Check) => check(&arguments.data),
        Some(Task::Backup { file }) => {
            server::backup(&arguments.data, &file).context("no backup was made")
        }
    }
}

fn check(data: &Path) -> anyhow::Result<()> {
    let Checked { games, running, facts, wrong } = server::check(data).context("cannot check")?;
    println!("{games} games, {running} of them running, {facts} facts: {} wrong", wrong.len());
    wrong.iter().for_each(|line| println!("{line}"));
    match wrong.is_empty() {
        true => Ok(()),
        false => bail!("the store in {} is damaged", data.display()),
    }
}

async fn serve(arguments: Arguments) -> anyhow::Result<()> {
    let _lock = lock_data(&arguments.data)?;
    let Arguments { max_connections, durability, .. } = arguments;
    let config = Config { max_connections, durability };
    let server = Server::open(config, &arguments.data)
        .with_context(|| format!("cannot use what is stored in {}", arguments.data.display()))?;
    let listener = TcpListener::bind(arguments.listen)
        .await
        .with_context(|| format!("cannot listen on {}; try --listen", arguments.listen))?;
    let at = listener.local_addr()?;
    println!("nim-server listening on http://{at}");
    std::io::stdout().flush()?;
    let closing = CancellationToken::new();
    let bots = start_house_bots(arguments.house_bots, at, &server, &closing);
    server.serve(listener, stop_signal(closing)).await;
    futures::future::join_all(bots).await;
    info!("stopped");
    Ok(())
}

/// Makes the data folder and takes it for this process: two servers on the same
/// data would undo each other's work.
fn lock_data(data: &Path) -> anyhow::Result<File> {
    let what = || format!("cannot use the data folder {}", data.display());
    std::fs::create_dir_all(data).with_context(what)?;
    let lock = File::create(data.join("lock")).with_context(what)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            bail!("another server uses the data folder {}; try --data", data.display())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(what),
    }
}

fn start_house_bots(
    switch: Switch,
    at: SocketAddr,
    server: &Server,
    closing: &CancellationToken,
) -> Vec<tokio::task::JoinHandle<()>> {
    if switch == Switch::Off {
        return Vec::new();
    }
    let reachable = match at.ip().is_unspecified() {
        true => SocketAddr::from((Ipv4Addr::LOCALHOST, at.port())),
        false => at,
    };
    let secret = server.house_secret();
    let keep = |bot: &house::HouseBot| {
        tokio::spawn(house::keep(bot.clone(), reachable, secret, closing.clone()))
    };
    HOUSE_BOTS.iter().map(keep).collect()
}

/// Done at the first SIGINT or SIGTERM. A second one ends the process at once.
async fn stop_signal(closing: CancellationToken) {
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        // Without signals there is nothing to wait for but the end.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    info!("stopping; once more to stop at once");
    closing.cancel();
    tokio::spawn(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        std::process::exit(1);
    });
}
