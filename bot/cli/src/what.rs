//! Parses the position that a command is about.

use std::io::{self, Read};

use anyhow::{Context, bail};
use bot::{MAX_LINE_BYTES, Question};
use rules::Setup;

/// A question as `solve` reads it, or a record; read from standard input if omitted.
pub(crate) fn setup(what: Option<String>) -> anyhow::Result<Setup> {
    let what = match what {
        Some(what) => what,
        None => read_input()?,
    };
    match Question::read(what.as_bytes()) {
        Ok(question) => Ok(question.setup),
        Err(bad) => bail!("{}", bad.error),
    }
}

fn read_input() -> anyhow::Result<String> {
    let mut text = String::new();
    let most = MAX_LINE_BYTES as u64;
    io::stdin().take(most).read_to_string(&mut text).context("stdin cannot be read")?;
    Ok(text)
}
