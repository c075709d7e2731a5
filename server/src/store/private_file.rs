//! Files that only the server's own user can read.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The mode of a file that only its owner can read and write.
const MODE: u32 = 0o600;

/// The path of a file in the same folder, with this at the end of its name.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Creates a file, which must not exist yet.
pub(super) fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(MODE).open(path)
}

/// Creates a file if it does not exist, and removes the permissions of others.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).mode(MODE).open(path)?;
    if file.metadata()?.permissions().mode() & 0o077 != 0 {
        fs::set_permissions(path, Permissions::from_mode(MODE))?;
    }
    Ok(file)
}

/// Writes a file, or replaces it, atomically: half a key would be useless.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = beside(path, ".new");
    let mut options = OpenOptions::new();
    let mut out = options.write(true).create(true).truncate(true).mode(MODE).open(&draft)?;
    out.write_all(bytes)?;
    out.sync_all()?;
    fs::rename(&draft, path)
}
