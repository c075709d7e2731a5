//! All tables in memory, by id: running ones, and finished ones that can still be viewed.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::TableId;

/// The number of finished tables that are kept in memory for viewing: a bound in case games end
/// faster than they expire. Others are read from the store.
const MAX_FINISHED: usize = 10_000;

/// The approximate number of bytes of finished tables kept in memory; with the longest starts they
/// would otherwise take gigabytes.
const MAX_FINISHED_BYTES: usize = 32 << 20;

/// The map of rooms. Its lock is the innermost: no other is taken while it is held, so a room can
/// add its successor.
#[derive(Debug)]
pub(crate) struct Rooms<R>(Mutex<RoomList<R>>);

#[derive(Debug)]
struct RoomList<R> {
    open: HashMap<TableId, Arc<R>>,
    /// With the approximate size of each in bytes.
    finished: VecDeque<(TableId, usize)>,
    bytes: usize,
}

impl<R> Default for Rooms<R> {
    fn default() -> Rooms<R> {
        Rooms(Mutex::new(RoomList { open: HashMap::new(), finished: VecDeque::new(), bytes: 0 }))
    }
}

impl<R> Rooms<R> {
    pub(crate) fn add(&self, table: TableId, room: Arc<R>) {
        self.lock().open.insert(table, room);
    }

    /// Adds a room, unless another task was faster: a table has one room. Returns the one in the
    /// map.
    pub(crate) fn add_or_get(&self, table: TableId, room: Arc<R>) -> Arc<R> {
        Arc::clone(self.lock().open.entry(table).or_insert(room))
    }

    pub(crate) fn get(&self, table: TableId) -> Option<Arc<R>> {
        self.lock().open.get(&table).cloned()
    }

    pub(crate) fn remove(&self, table: TableId) {
        let room = self.lock().open.remove(&table);
        // Dropped here, outside the lock.
        drop(room);
    }

    pub(crate) fn count(&self) -> usize {
        self.lock().open.len()
    }

    pub(crate) fn tables(&self) -> Vec<TableId> {
        self.lock().open.keys().copied().collect()
    }

    /// Records a finished table of about this many bytes, and drops the oldest while there are too
    /// many or they are too large.
    pub(crate) fn keep_finished(&self, table: TableId, bytes: usize) {
        let mut list = self.lock();
        list.finished.push_back((table, bytes));
        list.bytes += bytes;
        let mut forgotten = Vec::new();
        while list.finished.len() > MAX_FINISHED || list.bytes > MAX_FINISHED_BYTES {
            let Some((oldest, bytes)) = list.finished.pop_front() else { break };
            list.bytes -= bytes;
            forgotten.extend(list.open.remove(&oldest));
        }
        drop(list);
        // Dropped here, outside the lock.
        drop(forgotten);
    }

    fn lock(&self) -> MutexGuard<'_, RoomList<R>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn table(n: usize) -> TableId {
        TableId(Uuid::from_u128(n as u128))
    }

    /// Rooms of these tables, in order.
    fn rooms(tables: usize) -> Rooms<()> {
        let rooms = Rooms::default();
        (0..tables).for_each(|n| rooms.add(table(n), Arc::new(())));
        rooms
    }

    fn left(rooms: &Rooms<()>, tables: usize) -> Vec<usize> {
        (0..tables).filter(|&n| rooms.get(table(n)).is_some()).collect()
    }

    #[test]
    fn finished_tables_that_are_too_large_in_all_make_room_the_oldest_first() {
        let rooms = rooms(8);
        for n in 0..4 {
            rooms.keep_finished(table(n), MAX_FINISHED_BYTES / 4);
        }
        assert_eq!(rooms.count(), 8);
        rooms.keep_finished(table(4), 1);
        assert_eq!(left(&rooms, 8), [1, 2, 3, 4, 5, 6, 7]);
        rooms.keep_finished(table(5), MAX_FINISHED_BYTES / 2);
        assert_eq!(left(&rooms, 8), [3, 4, 5, 6, 7]);
        rooms.keep_finished(table(6), MAX_FINISHED_BYTES + 1);
        assert_eq!(left(&rooms, 8), [7], "that one alone is too large, and one is running");
        rooms.keep_finished(table(7), MAX_FINISHED_BYTES);
        assert_eq!(left(&rooms, 8), [7], "nothing is left of the weight of those before");
    }

    #[test]
    fn so_many_finished_tables_are_kept() {
        let rooms = rooms(MAX_FINISHED + 3);
        (0..MAX_FINISHED).for_each(|n| rooms.keep_finished(table(n), 1));
        assert_eq!(rooms.count(), MAX_FINISHED + 3);
        rooms.keep_finished(table(MAX_FINISHED), 1);
        rooms.keep_finished(table(MAX_FINISHED + 1), 1);
        assert_eq!(rooms.count(), MAX_FINISHED + 1);
        assert_eq!(left(&rooms, 3), [2]);
    }

    #[test]
    fn a_table_has_one_room_until_it_is_removed() {
        let rooms = rooms(1);
        let (first, other) = (rooms.get(table(0)).expect("there"), Arc::new(()));
        assert!(Arc::ptr_eq(&rooms.add_or_get(table(0), Arc::clone(&other)), &first));
        rooms.remove(table(0));
        assert_eq!((rooms.count(), rooms.tables()), (0, vec![]));
        assert!(Arc::ptr_eq(&rooms.add_or_get(table(0), Arc::clone(&other)), &other));
    }
}
