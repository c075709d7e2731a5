//! `nim-bot explain`: a verdict in words.

use bot::explain;

use crate::effort::EffortArgs;
use crate::output::print;
use crate::what;

/// Explain in words who wins and why
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArguments {
    /// A game in the notation ("misere nim 3,4,5", or with moves, "nim 3,4,5: A-2"), the name of a
    /// known start ("Marienbad"), a record, or a row as `solve` reads it; read from stdin if omitted
    what: Option<String>,
    #[command(flatten)]
    effort: EffortArgs,
}

pub(crate) fn run(args: ExplainArguments) -> anyhow::Result<()> {
    let setup = what::setup(args.what)?;
    print(explain(&setup, args.effort.options()));
    Ok(())
}
