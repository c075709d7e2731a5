//! The key that signs the files of tournaments and the ladder's log. It is stored in the data
//! folder, created when the server is first started there, and readable by its owner only. Keys
//! that it has replaced stay in the same file, for tournaments that named them.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use ed25519_dalek::SigningKey;
use ladder::LogSigner;
use protocol::Secret;
use tournament::{Contest, export};

use crate::identity::new_secret;

const FILE: &str = "signing.key";

/// The maximum number of keys that are replaced: every head lists them.
const MOST_REPLACED: usize = 50;

/// Signs files and logs.
#[derive(Clone)]
pub(crate) struct Signer {
    key: SigningKey,
    /// The keys before it, the oldest first.
    replaced: Vec<SigningKey>,
}

impl Signer {
    /// Creates a key that is not stored.
    pub(crate) fn passing() -> Signer {
        Signer { key: SigningKey::from_bytes(new_secret().bytes()), replaced: Vec::new() }
    }

    /// Opens the keys of this folder; creates one if there is none.
    pub(crate) fn open(folder: &Path) -> io::Result<Signer> {
        let file = folder.join(FILE);
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let text = format!("{}\n", new_secret().reveal());
                write(folder, &text)?;
                text
            }
            Err(error) => return Err(error),
        };
        let not_keys = || io::Error::other(format!("{} is not a list of keys", file.display()));
        let read = |line: &str| Some(SigningKey::from_bytes(Secret::read(line.trim())?.bytes()));
        let keys: Option<Vec<SigningKey>> = text.lines().map(read).collect();
        let (key, replaced) =
            keys.as_ref().and_then(|keys| keys.split_last()).ok_or_else(not_keys)?;
        Ok(Signer { key: key.clone(), replaced: replaced.to_vec() })
    }

    /// Replaces the key of a folder by a new one; returns both public keys, in hexadecimal. No
    /// server may be running.
    pub(crate) fn rotate(folder: &Path) -> io::Result<[String; 2]> {
        let before = Signer::open(folder)?;
        if before.replaced.len() >= MOST_REPLACED {
            return Err(io::Error::other("a key cannot be replaced more often"));
        }
        let text = std::fs::read_to_string(folder.join(FILE))?;
        write(folder, &format!("{}\n{}\n", text.trim_end(), new_secret().reveal()))?;
        Ok([before.public(), Signer::open(folder)?.public()])
    }

    /// Returns what signs the ladder's log.
    pub(crate) fn log(&self) -> LogSigner {
        let keys: Vec<SigningKey> = self.replaced.iter().chain([&self.key]).cloned().collect();
        LogSigner::new(&keys).unwrap_or_else(|| LogSigner::from(self.key.clone()))
    }

    /// Returns the secret of the folder's first key, which no rotation changes.
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

/// Writes the file of keys atomically: half a key would be useless.
fn write(folder: &Path, text: &str) -> io::Result<()> {
    let draft = folder.join(format!("{FILE}.new"));
    let mut options = OpenOptions::new();
    let mut out = options.write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
    out.write_all(text.as_bytes())?;
    out.sync_all()?;
    std::fs::rename(&draft, folder.join(FILE))
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer(..)")
    }
}
