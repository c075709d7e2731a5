//! Parses the position that a command is about.

use std::io::{self, Read};

use anyhow::{Context, bail};
use bot::{GoldenRow, MAX_LINE_BYTES};
use rules::{Preset, Setup};

/// A row as `solve` reads it, a game in the notation ("misere nim 3,4,5"), or the name of a known
/// start ("Marienbad"); read from standard input if omitted.
pub(crate) fn setup(what: Option<String>) -> anyhow::Result<Setup> {
    let what = match what {
        Some(what) => what,
        None => read_input()?,
    };
    let what = what.trim();
    if what.starts_with('{') {
        return match GoldenRow::read(what.as_bytes()).and_then(GoldenRow::setup) {
            Ok(setup) => Ok(setup),
            Err(bad) => bail!("{}", bad.error),
        };
    }
    match Preset::named(what) {
        Some(preset) => Ok(preset.setup()),
        None => Ok(what.parse()?),
    }
}

fn read_input() -> anyhow::Result<String> {
    let mut text = String::new();
    let most = MAX_LINE_BYTES as u64;
    io::stdin().take(most).read_to_string(&mut text).context("stdin cannot be read")?;
    Ok(text)
}
