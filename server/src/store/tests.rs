use std::sync::mpsc;
use std::time::Instant;

use protocol::{Kind, Name, Over, PlayerId, Reason, Secret};
use rules::{Ending, Heaps, Move, Seat, Setup, Variant};
use rusqlite::Connection;
use uuid::Uuid;

use super::backup::rotate;
use super::commit_mark::CommitMark;
use super::folder::Folder;
use super::*;
use crate::game::table::Table;
use crate::records::accounts::Account;
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
    Over { winners: vec![Seat(0)], reason: Reason::Resigned }
}

/// Posts two games, one of them finished, and waits until they are kept.
pub(super) fn two_games(folder: &Folder) -> Store {
    two_games_of(folder, &opening())
}

fn two_games_of(folder: &Folder, opening: &Opening) -> Store {
    let store = Store::open(&folder.0, Durability::Full, WriterMode::Thread).expect("a new store");
    let (say, heard) = mpsc::sync_channel(1_000);
    let then = || {
        let say = say.clone();
        move |kept| say.send(kept).expect("somebody listens")
    };
    let slot = || store.reserve().expect("a place");
    for n in [1, 2] {
        let hashes = hashes();
        let opened = Entry::Opened { table: table(n), opening, hashes: &hashes, over: None };
        store.keep(slot(), &[opened], then());
        store.keep(slot(), &[happened(n, 0, &moved(0, 3), None)], then());
    }
    store.follow(slot(), then());
    let over = resigned();
    store.keep(slot(), &[happened(2, 1, &Fact::Ended(over.clone()), Some(&over))], then());
    assert!((0..6).all(|_| heard.recv().expect("an answer").is_ok()));
    store
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_a_restart() {
    let folder = Folder::new();
    drop(two_games(&folder));
    let store =
        Store::open(&folder.0, Durability::Full, WriterMode::Thread).expect("the same store");
    let running = store.unfinished().expect("readable").whole;
    let expected = Record {
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
    let finished = store.finished(table(2)).await.expect("whole").expect("known");
    let restored = Table::restore(finished, Instant::now()).expect("a game");
    assert_eq!(restored.state(Instant::now()).over, Some(resigned()));
    assert_eq!(restored.state(Instant::now()).ply, 1);
}

#[test]
fn no_secret_is_on_the_disk() {
    let folder = Folder::new();
    drop(two_games(&folder));
    let files = std::fs::read_dir(&folder.0).expect("a folder");
    let read = |file: std::io::Result<std::fs::DirEntry>| std::fs::read(file?.path());
    let files: Vec<Vec<u8>> = files.map(read).collect::<Result<_, _>>().expect("readable");
    let holds = |what: &[u8]| {
        files.iter().any(|file| file.windows(what.len()).any(|window| window == what))
    };
    let secret = Secret::new([1; 32]);
    assert!(holds(hashes()[0].bytes()));
    assert!(!holds(secret.bytes()) && !holds(secret.reveal().as_bytes()));
}

#[test]
fn a_commit_that_fails_is_the_last() {
    let folder = Folder::new();
    let store = two_games(&folder);
    let (say, heard) = mpsc::sync_channel(1_000);
    let then = || {
        let say = say.clone();
        move |kept| say.send(kept).expect("somebody listens")
    };
    let late = store.reserve().expect("a place");
    // Fact 0 is there already.
    let slot = store.reserve().expect("a place");
    store.keep(slot, &[happened(1, 0, &moved(1, 1), None)], then());
    assert_eq!(heard.recv(), Ok(Err(Unavailable::Broken)));
    // A good one must not be acknowledged after it.
    store.keep(late, &[happened(1, 1, &moved(1, 1), None)], then());
    assert_eq!(heard.recv(), Ok(Err(Unavailable::Broken)));
    assert_eq!(store.reserve().expect_err("broken"), Unavailable::Broken);
    assert!(store.is_broken());
    drop(store);
    let store = Store::open(&folder.0, Durability::Full, WriterMode::Thread).expect("whole again");
    assert_eq!(store.unfinished().expect("readable").whole[0].facts, [moved(0, 3)]);
    assert!(!store.is_broken());
}

#[test]
fn a_pair_counts_once_and_in_the_commit_of_its_last_move() {
    let folder = Folder::new();
    // Bots that belong to somebody, who says which version plays.
    let mut opening = opening();
    for player in &mut opening.players {
        player.version = protocol::Version::try_from("1".to_owned()).ok();
    }
    let store = two_games_of(&folder, &opening);
    let (say, heard) = mpsc::sync_channel(10);
    let over = resigned();
    let games = vec![(table(2), over.clone()), (table(1), over.clone())];
    let rated = Rated { id: Uuid::from_u128(7), opening, games };
    let end = Fact::Ended(over.clone());
    let ended = happened(1, 1, &end, Some(&over));
    for entries in [&[ended, Entry::Decided(&rated)][..], &[Entry::Decided(&rated)]] {
        let say = say.clone();
        let slot = store.reserve().expect("a place");
        store.keep(slot, entries, move |kept| say.send(kept).expect("somebody listens"));
        assert_eq!(heard.recv(), Ok(Ok(())));
    }
    drop(store);
    let db = Connection::open(folder.0.join(FILE)).expect("a file");
    let one = |query| db.query_row(query, [], |row| row.get::<_, i64>(0)).expect("a count");
    assert_eq!(one("SELECT count(*) FROM rated"), 1);
    // It counts, and was given up at once: a gift.
    assert_eq!(one("SELECT count(*) FROM rated WHERE weight IS NOT NULL"), 1);
    assert_eq!(one("SELECT count(*) FROM change WHERE part = 0"), 4);
}

#[test]
fn a_backup_is_whole_while_the_server_runs_and_overwrites_nothing() {
    let folder = Folder::new();
    let store = two_games(&folder);
    let copy = Folder::new();
    backup(&folder.0, &copy.0.join(FILE)).expect("a copy");
    backup(&folder.0, &copy.0.join(FILE)).expect_err("it exists");
    let whole = Checked { games: 2, running: 1, facts: 3, ..Checked::default() };
    assert_eq!(check(&copy.0).expect("readable"), whole);
    assert_eq!(check(&folder.0).expect("readable"), whole);
    drop(store);
}

#[test]
fn a_check_finds_what_is_not_a_game() {
    let damages = [
        ("DELETE FROM segment", 1),
        ("UPDATE segment SET facts = replace(facts, '0,3', '0,2')", 1),
        ("UPDATE segment SET seq = 1", 1),
        // The game that is running, and the journal itself.
        ("UPDATE journal SET facts = replace(facts, '0,3', '0,2')", 2),
        ("UPDATE journal SET facts = ''", 2),
        ("UPDATE journal SET number = number + 9", 2),
        ("DELETE FROM journal", 1),
        ("UPDATE game SET over = NULL", 1),
        ("UPDATE game SET secret_hashes = x'00'", 2),
        ("UPDATE game SET opening = '{}'", 2),
        ("PRAGMA foreign_keys = off; DELETE FROM game", 1),
    ];
    for (damage, wrong) in damages {
        let folder = Folder::new();
        drop(two_games(&folder));
        let db = Connection::open(folder.0.join(FILE)).expect("a file");
        db.execute_batch(damage).expect("damaged");
        drop(db);
        let checked = check(&folder.0).expect("readable");
        assert_eq!(checked.wrong.len(), wrong, "{damage}: {checked:?}");
    }
}

/// The running game is damaged in one way after another: the start sets it aside and
/// continues, and a repair recovers what it can.
#[test]
fn one_damaged_game_stops_nobody_and_is_repaired() {
    let salvages = [
        ("UPDATE game SET opening = replace(opening, '\"a\"', '\"b\"') WHERE over IS NULL", 0),
        ("UPDATE journal SET facts = replace(facts, '0,3', '0,2')", 1),
        ("UPDATE journal SET facts = '' WHERE facts <> ''", 1),
        ("UPDATE journal SET checksum = 1 WHERE facts <> ''", 1),
    ];
    for (damage, salvaged) in salvages {
        let folder = Folder::new();
        drop(two_games(&folder));
        alter(&folder, damage);
        let store = Store::open(&folder.0, Durability::Full, WriterMode::Thread).expect("opens");
        let found = store.unfinished().expect("readable");
        let aside = found.damaged.len() + set_aside(&folder);
        assert_eq!((found.whole.len(), aside), (0, 1), "{damage}");
        drop(store);
        let repaired = repair(&folder.0).expect("writable");
        assert_eq!(repaired.salvaged.len(), salvaged, "{damage}: {repaired:?}");
        assert_eq!(check(&folder.0).expect("readable").wrong.len(), repaired.lost.len());
    }
}

#[test]
fn a_finished_game_that_is_damaged_keeps_its_result() {
    let folder = Folder::new();
    drop(two_games(&folder));
    alter(&folder, "UPDATE segment SET facts = replace(facts, '0,3', '9,9')");
    assert_eq!(check(&folder.0).expect("readable").wrong.len(), 1);
    let repaired = repair(&folder.0).expect("writable");
    assert_eq!((repaired.salvaged.len(), repaired.lost.len()), (1, 0), "{repaired:?}");
    assert_eq!(check(&folder.0).expect("readable").wrong, Vec::<String>::new());
    let finished = contents(&folder).expect("whole").remove(1);
    assert_eq!(finished.facts, [Fact::Ended(resigned())]);
}

#[test]
fn a_file_of_another_program_is_left_alone() {
    let folder = Folder::new();
    let db = Connection::open(folder.0.join(FILE)).expect("a file");
    db.execute_batch("CREATE TABLE note (text TEXT)").expect("somebody's own");
    drop(db);
    let before = std::fs::read(folder.0.join(FILE)).expect("readable");
    Store::open(&folder.0, Durability::Full, WriterMode::Thread).expect_err("not ours");
    check(&folder.0).expect_err("not ours");
    assert_eq!(std::fs::read(folder.0.join(FILE)).expect("readable"), before);
}

#[test]
fn what_is_kept_is_for_its_owner_alone() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let (folder, copies) = (Folder::new(), Folder::new());
    std::fs::write(folder.0.join(FILE), "").expect("a file that others may read");
    let all = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(folder.0.join(FILE), all).expect("ours");
    let store = two_games(&folder);
    backup(&folder.0, &copies.0.join("copy")).expect("a copy");
    for folder in [&folder, &copies] {
        for file in std::fs::read_dir(&folder.0).expect("a folder") {
            let file = file.expect("readable");
            let mode = file.metadata().expect("readable").mode() & 0o777;
            assert_eq!(mode, 0o600, "{:?}", file.path());
        }
    }
    drop(store);
}

#[test]
fn a_backup_holds_the_key_and_is_put_back_where_nothing_is() {
    let (folder, copies, new) = (Folder::new(), Folder::new(), Folder::new());
    let store = two_games(&folder);
    std::fs::write(folder.0.join("signing.key"), "the key").expect("written");
    let copy = copies.0.join("copy");
    backup(&folder.0, &copy).expect("a copy");
    restore(&copy, &folder.0).expect_err("there are games");
    let checked = restore(&copy, &new.0).expect("restored");
    assert_eq!((checked.games, checked.wrong), (2, vec![]));
    let key = std::fs::read_to_string(new.0.join("signing.key"));
    assert_eq!(key.expect("it was enclosed"), "the key");
    drop(store);
    let games = |folder| contents(folder).expect("whole");
    assert_eq!(games(&new), games(&folder));
    let stray = copies.0.join("stray");
    std::fs::write(&stray, "no copy at all, but somebody's letter").expect("written");
    restore(&stray, &Folder::new().0).expect_err("not ours");
}

#[test]
fn copies_are_checked_and_the_oldest_make_room() {
    let (folder, copies) = (Folder::new(), Folder::new());
    let store = two_games(&folder);
    let names = || {
        let mut names: Vec<_> = files_of(&copies).into_iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names
    };
    for day in 0..4_i64 {
        let (_, checked) = rotate(&folder.0, &copies.0, 2, day * 86_400_000).expect("a copy");
        assert_eq!((checked.games, checked.wrong), (2, vec![]));
    }
    let last = ["nim-1970-01-03T000000Z.db", "nim-1970-01-04T000000Z.db"];
    assert_eq!(names(), last);
    drop(store);
    // A copy of what is damaged replaces none that is whole.
    alter(&folder, "UPDATE segment SET facts = replace(facts, '0,3', '0,2')");
    let (_, checked) = rotate(&folder.0, &copies.0, 2, 9 * 86_400_000).expect("a copy");
    assert_eq!((checked.wrong.len(), names().len()), (1, 3));
}

/// A guest's casual game goes when it has had its time; what counts, or has somebody
/// registered in it, stays, and so does what is young or still running.
#[tokio::test]
async fn casual_games_of_guests_have_their_time_and_nothing_else_does() {
    let folder = Folder::new();
    let store = two_games(&folder);
    let now = store.calendar.now_ms();
    let old = async |before| store.old_games(0, before).await.expect("readable").games;
    assert_eq!(old(now - 3_600_000).await, [], "it is young");
    assert_eq!(old(now + 1).await, [table(2)], "and the other one is running");
    let account = Account::new(opening().players[0].clone());
    let keep = async |entry: Entry<'_>| {
        let slot = store.reserve().expect("a place");
        store.commit(slot, &[entry]).await.expect("kept");
    };
    keep(Entry::Registered(&account)).await;
    assert_eq!(old(now + 1).await, [], "somebody registered was in it");
    keep(Entry::Forgotten(table(2))).await;
    keep(Entry::Swept { pages: 9 }).await;
    assert_eq!(store.find(table(2)).await.expect("readable"), None);
    drop(store);
    let checked = check(&folder.0).expect("readable");
    assert_eq!((checked.games, checked.wrong), (1, vec![]));
    let stats = stats(&folder.0).expect("readable");
    assert!(stats.to_string().contains("running games                               1"), "{stats}");
    assert!(
        stats
            .tables
            .iter()
            .any(|(name, rows, bytes)| name == "game" && (*rows, *bytes > 0) == (1, true))
    );
}

#[tokio::test]
async fn everything_is_read_and_what_is_damaged_is_found() {
    let folder = Folder::new();
    drop(two_games(&folder));
    let open = || Store::open(&folder.0, Durability::Full, WriterMode::Thread).expect("opens");
    let store = open();
    let scrubbed = async |store: &Store| store.scrub().await.expect("readable").expect("kept");
    let found = scrubbed(&store).await;
    assert_eq!((found.games, found.damaged), (2, vec![]));
    alter(&folder, "UPDATE segment SET facts = replace(facts, '0,3', '0,2')");
    let found = scrubbed(&store).await.damaged;
    assert_eq!(found.len(), 1);
    let slot = store.reserve().expect("a place");
    let (damaged, why) = &found[0];
    let entry = Entry::SetAside { table: *damaged, why };
    store.commit(slot, &[entry]).await.expect("kept");
    assert_eq!(scrubbed(&store).await.damaged, [], "it is known");
    assert_eq!(store.set_aside().await.expect("readable").len(), 1);
}

fn set_aside(folder: &Folder) -> usize {
    let archive = Archive::open(&folder.0.join(FILE)).expect("there");
    archive.look(quarantine::all).expect("readable").len()
}

fn alter(folder: &Folder, change: &str) {
    let db = Connection::open(folder.0.join(FILE)).expect("a file");
    db.execute_batch(change).expect("possible");
}

#[test]
fn a_store_of_a_newer_server_is_left_alone() {
    let folder = Folder::new();
    drop(two_games(&folder));
    let db = Connection::open(folder.0.join(FILE)).expect("a file");
    db.pragma_update(None, "user_version", 99).expect("changed");
    drop(db);
    Store::open(&folder.0, Durability::Full, WriterMode::Thread).expect_err("too new");
    check(&folder.0).expect_err("too new");
}

/// The store of this folder as a start and readers of old games find it, or the first
/// error.
pub(super) fn contents(folder: &Folder) -> Result<Vec<Record>, StoreError> {
    let file = folder.0.join(FILE);
    let archive = Archive::create(&file)?;
    let records = archive.look(|db| games::all(db, "ORDER BY id"))?;
    for record in &records {
        Table::restore(record.clone(), Instant::now())?;
    }
    Ok(records)
}

/// Copies the files of a store into a folder of their own, with one of them changed.
fn changed_copy(
    files: &[(String, Vec<u8>)],
    name: &str,
    change: impl FnOnce(&mut Vec<u8>),
) -> Folder {
    let copy = Folder::new();
    let mut change = Some(change);
    for (other, bytes) in files {
        let mut bytes = bytes.clone();
        if let Some(change) = change.take_if(|_| other == name) {
            change(&mut bytes);
        }
        std::fs::write(copy.0.join(other), bytes).expect("a copy");
    }
    assert!(change.is_none(), "no file is called {name}");
    copy
}

fn files_of(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(&folder.0).expect("a folder");
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.expect("readable");
        let name = entry.file_name().into_string().expect("a plain name");
        (name, std::fs::read(entry.path()).expect("readable"))
    };
    // The index of the log is made again from the log.
    entries.map(read).filter(|(name, _)| !name.ends_with("-shm")).collect()
}

/// Never a game that was not played, and never a word less of it: what a flipped
/// bit leaves is either noticed or the same.
#[test]
fn a_flipped_bit_is_noticed_or_does_no_harm() {
    let folder = Folder::new();
    drop(two_games(&folder));
    let whole = contents(&folder).expect("whole");
    let files = files_of(&folder);
    let mut noticed = 0;
    for (name, bytes) in &files {
        // A stride that is prime to eight meets every bit of a byte.
        for bit in (0..bytes.len() * 8).step_by(if name.ends_with("head") { 7 } else { 997 }) {
            let copy = changed_copy(&files, name, |bytes| bytes[bit / 8] ^= 1 << (bit % 8));
            let checked = check(&copy.0).map(|checked| checked.wrong.is_empty()).unwrap_or(false);
            match contents(&copy) {
                Ok(records) => assert_eq!(records, whole, "bit {bit} of {name}"),
                Err(_) => {
                    noticed += 1;
                    assert!(!checked, "bit {bit} of {name}: the check has not noticed");
                }
            }
        }
    }
    assert!(noticed > 20, "{noticed}");
}

/// A file, or log, that has lost its end is noticed however little is missing: the
/// database alone would continue from an earlier moment.
#[test]
fn a_file_that_lost_its_end_is_noticed() {
    let folder = Folder::new();
    let store = two_games(&folder);
    // The last commit does not concern a game.
    let (say, heard) = mpsc::sync_channel(1);
    let slot = store.reserve().expect("a place");
    let banned = Entry::Banned { player: PlayerId(Uuid::from_u128(6)), until: None };
    store.keep(slot, &[banned], move |kept| say.send(kept).expect("somebody listens"));
    assert_eq!(heard.recv(), Ok(Ok(())));
    // The note is made after the answer.
    let db = Connection::open(folder.0.join(FILE)).expect("a file");
    let last = "SELECT max(number) FROM journal";
    let last: i64 = db.query_row(last, [], |row| row.get(0)).expect("a page");
    drop(db);
    let noted = || {
        let noted = CommitMark::read(&folder.0.join(FILE)).ok().flatten();
        matches!(noted, Some(CommitMark::Page { number, .. }) if number == last)
    };
    while !noted() {
        std::thread::yield_now();
    }
    // As after a crash: everything is still in the log.
    let files = files_of(&folder);
    let log = format!("{FILE}-wal");
    let whole = contents(&changed_copy(&files, &log, |_| ())).expect("whole");
    let length = files.iter().find(|(name, _)| *name == log).expect("a log").1.len();
    for cut in (0..length).step_by(1_021).chain([length - 1]) {
        let copy = changed_copy(&files, &log, |bytes| bytes.truncate(cut));
        check(&copy.0).map(|checked| assert!(!checked.wrong.is_empty())).unwrap_or_default();
        contents(&copy).expect_err("it has lost its end");
    }
    for flipped in (0..length * 8).step_by(4_999) {
        let copy = changed_copy(&files, &log, |bytes| bytes[flipped / 8] ^= 1 << (flipped % 8));
        contents(&copy).map_or_else(|_| (), |records| assert_eq!(records, whole, "bit {flipped}"));
    }
    drop(store);
    // As after an orderly end: everything is in the file.
    let files = files_of(&folder);
    let length = files.iter().find(|(name, _)| *name == FILE).expect("a file").1.len();
    for cut in (0..length).step_by(1_021).chain([length - 1]) {
        let copy = changed_copy(&files, FILE, |bytes| bytes.truncate(cut));
        // The last page may be one that holds nothing.
        contents(&copy).map_or_else(|_| (), |records| assert_eq!(records, whole, "cut at {cut}"));
    }
}

/// A reader keeps the file open for a long time: no commit waits for it, and when it
/// has gone, the log becomes short again.
#[test]
fn a_long_reader_holds_up_nobody() {
    let folder = Folder::new();
    let store = two_games(&folder);
    let reader = Connection::open(folder.0.join(FILE)).expect("a file");
    reader.execute_batch("BEGIN; SELECT count(*) FROM game").expect("it reads");
    let (say, heard) = mpsc::sync_channel(100_000);
    // Starts of a good thirty kilobytes each.
    let heaps = Heaps::from(vec![1 << 52; 1_000]).into();
    let variant = opening().game.variant().clone();
    let game = Setup::new(variant, Ending::Normal, heaps).expect("legal");
    let large = Opening { game, ..opening() };
    let mut next = 10;
    let mut write = |games: u128| {
        for n in next..next + games {
            let say = say.clone();
            let then = move |kept| say.send(kept).expect("somebody listens");
            let slot = store.reserve().expect("a place");
            let hashes = hashes();
            let opened =
                Entry::Opened { table: table(n), opening: &large, hashes: &hashes, over: None };
            store.keep(slot, &[opened], then);
        }
        next += games;
        assert!((0..games).all(|_| heard.recv().expect("an answer").is_ok()));
    };
    for _ in 0..10 {
        write(240);
    }
    let long = store.log_bytes();
    // The reader sees what there was.
    let seen: i64 =
        reader.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).expect("it reads");
    assert_eq!(seen, 2);
    assert!(long > 32 << 20, "{long}: the log was copied under its eyes");
    drop(reader);
    // The copy is made while commits continue, and starts again from the beginning.
    for _ in 0..5 {
        write(240);
    }
    assert!(store.log_bytes() <= long + (8 << 20), "{} after {long}", store.log_bytes());
    drop(store);
    assert_eq!(check(&folder.0).expect("readable").wrong, Vec::<String>::new());
}

#[tokio::test]
async fn games_are_found_by_their_players() {
    let folder = Folder::new();
    let store = two_games(&folder);
    let last = TableId(Uuid::max());
    let tables = |records: Vec<Record>| -> Vec<_> { records.iter().map(|r| r.table).collect() };
    let find = async |name: &str, before, most| {
        let whose = Whose::Named(name.to_owned());
        tables(store.games_of(whose, before, most).await.expect("whole"))
    };
    let first = store.find(table(1)).await.expect("whole").expect("it is there");
    for player in first.opening.players {
        let whose = Whose::Player(player.id);
        let found = store.games_of(whose, last, 9).await.expect("whole");
        assert_eq!(tables(found), [table(2), table(1)]);
    }
    let nobody = Whose::Player(PlayerId(Uuid::max()));
    assert_eq!(tables(store.games_of(nobody, last, 9).await.expect("whole")), []);
    assert_eq!(find("a", last, 9).await, [table(2), table(1)]);
    assert_eq!(find("b", last, 1).await, [table(2)]);
    assert_eq!(find("b", table(2), 9).await, [table(1)]);
    assert_eq!(find("A", last, 9).await, []);
}

/// Games that a person played or that were rated wait for the solver, and no others.
#[tokio::test]
async fn games_of_bots_alone_are_reviewed_if_they_were_rated() {
    let folder = Folder::new();
    let store = two_games(&folder);
    let (say, heard) = mpsc::sync_channel(10);
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
        let say = say.clone();
        let slot = store.reserve().expect("a place");
        store.keep(slot, &[opened, happened(n, 0, &end, Some(&over))], move |kept| {
            say.send(kept).expect("somebody listens");
        });
        assert_eq!(heard.recv(), Ok(Ok(())));
    }
    let waiting = store.unreviewed().await.expect("whole");
    let waiting: Vec<_> = waiting.iter().map(|one| (one.record.table, one.begun)).collect();
    assert_eq!(waiting, [(table(11), false), (table(12), false)]);
    let slot = store.reserve().expect("a place");
    store.keep(slot, &[Entry::ReviewBegun(table(12))], move |kept| {
        say.send(kept).expect("somebody listens");
    });
    assert_eq!(heard.recv(), Ok(Ok(())));
    let waiting = store.unreviewed().await.expect("whole");
    let waiting: Vec<_> = waiting.iter().map(|one| (one.record.table, one.begun)).collect();
    assert_eq!(waiting, [(table(11), false), (table(12), true)], "so that it is tried once");
}

/// A game that ends in the files must have begun in them.
#[test]
fn no_game_ends_that_is_not_there() {
    let folder = Folder::new();
    let store = two_games(&folder);
    let (say, heard) = mpsc::sync_channel(1);
    let over = resigned();
    let end = Fact::Ended(over.clone());
    let slot = store.reserve().expect("a place");
    store.keep(slot, &[happened(9, 0, &end, Some(&over))], move |kept| {
        say.send(kept).expect("somebody listens");
    });
    assert_eq!(heard.recv(), Ok(Err(Unavailable::Broken)));
}

/// A game with more facts than the journal can hold, beside others that begin, continue
/// and end meanwhile.
#[tokio::test]
async fn a_long_game_outlives_the_journal() {
    let folder = Folder::new();
    let store = Store::open(&folder.0, Durability::Full, WriterMode::Thread).expect("a new store");
    let (say, heard) = mpsc::sync_channel(100);
    let keep = |entries: &[Entry<'_>]| {
        let say = say.clone();
        let slot = store.reserve().expect("a place");
        store.keep(slot, entries, move |kept| say.send(kept).expect("somebody listens"));
        assert_eq!(heard.recv(), Ok(Ok(())));
    };
    let (opening, hashes) = (opening(), hashes());
    let open =
        |n| Entry::Opened { table: table(n), opening: &opening, hashes: &hashes, over: None };
    keep(&[open(1), open(2), open(3)]);
    // They need not be moves of one game: here nobody plays them.
    let (fact, over) = (moved(0, 1), resigned());
    keep(&[happened(2, 0, &fact, None)]);
    let mut seq = 0;
    while seq < 70_000 {
        let facts: Vec<_> = (seq..seq + 500).map(|seq| happened(1, seq, &fact, None)).collect();
        keep(&facts);
        seq += 500;
    }
    keep(&[happened(2, 1, &fact, None), happened(3, 0, &fact, None)]);
    let found = async |store: &Store, n| {
        let record = store.find(table(n)).await.expect("whole").expect("known");
        (record.facts.len(), record.over)
    };
    let is = async |store: &Store| {
        assert_eq!(found(store, 1).await, (seq as usize, None));
        assert_eq!(found(store, 2).await, (2, None));
        assert_eq!(found(store, 3).await, (1, None));
    };
    is(&store).await;
    drop(store);
    let db = Connection::open(folder.0.join(FILE)).expect("a file");
    let one = |query| db.query_row(query, [], |row| row.get::<_, i64>(0)).expect("a count");
    assert!(one("SELECT min(number) FROM journal") > 1, "the journal was never cleared");
    assert!(one("SELECT count(*) FROM segment") > 1);
    let store =
        Store::open(&folder.0, Durability::Full, WriterMode::Thread).expect("the same store");
    is(&store).await;
    // They continue where they were.
    let end = Fact::Ended(over.clone());
    for (n, seq) in [(1, seq), (2, 2), (3, 1)] {
        let (say, heard) = mpsc::sync_channel(1);
        let slot = store.reserve().expect("a place");
        let ended = happened(n, seq, &end, Some(&over));
        store.keep(slot, &[ended], move |kept| say.send(kept).expect("somebody listens"));
        assert_eq!(heard.recv(), Ok(Ok(())));
        assert_eq!(found(&store, n).await, (seq as usize + 1, Some(over.clone())));
    }
}

/// Posts the facts from `from` on of game 1, one after another.
fn post(store: &Store, facts: std::ops::Range<u32>, say: &mpsc::SyncSender<u32>) {
    for seq in facts {
        let (slot, say) = (store.reserve().expect("a place"), say.clone());
        store.keep(slot, &[happened(1, seq, &moved(0, 1), None)], move |kept| {
            kept.expect("kept");
            say.send(seq).expect("somebody listens");
        });
    }
}

/// A store that commits between the turns of this test, with game 1 in it.
fn beside_the_network(folder: &Folder) -> Store {
    let store = Store::open(&folder.0, Durability::Full, WriterMode::here()).expect("a new store");
    let (opening, hashes) = (opening(), hashes());
    let opened = Entry::Opened { table: table(1), opening: &opening, hashes: &hashes, over: None };
    store.keep(store.reserve().expect("a place"), &[opened], |kept| kept.expect("kept"));
    store
}

/// Gives the writer turns until nothing waits for it.
async fn all_kept(store: &Store) {
    while store.waiting() > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_single_thread_commits_between_its_turns_and_what_is_left_at_the_end() {
    let folder = Folder::new();
    let store = beside_the_network(&folder);
    let (say, heard) = mpsc::sync_channel(10);
    post(&store, 0..2, &say);
    assert_eq!(heard.try_recv(), Err(mpsc::TryRecvError::Empty), "nobody has had a turn");
    all_kept(&store).await;
    assert!(heard.try_iter().eq(0..2));
    post(&store, 2..4, &say);
    drop(store);
    assert!(heard.try_iter().eq(2..4));
    let store =
        Store::open(&folder.0, Durability::Full, WriterMode::here()).expect("the same store");
    let found = store.find(table(1)).await.expect("whole").expect("known");
    assert_eq!(found.facts.len(), 4);
}

/// Then the network does not wait for the disk: here the disk stalls, and commits
/// continue.
#[tokio::test]
async fn slow_commits_get_a_thread() {
    let folder = Folder::new();
    let store = beside_the_network(&folder);
    let (say, heard) = mpsc::sync_channel(10);
    post(&store, 0..1, &say);
    // Another user of the file keeps the commit waiting.
    let other = Connection::open(folder.0.join(FILE)).expect("a file");
    other.execute_batch("BEGIN IMMEDIATE").expect("nobody writes");
    let held = std::thread::spawn(move || {
        std::thread::sleep(pace::PATIENCE * 2 * pace::AVERAGED);
        other.execute_batch("COMMIT").expect("nothing to write");
    });
    all_kept(&store).await;
    held.join().expect("done");
    post(&store, 1..3, &say);
    let kept = (0..3).map(|_| heard.recv_timeout(std::time::Duration::from_secs(60)));
    assert!(kept.eq((0..3).map(Ok)));
}
