//! The real store on a simulated disk that is faulty: crashes that tear a commit, in any sector;
//! crashes while the log is copied into the file; writes that were reported and are lost; a full
//! disk. Each seed is one server's life; what was acknowledged must be there after each crash, what
//! was not must be there as a whole or not at all, and a loss must be noticed.
//!
//! A failure prints its seed; `NIM_SEED=n cargo test -p server --lib faulty_disk` plays it alone,
//! `cargo test -p server --lib faulty_disk -- --ignored` the long form.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::store::folder::{DiskFiles, files, put, torn};

/// The number of lives in the short form, and in the long one.
const SHORT: u64 = 100;
const LONG: u64 = 10_000;

/// The number of moves that a game of the tests has at most.
const MOVES: u32 = 6;

/// What happens to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum DiskFault {
    /// The power fails during a commit: any of its sectors may be there.
    Torn,
    /// The same, and bits of those sectors are flipped.
    Flipped,
    /// The power fails while the log is copied into the file.
    TornCopy,
    /// The last commit was reported as written, and is lost.
    Lost,
    /// The disk is full.
    Full,
}

const DISK_FAULTS: [DiskFault; 5] =
    [DiskFault::Torn, DiskFault::Flipped, DiskFault::TornCopy, DiskFault::Lost, DiskFault::Full];

/// How many facts of each game are known to be on the disk.
type Facts = BTreeMap<u128, u32>;

/// What has come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Nothing that was not acknowledged is there.
    Gone,
    /// All of what was not acknowledged is there.
    There,
    /// The start was refused, because something is missing.
    Refused,
}

#[test]
fn a_faulty_disk_loses_nothing_that_was_acknowledged() {
    match std::env::var("NIM_SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => drop(life(seed, false)),
        None => lives(SHORT),
    }
}

#[test]
#[ignore = "takes some minutes"]
fn ten_thousand_faulty_disks_lose_nothing_that_was_acknowledged() {
    lives(LONG);
}

/// A commit that was never flushed, and the mark that would have told: it cannot be noticed by the
/// server, but it must be by this test.
#[test]
fn an_answer_before_its_flush_is_found() {
    let breaks = |seed: &u64| std::panic::catch_unwind(|| life(*seed, true)).is_err();
    assert!((0..SHORT).any(|seed| breaks(&seed)));
}

fn lives(count: u64) {
    let mut seen: BTreeMap<(DiskFault, Outcome), u64> = BTreeMap::new();
    for seed in 0..count {
        let played = std::panic::catch_unwind(|| life(seed, false));
        let outcome = played.unwrap_or_else(|_| panic!("NIM_SEED={seed} breaks a promise"));
        *seen.entry(outcome).or_default() += 1;
    }
    println!("{count} disks: {seen:?}");
    // What never happens is not tested.
    for fault in [DiskFault::Torn, DiskFault::TornCopy, DiskFault::Full] {
        assert!(seen.contains_key(&(fault, Outcome::Gone)), "{fault:?}: {seen:?}");
    }
    assert!(seen.contains_key(&(DiskFault::Torn, Outcome::There)), "{seen:?}");
    assert!(seen.contains_key(&(DiskFault::Lost, Outcome::Refused)), "{seen:?}");
}

/// The life of one server up to its crash, and its next start.
fn life(seed: u64, unflushed: bool) -> (DiskFault, Outcome) {
    let mut chance = StdRng::seed_from_u64(seed);
    let folder = folder_in_memory();
    put(folder.path(), &BASE);
    let mut archive = Archive::create(&folder.path().join(FILE)).expect("ours");
    let mut known = Facts::new();
    for _ in 0..chance.random_range(1..6) {
        let (rows, after) = some_rows(&mut chance, &known);
        archive.commit(rows.iter()).expect("written");
        known = after;
    }
    let fault = DISK_FAULTS[chance.random_range(0..DISK_FAULTS.len())];
    if fault == DiskFault::TornCopy {
        let before = files(folder.path());
        archive.db.execute_batch("PRAGMA wal_checkpoint(PASSIVE)").expect("copied");
        let mut crashed = torn(&mut chance, &before, &files(folder.path()), false);
        // The log stays until the whole file has been flushed.
        crashed.insert(log(), before[&log()].clone());
        return (fault, starts_again(&crashed, &known, &known));
    }
    let before = files(folder.path());
    if fault == DiskFault::Full {
        let pages: i64 = pragma(&archive, "page_count");
        archive
            .db
            .file()
            .expect("a file")
            .pragma_update(None, "max_page_count", pages)
            .expect("a bound");
        let (rows, _) = rows_without_end(&mut chance, &known);
        archive.commit(rows.iter()).expect_err("there is no room");
        return (fault, starts_again(&files(folder.path()), &known, &known));
    }
    let (rows, more) = some_rows(&mut chance, &known);
    archive.commit(rows.iter()).expect("written");
    let after = files(folder.path());
    match fault {
        DiskFault::Lost => {
            let mut crashed = before;
            crashed.insert(mark(), after[&mark()].clone());
            (fault, starts_again(&crashed, &more, &more))
        }
        _ => {
            let mut crashed = torn(&mut chance, &before, &after, fault == DiskFault::Flipped);
            // The mark is written once the commit is on disk.
            crashed.insert(mark(), before[&mark()].clone());
            let acknowledged = if unflushed { &more } else { &known };
            (fault, starts_again(&crashed, acknowledged, &more))
        }
    }
}

/// Starts a server on these files: between the least and the most that may be there, there is one
/// of the two, and the server goes on.
fn starts_again(crashed: &DiskFiles, least: &Facts, most: &Facts) -> Outcome {
    let folder = folder_in_memory();
    put(folder.path(), crashed);
    let file = folder.path().join(FILE);
    let mut archive = match Archive::create(&file) {
        Ok(archive) => archive,
        Err(StoreError::Damaged(_)) => return Outcome::Refused,
        Err(error) => panic!("{error}"),
    };
    let found = facts(&archive);
    assert!(found == *least || found == *most, "{found:?} is neither {least:?} nor {most:?}");
    let mut chance = StdRng::seed_from_u64(0);
    let (rows, after) = some_rows(&mut chance, &found);
    archive.commit(rows.iter()).expect("it goes on");
    drop(archive);
    assert_eq!(facts(&Archive::create(&file).expect("ours")), after);
    if found == *most && found != *least { Outcome::There } else { Outcome::Gone }
}

/// A store without games.
static BASE: LazyLock<DiskFiles> = LazyLock::new(|| {
    let folder = folder_in_memory();
    drop(Archive::create(&folder.path().join(FILE)).expect("a new one"));
    files(folder.path())
});

fn log() -> String {
    format!("{FILE}-wal")
}

fn mark() -> String {
    "games.mark".to_owned()
}

/// Rows of one commit, and what is known after it.
fn some_rows(chance: &mut StdRng, known: &Facts) -> (Vec<Row>, Facts) {
    let mut after = known.clone();
    let rows = (0..chance.random_range(1..30)).map(|_| row(chance, &mut after)).collect();
    (rows, after)
}

/// More rows than a full disk has room for.
fn rows_without_end(chance: &mut StdRng, known: &Facts) -> (Vec<Row>, Facts) {
    let mut after = known.clone();
    let rows = (0..2_000).map(|_| row(chance, &mut after)).collect();
    (rows, after)
}

/// A new game, or a move in one.
fn row(chance: &mut StdRng, known: &mut Facts) -> Row {
    let open: Vec<u128> =
        known.iter().filter(|(_, facts)| **facts < MOVES).map(|(n, _)| *n).collect();
    if open.is_empty() || chance.random_bool(0.2) {
        let n = known.len() as u128 + 1;
        known.insert(n, 0);
        let (opening, hashes) = (opening(), hashes());
        let opened =
            Entry::Opened { table: table(n), opening: &opening, hashes: &hashes, over: None };
        return Row::new(&opened, 0);
    }
    let n = open[chance.random_range(0..open.len())];
    let seq = known[&n];
    known.insert(n, seq + 1);
    Row::new(&happened(n, seq, &moved(u64::from(seq > 2), 1), None), 0)
}

/// What the store says is there.
fn facts(archive: &Archive) -> Facts {
    let found = archive.read(games::unfinished).expect("readable");
    assert!(found.damaged.is_empty(), "{:?}", found.damaged);
    found.whole.iter().map(|game| (game.table.0.as_u128(), game.facts.len() as u32)).collect()
}

fn pragma(archive: &Archive, name: &str) -> i64 {
    archive
        .db
        .file()
        .expect("a file")
        .pragma_query_value(None, name, |row| row.get(0))
        .expect("a number")
}
