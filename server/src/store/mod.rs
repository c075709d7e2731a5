//! Where games are kept. A room decides, posts what has happened together with
//! what is to be done once it is on disk, and goes on; one thread commits what
//! has arrived in the meantime and then does it, in the order of posting. Nothing
//! outside this folder knows which database it is.

mod check;
#[cfg(test)]
mod folder;
mod people;
mod queue;
mod ranking;
mod ratings;
mod recompute;
mod reviews;
mod sqlite;
mod tournaments;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use clap::ValueEnum;
use protocol::{Over, PlayerId, TableId, TournamentId};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::identity::{Account, Accounts};
use crate::key::Key;
use crate::ladder::Board;
use crate::metrics::Metrics;
use crate::record::{Fact, Opening, Rated, Record, Reviewed};
use crate::store::queue::{Job, Queue};
use crate::store::sqlite::{Archive, Row};
use crate::tournament::Event;
use crate::tournaments::{Chronicle, Founding};

pub use crate::store::check::{Checked, check};
pub(crate) use crate::store::queue::Slot;
pub(crate) use crate::store::ranking::{BoardLine, Career, Ranked};
pub use crate::store::recompute::{Recomputed, compare, recompute};

/// The file in the data folder.
const FILE: &str = "games.db";

/// How long the writer lets events gather when nobody waits for them: a commit
/// costs about the same whatever its size.
const RELAXED_PAUSE: Duration = Duration::from_millis(5);

/// Keeps games, or, without a folder, only the order of events.
#[derive(Debug)]
pub(crate) struct Store {
    kept: Option<Kept>,
    /// What the server counts: whoever has events has the store.
    pub(crate) metrics: Arc<Metrics>,
}

/// When an event is acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Durability {
    /// When it is on disk: nothing that anybody has heard of is ever lost.
    #[default]
    Full,
    /// When it has been decided: a crash loses what was played in the last
    /// moments before it.
    Relaxed,
}

/// Something to be kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry<'a> {
    /// A new game.
    Opened { table: TableId, opening: &'a Opening, keys: &'a [Key], over: Option<&'a Over> },
    /// The fact number `seq` of a game, and how it has ended, if it has.
    Happened { table: TableId, seq: u32, fact: &'a Fact, over: Option<&'a Over> },
    /// What counts for the ladder, in the commit of its last move.
    Decided(&'a Rated),
    /// What the solver says of a finished game.
    Reviewed(&'a Reviewed),
    /// A new account.
    Registered(&'a Account),
    /// A key that opens an account.
    Granted { player: PlayerId, key: &'a Key },
    /// A key that no longer does.
    Revoked(&'a Key),
    /// A new tournament.
    Founded { tournament: TournamentId, founding: &'a Founding },
    /// The event number `seq` of a tournament, and whether it is the last.
    Progressed { tournament: TournamentId, seq: u32, event: &'a Event, over: bool },
}

#[derive(Debug)]
struct Kept {
    durability: Durability,
    queue: Arc<Queue>,
    writer: Option<JoinHandle<()>>,
    /// A second connection: reading waits for no commit.
    reader: Arc<Mutex<Archive>>,
}

/// Why an event cannot be kept now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Unavailable {
    /// More is happening than the disk can take. Nothing was changed.
    #[error("the server has too much to write; try again in a moment")]
    Full,
    /// A commit has failed: what is in memory may differ from what is on disk,
    /// so nothing more is acknowledged until the server has been restarted.
    #[error("the store has failed; the server must be restarted")]
    Broken,
}

/// What is wrong with the files of the store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database says so.
    #[error("the database: {0}")]
    Database(#[from] rusqlite::Error),
    /// What is stored is not what was written.
    #[error("{0}")]
    Damaged(String),
    /// The system says so.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

impl Store {
    /// Keeps nothing: what is to be done is done at once.
    pub(crate) fn nowhere() -> Store {
        Store { kept: None, metrics: Arc::default() }
    }

    /// Opens the store in a folder that exists, or makes it.
    pub(crate) fn open(folder: &Path, durability: Durability) -> Result<Store, StoreError> {
        let file = folder.join(FILE);
        let archive = Archive::create(&file)?;
        let reader = Arc::new(Mutex::new(Archive::open(&file)?));
        let queue = Arc::new(Queue::default());
        let metrics = Arc::new(Metrics::default());
        let writer = std::thread::Builder::new().name("store".to_owned()).spawn({
            let (queue, metrics) = (Arc::clone(&queue), Arc::clone(&metrics));
            let pause = match durability {
                Durability::Full => Duration::ZERO,
                Durability::Relaxed => RELAXED_PAUSE,
            };
            move || writer::run(archive, &queue, pause, &metrics)
        })?;
        let kept = Kept { durability, queue, writer: Some(writer), reader };
        Ok(Store { kept: Some(kept), metrics })
    }

    /// Takes a place in the queue, before anything is decided: what has been
    /// decided can be posted. A place that is not used is given back.
    pub(crate) fn reserve(&self) -> Result<Slot, Unavailable> {
        match &self.kept {
            Some(kept) => kept.queue.reserve(),
            None => Ok(Slot::free()),
        }
    }

    /// Keeps what belongs together: all of it or nothing.
    pub(crate) fn keep(
        &self,
        slot: Slot,
        entries: &[Entry<'_>],
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) {
        self.post(slot, || entries.iter().map(Row::of).collect(), then);
    }

    /// Keeps nothing, but waits for all that was posted before.
    pub(crate) fn follow(
        &self,
        slot: Slot,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) {
        self.post(slot, Vec::new, then);
    }

    fn post(
        &self,
        slot: Slot,
        rows: impl FnOnce() -> Vec<Row>,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) {
        let Some(kept) = &self.kept else { return then(Ok(())) };
        match kept.durability {
            Durability::Full => kept.queue.push(Job::new(slot, rows(), Box::new(then))),
            Durability::Relaxed => {
                then(Ok(()));
                let rows = rows();
                if !rows.is_empty() {
                    kept.queue.push(Job::new(slot, rows, Box::new(|_| {})));
                }
            }
        }
    }

    /// Whether a commit has failed.
    pub(crate) fn is_broken(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.queue.is_broken())
    }

    /// Events that wait for the disk.
    pub(crate) fn waiting(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.queue.waiting())
    }

    /// All games that have not ended.
    pub(crate) fn unfinished(&self) -> Result<Vec<Record>, StoreError> {
        match &self.kept {
            Some(kept) => lock(&kept.reader).unfinished(),
            None => Ok(Vec::new()),
        }
    }

    /// Everybody who is registered.
    pub(crate) fn accounts(&self) -> Result<Accounts, StoreError> {
        match &self.kept {
            Some(kept) => lock(&kept.reader).accounts(),
            None => Ok(Accounts::default()),
        }
    }

    /// A game that has ended.
    pub(crate) async fn finished(&self, table: TableId) -> Result<Option<Record>, StoreError> {
        let record = self.read(move |archive| archive.find(table)).await?.flatten();
        Ok(record.filter(|record| record.over.is_some()))
    }

    /// Some games that wait for a review.
    pub(crate) async fn unreviewed(&self) -> Result<Vec<Record>, StoreError> {
        Ok(self.read(|archive| archive.look(reviews::unreviewed)).await?.unwrap_or_default())
    }

    /// Whether a game is to be reviewed, and the review, if there is one yet.
    pub(crate) async fn review(
        &self,
        table: TableId,
    ) -> Result<Option<Option<String>>, StoreError> {
        let find = move |archive: &Archive| archive.look(|db| reviews::find(db, table));
        Ok(self.read(find).await?.flatten())
    }

    /// All boards that have a standing, with the number of players.
    pub(crate) async fn boards(&self) -> Result<Vec<BoardLine>, StoreError> {
        Ok(self.read(|archive| archive.look(ranking::boards)).await?.unwrap_or_default())
    }

    /// The best of a board, the first of them first.
    pub(crate) async fn ranking(&self, board: Board) -> Result<Vec<Ranked>, StoreError> {
        let read = move |archive: &Archive| archive.look(|db| ranking::ranking(db, &board));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// What the ladder knows of a player.
    pub(crate) async fn career(&self, player: PlayerId) -> Result<Option<Career>, StoreError> {
        let read = move |archive: &Archive| archive.look(|db| ranking::career(db, player));
        Ok(self.read(read).await?.flatten())
    }

    /// All tournaments that are not over.
    pub(crate) fn ongoing_tournaments(&self) -> Result<Vec<Chronicle>, StoreError> {
        let Some(kept) = &self.kept else { return Ok(Vec::new()) };
        let archive = lock(&kept.reader);
        let ids = archive.tournament_ids(false, u32::MAX)?;
        let read = ids.into_iter().map(|id| archive.tournament(id).transpose());
        read.flatten().collect()
    }

    /// The ids of the newest tournaments that are over.
    pub(crate) async fn finished_tournaments(
        &self,
        most: u32,
    ) -> Result<Vec<TournamentId>, StoreError> {
        self.read(move |archive| archive.tournament_ids(true, most))
            .await
            .map(Option::unwrap_or_default)
    }

    /// All that is kept of one tournament.
    pub(crate) async fn tournament(
        &self,
        id: TournamentId,
    ) -> Result<Option<Chronicle>, StoreError> {
        self.read(move |archive| archive.tournament(id)).await.map(Option::flatten)
    }

    /// Reads the disk away from the network threads; `None` if nothing is kept.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Archive) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Option<T>, StoreError> {
        let Some(kept) = &self.kept else { return Ok(None) };
        let reader = Arc::clone(&kept.reader);
        let done = tokio::task::spawn_blocking(move || read(&lock(&reader))).await;
        let failed = |_| StoreError::Damaged("the reader has failed".to_owned());
        done.map_err(failed)?.map(Some)
    }
}

impl Drop for Store {
    /// What has been posted is still written.
    fn drop(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.queue.close();
            if let Some(writer) = kept.writer.take() {
                // An error is a panic, which has been reported and has broken
                // the store.
                let _ = writer.join();
            }
        }
    }
}

/// Copies the store of a folder into a new file, whole and consistent, while a
/// server may be using it: the copy is what was committed at one moment after
/// the call.
///
/// # Errors
/// When there is no store, or the file exists or cannot be written.
pub fn backup(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let archive = Archive::open(&folder.join(FILE))?;
    // Fails if it exists: a backup never overwrites another.
    let file = std::fs::OpenOptions::new().write(true).create_new(true).open(to)?;
    archive.copy(to)?;
    file.sync_all()?;
    Ok(())
}

fn lock(archive: &Mutex<Archive>) -> std::sync::MutexGuard<'_, Archive> {
    // A panic while reading leaves nothing half done.
    archive.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Instant;

    use protocol::{Kind, Name, PlayerId, Reason, Secret};
    use rules::{Ending, Heaps, Move, Seat, Setup, Variant};
    use rusqlite::Connection;
    use uuid::Uuid;

    use super::folder::Folder;
    use super::*;
    use crate::record::Terms;
    use crate::table::Table;

    fn table(n: u128) -> TableId {
        TableId(Uuid::from_u128(n))
    }

    fn opening() -> Opening {
        let variant = Variant::parse("nim", serde_json::Value::Null).expect("nim");
        let start = Heaps::from(vec![3, 4]).into();
        let game = Setup::new(variant, Ending::Normal, start).expect("legal");
        let player = |name: &str| protocol::Player {
            id: PlayerId(Uuid::nil()),
            name: Name::try_from(name.to_owned()).expect("plain"),
            kind: Kind::Bot,
            house: false,
        };
        let players = vec![player("a"), player("b")];
        Opening { game, players, clock: None, terms: Terms::default() }
    }

    fn keys() -> Vec<Key> {
        [1, 2].map(|n| Key::of(&Secret::new([n; 32]))).to_vec()
    }

    fn moved(heap: u64, take: u64) -> Fact {
        Fact::Moved { mv: Move::List(vec![heap, take]), us: 17, lag_us: 0 }
    }

    fn happened<'a>(n: u128, seq: u32, fact: &'a Fact, over: Option<&'a Over>) -> Entry<'a> {
        Entry::Happened { table: table(n), seq, fact, over }
    }

    fn resigned() -> Over {
        Over { winners: vec![Seat(0)], reason: Reason::Resigned }
    }

    /// Posts two games, one of them finished, and waits until they are kept.
    fn two_games(folder: &Folder) -> Store {
        let store = Store::open(&folder.0, Durability::Full).expect("a new store");
        let (say, heard) = mpsc::sync_channel(1_000);
        let then = || {
            let say = say.clone();
            move |kept| say.send(kept).expect("somebody listens")
        };
        let slot = || store.reserve().expect("a place");
        for n in [1, 2] {
            let (opening, keys) = (opening(), keys());
            let opened =
                Entry::Opened { table: table(n), opening: &opening, keys: &keys, over: None };
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
        let store = Store::open(&folder.0, Durability::Full).expect("the same store");
        let running = store.unfinished().expect("whole");
        let expected = Record {
            table: table(1),
            opening: opening(),
            keys: keys(),
            facts: vec![moved(0, 3)],
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
        assert!(holds(keys()[0].bytes()));
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
        let store = Store::open(&folder.0, Durability::Full).expect("whole again");
        assert_eq!(store.unfinished().expect("whole")[0].facts, [moved(0, 3)]);
        assert!(!store.is_broken());
    }

    #[test]
    fn a_pair_counts_once_and_in_the_commit_of_its_last_move() {
        let folder = Folder::new();
        let store = two_games(&folder);
        let (say, heard) = mpsc::sync_channel(10);
        let over = resigned();
        let games = vec![(table(2), over.clone()), (table(1), over.clone())];
        let rated = Rated { id: Uuid::from_u128(7), opening: opening(), games };
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
        // Both players are the same here: it is kept, and not rated.
        assert_eq!(one("SELECT count(*) FROM rated WHERE unrated = '\"one_self\"'"), 1);
    }

    #[test]
    fn a_backup_is_whole_while_the_server_runs_and_overwrites_nothing() {
        let folder = Folder::new();
        let store = two_games(&folder);
        let copy = Folder::new();
        backup(&folder.0, &copy.0.join(FILE)).expect("a copy");
        backup(&folder.0, &copy.0.join(FILE)).expect_err("it exists");
        let whole = Checked { games: 2, running: 1, facts: 3, wrong: Vec::new() };
        assert_eq!(check(&copy.0).expect("readable"), whole);
        assert_eq!(check(&folder.0).expect("readable"), whole);
        drop(store);
    }

    #[test]
    fn a_check_finds_what_is_not_a_game() {
        let damages = [
            ("DELETE FROM fact WHERE seq = 0", 1),
            ("UPDATE fact SET what = '{\"moved\":{\"move\":[0,9],\"us\":1}}' WHERE seq = 0", 2),
            ("UPDATE fact SET what = '{}' WHERE seq = 0", 2),
            ("UPDATE game SET over = NULL", 1),
            ("UPDATE game SET keys = x'00'", 2),
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

    #[test]
    fn a_store_of_a_newer_server_is_left_alone() {
        let folder = Folder::new();
        drop(two_games(&folder));
        let db = Connection::open(folder.0.join(FILE)).expect("a file");
        db.pragma_update(None, "user_version", 99).expect("changed");
        drop(db);
        Store::open(&folder.0, Durability::Full).expect_err("too new");
        check(&folder.0).expect_err("too new");
    }
}
