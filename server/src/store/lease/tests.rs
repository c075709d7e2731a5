//! What the lease promises.

use std::thread;

use protocol::TableId;
use tempfile::TempDir;
use uuid::Uuid;

use super::*;
use crate::store::Entry;
use crate::store::archive::Archive;
use crate::store::folder::{connection, folder_in_memory, storage};
use crate::store::row::Row;
use crate::store::storage::Place;

#[test]
fn a_holder_is_dead_only_if_it_was_watched_all_the_time() {
    let begin = Instant::now();
    let at = |ms| begin + Duration::from_millis(ms);
    let watched = |looks: &[(u64, (i64, i64))]| {
        let saw = |watch, &(ms, seen): &(u64, _)| Some(HolderWatch::saw(watch, seen, at(ms)));
        looks.iter().fold(None, saw).is_some_and(|watch: HolderWatch| watch.is_dead())
    };
    let still: Vec<_> = (0..=10).map(|n| (n * 250, (7, 3))).collect();
    assert!(watched(&still));
    assert!(!watched(&still[..10]), "not long enough");
    assert!(!watched(&[(0, (7, 3)), (2_600, (7, 3))]), "nobody looked in between");
    let mut alive = still.clone();
    alive[5].1 = (7, 4);
    assert!(!watched(&alive), "it counted up");
    let mut another = still;
    another[10].1 = (8, 3);
    assert!(!watched(&another), "another one has come");
}

/// A lease on a database of its own.
fn lease(folder: &TempDir) -> Lease {
    let Place::Database(postgres) = storage(folder).place else {
        panic!("NIM_TEST_DATABASE is not set")
    };
    let member = ClusterMember::alone();
    Lease::take(&postgres, &member, CancellationToken::new(), || false).expect("it is free")
}

#[test]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
fn whoever_takes_the_lease_waits_for_commits_that_have_begun() {
    let folder = folder_in_memory();
    let lease = lease(&folder);
    let writing = lease.reconnect().expect("it can be reached");
    let change = writing.begin().expect("it begins");
    lease.fence(&change).expect("it is held");
    // So the fence has been passed, too.
    change.query_row("SELECT 1", [], |row| row.get::<i64>(0)).expect("one");
    let successor = connection(&folder);
    let take = move || successor.execute("DELETE FROM lease", []);
    let taking = thread::spawn(take);
    let seen = connection(&folder);
    let waits = "SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while !seen.prepare(waits).expect("valid").exists([]).expect("readable") {
        assert!(!taking.is_finished(), "it was taken while a commit was under way");
    }
    change.commit().expect("it was begun in time");
    assert_eq!(taking.join().expect("no panic").expect("it is taken"), 1);
    let late = writing.begin().expect("it begins");
    lease.fence(&late).expect("it is only sent");
    assert!(late.commit().is_err());
}

type Write = fn(&mut Archive) -> Result<(), StoreError>;

/// Every way in which a store writes.
#[test]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
fn whoever_has_lost_the_lease_writes_nothing() {
    let write: [Write; 3] = [
        |archive| {
            let table = TableId(Uuid::from_u128(1));
            archive.commit([Row::new(&Entry::ReviewBegun(table), 1)].iter())
        },
        Archive::put_journal_away,
        |archive| archive.change(|db| Ok(db.execute("DELETE FROM game", []).map(drop)?)),
    ];
    for (way, write) in write.into_iter().enumerate() {
        let folder = folder_in_memory();
        let mut archive = Archive::write(&storage(&folder)).expect("it is free");
        write(&mut archive).unwrap_or_else(|error| panic!("way {way}: {error}"));
        connection(&folder).execute("DELETE FROM lease", []).expect("taken");
        assert!(write(&mut archive).is_err(), "way {way}");
    }
}
