//! Tamper-evident lines: each carries the hash of itself and of the previous line, and the last one
//! a signature of the whole. docs/tournaments.md explains how to check them without this program.

use ed25519_dalek::{Signer, SigningKey};
use protocol::hex;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// A growing text of JSON lines.
#[derive(Debug, Default)]
pub(crate) struct HashChain {
    text: String,
    hash: [u8; 32],
    lines: u64,
}

impl HashChain {
    /// Adds one line: a JSON object with at least one
    /// field.
    pub(crate) fn add(&mut self, line: &impl Serialize) {
        // Lines are structs of numbers and strings, which can always be serialised.
        let line = serde_json::to_string(line).unwrap_or_default();
        let open = line.strip_suffix('}').unwrap_or_default();
        let mut hash = Sha256::new();
        hash.update(self.hash);
        hash.update(open.as_bytes());
        self.hash = hash.finalize().into();
        self.text += &format!("{open},\"hash\":\"{}\"}}\n", hex(&self.hash));
        self.lines += 1;
    }

    /// Returns the number of lines.
    pub(crate) fn lines(&self) -> u64 {
        self.lines
    }

    /// Returns the text, sealed.
    pub(crate) fn seal(mut self, key: &SigningKey) -> String {
        let signature = hex(&key.sign(&self.hash).to_bytes());
        self.text += &format!("{{\"t\":\"seal\",\"signature\":\"{signature}\"}}\n");
        self.text
    }
}
