//! An entrant's contribution to the lots of a tournament. Unlike a
//! [`Secret`](crate::Secret) it proves nothing and is published.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Secret;

/// 32 bytes that an entrant chooses, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct Nonce([u8; 32]);

impl Nonce {
    /// Creates a nonce from its bytes, which should come from a source of randomness.
    pub fn new(bytes: [u8; 32]) -> Nonce {
        Nonce(bytes)
    }

    /// Returns the bytes of the nonce.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Secret::new(self.0).reveal())
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nonce({self})")
    }
}

impl From<Nonce> for String {
    fn from(nonce: Nonce) -> String {
        nonce.to_string()
    }
}

impl TryFrom<String> for Nonce {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Nonce, &'static str> {
        let secret = Secret::read(&text).ok_or("a nonce has 64 hexadecimal digits")?;
        Ok(Nonce(*secret.bytes()))
    }
}
