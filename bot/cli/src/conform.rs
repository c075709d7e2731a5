//! `nim-bot conform`: checks a program against docs/bots.md.

use anyhow::bail;
use bot::{ProgramSpec, conform};

use crate::program::ProgramArgs;

/// Check whether a program keeps to the line protocol (docs/bots.md)
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The program, as a shell reads it: "python3 bot.py"
    program: String,
    #[command(flatten)]
    limits: ProgramArgs,
    /// Of the other player's random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: Arguments) -> anyhow::Result<()> {
    // A program's author wants to see where it fails.
    let spec = ProgramSpec { show_errors: true, ..args.limits.spec(args.program) };
    if !conform(&spec, args.seed, &mut |check| println!("{check}")) {
        bail!("the program does not conform; docs/bots.md says what is expected");
    }
    Ok(())
}
