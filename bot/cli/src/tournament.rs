//! `nim-bot tournament`: from a list of entrants to a report, with one command.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, anyhow, bail, ensure};
use bot::tournament::{Entrant, EntrantError, TournamentOutcome, TournamentRun};
use bot::{Family, OwnServer, Program, ServerUrl};
use protocol::{Begin, Course, EntryRule, Format, Name, Plan, Sprt, SprtModel, TimeControl, Who};
use serde::{Deserialize, Serialize};

use crate::program::ProgramArgs;
use crate::screen::Screen;
use crate::server::TrustArgs;

/// Play a tournament, on a private server or on the one given by --url
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The entrants, separated by commas: levels, programs that speak the line protocol, and
    /// players who connect themselves: perfect,epsilon:0.1,sight:2,random,"program:python3
    /// bot.py",remote:Ada; each may be preceded by its name and how to run its program:
    /// "name=Ada;dir=bots;env=SEED=1;program:./ada"
    #[arg(long, required_unless_present = "resume")]
    entrants: Option<String>,
    /// round-robin, round-robin:2 (cycles), gauntlet, swiss:5 (rounds), knockout
    /// or arena:60 (seconds)
    #[arg(long, value_parser = format, default_value = "round-robin")]
    format: Format,
    /// The variants and endings, separated by commas: nim, kayles, moore:2, subtraction:1;2;3;
    /// "misere nim"
    #[arg(long, default_value = "nim")]
    variants: String,
    /// The approximate number of objects in a start
    #[arg(long, default_value_t = 15)]
    size: u64,
    /// The number of pairs of games per pairing
    #[arg(long, default_value_t = 1)]
    pairs: u32,
    /// Seconds per player for a game, and seconds added per move: 60+1
    #[arg(long, value_parser = clock, default_value = "300+2")]
    clock: TimeControl,
    /// The most pairs played at the same time
    #[arg(long, default_value_t = 8)]
    concurrency: u32,
    /// The most pairs that one entrant plays at the same time
    #[arg(long, default_value_t = 4)]
    each: u32,
    /// With two entrants, a sequential test: stop once the first entrant is shown to be stronger by
    /// the second number of Elo, or by no more than the first: 0,50. The two error rates (default
    /// 0.05) and the measure (default Elo) may follow: 0,50,0.01,0.05,normalized
    #[arg(long, value_parser = sprt)]
    sprt: Option<Sprt>,
    /// The tournament's name
    #[arg(long, default_value = "Tournament")]
    name: String,
    /// The seed of draw, starts and choices; without one, the server and all entrants together
    /// determine the draw and the starts
    #[arg(long)]
    seed: Option<u64>,
    /// The server: ws://HOST:PORT/ws; default: start one
    #[arg(long)]
    url: Option<ServerUrl>,
    #[command(flatten)]
    trust: TrustArgs,
    /// The folder for the results; created if needed
    #[arg(long, default_value = "nim-tournament")]
    out: PathBuf,
    /// Record the dialogue with programs in FOLDER/dialogue
    #[arg(long)]
    log: bool,
    /// Continue the tournament in this folder
    #[arg(long, conflicts_with_all = ["entrants", "seed", "url"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    limits: ProgramArgs,
}

/// The state of a running tournament in its folder.
#[derive(Serialize, Deserialize)]
struct Saved {
    run: TournamentRun,
    /// The server's URL; `None` if it was our own.
    url: Option<String>,
    about: String,
}

const STATE: &str = "run.json";

/// The signed file of a finished tournament.
const EXPORT: &str = "export.ndjson";

/// The errors so far, one JSON object per line. The file outlives this process.
const ACCIDENTS: &str = "accidents.ndjson";

pub(crate) fn run(args: Arguments) -> anyhow::Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // A program thinks in its own process, while a thread waits for it.
    let waiting = args.entrants.as_deref().map_or(16, |list| list.split(',').count());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(cores + waiting * args.each as usize)
        .build()?;
    let played = runtime.block_on(whole(args));
    runtime.shutdown_background();
    played
}

async fn whole(args: Arguments) -> anyhow::Result<()> {
    let out = args.resume.clone().unwrap_or_else(|| args.out.clone());
    let saved = saved(&args, &out)?;
    if saved.is_none() {
        try_programs(&args)?;
    }
    let named = match &saved {
        Some(saved) => saved.url.as_deref().map(str::parse).transpose()?,
        None => args.url.clone(),
    };
    fs::create_dir_all(&out).with_context(|| format!("cannot use {}", out.display()))?;
    let data = out.join("server");
    let own = match named {
        Some(_) => None,
        None => Some(OwnServer::start_in(&data, &["--house-bots", "off"]).await?),
    };
    let server = named.or_else(|| own.as_ref().map(OwnServer::url));
    let server = args.trust.applied_to(server.context("there is no server")?)?;
    let saved = match saved {
        Some(saved) => saved,
        None => begin(&args, &server, &out.join(STATE)).await?,
    };
    eprintln!("{}", saved.about);
    tell_who_is_awaited(&saved.run, &server);
    let go_on = format!("to continue: nim-bot tournament --resume {}", out.display());
    match play(&args, &saved.run, &server, &out).await {
        Ok(true) => {}
        Ok(false) => {
            stop(own).await?;
            bail!("interrupted; {go_on}");
        }
        Err(why) => {
            stop(own).await?;
            return Err(why.context(go_on));
        }
    }
    let file = saved.run.export(&server).await?;
    finish(&out, &file, &saved)?;
    if own.is_some() {
        stop(own).await?;
        fs::remove_dir_all(&data)?;
    }
    fs::remove_file(out.join(STATE))?;
    Ok(())
}

/// The running tournament in the folder, if it is to be resumed; otherwise the folder
/// must not contain one.
fn saved(args: &Arguments, out: &Path) -> anyhow::Result<Option<Saved>> {
    let state = out.join(STATE);
    if args.resume.is_none() {
        if state.exists() {
            bail!(
                "a tournament is under way in {0}: nim-bot tournament --resume {0}, or choose \
                 another --out",
                out.display()
            );
        }
        if out.join(EXPORT).exists() {
            bail!(
                "{} has a finished tournament, which is kept: choose another --out",
                out.display()
            );
        }
        return Ok(None);
    }
    let text = fs::read_to_string(&state)
        .with_context(|| format!("no tournament is under way in {}", out.display()))?;
    Ok(Some(serde_json::from_str(&text).with_context(|| format!("{}", state.display()))?))
}

/// Tests each program first: one that does not even send `hello` would lose every game.
fn try_programs(args: &Arguments) -> anyhow::Result<()> {
    let entrants = Entrant::list(args.entrants.as_deref().unwrap_or_default())?;
    ensure!(entrants.len() >= 2, "a tournament takes two entrants: --entrants perfect,random");
    let limits = args.limits.spec(String::new());
    for spec in entrants.iter().filter_map(|entrant| entrant.spec(&limits)) {
        let command = &spec.command;
        Program::start(&spec).map_err(|fault| {
            anyhow!("{command:?} {fault}; nim-bot conform {command:?} tells more")
        })?;
    }
    Ok(())
}

/// Explains how entrants that are not started by this process can join.
fn tell_who_is_awaited(run: &TournamentRun, server: &ServerUrl) {
    for (entrant, _) in run.entrants.iter().filter(|(entrant, _)| entrant.is_remote()) {
        let (name, id) = (&entrant.name, run.tournament);
        eprintln!(
            "{name} enters by: nim-bot play --url {server} --name {name:?} --tournament {id}"
        );
    }
}

/// Plays to the end; false if it was interrupted.
async fn play(
    args: &Arguments,
    run: &TournamentRun,
    server: &ServerUrl,
    out: &Path,
) -> anyhow::Result<bool> {
    let mut programs = args.limits.spec(String::new());
    if args.log {
        let folder = out.join("dialogue");
        fs::create_dir_all(&folder)?;
        programs.log = Some(folder);
    }
    let screen = Arc::new(Mutex::new(Screen::new()));
    let accidents = fs::OpenOptions::new().create(true).append(true).open(out.join(ACCIDENTS))?;
    let names: Vec<String> = run.entrants.iter().map(|(entrant, _)| entrant.name.clone()).collect();
    let log = Arc::new(Mutex::new((accidents, names)));
    let note = {
        let screen = Arc::clone(&screen);
        move |accident: EntrantError| {
            let (accidents, names) = &mut *open(&log);
            if let Err(why) = write_line(accidents, &accident) {
                tracing::warn!("{ACCIDENTS}: {why}");
            }
            let name = names.get(accident.entrant.wrapping_sub(1));
            open(&screen).tell(name.map_or("?", String::as_str), &accident);
        }
    };
    let played = tokio::select! {
        played = run.play(server, &programs, |view| open(&screen).show(view), note) => Some(played),
        _ = tokio::signal::ctrl_c() => None,
    };
    open(&screen).clear();
    Ok(played.transpose()?.is_some())
}

fn write_line(file: &mut fs::File, accident: &EntrantError) -> std::io::Result<()> {
    let line = serde_json::to_string(accident)?;
    file.write_all(format!("{line}\n").as_bytes())
}

/// Data behind these locks is consistent after every statement.
fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn begin(args: &Arguments, server: &ServerUrl, state: &Path) -> anyhow::Result<Saved> {
    let seed = args.seed.unwrap_or_else(rand::random);
    let entrants = Entrant::list(args.entrants.as_deref().unwrap_or_default())?;
    let plan = plan(args, entrants.len() as u32)?;
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let about = format!(
        "{} entrants ({}), {}, {} pairs a pairing of {}, {}",
        names.len(),
        names.join(", "),
        format_name(plan.format),
        plan.pairs,
        args.variants,
        args.seed.map_or("lots by everybody".to_owned(), |seed| format!("seed {seed}"))
    );
    let run = TournamentRun::create(server, &plan, entrants, seed, args.seed.is_some()).await?;
    let url = args.url.as_ref().map(ToString::to_string);
    let saved = Saved { run, url, about };
    // The file contains the entrants' secrets.
    let mut options = fs::OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(0o600).open(state)?;
    file.write_all(&serde_json::to_vec(&saved)?)?;
    file.sync_all()?;
    Ok(saved)
}

fn plan(args: &Arguments, entrants: u32) -> anyhow::Result<Plan> {
    let courses = args.variants.split(',').map(|name| course(name.trim(), args.size));
    let plan = Plan {
        name: Name::try_from(args.name.clone()).map_err(|why| anyhow!("--name: {why}"))?,
        format: args.format,
        pairs: args.pairs,
        courses: courses.collect::<anyhow::Result<_>>()?,
        clock: Some(args.clock),
        entry: EntryRule::Open,
        who: Who::Everybody,
        entrants,
        begin: Begin::Full,
        running: args.concurrency,
        each: args.each,
        wait_ms: 60_000,
        ready: false,
        sprt: args.sprt,
    };
    plan.checked().map_err(|why| anyhow!("{why}"))
}

/// Parses the games as in a mix, but with semicolons between the numbers, because commas separate
/// games.
fn course(text: &str, size: u64) -> anyhow::Result<Course> {
    let Family { variant, ending } = text.replace(';', ",").parse()?;
    Ok(Course { variant, ending, size })
}

fn format(text: &str) -> Result<Format, String> {
    let (name, number) = match text.split_once(':') {
        Some((name, number)) => (name, Some(number.parse::<u32>().map_err(|e| e.to_string())?)),
        None => (text, None),
    };
    match (name, number) {
        ("round-robin", cycles) => Ok(Format::RoundRobin { cycles: cycles.unwrap_or(1) }),
        ("gauntlet", champions) => Ok(Format::Gauntlet { champions: champions.unwrap_or(1) }),
        ("swiss", rounds) => Ok(Format::Swiss { rounds: rounds.unwrap_or(5) }),
        ("knockout", None) => Ok(Format::Knockout),
        ("arena", seconds) => Ok(Format::Arena { seconds: seconds.unwrap_or(60) }),
        _ => Err("round-robin, gauntlet, swiss, knockout or arena".to_owned()),
    }
}

fn format_name(format: Format) -> String {
    match format {
        Format::RoundRobin { cycles: 1 } => "round-robin".to_owned(),
        Format::RoundRobin { cycles } => format!("round-robin of {cycles} cycles"),
        Format::Gauntlet { champions } => format!("gauntlet of {champions}"),
        Format::Swiss { rounds } => format!("Swiss of {rounds} rounds"),
        Format::Knockout => "knockout".to_owned(),
        Format::Arena { seconds } => format!("arena of {seconds} seconds"),
    }
}

fn clock(text: &str) -> Result<TimeControl, String> {
    let milliseconds = |text: &str| -> Option<u32> { text.parse::<u32>().ok()?.checked_mul(1_000) };
    let (base, step) = text.split_once('+').unwrap_or((text, "0"));
    let times = milliseconds(base).zip(milliseconds(step));
    let (base_ms, increment_ms) = times.ok_or("seconds, or 60+1")?;
    let control = TimeControl::Fischer { base_ms, increment_ms };
    control.checked().map_err(|why| why.to_string())
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let bad = "two differences, two errors and a model: 0,50 or 0,50,0.05,0.05,normalized";
    let mut parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let model = match parts.last() {
        Some(&"normalized") => SprtModel::Normalized,
        _ => SprtModel::Logistic,
    };
    parts.retain(|part| !["normalized", "logistic"].contains(part));
    let number = |text: &str| text.parse::<f64>().map_err(|_| bad);
    let [elo0, elo1, errors @ ..] = &parts[..] else { return Err(bad.to_owned()) };
    let [alpha, beta] = match errors {
        [] => [0.05, 0.05],
        [both] => [number(both)?; 2],
        [alpha, beta] => [number(alpha)?, number(beta)?],
        _ => return Err(bad.to_owned()),
    };
    let [elo0, elo1] = [elo0, elo1].map(|elo| elo.parse::<i32>().map_err(|_| bad));
    Ok(Sprt { elo0: elo0?, elo1: elo1?, alpha, beta, model })
}

/// Writes all result files and reports them.
fn finish(out: &Path, file: &str, saved: &Saved) -> anyhow::Result<()> {
    let log = out.join(ACCIDENTS);
    let known = fs::read_to_string(&log).unwrap_or_default();
    // Skip a line that was cut off by a kill.
    let accidents = known.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let outcome = TournamentOutcome::read(file, accidents)?;
    let mut files = vec![
        (EXPORT, file.to_owned()),
        ("crosstable.csv", outcome.csv()),
        ("report.html", outcome.report(&saved.about)),
    ];
    files.extend(outcome.losses_csv().map(|losses| ("not-played-out.csv", losses)));
    for (name, text) in &files {
        fs::write(out.join(name), text)?;
    }
    if log.exists() {
        fs::remove_file(log)?;
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    print!("{outcome}");
    println!("\n{}: {}", out.display(), names.join(", "));
    println!("check it: nim-server verify {}", out.join(EXPORT).display());
    // These change from run to run, so they go to stderr.
    eprintln!("with --key {} --commitment {}", outcome.key, saved.run.commitment);
    Ok(())
}

/// Stops our own server; by the time it ends it has stored everything.
async fn stop(own: Option<OwnServer>) -> anyhow::Result<()> {
    if let Some(mut server) = own {
        server.stop().await?;
    }
    Ok(())
}
