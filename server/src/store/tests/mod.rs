//! The store on a real disk, with two games in it.

mod accounts;
mod contests;
mod copies;
mod damage;
mod expiry;
mod faulty_disk;
mod kept_games;
mod puzzles;
mod rankings;
mod repairs;
mod searches;
mod seats;
mod writing;

use std::sync::mpsc;
use std::time::{Duration, Instant};

use protocol::{EndReason, Kind, Name, Over, PlayerId, Secret};
use rules::{Ending, Heaps, Move, Seat, Setup, Variant};
use tempfile::TempDir;
use uuid::Uuid;

use super::database::{Database, params};
use super::folder::{alter, connection, folder_in_memory, open_store, storage, temporary_folder};
use super::*;
use crate::game::table::Table;
use crate::records::account::Account;
use crate::records::game::Terms;
use crate::records::game::{Fact, Opening, Rated};
use crate::records::secret_hash::SecretHash;

fn table(n: u128) -> TableId {
    TableId(Uuid::from_u128(n))
}

fn opening() -> Opening {
    let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
    let start = Heaps::from(vec![3, 4]).into();
    let game = Setup::new(variant, Ending::Normal, start).expect("legal");
    let player = |name: &str| protocol::Player {
        id: PlayerId(Uuid::from_u128(name.as_bytes()[0].into())),
        name: Name::try_from(name.to_owned()).expect("plain"),
        kind: Kind::Bot,
        house: false,
        version: None,
    };
    let players = vec![player("a"), player("b")];
    Opening { game, players, clock: None, terms: Terms::default() }
}

fn hashes() -> Vec<SecretHash> {
    [1, 2].map(|n| SecretHash::new(&Secret::new([n; 32]))).to_vec()
}

fn moved(heap: u64, take: u64) -> Fact {
    Fact::Moved { mv: Move::List(vec![heap, take].into()), us: 17, lag_us: 0 }
}

fn happened<'a>(n: u128, seq: u32, fact: &'a Fact, over: Option<&'a Over>) -> Entry<'a> {
    Entry::Happened { table: table(n), seq, fact, over }
}

fn resigned() -> Over {
    Over { winners: vec![Seat(0)], reason: EndReason::Resigned }
}

/// Posts these entries and waits for the answer.
fn kept(store: &Store, entries: &[Entry<'_>]) -> Result<(), Unavailable> {
    let (say, heard) = mpsc::sync_channel(1);
    let slot = store.reserve()?;
    store.append(slot, entries, move |kept| say.send(kept).expect("somebody listens"));
    heard.recv().expect("an answer")
}

/// Opens a game, and waits until it is stored.
fn begin(store: &Store, n: u128) {
    let (opening, hashes) = (opening(), hashes());
    let opened = Entry::Opened { table: table(n), opening: &opening, hashes: &hashes, over: None };
    kept(store, &[opened]).expect("kept");
}

/// Posts two games, one of them finished, and waits until they are stored.
pub(super) fn two_games(folder: &TempDir) -> Store {
    two_games_of(folder, &opening())
}

fn two_games_of(folder: &TempDir, opening: &Opening) -> Store {
    let store = open_store(folder);
    let (say, heard) = mpsc::sync_channel(1_000);
    let then = || {
        let say = say.clone();
        move |kept| say.send(kept).expect("somebody listens")
    };
    let slot = || store.reserve().expect("a place");
    for n in [1, 2] {
        let hashes = hashes();
        let opened = Entry::Opened { table: table(n), opening, hashes: &hashes, over: None };
        store.append(slot(), &[opened], then());
        store.append(slot(), &[happened(n, 0, &moved(0, 3), None)], then());
    }
    store.on_committed(slot(), then());
    let over = resigned();
    store.append(slot(), &[happened(2, 1, &Fact::Ended(over.clone()), Some(&over))], then());
    assert!((0..6).all(|_| heard.recv().expect("an answer").is_ok()));
    store
}

#[tokio::test]
async fn acknowledged_events_survive_a_restart() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    let store = open_store(&folder);
    let running = store.unfinished().expect("readable").whole;
    let expected = RecordedGame {
        table: table(1),
        opening: opening(),
        hashes: hashes(),
        facts: vec![moved(0, 3)],
        opened_at: running[0].opened_at,
        ended_at: None,
        over: None,
    };
    assert_eq!(running, [expected]);
    assert_eq!(store.finished(table(1)).await.expect("whole"), None);
    assert_eq!(store.finished(table(9)).await.expect("whole"), None);
    assert_eq!(store.ended_since(0).expect("readable"), [(opening(), resigned())]);
    assert_eq!(store.ended_since(i64::MAX).expect("readable"), []);
    let finished = store.finished(table(2)).await.expect("whole").expect("known");
    let restored = Table::restore(finished, Instant::now()).expect("a game");
    assert_eq!(restored.state(Instant::now()).over, Some(resigned()));
    assert_eq!(restored.state(Instant::now()).ply, 1);
}

#[test]
fn no_secret_is_on_the_disk() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    let files = std::fs::read_dir(folder.path()).expect("a folder");
    let read = |file: std::io::Result<std::fs::DirEntry>| std::fs::read(file?.path());
    let files: Vec<Vec<u8>> = files.map(read).collect::<Result<_, _>>().expect("readable");
    let holds = |what: &[u8]| {
        files.iter().any(|file| file.windows(what.len()).any(|window| window == what))
    };
    let secret = Secret::new([1; 32]);
    assert!(holds(hashes()[0].bytes()));
    assert!(!holds(secret.bytes()) && !holds(secret.reveal().as_bytes()));
}

/// A guest's casual game is deleted when it has expired; games that count or have a registered
/// player stay, and so do recent and running ones.
#[tokio::test]
async fn casual_games_of_guests_have_their_time_and_nothing_else_does() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let now = store.calendar.now_ms();
    let old = async |before| store.old_games(0, before).await.expect("readable").games;
    assert_eq!(old(now - 3_600_000).await, [], "it is young");
    assert_eq!(old(now + 1).await, [table(2)], "and the other one is running");
    let account = Account::new(opening().players[0].clone());
    kept(&store, &[Entry::Registered(&account)]).expect("kept");
    assert_eq!(old(now + 1).await, [], "somebody registered was in it");
    kept(&store, &[Entry::Forgotten(table(2))]).expect("kept");
    kept(&store, &[Entry::Swept { pages: 9 }]).expect("kept");
    assert_eq!(store.find(table(2)).await.expect("readable"), None);
    drop(store);
    let checked = check(&storage(&folder)).expect("readable");
    assert_eq!((checked.games, checked.wrong), (1, vec![]));
    let stats = stats(&storage(&folder)).expect("readable");
    assert!(stats.to_string().contains("running games                               1"), "{stats}");
    assert!(stats.counts.iter().map(|(_, count)| count).eq(&[1, 0, 0, 1, 0, 0, 0, 0]), "{stats}");
    assert!(
        stats
            .tables
            .iter()
            .any(|(name, rows, bytes)| name == "game" && (*rows, *bytes > 0) == (1, true))
    );
}

#[tokio::test]
async fn tournaments_that_have_long_been_over_are_named_and_others_not() {
    let folder = temporary_folder();
    let store = open_store(&folder);
    let db = connection(&folder);
    for (id, over, events) in
        [(1, true, [10, 90]), (2, true, [10, 100]), (3, true, [10, 20]), (4, false, [10, 20])]
    {
        let id = Uuid::from_u128(id);
        let insert =
            "INSERT INTO tournament (id, config, created_at, summary) VALUES (?1, '{}', 0, ?2)";
        db.execute(insert, params![id, over.then_some("{}")]).expect("a row");
        for (seq, at) in (0..).zip(events) {
            let insert = "INSERT INTO tournament_event VALUES (?1, ?2, ?3, '{}')";
            db.execute(insert, params![id, seq, at]).expect("a row");
        }
    }
    let old = async |before, most| {
        let mut old = store.old_tournaments(before, most).await.expect("readable");
        old.sort();
        old.into_iter().map(|id| id.0.as_u128()).collect::<Vec<_>>()
    };
    assert_eq!(old(100, 9).await, [1, 3]);
    assert_eq!(old(101, 9).await, [1, 2, 3]);
    assert_eq!(old(101, 2).await.len(), 2);
    assert_eq!(old(20, 9).await, [0; 0]);
}

/// A copy is of one moment.
#[test]
fn what_is_frozen_sees_no_later_write() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let frozen = Archive::read_only(&storage(&folder)).expect("it opens");
    frozen.freeze().expect("it can be read");
    let games = |db: &Database| games::all(db, "ORDER BY id").expect("readable").len();
    let (opening, hashes) = (opening(), hashes());
    let more = Entry::Opened { table: table(3), opening: &opening, hashes: &hashes, over: None };
    kept(&store, &[more]).expect("kept");
    assert_eq!((games(&frozen.db), games(&connection(&folder))), (2, 3));
    // What is read in one go is of one moment too.
    let archive = Archive::read_only(&storage(&folder)).expect("it opens");
    let seen = archive.read(|db| {
        let before = games(db);
        let more =
            Entry::Opened { table: table(4), opening: &opening, hashes: &hashes, over: None };
        kept(&store, &[more]).expect("kept");
        Ok((before, games(db)))
    });
    assert_eq!(seen.expect("readable"), (3, 3));
    assert_eq!(games(&archive.db), 4);
}

/// Returns the games of this folder, as read by a start and by readers of old games, or the first
/// error.
pub(super) fn contents(folder: &TempDir) -> Result<Vec<RecordedGame>, StoreError> {
    let archive = Archive::write(&storage(folder))?;
    let records = archive.read(|db| games::all(db, "ORDER BY id"))?;
    for record in &records {
        Table::restore(record.clone(), Instant::now())?;
    }
    Ok(records)
}

fn files_of(folder: &TempDir) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder.path()).expect("a folder");
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.expect("readable");
        let name = entry.file_name().into_string().expect("a plain name");
        (name, std::fs::read(entry.path()).expect("readable"))
    };
    // The index of the log is rebuilt from the log.
    entries.map(read).filter(|(name, _)| !name.ends_with("-shm")).collect()
}

#[tokio::test]
async fn games_are_found_by_their_players() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let last = TableId(Uuid::max());
    let tables =
        |records: Vec<RecordedGame>| -> Vec<_> { records.iter().map(|r| r.table).collect() };
    let find = async |name: &str, before, most| {
        let whose = Whose::Named(name.to_owned());
        let found = store.games_of(whose, GameFilter::default(), before, most).await;
        tables(found.expect("whole").games)
    };
    let first = store.find(table(1)).await.expect("whole").expect("it is there");
    for player in first.opening.players {
        let whose = Whose::Player(player.id);
        let found = store.games_of(whose, GameFilter::default(), last, 9).await.expect("whole");
        assert_eq!(tables(found.games), [table(2), table(1)]);
    }
    let nobody = Whose::Player(PlayerId(Uuid::max()));
    let found = store.games_of(nobody, GameFilter::default(), last, 9).await.expect("whole");
    assert_eq!(tables(found.games), []);
    assert_eq!(find("a", last, 9).await, [table(2), table(1)]);
    assert_eq!(find("b", last, 1).await, [table(2)]);
    assert_eq!(find("b", table(2), 9).await, [table(1)]);
    assert_eq!(find("A", last, 9).await, []);
}

/// A search that finds little ends after so many games, and says where to go on.
#[tokio::test]
async fn a_search_reads_so_many_games_and_goes_on_where_it_ended() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let opening = opening();
    let opened = |n| Entry::Opened { table: table(n), opening: &opening, hashes: &[], over: None };
    let games: Vec<_> = (3..=1_001).map(opened).collect();
    kept(&store, &games).expect("kept");
    let found = async |filter: GameFilter, before| {
        let whose = Whose::Named("a".to_owned());
        store.games_of(whose, filter, before, 9).await.expect("whole")
    };
    let won = || GameFilter { outcome: Some(GameOutcome::Won), ..GameFilter::default() };
    let first = found(won(), TableId(Uuid::max())).await;
    assert_eq!((first.games.len(), first.next), (1, Some(table(2))), "the oldest is not read");
    let rest = found(won(), table(2)).await;
    assert_eq!((rest.games.len(), rest.next), (0, None));
    let running = GameFilter { outcome: Some(GameOutcome::Running), ..GameFilter::default() };
    assert_eq!(found(running, TableId(Uuid::max())).await.games.len(), 9);
}

/// Games with a person, and rated games, wait for the solver; no others do.
#[tokio::test]
async fn games_of_bots_alone_are_reviewed_if_they_were_rated() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let with = |kind, rated| {
        let mut opening = opening();
        opening.players[1].kind = kind;
        Opening { terms: Terms { rated, ..Terms::default() }, ..opening }
    };
    let over = resigned();
    let end = Fact::Ended(over.clone());
    let cases = [(Kind::Bot, false), (Kind::Bot, true), (Kind::Person, false)];
    for (n, (kind, rated)) in (10..).zip(cases) {
        let opening = with(kind, rated);
        let opened = Entry::Opened { table: table(n), opening: &opening, hashes: &[], over: None };
        kept(&store, &[opened, happened(n, 0, &end, Some(&over))]).expect("kept");
    }
    let waiting = store.unreviewed().await.expect("whole");
    let waiting: Vec<_> = waiting.iter().map(|one| (one.record.table, one.begun)).collect();
    assert_eq!(waiting, [(table(11), false), (table(12), false)]);
    kept(&store, &[Entry::ReviewBegun(table(12))]).expect("kept");
    let waiting = store.unreviewed().await.expect("whole");
    let waiting: Vec<_> = waiting.iter().map(|one| (one.record.table, one.begun)).collect();
    assert_eq!(waiting, [(table(11), false), (table(12), true)], "so that it is tried once");
}
