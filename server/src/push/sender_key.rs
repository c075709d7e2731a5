//! The key by which push services know this server (VAPID, RFC 8292). It is stored with the
//! data, created when a server is first started there, and readable by its owner only: subscriptions
//! are bound to it.

use std::io;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use crate::store::Storage;

const NAME: &str = "push.key";
/// How long a signature counts; the standard allows a day.
const SECONDS: i64 = 12 * 3_600;

/// Signs requests to push services.
pub(crate) struct SenderKey(EcdsaKeyPair);

impl SenderKey {
    /// Creates a key that is not stored.
    pub(crate) fn passing() -> SenderKey {
        read(&new()).expect("a key that was just made")
    }

    /// Opens the key that is stored there; creates it if there is none.
    pub(crate) fn open(storage: &Storage) -> io::Result<SenderKey> {
        let key = storage.key(NAME, new)?;
        read(&key).ok_or_else(|| io::Error::other(format!("{NAME} in {storage} is not a key")))
    }

    /// Returns the public key, as browsers subscribe with it.
    pub(crate) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// Returns the header `Authorization` of a request to the push service at `host`; `about` is
    /// the page of this server, where its operator can be found.
    pub(super) fn authorization(
        &self,
        host: &str,
        now_s: i64,
        about: Option<&str>,
    ) -> Option<String> {
        let mut claims = json!({"aud": format!("https://{host}"), "exp": now_s + SECONDS});
        if let Some(about) = about.filter(|about| about.starts_with("https://")) {
            claims["sub"] = about.into();
        }
        let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let text = format!("{}.{}", part(json!({"typ": "JWT", "alg": "ES256"})), part(claims));
        let signature = self.0.sign(&SystemRandom::new(), text.as_bytes()).ok()?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Some(format!("vapid t={text}.{signature}, k={}", self.public()))
    }
}

/// A new key, as it is stored.
fn new() -> Vec<u8> {
    let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
    made.expect("the system has randomness").as_ref().to_vec()
}

fn read(bytes: &[u8]) -> Option<SenderKey> {
    let random = SystemRandom::new();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, bytes, &random).ok().map(SenderKey)
}

impl std::fmt::Debug for SenderKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SenderKey(..)")
    }
}

#[cfg(test)]
pub(super) mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;
    use crate::store::folder::folder_in_memory;

    /// Checks a signature as a push service does; returns what it claims.
    pub(in crate::push) fn claims(authorization: &str) -> Value {
        let (token, key) = authorization
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .expect("the form of the standard");
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64");
        let (text, signature) = token.rsplit_once('.').expect("three parts");
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(key))
            .verify(text.as_bytes(), &decode(signature))
            .expect("signed by that key");
        let (_, claims) = text.split_once('.').expect("two parts");
        serde_json::from_slice(&decode(claims)).expect("JSON")
    }

    #[test]
    fn the_key_of_a_folder_stays_and_its_signatures_hold() {
        let folder = folder_in_memory();
        let storage = Storage::folder(folder.path());
        let key = SenderKey::open(&storage).expect("made");
        let again = SenderKey::open(&storage).expect("read");
        assert_eq!(key.public(), again.public());
        let signed = again.authorization("push.example.net", 100, Some("https://nim.example"));
        let said = claims(&signed.expect("signed"));
        let expected = json!({"aud": "https://push.example.net", "exp": 100 + SECONDS, "sub": "https://nim.example"});
        assert_eq!(said, expected);
        std::fs::write(folder.path().join(NAME), "half a key").expect("written");
        assert!(SenderKey::open(&storage).is_err());
    }
}
