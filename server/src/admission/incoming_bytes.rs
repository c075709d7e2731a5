//! The memory of what has not arrived whole: messages whose end is missing, and bodies of requests.
//! All of it shares one total. What does not fit is refused before memory grows: otherwise clients
//! that never finish what they say could take as much as there are connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The minimum total that is of any use, in bytes.
const LEAST: usize = 1 << 20;

/// What each client may have under way without being counted: about as much as its read buffer has
/// anyway, and more than a move.
const FREE: usize = 1024;

/// The total, and how much of it is taken.
#[derive(Debug)]
pub(crate) struct IncomingBytes {
    total: usize,
    taken: AtomicUsize,
}

/// What one client has under way. Dropping it gives the memory back.
#[derive(Debug)]
pub(crate) struct Arriving {
    pool: Arc<IncomingBytes>,
    /// The bytes that have arrived of what is not whole yet.
    bytes: usize,
    taken: usize,
}

impl IncomingBytes {
    /// Creates a pool of this many bytes, or of the least that is of any use.
    pub(crate) fn new(total: u64) -> IncomingBytes {
        let total = usize::try_from(total).unwrap_or(usize::MAX).max(LEAST);
        IncomingBytes { total, taken: AtomicUsize::new(0) }
    }

    /// Returns how many bytes are taken.
    pub(crate) fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    fn take(&self, bytes: usize) -> bool {
        let with = |taken: usize| taken.checked_add(bytes).filter(|all| *all <= self.total);
        self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, with).is_ok()
    }
}

impl Arriving {
    /// Creates the account of a client that has nothing under way.
    pub(crate) fn new(pool: &Arc<IncomingBytes>) -> Arriving {
        Arriving { pool: Arc::clone(pool), bytes: 0, taken: 0 }
    }

    /// Counts bytes that arrive; returns whether there is room for them. A growing buffer takes up
    /// to twice its content.
    #[must_use]
    pub(crate) fn arrive(&mut self, bytes: usize) -> bool {
        self.bytes += bytes;
        if self.bytes <= FREE {
            return true;
        }
        let more = (2 * self.bytes).saturating_sub(self.taken);
        let room = self.pool.take(more);
        if room {
            self.taken += more;
        }
        room
    }

    /// Gives back what these bytes have taken: they have been read.
    pub(crate) fn was_read(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
        let needed = if self.bytes <= FREE { 0 } else { 2 * self.bytes };
        let spare = self.taken.saturating_sub(needed);
        self.pool.taken.fetch_sub(spare, Ordering::Relaxed);
        self.taken -= spare;
    }

    /// Gives everything back: what was under way has arrived.
    pub(crate) fn arrived(&mut self) {
        self.bytes = 0;
        if self.taken > 0 {
            self.pool.taken.fetch_sub(self.taken, Ordering::Relaxed);
            self.taken = 0;
        }
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        self.arrived();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_way_never_exceeds_the_total_and_is_given_back() {
        let pool = Arc::new(IncomingBytes::new(0));
        let mut clients: Vec<Arriving> = (0..9).map(|_| Arriving::new(&pool)).collect();
        let large = LEAST / 16;
        let fits = |client: &mut Arriving| client.arrive(large);
        assert_eq!(clients.iter_mut().filter_map(|one| fits(one).then_some(())).count(), 8);
        assert_eq!(pool.taken(), LEAST);
        let mut late = Arriving::new(&pool);
        assert!(late.arrive(FREE), "a move always arrives");
        assert!(!late.arrive(1));
        clients[0].arrived();
        assert!(late.arrive(FREE), "there is room again");
        clients.clear();
        assert_eq!(pool.taken(), 2 * (2 * FREE + 1));
        drop(late);
        assert_eq!(pool.taken(), 0);
    }

    #[test]
    fn what_was_read_is_given_back_at_once() {
        let pool = Arc::new(IncomingBytes::new(0));
        let mut client = Arriving::new(&pool);
        assert!(client.arrive(3_000) && client.arrive(1_000));
        assert_eq!(pool.taken(), 8_000);
        client.was_read(1_000);
        assert_eq!(pool.taken(), 6_000);
        client.was_read(2_500);
        assert_eq!(pool.taken(), 0, "the rest is free");
        assert!(client.arrive(600));
        assert_eq!(pool.taken(), 2_200);
    }

    #[test]
    fn many_small_pieces_count_like_one_large_one() {
        let pool = Arc::new(IncomingBytes::new(0));
        let mut client = Arriving::new(&pool);
        assert!((0..100).all(|_| client.arrive(100)));
        assert_eq!(pool.taken(), 20_000);
    }
}
