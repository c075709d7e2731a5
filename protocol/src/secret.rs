//! Secrets on the wire: they prove who owns a seat, an identity or a house bot.

use std::fmt;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const BYTES: usize = 32;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// 256 random bits, written as 64 lower-case hexadecimal digits. It never appears in a
/// log.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Secret([u8; BYTES]);

impl Secret {
    /// Creates a secret from bytes, which must come from the system's source of randomness.
    pub fn new(random: [u8; BYTES]) -> Secret {
        Secret(random)
    }

    /// Returns the bytes of the secret, for hashing.
    pub fn bytes(&self) -> &[u8; BYTES] {
        &self.0
    }

    /// Returns the secret as text, to give to its owner.
    pub fn reveal(&self) -> String {
        String::from_utf8_lossy(&self.digits()).into_owned()
    }

    fn digits(&self) -> [u8; 2 * BYTES] {
        let mut digits = [0; 2 * BYTES];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 0x0f)];
        }
        digits
    }

    /// Parses a secret; `None` unless the text has 64 hexadecimal digits.
    ///
    /// ```
    /// use protocol::Secret;
    ///
    /// let secret = Secret::new([7; 32]); // in earnest, 32 random bytes
    /// assert_eq!(Secret::read(&secret.reveal()), Some(secret));
    /// assert_eq!(Secret::read("too short"), None);
    /// ```
    pub fn read(text: &str) -> Option<Secret> {
        let digits: Option<Vec<u8>> =
            text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
        let digits = digits.filter(|digits| digits.len() == 2 * BYTES)?;
        let mut bytes = [0; BYTES];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        Some(Secret(bytes))
    }
}

impl PartialEq for Secret {
    /// Compares in constant time, so that a guesser learns nothing from how long it takes.
    fn eq(&self, other: &Secret) -> bool {
        let difference = self.0.iter().zip(other.0).fold(0, |sum, (a, b)| sum | (a ^ b));
        difference == 0
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = self.digits();
        serializer.serialize_str(std::str::from_utf8(&digits).map_err(S::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
        let text = String::deserialize(deserializer)?;
        Secret::read(&text).ok_or_else(|| D::Error::custom("a secret has 64 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_survives_the_wire_and_stays_out_of_the_log() {
        let mut bytes = [0; BYTES];
        bytes[0] = 0xf0;
        bytes[31] = 0x0d;
        let secret = Secret::new(bytes);
        assert_eq!(Secret::read(&secret.reveal()), Some(secret));
        assert_ne!(secret, Secret::new([0; BYTES]));
        // The same bits wrong in two bytes do not cancel each other.
        let mut wrong = bytes;
        (wrong[3], wrong[4]) = (bytes[3] ^ 0x10, bytes[4] ^ 0x10);
        assert_ne!(secret, Secret::new(wrong));
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        for bad in ["", "00", &"0".repeat(63), &"0".repeat(65), &"g".repeat(64), &"ü".repeat(64)] {
            assert_eq!(Secret::read(bad), None, "{bad}");
        }
    }
}
