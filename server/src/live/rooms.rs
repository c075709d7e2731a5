//! All tables that are in memory, by their ids: running ones, and finished ones
//! that can still be looked at.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::TableId;

/// Finished tables that are kept in memory to be looked at: a bound when games
/// end faster than they grow old. Others are read from the store.
const MAX_FINISHED: usize = 10_000;

/// The map of rooms. Its lock is the innermost: nothing else is taken while it
/// is held, so a room can add the one that follows it.
#[derive(Debug)]
pub(crate) struct Rooms<R>(Mutex<List<R>>);

#[derive(Debug)]
struct List<R> {
    open: HashMap<TableId, Arc<R>>,
    finished: VecDeque<TableId>,
}

impl<R> Default for Rooms<R> {
    fn default() -> Rooms<R> {
        Rooms(Mutex::new(List { open: HashMap::new(), finished: VecDeque::new() }))
    }
}

impl<R> Rooms<R> {
    pub(crate) fn add(&self, table: TableId, room: Arc<R>) {
        self.lock().open.insert(table, room);
    }

    /// Adds a room unless somebody else has been faster: there is one room for a
    /// table. Gives the one that is there.
    pub(crate) fn add_or_get(&self, table: TableId, room: Arc<R>) -> Arc<R> {
        Arc::clone(self.lock().open.entry(table).or_insert(room))
    }

    pub(crate) fn get(&self, table: TableId) -> Option<Arc<R>> {
        self.lock().open.get(&table).cloned()
    }

    pub(crate) fn remove(&self, table: TableId) {
        let room = self.lock().open.remove(&table);
        // Dropped here, without the lock.
        drop(room);
    }

    pub(crate) fn count(&self) -> usize {
        self.lock().open.len()
    }

    pub(crate) fn tables(&self) -> Vec<TableId> {
        self.lock().open.keys().copied().collect()
    }

    /// Remembers a finished table, and forgets the oldest if they are too many.
    pub(crate) fn keep_finished(&self, table: TableId) {
        let mut list = self.lock();
        list.finished.push_back(table);
        if list.finished.len() <= MAX_FINISHED {
            return;
        }
        let oldest = list.finished.pop_front();
        let room = oldest.and_then(|oldest| list.open.remove(&oldest));
        drop(list);
        drop(room);
    }

    fn lock(&self) -> MutexGuard<'_, List<R>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
