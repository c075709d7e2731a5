//! The key with which a player signs their moves in tournaments, so that a reader of the file can
//! verify who made them.

use std::fmt;

use ed25519_dalek::{Signer, SigningKey};
use protocol::{PublicKey, Secret, Signature, TableId, signed_move};
use rules::{Game, Move, Setup};

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

    /// Signs the last move of a game; `None` if the moves are not legal.
    pub fn sign(
        &self,
        table: TableId,
        setup: &Setup,
        history: &[Move],
        mv: &Move,
    ) -> Option<Signature> {
        let mut game = Game::new(setup.clone());
        for mv in history.iter().chain([mv]) {
            game.play(mv.clone()).ok()?;
        }
        let signed = signed_move(table, &game.to_string());
        Some(Signature::new(self.0.sign(signed.as_bytes()).to_bytes()))
    }
}

impl fmt::Debug for MoveKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MoveKey({})", self.public())
    }
}
