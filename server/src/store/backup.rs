//! Copies of everything that defines the server: the games, and the keys that it signs with, in one
//! file. `nim-server restore` restores it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, params};

use super::archive::Archive;
use super::check::check_file;
use super::copy;
use super::error::StoreError;
use super::keys::KEYS;
use super::private_file;
use super::storage::Storage;
use super::{Checked, FILE};

/// A copy that is being restored has this name until it was checked.
const DRAFT: &str = "games.restoring";

/// Copies everything that is stored, and the keys, into a new file, complete and consistent, even while a
/// server uses it: the copy is what was committed at one moment after the call.
///
/// # Errors
/// When there is no store, or the file exists or cannot be written.
pub fn backup(storage: &Storage, to: &Path) -> Result<(), StoreError> {
    let Some(folder) = storage.as_folder() else { return copy::to_file(storage, to) };
    let archive = Archive::open(&folder.join(FILE))?;
    // Fails if it exists: a backup never overwrites another. It stays empty until the copy is whole.
    drop(private_file::create_new(to)?);
    let draft = private_file::beside(to, ".part");
    let copied = copy_with_keys(&archive, folder, &draft);
    let copied = copied.and_then(|()| Ok(fs::rename(&draft, to)?));
    if copied.is_err() {
        remove_if_there(to)?;
        // If it stays, the next backup with this name replaces it.
        let _ = remove_database(&draft);
    }
    copied
}

/// Copies a folder's data and keys into a file, which may be left over from a backup that was
/// broken off.
fn copy_with_keys(archive: &Archive, folder: &Path, to: &Path) -> Result<(), StoreError> {
    remove_database(to)?;
    let file = private_file::create_new(to)?;
    archive.copy_file(to)?;
    let copy = Connection::open(to)?;
    for name in KEYS {
        if let Ok(key) = fs::read(folder.join(name)) {
            copy.execute("INSERT OR REPLACE INTO enclosed VALUES (?1, ?2)", params![name, key])?;
        }
    }
    // A single file, without a log.
    copy.pragma_update(None, "journal_mode", "delete")?;
    copy.close().map_err(|(_, error)| error)?;
    file.sync_all()?;
    Ok(())
}

/// Restores a copy into a folder that has no games, and checks it by replay.
///
/// # Errors
/// When the folder has games, or the file is not a copy of ours or cannot be read. Then nothing in
/// the folder has changed.
pub fn restore(from: &Path, folder: &Path) -> Result<Checked, StoreError> {
    let to = folder.join(FILE);
    if to.try_exists()? {
        let text = format!("there are games already: {}", to.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, text).into());
    }
    // Refuses files of other programs or of a newer server.
    drop(Archive::open(from)?);
    fs::create_dir_all(folder)?;
    let draft = folder.join(DRAFT);
    // One whose restoring was broken off.
    remove_database(&draft)?;
    let drafted = draw_up(from, &draft);
    let Ok((checked, keys)) = drafted else {
        remove_database(&draft)?;
        return drafted.map(|(checked, _)| checked);
    };
    for (name, key) in keys {
        let path = folder.join(name);
        remove_if_there(&path)?;
        let mut file = private_file::create_new(&path)?;
        io::Write::write_all(&mut file, &key)?;
        file.sync_all()?;
    }
    // The commit mark of games that were here before does not apply to these.
    remove_if_there(&to.with_extension("mark"))?;
    fs::rename(&draft, &to)?;
    fs::File::open(folder)?.sync_all()?;
    Ok(checked)
}

/// The names of keys, and what is in them.
type EnclosedKeys = Vec<(&'static str, Vec<u8>)>;

/// Makes a store of a copy, and checks it by replay; returns the findings, and the keys that the
/// copy holds.
fn draw_up(from: &Path, to: &Path) -> Result<(Checked, EnclosedKeys), StoreError> {
    let mut file = private_file::create_new(to)?;
    io::copy(&mut fs::File::open(from)?, &mut file)?;
    let copy = Connection::open(to)?;
    let query = "SELECT content FROM enclosed WHERE name = ?1";
    let mut keys = Vec::new();
    for name in KEYS {
        let key = copy.query_row(query, [name], |row| row.get(0)).optional()?;
        keys.extend(key.map(|key| (name, key)));
    }
    copy.execute("DELETE FROM enclosed", [])?;
    copy.close().map_err(|(_, error)| error)?;
    let checked = check_file(to)?;
    file.sync_all()?;
    Ok((checked, keys))
}

/// Removes a database with its log.
fn remove_database(path: &Path) -> io::Result<()> {
    for ending in ["", "-journal", "-wal", "-shm"] {
        remove_if_there(&private_file::beside(path, ending))?;
    }
    Ok(())
}

/// Makes a copy in a folder of copies, checks it by replay, and then removes the oldest copies
/// beyond a given number; returns the copy and the findings of the check.
///
/// # Errors
/// When it cannot be made or read. Then none is removed.
pub(super) fn rotate(
    data: &Storage,
    copies: &Path,
    keep: usize,
    now_ms: i64,
) -> Result<(PathBuf, Checked), StoreError> {
    fs::create_dir_all(copies)?;
    let copy = copies.join(name(now_ms)?);
    backup(data, &copy)?;
    let checked = check_file(&copy)?;
    if !checked.wrong.is_empty() {
        return Ok((copy, checked));
    }
    let mut all: Vec<PathBuf> = fs::read_dir(copies)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| is_copy(path))
        .collect();
    all.sort_unstable();
    let too_many = all.len().saturating_sub(keep.max(1));
    for old in all.iter().take(too_many).filter(|old| **old != copy) {
        fs::remove_file(old)?;
    }
    Ok((copy, checked))
}

/// The order of names is that of their times.
fn name(now_ms: i64) -> Result<String, StoreError> {
    let db = Connection::open_in_memory()?;
    let query = "SELECT strftime('nim-%Y-%m-%dT%H%M%SZ.db', ?1 / 1000, 'unixepoch')";
    Ok(db.query_row(query, [now_ms], |row| row.get(0))?)
}

fn is_copy(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.starts_with("nim-") && name.ends_with("Z.db")
}

/// Removes a file, if there is one.
pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
