//! Values in their stored text form.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Serialises a record as JSON.
pub(super) fn json(value: &impl Serialize) -> String {
    // Structs without maps with non-string keys: cannot fail.
    serde_json::to_string(value).expect("a record has a JSON form")
}

/// Parses a record from JSON.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text)
}
