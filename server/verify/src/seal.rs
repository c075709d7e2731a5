//! The hash chain and the signature.

use ed25519_dalek::{Signature, VerifyingKey};
use sha2::{Digest, Sha256};

use super::Refuted;

/// The text before and after a line's hash.
const BEFORE: &str = ",\"hash\":\"";
const AFTER: &str = "\"}";

/// A file whose lines are chained; its signature has yet to be checked.
pub(super) struct Sealed {
    /// The lines without their hashes.
    pub(super) contents: Vec<String>,
    hash: [u8; 32],
    signature: [u8; 64],
}

pub(super) fn unseal(text: &str) -> Result<Sealed, Refuted> {
    let text = text.strip_suffix('\n').ok_or(Refuted::new(0, "it does not end with a line"))?;
    let (lines, seal) = text.rsplit_once('\n').ok_or(Refuted::new(0, "it is too short"))?;
    let mut hash = [0; 32];
    let mut contents = Vec::new();
    for (number, line) in (1..).zip(lines.split('\n')) {
        let refuted = |why| Refuted::new(number, why);
        let (content, claimed) = line.rsplit_once(BEFORE).ok_or(refuted("it has no hash"))?;
        let claimed = claimed.strip_suffix(AFTER).ok_or(refuted("it does not end well"))?;
        let mut next = Sha256::new();
        next.update(hash);
        next.update(content.as_bytes());
        hash = next.finalize().into();
        if claimed != digits(&hash) {
            return Err(refuted("its hash is wrong: this line or one before was changed"));
        }
        contents.push(format!("{content}}}"));
    }
    let number = contents.len() + 1;
    let signature = seal.strip_prefix("{\"t\":\"seal\",\"signature\":\"");
    let signature = signature.and_then(|signature| signature.strip_suffix(AFTER)).and_then(bytes);
    let signature = signature.ok_or(Refuted::new(number, "it is not a seal"))?;
    Ok(Sealed { contents, hash, signature })
}

impl Sealed {
    /// Checks the signature with this key; returns the key in its canonical form.
    pub(super) fn key_of(&self, key: &str) -> Result<String, Refuted> {
        let key: [u8; 32] = bytes(key).ok_or(Refuted::new(1, "the key is malformed"))?;
        let known = VerifyingKey::from_bytes(&key).map_err(|why| Refuted::new(1, why))?;
        let signature = Signature::from_bytes(&self.signature);
        known.verify_strict(&self.hash, &signature).map_err(|_| {
            Refuted::new(self.contents.len() + 1, "the signature is not that of the key")
        })?;
        Ok(digits(&key))
    }
}

pub(super) fn digits(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

/// Parses lower-case hexadecimal digits into bytes.
pub(super) fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, two) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = value(two[0])? << 4 | value(two[1])?;
    }
    Some(bytes)
}
