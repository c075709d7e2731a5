//! Checkpoints: the log is copied into the file by a thread and a connection of their own, a little
//! at a time. A commit that did it would hold up the next moves, on a busy server for twenty
//! milliseconds twice a second; so would one that finds the disk busy with a long copy.

use std::ffi::c_int;
use std::fmt::Display;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use rusqlite::Connection;
use rusqlite::hooks::Wal;
use rusqlite::wal::CheckpointMode;
use tracing::warn;

use super::error::StoreError;

/// The number of pages that the log grows between two copies: enough that a page which changes with
/// every move is copied for many of them, and few enough that on a single core, where nobody plays
/// during a copy, it takes half a millisecond.
const STEP: c_int = 250;

/// The number of copies that are flushed together: a page that is in several is written once, and
/// the disk has written them after two milliseconds.
const COPIES: u32 = 4;

/// The length of the log, in pages, at which it is restarted from its beginning: 32 MB. Only then
/// does a commit do the last of the copying.
const LONG: c_int = 8_000;

/// Makes another thread copy the log of `db`, whose file is also open as `main`, for as long as
/// `db` is open.
pub(super) fn delegate(
    db: &mut Connection,
    file: &Path,
    main: &Arc<File>,
) -> Result<(), StoreError> {
    let copier = Copier::start(file, Arc::clone(main))?;
    let mut log = LogLength::default();
    // An error returned here would be reported as one of the commit, which has succeeded.
    db.wal_hook(Some(move |wal: &mut Wal, pages| {
        match log.grown(pages, copier.is_busy()) {
            Some(CopiedBy::Copier { flush }) => copier.ask(flush),
            Some(CopiedBy::Commit) => complain(wal.checkpoint()),
            None => {}
        }
        Ok(())
    }))?;
    Ok(())
}

/// Who copies what of the log has not been copied yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CopiedBy {
    Copier {
        /// Whether it flushes what has been copied.
        flush: bool,
    },
    /// The commit that has just been made: nothing can come in between.
    Commit,
}

/// The writer's view of the log.
#[derive(Debug)]
struct LogLength {
    /// In pages, after the last commit.
    pages: c_int,
    /// The length in pages at which the next copy is due.
    due: c_int,
    /// The number of copies since it was restarted.
    copies: u32,
    /// Whether the copier has been asked since the log became long.
    ending: bool,
}

impl Default for LogLength {
    fn default() -> LogLength {
        LogLength { pages: 0, due: STEP, copies: 0, ending: false }
    }
}

impl LogLength {
    /// Returns who is to copy the log after a commit that has made it this long, if it is due.
    fn grown(&mut self, pages: c_int, copier_is_busy: bool) -> Option<CopiedBy> {
        if pages < self.pages {
            // The log has been restarted from its beginning.
            *self = LogLength::default();
        }
        self.pages = pages;
        if pages < self.due || copier_is_busy {
            return None;
        }
        if self.ending {
            // Little has been written during the last copy. The next commit restarts the log,
            // unless a reader still needs it.
            (self.due, self.ending) = (pages + STEP, false);
            return Some(CopiedBy::Commit);
        }
        self.ending = pages >= LONG;
        self.due = if self.ending { pages } else { pages + STEP };
        self.copies += 1;
        // Before a commit copies the rest, so that it has little to flush.
        let flush = self.ending || self.copies.is_multiple_of(COPIES);
        Some(CopiedBy::Copier { flush })
    }
}

/// The thread that copies the log. It ends when this is dropped.
#[derive(Debug)]
struct Copier {
    ask: Option<SyncSender<bool>>,
    busy: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Copier {
    fn start(file: &Path, main: Arc<File>) -> Result<Copier, StoreError> {
        let db = Connection::open(file)?;
        db.pragma_update(None, "synchronous", "full")?;
        let (ask, asked) = sync_channel(1);
        let busy = Arc::new(AtomicBool::new(false));
        let thread = std::thread::Builder::new().name("checkpoint".to_owned()).spawn({
            let busy = Arc::clone(&busy);
            move || copy_when_asked(&db, &main, &asked, &busy)
        })?;
        Ok(Copier { ask: Some(ask), busy, thread: Some(thread) })
    }

    /// Has the log copied, and flushed if so wanted.
    fn ask(&self, flush: bool) {
        self.busy.store(true, Ordering::Release);
        let heard = self.ask.as_ref().is_some_and(|ask| ask.try_send(flush).is_ok());
        if !heard {
            self.busy.store(false, Ordering::Release);
        }
    }

    fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Acquire)
    }
}

impl Drop for Copier {
    /// Closes this connection before the writing one, which then cleans up.
    fn drop(&mut self) {
        self.ask = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn copy_when_asked(db: &Connection, main: &File, asked: &Receiver<bool>, busy: &AtomicBool) {
    while let Ok(flush) = asked.recv() {
        // A passive checkpoint waits for nobody: anything written or read meanwhile stays in the
        // log.
        complain(db.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE).map(drop));
        // If anything was written meanwhile, the database leaves the flush to its last checkpoint,
        // and that is the one in a commit.
        if flush {
            complain(main.sync_data());
        }
        busy.store(false, Ordering::Release);
    }
}

/// Logs a failed checkpoint. Nothing is lost: the log is kept until it has been copied.
fn complain<E: Display>(copied: Result<(), E>) {
    if let Err(error) = copied {
        warn!(%error, "the log could not be copied into the file: it grows until it can");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths at which the log is copied, if it grows by ten pages a commit up to `length` and
    /// a copy takes two commits.
    fn copies(log: &mut LogLength, length: c_int) -> Vec<(c_int, CopiedBy)> {
        let (mut copies, mut busy_until) = (Vec::new(), 0);
        for pages in (0..=length).step_by(10) {
            let Some(by) = log.grown(pages, pages < busy_until) else { continue };
            copies.push((pages, by));
            if by != CopiedBy::Commit {
                busy_until = pages + 20;
            }
        }
        copies
    }

    #[test]
    fn a_copier_is_busy_from_when_it_is_asked_until_it_is_done() {
        let busy = || Arc::new(AtomicBool::new(false));
        let gone = Copier { ask: None, busy: busy(), thread: None };
        gone.ask(true);
        assert!(!gone.is_busy(), "nobody hears it");
        let (ask, asked) = sync_channel(1);
        let slow = Copier { ask: Some(ask), busy: busy(), thread: None };
        slow.ask(true);
        assert!(slow.is_busy());
        asked.recv().expect("it was asked");
        let folder = crate::store::folder::temporary_folder();
        let file = folder.path().join("log");
        let main = Arc::new(File::create(&file).expect("a file"));
        let copier = Copier::start(&file, main).expect("a thread");
        copier.ask(true);
        while copier.is_busy() {
            std::thread::yield_now();
        }
        let shared = Arc::clone(&copier.busy);
        drop(copier);
        assert_eq!(Arc::strong_count(&shared), 1, "its thread has ended");
    }

    const COPIED: CopiedBy = CopiedBy::Copier { flush: false };
    const FLUSHED: CopiedBy = CopiedBy::Copier { flush: true };

    #[test]
    fn a_commit_copies_only_the_end_of_a_long_log() {
        let mut log = LogLength::default();
        let by = [COPIED, COPIED, COPIED, FLUSHED];
        let mut expected: Vec<_> =
            (STEP..=LONG).step_by(STEP as usize).zip(by.into_iter().cycle()).collect();
        expected.push((LONG + 20, CopiedBy::Commit));
        assert_eq!(copies(&mut log, LONG + 20), expected);
        assert_eq!(copies(&mut log, LONG + 20), expected, "the log was restarted");
    }

    #[test]
    fn a_commit_that_leaves_the_log_as_long_copies_nothing_again() {
        let mut log = LogLength::default();
        let lengths = [STEP, STEP, STEP + 1, 2 * STEP, 2 * STEP, STEP - 1, STEP];
        let expected = [Some(COPIED), None, None, Some(COPIED), None, None, Some(COPIED)];
        assert_eq!(lengths.map(|pages| log.grown(pages, false)), expected);
    }

    #[test]
    fn a_log_that_a_reader_still_needs_is_tried_again() {
        let mut log = LogLength::default();
        let copies = copies(&mut log, LONG + 2 * STEP);
        let again = LONG + 20 + STEP;
        assert_eq!(copies[copies.len() - 2..], [(again, FLUSHED), (again + 20, CopiedBy::Commit)]);
    }
}
