//! The version of a bot's program, as its owner names it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::limits::MAX_VERSION_CHARS;

/// The version of the program that plays for a bot: each version has ratings of its own.
// Shared by all messages and tables that name the bot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String")]
pub struct Version(Arc<str>);

impl Version {
    /// Returns the version as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Version {
    type Error = String;

    /// One to [`MAX_VERSION_CHARS`] visible ASCII characters, so that everybody can type it.
    fn try_from(version: String) -> Result<Version, String> {
        let visible = version.bytes().all(|byte| byte.is_ascii_graphic());
        match visible && (1..=MAX_VERSION_CHARS).contains(&version.len()) {
            true => Ok(Version(version.into())),
            false => Err(format!("a version has 1 to {MAX_VERSION_CHARS} visible characters")),
        }
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_short_and_visible() {
        let version = |text: &str| Version::try_from(text.to_owned());
        assert_eq!(version("2.0-rc1").expect("plain").as_str(), "2.0-rc1");
        assert_eq!(version("2.0-rc1").expect("plain").to_string(), "2.0-rc1");
        assert!(version(&"9".repeat(MAX_VERSION_CHARS)).is_ok());
        for bad in ["", " ", "1 2", "1\n", "ä", "\u{202e}1", &"9".repeat(MAX_VERSION_CHARS + 1)] {
            assert!(version(bad).is_err(), "{bad:?}");
        }
    }
}
