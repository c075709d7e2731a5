//! Checkpoints: the log is copied into the file by a thread and a connection of their own. A commit
//! that did it would hold up the next moves, on a busy server for twenty milliseconds twice a
//! second.

use std::ffi::c_int;
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

/// The length of the log, in pages, at which it is copied: 32 MB. Pages change often while their
/// games are played: the longer the log, the less often each is copied.
const LONG: c_int = 8_000;

/// The number of further pages after which it is tried again while a reader still needs the log.
const AGAIN: c_int = 1_000;

/// Makes another thread copy the log of `db`, for as long as `db` is open.
pub(super) fn delegate(db: &mut Connection, file: &Path) -> Result<(), StoreError> {
    let mut log = Log { pages: 0, due: LONG, asked: false, copier: Copier::start(file)? };
    // An error returned here would be reported as one of the commit, which has succeeded.
    db.wal_hook(Some(move |wal: &mut Wal, pages| {
        log.grown(pages, || wal.checkpoint());
        Ok(())
    }))?;
    Ok(())
}

/// The writer's view of the log.
#[derive(Debug)]
struct Log {
    /// Its length in pages after the last commit.
    pages: c_int,
    /// The length in pages at which the next step is due.
    due: c_int,
    /// Whether the copier has been asked since the last checkpoint.
    asked: bool,
    copier: Copier,
}

impl Log {
    /// Handles a commit that has made the log this long.
    fn grown(&mut self, pages: c_int, checkpoint: impl FnOnce() -> rusqlite::Result<()>) {
        if pages < self.pages {
            // The log has been restarted from its beginning.
            (self.due, self.asked) = (LONG, false);
        }
        self.pages = pages;
        if pages < self.due || self.copier.is_busy() {
            return;
        }
        if self.asked {
            // Little has been written during the copy, and nothing can come in between now: the
            // next commit restarts the log.
            complain(checkpoint());
            self.due = pages + AGAIN;
        } else {
            self.copier.ask();
        }
        self.asked = !self.asked;
    }
}

/// The thread that copies the log. It ends when this is dropped.
#[derive(Debug)]
struct Copier {
    ask: Option<SyncSender<()>>,
    busy: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Copier {
    fn start(file: &Path) -> Result<Copier, StoreError> {
        let db = Connection::open(file)?;
        db.pragma_update(None, "synchronous", "full")?;
        let (ask, asked) = sync_channel(1);
        let busy = Arc::new(AtomicBool::new(false));
        let thread = std::thread::Builder::new().name("checkpoint".to_owned()).spawn({
            let busy = Arc::clone(&busy);
            move || copy_when_asked(&db, &asked, &busy)
        })?;
        Ok(Copier { ask: Some(ask), busy, thread: Some(thread) })
    }

    fn ask(&self) {
        self.busy.store(true, Ordering::Release);
        let heard = self.ask.as_ref().is_some_and(|ask| ask.try_send(()).is_ok());
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

fn copy_when_asked(db: &Connection, asked: &Receiver<()>, busy: &AtomicBool) {
    while asked.recv().is_ok() {
        // A passive checkpoint waits for nobody: anything written or read meanwhile stays in the
        // log.
        complain(db.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE).map(drop));
        busy.store(false, Ordering::Release);
    }
}

/// Logs a failed checkpoint. Nothing is lost: the log is kept until it has been copied.
fn complain(copied: rusqlite::Result<()>) {
    if let Err(error) = copied {
        warn!(%error, "the log could not be copied into the file: it grows until it can");
    }
}
