//! Whether the ladder holds what the players saw: every pair that was decided is rated
//! once, with its players and results, and ratings follow from one another without a gap.
//! The numbers themselves are computed again by `nim-server recompute --check`.

use std::collections::{HashMap, HashSet};

use bot::http::request;
use protocol::{PairId, PlayerId, TableId};
use rules::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::coordinator::Coordinator;
use crate::referee::{SeenPair, StoredGame};

/// Pages of the list of all rated pairs that are read.
const MAX_PAGES: usize = 5_000;

/// What became of the ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratings {
    /// Rated pairs that were compared, in the server's order.
    pub pairs: usize,
    /// Ratings that they led to.
    pub ratings: usize,
    /// Why they were not compared, or not all.
    pub note: Option<String>,
}

/// A page of what the server has rated.
#[derive(Debug, Deserialize)]
struct RatedPairs {
    rated_matches: Vec<RatedPair>,
}

/// A page of a leaderboard.
#[derive(Debug, Deserialize)]
struct Ranking {
    ranking: Vec<RankedLine>,
}

/// A pair as the server says that it rated it.
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

#[derive(Clone, Debug, Deserialize)]
struct ChangeLine {
    player: PlayerId,
    leaderboard: String,
    before: f64,
    after: f64,
}

/// A player on a leaderboard.
#[derive(Clone, Debug, Deserialize)]
struct RankedLine {
    player: RatedPlayer,
    rating: f64,
}

/// The ratings that follow from the changes so far, by leaderboard and player.
#[derive(Debug, Default)]
struct Follower {
    ratings: HashMap<(String, PlayerId), f64>,
    pairs: HashSet<Uuid>,
    last: i64,
}

/// Compares games whose end only one player heard with what the server stored. Where
/// nobody was cut off on purpose, each of them is a finding.
pub(crate) async fn look_up_half_seen(coordinator: &Coordinator) {
    for (table, transcript) in coordinator.half_seen() {
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

/// Follows all ratings; whatever does not fit is a finding.
pub(crate) async fn follow(coordinator: &Coordinator) -> Ratings {
    let mut follower = Follower::default();
    let note = try_to_follow(coordinator, &mut follower).await.err();
    Ratings { pairs: follower.pairs.len(), ratings: follower.ratings.len(), note }
}

/// The error says why it cannot be done.
async fn try_to_follow(coordinator: &Coordinator, follower: &mut Follower) -> Result<(), String> {
    let seen = coordinator.rated_pairs();
    for _ in 0..MAX_PAGES {
        let page = pairs_after(coordinator, follower.last).await?;
        if page.is_empty() {
            break;
        }
        for pair in page {
            let wrong = follower.follow(&pair, seen.get(&PairId(pair.rated_match)));
            let name = |what| format!("pair {}: {what}", pair.rated_match);
            wrong.into_iter().for_each(|what| coordinator.finding(name(what)));
        }
    }
    for pair in follower.missing(&seen) {
        coordinator.finding(format!("pair {pair}: both games are over, and it was not rated"));
    }
    let mut wrong = Vec::new();
    for leaderboard in follower.leaderboards() {
        let path = format!("/api/ladder?leaderboard={leaderboard}");
        let Ranking { ranking } = get(coordinator, &path).await?;
        wrong.extend(follower.compare_leaderboard(&leaderboard, &ranking));
    }
    if !pairs_after(coordinator, follower.last).await?.is_empty() {
        return Err("others went on playing, so the leaderboards were not compared".to_owned());
    }
    wrong.into_iter().for_each(|what| coordinator.finding(what));
    Ok(())
}

impl Follower {
    /// Follows the next pair, and says what does not fit.
    fn follow(&mut self, pair: &RatedPair, seen: Option<&SeenPair>) -> Vec<String> {
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
        // Two players, each on the leaderboard of the game and on the overall one.
        if pair.unrated.is_none() && pair.changes.len() != 4 {
            wrong.push(format!("{} ratings were changed, not 4", pair.changes.len()));
        }
        for ChangeLine { player, leaderboard, before, after } in &pair.changes {
            let known = self.ratings.insert((leaderboard.clone(), *player), *after);
            if known.is_some_and(|known| known != *before) {
                wrong.push(format!(
                    "{leaderboard}: {player:?} goes on from {before}, not {known:?}"
                ));
            }
        }
        wrong
    }

    /// Pairs that were decided and are not rated.
    fn missing(&self, seen: &HashMap<PairId, SeenPair>) -> Vec<PairId> {
        let decided = |games: &SeenPair| {
            games.iter().all(|game| game.as_ref().is_some_and(|game| !game.winners.is_empty()))
        };
        let missing =
            seen.iter().filter(|(pair, games)| decided(games) && !self.pairs.contains(&pair.0));
        missing.map(|(&pair, _)| pair).collect()
    }

    /// All leaderboards with a player.
    fn leaderboards(&self) -> HashSet<String> {
        self.ratings.keys().map(|(leaderboard, _)| leaderboard.clone()).collect()
    }

    /// Compares a leaderboard as the server ranks it. House bots have pinned ratings.
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

    /// Two pairs of two players: 2-0, then 1-1.
    fn played() -> (Vec<RatedPair>, HashMap<PairId, SeenPair>, Vec<RankedLine>) {
        let (mut pairs, mut seen) = (Vec::new(), HashMap::new());
        for (number, winners, ratings) in
            [(3, [0, 1], [1_500.0, 1_600.0]), (7, [0, 0], [1_600.0, 1_590.0])]
        {
            let seats = winners.map(|winner| vec![Seat(winner)]);
            let change = |leaderboard: &str, n: u128| {
                let sign = if n == 1 { 1.0 } else { -1.0 };
                let [before, after] = ratings.map(|rating| 1_500.0 + sign * (rating - 1_500.0));
                ChangeLine { player: player(n), leaderboard: leaderboard.to_owned(), before, after }
            };
            let changes =
                LEADERBOARDS.iter().flat_map(|leaderboard| [1, 2].map(|n| change(leaderboard, n)));
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
        let ranked = [(1, 1_590.0), (2, 1_410.0)]
            .map(|(n, rating)| RankedLine { player: RatedPlayer { id: player(n) }, rating });
        (pairs, seen, ranked.into())
    }

    fn found(
        pairs: &[RatedPair],
        seen: &HashMap<PairId, SeenPair>,
        ranked: &[RankedLine],
    ) -> Vec<String> {
        let mut follower = Follower::default();
        let mut wrong = Vec::new();
        for pair in pairs {
            wrong.extend(follower.follow(pair, seen.get(&PairId(pair.rated_match))));
        }
        wrong.extend(follower.missing(seen).iter().map(|pair| format!("{pair} is missing")));
        wrong.extend(follower.compare_leaderboard(LEADERBOARDS[0], ranked));
        wrong
    }

    #[test]
    fn true_ratings_are_found_true() {
        let (pairs, seen, ranked) = played();
        assert_eq!(found(&pairs, &seen, &ranked), Vec::<String>::new());
    }

    #[test]
    fn every_kind_of_wrong_rating_is_found() {
        type Spoil = fn(&mut Vec<RatedPair>, &mut HashMap<PairId, SeenPair>, &mut Vec<RankedLine>);
        let kinds: [(&str, Spoil); 9] = [
            ("goes on from", |pairs, _, _| pairs[1].changes[3].before -= 0.001),
            ("goes on from", |pairs, _, _| pairs[0].changes[2].after += 0.001),
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
            let wrong = found(&pairs, &seen, &ranked);
            assert!(wrong.iter().any(|wrong| wrong.contains(what)), "{what}: {wrong:?}");
        }
    }
}
