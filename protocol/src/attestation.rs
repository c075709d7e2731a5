//! Signed moves: a player's public key, a signature, and the text that is signed. Anybody with
//! a tournament's file can check them without the server.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Secret, TableId};

/// An entrant's Ed25519 key (RFC 8032), written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct PublicKey([u8; 32]);

/// An Ed25519 signature of a move, written as 128 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct Signature([u8; 64]);

/// Returns the text that a player signs with a move: the table and the game in the notation up
/// to and including the move. It names the ply, the move and everything before it, so that
/// each signature vouches for all moves of its player so far.
///
/// ```
/// use protocol::{TableId, signed_move};
///
/// let table: TableId = serde_json::from_str("\"01890a5d-ac96-774b-bcce-b302099a8057\"")?;
/// assert_eq!(
///     signed_move(table, "nim 3,4,5: A-2 C-3"),
///     "nim-move 01890a5d-ac96-774b-bcce-b302099a8057 nim 3,4,5: A-2 C-3"
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn signed_move(table: TableId, game: &str) -> String {
    format!("nim-move {table} {game}")
}

impl PublicKey {
    /// Creates a key from its bytes. Does not check that they are a point on the curve.
    pub fn new(bytes: [u8; 32]) -> PublicKey {
        PublicKey(bytes)
    }

    /// Returns the bytes of the key.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Signature {
    /// Creates a signature from its bytes.
    pub fn new(bytes: [u8; 64]) -> Signature {
        Signature(bytes)
    }

    /// Returns the bytes of the signature.
    pub fn bytes(&self) -> &[u8; 64] {
        &self.0
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Secret::new(self.0).reveal())
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

impl From<PublicKey> for String {
    fn from(key: PublicKey) -> String {
        key.to_string()
    }
}

impl TryFrom<String> for PublicKey {
    type Error = &'static str;

    fn try_from(text: String) -> Result<PublicKey, &'static str> {
        let bytes = Secret::read(&text).ok_or("a key has 64 hexadecimal digits")?;
        Ok(PublicKey(*bytes.bytes()))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

impl From<Signature> for String {
    fn from(signature: Signature) -> String {
        signature.to_string()
    }
}

impl TryFrom<String> for Signature {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Signature, &'static str> {
        let halves = text.split_at_checked(64).ok_or("a signature has 128 hexadecimal digits")?;
        let half = |text| Secret::read(text).ok_or("a signature has 128 hexadecimal digits");
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(half(halves.0)?.bytes());
        bytes[32..].copy_from_slice(half(halves.1)?.bytes());
        Ok(Signature(bytes))
    }
}
