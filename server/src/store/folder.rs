//! Folders and databases for tests.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::rngs::StdRng;
use tempfile::TempDir;

use super::database::{Database, Params, Postgres};
use super::storage::{Place, Storage};
use super::{CompletionThread, FILE, Store, schema};
use crate::config::Durability;

/// What a disk writes as a whole, in bytes.
const SECTOR: usize = 512;

/// The contents of a data folder.
pub(crate) type DiskFiles = BTreeMap<String, Vec<u8>>;

/// A folder that is removed when it is dropped.
pub(crate) fn temporary_folder() -> TempDir {
    tempfile::tempdir().expect("a new folder")
}

/// In memory where the system supports it: these tests do not depend on a disk.
pub(crate) fn folder_in_memory() -> TempDir {
    let memory = Path::new("/dev/shm");
    match memory.is_dir() {
        true => tempfile::tempdir_in(memory).expect("a new folder"),
        false => temporary_folder(),
    }
}

/// Where a test with this folder stores: there or, where `NIM_TEST_DATABASE` names a PostgreSQL
/// server, in a database of its own on it. So the same tests hold for both.
pub(crate) fn storage(folder: &TempDir) -> Storage {
    match std::env::var("NIM_TEST_DATABASE") {
        Ok(server) => Storage::database(&of_its_own(&server, folder), None).expect("an address"),
        Err(_) => Storage::folder(folder.path()),
    }
}

/// Opens the store of a test with this folder. One that has failed may hold its lease a little
/// longer: then it is waited for.
pub(crate) fn open_store(folder: &TempDir) -> Store {
    let latest = Instant::now() + Duration::from_secs(60);
    let wait = || Instant::now() < latest;
    let store = Store::open(&storage(folder), Durability::Full, CompletionThread::Committing, wait);
    store.expect("it opens")
}

/// A connection of a test to what is stored.
pub(super) fn connection(folder: &TempDir) -> Database {
    match storage(folder).place {
        Place::Folder(folder) => {
            let file = rusqlite::Connection::open(folder.join(FILE)).expect("a file");
            Database::of_file(file).expect("it can be set")
        }
        Place::Database(database) => {
            Database::Postgres(database.connect().expect("it can be reached"))
        }
    }
}

/// Changes what is stored behind the server's back.
pub(crate) fn alter(folder: &TempDir, change: &str) {
    connection(folder).execute_batch(change).expect("possible");
}

/// An empty file in memory, with the current schema.
pub(super) fn file_in_memory() -> Database {
    let mut db = rusqlite::Connection::open_in_memory().expect("memory");
    schema::migrate(&mut db).expect("empty before");
    Database::of_file(db).expect("it can be set")
}

/// The steps by which a file would execute a statement.
pub(super) fn plan(file: &Database, sql: &str, params: impl Params) -> Vec<String> {
    let mut query = file.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).expect("SQL");
    let steps = query.query_map(params, |row| row.get(3)).expect("a plan");
    steps.collect::<Result<_, _>>().expect("text")
}

/// The address of the folder's database on this server, which is created if there is none.
fn of_its_own(server: &str, folder: &TempDir) -> String {
    let name = folder.path().file_name().and_then(|name| name.to_str()).expect("a name");
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let name =
        format!("test_{}", name.bytes().map(|byte| format!("{byte:02x}")).collect::<String>());
    let all = Postgres::new(&format!("{server}/postgres")).expect("an address");
    let all = Database::Postgres(all.connect().expect("it can be reached"));
    let there = "SELECT 1 FROM pg_database WHERE datname = ?1";
    if !all.prepare(there).and_then(|mut find| find.exists([&*name])).expect("readable") {
        all.execute_batch(&format!("CREATE DATABASE {name}")).expect("a new one");
    }
    format!("{server}/{name}")
}

/// What is on the disk when the power fails between two states: of the sectors that differ, any.
pub(crate) fn torn(
    chance: &mut StdRng,
    before: &DiskFiles,
    after: &DiskFiles,
    flipped: bool,
) -> DiskFiles {
    // Sometimes nothing or everything has arrived.
    let arrives = [0.0, 0.1, 0.5, 0.9, 1.0][chance.random_range(0..5)];
    let mut crashed = before.clone();
    for (name, new) in after {
        let old = crashed.entry(name.clone()).or_default();
        for (place, sector) in new.chunks(SECTOR).enumerate() {
            let at = place * SECTOR..place * SECTOR + sector.len();
            if old.get(at.clone()) == Some(sector) || !chance.random_bool(arrives) {
                continue;
            }
            old.resize(old.len().max(at.end), 0);
            old[at.clone()].copy_from_slice(sector);
            if flipped && chance.random_bool(0.2) {
                old[at][chance.random_range(0..sector.len())] ^= 1 << chance.random_range(0..8);
            }
        }
    }
    crashed
}

/// Reads a data folder.
pub(crate) fn files(folder: &Path) -> DiskFiles {
    let names = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file"));
    let kept = names.filter(|file| !file.file_name().to_string_lossy().ends_with("-shm"));
    let read = |file: std::fs::DirEntry| {
        let name = file.file_name().to_string_lossy().into_owned();
        (name, std::fs::read(file.path()).expect("readable"))
    };
    kept.map(read).collect()
}

/// Writes a data folder.
pub(crate) fn put(folder: &Path, files: &DiskFiles) {
    for (name, content) in files {
        std::fs::write(folder.join(name), content).expect("a folder to write to");
    }
}
