//! `nim-bot play`: connects to a server and plays.

use std::io::{self, Read};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use bot::{
    Bot, Client, ClientOptions, Driver, DriverOptions, Effort, GameSource, Introduction,
    MemoryPool, MoveKey, OfferFilter, OnStop, Program, ProgramSpec, Programs, ServerUrl, SolverBot,
    validate,
};
use clap::ValueEnum;
use protocol::{DeclaredProgram, Name, Nonce, SeatChoice, Secret, TournamentId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::Setup;
use solver::Level;
use tokio::signal::unix::{SignalKind, signal};
use uuid::Uuid;

use crate::effort;
use crate::priority::give_way;
use crate::program::ProgramArgs;
use crate::server::TrustArgs;
use crate::starts::Starts;
use crate::token;

/// Play on a server, several games at a time on one connection
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArguments {
    /// The server: ws://HOST:PORT/ws, or wss://
    #[arg(long)]
    url: ServerUrl,
    #[command(flatten)]
    trust: TrustArgs,
    /// The name that others see
    #[arg(long, value_parser = name)]
    name: Name,
    /// Leave after this many games
    #[arg(long)]
    games: Option<u64>,
    /// The most games at the same time; with --house, as many as the server allows
    #[arg(long, default_value_t = 8)]
    concurrency: usize,
    /// Make open offers of games
    #[arg(long, group = "source")]
    seek: bool,
    /// Challenge this player whenever they are connected, such as "Nimby (easy)"
    #[arg(long, value_name = "NAME", group = "source", value_parser = name)]
    challenge: Option<Name>,
    /// Wait for opponents that the server finds, near in rating in a rated game
    #[arg(long, group = "source", conflicts_with_all = ["game", "start", "won_by"])]
    quick: bool,
    /// Accept challenges and the open offers of others (the default)
    #[arg(long, group = "source")]
    accept: bool,
    /// Accept challenges only
    #[arg(long, group = "source")]
    challenges_only: bool,
    /// Accept only games of this kind
    #[arg(long, value_enum)]
    only: Option<WantedGames>,
    /// Accept only games with these opponents
    #[arg(long, value_enum)]
    against: Option<WantedOpponents>,
    /// Run as a house bot of the server that started this process: accept challenges only, and stop
    /// when standard input is closed
    #[arg(long, group = "source")]
    house: bool,
    /// Play in this tournament until its end
    #[arg(long, value_name = "ID", group = "source")]
    tournament: Option<Uuid>,
    /// The tournament's invitation, if it requires one
    #[arg(long, value_name = "SECRET", requires = "tournament", value_parser = secret)]
    invitation: Option<Secret>,
    /// Sign the moves in the tournament with the key in this file, so that anybody can check who
    /// made them; if there is no such file, it is created with a new key
    #[arg(long, value_name = "FILE", requires = "tournament")]
    sign: Option<PathBuf>,
    /// A file with the secret by which the server recognises the bot; if there is no such file, it
    /// is created with a new secret. Without this option the secret is read from NIM_BOT_TOKEN, or
    /// the bot is a new player each time
    #[arg(long, conflicts_with = "house")]
    token_file: Option<PathBuf>,
    /// The level of play: perfect, epsilon:0.1, sight:2, heaps:3, misread:0.1 or random
    #[arg(long, default_value = "perfect")]
    level: Level,
    /// Play with a program that speaks the line protocol (docs/bots.md): "python3 bot.py"
    #[arg(long, conflicts_with_all = ["level", "house"])]
    program: Option<String>,
    #[command(flatten)]
    limits: ProgramArgs,
    /// The seed: equal seeds play the same moves unless the time limit is reached
    #[arg(long)]
    seed: Option<u64>,
    /// The time limit of one move, in milliseconds
    #[arg(long, default_value_t = 2_000)]
    think_ms: u64,
    /// The most positions searched for one move
    #[arg(long, default_value_t = Effort::default().nodes)]
    nodes: u64,
    /// The most memory for the solvers of all games together: 64MB, 2GB. Without it, each move may
    /// take a gigabyte
    #[arg(long, value_parser = effort::bytes)]
    memory: Option<u64>,
    /// Seconds to keep trying to connect while the server is unreachable
    #[arg(long, default_value_t = 60)]
    patience: u64,
    /// The seat to take in offered games
    #[arg(long, value_enum, default_value = "random")]
    seat: WantedSeat,
    #[command(flatten)]
    starts: Starts,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum WantedSeat {
    First,
    Second,
    Random,
}

impl From<WantedSeat> for SeatChoice {
    fn from(seat: WantedSeat) -> SeatChoice {
        match seat {
            WantedSeat::First => SeatChoice::First,
            WantedSeat::Second => SeatChoice::Second,
            WantedSeat::Random => SeatChoice::Random,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum WantedGames {
    Rated,
    Casual,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum WantedOpponents {
    People,
    Bots,
}

fn name(text: &str) -> Result<Name, protocol::BadName> {
    Name::try_from(text.to_owned())
}

pub(crate) fn run(args: PlayArguments) -> anyhow::Result<()> {
    // One thread for the connection; those that think have their own.
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().max_blocking_threads(thinkers(&args).saturating_add(1));
    if args.house {
        // Beside its players the server comes first.
        builder.on_thread_start(give_way);
    }
    let runtime = builder.build()?;
    let played = runtime.block_on(play(args));
    // Do not wait for running solvers.
    runtime.shutdown_background();
    played
}

/// The number of bots that think at the same time: one per core, but a program thinks in its own
/// process, while a thread waits for it.
fn thinkers(args: &PlayArguments) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if args.program.is_some() { args.concurrency } else { cores }
}

async fn play(args: PlayArguments) -> anyhow::Result<()> {
    let seed = args.seed.unwrap_or_else(rand::random);
    let (mut plan, filter) = (plan(&args, seed)?, filter(&args));
    let (level, house) = (args.level, args.house);
    let effort = Effort { nodes: args.nodes, time: Duration::from_millis(args.think_ms) };
    let mut options = ClientOptions::new(args.trust.applied_to(args.url)?, args.name);
    options.patience = Duration::from_secs(args.patience);
    options.token = match &args.token_file {
        Some(file) => Some(token::in_file(file)?),
        None => token::in_environment()?,
    };
    if house && options.token.is_none() {
        bail!("{} is not set", token::VARIABLE);
    }
    let mut seeds = StdRng::seed_from_u64(seed);
    let memory = args.memory.map(MemoryPool::new);
    let spec = args.program.map(|command| args.limits.spec(command));
    let known = spec.as_ref().map(|spec| introduction(spec, options.token.is_some(), seed));
    let known = known.transpose()?;
    if let GameSource::Enter { program, .. } = &mut plan.source {
        *program = known.as_ref().map(DeclaredProgram::from);
    }
    let variants = known.and_then(|known| known.variants);
    let programs = spec.map(Programs::new);
    let make = move |setup: &Setup, _| -> Box<dyn Bot> {
        match &programs {
            Some(programs) => Box::new(programs.bot()),
            None => {
                let bot = SolverBot::new(setup, level, seeds.random(), effort);
                Box::new(match &memory {
                    Some(pool) => bot.sharing(pool.clone()),
                    None => bot,
                })
            }
        }
    };
    let mut driver = Driver::new(Client::new(options), plan, make);
    driver.accept_only(OfferFilter { variants, ..filter });
    let played = driver.run(stop_requested(house)).await;
    let tally = driver.close().await;
    if !house {
        say!("{tally}");
    }
    played.context("gave up")
}

/// Starts a program once, to hear what it plays. One that may play for ratings plays a validation
/// game first: a program that fails would lose rated games.
fn introduction(spec: &ProgramSpec, rated: bool, seed: u64) -> anyhow::Result<Introduction> {
    let said = match rated {
        true => validate(spec, seed),
        false => Program::start(spec)
            .map(|program| program.introduction().clone())
            .map_err(|fault| fault.to_string()),
    };
    let command = &spec.command;
    said.map_err(|fault| anyhow!("{command:?} {fault}; nim-bot conform {command:?} tells more"))
}

fn secret(text: &str) -> Result<Secret, &'static str> {
    Secret::read(text).ok_or("64 hexadecimal digits")
}

fn plan(args: &PlayArguments, seed: u64) -> anyhow::Result<DriverOptions> {
    let source = match args {
        PlayArguments { seek: true, .. } => {
            GameSource::Seek { offer: args.starts.offers(args.seat.into(), seed)? }
        }
        PlayArguments { challenge: Some(name), .. } => GameSource::Challenge {
            name: name.clone(),
            offer: args.starts.offers(args.seat.into(), seed)?,
        },
        PlayArguments { quick: true, .. } => GameSource::Quick(Box::new(args.starts.pool()?)),
        PlayArguments { tournament: Some(id), .. } => {
            let (tournament, invitation) = (TournamentId(*id), args.invitation);
            let nonce = Nonce::new(rand::rng().random());
            let key = args.sign.as_deref().map(token::in_file).transpose()?.map(MoveKey::new);
            if let Some(key) = &key {
                tracing::info!("moves are signed with the key {}", key.public());
            }
            // A level's choices depend on the order of its games, so it promises nothing.
            let program = None;
            GameSource::Enter { tournament, invitation, nonce, key, program, to_the_end: true }
        }
        PlayArguments { house: true, .. } | PlayArguments { challenges_only: true, .. } => {
            GameSource::Wait
        }
        _ => GameSource::Accept,
    };
    // A house bot's games continue once the server that stopped it has restarted.
    let on_stop = if args.house { OnStop::Leave } else { OnStop::Resign };
    // The server sends a house bot no more challenges than it can play.
    let concurrency = if args.house { usize::MAX } else { args.concurrency };
    let thinkers = thinkers(args);
    Ok(DriverOptions { source, concurrency, thinkers, games: args.games, on_stop })
}

fn filter(args: &PlayArguments) -> OfferFilter {
    let rated = args.only.map(|only| matches!(only, WantedGames::Rated));
    let bots = args.against.map(|against| matches!(against, WantedOpponents::Bots));
    OfferFilter { rated, bots, variants: None }
}

/// Resolves at the first SIGINT or SIGTERM and, for a house bot, at the end of standard input,
/// which is closed when the server ends.
async fn stop_requested(house: bool) {
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return tracing::error!("cannot listen for signals");
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        () = end_of(io::stdin()), if house => {}
    }
}

/// Waits for the end of this input, on a thread that is never joined: a read cannot be cancelled.
async fn end_of(mut input: impl Read + Send + 'static) {
    let (ended, end) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        let mut nothing = [0; 64];
        while input.read(&mut nothing).is_ok_and(|read| read > 0) {}
        drop(ended);
    });
    // An error means that the sender was dropped, which is the signal.
    let _ = end.await;
}

#[cfg(test)]
mod tests;
