//! How long the commit under way has taken: while the disk or the database keeps everybody waiting,
//! no clock of a game may run.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::system;

/// Watches one commit at a time.
#[derive(Debug)]
pub(crate) struct CommitWatch {
    made: Instant,
    /// When the commit under way began, in milliseconds after `made`, plus one; 0 without one.
    began: AtomicU64,
}

impl CommitWatch {
    /// Notes that a commit begins.
    pub(super) fn begin(&self) {
        let after = u64::try_from(system::now().saturating_duration_since(self.made).as_millis())
            .unwrap_or(u64::MAX - 1);
        self.began.store(after + 1, Ordering::Relaxed);
    }

    /// Notes that it has returned.
    pub(super) fn end(&self) {
        self.began.store(0, Ordering::Relaxed);
    }

    /// Returns for how long the commit under way has kept everybody waiting at `now`.
    pub(crate) fn waited(&self, now: Instant) -> Duration {
        match self.began.load(Ordering::Relaxed) {
            0 => Duration::ZERO,
            began => now.saturating_duration_since(self.made + Duration::from_millis(began - 1)),
        }
    }
}

#[cfg(test)]
impl CommitWatch {
    /// One whose commit has taken this long.
    pub(super) fn waiting_for(time: Duration) -> CommitWatch {
        let watch = CommitWatch::default();
        watch.begin();
        CommitWatch { made: watch.made - time, ..watch }
    }
}

impl Default for CommitWatch {
    fn default() -> CommitWatch {
        CommitWatch { made: system::now(), began: AtomicU64::new(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_waited_for_since_it_began() {
        let now = system::now();
        let hour = Duration::from_secs(3_600);
        let watch = CommitWatch { made: now - hour, began: AtomicU64::new(0) };
        assert_eq!(watch.waited(now), Duration::ZERO, "none is under way");
        watch.begin();
        let waited = watch.waited(now + hour);
        // It began after `now`, but not long after.
        assert!(waited <= hour + Duration::from_millis(1) && waited > hour / 2, "{waited:?}");
        watch.end();
        assert_eq!(watch.waited(now + hour), Duration::ZERO);
        watch.began.store(1, Ordering::Relaxed);
        assert_eq!(watch.waited(now), hour, "in its first millisecond, too");
    }
}
