use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::referee::SeenGame;
use crate::referee::tests::transcripts;
use crate::testing::swarm;
use fake::{FakeHttp, id, soon};

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
            ChangeLine { number: 0, cause: ChangeCause::Result, player, leaderboard, before, after }
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
    let kinds: [(&str, Tamper); 14] = [
        ("continues from", |pairs, _, _| pairs[1].changes[3].before -= 0.001),
        ("continues from", |pairs, _, _| pairs[0].changes[2].after += 0.001),
        ("continues from", |pairs, _, _| pairs[0].changes[4].number = 1),
        ("not 4", |pairs, _, _| drop(pairs[1].changes.pop())),
        ("rated twice", |pairs, _, _| pairs[1].rated_match = pairs[0].rated_match),
        ("rated twice", |pairs, _, _| pairs[1].number = 3),
        ("rated twice", |pairs, _, _| pairs[1].number = 2),
        ("changed 0 ratings, not 4", |pairs, _, _| pairs[0].changes.clear()),
        ("changed 3 ratings, not 4", |pairs, _, _| {
            pairs[1].changes[0].cause = ChangeCause::Decisions;
        }),
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

/// Of what was not seen, or not decided, nothing is expected; nor of a pair that does not count.
#[test]
fn only_what_was_seen_is_compared() {
    type Change = fn(&mut Vec<RatedPair>, &mut HashMap<PairId, SeenPair>, &mut Vec<RankedLine>);
    let undecided: [Change; 6] = [
        |pairs, seen, _| {
            seen.values_mut().for_each(|games| games[1] = None);
            pairs[1].winners[1] = vec![];
        },
        |pairs, seen, _| {
            let rated = pairs.pop().expect("the second");
            seen.insert(PairId(rated.rated_match), [None, None]);
        },
        |pairs, seen, _| {
            let rated = pairs.pop().expect("the second");
            let games = seen.get_mut(&PairId(rated.rated_match)).expect("it was seen");
            games[1].as_mut().expect("it was seen").winners.clear();
        },
        |pairs, seen, _| {
            seen.clear();
            pairs[0].players.reverse();
        },
        |pairs, _, _| {
            pairs[1].unrated = Some("a player is banned".to_owned());
            pairs[1].changes.clear();
        },
        |_, _, ranked| {
            let house = RatedPlayer { id: player(9) };
            ranked.insert(1, RankedLine { player: house, rating: 1_500.0 });
        },
    ];
    for (case, change) in undecided.into_iter().enumerate() {
        let (mut pairs, mut seen, mut ranked) = played();
        change(&mut pairs, &mut seen, &mut ranked);
        let mut wrong = faults(&pairs, &seen, &ranked);
        // Without the second pair's changes the ratings that follow them are others.
        wrong.retain(|what| !what.contains("continues from") && !what.contains("is shown"));
        assert_eq!(wrong, Vec::<String>::new(), "{case}");
    }
}

#[test]
fn a_rating_is_that_after_the_last_change() {
    let (pairs, ..) = played();
    let mut follower = Follower::default();
    for pair in &pairs {
        follower.check_pair(pair, None);
    }
    assert_eq!((follower.last, follower.pairs.len(), follower.changes.len()), (7, 2, 9));
    assert_eq!(follower.settle(), Vec::<String>::new());
    let rating = |board: &str, n| follower.ratings[&(board.to_owned(), player(n))];
    let [fast, overall] = LEADERBOARDS.map(|board| [1, 2].map(|n| rating(board, n)));
    assert_eq!((fast, overall), ([1_595.0, 1_410.0], [1_590.0, 1_410.0]));
    assert_eq!(follower.leaderboards(), LEADERBOARDS.map(str::to_owned).into());
}

/// A rated pair of players 1 and 2, whose four changes begin with this number.
fn pair(number: i64, first_change: i64) -> Value {
    let change = |(at, (player, board)): (i64, (u128, &str))| {
        json!({"number": first_change + at, "cause": "result", "player": id(player),
               "leaderboard": board, "before": 1_500.0, "after": 1_500.0})
    };
    let lines = [(1, "a"), (2, "a"), (1, "b"), (2, "b")];
    let changes: Vec<Value> = (0..).zip(lines).map(change).collect();
    json!({"number": number, "rated_match": id(number as u128), "winners": [[0], [1]],
           "players": [{"id": id(1)}, {"id": id(2)}], "unrated": null, "changes": changes})
}

/// A server with a list of pairs in pages of one, after so many that are one pair short.
async fn ladder(short: usize, rating: f64) -> (FakeHttp, Arc<Coordinator>) {
    let mut begun = 0;
    let server = FakeHttp::start(move |what| {
        if what.contains("/api/ladder?leaderboard=") {
            let line = |player, rating| json!({"player": {"id": id(player)}, "rating": rating});
            let ranking = [line(1, rating), line(2, 1_500.0)];
            return (200, json!({"ranking": ranking}).to_string());
        }
        let after = what.rsplit('=').next().unwrap_or_default();
        begun += usize::from(after == "0");
        let last = if begun <= short { 3 } else { 8 };
        let page = match after {
            "0" => vec![pair(3, 10)],
            "3" if last == 8 => vec![pair(8, 20)],
            _ => vec![],
        };
        (200, json!({"rated_matches": page}).to_string())
    })
    .await;
    let coordinator = crate::testing::coordinator(&server.url, swarm("nim 1")).await;
    (server, coordinator)
}

#[tokio::test]
async fn all_pages_are_read_and_every_leaderboard_is_compared() {
    let (server, coordinator) = ladder(0, 1_500.0).await;
    let ratings = soon(check_ratings(&coordinator)).await;
    assert_eq!(ratings, Ratings { pairs: 2, ratings: 4, note: None });
    assert_eq!(coordinator.findings().texts, Vec::<String>::new());
    let mut paths = server.paths();
    paths.sort();
    let page = |after| format!("GET /api/ladder/rated-matches?after={after}");
    let boards = ["a", "b"].map(|name| format!("GET /api/ladder?leaderboard={name}"));
    let mut expected = [page(0), page(0), page(3), page(3), page(8), page(8)].to_vec();
    expected.extend(boards);
    assert_eq!(paths, expected);
    let (_server, coordinator) = ladder(0, 1_600.0).await;
    soon(check_ratings(&coordinator)).await;
    let findings = coordinator.findings().texts;
    assert!(findings.len() == 2 && findings[0].contains("is shown with 1600"), "{findings:?}");
}

/// The second reading finds another pair, so everything is read once more.
#[tokio::test]
async fn ratings_that_change_meanwhile_are_read_again() {
    let (server, coordinator) = ladder(1, 1_500.0).await;
    let ratings = soon(check_ratings(&coordinator)).await;
    assert_eq!(ratings, Ratings { pairs: 2, ratings: 4, note: None });
    let begun = server.paths().iter().filter(|path| path.ends_with("after=0")).count();
    assert_eq!((begun, coordinator.findings().count), (4, 0));
}

#[tokio::test]
async fn why_ratings_cannot_be_read_is_said() {
    let server = FakeHttp::start(|what| match what {
        "GET /api/games/lost" => (200, "{}".to_owned()),
        _ => (503, String::new()),
    })
    .await;
    let coordinator = crate::testing::coordinator(&server.url, swarm("nim 1")).await;
    let read = try_to_follow(&coordinator, &mut Follower::default()).await;
    assert_eq!(read, Err("/api/ladder/rated-matches?after=0: HTTP 503".to_owned()));
    let game = get::<StoredGame>(&coordinator, "/api/games/lost").await;
    assert!(game.expect_err("no game").starts_with("/api/games/lost: missing field"));
}

/// Without faults it is a finding that only one player saw an end; what is stored is compared.
#[tokio::test]
async fn half_seen_games_are_compared_with_what_is_stored() {
    for (status, faults, findings) in [
        (200, vec![], 1),
        (200, vec![crate::Fault::Storm], 0),
        (404, vec![], 2),
        (404, vec![crate::Fault::Storm], 1),
    ] {
        let [one, _] = transcripts();
        let stored = json!({"game": one.setup, "moves": one.moves, "over": one.over});
        let server = FakeHttp::start(move |_| (status, stored.to_string())).await;
        let swarm = crate::Swarm { faults, ..swarm("nim 1") };
        let coordinator = crate::testing::coordinator(&server.url, swarm).await;
        coordinator.over(TableId(Uuid::from_u128(9)), one);
        soon(look_up_half_seen(&coordinator)).await;
        let found = coordinator.findings();
        assert_eq!(found.texts.len(), findings, "{status}: {found:?}");
        assert_eq!(found.seen_by_one, u64::from(status == 200));
        assert_eq!(server.paths(), [format!("GET /api/games/{}", Uuid::from_u128(9))]);
    }
}
