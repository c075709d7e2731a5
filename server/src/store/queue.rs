//! The queue from the rooms to the writer. It is bounded: a sender reserves a slot first, and is
//! refused if there is none, before anything has changed. So a slow disk slows the players down,
//! and memory does not grow.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use smallvec::SmallVec;
use tokio::sync::Notify;

use super::error::Unavailable;
use super::row::Row;

/// The maximum number of events that may wait for the disk: more than a second of the fastest load
/// that was measured.
pub(crate) const PLACES: usize = 65_536;

/// Usually there is one row.
pub(super) type EntryRows = SmallVec<[Row; 1]>;

/// Runs when the rows are on disk, or cannot be stored.
pub(super) type Completion = Box<dyn FnOnce(Result<(), Unavailable>) + Send>;

/// Rows to write, and what to do when they are on disk.
pub(super) struct Job {
    rows: EntryRows,
    /// `None` if nobody waits for it.
    then: Option<Completion>,
    _slot: Slot,
}

impl Job {
    pub(super) fn new(slot: Slot, rows: EntryRows, then: Completion) -> Job {
        Job { rows, then: Some(then), _slot: slot }
    }

    /// Creates a job that nobody waits for.
    pub(super) fn unawaited(slot: Slot, rows: EntryRows) -> Job {
        Job { rows, then: None, _slot: slot }
    }

    pub(super) fn is_awaited(&self) -> bool {
        self.then.is_some()
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Runs the completion, if somebody waits.
    pub(super) fn finish(self, kept: Result<(), Unavailable>) {
        if let Some(then) = self.then {
            then(kept);
        }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("rows", &self.rows).finish_non_exhaustive()
    }
}

/// Jobs in the order of posting.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Mutex<WaitingJobs>,
    arrived: Notify,
    taken: AtomicUsize,
    broken: AtomicBool,
}

#[derive(Debug, Default)]
struct WaitingJobs {
    jobs: Vec<Job>,
    writer_sleeps: bool,
    closed: bool,
    broken: bool,
}

/// A place in the queue. Dropping it returns it.
#[derive(Debug)]
pub(crate) struct Slot(Option<Arc<Queue>>);

impl Slot {
    /// Creates a slot that belongs to no queue.
    pub(super) fn free() -> Slot {
        Slot(None)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(queue) = &self.0 {
            queue.taken.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Queue {
    pub(super) fn reserve(self: &Arc<Queue>) -> Result<Slot, Unavailable> {
        if self.is_broken() {
            return Err(Unavailable::Broken);
        }
        let before = self.taken.fetch_add(1, Ordering::Relaxed);
        let slot = Slot(Some(Arc::clone(self)));
        // A place too many is returned when it is dropped.
        if before < PLACES { Ok(slot) } else { Err(Unavailable::Full) }
    }

    /// Never waits, because every job has a place.
    pub(super) fn push(&self, job: Job) {
        let mut waiting = self.lock();
        if waiting.broken {
            drop(waiting);
            return job.finish(Err(Unavailable::Broken));
        }
        waiting.jobs.push(job);
        let wake = std::mem::take(&mut waiting.writer_sleeps);
        drop(waiting);
        if wake {
            self.arrived.notify_one();
        }
    }

    /// Waits until there are jobs. Returns false when there will be no more.
    pub(super) async fn arrival(&self) -> bool {
        loop {
            {
                let mut waiting = self.lock();
                if !waiting.jobs.is_empty() {
                    return true;
                }
                if waiting.closed {
                    return false;
                }
                waiting.writer_sleeps = true;
            }
            self.arrived.notified().await;
        }
    }

    pub(super) fn has_jobs(&self) -> bool {
        !self.lock().jobs.is_empty()
    }

    /// Moves at most `most` jobs into `batch`, which must be empty.
    pub(super) fn take(&self, batch: &mut Vec<Job>, most: usize) {
        let mut waiting = self.lock();
        if waiting.jobs.len() <= most {
            std::mem::swap(&mut waiting.jobs, batch);
        } else {
            batch.extend(waiting.jobs.drain(..most));
        }
    }

    /// Stops storing anything: what comes later is refused. Returns what waits, for the caller to
    /// refuse.
    #[must_use]
    pub(super) fn break_down(&self) -> Vec<Job> {
        self.broken.store(true, Ordering::Relaxed);
        let mut waiting = self.lock();
        waiting.broken = true;
        std::mem::take(&mut waiting.jobs)
    }

    /// Returns the number of places taken.
    pub(super) fn waiting(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Closes the queue: no more jobs will come.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.arrived.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, WaitingJobs> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;

    use super::*;

    #[test]
    fn the_queue_is_bounded_and_places_come_free() {
        let queue = Arc::new(Queue::default());
        let mut slots: Vec<Slot> = (0..PLACES).map(|_| queue.reserve().expect("a place")).collect();
        assert_eq!(queue.reserve().expect_err("full"), Unavailable::Full);
        slots.pop();
        queue.push(Job::new(
            queue.reserve().expect("one is free"),
            EntryRows::new(),
            Box::new(|_| {}),
        ));
        assert_eq!(queue.reserve().expect_err("full"), Unavailable::Full);
        let mut batch = Vec::new();
        queue.take(&mut batch, PLACES);
        assert_eq!(batch.len(), 1);
        batch.clear();
        drop(slots);
        assert_eq!(queue.taken.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn a_batch_is_bounded_and_keeps_the_order() {
        let queue = Arc::new(Queue::default());
        let (say, heard) = std::sync::mpsc::sync_channel(1_000);
        for n in 0..101 {
            let say = say.clone();
            let then = move |_| say.send(n).expect("somebody listens");
            queue.push(Job::new(
                queue.reserve().expect("a place"),
                EntryRows::new(),
                Box::new(then),
            ));
        }
        queue.close();
        let mut batch = Vec::new();
        let mut sizes = Vec::new();
        while block_on(queue.arrival()) {
            queue.take(&mut batch, 100);
            sizes.push(batch.len());
            batch.drain(..).for_each(|job| job.finish(Ok(())));
        }
        assert_eq!(sizes, [100, 1]);
        drop(say);
        assert!(heard.iter().eq(0..101));
    }

    #[test]
    fn a_broken_queue_refuses_waiting_and_later_jobs() {
        let queue = Arc::new(Queue::default());
        let (say, heard) = std::sync::mpsc::sync_channel(1_000);
        let job = |slot| {
            let say = say.clone();
            Job::new(slot, EntryRows::new(), Box::new(move |kept| say.send(kept).expect("listens")))
        };
        let late = queue.reserve().expect("a place");
        queue.push(job(queue.reserve().expect("a place")));
        for waiting in queue.break_down() {
            waiting.finish(Err(Unavailable::Broken));
        }
        queue.push(job(late));
        assert_eq!(queue.reserve().expect_err("broken"), Unavailable::Broken);
        assert!(heard.try_iter().eq([Err(Unavailable::Broken); 2]));
    }
}
