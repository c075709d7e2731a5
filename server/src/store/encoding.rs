//! Values as the text that is stored.

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
