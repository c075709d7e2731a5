//! Why something cannot be stored or read, and how clients are refused then.

use protocol::Cause;
use thiserror::Error;
use tracing::error;

use super::database::DatabaseError;
use crate::admission::background_thread::WorkLost;
use crate::records::game::BadRecord;
use crate::records::request_error::RequestError;

/// Why an event cannot be stored now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Unavailable {
    /// More events are arriving than the disk can take. Nothing was changed.
    #[error("the server has too much to write; try again in a moment")]
    Full,
    /// A commit has failed: memory may differ from the disk, so nothing more is acknowledged until
    /// the server has been restarted.
    #[error("the store has failed; the server must be restarted")]
    Broken,
}

/// A fault in the files of the store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database reports an error.
    #[error("the database: {0}")]
    Database(#[from] DatabaseError),
    /// The stored bytes differ from those that were written.
    #[error("{0}")]
    Damaged(String),
    /// The system reports an error.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

impl StoreError {
    /// Whether what is stored is at fault, so that a repair may help.
    pub fn is_damage(&self) -> bool {
        match self {
            StoreError::Database(error) => error.is_damage(),
            StoreError::Damaged(_) => true,
            StoreError::System(_) => false,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        DatabaseError::from(error).into()
    }
}

/// Work that was lost does not mean that anything is damaged.
impl From<WorkLost> for StoreError {
    fn from(lost: WorkLost) -> StoreError {
        StoreError::System(std::io::Error::other(lost))
    }
}

impl From<BadRecord> for StoreError {
    fn from(record: BadRecord) -> StoreError {
        StoreError::Damaged(record.to_string())
    }
}

impl From<Unavailable> for RequestError {
    fn from(why: Unavailable) -> RequestError {
        let cause = match why {
            Unavailable::Full => Cause::DiskTooSlow,
            Unavailable::Broken => Cause::StoreFailed,
        };
        cause.into()
    }
}

impl From<StoreError> for RequestError {
    /// Clients are not told the details of what is wrong with the server's files.
    fn from(error: StoreError) -> RequestError {
        error!(%error, "cannot read the store");
        match error {
            StoreError::Damaged(_) => Cause::DamagedRecord.into(),
            StoreError::Database(_) | StoreError::System(_) => Cause::StoreFailed.into(),
        }
    }
}
