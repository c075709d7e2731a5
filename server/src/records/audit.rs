//! The operator's actions on players, games and addresses.

use serde::{Deserialize, Serialize};

/// One action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct AdminAction {
    /// The kind of action: a word, such as `ban_player`.
    pub(crate) what: String,
    /// Its target: an id or an address; empty for everybody.
    pub(crate) whom: String,
    /// Further details.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) how: String,
}

impl AdminAction {
    /// Creates an action of a kind, with its target and details.
    pub(crate) fn new(what: &str, whom: impl ToString, how: impl ToString) -> AdminAction {
        AdminAction { what: what.to_owned(), whom: whom.to_string(), how: how.to_string() }
    }
}

/// An action, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct AuditEntry {
    pub(crate) number: i64,
    /// In milliseconds since 1970.
    pub(crate) at: i64,
    #[serde(flatten)]
    pub(crate) deed: AdminAction,
}
