//! `nim-server`: flags, the data folder, logs, signals and the house bots.

#[macro_use]
mod output;

mod admin;
mod data_lock;
mod data_tasks;
mod ladder_record;
mod settings;
mod sockets;
mod stop_signal;
mod tournament_file;

use std::io::IsTerminal;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use ladder::{ANCHORS, Anchor};
use mimalloc::MiMalloc;
use server::house_bots;
use server::{ListenEndpoint, Server, Storage, serve_front};
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;
use tracing::{error, info};
use tracing_subscriber::EnvFilter;
use uuid::Uuid;
use verify::Known;

use crate::data_lock::lock_data_within;
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
    /// Copy all stored data and keys from the data folder into the --database, which must be empty,
    /// and check both. No server may be running on either.
    Copy {
        /// The other way: from the --database into the data folder.
        #[arg(long)]
        back: bool,
    },
    /// Show which server leads on the --database, and what its standbys do.
    Cluster,
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
        Some(Task::Check) => data_tasks::check(&settings.storage()?),
        Some(Task::Backup { file }) => {
            server::backup(&settings.storage()?, &file).context("no backup was made")
        }
        Some(Task::Stats) => {
            output::print(server::stats(&settings.storage()?).context("cannot measure")?);
            Ok(())
        }
        Some(Task::Restore { file }) => data_tasks::restore(&settings.data, &file),
        Some(Task::Copy { back }) => data_tasks::copy(&settings, back),
        Some(Task::Cluster) => data_tasks::cluster(&settings),
        Some(Task::Repair) => data_tasks::repair(&settings),
        Some(Task::Recompute { check }) => data_tasks::recompute(&settings, check),
        Some(Task::Void { id, player, why }) => data_tasks::void(&settings, id, player, &why),
        Some(Task::Record { rated_match }) => {
            ladder_record::print(&settings.storage()?, rated_match)
        }
        Some(Task::RotateKey) => {
            let _lock = data_tasks::lock(&settings)?;
            ladder_record::rotate_key(&settings.storage()?)
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
            print_completions(shell);
            Ok(())
        }
        Some(Task::Man { folder }) => {
            Ok(clap_mangen::generate_to(ServerCommandLine::command(), folder)?)
        }
    }
}

fn print_completions(shell: Shell) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut ServerCommandLine::command(), "nim-server", &mut script);
    output::print(String::from_utf8_lossy(&script));
}

/// Writes the log to standard error: what the server does, and not who plays. If nobody reads it any
/// more, its lines are lost, and nothing else.
fn begin_log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    // Told of errors, it would print them to standard error, and panic where that is what failed.
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .log_internal_errors(false);
    match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).with_current_span(false).init(),
    }
}

/// The number of task polls between two checks for I/O events: a crowd that always has work delays
/// nobody by more than this many polls.
const TURNS_BETWEEN_LOOKS: u32 = 16;

/// How long a server that may no longer write has to tell its clients, and to give its lease up.
const GIVE_UP_THE_LEASE: Duration = Duration::from_secs(3);

/// On a single core the current-thread runtime is fairer: under overload, the longest waits are
/// shorter.
fn runtime() -> std::io::Result<Runtime> {
    let mut builder = match std::thread::available_parallelism() {
        Ok(NonZero::<usize>::MIN) => Builder::new_current_thread(),
        _ => Builder::new_multi_thread(),
    };
    builder.event_interval(TURNS_BETWEEN_LOOKS).enable_all().build()
}

async fn serve(settings: Settings, child: bool) -> anyhow::Result<()> {
    let certificate = settings.certificate()?;
    let passed = sockets::passed()?;
    let wait = sockets::wait(passed.as_ref(), &settings);
    let _lock = match settings.database {
        None => Some(lock_data_within(&settings.data, wait).await?),
        Some(_) => None,
    };
    let closing = CancellationToken::new();
    let stopped = tokio::spawn(stop_signal(child, closing.clone()));
    let sockets = async || -> anyhow::Result<_> {
        let listener = sockets::front(passed, &settings).await?;
        let at = listener.local_addr()?;
        Ok((entrances(listener, certificate.clone(), &settings).await?, at))
    };
    // A folder is opened first: what cannot serve does not listen. Beside others on one database, a
    // server is a front until it leads.
    let (opened, ((entrances, inside), at)) = match settings.database {
        None => {
            let server = open(&settings, &settings.storage()?, &closing).await?;
            (Ok(server), sockets().await?)
        }
        Some(_) => {
            let sockets = sockets().await?;
            info!(at = %sockets.1, "serving for whoever leads, until this server does");
            (lead(&settings, &sockets.0.0, &closing).await, sockets)
        }
    };
    let server = match opened {
        Err(_) if closing.is_cancelled() => return Ok(()),
        opened => opened?,
    };
    let scheme = if certificate.is_some() { "https" } else { "http" };
    tokio::spawn(read_certificate_again(certificate, settings.clone()));
    say!("nim-server listening on {scheme}://{at}");
    let memory = settings.config()?.solver_memory;
    let bots = start_house_bots(settings.house_bots, inside, &server, memory, &closing);
    let lost = server.lost();
    tokio::spawn(end_after(lost.clone()));
    server.serve(entrances, closing.clone().cancelled_owned()).await;
    // The shutdown may have come from the admin.
    closing.cancel();
    futures::future::join_all(bots).await;
    drop(stopped);
    if lost.is_cancelled() {
        bail!("another server has taken over, or the database has failed");
    }
    info!("stopped");
    Ok(())
}

async fn open(
    settings: &Settings,
    storage: &Storage,
    closing: &CancellationToken,
) -> anyhow::Result<Server> {
    let waiting = closing.clone();
    let opened = Server::open(settings.config()?, storage, move || !waiting.is_cancelled()).await;
    opened.map_err(|error| {
        data_tasks::failed(format_args!("cannot use what is stored in {storage}"), error)
    })
}

/// Serves as a front until this server leads.
async fn lead(
    settings: &Settings,
    entrances: &[ListenEndpoint],
    closing: &CancellationToken,
) -> anyhow::Result<Server> {
    let (config, storage) = (settings.config()?, settings.storage()?);
    let leads = CancellationToken::new();
    let opening = async {
        let opened = open(settings, &storage, closing).await;
        leads.cancel();
        opened
    };
    let leader = storage.leader();
    let front = serve_front(entrances.to_vec(), &config, &leader, leads.clone());
    tokio::join!(opening, front).0
}

/// Ends the process soon after this, even if what holds the lease waits for a database that never
/// answers.
async fn end_after(lost: CancellationToken) {
    lost.cancelled().await;
    std::thread::spawn(|| {
        std::thread::sleep(GIVE_UP_THE_LEASE);
        std::process::exit(1);
    });
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
