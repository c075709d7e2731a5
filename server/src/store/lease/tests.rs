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

fn begin_review(archive: &mut Archive, table: u128) -> Result<(), StoreError> {
    let table = TableId(Uuid::from_u128(table));
    archive.commit([Row::new(&Entry::ReviewBegun(table), 1)].iter())
}

/// Every way in which a store writes.
#[test]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
fn whoever_has_lost_the_lease_writes_nothing() {
    let write: [Write; 3] = [
        |archive| begin_review(archive, 1),
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

/// The fence, which loses the connection when it is first asked, and then waits when it is asked
/// for the `?`th time.
const TREACHEROUS_FENCE: &str = "
    CREATE SEQUENCE asked;
    DO $$ BEGIN
        EXECUTE replace(pg_get_functiondef('fence'::regproc), '.fence(', '.true_fence(');
    END $$;
    CREATE OR REPLACE FUNCTION fence(life bigint) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE number bigint := nextval('asked');
    BEGIN
        IF number = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        IF number = ? THEN PERFORM pg_advisory_lock(7); END IF;
        PERFORM true_fence(life);
    END $$;
    SELECT pg_advisory_lock(7)";

/// Ends the pauses of those who wait for it.
const END_OF_PAUSE: &str = "SELECT pg_advisory_unlock(7)";

/// Waits until somebody waits in the database for the end of the pause.
fn wait_for_a_pause<T>(db: &Database, who: &thread::JoinHandle<T>) {
    let waits = "SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event = 'advisory'";
    while !db.prepare(waits).expect("valid").exists([]).expect("readable") {
        assert!(!who.is_finished(), "it does not come to the pause");
    }
}

/// While it is in doubt about a commit, it is paused: before it looks, and before it commits again.
#[test]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
fn a_commit_in_doubt_is_not_taken_for_one_of_a_successor() {
    for pause in ["2", "3"] {
        let folder = folder_in_memory();
        let mut archive = Archive::write(&storage(&folder)).expect("it is free");
        begin_review(&mut archive, 1).expect("it is held");
        let other = connection(&folder);
        other.execute_batch(&TREACHEROUS_FENCE.replace('?', pause)).expect("valid");
        let doubtful = thread::spawn(move || begin_review(&mut archive, 2));
        wait_for_a_pause(&other, &doubtful);
        other.execute("DELETE FROM lease", []).expect("taken");
        let mut successor = Archive::write(&storage(&folder)).expect("it is free");
        begin_review(&mut successor, 3).expect("a page of the same number");
        other.execute_batch(END_OF_PAUSE).expect("it was locked");
        assert!(doubtful.join().expect("no panic").is_err(), "pause {pause}");
    }
}

#[test]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
fn a_lease_is_as_old_as_the_question_and_not_as_the_answer() {
    let folder = folder_in_memory();
    let mut lease = lease(&folder);
    let (stop, beats) = lease.beating.take().expect("it beats");
    drop(stop);
    beats.join().expect("no panic");
    let other = connection(&folder);
    let pause = "CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_lock(7); RETURN NEW; END $$;
        CREATE TRIGGER pause BEFORE UPDATE ON lease FOR EACH ROW EXECUTE FUNCTION pause();
        SELECT pg_advisory_lock(7)";
    other.execute_batch(pause).expect("valid");
    let health = lease.health();
    let asking = thread::spawn(move || lease.reconnect().map(drop));
    wait_for_a_pause(&other, &asking);
    let asked_before = Instant::now();
    other.execute_batch(END_OF_PAUSE).expect("it was locked");
    asking.join().expect("no panic").expect("it is held");
    let at_least = asked_before.elapsed();
    assert!(health.age() >= at_least);
}
