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
