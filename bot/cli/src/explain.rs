//! `nim-bot explain`: a verdict for people.

use std::io::{self, Read};

use anyhow::{Context, bail};
use bot::{GoldenRow, MAX_LINE_BYTES, explain};
use rules::{Preset, Setup};

use crate::effort::EffortArgs;

/// Say who wins and why, for people
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A row as `solve` reads it, a game in the notation ("misere nim 3,4,5"),
    /// or the name of a known start ("Marienbad"); without it, it is read from
    /// stdin
    what: Option<String>,
    #[command(flatten)]
    effort: EffortArgs,
}

pub(crate) fn run(args: Arguments) -> anyhow::Result<()> {
    let what = match args.what {
        Some(what) => what,
        None => read_input()?,
    };
    let setup = setup(what.trim())?;
    print!("{}", explain(&setup, args.effort.options()));
    Ok(())
}

fn read_input() -> anyhow::Result<String> {
    let mut text = String::new();
    let most = MAX_LINE_BYTES as u64;
    io::stdin().take(most).read_to_string(&mut text).context("stdin cannot be read")?;
    Ok(text)
}

fn setup(what: &str) -> anyhow::Result<Setup> {
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
