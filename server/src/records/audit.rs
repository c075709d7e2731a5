//! What the operator has done to players, games and addresses.

use serde::{Deserialize, Serialize};

/// One thing done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Deed {
    /// What: a word, such as `ban_player`.
    pub(crate) what: String,
    /// To whom or what: an id or an address; empty for everybody.
    pub(crate) whom: String,
    /// Whatever else there is to say of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) how: String,
}

impl Deed {
    /// Something done, to whom, and how.
    pub(crate) fn new(what: &str, whom: impl ToString, how: impl ToString) -> Deed {
        Deed { what: what.to_owned(), whom: whom.to_string(), how: how.to_string() }
    }
}

/// One thing done, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Audited {
    pub(crate) number: i64,
    /// In milliseconds since 1970.
    pub(crate) at: i64,
    #[serde(flatten)]
    pub(crate) deed: Deed,
}
