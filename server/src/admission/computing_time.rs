//! How long one piece of work may compute. What counts is the time that its thread has had on a
//! processor: a busy machine answers later, but not otherwise.

use std::time::{Duration, Instant};

/// Work that hardly gets a processor ends after this many times its limit.
const PATIENCE: u32 = 10;

/// The time that the current thread has for one piece of work.
pub(crate) struct ComputingTime {
    limit: Duration,
    began: Instant,
    /// What the thread had computed before.
    before: Duration,
}

impl ComputingTime {
    /// Starts a piece of work on the current thread, which may compute for this long.
    pub(crate) fn start(limit: Duration) -> ComputingTime {
        ComputingTime { limit, began: Instant::now(), before: time_of_thread() }
    }

    /// Whether the time is up; to be called on the same thread.
    pub(crate) fn is_over(&self) -> bool {
        let passed = self.began.elapsed();
        // The processor's time is never more than what has passed, and costs a system call.
        passed >= self.limit
            && (passed >= self.limit * PATIENCE || time_of_thread() - self.before >= self.limit)
    }
}

#[cfg(unix)]
fn time_of_thread() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Elsewhere all time counts that passes.
#[cfg(not(unix))]
fn time_of_thread() -> Duration {
    use std::sync::LazyLock;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computing_counts_and_waiting_counts_a_tenth() {
        let limit = Duration::from_millis(20);
        let (work, wait) = (ComputingTime::start(limit), ComputingTime::start(limit));
        while wait.began.elapsed() < limit * 2 {
            let over = wait.is_over();
            assert!(!over || wait.began.elapsed() >= limit * PATIENCE, "nothing was computed");
            std::thread::sleep(limit);
        }
        while !work.is_over() {
            std::hint::black_box(time_of_thread());
        }
        // On a busy machine the patience may end while the thread waits for its turn.
        let waited = work.began.elapsed();
        assert!(time_of_thread() - work.before >= limit || waited >= limit * PATIENCE);
        while wait.began.elapsed() < limit * PATIENCE {
            std::thread::sleep(limit);
        }
        assert!(wait.is_over());
    }
}
