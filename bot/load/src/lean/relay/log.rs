//! A log in a file of a fixed size, written by a thread of its own: what arrives while one write
//! waits for the disk goes into the next.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::{RelayPair, send};

/// The length of the file, in bytes. It is written before, so that no write makes it longer; when
/// it is full it is overwritten from its beginning.
const LENGTH: u64 = 16 << 20;

/// Moves that wait for the disk.
#[derive(Debug, Default)]
pub(super) struct Log {
    waiting: Mutex<Vec<LoggedFrame>>,
    arrived: Condvar,
}

/// A frame, and to whom it is sent once it is on disk.
#[derive(Debug)]
struct LoggedFrame {
    frame: Vec<u8>,
    to: RelayPair,
}

impl Log {
    /// Starts the thread that writes, and in this runtime the task that sends.
    pub(super) fn start() -> anyhow::Result<Arc<Log>> {
        let file = tempfile::tempfile()?;
        file.write_all_at(&vec![0; LENGTH as usize], 0)?;
        file.sync_all()?;
        let log = Arc::new(Log::default());
        let (written, sender) = channel(1);
        let writer = Arc::clone(&log);
        std::thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || writer.write(&file, &written))?;
        tokio::spawn(send_written(sender));
        Ok(log)
    }

    pub(super) fn post(&self, frame: Vec<u8>, to: RelayPair) {
        self.lock().push(LoggedFrame { frame, to });
        self.arrived.notify_one();
    }

    /// Writes what arrives, until nobody is there to send it or the disk fails.
    fn write(&self, file: &File, written: &Sender<Vec<LoggedFrame>>) {
        let mut end = 0;
        let mut bytes = Vec::new();
        loop {
            let waiting = self.arrived.wait_while(self.lock(), |waiting| waiting.is_empty());
            let batch = std::mem::take(&mut *waiting.unwrap_or_else(PoisonError::into_inner));
            bytes.clear();
            batch.iter().for_each(|posted| bytes.extend_from_slice(&posted.frame));
            if end + bytes.len() as u64 > LENGTH {
                end = 0;
            }
            let on_disk = file.write_all_at(&bytes, end).and_then(|()| file.sync_data());
            if on_disk.is_err() || written.blocking_send(batch).is_err() {
                return;
            }
            end += bytes.len() as u64;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<LoggedFrame>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn send_written(mut written: Receiver<Vec<LoggedFrame>>) {
    while let Some(batch) = written.recv().await {
        for LoggedFrame { frame, to } in batch {
            // Who has left needs no answer.
            let _ = send(&frame, &to);
        }
    }
}
