//! The bot's identity: a secret in a file or in the environment, never on the command line, which
//! every process on the machine can read.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, anyhow};
use protocol::Secret;

pub(crate) const VARIABLE: &str = "NIM_BOT_TOKEN";

/// The variable that `nim-server` reads as well.
const ADMIN_VARIABLE: &str = "NIM_ADMIN_TOKEN";

/// Reads the secret from a file; if there is none, creates it with a new secret, readable by its
/// owner only.
pub(crate) fn in_file(file: &Path) -> anyhow::Result<Secret> {
    let what = || format!("the token file {}", file.display());
    match std::fs::read_to_string(file) {
        Ok(text) => read(&text).with_context(what),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let secret = Secret::new(rand::random());
            let mut new = OpenOptions::new();
            let mut file =
                new.write(true).create_new(true).mode(0o600).open(file).with_context(what)?;
            writeln!(file, "{}", secret.reveal()).with_context(what)?;
            Ok(secret)
        }
        Err(error) => Err(error).with_context(what),
    }
}

/// The secret in the environment, if there is one.
pub(crate) fn in_environment() -> anyhow::Result<Option<Secret>> {
    match std::env::var(VARIABLE) {
        Ok(text) => read(&text).context(VARIABLE).map(Some),
        Err(_) => Ok(None),
    }
}

/// The admin token in the environment, if there is one.
pub(crate) fn admin_in_environment() -> anyhow::Result<Option<Secret>> {
    match std::env::var(ADMIN_VARIABLE) {
        Ok(text) => read(&text).context(ADMIN_VARIABLE).map(Some),
        Err(_) => Ok(None),
    }
}

fn read(text: &str) -> anyhow::Result<Secret> {
    Secret::read(text.trim()).ok_or_else(|| anyhow!("expected 64 hexadecimal digits"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_file_is_made_once_and_read_again() {
        let folder = tempfile::tempdir().expect("a new folder");
        let file = folder.path().join("token");
        let secret = in_file(&file).expect("made");
        assert_eq!(in_file(&file).expect("read"), secret);
        let mode = std::fs::metadata(&file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        std::fs::write(&file, "nonsense").expect("written");
        in_file(&file).expect_err("no secret");
    }

    #[test]
    fn a_secret_has_all_its_digits_and_may_end_the_line() {
        let digits = "ab".repeat(32);
        let secret = read(&format!(" {digits}\n")).expect("a secret");
        assert_eq!(secret.reveal(), digits);
        for wrong in ["", &digits[1..], &format!("{digits}0"), &"xy".repeat(32)] {
            let why = read(wrong).expect_err(wrong).to_string();
            assert_eq!(why, "expected 64 hexadecimal digits");
        }
        let folder = tempfile::tempdir().expect("a new folder");
        let file = folder.path().join("token");
        std::fs::write(&file, "nonsense").expect("written");
        let why = in_file(&file).expect_err("no secret").to_string();
        assert_eq!(why, format!("the token file {}", file.display()));
        in_file(folder.path()).expect_err("a folder");
        assert!(folder.path().is_dir());
    }
}
