//! `nim-bot tournament`: from a list of entrants to a report, with one command.

mod arguments;
mod parse;

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, anyhow, bail, ensure};
use bot::{OwnServer, Program, ProgramSpec, ServerUrl};
use protocol::{DeclaredProgram, SprtDecision, TournamentView, Version};
use runner::{Entrant, EntrantError, ReplayFiles, TournamentOutcome, TournamentRun};
use serde::{Deserialize, Serialize};

use crate::output::print;
use crate::screen::Screen;

pub(crate) use arguments::{MatchPlayArguments, TournamentArguments};
pub(crate) use parse::sprt;

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

/// How the ratio of a sequential test went, in the same way.
const COURSE: &str = "sprt.ndjson";

/// Plays it; gives how the sequential test ended, if there was one.
pub(crate) fn run(args: TournamentArguments) -> anyhow::Result<Option<SprtDecision>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // A program thinks in its own process, while a thread waits for it.
    let waiting = args.entrants.as_deref().map_or(16, |list| list.split(',').count());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(cores + waiting * args.play.each as usize)
        .build()?;
    let played = runtime.block_on(whole(args));
    runtime.shutdown_background();
    played
}

async fn whole(args: TournamentArguments) -> anyhow::Result<Option<SprtDecision>> {
    let out = args.resume.clone().unwrap_or_else(|| args.play.out.clone());
    let saved = saved(&args, &out)?;
    let entrants = match &saved {
        None => try_programs(&args)?,
        Some(saved) => {
            ensure_same_versions(&args, &saved.run)?;
            Vec::new()
        }
    };
    let named = match &saved {
        Some(saved) => saved.url.as_deref().map(str::parse).transpose()?,
        None => args.play.url.clone(),
    };
    fs::create_dir_all(&out).with_context(|| format!("cannot use {}", out.display()))?;
    let data = out.join("server");
    let own = match named {
        Some(_) => None,
        None => Some(own_server(&data).await?),
    };
    let server = named.or_else(|| own.as_ref().map(OwnServer::url));
    let server = args.play.trust.applied_to(server.context("there is no server")?)?;
    let saved = match saved {
        Some(saved) => saved,
        None => begin(&args, entrants, &server, &out.join(STATE)).await?,
    };
    eprintln!("{}", saved.about);
    print_awaited_entrants(&saved.run, &server);
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
    let decision = finish(&server, &out, &file, &saved).await?;
    if own.is_some() {
        stop(own).await?;
        fs::remove_dir_all(&data)?;
    }
    fs::remove_file(out.join(STATE))?;
    Ok(decision)
}

/// The running tournament in the folder, if it is to be resumed; otherwise the folder
/// must not contain one.
fn saved(args: &TournamentArguments, out: &Path) -> anyhow::Result<Option<Saved>> {
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

/// Tests each program first: one that does not even send `hello`, or that does not know what is
/// played, would lose every game.
fn try_programs(
    args: &TournamentArguments,
) -> anyhow::Result<Vec<(Entrant, Option<DeclaredProgram>)>> {
    let entrants = Entrant::list(args.entrants.as_deref().unwrap_or_default())?;
    ensure!(entrants.len() >= 2, "a tournament takes two entrants: --entrants perfect,random");
    let (limits, plan) = (args.play.limits.spec(String::new()), args.plan(&entrants)?);
    let mut declared = Vec::new();
    for entrant in entrants {
        let Some(spec) = entrant.spec(&limits) else {
            let remote = entrant.is_remote().then(DeclaredProgram::default);
            declared.push((entrant, remote));
            continue;
        };
        let (command, program) = (&spec.command, start(&spec)?);
        let said = program.introduction();
        if let Some(course) = plan.courses.iter().find(|course| !said.plays(&course.variant)) {
            bail!("{command:?} does not play {}: choose its --variants", course.variant.name());
        }
        eprintln!("{}: {said}", entrant.name);
        let program = DeclaredProgram::from(said);
        declared.push((entrant, Some(program)));
    }
    Ok(declared)
}

fn start(spec: &ProgramSpec) -> anyhow::Result<Program> {
    let command = &spec.command;
    let why = |fault| anyhow!("{command:?} {fault}; nim-bot conform {command:?} tells more");
    Program::start(spec).map_err(why)
}

/// Refuses to continue with other versions of the programs than those that have entered.
fn ensure_same_versions(args: &TournamentArguments, run: &TournamentRun) -> anyhow::Result<()> {
    let limits = args.play.limits.spec(String::new());
    for ((entrant, _), entered) in run.entrants.iter().zip(&run.programs) {
        let Some(spec) = entrant.spec(&limits) else { continue };
        let now = DeclaredProgram::from(start(&spec)?.introduction()).version;
        let text = |version: &Option<Version>| {
            version.as_ref().map_or("no version".to_owned(), |version| format!("version {version}"))
        };
        ensure!(
            now == entered.version,
            "{} entered with {} and now says {}: a version is an entrant",
            entrant.name,
            text(&entered.version),
            text(&now)
        );
    }
    Ok(())
}

/// Explains how entrants that are not started by this process can join.
fn print_awaited_entrants(run: &TournamentRun, server: &ServerUrl) {
    for (entrant, _) in run.entrants.iter().filter(|(entrant, _)| entrant.is_remote()) {
        let (name, id) = (&entrant.name, run.tournament);
        eprintln!(
            "{name} enters by: nim-bot play --url {server} --name {name:?} --tournament {id}"
        );
    }
}

/// Plays to the end; false if it was interrupted.
async fn play(
    args: &TournamentArguments,
    run: &TournamentRun,
    server: &ServerUrl,
    out: &Path,
) -> anyhow::Result<bool> {
    let mut programs = args.play.limits.spec(String::new());
    if args.play.log {
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
            open(&screen).report_failure(name.map_or("?", String::as_str), &accident);
        }
    };
    let mut course = fs::OpenOptions::new().create(true).append(true).open(out.join(COURSE))?;
    let mut reported = None;
    let see = |view: &TournamentView| {
        open(&screen).show(view);
        let ratio = view.sprt.as_ref().filter(|test| reported != Some(test.pairs));
        if let Some(test) = ratio {
            reported = Some(test.pairs);
            if let Err(why) = write_line(&mut course, test) {
                tracing::warn!("{COURSE}: {why}");
            }
        }
    };
    let played = tokio::select! {
        played = run.play(server, &programs, see, note) => Some(played),
        _ = tokio::signal::ctrl_c() => None,
    };
    open(&screen).clear();
    Ok(played.transpose()?.is_some())
}

fn write_line(file: &mut fs::File, what: &impl Serialize) -> std::io::Result<()> {
    let line = serde_json::to_string(what)?;
    file.write_all(format!("{line}\n").as_bytes())
}

/// Data behind these locks is consistent after every statement.
fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn begin(
    args: &TournamentArguments,
    entrants: Vec<(Entrant, Option<DeclaredProgram>)>,
    server: &ServerUrl,
    state: &Path,
) -> anyhow::Result<Saved> {
    // Small enough to be declared.
    let seed = args.play.seed.unwrap_or_else(|| rand::random_range(0..1 << 52));
    let plan = args.plan(&entrants.iter().map(|(one, _)| one.clone()).collect::<Vec<_>>())?;
    let names: Vec<&str> = entrants.iter().map(|(entrant, _)| entrant.name.as_str()).collect();
    let about = format!(
        "{} entrants ({}), {}, {} pairs a pairing of {}, {}",
        names.len(),
        names.join(", "),
        parse::format_name(plan.format),
        plan.pairs,
        args.games_summary(),
        args.play.seed.map_or("lots by everybody".to_owned(), |seed| format!("seed {seed}"))
    );
    let run =
        TournamentRun::create(server, &plan, entrants, seed, args.play.seed.is_some()).await?;
    let url = args.play.url.as_ref().map(ToString::to_string);
    let saved = Saved { run, url, about };
    // The file contains the entrants' secrets.
    let mut options = fs::OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(0o600).open(state)?;
    file.write_all(&serde_json::to_vec(&saved)?)?;
    file.sync_all()?;
    Ok(saved)
}

/// Writes all result files and reports them.
async fn finish(
    server: &ServerUrl,
    out: &Path,
    file: &str,
    saved: &Saved,
) -> anyhow::Result<Option<SprtDecision>> {
    let log = out.join(ACCIDENTS);
    let known = fs::read_to_string(&log).unwrap_or_default();
    // Skip a line that was cut off by a kill.
    let accidents = known.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut outcome = TournamentOutcome::read(file, accidents)?;
    let course = fs::read_to_string(out.join(COURSE)).unwrap_or_default();
    outcome.set_course(course.lines().filter_map(|line| serde_json::from_str(line).ok()).collect());
    let replay = ReplayFiles::fetch(server, &outcome.variants()).await;
    if let Err(why) = &replay {
        tracing::warn!("the report plays no games back: {why}");
    }
    let mut files = vec![
        (EXPORT, file.to_owned()),
        ("crosstable.csv", outcome.csv()),
        ("report.html", outcome.report(&saved.about, replay.as_ref().ok())),
    ];
    files.extend(outcome.losses_csv().map(|losses| ("not-played-out.csv", losses)));
    for (name, text) in &files {
        fs::write(out.join(name), text)?;
    }
    for file in [log, out.join(COURSE)] {
        if file.exists() {
            fs::remove_file(file)?;
        }
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    print(&outcome);
    say!("\n{}: {}", out.display(), names.join(", "));
    say!("check it: nim-server verify {}", out.join(EXPORT).display());
    // These change from run to run, so they go to stderr.
    eprintln!("with --key {} --commitment {}", outcome.key, saved.run.commitment);
    Ok(outcome.decision())
}

/// Starts a server of the tournament's own, which slows nobody down: all who play there are ours.
async fn own_server(data: &Path) -> io::Result<OwnServer> {
    OwnServer::start_in(data, &["--house-bots", "off", "--messages-per-second", "0"]).await
}

/// Stops our own server; by the time it ends it has stored everything.
async fn stop(own: Option<OwnServer>) -> anyhow::Result<()> {
    if let Some(mut server) = own {
        server.stop().await?;
    }
    Ok(())
}
