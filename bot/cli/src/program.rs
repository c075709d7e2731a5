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
