//! Where a server stores its data: in a folder of its machine, or in a database on a server, which
//! outlives the machine.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use super::FILE;
use super::cluster_member::{ClusterMember, LeaderWatch};
use super::database::Postgres;
use super::error::StoreError;

/// Where a server stores its data, and which of several servers there it is.
#[derive(Clone, Debug)]
pub struct Storage {
    pub(super) place: Place,
    member: ClusterMember,
}

#[derive(Clone, Debug)]
pub(super) enum Place {
    Folder(PathBuf),
    Database(Postgres),
}

impl Storage {
    /// A folder, in which the data is a file of SQLite.
    pub fn folder(path: impl Into<PathBuf>) -> Storage {
        Storage { place: Place::Folder(path.into()), member: ClusterMember::alone() }
    }

    /// A database of PostgreSQL, by its address: `postgres://nim@db/nim`. Other servers on it reach
    /// this one at `reached` while it leads.
    ///
    /// # Errors
    /// When it is not an address, or this server cannot make a key for the others.
    pub fn database(address: &str, reached: Option<SocketAddr>) -> Result<Storage, StoreError> {
        let place = Place::Database(Postgres::new(address)?);
        let member = reached.map_or_else(|| Ok(ClusterMember::alone()), ClusterMember::at)?;
        Ok(Storage { place, member })
    }

    /// This server among those on one database.
    pub(crate) fn member(&self) -> &ClusterMember {
        &self.member
    }

    /// Follows which of the servers on this database leads.
    pub fn leader(&self) -> LeaderWatch {
        self.member.leader()
    }

    /// The folder, if it is one.
    pub(crate) fn as_folder(&self) -> Option<&Path> {
        match &self.place {
            Place::Folder(folder) => Some(folder),
            Place::Database(_) => None,
        }
    }

    /// The file in the folder.
    ///
    /// # Errors
    /// When the data is not in a folder.
    pub(super) fn file(&self) -> Result<PathBuf, StoreError> {
        match self.as_folder() {
            Some(folder) => Ok(folder.join(FILE)),
            None => Err(StoreError::Damaged(
                "this is for data in a folder; a database has its own tools".to_owned(),
            )),
        }
    }
}

impl std::fmt::Display for Storage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.place {
            Place::Folder(folder) => write!(f, "{}", folder.display()),
            Place::Database(database) => f.write_str(&database.describe()),
        }
    }
}
