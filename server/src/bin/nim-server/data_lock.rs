//! The lock of a data folder: one process uses it at a time.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

/// How often a data folder is tried that another server still uses.
const LOCK_AGAIN: Duration = Duration::from_millis(10);

/// As [`lock_data`], but waits for a server that is stopping.
pub(crate) async fn lock_data_within(data: &Path, wait: Duration) -> anyhow::Result<File> {
    let began = Instant::now();
    loop {
        match lock_data(data) {
            Err(_) if began.elapsed() < wait => tokio::time::sleep(LOCK_AGAIN).await,
            locked => return locked,
        }
    }
}

/// Creates the data folder and locks it for this process, whose id the lock file holds: two servers
/// on the same data would undo each other's work.
pub(crate) fn lock_data(data: &Path) -> anyhow::Result<File> {
    let what = || format!("cannot use the data folder {}", data.display());
    std::fs::create_dir_all(data).with_context(what)?;
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    let mut lock = options.open(data.join("lock")).with_context(what)?;
    match lock.try_lock() {
        Ok(()) => {
            lock.set_len(0).with_context(what)?;
            writeln!(lock, "{}", std::process::id()).with_context(what)?;
            Ok(lock)
        }
        Err(TryLockError::WouldBlock) => {
            let mut owner = String::new();
            // The id of the owner is only informative; nothing depends on it.
            let _ = lock.read_to_string(&mut owner);
            let (owner, data) = (owner.trim(), data.display());
            bail!("another server uses the data folder {data} (process {owner}); try --data")
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_folder_is_used_by_one_server_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = lock_data(folder.path()).expect("free");
        let refused = lock_data(folder.path()).expect_err("in use").to_string();
        let owner = format!("(process {})", std::process::id());
        assert!(refused.contains("another server uses") && refused.contains(&owner), "{refused}");
        assert!(lock_data_within(folder.path(), Duration::from_millis(30)).await.is_err());
        let waiting = lock_data_within(folder.path(), Duration::from_secs(60));
        let (second, ()) = tokio::join!(waiting, async { drop(first) });
        assert!(second.is_ok(), "it was released meanwhile");
    }
}
