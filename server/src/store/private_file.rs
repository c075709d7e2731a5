//! Files that only the server's own user can read.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The mode of a file that only its owner can read and write.
const MODE: u32 = 0o600;

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
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let draft = PathBuf::from(draft);
    let mut options = OpenOptions::new();
    let mut out = options.write(true).create(true).truncate(true).mode(MODE).open(&draft)?;
    out.write_all(bytes)?;
    out.sync_all()?;
    fs::rename(&draft, path)
}
