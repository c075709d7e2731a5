//! Values as the text that is stored, and the wall clock that is stored beside them.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A record as JSON.
pub(super) fn json(value: &impl Serialize) -> String {
    // From structs without maps of odd keys: cannot fail.
    serde_json::to_string(value).expect("a record has a JSON form")
}

/// A record from JSON.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text)
}

/// Milliseconds since 1970, for people: no clock of a game is computed from it.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as i64
}
