//! A folder for a test.

use std::path::PathBuf;

use uuid::Uuid;

/// A folder of its own that goes with the test.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("nim-store-{}", Uuid::new_v4()));
        std::fs::create_dir(&path).expect("a new folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
