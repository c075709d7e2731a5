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
mod tests {
    use super::*;
    use crate::referee::SeenGame;

    const LEADERBOARDS: [&str; 2] = ["bots/nim/normal/fast", "bots/overall"];

    fn player(n: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(n))
    }

    /// Two pairs of the same two players: 2-0, then 1-1.
    fn played() -> (Vec<RatedPair>, HashMap<PairId, SeenPair>, Vec<RankedLine>) {
        let (mut pairs, mut seen) = (Vec::new(), HashMap::new());
        for (number, winners, ratings) in
            [(3, [0, 1], [1_500.0, 1_600.0]), (7, [0, 0], [1_600.0, 1_590.0])]
        {
            let seats = winners.map(|winner| vec![Seat(winner)]);
            let change = |leaderboard: &str, n: u128| {
                let sign = if n == 1 { 1.0 } else { -1.0 };
                let [before, after] = ratings.map(|rating| 1_500.0 + sign * (rating - 1_500.0));
                let (player, leaderboard) = (player(n), leaderboard.to_owned());
                ChangeLine {
                    number: 0,
                    cause: ChangeCause::Result,
                    player,
                    leaderboard,
                    before,
                    after,
                }
            };
            let changes =
                LEADERBOARDS.iter().flat_map(|leaderboard| [1, 2].map(|n| change(leaderboard, n)));
            let changes = (10 * number..).zip(changes);
            let changes = changes.map(|(number, change)| ChangeLine { number, ..change });
            let rated_match = Uuid::from_u128(number as u128);
            let game = |order: [u128; 2], game: usize| {
                let players = order.map(player).into();
                Some(SeenGame { players, winners: seats[game].clone() })
            };
            seen.insert(PairId(rated_match), [game([1, 2], 0), game([2, 1], 1)]);
            pairs.push(RatedPair {
                number,
                rated_match,
                players: [1, 2].map(|n| RatedPlayer { id: player(n) }).into(),
                winners: seats.clone().into(),
                unrated: None,
                changes: changes.collect(),
            });
        }
        // The first pair's decisions are rated after the second pair's result.
        let number = 100;
        let (leaderboard, cause) = (LEADERBOARDS[0].to_owned(), ChangeCause::Decisions);
        let (before, after) = (1_590.0, 1_595.0);
        let player_1 = player(1);
        let learnt = ChangeLine { number, cause, player: player_1, leaderboard, before, after };
        pairs[0].changes.push(learnt);
        let ranked = [(1, 1_595.0), (2, 1_410.0)]
            .map(|(n, rating)| RankedLine { player: RatedPlayer { id: player(n) }, rating });
        (pairs, seen, ranked.into())
    }

    fn faults(
        pairs: &[RatedPair],
        seen: &HashMap<PairId, SeenPair>,
        ranked: &[RankedLine],
    ) -> Vec<String> {
        let mut follower = Follower::default();
        let mut wrong = Vec::new();
        for pair in pairs {
            wrong.extend(follower.check_pair(pair, seen.get(&PairId(pair.rated_match))));
        }
        wrong.extend(follower.settle());
        wrong.extend(follower.missing(seen).iter().map(|pair| format!("{pair} is missing")));
        wrong.extend(follower.compare_leaderboard(LEADERBOARDS[0], ranked));
        wrong
    }

    #[test]
    fn true_ratings_are_found_true() {
        let (pairs, seen, ranked) = played();
        assert_eq!(faults(&pairs, &seen, &ranked), Vec::<String>::new());
    }

    #[test]
    fn every_kind_of_wrong_rating_is_found() {
        type Tamper = fn(&mut Vec<RatedPair>, &mut HashMap<PairId, SeenPair>, &mut Vec<RankedLine>);
        let kinds: [(&str, Tamper); 10] = [
            ("continues from", |pairs, _, _| pairs[1].changes[3].before -= 0.001),
            ("continues from", |pairs, _, _| pairs[0].changes[2].after += 0.001),
            ("continues from", |pairs, _, _| pairs[0].changes[4].number = 1),
            ("not 4", |pairs, _, _| drop(pairs[1].changes.pop())),
            ("rated twice", |pairs, _, _| pairs[1].rated_match = pairs[0].rated_match),
            ("missing", |pairs, _, _| drop(pairs.pop())),
            ("other results", |pairs, _, _| pairs[1].winners[1] = vec![Seat(1)]),
            ("other players", |pairs, _, _| pairs[0].players.reverse()),
            ("is shown", |_, _, ranked| ranked[0].rating += 1.0),
            ("out of order", |_, _, ranked| ranked.reverse()),
        ];
        for (what, spoil) in kinds {
            let (mut pairs, mut seen, mut ranked) = played();
            spoil(&mut pairs, &mut seen, &mut ranked);
            let wrong = faults(&pairs, &seen, &ranked);
            assert!(wrong.iter().any(|wrong| wrong.contains(what)), "{what}: {wrong:?}");
        }
    }
}
