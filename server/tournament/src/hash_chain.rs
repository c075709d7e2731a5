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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct NumberLine {
        t: &'static str,
        n: u32,
    }

    #[derive(Serialize)]
    struct NameLine {
        t: &'static str,
        name: &'static str,
    }

    /// Hashes and signature were computed by another program.
    #[test]
    fn lines_are_chained_and_sealed_as_the_manual_says() {
        let mut chain = HashChain::default();
        chain.add(&NumberLine { t: "a", n: 1 });
        chain.add(&NameLine { t: "b", name: "é" });
        assert_eq!(chain.lines(), 2);
        let first = "a8be926c69690dac6b0fa60119122d4ce695b08f95955f6e87e9cb72d83a29a3";
        let second = "6c0724f430db4e4cdfbd745a567967acd09e465562292d6bdc5a20f0d0614d95";
        let signature = concat!(
            "07213a19e6e028b1d56eda1b288e3a222b3d5f4fd28d9cb7354c00c925636de3",
            "d73f55af7aee5b9205dcaccad6d01d4917fbd18ec1bcc97a18d494025711840f"
        );
        let expected = [
            format!(r#"{{"t":"a","n":1,"hash":"{first}"}}"#),
            format!(r#"{{"t":"b","name":"é","hash":"{second}"}}"#),
            format!(r#"{{"t":"seal","signature":"{signature}"}}"#),
        ];
        let sealed = chain.seal(&SigningKey::from_bytes(&[7; 32]));
        assert_eq!(sealed.lines().collect::<Vec<_>>(), expected);
        assert!(sealed.ends_with('\n'));
    }
}
