use std::sync::mpsc;

use ed25519_dalek::SigningKey;
use protocol::{EndReason, Kind, Name, Over, PairId, Player, PlayerId, TableId};
use rules::{Ending, Game, Heaps, Move, Seat, Setup, Variant};
use tempfile::TempDir;
use uuid::Uuid;

use super::*;
use ladder::{Decision, Item};

use crate::records::game::{self, Fact, Opening, PairGame, SeatAccuracy, StoredReview, Terms};
use crate::store::database::DatabaseRow;
use crate::store::folder::{alter, connection, open_store, storage, temporary_folder};
use crate::store::{Entry, Store};

/// A repeatable random generator: a linear congruential generator (Knuth's MMIX).
struct RandomSequence(u64);

impl RandomSequence {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % n
    }
}

fn player(n: u64) -> Player {
    let kind = if n.is_multiple_of(3) { Kind::Bot } else { Kind::Person };
    let name = Name::try_from(format!("player {n}")).expect("plain");
    let house = kind == Kind::Bot;
    Player { id: PlayerId(Uuid::from_u128(n.into())), name, kind, house, version: None }
}

fn start(chance: &mut RandomSequence) -> Setup {
    let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
    let heaps: Vec<u64> = (0..3).map(|_| 1 + chance.below(7)).collect();
    let ending = if chance.below(2) == 0 { Ending::Normal } else { Ending::Misere };
    Setup::new(variant, ending, Heaps::from(heaps).into()).expect("legal")
}

/// Plays random moves, either to the end or until the game is given up.
fn play(setup: &Setup, chance: &mut RandomSequence) -> (Vec<Fact>, Over) {
    let mut game = Game::new(setup.clone());
    let mut facts = Vec::new();
    while !game.is_over() {
        if chance.below(20) == 0 {
            let over = Over { winners: vec![Seat(0)], reason: EndReason::Resigned };
            facts.push(Fact::Ended(over.clone()));
            return (facts, over);
        }
        let moves: Vec<Move> = setup.variant().rules().moves(game.position()).collect();
        let mv = moves[chance.below(moves.len() as u64) as usize].clone();
        game.play(mv.clone()).expect("legal");
        facts.push(Fact::Moved { mv, us: 1, lag_us: 0 });
    }
    let winners = game.winners().expect("over");
    (facts, Over { winners, reason: EndReason::Played })
}

/// A review with random findings.
fn review(table: TableId, opening: &Opening, chance: &mut RandomSequence) -> StoredReview {
    let mut decide = || Decision {
        item: Item { rarity: chance.below(5) as u8, parts: 3 },
        kept: chance.below(3) > 0,
    };
    let decisions = vec![vec![decide(), decide()], vec![decide()]];
    let seat = |player: &Player| SeatAccuracy {
        player: player.id,
        decisions: 1,
        kept: 1,
        resisted: 0,
        resistance: 0,
        unknown: 0,
    };
    let seats = opening.players.iter().map(seat).collect();
    let times = decisions.iter().map(|seat| vec![0; seat.len()]).collect();
    StoredReview { table, text: "{}".to_owned(), seats, decisions, times, puzzles: Vec::new() }
}

/// Plays a pair between two of these players and stores it as the rooms do.
fn keep_pair(
    store: &Store,
    n: u128,
    players: u64,
    chance: &mut RandomSequence,
    say: &mpsc::SyncSender<bool>,
) {
    let (first, second) = (chance.below(players), chance.below(players));
    let setup = start(chance);
    let [one, two] = [2 * n, 2 * n + 1].map(|n| TableId(Uuid::from_u128(n)));
    let opening = |players, other, first| Opening {
        game: setup.clone(),
        players,
        clock: None,
        terms: Terms {
            rated: true,
            pair: Some(PairGame { id: PairId(Uuid::from_u128(n)), other, first }),
            ..Terms::default()
        },
    };
    let (facts, over) = play(&setup, chance);
    let (then, end) = play(&setup, chance);
    let opened = opening(vec![player(first), player(second)], two, None);
    let after = opening(vec![player(second), player(first)], one, Some(over.clone()));
    let games = vec![(one, over.clone()), (two, end.clone())];
    let rated = game::Rated { id: Uuid::from_u128(n), opening: after.clone(), games };
    let mut entries = Vec::new();
    for (table, opening, facts, over) in [(one, &opened, &facts, &over), (two, &after, &then, &end)]
    {
        entries.push(Entry::Opened { table, opening, hashes: &[], over: None });
        for (seq, fact) in (0..).zip(facts) {
            let over = (seq as usize + 1 == facts.len()).then_some(over);
            entries.push(Entry::Happened { table, seq, fact, over });
        }
    }
    // The first game is reviewed before its pair is rated, the second after; some are never
    // reviewed.
    let reviews = [review(one, &opened, chance), review(two, &after, chance)];
    if !n.is_multiple_of(5) {
        entries.push(Entry::Reviewed(&reviews[0]));
    }
    entries.push(Entry::Decided(&rated));
    if !n.is_multiple_of(3) {
        entries.push(Entry::Reviewed(&reviews[1]));
    }
    // A review that is sent twice counts once.
    if n.is_multiple_of(4) {
        entries.push(Entry::Reviewed(&reviews[0]));
    }
    let say = say.clone();
    let slot = loop {
        match store.reserve() {
            Ok(slot) => break slot,
            Err(_) => std::thread::yield_now(),
        }
    };
    store.append(slot, &entries, move |kept| {
        let _ = say.send(kept.is_ok());
    });
}

/// Rates so many pairs between so many players.
pub(in crate::store) fn load(pairs: u128, players: u64) -> TempDir {
    let folder = temporary_folder();
    let store = open_store(&folder);
    let (say, heard) = mpsc::sync_channel(pairs as usize);
    let mut chance = RandomSequence(1);
    (0..pairs).for_each(|n| keep_pair(&store, n, players, &mut chance, &say));
    assert!((0..pairs).all(|_| heard.recv() == Ok(true)), "everything is kept");
    folder
}

fn wrong(folder: &TempDir) -> Vec<String> {
    compare(&storage(folder)).expect("readable").wrong
}

/// With `NIM_PAIRS=20000` this is the promised load.
#[test]
fn the_ladder_comes_out_the_same_from_the_games() {
    let pairs = std::env::var("NIM_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let folder = load(pairs, 60);
    let found = compare(&storage(&folder)).expect("readable");
    assert_eq!(found.wrong, Vec::<String>::new());
    assert_eq!(u128::from(found.rated_matches), pairs);
    assert!(u128::from(found.decisions) > 2 * pairs, "{found:?}");
    assert!(
        found.counted > found.rated_matches * 8 / 10 && found.counted < found.rated_matches,
        "{found:?}"
    );
    let before = numbers(&folder);
    recompute(&storage(&folder)).expect("writable");
    assert_eq!(compare(&storage(&folder)).expect("readable"), found);
    assert_eq!(numbers(&folder), before, "they are numbered from 1 again");
}

/// How rated matches and changes are numbered: the first and the last number, and how many.
fn numbers(folder: &TempDir) -> [[i64; 3]; 2] {
    let db = connection(folder);
    ["rated", "change"].map(|table| {
        let query = format!("SELECT min(number), max(number), count(*) FROM {table}");
        let read = |row: &DatabaseRow<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
        db.query_row(&query, [], read).expect("rows")
    })
}

#[tokio::test]
async fn a_voided_match_no_longer_counts_and_is_recorded_as_void() {
    let folder = load(60, 60);
    let key = LogSigner::new(&SigningKey::from_bytes(&[3; 32]), &[]);
    let record = || ladder_record(&storage(&folder), &key).expect("readable");
    let before = ladder::check_record(&record(), None, None).expect("it holds");
    let player = PlayerId(Uuid::from_u128(7));
    let voidable = open_store(&folder).voidable(Voided::Player(player)).await.expect("readable");
    let voided =
        declare_void(&storage(&folder), Voided::Player(player), "two hands").expect("writable");
    assert_eq!(voidable, (voided, 60), "those of the player, and all");
    assert!(voided > 0 && voided < 60);
    assert_eq!(wrong(&folder), Vec::<String>::new());
    let text = record();
    let after = ladder::check_record(&text, None, Some(&before.head)).expect("it goes on");
    assert_eq!(after.head.size, before.head.size + voided as u64);
    assert!(after.counted < before.counted && text.contains("two hands"));
    assert!(!text.lines().last().expect("ratings").contains(&player.to_string()));
    let again = declare_void(&storage(&folder), Voided::Player(player), "again").expect("writable");
    assert_eq!(again, 0);
}

#[test]
fn a_match_is_proven_without_the_others() {
    let folder = load(20, 60);
    let key = LogSigner::new(&SigningKey::from_bytes(&[3; 32]), &[]);
    let record = ladder_record(&storage(&folder), &key).expect("readable");
    let entries = ladder::entries_of_record(&record).expect("a record");
    let id = entries[3].rated_match();
    let proof = ladder_proof(&storage(&folder), &key, id).expect("readable");
    let proven: Vec<_> = proof
        .lines()
        .map(|line| ladder::InclusionProof::check(line, None).expect("it holds").1)
        .collect();
    let about: Vec<_> = entries.into_iter().filter(|entry| entry.rated_match() == id).collect();
    assert!(!about.is_empty());
    assert_eq!(proven, about);
    assert!(ladder_proof(&storage(&folder), &key, Uuid::from_u128(u128::MAX)).is_err());
}

#[test]
fn stored_values_that_differ_are_found() {
    for change in [
        "UPDATE standing SET rating = rating + 1 WHERE (leaderboard, player) IN (SELECT leaderboard, player FROM standing LIMIT 1)",
        "DELETE FROM standing WHERE (leaderboard, player) IN (SELECT leaderboard, player FROM standing LIMIT 1)",
        "UPDATE change SET after = after - 1 WHERE rated_match IN (SELECT rated_match FROM change LIMIT 1)",
        "UPDATE change SET expected = expected + 1 WHERE part = 2",
        "UPDATE learnt SET mean = mean + 1 WHERE name LIKE 'item%'",
        "DELETE FROM learnt WHERE name LIKE 'start%'",
        "UPDATE ladder_log SET number = -number",
        "UPDATE review SET decisions = replace(decisions, 'true', 'false')",
        "INSERT INTO void SELECT id, 'cheated', 0 FROM rated WHERE unrated IS NULL LIMIT 1",
        "UPDATE ladder_log SET hash = zeroblob(32) WHERE number = 9",
        "DELETE FROM ladder_log WHERE number = 9",
        "UPDATE rated SET unrated = '\"same_address\"' WHERE number IN (SELECT number FROM rated WHERE unrated IS NULL LIMIT 1)",
        "UPDATE game SET over = '{\"winners\":[1],\"reason\":\"played\"}' WHERE over LIKE '%[0]%played%'",
        "PRAGMA foreign_keys = OFF; DELETE FROM rated WHERE number = 7",
        "UPDATE review SET decisions = 'no list' WHERE game IN (SELECT game FROM review WHERE decisions LIKE '%true%' LIMIT 1)",
        "UPDATE game SET opening = replace(opening, 'nim', 'mim') WHERE number = 1",
    ] {
        let folder = load(40, 60);
        assert_eq!(wrong(&folder), Vec::<String>::new());
        alter(&folder, change);
        assert_ne!(wrong(&folder), Vec::<String>::new(), "{change}");
    }
}
