//! The hash of a secret, which is all that the server stores of it: somebody who reads the server's
//! memory or disk cannot take anybody's seat.

use protocol::Secret;
use sha2::{Digest, Sha256};

/// The SHA-256 of a secret. The secret has 256 random bits, so no salt and no slow hash is needed:
/// it cannot be guessed. Nor need hashes be compared in constant time: timing reveals only the hash
/// of one's own guess.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SecretHash([u8; SecretHash::BYTES]);

impl SecretHash {
    pub(crate) const BYTES: usize = 32;

    pub(crate) fn new(secret: &Secret) -> SecretHash {
        SecretHash(Sha256::digest(secret.bytes()).into())
    }

    /// Returns the hash with these stored bytes.
    pub(crate) fn kept(bytes: [u8; SecretHash::BYTES]) -> SecretHash {
        SecretHash(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8; SecretHash::BYTES] {
        &self.0
    }
}

impl std::fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretHash(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_secret_fits() {
        let secret = Secret::new([7; 32]);
        let key = SecretHash::new(&secret);
        assert_eq!(key, SecretHash::new(&secret));
        assert_ne!(key, SecretHash::new(&Secret::new([8; 32])));
        assert_eq!(key, SecretHash::kept(*key.bytes()));
        // FIPS 180-4: the hash of 32 zero bytes.
        let zero = SecretHash::new(&Secret::new([0; 32]));
        assert_eq!(zero.bytes()[..4], [0x66, 0x68, 0x7a, 0xad]);
    }
}
