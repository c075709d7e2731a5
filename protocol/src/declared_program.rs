//! What a bot says of its program when it enters a tournament.

use serde::{Deserialize, Serialize};

use crate::Version;

/// The program of an entrant, in its own words. A version that the server knows takes precedence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeclaredProgram {
    /// Its version: each version is an entrant of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    /// The seed of its choices, at most 2^53 - 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Whether it promises the same move in the same game every time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deterministic: bool,
}

impl DeclaredProgram {
    /// The largest seed: JavaScript reads larger numbers inexactly.
    pub const MAX_SEED: u64 = (1 << 53) - 1;
}
