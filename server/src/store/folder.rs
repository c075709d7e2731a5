//! Folders for tests, removed when they are dropped.

use std::path::Path;

use tempfile::TempDir;

pub(crate) fn temporary_folder() -> TempDir {
    tempfile::tempdir().expect("a new folder")
}

/// In memory where the system supports it: these tests do not depend on a disk.
pub(crate) fn folder_in_memory() -> TempDir {
    let memory = Path::new("/dev/shm");
    match memory.is_dir() {
        true => tempfile::tempdir_in(memory).expect("a new folder"),
        false => temporary_folder(),
    }
}
