//! When each room wants to be woken: one list and one sleeping task for all of them, instead of a
//! timer for each.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use protocol::TableId;
use tokio::sync::Notify;

use crate::live::game_time::GameTime;

/// Times at which rooms want to be woken: at most one for each room.
#[derive(Debug, Default)]
pub(crate) struct Timers {
    list: Mutex<TimerList>,
    earlier: Notify,
}

#[derive(Debug, Default)]
struct TimerList {
    times: BTreeSet<(Instant, TableId)>,
    rooms: HashMap<TableId, Instant>,
}

impl Timers {
    /// Wakes `room` at `at`, instead of an earlier setting.
    pub(crate) fn set(&self, at: Instant, room: TableId) {
        let mut list = self.lock();
        list.remove(room);
        let first = list.times.first().is_none_or(|(earliest, _)| at < *earliest);
        list.times.insert((at, room));
        list.rooms.insert(room, at);
        drop(list);
        if first {
            self.earlier.notify_one();
        }
    }

    /// Removes the timer of `room`.
    pub(crate) fn cancel(&self, room: TableId) {
        self.lock().remove(room);
    }

    /// Whether `room` has a timer that is not overdue by more than `grace`.
    pub(crate) fn is_set(&self, room: TableId, now: Instant, grace: Duration) -> bool {
        self.lock().rooms.get(&room).is_some_and(|&at| now <= at + grace)
    }

    /// Returns the number of rooms with a timer.
    pub(crate) fn count(&self) -> usize {
        self.lock().rooms.len()
    }

    /// Waits for the next room that is due. Cancel-safe.
    pub(crate) async fn next(&self, time: &GameTime) -> TableId {
        loop {
            let now = time.now();
            match self.pop_due(now) {
                Ok(room) => return room,
                Err(None) => self.earlier.notified().await,
                Err(Some(at)) => tokio::select! {
                    biased;
                    () = tokio::time::sleep(at - now) => {}
                    () = self.earlier.notified() => {}
                },
            }
        }
    }

    /// Returns the first room that is due at `now`, or when to check again.
    fn pop_due(&self, now: Instant) -> Result<TableId, Option<Instant>> {
        let mut list = self.lock();
        match list.times.first() {
            None => Err(None),
            Some(&(at, _)) if at > now => Err(Some(at)),
            Some(&(_, room)) => {
                list.remove(room);
                Ok(room)
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, TimerList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TimerList {
    fn remove(&mut self, room: TableId) {
        if let Some(at) = self.rooms.remove(&room) {
            self.times.remove(&(at, room));
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn alarms_ring_in_the_order_of_their_times() {
        let start = Instant::now();
        let later = |seconds| start + Duration::from_secs(seconds);
        let room = |n| TableId(Uuid::from_u128(n));
        let timers = Timers::default();
        assert_eq!(timers.pop_due(start), Err(None));
        timers.set(later(2), room(2));
        timers.set(later(1), room(1));
        timers.set(later(3), room(3));
        assert_eq!(timers.pop_due(start), Err(Some(later(1))));
        assert_eq!(timers.pop_due(later(2)), Ok(room(1)));
        assert_eq!(timers.pop_due(later(2)), Ok(room(2)));
        assert_eq!(timers.pop_due(later(2)), Err(Some(later(3))));
    }
    #[test]
    fn a_room_has_one_alarm_and_a_cancelled_one_leaves_nothing() {
        let start = Instant::now();
        let later = |seconds| start + Duration::from_secs(seconds);
        let room = TableId(Uuid::from_u128(1));
        let timers = Timers::default();
        timers.set(later(3), room);
        timers.set(later(2), room);
        let grace = Duration::from_secs(1);
        assert!(timers.is_set(room, later(3), grace) && !timers.is_set(room, later(4), grace));
        assert_eq!(timers.pop_due(later(2)), Ok(room));
        assert!(!timers.is_set(room, start, grace));
        assert_eq!(timers.pop_due(later(9)), Err(None));
        timers.set(later(3), room);
        timers.cancel(room);
        let list = timers.lock();
        assert!(list.times.is_empty() && list.rooms.is_empty());
    }
}
