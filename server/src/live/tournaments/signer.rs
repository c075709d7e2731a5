//! The key that signs the files of tournaments and the ladder's log. It is stored in the data
//! folder, created when the server is first started there, and readable by its owner only.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use ed25519_dalek::SigningKey;
use protocol::Secret;
use tournament::{Contest, export};

use crate::identity::new_secret;

const FILE: &str = "signing.key";

/// Signs files and logs.
#[derive(Clone)]
pub(crate) struct Signer(SigningKey);

impl Signer {
    /// Creates a key that is not stored.
    pub(crate) fn passing() -> Signer {
        Signer(SigningKey::from_bytes(new_secret().bytes()))
    }

    /// Opens the key of this folder; creates it if it does not exist.
    pub(crate) fn open(folder: &Path) -> io::Result<Signer> {
        let file = folder.join(FILE);
        match std::fs::read_to_string(&file) {
            Ok(text) => match Secret::read(text.trim()) {
                Some(secret) => Ok(Signer(SigningKey::from_bytes(secret.bytes()))),
                None => Err(io::Error::other(format!("{} is not a key", file.display()))),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let secret = new_secret();
                // Written atomically: half a key would be useless.
                let draft = folder.join(format!("{FILE}.new"));
                let mut options = OpenOptions::new();
                let mut out =
                    options.write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
                out.write_all(format!("{}\n", secret.reveal()).as_bytes())?;
                out.sync_all()?;
                std::fs::rename(&draft, &file)?;
                Ok(Signer(SigningKey::from_bytes(secret.bytes())))
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the key itself.
    pub(crate) fn key(&self) -> &SigningKey {
        &self.0
    }

    /// Returns the public key, in hexadecimal.
    pub(crate) fn public(&self) -> String {
        protocol::hex(self.0.verifying_key().as_bytes())
    }

    /// Returns the signed file of a tournament that is over.
    pub(crate) fn export(&self, contest: &Contest) -> Option<String> {
        export(contest, &self.0)
    }
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer(..)")
    }
}
