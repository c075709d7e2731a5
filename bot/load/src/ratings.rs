//! Checks the ladder against what the players saw: every decided pair is rated once, with its
//! players and results, and the sequence of ratings has no gaps. `nim-server recompute --check`
//! recomputes the numbers themselves.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use bot::http::request;
use protocol::{PairId, PlayerId, TableId};
use rules::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::coordinator::Coordinator;
use crate::referee::{SeenPair, StoredGame};

/// The most pages read of the list of all rated pairs.
const MAX_PAGES: usize = 5_000;

/// The most attempts to read everything without a change in between.
const MAX_READINGS: usize = 60;

/// The pause between two attempts: the solver reviews games when nobody plays.
const BEFORE_ANOTHER: Duration = Duration::from_millis(500);

/// The result of the check of ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratings {
    /// Rated pairs that were compared, in the server's order.
    pub pairs: usize,
    /// Ratings that result from them.
    pub ratings: usize,
    /// Why not all of them were compared.
    pub note: Option<String>,
}

/// A page of the server's list of rated pairs.
#[derive(Debug, Deserialize)]
struct RatedPairs {
    rated_matches: Vec<RatedPair>,
}

/// A page of a leaderboard.
#[derive(Debug, Deserialize)]
struct Ranking {
    ranking: Vec<RankedLine>,
}

/// A rated pair according to the server.
#[derive(Clone, Debug, Deserialize)]
struct RatedPair {
    number: i64,
    rated_match: Uuid,
    players: Vec<RatedPlayer>,
    winners: Vec<Vec<Seat>>,
    unrated: Option<String>,
    changes: Vec<ChangeLine>,
}

#[derive(Clone, Debug, Deserialize)]
struct RatedPlayer {
    id: PlayerId,
}

/// The rating changes caused by a result or by the decisions of a game. Reviews come later than
/// results, so changes have their own order.
#[derive(Clone, Debug, Deserialize)]
struct ChangeLine {
    number: i64,
    cause: ChangeCause,
    player: PlayerId,
    leaderboard: String,
    before: f64,
    after: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ChangeCause {
    Result,
    Decisions,
}

/// A player on a leaderboard.
#[derive(Clone, Debug, Deserialize)]
struct RankedLine {
    player: RatedPlayer,
    rating: f64,
}

/// All changes so far in their order, and the resulting ratings, by leaderboard and player.
#[derive(Debug, Default)]
struct Follower {
    changes: BTreeMap<i64, ChangeLine>,
    ratings: HashMap<(String, PlayerId), f64>,
    pairs: HashSet<Uuid>,
    last: i64,
}

/// Compares games whose end only one player saw with the server's stored games. Unless players were
/// cut off on purpose, each such game is a finding.
pub(crate) async fn look_up_half_seen(coordinator: &Coordinator) {
    for (table, transcript) in coordinator.seen_by_one_player() {
        let (seat, reason) = (transcript.seat, transcript.over.reason);
        if coordinator.swarm.faults.is_empty() {
            coordinator.finding(format!(
                "table {table}: only {seat:?} heard that it is over ({reason:?})"
            ));
        }
        match stored(coordinator, table).await {
            Ok(stored) => coordinator.seen_by_one(table, &transcript, &stored),
            Err(why) => coordinator.finding(format!("table {table}: cannot be read: {why}")),
        }
    }
}

/// Checks all ratings; every inconsistency is a finding. If reviews change ratings in the meantime,
/// everything is read again.
pub(crate) async fn check_ratings(coordinator: &Coordinator) -> Ratings {
    let mut ratings = Ratings::default();
    for _ in 0..MAX_READINGS {
        let mut follower = Follower::default();
        let read = try_to_follow(coordinator, &mut follower).await;
        ratings.pairs = follower.pairs.len();
        ratings.ratings = follower.ratings.len();
        match read {
            Ok(wrong) => {
                wrong.into_iter().for_each(|what| coordinator.finding(what));
                return Ratings { note: None, ..ratings };
            }
            Err(why) => ratings.note = Some(why),
        }
        tokio::time::sleep(BEFORE_ANOTHER).await;
    }
    ratings
}

/// Returns the inconsistencies; the error says why they cannot be determined.
async fn try_to_follow(
    coordinator: &Coordinator,
    follower: &mut Follower,
) -> Result<Vec<String>, String> {
    let seen = coordinator.rated_pairs();
    let mut wrong = Vec::new();
    for pair in all_pairs(coordinator).await? {
        let found = follower.check_pair(&pair, seen.get(&PairId(pair.rated_match)));
        wrong.extend(found.into_iter().map(|what| format!("pair {}: {what}", pair.rated_match)));
    }
    wrong.extend(follower.settle());
    for pair in follower.missing(&seen) {
        wrong.push(format!("pair {pair}: both games are over, and it was not rated"));
    }
    for leaderboard in follower.leaderboards() {
        let path = format!("/api/ladder?leaderboard={leaderboard}");
        let Ranking { ranking } = get(coordinator, &path).await?;
        wrong.extend(follower.compare_leaderboard(&leaderboard, &ranking));
    }
    let after: usize = all_pairs(coordinator).await?.iter().map(|pair| pair.changes.len()).sum();
    match after == follower.changes.len() {
        true => Ok(wrong),
        false => Err("ratings went on changing, so they were not compared".to_owned()),
    }
}

/// All rated pairs in the server's order.
async fn all_pairs(coordinator: &Coordinator) -> Result<Vec<RatedPair>, String> {
    let mut pairs: Vec<RatedPair> = Vec::new();
    for _ in 0..MAX_PAGES {
        let after = pairs.last().map_or(0, |pair| pair.number);
        let page = pairs_after(coordinator, after).await?;
        if page.is_empty() {
            break;
        }
        pairs.extend(page);
    }
    Ok(pairs)
}

impl Follower {
    /// Adds the next pair and returns its inconsistencies.
    fn check_pair(&mut self, pair: &RatedPair, seen: Option<&SeenPair>) -> Vec<String> {
        let mut wrong = Vec::new();
        if pair.number <= self.last || !self.pairs.insert(pair.rated_match) {
            wrong.push("it is rated twice".to_owned());
        }
        self.last = self.last.max(pair.number);
        if let Some([Some(first), Some(second)]) = seen {
            if !pair.players.iter().map(|player| player.id).eq(first.players.iter().copied()) {
                wrong.push("other players are rated than played".to_owned());
            }
            if pair.winners != [first.winners.clone(), second.winners.clone()] {
                wrong.push("other results are rated than were told".to_owned());
            }
        }
        // Four changes: two players, each on the game's leaderboard and on the overall one.
        let results =
            pair.changes.iter().filter(|change| change.cause == ChangeCause::Result).count();
        if pair.unrated.is_none() && results != 4 {
            wrong.push(format!("its result changed {results} ratings, not 4"));
        }
        let changes = pair.changes.iter().map(|change| (change.number, change.clone()));
        self.changes.extend(changes);
        wrong
    }

    /// Applies all changes in order, and reports each that does not start at the previous rating.
    fn settle(&mut self) -> Vec<String> {
        let mut wrong = Vec::new();
        for ChangeLine { player, leaderboard, before, after, .. } in self.changes.values() {
            let known = self.ratings.insert((leaderboard.clone(), *player), *after);
            if known.is_some_and(|known| known != *before) {
                wrong.push(format!(
                    "{leaderboard}: {player:?} continues from {before}, not {known:?}"
                ));
            }
        }
        wrong
    }

    /// Decided pairs that are not rated.
    fn missing(&self, seen: &HashMap<PairId, SeenPair>) -> Vec<PairId> {
        let decided = |games: &SeenPair| {
            games.iter().all(|game| game.as_ref().is_some_and(|game| !game.winners.is_empty()))
        };
        let missing =
            seen.iter().filter(|(pair, games)| decided(games) && !self.pairs.contains(&pair.0));
        missing.map(|(&pair, _)| pair).collect()
    }

    /// All leaderboards with at least one player.
    fn leaderboards(&self) -> HashSet<String> {
        self.ratings.keys().map(|(leaderboard, _)| leaderboard.clone()).collect()
    }

    /// Compares the server's leaderboard with the ratings. House bots have pinned ratings.
    fn compare_leaderboard(&self, leaderboard: &str, ranking: &[RankedLine]) -> Vec<String> {
        let mut wrong = Vec::new();
        for RankedLine { player, rating } in ranking {
            let known = self.ratings.get(&(leaderboard.to_owned(), player.id));
            if known.is_some_and(|known| known != rating) {
                wrong.push(format!(
                    "{leaderboard}: {:?} is shown with {rating}, not {known:?}",
                    player.id
                ));
            }
        }
        if !ranking.windows(2).all(|two| two[0].rating >= two[1].rating) {
            wrong.push(format!("{leaderboard}: it is out of order"));
        }
        wrong
    }
}

async fn pairs_after(coordinator: &Coordinator, number: i64) -> Result<Vec<RatedPair>, String> {
    let path = format!("/api/ladder/rated-matches?after={number}");
    get(coordinator, &path).await.map(|RatedPairs { rated_matches }| rated_matches)
}

async fn stored(coordinator: &Coordinator, table: TableId) -> Result<StoredGame, String> {
    get(coordinator, &format!("/api/games/{table}")).await
}

async fn get<T: DeserializeOwned>(coordinator: &Coordinator, path: &str) -> Result<T, String> {
    let answer = request(&coordinator.url, "GET", path, "").await;
    match answer.map_err(|why| format!("{path}: {why}"))? {
        (200, body) => serde_json::from_str(&body).map_err(|why| format!("{path}: {why}")),
        (status, _) => Err(format!("{path}: HTTP {status}")),
    }
}

#[cfg(test)]
mod tests;
