//! The keys that a server signs with, which are stored with the data: as files in a folder, or in a
//! table of a database.

use std::io;

use super::archive::Archive;
use super::database::{OptionalRow, params};
use super::error::StoreError;
use super::private_file;
use super::storage::{Place, Storage};

/// The names of all keys.
pub(super) const KEYS: [&str; 2] = ["signing.key", "push.key"];

impl Storage {
    /// Returns a key of the server, by its name; makes it if there is none.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub(crate) fn key(&self, name: &str, make: impl FnOnce() -> Vec<u8>) -> io::Result<Vec<u8>> {
        match &self.place {
            Place::Folder(folder) => match std::fs::read(folder.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let key = make();
                    private_file::replace(&folder.join(name), &key)?;
                    Ok(key)
                }
                read => read,
            },
            Place::Database(_) => self.stored_key(name, make()).map_err(io::Error::other),
        }
    }

    /// Replaces a key of the server.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn replace_key(&self, name: &str, key: &[u8]) -> io::Result<()> {
        match &self.place {
            Place::Folder(folder) => private_file::replace(&folder.join(name), key),
            Place::Database(_) => {
                let replace = "UPDATE enclosed SET content = ?2 WHERE name = ?1";
                let change = |archive: &mut Archive| {
                    archive.change(|db| Ok(db.execute(replace, params![name, key]).map(drop)?))
                };
                Archive::write(self)
                    .and_then(|mut archive| change(&mut archive))
                    .map_err(io::Error::other)
            }
        }
    }

    /// Returns the stored key of this name, which is this one if there was none.
    fn stored_key(&self, name: &str, new: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let archive = Archive::read_only(self)?;
        let find = "SELECT content FROM enclosed WHERE name = ?1";
        let found = archive.db.query_row(find, [name], |row| row.get(0)).optional()?;
        if let Some(found) = found {
            return Ok(found);
        }
        // Of several servers that come here at once, the first makes the key of all.
        let insert = "INSERT INTO enclosed VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        archive.db.execute(insert, params![name, new])?;
        Ok(archive.db.query_row(find, [name], |row| row.get(0))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::folder::temporary_folder;

    #[test]
    fn a_key_is_made_once() {
        let folder = temporary_folder();
        let storage = Storage::folder(folder.path());
        assert_eq!(storage.key("signing.key", || vec![1]).expect("a new one"), [1]);
        assert_eq!(storage.key("signing.key", || vec![2]).expect("it is there"), [1]);
        storage.replace_key("signing.key", &[3]).expect("writable");
        assert_eq!(storage.key("signing.key", || vec![4]).expect("it is there"), [3]);
        assert_eq!(storage.key("push.key", || vec![5]).expect("a new one"), [5]);
    }

    /// With a new key nobody could check what the old one has signed.
    #[test]
    fn a_key_that_cannot_be_read_is_not_replaced() {
        let folder = temporary_folder();
        let key = folder.path().join("signing.key");
        std::os::unix::fs::symlink(&key, &key).expect("a link to itself");
        let storage = Storage::folder(folder.path());
        storage.key("signing.key", || vec![1]).expect_err("there is no end to it");
        assert!(key.is_symlink());
    }
}
