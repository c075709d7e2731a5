//! `nim-bot explain`: a verdict for people.

use bot::explain;

use crate::effort::EffortArgs;
use crate::what;

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
    let setup = what::setup(args.what)?;
    print!("{}", explain(&setup, args.effort.options()));
    Ok(())
}
