//! A folder for a test.

use std::path::{Path, PathBuf};

use uuid::Uuid;

/// A temporary folder that is removed after the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder::within(&std::env::temp_dir())
    }

    /// In memory where the system supports it: these tests do not depend on a disk.
    pub(crate) fn in_memory() -> Folder {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Folder::within(memory) } else { Folder::new() }
    }

    fn within(parent: &Path) -> Folder {
        let path = parent.join(format!("nim-store-{}", Uuid::new_v4()));
        std::fs::create_dir(&path).expect("a new folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
