//! `nim-bot swarm`: players by the thousand.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use bot::{Mix, OwnServer, ServerUrl};
use clap::ValueEnum;
use load::{Fault, Ground, Outcome, Second, Swarm, Think};
use protocol::TimeControl;
use rules::{Preset, Setup};
use solver::Level;

use crate::screen::bar;
use crate::server::TrustArgs;

/// Load a server with thousands of players, and check every game they played
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The server: ws://HOST:PORT/ws; without it, one is started for the
    /// purpose
    #[arg(long)]
    url: Option<ServerUrl>,
    #[command(flatten)]
    trust: TrustArgs,
    /// The process id of that server, to read what it uses
    #[arg(long, requires = "url")]
    server_pid: Option<u32>,
    /// How many play
    #[arg(long, default_value_t = 1_000)]
    players: usize,
    /// Moves a second in all, due at times that are fixed beforehand
    #[arg(long, default_value_t = 1_000.0)]
    rate: f64,
    /// As many moves as go: saturation. Latencies then only say how long the
    /// queues are
    #[arg(long, conflicts_with = "rate")]
    max: bool,
    /// How thinking times are spread around their mean
    #[arg(long, value_enum, default_value = "exponential")]
    think: Spread,
    /// Seconds over which the players come
    #[arg(long, default_value_t = 3.0)]
    ramp: f64,
    /// Seconds to measure, after that
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// What is played, drawn for each game: variants (nim, kayles, moore:2),
    /// known starts (Marienbad), or games in the notation, separated by
    /// semicolons
    #[arg(long, default_value = "nim; kayles; subtraction")]
    games: Mix,
    /// How well: perfect, epsilon:0.1, sight:2, heaps:3, misread:0.1, random;
    /// one each
    #[arg(long, value_delimiter = ',', default_value = "perfect,epsilon:0.2,random")]
    levels: Vec<Level>,
    /// Play rated pairs: two games from one start, the second with the seats
    /// swapped
    #[arg(long)]
    rated: bool,
    /// Let the server bring players together (quick play, from its known starts),
    /// instead of two playing each other all the time
    #[arg(long)]
    quick: bool,
    /// Seconds on each clock; 0 for none
    #[arg(long, default_value_t = 180)]
    base: u32,
    /// Seconds that each move adds
    #[arg(long, default_value_t = 2)]
    increment: u32,
    /// Loopback addresses to spread the connections over
    #[arg(long, default_value_t = 1)]
    addresses: u8,
    /// What to do to the players and the server
    #[arg(long, value_enum, value_delimiter = ',')]
    fault: Vec<Mishap>,
    /// Equal seeds draw alike
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Flags for the server that is started for the purpose
    #[arg(long, value_delimiter = ' ', conflicts_with = "url")]
    server_flags: Vec<String>,
    /// Write the outcome as JSON
    #[arg(long)]
    json: Option<PathBuf>,
    /// Write a page with plots
    #[arg(long)]
    html: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Spread {
    /// All are the same
    Constant,
    /// From nothing to twice the mean
    Uniform,
    /// Many short ones, a few long ones
    Exponential,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mishap {
    /// Everything below
    All,
    /// Everybody is cut off at once, every ten seconds
    Storm,
    /// One move in a hundred loses its answer
    Answers,
    /// Connections that never read
    Slow,
    /// Connections that fall silent
    Silent,
    /// Wrong tokens are tried
    Tokens,
    /// The server is killed and started again; not with --url
    Kill,
}

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(load(&args));
    runtime.shutdown_background();
    let outcome = outcome?;
    print!("{outcome}");
    write(&args, &outcome)?;
    ensure!(outcome.found == 0, "the referee found {} things wrong", outcome.found);
    Ok(())
}

async fn load(args: &Args) -> anyhow::Result<Outcome> {
    let swarm = swarm(args)?;
    let mut ground = match &args.url {
        Some(url) => Ground::Server(args.trust.of(url.clone())?, args.server_pid),
        None => Ground::Own(own_server(args).await?),
    };
    let seconds = args.seconds.max(1);
    let told = |second: &Second| progress(second, seconds);
    let mut outcome = swarm.run(&mut ground, told).await.context("the load was broken off")?;
    end_progress();
    if let Ground::Own(server) = ground {
        check(server, &mut outcome).await?;
    }
    Ok(outcome)
}

/// A server for the purpose: without house bots, which would have nothing to do.
async fn own_server(args: &Args) -> anyhow::Result<OwnServer> {
    let connections = (args.players + 200).to_string();
    let mut flags = vec!["--house-bots", "off", "--max-connections", &connections];
    // All of them come from here.
    flags.extend(["--max-connections-per-address", "0", "--max-handshakes-per-address", "0"]);
    flags.extend(args.server_flags.iter().map(String::as_str));
    OwnServer::start(&flags).await.context("no server of our own")
}

/// What the server has kept must hold as well: `nim-server check` replays it.
async fn check(server: OwnServer, outcome: &mut Outcome) -> anyhow::Result<()> {
    let checked = server.stop_and_check().await.context("the server's store")?;
    match checked {
        Ok(said) => println!("store: {said}"),
        Err(said) => {
            outcome.found += 1;
            outcome.findings.push(format!("the store: {said}"));
        }
    }
    Ok(())
}

fn swarm(args: &Args) -> anyhow::Result<Swarm> {
    ensure!(args.players >= 2, "a game takes two players");
    ensure!(args.rate.is_finite() && args.rate > 0.0, "the rate must be more than nothing");
    ensure!((0.0..=3600.0).contains(&args.ramp), "the ramp is at most an hour");
    let mut faults: Vec<Fault> = args.fault.iter().flat_map(|mishap| mishap.faults()).collect();
    if args.url.is_some() {
        if args.fault.contains(&Mishap::Kill) {
            bail!("only a server of our own may be killed: leave --url out");
        }
        faults.retain(|&fault| fault != Fault::Kill);
    }
    let games = args.games.starts(args.seed)?;
    if args.quick {
        let unknown = games.iter().find(|game| !is_in_quick_play(game));
        ensure!(
            unknown.is_none(),
            "quick play has known starts only, and none of {}: leave it out of --games",
            unknown.map(Setup::to_string).unwrap_or_default()
        );
    }
    let milliseconds = |seconds: u32| seconds.checked_mul(1000).context("the clock is too long");
    let (base_ms, increment_ms) = (milliseconds(args.base)?, milliseconds(args.increment)?);
    let clock = (args.base > 0).then_some(TimeControl::Fischer { base_ms, increment_ms });
    Ok(Swarm {
        players: args.players.next_multiple_of(2),
        rate: (!args.max).then_some(args.rate),
        think: match args.think {
            Spread::Constant => Think::Constant,
            Spread::Uniform => Think::Uniform,
            Spread::Exponential => Think::Exponential,
        },
        ramp: Duration::from_secs_f64(args.ramp),
        duration: Duration::from_secs(args.seconds),
        games,
        levels: args.levels.clone(),
        rated: args.rated,
        quick: args.quick,
        clock,
        addresses: args.addresses,
        faults,
        seed: args.seed,
    })
}

/// Whether there is a start with a name of the same variant and ending.
fn is_in_quick_play(game: &Setup) -> bool {
    let alike = |known: Setup| {
        let two = known.variant().rules().seats() == 2;
        two && known.variant().name() == game.variant().name() && known.ending() == game.ending()
    };
    Preset::all().map(Preset::setup).any(alike)
}

impl Mishap {
    fn faults(self) -> Vec<Fault> {
        match self {
            Mishap::All => Fault::ALL.to_vec(),
            Mishap::Storm => vec![Fault::Storm],
            Mishap::Answers => vec![Fault::Answers],
            Mishap::Slow => vec![Fault::Slow],
            Mishap::Silent => vec![Fault::Silent],
            Mishap::Tokens => vec![Fault::Tokens],
            Mishap::Kill => vec![Fault::Kill],
        }
    }
}

/// One line that is written anew each second; nothing where nobody looks.
fn progress(second: &Second, seconds: u64) {
    let mut out = std::io::stderr();
    if !out.is_terminal() {
        return;
    }
    let Second { second, moves, games, losses, own, other, own_cores, .. } = second;
    let (own, other) = (own.p99_us as f64 / 1e3, other.p99_us as f64 / 1e3);
    // A terminal that has gone away is no reason to end the load.
    let _ = write!(
        out,
        "\r\x1b[K{} {second} of {seconds} s: {moves} moves, {games} games, {losses} losses, \
         p99 {own:.1} and {other:.1} ms, {own_cores:.1} cores",
        bar(*second, seconds)
    );
    let _ = out.flush();
}

/// The line stays, and what follows has its own.
fn end_progress() {
    if std::io::stderr().is_terminal() {
        eprintln!();
    }
}

fn write(args: &Args, outcome: &Outcome) -> anyhow::Result<()> {
    if let Some(path) = &args.json {
        let json = serde_json::to_string_pretty(outcome)?;
        std::fs::write(path, json).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &args.html {
        std::fs::write(path, outcome.page())
            .with_context(|| format!("cannot write {}", path.display()))?;
        println!("report: {}", path.display());
    }
    Ok(())
}
