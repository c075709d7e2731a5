//! What is looked up of registered players.

use protocol::PlayerId;

use super::archive::Archive;
use super::error::StoreError;
use super::readers::Purpose;
use super::{Store, people};
use crate::records::account::Account;
use crate::records::accounts::Accounts;
use crate::records::people::{PeopleQuery, StoredPeople};

impl Store {
    /// Returns what must be known of registered players at any moment.
    pub(crate) fn accounts(&self) -> Result<Accounts, StoreError> {
        match &self.kept {
            Some(kept) => kept.readers.read_now(|archive| archive.read(people::accounts)),
            None => Ok(Accounts::default()),
        }
    }

    /// Returns what is stored of the registered players of a query.
    pub(crate) async fn people(&self, query: PeopleQuery) -> Result<StoredPeople, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| people::find(db, &query));
        Ok(self.read_for(Purpose::Identity, read).await?.unwrap_or_default())
    }

    /// Returns accounts whose names, in lower case, begin with this text, in alphabetical order.
    pub(crate) async fn accounts_named(
        &self,
        beginning: String,
        most: usize,
    ) -> Result<Vec<Account>, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| people::search(db, &beginning, most));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns the players whose accounts have been deleted.
    pub(crate) async fn deleted_players(&self) -> Result<Vec<PlayerId>, StoreError> {
        let read = |archive: &Archive| archive.read(people::deleted);
        Ok(self.read(read).await?.unwrap_or_default())
    }
}
