//! The holders of a seat: the connections that have attached to it. Usually there is one, and
//! several if its player has the game open in several windows. Each may move; the seat waits for
//! its player when the last of them has gone.

use std::sync::{Arc, Weak};

use protocol::limits::MAX_PLAYER_CONNECTIONS;
use smallvec::SmallVec;

use crate::live::connection::Connection;

/// The holders of one seat, newest last. Weak, so that a finished game keeps no connection open.
/// The first is stored inline in the room, so that a move touches no other memory.
#[derive(Debug)]
pub(crate) struct Holders<R>(SmallVec<[Weak<Connection<R>>; 1]>);

impl<R> Default for Holders<R> {
    fn default() -> Holders<R> {
        Holders(SmallVec::new())
    }
}

impl<R> Holders<R> {
    /// Adds a holder; returns the oldest one if there are too many.
    pub(crate) fn add(&mut self, connection: &Arc<Connection<R>>) -> Option<Arc<Connection<R>>> {
        self.remove(connection);
        let full = self.0.len() >= MAX_PLAYER_CONNECTIONS;
        let oldest = full.then(|| self.0.remove(0));
        self.0.push(Arc::downgrade(connection));
        oldest.and_then(|oldest| oldest.upgrade())
    }

    /// Removes a holder; returns whether it was one.
    pub(crate) fn remove(&mut self, connection: &Connection<R>) -> bool {
        let held = self.has(connection);
        self.0.retain(|holder| holder.strong_count() > 0 && !is(holder, connection));
        held
    }

    /// Whether `connection` is among them.
    pub(crate) fn has(&self, connection: &Connection<R>) -> bool {
        self.0.iter().any(|holder| is(holder, connection))
    }

    /// Whether no holder is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|holder| holder.strong_count() == 0)
    }

    /// Iterates over all of them, newest last.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Arc<Connection<R>>> {
        self.0.iter().filter_map(Weak::upgrade)
    }
}

fn is<R>(holder: &Weak<Connection<R>>, connection: &Connection<R>) -> bool {
    std::ptr::eq(holder.as_ptr(), connection)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::connection::tests::connection;

    #[tokio::test]
    async fn a_seat_has_a_bounded_number_of_holders_and_the_oldest_goes() {
        let mut holders = Holders::<()>::default();
        let mut here = Vec::new();
        for _ in 0..=MAX_PLAYER_CONNECTIONS {
            here.push(connection().await.0);
        }
        let (last, first) = here.split_last().expect("some");
        for connection in first {
            assert!(holders.add(connection).is_none());
            assert!(holders.add(connection).is_none(), "once is enough");
        }
        let oldest = holders.add(last).expect("one too many");
        assert!(Arc::ptr_eq(&oldest, &here[0]) && !holders.has(&oldest));
        assert!(holders.iter().next_back().is_some_and(|newest| Arc::ptr_eq(&newest, last)));
    }

    #[tokio::test]
    async fn a_seat_is_empty_once_its_last_holder_leaves() {
        let mut holders = Holders::<()>::default();
        let ((one, _), (two, _)) = (connection().await, connection().await);
        holders.add(&one);
        holders.add(&two);
        assert!(holders.remove(&one) && !holders.is_empty());
        assert!(!holders.remove(&one), "it has gone before");
        drop(two);
        assert!(holders.is_empty() && holders.iter().next().is_none());
    }
}
