//! The keys that sign a log. A new key is signed by the one before it, and every head carries these
//! signatures, so whoever trusts a key that has been replaced can check what its successors signed.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use protocol::hex;
use serde::{Deserialize, Serialize};

use super::{LogHead, unhex};

/// A key is replaced: the old one has signed which key follows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KeyChange {
    /// The public key that has been replaced, in hexadecimal.
    pub old: String,
    /// The one that follows it.
    pub new: String,
    /// The old key's signature of [`KeyChange::signed_text`], in hexadecimal.
    pub signature: String,
}

/// The key that signs heads, and how it came to follow the first one.
#[derive(Clone)]
pub struct LogSigner {
    key: SigningKey,
    changes: Vec<KeyChange>,
}

impl KeyChange {
    fn sign(old: &SigningKey, new: &SigningKey) -> KeyChange {
        let [before, after] = [old, new].map(|key| hex(key.verifying_key().as_bytes()));
        let signature = old.sign(KeyChange::signed_text(&before, &after).as_bytes());
        KeyChange { old: before, new: after, signature: hex(&signature.to_bytes()) }
    }

    /// Returns the text whose bytes are signed.
    pub fn signed_text(old: &str, new: &str) -> String {
        format!("nim signing key\n{old}\n{new}\n")
    }

    fn is_signed(&self) -> bool {
        is_signed(&self.old, &KeyChange::signed_text(&self.old, &self.new), &self.signature)
    }
}

impl LogSigner {
    /// Signs with this key, which has replaced the others, the oldest first; each of them has
    /// replaced the one before it.
    pub fn new(key: &SigningKey, replaced: &[SigningKey]) -> LogSigner {
        let successors = replaced.iter().skip(1).chain([key]);
        let changes = replaced.iter().zip(successors).map(|(old, new)| KeyChange::sign(old, new));
        LogSigner { key: key.clone(), changes: changes.collect() }
    }

    /// Returns the head of a log of this size with this Merkle root.
    pub fn head(&self, size: u64, root: String) -> LogHead {
        let signature = self.key.sign(LogHead::signed_text(size, &root).as_bytes());
        let (key, signature) =
            (hex(self.key.verifying_key().as_bytes()), hex(&signature.to_bytes()));
        LogHead { size, root, key, signature, changes: self.changes.clone() }
    }
}

impl std::fmt::Debug for LogSigner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LogSigner(..)")
    }
}

impl LogHead {
    /// Whether this key signs it, or one that has followed it.
    pub fn is_of(&self, trusted: &str) -> bool {
        let from = self.changes.iter().position(|change| change.old == trusted);
        let changes = from.map_or(&[][..], |from| &self.changes[from..]);
        let next = |key, change: &KeyChange| match change.old == key && change.is_signed() {
            true => Some(change.new.clone()),
            false => None,
        };
        changes.iter().try_fold(trusted.to_owned(), next).is_some_and(|last| last == self.key)
    }
}

/// Whether a key has signed a text; all in hexadecimal.
pub(super) fn is_signed(key: &str, text: &str, signature: &str) -> bool {
    let check = || {
        let key = VerifyingKey::from_bytes(&unhex::<32>(key)?).ok()?;
        let signature = Signature::from_bytes(&unhex::<64>(signature)?);
        key.verify_strict(text.as_bytes(), &signature).ok()
    };
    check().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u8) -> SigningKey {
        SigningKey::from_bytes(&[n; 32])
    }

    #[test]
    fn what_is_signed_never_changes_and_of_a_successor_names_both() {
        assert_eq!(KeyChange::signed_text("0a", "0b"), "nim signing key\n0a\n0b\n");
        assert_eq!(LogHead::signed_text(7, "ab"), "nim ladder log\n7\nab\n");
        let change = KeyChange::sign(&key(1), &key(2));
        assert!(change.is_signed());
        let public = |n| hex(key(n).verifying_key().as_bytes());
        assert_eq!((&change.old, &change.new), (&public(1), &public(2)));
        let other = KeyChange::sign(&key(1), &key(3));
        for forged in [
            KeyChange { new: public(3), ..change.clone() },
            KeyChange { old: public(3), ..change.clone() },
            KeyChange { signature: other.signature, ..change.clone() },
            KeyChange { signature: String::new(), ..change },
        ] {
            assert!(!forged.is_signed(), "{forged:?}");
        }
    }

    #[test]
    fn a_head_is_of_each_key_that_the_signing_one_has_followed() {
        let signer = LogSigner::new(&key(3), &[key(1), key(2)]);
        let head = signer.head(7, "ab".repeat(32));
        let public = |n| hex(key(n).verifying_key().as_bytes());
        assert!([1, 2, 3].iter().all(|&n| head.is_of(&public(n))));
        assert!(!head.is_of(&public(4)));
        let mut gap = head.clone();
        gap.changes.remove(1);
        assert!(!gap.is_of(&public(1)), "the second has not signed the third");
        let mut forged = head;
        forged.changes[0].signature = forged.changes[1].signature.clone();
        assert!(!forged.is_of(&public(1)) && forged.is_of(&public(2)));
    }
}
