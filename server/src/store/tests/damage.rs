//! Tests of damage on the disk: it is found, set aside, and repaired where possible.

use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::TempDir;

use super::*;
use crate::store::commit_mark::CommitMark;

#[test]
fn a_check_finds_what_is_not_a_game() {
    let damages = [
        ("DELETE FROM segment", 1),
        ("UPDATE segment SET facts = replace(facts, '0,3', '0,2')", 1),
        ("UPDATE segment SET seq = 1", 1),
        // The running game, and the journal itself.
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
        let folder = temporary_folder();
        drop(two_games(&folder));
        let db = rusqlite::Connection::open(folder.path().join(FILE)).expect("a file");
        db.execute_batch(damage).expect("damaged");
        drop(db);
        let checked = check(&Storage::folder(folder.path())).expect("readable");
        assert_eq!(checked.wrong.len(), wrong, "{damage}: {checked:?}");
    }
}

/// The running game is damaged in one way after another: the start sets it aside and
/// continues, and a repair recovers what it can.
#[tokio::test]
async fn one_damaged_game_stops_nobody_and_is_repaired() {
    let salvages = [
        ("UPDATE game SET opening = replace(opening, '\"a\"', '\"b\"') WHERE over IS NULL", 0),
        ("UPDATE journal SET facts = replace(facts, '0,3', '0,2')", 1),
        ("UPDATE journal SET facts = '' WHERE facts <> ''", 1),
        ("UPDATE journal SET checksum = 1 WHERE facts <> ''", 1),
    ];
    let all = TableId(Uuid::max());
    for (damage, salvaged) in salvages {
        let folder = temporary_folder();
        drop(two_games(&folder));
        alter(&folder, damage);
        let store = open_store(&folder);
        let found = store.unfinished().expect("readable");
        let aside = found.damaged.len() + set_aside(&folder);
        assert_eq!((found.whole.len(), aside), (0, 1), "{damage}");
        let listed = store.games_of(Whose::Everybody, GameFilter::default(), all, 9);
        let listed = listed.await.expect("readable").games;
        assert_eq!(listed.len(), 1, "the other game is found: {damage}");
        drop(store);
        let repaired = repair(&Storage::folder(folder.path())).expect("writable");
        assert_eq!(repaired.salvaged.len(), salvaged, "{damage}: {repaired:?}");
        let wrong = check(&Storage::folder(folder.path())).expect("readable").wrong;
        assert_eq!(wrong, repaired.lost, "each is named once");
    }
}

#[test]
fn a_finished_game_that_is_damaged_keeps_its_result() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    alter(&folder, "UPDATE segment SET facts = replace(facts, '0,3', '9,9')");
    assert_eq!(check(&Storage::folder(folder.path())).expect("readable").wrong.len(), 1);
    let repaired = repair(&Storage::folder(folder.path())).expect("writable");
    assert_eq!((repaired.salvaged.len(), repaired.lost.len()), (1, 0), "{repaired:?}");
    assert_eq!(
        check(&Storage::folder(folder.path())).expect("readable").wrong,
        Vec::<String>::new()
    );
    let finished = contents(&folder).expect("whole").remove(1);
    assert_eq!(finished.facts, [Fact::Ended(resigned())]);
}

#[test]
fn a_file_of_another_program_is_left_alone() {
    let folder = temporary_folder();
    let db = rusqlite::Connection::open(folder.path().join(FILE)).expect("a file");
    db.execute_batch("CREATE TABLE note (text TEXT)").expect("somebody's own");
    drop(db);
    let before = std::fs::read(folder.path().join(FILE)).expect("readable");
    Store::open(
        &Storage::folder(folder.path()),
        Durability::Full,
        CompletionThread::Committing,
        || false,
    )
    .expect_err("not ours");
    check(&Storage::folder(folder.path())).expect_err("not ours");
    assert_eq!(std::fs::read(folder.path().join(FILE)).expect("readable"), before);
}

#[tokio::test]
async fn everything_is_read_and_what_is_damaged_is_found() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    let store = open_store(&folder);
    let scrubbed = async |store: &Store| store.scrub().await.expect("readable").expect("kept");
    let found = scrubbed(&store).await;
    assert_eq!((found.games, found.damaged), (2, vec![]));
    alter(&folder, "UPDATE segment SET facts = replace(facts, '0,3', '0,2')");
    let found = scrubbed(&store).await.damaged;
    assert_eq!(found.len(), 1);
    let (damaged, why) = &found[0];
    kept(&store, &[Entry::SetAside { table: *damaged, why }]).expect("kept");
    assert_eq!(scrubbed(&store).await.damaged, [], "it is known");
    assert_eq!(store.set_aside().await.expect("readable").len(), 1);
}

/// Of a game whose bytes are those that were written, too: it must have been played by the rules.
#[tokio::test]
async fn a_scrub_replays_finished_games_and_names_those_that_are_not_known() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    let over = resigned();
    let (impossible, end) = (moved(9, 9), Fact::Ended(over.clone()));
    for (n, over) in [(3, Some(&over)), (4, Some(&over)), (5, None)] {
        begin(&store, n);
        kept(&store, &[happened(n, 0, &impossible, None)]).expect("kept");
        if over.is_some() {
            kept(&store, &[happened(n, 1, &end, over)]).expect("kept");
        }
    }
    kept(&store, &[Entry::SetAside { table: table(3), why: "known" }]).expect("kept");
    let found = store.scrub().await.expect("readable").expect("kept");
    let damaged: Vec<_> = found.damaged.iter().map(|(table, _)| *table).collect();
    assert_eq!((found.games, damaged), (5, vec![table(4)]), "game 5 is still running");
    assert!(found.damaged[0].1.contains("fact 0"), "{found:?}");
}

/// Behind a damaged commit in the log there may be whole ones: a refused start must not drop them.
#[test]
fn a_refused_start_changes_no_file() {
    let (folder, crashed) = (temporary_folder(), temporary_folder());
    let store = two_games(&folder);
    for name in [FILE.to_owned(), format!("{FILE}-wal"), "games.mark".to_owned()] {
        std::fs::copy(folder.path().join(&name), crashed.path().join(&name)).expect("it is there");
    }
    drop(store);
    let log = crashed.path().join(format!("{FILE}-wal"));
    let mut bytes = std::fs::read(&log).expect("readable");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&log, &bytes).expect("writable");
    let file = std::fs::read(crashed.path().join(FILE)).expect("readable");
    for _ in 0..2 {
        Store::open(
            &Storage::folder(crashed.path()),
            Durability::Full,
            CompletionThread::Committing,
            || false,
        )
        .expect_err("no end");
        assert!(std::fs::read(&log).expect("it is kept") == bytes, "the log");
        assert!(std::fs::read(crashed.path().join(FILE)).expect("readable") == file, "the file");
    }
}

fn set_aside(folder: &TempDir) -> usize {
    let archive = Archive::open(&folder.path().join(FILE)).expect("there");
    archive.read(quarantine::all).expect("readable").len()
}

#[test]
fn a_store_of_a_newer_server_is_left_alone() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    let db = rusqlite::Connection::open(folder.path().join(FILE)).expect("a file");
    db.pragma_update(None, "user_version", 99).expect("changed");
    drop(db);
    Store::open(
        &Storage::folder(folder.path()),
        Durability::Full,
        CompletionThread::Committing,
        || false,
    )
    .expect_err("too new");
    let refused = check(&Storage::folder(folder.path())).expect_err("too new").to_string();
    assert!(refused.contains("a newer server"), "{refused}");
}

/// Copies the files of a store into a separate folder, with one of them changed.
fn changed_copy(
    files: &[(String, Vec<u8>)],
    name: &str,
    change: impl FnOnce(&mut Vec<u8>),
) -> TempDir {
    let copy = folder_in_memory();
    let mut change = Some(change);
    for (other, bytes) in files {
        let mut bytes = bytes.clone();
        if let Some(change) = change.take_if(|_| other == name) {
            change(&mut bytes);
        }
        std::fs::write(copy.path().join(other), bytes).expect("a copy");
    }
    assert!(change.is_none(), "no file is called {name}");
    copy
}

/// Either the damage is noticed, or the games are the same: a flipped bit never yields a game that
/// was not played, or a game with fewer moves.
#[test]
fn a_flipped_bit_is_noticed_or_does_no_harm() {
    let folder = temporary_folder();
    drop(two_games(&folder));
    let whole = contents(&folder).expect("whole");
    let files = files_of(&folder);
    // A stride coprime to eight reaches every bit of a byte.
    let bits = |(name, bytes): &(String, Vec<u8>)| {
        let stride = if name.ends_with("mark") { 7 } else { 997 };
        let name = name.clone();
        (0..bytes.len() * 8).step_by(stride).map(move |bit| (name.clone(), bit)).collect::<Vec<_>>()
    };
    let cases: Vec<_> = files.iter().flat_map(bits).collect();
    let noticed = AtomicUsize::new(0);
    let look = |(name, bit): &(String, usize)| {
        let copy = changed_copy(&files, name, |bytes| bytes[bit / 8] ^= 1 << (bit % 8));
        let checked = check(&Storage::folder(copy.path()))
            .map(|checked| checked.wrong.is_empty())
            .unwrap_or(false);
        match contents(&copy) {
            Ok(records) => assert_eq!(records, whole, "bit {bit} of {name}"),
            Err(_) => {
                noticed.fetch_add(1, Ordering::Relaxed);
                assert!(!checked, "bit {bit} of {name}: the check has not noticed");
            }
        }
    };
    std::thread::scope(|threads| {
        for share in cases.chunks(cases.len().div_ceil(4)) {
            threads.spawn(move || share.iter().for_each(look));
        }
    });
    let noticed = noticed.into_inner();
    assert!(noticed > 20, "{noticed}");
}

/// A file or log that has lost its end is noticed, however little is missing; the database alone
/// would continue from an earlier state.
#[test]
fn a_file_that_lost_its_end_is_noticed() {
    let folder = temporary_folder();
    let store = two_games(&folder);
    // The last commit does not concern a game.
    let banned = Entry::Banned { player: PlayerId(Uuid::from_u128(6)), until: None };
    kept(&store, &[banned]).expect("kept");
    // The mark is written after the answer.
    let db = rusqlite::Connection::open(folder.path().join(FILE)).expect("a file");
    let last = "SELECT max(number) FROM journal";
    let last: i64 = db.query_row(last, [], |row| row.get(0)).expect("a page");
    drop(db);
    let noted = || {
        let noted = CommitMark::read(&folder.path().join(FILE)).ok().flatten();
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
        check(&Storage::folder(copy.path()))
            .map(|checked| assert!(!checked.wrong.is_empty()))
            .unwrap_or_default();
        contents(&copy).expect_err("it has lost its end");
    }
    for flipped in (0..length * 8).step_by(4_999) {
        let copy = changed_copy(&files, &log, |bytes| bytes[flipped / 8] ^= 1 << (flipped % 8));
        contents(&copy).map_or_else(|_| (), |records| assert_eq!(records, whole, "bit {flipped}"));
    }
    drop(store);
    // Everything is in the file, and nothing in the log.
    alter(&folder, "PRAGMA wal_checkpoint(TRUNCATE)");
    let files = files_of(&folder);
    let length = files.iter().find(|(name, _)| *name == FILE).expect("a file").1.len();
    for cut in (0..length).step_by(1_021).chain([length - 1]) {
        let copy = changed_copy(&files, FILE, |bytes| bytes.truncate(cut));
        // The last page may be an empty one.
        contents(&copy).map_or_else(|_| (), |records| assert_eq!(records, whole, "cut at {cut}"));
    }
}
