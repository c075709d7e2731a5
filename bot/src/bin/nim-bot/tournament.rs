//! `nim-bot tournament`: from a list of entrants to a report, with one command.

use std::fs;
use std::io::{IsTerminal, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use bot::tournament::{Entrant, Outcome, Run};
use bot::{Family, OwnServer, ServerUrl};
use protocol::{Begin, Course, Entry, Format, Name, Plan, Sprt, TimeControl, TournamentView};
use serde::{Deserialize, Serialize};

use crate::program::ProgramArgs;
use crate::server::TrustArgs;

/// Play a tournament: on a server of its own, or on the one that --url names
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Who plays: levels and programs, with commas: perfect,epsilon:0.1,sight:2,
    /// random,program:python3 bot.py
    #[arg(long, required_unless_present = "resume")]
    entrants: Option<String>,
    /// round-robin, round-robin:2 (cycles), gauntlet, swiss:5 (rounds), knockout
    /// or arena:60 (seconds)
    #[arg(long, value_parser = format, default_value = "round-robin")]
    format: Format,
    /// What is played, with commas: nim, kayles, moore:2, subtraction:1;2;3;
    /// "misere nim"
    #[arg(long, default_value = "nim")]
    variants: String,
    /// About how many objects a start has
    #[arg(long, default_value_t = 15)]
    size: u64,
    /// Pairs of games that each pairing plays
    #[arg(long, default_value_t = 1)]
    pairs: u32,
    /// Seconds that each player has for a game, and more for each move: 60+1
    #[arg(long, value_parser = clock, default_value = "300+2")]
    clock: TimeControl,
    /// Pairs that are played at the same time
    #[arg(long, default_value_t = 8)]
    concurrency: u32,
    /// Pairs that one entrant plays at the same time
    #[arg(long, default_value_t = 4)]
    each: u32,
    /// With two entrants: stop when the first is stronger by the second number of
    /// Elo or by no more than the first: 0,50
    #[arg(long, value_parser = sprt)]
    sprt: Option<Sprt>,
    /// What it is called
    #[arg(long, default_value = "Tournament")]
    name: String,
    /// The same seed gives the same lots, starts and choices
    #[arg(long)]
    seed: Option<u64>,
    /// The server: ws://HOST:PORT/ws; without it, one is started
    #[arg(long)]
    url: Option<ServerUrl>,
    #[command(flatten)]
    trust: TrustArgs,
    /// The folder for what comes of it; made if it is not there
    #[arg(long, default_value = "nim-tournament")]
    out: PathBuf,
    /// Go on with the tournament in this folder
    #[arg(long, conflicts_with_all = ["entrants", "seed", "url"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    limits: ProgramArgs,
}

/// What a folder remembers of a tournament under way.
#[derive(Serialize, Deserialize)]
struct Saved {
    run: Run,
    /// The server, if it was not one of our own.
    url: Option<String>,
    about: String,
}

const STATE: &str = "run.json";

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // A program thinks by itself, while a thread waits for it.
    let waiting = args.entrants.as_deref().map_or(16, |list| list.split(',').count());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(cores + waiting * args.each as usize)
        .build()?;
    let played = runtime.block_on(whole(args));
    runtime.shutdown_background();
    played
}

async fn whole(args: Args) -> anyhow::Result<()> {
    let out = args.resume.clone().unwrap_or_else(|| args.out.clone());
    fs::create_dir_all(&out).with_context(|| format!("cannot use {}", out.display()))?;
    let known = out.join(STATE);
    let saved: Option<Saved> = match &args.resume {
        Some(_) => {
            let text = fs::read_to_string(&known)
                .with_context(|| format!("no tournament is under way in {}", out.display()))?;
            Some(serde_json::from_str(&text)?)
        }
        None if known.exists() => {
            bail!("a tournament is under way there: nim-bot tournament --resume {}", out.display())
        }
        None => None,
    };
    let named = match &saved {
        Some(saved) => saved.url.as_deref().map(str::parse).transpose()?,
        None => args.url.clone(),
    };
    let data = out.join("server");
    let own = match named {
        Some(_) => None,
        None => Some(OwnServer::start_in(&data, &["--house-bots", "off"]).await?),
    };
    let server = named.or_else(|| own.as_ref().map(OwnServer::url));
    let server = args.trust.of(server.context("there is no server")?)?;
    let saved = match saved {
        Some(saved) => saved,
        None => begin(&args, &server, &known).await?,
    };
    eprintln!("{}", saved.about);
    let programs = args.limits.spec(String::new());
    let mut screen = Screen::new();
    let playing = saved.run.play(&server, &programs, |view| screen.show(view));
    let ended = tokio::select! {
        ended = playing => ended.map(Some).map_err(anyhow::Error::from),
        _ = tokio::signal::ctrl_c() => Ok(None),
    };
    screen.clear();
    match ended {
        Ok(Some(_)) => {}
        Ok(None) => {
            stop(own).await?;
            bail!("interrupted; to go on: nim-bot tournament --resume {}", out.display());
        }
        Err(why) => {
            stop(own).await?;
            return Err(why.context(format!("nim-bot tournament --resume {}", out.display())));
        }
    }
    let file = saved.run.export(&server).await?;
    let outcome = write(&out, &file, &saved.about)?;
    print!("{outcome}");
    println!("\n{}: export.ndjson, crosstable.csv, report.html", out.display());
    if own.is_some() {
        stop(own).await?;
        fs::remove_dir_all(&data)?;
    }
    fs::remove_file(&known)?;
    Ok(())
}

async fn begin(args: &Args, server: &ServerUrl, state: &Path) -> anyhow::Result<Saved> {
    let seed = args.seed.unwrap_or_else(rand::random);
    let entrants = Entrant::list(args.entrants.as_deref().unwrap_or_default())?;
    let plan = plan(args, entrants.len() as u32)?;
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let about = format!(
        "{} entrants ({}), {}, {} pairs a pairing of {}, seed {seed}",
        names.len(),
        names.join(", "),
        format_name(plan.format),
        plan.pairs,
        args.variants
    );
    let run = Run::found(server, &plan, entrants, seed).await?;
    let url = args.url.as_ref().map(ToString::to_string);
    let saved = Saved { run, url, about };
    // The secrets of the entrants are in it.
    let mut options = fs::OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(0o600).open(state)?;
    file.write_all(&serde_json::to_vec(&saved)?)?;
    file.sync_all()?;
    Ok(saved)
}

fn plan(args: &Args, entrants: u32) -> anyhow::Result<Plan> {
    let courses = args.variants.split(',').map(|name| course(name.trim(), args.size));
    let plan = Plan {
        name: Name::try_from(args.name.clone()).map_err(|why| anyhow!("--name: {why}"))?,
        format: args.format,
        pairs: args.pairs,
        courses: courses.collect::<anyhow::Result<_>>()?,
        clock: Some(args.clock),
        entry: Entry::Open,
        entrants,
        begin: Begin::Full,
        running: args.concurrency,
        each: args.each,
        wait_ms: 60_000,
        sprt: args.sprt,
    };
    plan.checked().map_err(|why| anyhow!("{why}"))
}

/// A game as a mix has it, but with semicolons between its numbers, because commas
/// stand between games.
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
    let numbers = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let (elo0, elo1) = numbers.ok_or("two numbers: 0,50")?;
    Ok(Sprt { elo0, elo1 })
}

fn write(out: &Path, file: &str, about: &str) -> anyhow::Result<Outcome> {
    let outcome = Outcome::read(file)?;
    fs::write(out.join("export.ndjson"), file)?;
    fs::write(out.join("crosstable.csv"), outcome.csv())?;
    fs::write(out.join("report.html"), outcome.report(about))?;
    Ok(outcome)
}

/// A server of our own is asked to end, and has kept everything by then.
async fn stop(own: Option<OwnServer>) -> anyhow::Result<()> {
    if let Some(mut server) = own {
        server.stop().await?;
    }
    Ok(())
}

/// What a terminal shows meanwhile.
struct Screen {
    began: Instant,
    /// Pairs that had been played when we began to look.
    before: Option<u32>,
    said: Option<Instant>,
    lines: usize,
    live: bool,
}

/// How many of the best are shown.
const BEST: usize = 10;

impl Screen {
    fn new() -> Screen {
        let live = std::io::stderr().is_terminal();
        Screen { began: Instant::now(), before: None, said: None, lines: 0, live }
    }

    fn show(&mut self, view: &TournamentView) {
        // Into a file goes a line now and then.
        let pause = Duration::from_secs(if self.live { 0 } else { 5 });
        if self.said.is_some_and(|said| said.elapsed() < pause) {
            return;
        }
        self.said = Some(Instant::now());
        let before = *self.before.get_or_insert(view.played);
        let rate = f64::from(view.played - before) / self.began.elapsed().as_secs_f64().max(0.1);
        let left = f64::from(view.pairs.saturating_sub(view.played));
        let left = if rate > 0.0 { format!("{:.0} s left", left / rate) } else { String::new() };
        let head = format!(
            "{} of {} pairs, {:.1} games a second, {left}",
            view.played,
            view.pairs,
            2.0 * rate
        );
        self.clear();
        eprintln!("{head}");
        if self.live {
            let name = |number: protocol::Number| {
                let entrant = view.entrants.iter().find(|e| e.number == number);
                entrant.map_or("?", |entrant| entrant.name.as_str())
            };
            for line in view.standings.iter().take(BEST) {
                let [won, shared, lost] = line.pairs;
                let points = f64::from(line.score) / 2.0;
                eprintln!(
                    "{:>3}. {points:>6.1}  +{won} ={shared} -{lost}  {}",
                    line.rank,
                    name(line.number)
                );
            }
            self.lines = 1 + view.standings.len().min(BEST);
        }
    }

    /// Takes back what a live screen shows.
    fn clear(&mut self) {
        for _ in 0..self.lines {
            eprint!("\x1b[A\x1b[2K");
        }
        self.lines = 0;
    }
}
