//! The same over the network: bots on a private server, which pairs them in quick play, deals the
//! starts and reviews the games. Its public record is rated in each way; each bot is compared by
//! its rating after the same number of its own matches.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use bot::{
    Client, ClientOptions, Driver, DriverOptions, Effort, GameSource, OnStop, OwnServer, SolverBot,
};
use ladder::LogReplay;
use load::make_accounts;
use protocol::{Name, PlayerId, QuickPool};
use rules::Setup;
use solver::Level;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::field::Field;
use super::population::Population;
use super::record::LiveRecord;
use super::replayed::Ladders;
use super::{BenchDifficulty, LadderArguments, LearningCurve, PlayedField};

/// The search limits of one move.
const EFFORT: Effort = Effort { nodes: 20_000, time: Duration::from_secs(2) };

/// The interval at which to check whether all have played enough.
const RECORD_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Limits that admit all bots from one address.
const FLAGS: &[&str] = &[
    "--house-bots",
    "off",
    "--max-connections-per-address",
    "0",
    "--max-handshakes-per-address",
    "0",
];

/// Lets all bots play over the network, and compares the ladders after given numbers of matches per
/// bot. A record that was kept in `file` is compared instead of playing again.
///
/// # Errors
/// When there is no server, or its record cannot be read.
pub(super) async fn play(
    arguments: &LadderArguments,
    setup: &Setup,
    population: Population,
    seed: u64,
    file: Option<&Path>,
) -> anyhow::Result<(LearningCurve, PlayedField)> {
    let levels = population.levels(arguments.bots);
    let degree = arguments.difficulty.degree();
    let truth = match population.truth(arguments.bots) {
        Some(truth) => truth,
        None => Field::new(setup, degree, &levels, seed + 1_000)?.everybody_against_everybody()?,
    };
    let record = match file.map(LiveRecord::read).transpose()?.flatten() {
        Some(kept) => kept,
        None => {
            let played = play_live(arguments, &levels, setup, seed).await?;
            file.map_or(Ok(()), |file| played.keep(file))?;
            played
        }
    };
    let (bots, entries) = (record.by_id(), record.as_reviewed_at_once()?);
    let mut ladders = Ladders::new(&bots, arguments.matches);
    let mut replay = LogReplay::new(&entries);
    entries.iter().try_for_each(|entry| ladders.step(&mut replay, entry))?;
    ladders.finish(&replay);
    Ok((ladders.course(&truth), ladders.used()))
}

/// Lets all bots play on a server of their own; returns its record.
async fn play_live(
    arguments: &LadderArguments,
    levels: &[Level],
    setup: &Setup,
    seed: u64,
) -> anyhow::Result<LiveRecord> {
    let mut server = OwnServer::start(FLAGS).await.context("no server")?;
    let pool = QuickPool {
        variant: setup.variant().name().to_owned(),
        ending: setup.ending(),
        rated: true,
        pair: true,
        difficulty: match arguments.difficulty {
            BenchDifficulty::Easy => protocol::Difficulty::Easy,
            BenchDifficulty::Medium => protocol::Difficulty::Medium,
            BenchDifficulty::Hard => protocol::Difficulty::Hard,
        },
        ..QuickPool::default()
    };
    let until = Instant::now() + Duration::from_secs(60 * arguments.minutes);
    let bots = all_play(&server, levels, &pool, arguments.matches, until, seed).await?;
    server.stop().await?;
    let text = server.run_task(&["record"]).await?.map_err(|why| anyhow::anyhow!(why))?;
    Ok(LiveRecord { bots, text: text + "\n" })
}

/// Every bot plays until all have played this many matches or the time is up; returns their ids.
async fn all_play(
    server: &OwnServer,
    levels: &[Level],
    pool: &QuickPool,
    matches: usize,
    until: Instant,
    seed: u64,
) -> anyhow::Result<Vec<PlayerId>> {
    let begun: Arc<Vec<AtomicUsize>> =
        Arc::new(levels.iter().map(|_| AtomicUsize::new(0)).collect());
    let accounts = make_accounts(&server.url(), Some(server.admin()), levels.len()).await;
    let accounts = accounts.map_err(anyhow::Error::msg)?;
    let (say_stop, _) = tokio::sync::broadcast::channel::<()>(1);
    let mut playing = JoinSet::new();
    for (bot, &level) in levels.iter().enumerate() {
        let mut options = ClientOptions::new(server.url(), name(bot)?);
        options.patience = Duration::from_secs(10);
        options.token = accounts.get(bot).map(|account| account.token);
        let source = GameSource::Quick(Box::new(pool.clone()));
        let plan = DriverOptions {
            source,
            concurrency: 1,
            thinkers: 1,
            games: None,
            on_stop: OnStop::Resign,
        };
        let begun = Arc::clone(&begun);
        let make = move |setup: &Setup, _| {
            let game = begun[bot].fetch_add(1, Ordering::Relaxed) as u64;
            SolverBot::new(setup, level, seed ^ (bot as u64) << 40 ^ game << 8, EFFORT)
        };
        let mut stop = say_stop.subscribe();
        playing.spawn(async move {
            let mut driver = Driver::new(Client::new(options), plan, make);
            let played = driver.run(async move { _ = stop.recv().await }).await;
            (played, driver.close().await)
        });
    }
    // One more match has begun than has ended.
    let enough = |begun: &AtomicUsize| begun.load(Ordering::Relaxed) > 2 * matches;
    while Instant::now() < until && !begun.iter().all(enough) {
        sleep(RECORD_POLL_INTERVAL).await;
    }
    drop(say_stop);
    while let Some(played) = playing.join_next().await {
        let (played, tally) = played?;
        played.context("a bot gave up")?;
        if tally.errors() > 0 {
            bail!("a bot erred other than planned: {tally}");
        }
    }
    Ok(accounts.iter().map(|account| account.player.id).collect())
}

fn name(bot: usize) -> anyhow::Result<Name> {
    Name::try_from(format!("bot {bot:03}")).context("a name")
}
