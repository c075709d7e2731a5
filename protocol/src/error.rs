//! Errors on the wire and over HTTP: a code that programs act on, the exact cause with its
//! numbers, from which pages make a sentence, and an English sentence for developers.

use serde::{Deserialize, Serialize};

use crate::{Cause, ErrorCode};

/// A refusal as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorBody {
    /// Why, for programs.
    pub code: ErrorCode,
    /// Exactly why, for pages.
    pub cause: Cause,
    /// After how many milliseconds the same request may succeed, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u32>,
    /// Why, in English, for developers. It may change, so pages do not show it.
    pub message: String,
}

impl From<Cause> for ErrorBody {
    /// A refusal with the cause's own sentence.
    fn from(cause: Cause) -> ErrorBody {
        let message = cause.to_string();
        ErrorBody { code: cause.code(), cause, retry_after_ms: None, message }
    }
}
