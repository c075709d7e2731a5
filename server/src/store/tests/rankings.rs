//! What the store answers about the ladder, against the rows that it keeps.

use ladder::{Leaderboard, Learnt, leaf_hash};
use serde_json::Value;

use super::*;
use crate::records::game::Outcome;
use crate::store::database::{self, Database, DatabaseRow};
use crate::store::ladder_book::belief;
use crate::store::recompute::tests::load;

/// A ladder of twelve players, and the rows behind it.
fn ladder() -> (TempDir, Store, Database) {
    let folder = load(150, 12);
    let (store, db) = (open_store(&folder), connection(&folder));
    (folder, store, db)
}

fn rows<T>(
    db: &Database,
    query: &str,
    read: impl Fn(&DatabaseRow<'_>) -> database::Result<T>,
) -> Vec<T> {
    let mut query = db.prepare(query).expect("SQL");
    let rows = query.query_map([], read).expect("rows");
    rows.collect::<Result<_, _>>().expect("readable")
}

fn json(answer: impl serde::Serialize) -> Value {
    serde_json::to_value(answer).expect("JSON")
}

/// The names of all leaderboards, in their order.
async fn leaderboards(store: &Store) -> Vec<(Leaderboard, String)> {
    let (mut names, mut after) = (Vec::new(), String::new());
    loop {
        let page = store.leaderboards(after, 2).await.expect("readable");
        let Some(last) = page.last() else { return names };
        after = last.leaderboard.clone();
        names.extend(page.into_iter().map(|line| {
            let board: Leaderboard = line.leaderboard.parse().expect("a leaderboard");
            (board, line.leaderboard)
        }));
    }
}

/// All pages of a ranking.
async fn ranking(store: &Store, board: &Leaderboard, most: u32) -> Vec<Value> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let (page, next) = store.ranking(board.clone(), after, most).await.expect("readable");
        assert_eq!(next.is_some(), page.len() == most as usize);
        all.extend(page.into_iter().map(json));
        match next {
            Some(_) => after = next,
            None => return all,
        }
    }
}

#[tokio::test]
async fn ranks_are_counted_over_pages_searches_and_careers_alike() {
    let (_folder, store, db) = ladder();
    let boards = leaderboards(&store).await;
    let kept = rows(&db, "SELECT DISTINCT leaderboard FROM standing", |row| row.get::<String>(0));
    assert_eq!(boards.len(), kept.len());
    assert!(boards.is_sorted_by(|one, other| one.1 < other.1), "{boards:?}");
    let (mut provisional, mut places) = (0, 0);
    for (board, name) in boards {
        let all = ranking(&store, &board, 100).await;
        assert_eq!(ranking(&store, &board, 3).await, all, "in pages");
        let of_board = format!(
            "SELECT rating, ranked.player, peak FROM standing JOIN ranked ON id = standing.player
             WHERE leaderboard = '{name}' ORDER BY rating DESC, standing.player"
        );
        let kept: Vec<(i64, String, Option<i64>)> =
            rows(&db, &of_board, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        assert_eq!(kept.len(), all.len());
        let ranked = all.iter().filter(|line| line["provisional"] == false).count();
        let (mut rank, mut bars) = (0, std::collections::BTreeMap::new());
        for (line, (rating, player, peak)) in all.iter().zip(kept) {
            let player: Value = serde_json::from_str(&player).expect("JSON");
            assert_eq!((&line["rating"], &line["player"]), (&json(rating as f64 / 1e3), &player));
            assert_eq!(line["peak"], json(peak.map(|peak| peak as f64 / 1e3)));
            if peak.is_some() {
                *bars.entry(rating / 20_000 * 20).or_insert(0) += 1;
            }
            let provisional_now = line["provisional"] == true;
            rank += u32::from(!provisional_now);
            provisional += u32::from(provisional_now);
            let expected = if provisional_now { Value::Null } else { json(rank) };
            assert_eq!(line["rank"], expected);
            let id: PlayerId = serde_json::from_value(player["id"].clone()).expect("an id");
            let career = json(store.career(id, None).await.expect("readable").expect("rated"));
            let ratings = career["ratings"].as_array().expect("a list");
            let own = ratings.iter().find(|own| own["leaderboard"] == *name).expect("listed");
            assert_eq!((&own["rank"], &own["ranked"]), (&expected, &json(ranked)));
            assert_eq!((&own["rating"], &own["at"]), (&line["rating"], &line["at"]));
            let below = 100.0 * (ranked as f64 - f64::from(rank)) / (ranked.max(2) - 1) as f64;
            let below = if provisional_now { Value::Null } else { json(below) };
            assert_eq!(own["percentile"], below);
            places += 1;
        }
        let of_distribution = store.distribution(board.clone()).await.expect("readable");
        let found = json(of_distribution);
        let expected: Vec<_> = bars
            .into_iter()
            .map(|(from, players)| serde_json::json!({"from": from, "players": players}))
            .collect();
        assert_eq!(found, json(expected));
        for text in ["Player 1", "7", "nobody"] {
            let found = store.search_ranking(board.clone(), text.to_owned(), 9).await;
            let found: Vec<Value> = found.expect("readable").into_iter().map(json).collect();
            let named = |line: &&Value| {
                let name = line["player"]["name"].as_str().expect("a name");
                name.contains(&text.to_lowercase())
            };
            let expected: Vec<Value> = all.iter().filter(named).cloned().collect();
            assert_eq!(found, expected, "{text}");
        }
    }
    assert!(provisional > 0 && provisional < places, "both kinds: {provisional} of {places}");
}

#[tokio::test]
async fn what_has_been_learnt_of_starts_is_told_by_their_winner() {
    let (_folder, store, db) = ladder();
    let query = "SELECT mean, variance, name FROM learnt";
    let kept = rows(&db, query, |row| Ok((row.get::<String>(2)?, belief(row)?)));
    let mut told = 0;
    for (board, name) in leaderboards(&store).await {
        let Leaderboard::Pool(pool) = board else { continue };
        let found = json(store.starts(pool.clone()).await.expect("readable"));
        let mut expected = Vec::new();
        for won_by in [Some(Outcome::N), Some(Outcome::P), None] {
            let of = Learnt::Start(pool.clone(), won_by).name();
            for (_, belief) in kept.iter().filter(|(name, _)| *name == of) {
                let (points, deviation) = belief.points();
                expected.push(serde_json::json!({
                    "won_by": won_by, "points": points, "deviation": deviation,
                }));
            }
        }
        told += expected.len();
        assert_eq!(found, json(expected), "{name}");
    }
    let starts = kept.iter().filter(|(name, _)| name.starts_with("start")).count();
    assert_eq!(told, starts);
    assert!(starts > 0);
}

/// A row of `change`: its match, player, leaderboard, part, counts, and values.
struct Kept {
    rated_match: i64,
    player: Uuid,
    told: Value,
}

fn changes(db: &Database) -> Vec<Kept> {
    let query = "SELECT rated_match, player, leaderboard, part, won, games, expected, hard, weight,
                 before, after, deviation FROM change ORDER BY number";
    rows(db, query, |row| {
        let integer = |column| row.get::<i64>(column);
        let told = serde_json::json!({
            "leaderboard": row.get::<String>(2)?,
            "cause": if integer(3)? == 0 { "result" } else { "decisions" },
            "won": integer(4)?, "games": integer(5)?, "expected": integer(6)? as f64 / 1e6,
            "hard": integer(7)?, "weight": integer(8)? as f64 / 1e6,
            "before": integer(9)? as f64 / 1e3, "after": integer(10)? as f64 / 1e3,
            "deviation": integer(11)? as f64 / 1e3,
        });
        Ok(Kept { rated_match: integer(0)?, player: row.get(1)?, told })
    })
}

/// The fields of `told` in this answer.
fn same_fields(answer: &Value, told: &Value) -> Value {
    let names = told.as_object().expect("an object").keys();
    names.map(|name| (name.clone(), answer[name].clone())).collect::<serde_json::Map<_, _>>().into()
}

#[tokio::test]
async fn a_match_whose_game_is_damaged_hides_no_other() {
    let (_folder, store, db) = ladder();
    let all = store.settled(0, 1_000).await.expect("readable").0.len();
    db.execute(
        "UPDATE game SET opening = '{}' WHERE id IN (SELECT first FROM rated WHERE number IN (1, 2))",
        [],
    )
    .expect("damaged");
    let (mut after, mut left) = (Some(0), 0);
    while let Some(number) = after {
        let (page, next) = store.settled(number, 2).await.expect("readable");
        (after, left) = (next, left + page.len());
    }
    assert_eq!(left, all - 2);
}

#[tokio::test]
async fn every_change_of_a_rating_is_told_as_it_is_kept() {
    let (_folder, store, db) = ladder();
    let kept = changes(&db);
    let (mut after, mut told, mut matches) = (0, 0, 0);
    loop {
        let (page, _) = store.settled(after, 50).await.expect("readable");
        let Some(last) = page.last() else { break };
        after = last.number;
        for settled in page {
            let number = settled.number;
            let settled = json(settled);
            let found = settled["changes"].as_array().expect("a list");
            let expected: Vec<_> =
                kept.iter().filter(|change| change.rated_match == number).collect();
            assert_eq!(found.len(), expected.len());
            for (found, change) in found.iter().zip(expected) {
                assert_eq!(found["player"], json(change.player));
                assert_eq!(same_fields(found, &change.told), change.told);
                told += 1;
            }
            matches += 1;
        }
    }
    assert_eq!((told, matches), (kept.len(), 150));
    for number in 0..12 {
        let player = PlayerId(Uuid::from_u128(number));
        let career = json(store.career(player, None).await.expect("readable").expect("rated"));
        let own: Vec<_> = kept.iter().rev().filter(|change| change.player == player.0).collect();
        let found = career["changes"].as_array().expect("a list");
        assert_eq!(found.len(), own.len().min(500));
        for (found, change) in found.iter().zip(&own) {
            assert_eq!(same_fields(found, &change.told), change.told);
        }
        let results = own.iter().filter(|change| {
            let name = change.told["leaderboard"].as_str().expect("a name");
            change.told["cause"] == "result" && name.ends_with("/overall")
        });
        let sum =
            |field: &str| results.clone().map(|one| one.told[field].as_u64()).sum::<Option<u64>>();
        let opponents = career["opponents"].as_array().expect("a list");
        for (field, expected) in [("games", sum("games")), ("won", sum("won"))] {
            let found = opponents.iter().map(|one| one[field].as_u64()).sum::<Option<u64>>();
            assert_eq!(found, expected, "{field} of player {number}");
        }
        let most: Vec<_> = opponents.iter().map(|one| one["rated_matches"].as_u64()).collect();
        assert_eq!(most.iter().flatten().sum::<u64>(), results.count() as u64);
        assert!(most.is_sorted_by(|one, other| one >= other), "{most:?}");
    }
}

#[tokio::test]
async fn the_lines_of_the_log_are_those_that_were_hashed_and_come_in_pages() {
    let (_folder, store, db) = ladder();
    let numbers = rows(&db, "SELECT number FROM ladder_log ORDER BY number", |row| row.get(0));
    let hashes = store.of_ladder_hashes(None, |hashes| hashes.to_vec()).await.expect("readable");
    let (mut after, mut read) = (0, Vec::new());
    loop {
        let (page, last) = store.ladder_lines(after, 70).await.expect("readable");
        if page.is_empty() {
            assert_eq!(last, after, "there is nothing more");
            break;
        }
        read.extend(page);
        let expected: i64 = numbers[read.len() - 1];
        assert_eq!(last, expected);
        assert!(read.len() == numbers.len() || read.len().is_multiple_of(70));
        after = last;
    }
    let found: Vec<_> = read.iter().map(|line| leaf_hash(line.as_bytes())).collect();
    assert!(found.len() > 150 && found == hashes, "{} of {}", found.len(), hashes.len());
}

#[tokio::test]
async fn matches_that_can_be_voided_are_counted() {
    let (_folder, store, db) = ladder();
    let ids = rows(&db, "SELECT id FROM rated ORDER BY number LIMIT 1", |row| row.get(0));
    let voidable = async |what| store.voidable(what).await.expect("readable");
    assert_eq!(voidable(Voided::Match(ids[0])).await, (1, 150));
    assert_eq!(voidable(Voided::Match(Uuid::max())).await, (0, 150));
    let mut seats = 0;
    for number in 0..12 {
        seats += voidable(Voided::Player(PlayerId(Uuid::from_u128(number)))).await.0;
    }
    // Somebody may have played both seats.
    let both = "SELECT count(*) FROM seated JOIN rated ON game = first";
    assert_eq!(rows(&db, both, |row| row.get::<u32>(0)), [seats as u32]);
}
