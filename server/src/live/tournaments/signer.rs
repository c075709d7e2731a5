//! The key that signs the files of tournaments and the ladder's log. It is stored with the
//! data, created when a server is first started there, and readable by its owner only. Keys
//! that it has replaced stay with it, for tournaments that named them.

use std::io;

use ed25519_dalek::SigningKey;
use ladder::LogSigner;
use protocol::Secret;
use tournament::{Contest, export};

use crate::identity::new_secret;
use crate::store::Storage;

const NAME: &str = "signing.key";

/// The maximum number of keys that are replaced: every head lists them.
const MOST_REPLACED: usize = 50;

/// Signs files and logs.
#[derive(Clone)]
pub(crate) struct Signer {
    key: SigningKey,
    /// The keys before it, the oldest first.
    replaced: Vec<SigningKey>,
    /// What signs the ladder's log; each key has signed its successor there.
    log: LogSigner,
}

impl Signer {
    /// Creates a key that is not stored.
    pub(crate) fn passing() -> Signer {
        Signer::of(SigningKey::from_bytes(new_secret().bytes()), Vec::new())
    }

    /// Opens the keys that are stored there; creates one if there is none.
    pub(crate) fn open(storage: &Storage) -> io::Result<Signer> {
        let new = || format!("{}\n", new_secret().reveal()).into_bytes();
        let text = storage.key(NAME, new)?;
        let not_keys = || io::Error::other(format!("{NAME} in {storage} is not a list of keys"));
        let text = String::from_utf8(text).map_err(|_| not_keys())?;
        let read = |line: &str| Some(SigningKey::from_bytes(Secret::read(line.trim())?.bytes()));
        let keys: Option<Vec<SigningKey>> = text.lines().map(read).collect();
        let (key, replaced) =
            keys.as_ref().and_then(|keys| keys.split_last()).ok_or_else(not_keys)?;
        Ok(Signer::of(key.clone(), replaced.to_vec()))
    }

    fn of(key: SigningKey, replaced: Vec<SigningKey>) -> Signer {
        let log = LogSigner::new(&key, &replaced);
        Signer { key, replaced, log }
    }

    /// Replaces the key that is stored there by a new one; returns both public keys, in hexadecimal.
    /// No server may be running.
    pub(crate) fn rotate(storage: &Storage) -> io::Result<[String; 2]> {
        let before = Signer::open(storage)?;
        if before.replaced.len() >= MOST_REPLACED {
            return Err(io::Error::other("a key cannot be replaced more often"));
        }
        let keys = before.replaced.iter().chain([&before.key]);
        let lines = keys.map(|key| Secret::new(key.to_bytes())).chain([new_secret()]);
        let text: String = lines.map(|key| format!("{}\n", key.reveal())).collect();
        storage.replace_key(NAME, text.as_bytes())?;
        Ok([before.public(), Signer::open(storage)?.public()])
    }

    /// Returns what signs the ladder's log.
    pub(crate) fn log(&self) -> &LogSigner {
        &self.log
    }

    /// Returns the secret of the first key, which no rotation changes.
    pub(crate) fn oldest(&self) -> Secret {
        Secret::new(self.replaced.first().unwrap_or(&self.key).to_bytes())
    }

    /// Returns the public key, in hexadecimal.
    pub(crate) fn public(&self) -> String {
        public(&self.key)
    }

    /// Returns the file of a tournament that is over, signed with the key that it named before
    /// anybody entered.
    pub(crate) fn export(&self, contest: &Contest) -> Option<String> {
        let named = &contest.opening().key;
        let key = self.replaced.iter().find(|key| public(key) == *named).unwrap_or(&self.key);
        export(contest, key)
    }
}

fn public(key: &SigningKey) -> String {
    protocol::hex(key.verifying_key().as_bytes())
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer(..)")
    }
}
