//! `nim-server`: flags, the data folder, logs, signals and the house bots.

#[macro_use]
mod output;

mod admin;
mod data_lock;
mod ladder_record;
mod settings;
mod sockets;
mod stop_signal;
mod tournament_file;

use std::io::IsTerminal;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use ladder::{ANCHORS, Anchor};
use mimalloc::MiMalloc;
use protocol::PlayerId;
use server::house_bots;
use server::{Checked, Recomputed, Repaired, Server, Voided};
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;
use tracing::{error, info};
use tracing_subscriber::EnvFilter;
use uuid::Uuid;
use verify::Known;

use crate::data_lock::{lock_data, lock_data_within};
use crate::settings::{LogFormat, Settings, Switch};
use crate::sockets::{entrances, read_certificate_again};
use crate::stop_signal::stop_signal;

/// An allocator that returns the memory of a past crowd to the system within seconds; glibc returns
/// memory only from the end of the heap, where something always remains in use. Without huge pages
/// (`no_thp`), because a few bytes would keep each of them.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

/// A game server for the Nim family: a page for people, a WebSocket for
/// programs, on one port.
#[derive(Debug, Parser)]
#[command(name = "nim-server", version)]
struct ServerCommandLine {
    #[command(subcommand)]
    task: Option<Task>,
    /// A file with settings, one `key = value` per line (TOML); the keys are the names of the
    /// flags. Flags and environment variables override it.
    #[arg(long, global = true, env = "NIM_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the effective settings, secrets masked, and exit.
    #[arg(long)]
    print_config: bool,
    /// Exit when the standard input ends: for a server started by another program that it must not
    /// outlive.
    #[arg(long)]
    child: bool,
    #[command(flatten)]
    settings: Settings,
}

/// Tasks instead of serving. A server may be running on the same data, unless a task says
/// otherwise.
#[derive(Debug, Subcommand)]
enum Task {
    /// Check all stored data by replaying every game and tournament.
    Check,
    /// Copy all stored data into a new file.
    Backup {
        /// The file; it must not exist.
        file: PathBuf,
    },
    /// Show the disk usage by kind of data.
    Stats,
    /// Restore a backup into a data folder that has no games, and check it.
    Restore {
        /// The file.
        file: PathBuf,
    },
    /// Repair damaged games as far as possible. No server may be running.
    Repair,
    /// Recompute all ratings from the stored games.
    Recompute {
        /// Only compare the result with the stored ratings. The server may be running meanwhile;
        /// without this flag it may not.
        #[arg(long)]
        check: bool,
    },
    /// Void rated matches and recompute all ratings without them. No server may be running.
    Void {
        /// The match or, with --player, the player whose matches are all voided.
        id: Uuid,
        /// The id is a player's.
        #[arg(long)]
        player: bool,
        /// The reason, which everybody can read in the public record.
        #[arg(long)]
        why: String,
    },
    /// Print the public record of the ladder, signed.
    Record {
        /// Print only the proof of what it says of this match.
        #[arg(long = "match", value_name = "ID")]
        rated_match: Option<Uuid>,
    },
    /// Replace the key that signs by a new one, which the old one signs. No server may be running.
    RotateKey,
    /// Check the file of a tournament or, with --ladder, the public record of a ladder: replay
    /// everything and recompute the results.
    Verify {
        /// The file.
        file: PathBuf,
        /// The file is a ladder's record, or the proof of a match.
        #[arg(long, conflicts_with = "commitment")]
        ladder: bool,
        /// An earlier record of the same ladder, which this one must continue.
        #[arg(long, requires = "ladder", value_name = "FILE")]
        since: Option<PathBuf>,
        /// The public key of the server that should have signed it.
        #[arg(long)]
        key: Option<String>,
        /// The commitment that was published before anybody entered.
        #[arg(long)]
        commitment: Option<String>,
        /// The key with which an entrant signs, as they have published it: Ada=KEY.
        #[arg(long = "entrant", value_name = "NAME=KEY", conflicts_with = "ladder", value_parser = tournament_file::entrant)]
        entrants: Vec<(String, String)>,
    },
    /// Run an /admin command on the running server: players, games and addresses.
    Admin {
        /// The server's address; by default --public-url, or else --listen.
        #[arg(long)]
        url: Option<String>,
        #[command(subcommand)]
        order: admin::AdminCommand,
    },
    /// Print a shell completion script for this command.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Write the manual pages, one for each subcommand.
    Man {
        /// The folder, which must exist.
        folder: PathBuf,
    },
}

fn main() -> anyhow::Result<()> {
    let matches = ServerCommandLine::command().get_matches();
    let arguments =
        ServerCommandLine::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let settings = match &arguments.config {
        Some(file) => arguments.settings.with_secrets()?.with_file(file, &matches)?,
        None => arguments.settings.with_secrets()?,
    };
    if arguments.print_config {
        output::print(settings.printed()?);
        return Ok(());
    }
    begin_log(settings.log_format);
    match arguments.task {
        None => runtime()?.block_on(serve(settings, arguments.child)),
        Some(Task::Check) => check(&settings.data),
        Some(Task::Backup { file }) => {
            server::backup(&settings.data, &file).context("no backup was made")
        }
        Some(Task::Stats) => {
            output::print(server::stats(&settings.data).context("cannot measure")?);
            Ok(())
        }
        Some(Task::Restore { file }) => restore(&settings.data, &file),
        Some(Task::Repair) => repair(&settings.data),
        Some(Task::Recompute { check }) => recompute(&settings.data, check),
        Some(Task::Void { id, player, why }) => void(&settings.data, id, player, &why),
        Some(Task::Record { rated_match }) => ladder_record::print(&settings.data, rated_match),
        Some(Task::RotateKey) => {
            let _lock = lock_data(&settings.data)?;
            ladder_record::rotate_key(&settings.data)
        }
        Some(Task::Verify { file, ladder: true, since, key, .. }) => {
            ladder_record::verify(&file, since.as_deref(), key.as_deref())
        }
        Some(Task::Verify { file, key, commitment, entrants, .. }) => {
            let (key, commitment) = (key.as_deref(), commitment.as_deref());
            tournament_file::verify(&file, Known { key, commitment, entrants: &entrants })
        }
        Some(Task::Admin { url, order }) => {
            let url = url.or(settings.public_url.clone());
            let url = url.unwrap_or_else(|| format!("http://{}", settings.listen));
            let said = admin::give(&url, settings.admin_token, &order);
            output::print(runtime()?.block_on(said)?);
            Ok(())
        }
        Some(Task::Completions { shell }) => {
            let mut command = ServerCommandLine::command();
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "nim-server", &mut script);
            output::print(String::from_utf8_lossy(&script));
            Ok(())
        }
        Some(Task::Man { folder }) => {
            Ok(clap_mangen::generate_to(ServerCommandLine::command(), folder)?)
        }
    }
}

/// Writes the log to standard error: what the server does, and not who plays.
fn begin_log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).with_current_span(false).init(),
    }
}

/// The number of task polls between two checks for I/O events: a crowd that always has work delays
/// nobody by more than this many polls.
const TURNS_BETWEEN_LOOKS: u32 = 16;

/// On a single core the current-thread runtime is fairer: under overload, the longest waits are
/// shorter.
fn runtime() -> std::io::Result<Runtime> {
    let mut builder = match std::thread::available_parallelism() {
        Ok(NonZero::<usize>::MIN) => Builder::new_current_thread(),
        _ => Builder::new_multi_thread(),
    };
    builder.event_interval(TURNS_BETWEEN_LOOKS).enable_all().build()
}

fn check(data: &Path) -> anyhow::Result<()> {
    report(data, server::check(data).context("cannot check")?)
}

fn restore(data: &Path, file: &Path) -> anyhow::Result<()> {
    let _lock = lock_data(data)?;
    report(data, server::restore(file, data).context("nothing was restored")?)
}

fn repair(data: &Path) -> anyhow::Result<()> {
    let _lock = lock_data(data)?;
    let Repaired { salvaged, lost, rebuilt, torn } =
        server::repair(data).context("cannot repair")?;
    say!("{} games repaired, {} beyond repair", salvaged.len(), lost.len());
    if rebuilt {
        say!(
            "the file was made anew: what was written last, accounts and bans too, may be missing"
        );
        say!("what it was made of is kept under names that end in .damaged");
    }
    torn.iter().for_each(|table| say!("lost pages: not all rows of {table} could be read"));
    salvaged.iter().for_each(|line| say!("repaired: {line}"));
    lost.iter().for_each(|line| say!("beyond repair: {line}"));
    Ok(())
}

fn report(data: &Path, checked: Checked) -> anyhow::Result<()> {
    let Checked { games, running, facts, tournaments, wrong } = checked;
    say!(
        "{games} games, {running} of them running, {facts} facts, {tournaments} tournaments: \
         {} wrong",
        wrong.len()
    );
    wrong.iter().for_each(|line| say!("{line}"));
    match wrong.is_empty() {
        true => Ok(()),
        false => bail!("the store in {} is damaged", data.display()),
    }
}

fn recompute(data: &Path, only_compare: bool) -> anyhow::Result<()> {
    if !only_compare {
        let _lock = lock_data(data)?;
        server::recompute(data).context("cannot recompute")?;
    }
    let Recomputed { rated_matches, counted, decisions, standings, wrong, .. } =
        server::compare(data).context("cannot compare")?;
    say!(
        "{rated_matches} rated matches, {counted} counted, {decisions} decisions, \
         {standings} standings: {} wrong",
        wrong.len()
    );
    wrong.iter().for_each(|line| say!("{line}"));
    match wrong.is_empty() {
        true => Ok(()),
        false => bail!("the ratings in {} do not follow from the games", data.display()),
    }
}

fn void(data: &Path, id: Uuid, player: bool, why: &str) -> anyhow::Result<()> {
    let _lock = lock_data(data)?;
    let what = if player { Voided::Player(PlayerId(id)) } else { Voided::Match(id) };
    let voided = server::declare_void(data, what, why).context("nothing was declared void")?;
    say!("{voided} rated matches are void now, and all ratings are made again");
    match voided {
        0 => bail!("there is no rated match of {id} that was not void before"),
        _ => Ok(()),
    }
}

async fn serve(settings: Settings, child: bool) -> anyhow::Result<()> {
    let certificate = settings.certificate()?;
    let passed = sockets::passed()?;
    let wait = sockets::wait(passed.as_ref(), &settings);
    let _lock = lock_data_within(&settings.data, wait).await?;
    let config = settings.config()?;
    let memory = config.solver_memory;
    let server = Server::open(config, &settings.data)
        .with_context(|| format!("cannot use what is stored in {}", settings.data.display()))?;
    let listener = sockets::front(passed, &settings).await?;
    let at = listener.local_addr()?;
    let scheme = if certificate.is_some() { "https" } else { "http" };
    let (entrances, inside) = entrances(listener, certificate.clone(), &settings).await?;
    tokio::spawn(read_certificate_again(certificate, settings.clone()));
    say!("nim-server listening on {scheme}://{at}");
    let closing = CancellationToken::new();
    let bots = start_house_bots(settings.house_bots, inside, &server, memory, &closing);
    server.serve(entrances, stop_signal(child, closing.clone())).await;
    // The shutdown may have come from the admin.
    closing.cancel();
    futures::future::join_all(bots).await;
    info!("stopped");
    Ok(())
}

fn start_house_bots(
    switch: Switch,
    at: SocketAddr,
    server: &Server,
    memory: u64,
    closing: &CancellationToken,
) -> Vec<tokio::task::JoinHandle<()>> {
    if switch == Switch::Off {
        return Vec::new();
    }
    let program = match house_bots::program() {
        Ok(program) => program,
        Err(why) => {
            error!(
                %why,
                "THERE ARE NO HOUSE BOTS: nim-bot is not beside nim-server, so visitors find nobody \
                 to play. Put it there, or turn them off with --house-bots off"
            );
            return Vec::new();
        }
    };
    let reachable = match at.ip().is_unspecified() {
        true => SocketAddr::from((Ipv4Addr::LOCALHOST, at.port())),
        false => at,
    };
    let (secret, memory) = (server.house_secret(), memory / ANCHORS.len() as u64);
    let keep = |bot: &'static Anchor| {
        let program = program.clone();
        tokio::spawn(house_bots::keep_running(
            program,
            bot,
            reachable,
            secret,
            memory,
            closing.clone(),
        ))
    };
    ANCHORS.iter().map(keep).collect()
}
