//! What players report to the operator.

use protocol::{Name, PlayerId, TableId};
use serde::{Deserialize, Serialize};

/// The kind of complaint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Complaint {
    /// The player is helped by a program or another person, or loses on purpose.
    Cheating,
    /// The player stalls or harasses others.
    Conduct,
    /// The player's name.
    Name,
    /// Something else, which the text says.
    Other,
}

/// A report, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PlayerReport {
    /// The player who reports.
    pub(crate) by: PlayerId,
    /// Their name at that time.
    pub(crate) by_name: Name,
    /// The reported player.
    pub(crate) about: PlayerId,
    /// That player's name, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) about_name: Option<Name>,
    /// The table where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<TableId>,
    pub(crate) complaint: Complaint,
    /// The reporting player's own words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) text: String,
}

/// A change of the stored reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReportChange {
    /// A player reports another.
    Made(PlayerReport),
    /// The report with this number has been closed.
    Closed(i64),
}

/// A report with its number, as the admin sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct NumberedReport {
    pub(crate) number: i64,
    /// In milliseconds since 1970.
    pub(crate) at: i64,
    /// Whether it has been closed.
    pub(crate) closed: bool,
    #[serde(flatten)]
    pub(crate) report: PlayerReport,
}
