//! When which room wants to be woken: one heap and one sleeping task for all of
//! them, instead of a timer for each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use protocol::TableId;
use tokio::sync::Notify;

/// Times at which rooms want to be woken, the earliest first.
#[derive(Debug, Default)]
pub(crate) struct Alarms {
    heap: Mutex<BinaryHeap<Reverse<(Instant, TableId)>>>,
    earlier: Notify,
}

impl Alarms {
    /// Wakes `room` at `at`. An alarm is never taken back: a room that has
    /// nothing to do then goes on sleeping.
    pub(crate) fn set(&self, at: Instant, room: TableId) {
        let mut heap = self.heap.lock().unwrap_or_else(PoisonError::into_inner);
        let first = heap.peek().is_none_or(|Reverse((earliest, _))| at < *earliest);
        heap.push(Reverse((at, room)));
        drop(heap);
        if first {
            self.earlier.notify_one();
        }
    }

    /// Waits for the next room that is due. Cancel-safe.
    pub(crate) async fn next(&self) -> TableId {
        loop {
            match self.pop_due(Instant::now()) {
                Ok(room) => return room,
                Err(None) => self.earlier.notified().await,
                Err(Some(at)) => {
                    let at = tokio::time::Instant::from_std(at);
                    tokio::select! {
                        () = tokio::time::sleep_until(at) => {}
                        () = self.earlier.notified() => {}
                    }
                }
            }
        }
    }

    /// The first room that is due at `now`, or when to look again.
    fn pop_due(&self, now: Instant) -> Result<TableId, Option<Instant>> {
        let mut heap = self.heap.lock().unwrap_or_else(PoisonError::into_inner);
        match heap.peek() {
            None => Err(None),
            Some(Reverse((at, _))) if *at > now => Err(Some(*at)),
            Some(&Reverse((_, room))) => {
                heap.pop();
                Ok(room)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use uuid::Uuid;

    use super::*;

    #[test]
    fn alarms_ring_in_the_order_of_their_times() {
        let start = Instant::now();
        let later = |seconds| start + Duration::from_secs(seconds);
        let room = |n| TableId(Uuid::from_u128(n));
        let alarms = Alarms::default();
        assert_eq!(alarms.pop_due(start), Err(None));
        alarms.set(later(2), room(2));
        alarms.set(later(1), room(1));
        alarms.set(later(3), room(3));
        assert_eq!(alarms.pop_due(start), Err(Some(later(1))));
        assert_eq!(alarms.pop_due(later(2)), Ok(room(1)));
        assert_eq!(alarms.pop_due(later(2)), Ok(room(2)));
        assert_eq!(alarms.pop_due(later(2)), Err(Some(later(3))));
    }
}
