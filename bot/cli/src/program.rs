//! Options for running programs that speak the line protocol.

use std::time::Duration;

use bot::ProgramSpec;

/// The limits of a program. The default memory is more than any language's runtime reserves at
/// startup.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ProgramArgs {
    /// A program's time limit per move, in milliseconds
    #[arg(long, default_value_t = 2_000)]
    move_ms: u64,
    /// Megabytes of address space for each process of a program; 0 for no limit
    #[arg(long, default_value_t = 4_096)]
    memory_mb: u64,
}

impl ProgramArgs {
    pub(crate) fn spec(&self, command: String) -> ProgramSpec {
        let memory_mb = Some(self.memory_mb).filter(|&megabytes| megabytes > 0);
        let move_time = Duration::from_millis(self.move_ms);
        let (dir, env, log) = (None, Vec::new(), None);
        ProgramSpec { command, move_time, memory_mb, show_errors: false, dir, env, log }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, clap::Parser)]
    struct Arguments {
        #[command(flatten)]
        limits: ProgramArgs,
    }

    #[test]
    fn a_program_runs_within_its_limits() {
        let spec = |flags: &[&str]| {
            let arguments = [&["nim-bot"], flags].concat();
            let arguments = <Arguments as clap::Parser>::try_parse_from(arguments);
            arguments.expect("they are known").limits.spec("./bot".to_owned())
        };
        let usual = spec(&[]);
        assert_eq!((usual.command.as_str(), usual.show_errors), ("./bot", false));
        assert_eq!((usual.move_time, usual.memory_mb), (Duration::from_secs(2), Some(4_096)));
        assert!(usual.dir.is_none() && usual.env.is_empty() && usual.log.is_none());
        let other = spec(&["--move-ms", "7", "--memory-mb", "1"]);
        assert_eq!((other.move_time, other.memory_mb), (Duration::from_millis(7), Some(1)));
        assert_eq!(spec(&["--memory-mb", "0"]).memory_mb, None, "no limit");
    }
}
