//! The same over the network: bots on a private server, which pairs them in quick play, deals the
//! starts and reviews the games. Its public record is rated in each way; each bot is compared by
//! its rating after the same number of its own matches, once they are reviewed.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use bot::{
    Client, ClientOptions, Driver, DriverOptions, Effort, GameSource, OnStop, OwnServer, SolverBot,
    http,
};
use ladder::{
    Decision, Leaderboard, LogEntry, LogReplay, Pool, RatedMatch, Replayed, Standing,
    entries_of_record,
};
use load::make_accounts;
use protocol::{Division, Name, PlayerId, QuickPool};
use rules::Setup;
use serde::Deserialize;
use solver::{Level, Outcome};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::pairs::{PairRatings, PairResult};
use super::population::Population;
use super::ranks::spearman;
use super::{
    BenchDifficulty, LADDERS, LadderArguments, LearningCurve, PlayedField, SHOWN, batch,
    field::Field,
};

/// The search limits of one move.
const EFFORT: Effort = Effort { nodes: 20_000, time: Duration::from_secs(2) };

/// The interval at which to check whether all have played enough and whether reviews are done.
const RECORD_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Reviews are done when nothing has changed for this many checks, or after this long.
const QUIET_LOOKS: u32 = 4;
const REVIEW_TIMEOUT: Duration = Duration::from_secs(120);

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
/// bot.
///
/// # Errors
/// When there is no server, or its record cannot be read.
pub(super) async fn play(
    arguments: &LadderArguments,
    setup: &Setup,
    population: Population,
    seed: u64,
) -> anyhow::Result<(LearningCurve, PlayedField)> {
    let levels = population.levels(arguments.bots);
    let degree = arguments.difficulty.degree();
    let truth = match population.truth(arguments.bots) {
        Some(truth) => truth,
        None => Field::new(setup, degree, &levels, seed + 1_000)?.everybody_against_everybody()?,
    };
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
    let bots = all_play(&server, &levels, &pool, arguments.matches, until, seed).await?;
    await_reviews(&server).await?;
    server.stop().await?;
    let record = server.run_task(&["record"]).await?.map_err(|why| anyhow::anyhow!(why))?;
    let entries = as_reviewed_at_once(entries_of_record(&(record + "\n"))?);
    let board = Leaderboard::Pool(Pool::new(Division::Bots, setup, None));
    let mut ladders = Ladders::new(&bots, board, arguments.matches);
    let mut replay = LogReplay::new(&entries);
    entries.iter().try_for_each(|entry| ladders.step(&mut replay, entry))?;
    ladders.finish(&replay);
    Ok((ladders.course(&truth), ladders.used()))
}

/// Every bot plays until all have played this many matches or the time is up; returns the bots by
/// player id.
async fn all_play(
    server: &OwnServer,
    levels: &[Level],
    pool: &QuickPool,
    matches: usize,
    until: Instant,
    seed: u64,
) -> anyhow::Result<HashMap<PlayerId, usize>> {
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
        let plan = DriverOptions { source, concurrency: 1, games: None, on_stop: OnStop::Resign };
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
    Ok(accounts.iter().map(|account| account.player.id).zip(0..).collect())
}

fn name(bot: usize) -> anyhow::Result<Name> {
    Name::try_from(format!("bot {bot:03}")).context("a name")
}

/// Waits until the server has reviewed all games.
async fn await_reviews(server: &OwnServer) -> anyhow::Result<()> {
    let until = Instant::now() + REVIEW_TIMEOUT;
    let (mut before, mut quiet) = (0, 0);
    loop {
        sleep(RECORD_POLL_INTERVAL).await;
        let path = "/api/ladder?leaderboard=bots/overall&limit=1000";
        let (status, body) = http::request(&server.url(), "GET", path, "").await?;
        let ranking: BotRanking =
            serde_json::from_str(&body).with_context(|| status.to_string())?;
        let decisions = ranking.ranking.iter().map(|line| line.decisions).sum::<u64>();
        quiet = if decisions == before { quiet + 1 } else { 0 };
        before = decisions;
        if quiet >= QUIET_LOOKS || Instant::now() > until {
            return Ok(());
        }
    }
}

/// The entries with each game's decisions directly after its match: bots play faster than games are
/// reviewed, and what counts here is the number of matches, not the time.
fn as_reviewed_at_once(entries: Vec<LogEntry>) -> Vec<LogEntry> {
    let mut learnt: HashMap<Uuid, Vec<LogEntry>> = HashMap::new();
    let mut others = Vec::with_capacity(entries.len());
    for entry in entries {
        match entry {
            LogEntry::Learnt(game) => {
                learnt.entry(game.rated_match).or_default().push(LogEntry::Learnt(game));
            }
            LogEntry::Rated(_) | LogEntry::Void { .. } => others.push(entry),
        }
    }
    let follow = |entry: LogEntry| {
        let decisions = match &entry {
            LogEntry::Rated(played) => learnt.remove(&played.id),
            LogEntry::Learnt(_) | LogEntry::Void { .. } => None,
        };
        std::iter::once(entry).chain(decisions.unwrap_or_default())
    };
    others.into_iter().flat_map(follow).collect()
}

#[derive(Debug, Deserialize)]
struct BotRanking {
    ranking: Vec<RankedBot>,
}

#[derive(Debug, Deserialize)]
struct RankedBot {
    decisions: u64,
}

/// A bot's ratings on the ladders after this many matches.
#[derive(Clone, Copy, Debug)]
struct BotStanding {
    results: f64,
    skill: i64,
    rating: i64,
    /// The number of the bot's known decisions.
    decisions: usize,
}

/// The ladders being compared, as the record is replayed.
struct Ladders<'a> {
    bots: &'a HashMap<PlayerId, usize>,
    board: Leaderboard,
    shown: Vec<usize>,
    results: PairRatings,
    played: Vec<usize>,
    decisions: Vec<Vec<Decision>>,
    /// By bot, for each shown number of matches.
    snapshots: Vec<Vec<Option<BotStanding>>>,
    starts: HashSet<String>,
    last_met: HashMap<usize, usize>,
    matches: usize,
    rematches: usize,
}

impl Ladders<'_> {
    fn new(bots: &HashMap<PlayerId, usize>, board: Leaderboard, matches: usize) -> Ladders<'_> {
        let shown: Vec<usize> = SHOWN.into_iter().filter(|&at| at <= matches).collect();
        let count = bots.values().max().map_or(0, |last| last + 1);
        Ladders {
            bots,
            board,
            results: PairRatings::new(count),
            played: vec![0; count],
            decisions: vec![Vec::new(); count],
            snapshots: vec![vec![None; shown.len()]; count],
            shown,
            starts: HashSet::new(),
            last_met: HashMap::new(),
            matches: 0,
            rematches: 0,
        }
    }

    fn step(&mut self, replay: &mut LogReplay, entry: &LogEntry) -> anyhow::Result<()> {
        if let LogEntry::Rated(coming) = entry {
            let players = coming.players.iter().filter_map(|(id, _)| self.bots.get(id).copied());
            players.collect::<Vec<_>>().into_iter().for_each(|bot| self.snap(bot, replay));
        }
        match replay.step(entry).context("an entry of no game")? {
            Replayed::Rated(played) => self.rate(&played),
            Replayed::Learnt(game) => {
                for (player, decisions) in game.players.iter().zip(game.decisions) {
                    if let Some(&bot) = self.bots.get(player) {
                        self.decisions[bot].extend(decisions);
                    }
                }
            }
            Replayed::Nothing => {}
        }
        Ok(())
    }

    /// Records a bot's current ratings if it has played one of the shown numbers of matches.
    fn snap(&mut self, bot: usize, replay: &LogReplay) {
        let Some(place) = self.shown.iter().position(|&at| at == self.played[bot]) else { return };
        let id = self.bots.iter().find(|(_, number)| **number == bot).map(|(id, _)| *id);
        let stands = id.and_then(|id| replay.book().get(&self.board, id));
        let stands = stands.unwrap_or(Standing::new(0));
        self.snapshots[bot][place].get_or_insert(BotStanding {
            results: self.results.ratings()[bot],
            skill: stands.skill.mean,
            rating: stands.rating(),
            decisions: self.decisions[bot].len(),
        });
    }

    fn rate(&mut self, played: &RatedMatch) {
        let ids = played.players.iter().filter_map(|one| self.bots.get(&one.id).copied());
        let Ok(bots) = <[usize; 2]>::try_from(ids.collect::<Vec<_>>()) else { return };
        let winners = [0, 1].map(|number| {
            let game = played.games.get(number);
            game.and_then(|game| game.winner()).map_or(0, |seat| usize::from(seat.0))
        });
        self.results.rate(&PairResult { bots, start: played.start.unwrap_or(Outcome::N), winners });
        self.matches += 1;
        self.starts.insert(played.setup.to_string());
        self.rematches += usize::from(self.last_met.get(&bots[0]) == Some(&bots[1]));
        for (me, other) in [(bots[0], bots[1]), (bots[1], bots[0])] {
            self.played[me] += 1;
            self.last_met.insert(me, other);
        }
    }

    /// Completes the ladders after the last entry.
    fn finish(&mut self, replay: &LogReplay) {
        (0..self.played.len()).for_each(|bot| self.snap(bot, replay));
    }

    /// How well each ladder reproduced the true order; numbers of matches that not all bots have
    /// played are omitted.
    fn course(&self, truth: &[f64]) -> LearningCurve {
        let mut course = LearningCurve::default();
        for (place, &matches) in self.shown.iter().enumerate() {
            let snapshots: Option<Vec<BotStanding>> =
                self.snapshots.iter().map(|of_bot| of_bot[place]).collect();
            let Some(snapshots) = snapshots.filter(|known| known.len() == truth.len()) else {
                break;
            };
            let seen = snapshots.iter().zip(&self.decisions).enumerate();
            let seen = seen.flat_map(|(bot, (snapshot, decisions))| {
                decisions[..snapshot.decisions].iter().map(move |decision| (bot, decision))
            });
            let fit = batch::skills(seen, truth.len());
            let of = |value: &dyn Fn(&BotStanding) -> f64| -> f64 {
                spearman(&snapshots.iter().map(value).collect::<Vec<_>>(), truth)
            };
            let found: [f64; LADDERS.len()] = [
                of(&|snapshot| snapshot.results),
                of(&|snapshot| snapshot.skill as f64),
                spearman(&fit, truth),
                of(&|snapshot| snapshot.rating as f64),
            ];
            course.seen.push((matches, found));
        }
        course
    }

    fn used(&self) -> PlayedField {
        let matches = self.matches.max(1) as f64;
        let decisions = self.decisions.iter().map(Vec::len).sum::<usize>() as f64;
        PlayedField {
            starts: self.starts.len(),
            matches: self.matches,
            decisions: decisions / (2.0 * matches),
            rematches: 100.0 * self.rematches as f64 / matches,
        }
    }
}
