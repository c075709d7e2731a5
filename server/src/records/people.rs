//! What is looked up of registered players, and what is found.

use std::collections::BTreeSet;

use protocol::{Name, PlayerId};

use crate::records::account::Account;
use crate::records::names::{self, Look};
use crate::records::secret_hash::SecretHash;
use crate::records::sessions::StoredSession;

/// Players whose records are needed: by id, by a secret, and by what their names look like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PeopleQuery {
    pub(crate) players: Vec<PlayerId>,
    pub(crate) secrets: Vec<SecretHash>,
    pub(crate) looks: Vec<Look>,
}

impl PeopleQuery {
    /// Asks for the player whom a secret opens, or opened once.
    pub(crate) fn secret(hash: SecretHash) -> PeopleQuery {
        PeopleQuery::default().and_secrets([hash])
    }

    /// Asks for whoever has, or had, a name that looks like this one.
    pub(crate) fn name(name: &Name) -> PeopleQuery {
        PeopleQuery::default().and_name(name)
    }

    /// Also asks for these players.
    pub(crate) fn and_players(mut self, ids: impl IntoIterator<Item = PlayerId>) -> PeopleQuery {
        self.players.extend(ids);
        self
    }

    /// Also asks for the players whom these secrets open, or opened once.
    pub(crate) fn and_secrets(
        mut self,
        hashes: impl IntoIterator<Item = SecretHash>,
    ) -> PeopleQuery {
        self.secrets.extend(hashes);
        self
    }

    /// Also asks for whoever has, or had, a name that looks like this one.
    pub(crate) fn and_name(mut self, name: &Name) -> PeopleQuery {
        self.looks.extend(names::hashed_looks(name));
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.players.is_empty() && self.secrets.is_empty() && self.looks.is_empty()
    }
}

impl From<PlayerId> for PeopleQuery {
    fn from(id: PlayerId) -> PeopleQuery {
        PeopleQuery::default().and_players([id])
    }
}

/// What is stored of one registered player.
#[derive(Clone, Debug)]
pub(crate) struct StoredPerson {
    pub(crate) account: Account,
    /// The sessions that are open, oldest first.
    pub(crate) sessions: Vec<StoredSession>,
    /// The players whom they follow.
    pub(crate) followed: BTreeSet<PlayerId>,
}

/// The answer to a query. What is not in it is not stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct StoredPeople {
    pub(crate) people: Vec<StoredPerson>,
    /// The secrets, whether they still open an account or not, and whose they are.
    pub(crate) secrets: Vec<(SecretHash, PlayerId)>,
    pub(crate) looks: Vec<(Look, PlayerId)>,
}
