//! What players report to whoever runs the server.

use protocol::{Name, PlayerId, TableId};
use serde::{Deserialize, Serialize};

/// What somebody has done wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Complaint {
    /// A program or another person plays for them, or games are lost on purpose.
    Cheating,
    /// They stall, or harass.
    Conduct,
    /// What they are called.
    Name,
    /// The text says what.
    Other,
}

/// A report, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PlayerReport {
    /// Whoever reports.
    pub(crate) by: PlayerId,
    /// What they were called then.
    pub(crate) by_name: Name,
    /// Whom.
    pub(crate) about: PlayerId,
    /// What that player was called, if they have an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) about_name: Option<Name>,
    /// The table where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<TableId>,
    pub(crate) complaint: Complaint,
    /// In their own words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) text: String,
}

/// What is kept about reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReportChange {
    /// A player reports another.
    Made(PlayerReport),
    /// The report of this number has been dealt with.
    Closed(i64),
}

/// A report with its number, as the admin sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct NumberedReport {
    pub(crate) number: i64,
    /// In milliseconds since 1970.
    pub(crate) at: i64,
    /// Whether it has been dealt with.
    pub(crate) closed: bool,
    #[serde(flatten)]
    pub(crate) report: PlayerReport,
}
