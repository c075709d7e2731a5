//! `nim-bot conform`: checks a program against docs/bots.md.

use anyhow::bail;
use bot::{ProgramSpec, conform};

use crate::program::ProgramArgs;

/// Check whether a program conforms to the line protocol (docs/bots.md)
#[derive(Debug, clap::Args)]
pub(crate) struct ConformArguments {
    /// The program's command line, interpreted by a shell: "python3 bot.py"
    program: String,
    #[command(flatten)]
    limits: ProgramArgs,
    /// The seed of the other player's random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: ConformArguments) -> anyhow::Result<()> {
    // A program's author wants to see where it fails.
    let spec = ProgramSpec { show_errors: true, ..args.limits.spec(args.program) };
    if !conform(&spec, args.seed, &mut |check| say!("{check}")) {
        bail!("the program does not conform; docs/bots.md says what is expected");
    }
    Ok(())
}
