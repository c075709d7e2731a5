//! What several servers cost: one server with a folder, one with a database, and one that leads
//! while all players are at fronts; measured in turn. All servers share one core. The load has the
//! other, and so should the database.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use bot::http::request;
use load::lean::{Endpoint, Measured};
use tempfile::TempDir;

use crate::compare::{CompareArguments, join, median, name_of, run_load, server};
use crate::process::Listening;

/// Between two questions whether a server is ready.
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ClusterArguments {
    /// A database as `postgres://...`, which keeps what is played.
    #[arg(long)]
    database: String,
    /// Servers beside the one that leads.
    #[arg(long, default_value_t = 2)]
    fronts: usize,
    #[command(flatten)]
    compare: CompareArguments,
}

/// Which servers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClusterSetup {
    Folder,
    Database,
    Fronts,
}

impl ClusterSetup {
    const ALL: [ClusterSetup; 3] =
        [ClusterSetup::Folder, ClusterSetup::Database, ClusterSetup::Fronts];
}

/// Running servers. Fronts are dropped first: none of them may take over.
struct Servers {
    fronts: Vec<(Listening, TempDir)>,
    leader: (Listening, TempDir),
}

/// Measures, and prints a table of the results for each rate.
pub(crate) async fn run(arguments: &ClusterArguments) -> anyhow::Result<()> {
    let CompareArguments { rounds, seconds, tables, .. } = &arguments.compare;
    println!("{rounds} rounds of {seconds} s, {tables} tables, {} fronts", arguments.fronts);
    for rate in arguments.compare.rates() {
        let mut all = Vec::new();
        for _ in 0..*rounds {
            let mut round = Vec::new();
            for setup in ClusterSetup::ALL {
                round.push(measure(arguments, setup, rate).await?);
            }
            all.push(round);
        }
        print(rate, &all);
    }
    Ok(())
}

fn print(rate: Option<f64>, rounds: &[Vec<Measured>]) {
    let load = name_of(rate);
    println!(
        "\n{load}\n{:24} {:>10} {:>10} {:>6} {:>10} {:>6}",
        "", "folder", "database", "x", "fronts", "x"
    );
    let row = |name: &str, of: &dyn Fn(&Measured) -> f64| {
        let value = |setup: usize| median(rounds.iter().map(|round| of(&round[setup])).collect());
        let ratio = |setup: usize| {
            median(rounds.iter().map(|round| of(&round[setup]) / of(&round[0])).collect())
        };
        let [folder, database, fronts] = [0, 1, 2].map(value);
        let [of_database, of_fronts] = [1, 2].map(ratio).map(|ratio| match ratio.is_finite() {
            true => format!("{ratio:.2}"),
            false => String::new(),
        });
        println!(
            "{name:24} {folder:10.1} {database:10.1} {of_database:>6} {fronts:10.1} {of_fronts:>6}"
        );
    };
    let per_move = |seconds: f64, m: &Measured| seconds * 1e6 / m.moves as f64;
    row("moves/s", &|m| m.moves as f64 / m.seconds);
    row("leader CPU us/move", &|m| per_move(m.server_cpu, m));
    row("fronts CPU us/move", &|m| per_move(m.front_cpu, m));
    row("all CPU us/move", &|m| per_move(m.server_cpu + m.front_cpu, m));
    row("commit us", &|m| m.commits.mean_us());
    row("events in a commit", &|m| m.commits.mean_events());
    row("own answer p50 us", &|m| m.own[0] as f64);
    row("own answer p99 us", &|m| m.own[1] as f64);
}

async fn measure(
    arguments: &ClusterArguments,
    setup: ClusterSetup,
    rate: Option<f64>,
) -> anyhow::Result<Measured> {
    let servers = start(arguments, setup).await?;
    let at: Vec<SocketAddr> = match setup {
        ClusterSetup::Folder | ClusterSetup::Database => vec![servers.leader.0.at],
        ClusterSetup::Fronts => servers.fronts.iter().map(|(front, _)| front.at).collect(),
    };
    let pids: Vec<u32> = servers.fronts.iter().map(|(front, _)| front.pid()).collect();
    let leader = &servers.leader.0;
    let (pid, metrics, pids) = (leader.pid().to_string(), leader.at.to_string(), join(&pids));
    let mut flags = vec!["--pid", &pid, "--metrics", &metrics];
    if setup == ClusterSetup::Fronts {
        flags.extend(["--fronts", &pids]);
    }
    let measured = run_load(&arguments.compare, Endpoint::Server, &at, &flags, rate);
    drop((servers.fronts, servers.leader));
    measured
}

async fn start(arguments: &ClusterArguments, setup: ClusterSetup) -> anyhow::Result<Servers> {
    let count = if setup == ClusterSetup::Fronts { arguments.fronts } else { 0 };
    let database = (setup != ClusterSetup::Folder).then_some(arguments.database.as_str());
    // The first leads, since the others start after it.
    let leader = start_ready(database).await?;
    let mut fronts = Vec::new();
    for _ in 0..count {
        fronts.push(start_ready(database).await?);
    }
    Ok(Servers { fronts, leader })
}

/// Starts a server, and waits until players can come: whoever does not lead says nothing of itself.
async fn start_ready(database: Option<&str>) -> anyhow::Result<(Listening, TempDir)> {
    let (data, at, link) = (TempDir::new()?, free_address()?, free_address()?.to_string());
    let flags = database.map(|database| ["--database", database, "--link", &link]);
    let flags: Vec<&str> = flags.into_iter().flatten().collect();
    let server = Listening::start_at(at, server(&data)?.at(at).flags(&flags).command())?;
    while !matches!(request(&at.into(), "GET", "/readyz", "").await, Ok((200, _))) {
        tokio::time::sleep(PAUSE).await;
    }
    Ok((server, data))
}

/// An address that nobody listens on.
fn free_address() -> std::io::Result<SocketAddr> {
    TcpListener::bind("127.0.0.1:0")?.local_addr()
}
