//! The key with which a player signs their moves in tournaments, so that a reader of the file can
//! verify who made them.

use std::fmt;

use ed25519_dalek::{Signer, SigningKey};
use protocol::{PublicKey, Secret, Signature};

/// An Ed25519 key; it never appears in a log.
#[derive(Clone)]
pub struct MoveKey(Box<SigningKey>);

impl MoveKey {
    /// Makes a key from the secret's bytes.
    ///
    /// ```
    /// use bot::MoveKey;
    /// use protocol::Secret;
    ///
    /// let key = MoveKey::new(Secret::new([7; 32])); // in earnest, 32 random bytes
    /// assert_eq!(key.public().to_string().len(), 64);
    /// ```
    pub fn new(secret: Secret) -> MoveKey {
        MoveKey(Box::new(SigningKey::from_bytes(secret.bytes())))
    }

    /// The public key, with which others verify signatures.
    pub fn public(&self) -> PublicKey {
        PublicKey::new(self.0.verifying_key().to_bytes())
    }

    /// Signs a text of a game's [`MoveChain`](protocol::MoveChain).
    pub fn sign(&self, text: &str) -> Signature {
        Signature::new(self.0.sign(text.as_bytes()).to_bytes())
    }
}

impl fmt::Debug for MoveKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MoveKey({})", self.public())
    }
}
