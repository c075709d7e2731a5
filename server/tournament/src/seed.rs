//! The randomness of a tournament. The server commits to its share when the tournament is created
//! and reveals it at the end; every entrant may add a nonce; the closed list is mixed in last. So
//! nobody can choose lots or starts alone.

use std::fmt;

use protocol::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// 256 bits from the system's source of randomness, or chosen by an organizer. They are secret
/// until the end, so they never appear in a log.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct Seed([u8; 32]);

impl Seed {
    /// Creates a seed of these bytes.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Returns the seed as 64 hexadecimal digits.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// Returns the commitment published before anybody enters: the SHA-256 of these words, which
    /// describe the tournament, followed by the seed.
    pub(crate) fn commitment(&self, words: &str) -> String {
        let hash = Sha256::new().chain_update(words.as_bytes()).chain_update(self.0);
        hex(&hash.finalize())
    }

    /// Returns the seed of everything drawn once the list of entrants is closed: the SHA-256 of
    /// this seed, the SHA-256 of these words, and the list.
    pub(crate) fn closed(&self, words: &str, list: &[u8]) -> Seed {
        let hash = Sha256::new().chain_update(self.0).chain_update(Sha256::digest(words));
        Seed(hash.chain_update(list).finalize().into())
    }

    /// Returns the random numbers for one purpose: each purpose has its own, so that what is drawn
    /// for one pair does not depend on which pairs came before.
    pub(crate) fn chance(&self, purpose: &str) -> SeededDraws {
        SeededDraws { seed: self.0, purpose: purpose.to_owned(), block: 0, left: Vec::new() }
    }
}

/// Numbers that follow from a seed: block `n` is the SHA-256 of the seed, the purpose, a zero byte
/// and `n` as eight bytes, big-endian, read as four numbers of eight bytes each.
#[derive(Debug)]
pub(crate) struct SeededDraws {
    seed: [u8; 32],
    purpose: String,
    block: u64,
    left: Vec<u64>,
}

impl SeededDraws {
    /// Returns a number from 0 to `n` - 1, uniformly distributed; 0 when `n` is 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        let n = n.max(1);
        // Numbers from the last, incomplete run of n would be too likely.
        let complete = u64::MAX - u64::MAX % n;
        loop {
            let drawn = self.next();
            if drawn < complete {
                return drawn % n;
            }
        }
    }

    fn next(&mut self) -> u64 {
        if self.left.is_empty() {
            let mut hash = Sha256::new();
            hash.update(self.seed);
            hash.update(self.purpose.as_bytes());
            hash.update([0]);
            hash.update(self.block.to_be_bytes());
            self.block += 1;
            let number = |chunk: &[u8]| chunk.iter().fold(0, |n, &byte| n << 8 | u64::from(byte));
            self.left = hash.finalize().chunks(8).rev().map(number).collect();
        }
        self.left.pop().unwrap_or_default()
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        seed.reveal()
    }
}

impl TryFrom<String> for Seed {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Seed, &'static str> {
        let secret = protocol::Secret::read(&text).ok_or("a seed has 64 hexadecimal digits")?;
        Ok(Seed(*secret.bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_and_a_purpose_fix_the_choices_for_ever() {
        let drawn = |seed, purpose| {
            let mut chance = Seed::new([seed; 32]).chance(purpose);
            (0..9).map(|_| chance.below(1_000)).collect::<Vec<_>>()
        };
        assert_eq!(drawn(7, "lots"), [321, 362, 137, 748, 834, 154, 378, 961, 375]);
        // Large bounds, of which the first passes over every second number or so.
        let large = |n| {
            let mut chance = Seed::new([7; 32]).chance("lots");
            [(); 3].map(|()| chance.below(n))
        };
        let passed =
            [4_435_740_076_186_214_321, 4_554_980_331_911_511_362, 6_174_794_255_232_608_375];
        assert_eq!(large((1 << 63) + 1), passed);
        let all = [4_435_740_076_186_214_321, 4_554_980_331_911_511_362, 9_968_708_363_857_694_137];
        assert_eq!(large(u64::MAX), all);
        assert_ne!(drawn(7, "lots"), drawn(7, "start"));
        assert_ne!(drawn(7, "lots"), drawn(8, "lots"));
        assert_eq!(Seed::new([1; 32]).chance("x").below(0), 0);
    }

    #[test]
    fn a_seed_is_hidden_until_it_is_revealed() {
        let seed = Seed::new([0; 32]);
        assert_eq!(format!("{seed:?}"), "Seed(..)");
        // The SHA-256 of 32 zero bytes.
        assert!(seed.commitment("").starts_with("66687aadf862bd77"));
        assert_ne!(seed.commitment("a"), seed.commitment("b"));
        assert_ne!(seed.closed("a", b"").reveal(), seed.closed("a", b"x").reveal());
        assert_eq!(Seed::try_from(seed.reveal()), Ok(seed));
    }
}
