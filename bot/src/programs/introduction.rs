//! What a program says of itself in its `hello`.

use std::fmt;

use protocol::{DeclaredProgram, Version};
use rules::Variant;
use serde::Deserialize;

use crate::bots::BotError;

/// A program's `hello`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Introduction {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// The variants that it plays; `None` for all.
    #[serde(default)]
    pub variants: Option<Vec<String>>,
    /// Its version, if it says one.
    #[serde(default)]
    pub version: Option<Version>,
    /// The seed of its choices, if it says one.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Whether it promises the same move in the same game every time.
    #[serde(default)]
    pub deterministic: bool,
}

impl Introduction {
    /// Reads the words after `hello`.
    pub(super) fn read(said: &str) -> Result<Introduction, BotError> {
        let read: Result<Introduction, _> = serde_json::from_str(said);
        let read = read.map_err(|why| BotError::BadHello(why.to_string()))?;
        match read.seed {
            Some(seed) if seed > DeclaredProgram::MAX_SEED => {
                Err(BotError::BadHello("a seed is below 2^53".to_owned()))
            }
            _ => Ok(read),
        }
    }

    /// Whether the program plays this variant.
    pub fn plays(&self, variant: &Variant) -> bool {
        let known = self.variants.as_deref();
        known.is_none_or(|known| known.iter().any(|name| name == variant.name()))
    }
}

impl From<&Introduction> for DeclaredProgram {
    fn from(said: &Introduction) -> DeclaredProgram {
        let Introduction { version, seed, deterministic, .. } = said.clone();
        DeclaredProgram { version, seed, deterministic }
    }
}

impl fmt::Display for Introduction {
    /// `Bouton 1.2, seed 7, deterministic`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.name.is_empty() { "a program" } else { &self.name };
        f.write_str(name)?;
        if let Some(version) = &self.version {
            write!(f, " {version}")?;
        }
        if let Some(seed) = self.seed {
            write!(f, ", seed {seed}")?;
        }
        if self.deterministic { f.write_str(", deterministic") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_says_what_it_is() {
        let said = r#"{"name": "Bouton", "version": "1.2", "seed": 9007199254740991,
                       "deterministic": true, "variants": ["nim"]}"#;
        let read = Introduction::read(said).expect("as it should be");
        assert_eq!(read.to_string(), "Bouton 1.2, seed 9007199254740991, deterministic");
        let variant = |name: &str| name.parse::<Variant>().expect("a variant");
        assert!(read.plays(&variant("nim")) && !read.plays(&variant("lasker")));
        let nobody = Introduction::read("{}").expect("nothing need be said");
        assert_eq!(nobody.to_string(), "a program");
        assert!(nobody.plays(&variant("lasker")));
        for wrong in [r#"{"seed": 9007199254740992}"#, r#"{"seed": -1}"#, "", r#"{"version": ""}"#]
        {
            assert!(matches!(Introduction::read(wrong), Err(BotError::BadHello(_))), "{wrong}");
        }
    }
}
