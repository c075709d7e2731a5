//! Memory that the solvers of all games of a bot share: frequent challenges to large games must not
//! make the process grow.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// One move may take `1 / SHARE` of the free bytes, because other games think at the same time.
const SHARE: u64 = 2;

/// A budget of bytes, some of which are lent. Clones share the same pool.
///
/// ```
/// use bot::MemoryPool;
///
/// let pool = MemoryPool::new(1 << 20);
/// let lease = pool.lease();
/// assert_eq!((lease.bytes(), pool.free()), (1 << 19, 1 << 19));
/// drop(lease);
/// assert_eq!(pool.free(), 1 << 20);
/// ```
#[derive(Clone, Debug)]
pub struct MemoryPool {
    total: u64,
    free: Arc<AtomicU64>,
}

/// Bytes lent from the pool; dropping the lease returns them.
#[derive(Debug)]
pub struct MemoryLease {
    pool: MemoryPool,
    bytes: u64,
}

impl MemoryPool {
    /// A pool of this many bytes.
    pub fn new(total: u64) -> MemoryPool {
        MemoryPool { total, free: Arc::new(AtomicU64::new(total)) }
    }

    /// Lends half of the free bytes.
    pub fn lease(&self) -> MemoryLease {
        let take = |free: u64| Some(free - free / SHARE);
        let before = self.free.fetch_update(Ordering::AcqRel, Ordering::Acquire, take);
        let (Ok(before) | Err(before)) = before;
        MemoryLease { pool: self.clone(), bytes: before / SHARE }
    }

    /// The bytes that are not lent.
    pub fn free(&self) -> u64 {
        self.free.load(Ordering::Acquire)
    }

    /// Whether one game may keep this many bytes for later moves: at most a sixteenth of the pool,
    /// and only while half of it is free.
    pub fn may_keep(&self, bytes: u64) -> bool {
        bytes <= self.total / 16 && self.free() >= self.total / 2
    }
}

impl MemoryLease {
    /// The bytes lent.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns all but this many bytes to the pool.
    pub fn shrink_to(&mut self, bytes: u64) {
        let back = self.bytes.saturating_sub(bytes);
        self.bytes -= back;
        self.pool.free.fetch_add(back, Ordering::AcqRel);
    }

    /// Takes over the bytes of another lease.
    pub fn join(&mut self, mut other: MemoryLease) {
        self.bytes += std::mem::take(&mut other.bytes);
    }
}

impl Drop for MemoryLease {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leased_memory_never_exceeds_the_pool_and_is_all_returned() {
        let pool = MemoryPool::new(1_000);
        let mut leases: Vec<MemoryLease> = (0..30).map(|_| pool.lease()).collect();
        let lent = |leases: &[MemoryLease]| leases.iter().map(MemoryLease::bytes).sum::<u64>();
        assert_eq!(lent(&leases) + pool.free(), 1_000);
        assert!(!pool.may_keep(1) && leases[29].bytes() == 0);
        let second = leases.remove(1);
        leases[0].join(second);
        assert_eq!((leases[0].bytes(), lent(&leases) + pool.free()), (750, 1_000));
        leases[0].shrink_to(100);
        assert_eq!(lent(&leases) + pool.free(), 1_000);
        assert!(pool.may_keep(62) && !pool.may_keep(63));
        drop(leases);
        assert_eq!(pool.free(), 1_000);
    }
}
