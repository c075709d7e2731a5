//! A name that can be shown anywhere: bounded, on one line, and read in the order in
//! which it is written. Which names a player may take is the server's decision.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::limits::MAX_NAME_CHARS;

/// A player's name. Unique only among registered players, and not a secret: a seat is owned
/// through its token, never by a name.
// Shared by all messages and tables that name the player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String")]
pub struct Name(Arc<str>);

impl Name {
    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadName {
    /// Nothing but white space.
    Empty,
    /// More than [`MAX_NAME_CHARS`] characters.
    TooLong,
    /// A control character, or one that changes the direction of writing.
    Unprintable,
}

impl TryFrom<String> for Name {
    type Error = BadName;

    /// White space around the name is dropped.
    fn try_from(name: String) -> Result<Name, BadName> {
        let name = name.trim();
        if name.is_empty() {
            return Err(BadName::Empty);
        }
        if name.chars().count() > MAX_NAME_CHARS {
            return Err(BadName::TooLong);
        }
        if name.chars().any(|c| c.is_control() || is_invisible(c)) {
            return Err(BadName::Unprintable);
        }
        Ok(Name(name.into()))
    }
}

/// Line and paragraph separators, zero-width characters and the marks that change the
/// direction of writing: with them one name can be made to look like another.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadName::Empty => f.write_str("a name needs at least one character"),
            BadName::TooLong => write!(f, "a name has at most {MAX_NAME_CHARS} characters"),
            BadName::Unprintable => f.write_str("a name has printable characters only"),
        }
    }
}

impl std::error::Error for BadName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_bounded() {
        let read = |name: &str| Name::try_from(name.to_owned());
        assert_eq!(read("  Ada  ").expect("plain").as_str(), "Ada");
        assert_eq!(read("Ada").expect("plain").to_string(), "Ada");
        assert_eq!(read(" \t "), Err(BadName::Empty));
        assert_eq!(read(&"x".repeat(MAX_NAME_CHARS + 1)), Err(BadName::TooLong));
        assert!(read(&"ü".repeat(MAX_NAME_CHARS)).is_ok());
        for (bad, word) in [("", "one"), (&*"x".repeat(33), "32"), ("a\0b", "printable")] {
            assert!(read(bad).expect_err("bad").to_string().contains(word), "{bad:?}");
        }
        for hostile in ["a\0b", "a\nb", "evil\u{202E}txt", "zero\u{200B}width"] {
            assert_eq!(read(hostile), Err(BadName::Unprintable), "{hostile:?}");
        }
        assert!(
            read("<script>alert(1)</script>").is_ok(),
            "markup is harmless here: pages show names as text"
        );
    }
}
