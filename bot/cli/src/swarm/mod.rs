//! `nim-bot swarm`: loads a server with thousands of clients.

mod files;
mod plan;
mod progress;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use bot::{Mix, OwnServer, ServerUrl};
use clap::{Subcommand, ValueEnum};
use load::{
    Comparison, LoadOutcome, RunEnd, Scenarios, Stages, Swarm, Target, Threshold, find_capacity,
};
use solver::Level;

use crate::output::print;
use crate::server::TrustArgs;
use progress::{end_progress, progress};

/// The exit code that shells use for a program ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

/// Load a server with thousands of clients, and check every game
///
/// Exits with 0 only if all goals were reached: every client connected and stayed, every stage
/// reached its rate, nothing was lost or refused, the referee found nothing, and every --assert
/// holds. --stop-unless and Ctrl-C end the load early; the summary is printed all the same.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct SwarmArguments {
    #[command(subcommand)]
    task: Option<ReportTask>,
    #[command(flatten)]
    load: LoadArgs,
}

/// Commands for reports written by --json
#[derive(Debug, Subcommand)]
enum ReportTask {
    /// Compare two reports, with 95 % intervals; exits with 1 if any of the server's figures is
    /// worse in the second. How late the loads themselves were is shown and not judged
    Compare {
        /// The earlier report
        before: PathBuf,
        /// The report to judge
        after: PathBuf,
    },
    /// Merge the reports of processes that loaded one server at the same time
    Merge {
        /// The reports
        #[arg(required = true)]
        reports: Vec<PathBuf>,
        /// A condition that the merged report must meet
        #[arg(long = "assert", value_name = "CONDITION")]
        thresholds: Vec<Threshold>,
        #[command(flatten)]
        files: files::FileArgs,
    },
}

#[derive(Debug, clap::Args)]
struct LoadArgs {
    /// The server: ws://HOST:PORT/ws; default: start one for the load
    #[arg(long)]
    url: Option<ServerUrl>,
    #[command(flatten)]
    trust: TrustArgs,
    /// The process id of that server, to read its CPU and memory use
    #[arg(long, requires = "url")]
    server_pid: Option<u32>,
    /// The number of clients; all play unless --scenarios says otherwise
    #[arg(long, default_value_t = 1_000)]
    players: usize,
    /// The clients' activities, by weight: play=80,watch=10,lobby=5,page=5,tournament=20. Entrants
    /// of tournaments play in arenas made for the load; --rate counts the moves of the others
    #[arg(long, default_value = "play=1")]
    scenarios: Scenarios,
    /// Total moves per second, due at times fixed in advance
    #[arg(long, default_value_t = 1_000.0)]
    rate: f64,
    /// Make as many moves as possible (saturation). Latencies then only show the length of the
    /// queues
    #[arg(long, conflicts_with_all = ["rate", "stages", "think"])]
    max: bool,
    /// The rate over time, instead of --rate and --seconds: KIND:RATE:TIME, where ramp changes
    /// linearly to the rate; step, soak and hold start at it; spike holds it and then returns to
    /// the earlier rate; down falls to zero: ramp:1000:30s,soak:1000:10m,spike:5000:5s,down:10s
    #[arg(long, conflicts_with_all = ["rate", "seconds"])]
    stages: Option<Stages>,
    /// Search for the highest rate at which this condition holds, starting at --rate, with
    /// --seconds per attempt: p99<50ms
    #[arg(long, value_name = "CONDITION", conflicts_with_all = ["max", "stages"])]
    find: Option<Threshold>,
    /// An additional condition for exit code 0: p99<50ms, errors=0, rate>=950, page.p90<1s,
    /// losses<3; may be repeated
    #[arg(long = "assert", value_name = "CONDITION")]
    thresholds: Vec<Threshold>,
    /// A condition that, as soon as it does not hold, ends the load with exit code 1: an upper
    /// bound of a latency, of errors, losses or findings, or a lower bound of the rate; latencies
    /// and the rate from the fifth second on; may be repeated
    #[arg(long, value_name = "CONDITION", value_parser = plan::condition_that_stops)]
    stop_unless: Vec<Threshold>,
    /// The distribution of thinking times
    #[arg(long, value_enum, default_value = "exponential")]
    think: Spread,
    /// Seconds over which the clients connect
    #[arg(long, default_value_t = 3.0)]
    ramp: f64,
    /// Seconds to measure once all clients are connected
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The games, drawn at random: variants (nim, kayles, moore:2), known starts
    /// (Marienbad), or games in the notation, separated by semicolons
    #[arg(long, default_value = "nim; kayles; subtraction")]
    games: Mix,
    /// The players' levels, assigned in turn: perfect, epsilon:0.1, sight:2, heaps:3, misread:0.1,
    /// random
    #[arg(long, value_delimiter = ',', default_value = "perfect,epsilon:0.2,random")]
    levels: Vec<Level>,
    /// Play rated pairs: two games from one start, the second with the seats swapped. The admin
    /// creates the accounts; a remote server needs NIM_ADMIN_TOKEN
    #[arg(long)]
    rated: bool,
    /// Let the server match players (quick play, from its known starts), instead of fixed pairs of
    /// players
    #[arg(long)]
    quick: bool,
    /// Seconds on each clock; 0 for none
    #[arg(long, default_value_t = 180)]
    base: u32,
    /// Seconds added per move
    #[arg(long, default_value_t = 2)]
    increment: u32,
    /// The number of loopback addresses to spread the connections over
    #[arg(long, default_value_t = 1)]
    addresses: u8,
    /// Faults to inject
    #[arg(long, value_enum, value_delimiter = ',')]
    fault: Vec<FaultKind>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Flags for the server that is started for the load
    #[arg(long, value_delimiter = ' ', conflicts_with = "url")]
    server_flags: Vec<String>,
    #[command(flatten)]
    files: files::FileArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Spread {
    /// All equal to the mean
    Constant,
    /// Uniform from zero to twice the mean
    Uniform,
    /// Many short ones, a few long ones
    Exponential,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FaultKind {
    /// All of the following
    All,
    /// Every player is cut off at once, every ten seconds
    Storm,
    /// One move in a hundred loses its answer
    Answers,
    /// Connections that never read
    Slow,
    /// Connections that fall silent
    Silent,
    /// Seats are tried with wrong tokens
    Tokens,
    /// The server is killed and restarted; not with --url
    Kill,
}

pub(crate) fn run(args: SwarmArguments) -> anyhow::Result<ExitCode> {
    match args.task {
        Some(ReportTask::Compare { before, after }) => {
            let comparison = Comparison::new(&files::read(&before)?, &files::read(&after)?);
            print(&comparison);
            Ok(ExitCode::from(u8::from(comparison.is_worse())))
        }
        Some(ReportTask::Merge { reports, thresholds, files }) => {
            let outcomes = reports.iter().map(|path| files::read(path));
            let outcome = LoadOutcome::merge(outcomes.collect::<anyhow::Result<_>>()?);
            finish(&outcome.context("no reports")?, &thresholds, &files)
        }
        None => {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            let code = runtime.block_on(load(&args.load));
            runtime.shutdown_background();
            code
        }
    }
}

async fn load(args: &LoadArgs) -> anyhow::Result<ExitCode> {
    let swarm = plan::swarm(args)?;
    let mut target = match &args.url {
        Some(url) => Target::Remote(args.trust.applied_to(url.clone())?, args.server_pid),
        None => Target::Own(own_server(args).await?),
    };
    if let Some(limit) = &args.find {
        return find(args, &swarm, limit, &mut target).await;
    }
    let seconds = swarm.seconds();
    let mut outcome = swarm.run(&mut target, ctrl_c(), |second| progress(second, seconds)).await?;
    end_progress();
    if let Target::Own(server) = target {
        check(server, args.rated, &mut outcome).await?;
    }
    let thresholds: Vec<Threshold> =
        args.thresholds.iter().chain(&args.stop_unless).cloned().collect();
    finish(&outcome, &thresholds, &args.files)
}

/// Prints and writes the outcome, and reports on stderr which goals were not reached.
fn finish(
    outcome: &LoadOutcome,
    thresholds: &[Threshold],
    files: &files::FileArgs,
) -> anyhow::Result<ExitCode> {
    print(outcome);
    files.write(outcome)?;
    let failures = outcome.failures(thresholds);
    for failure in &failures {
        eprintln!("FAILED: {failure}");
    }
    Ok(match outcome.end {
        RunEnd::Interrupted => ExitCode::from(INTERRUPTED),
        _ if failures.is_empty() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Searches for the highest rate, and prints each attempt.
async fn find(
    args: &LoadArgs,
    swarm: &Swarm,
    limit: &Threshold,
    target: &mut Target,
) -> anyhow::Result<ExitCode> {
    let thresholds: Vec<Threshold> =
        args.thresholds.iter().chain(&args.stop_unless).chain([limit]).cloned().collect();
    let on_probe = |probe: &load::CapacityProbe| say!("{probe}");
    let capacity = find_capacity(swarm, args.rate, &thresholds, target, ctrl_c(), on_probe).await?;
    if let Some(best) = capacity.probes.iter().rfind(|probe| probe.failures.is_empty()) {
        args.files.write(&best.outcome)?;
    }
    match capacity.highest() {
        Some(rate) => say!("highest rate with {limit}: {rate:.0} moves a second"),
        None => say!("no rate holds {limit}"),
    }
    Ok(match (capacity.is_interrupted, capacity.highest()) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, Some(_)) => ExitCode::SUCCESS,
        (false, None) => ExitCode::FAILURE,
    })
}

/// Resolves at the first Ctrl-C or SIGTERM; a second one ends the program at once.
async fn ctrl_c() {
    first_signal().await;
    eprintln!("\nending the load; interrupt again to leave at once");
    tokio::spawn(async {
        first_signal().await;
        std::process::exit(INTERRUPTED.into());
    });
}

async fn first_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        // Without handlers the signal ends the program by itself.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

/// Starts a server for the load, without house bots, which would be idle.
async fn own_server(args: &LoadArgs) -> anyhow::Result<OwnServer> {
    let flags = server_flags(args);
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    OwnServer::start(&flags).await.context("cannot start a server")
}

fn server_flags(args: &LoadArgs) -> Vec<String> {
    let connections = (args.players + 200).to_string();
    let mut flags = vec!["--house-bots", "off", "--max-connections", &connections];
    // All connections come from this machine.
    flags.extend(["--max-connections-per-address", "0", "--max-handshakes-per-address", "0"]);
    flags.extend(["--messages-per-second", "0"]);
    flags.into_iter().map(str::to_owned).chain(args.server_flags.iter().cloned()).collect()
}

/// Checks that the server's data are right as well: `nim-server check` replays every game and,
/// after rated ones, `nim-server recompute --check` recomputes all ratings.
async fn check(
    mut server: OwnServer,
    rated: bool,
    outcome: &mut LoadOutcome,
) -> anyhow::Result<()> {
    server.stop().await?;
    let mut tasks: Vec<&[&str]> = vec![&["check"]];
    if rated {
        tasks.push(&["recompute", "--check"]);
    }
    for task in tasks {
        match server.run_task(task).await.context("the server's store")? {
            Ok(said) => say!("store: {said}"),
            Err(said) => outcome.add_finding(format!("the store: {said}")),
        }
    }
    Ok(())
}
