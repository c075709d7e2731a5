//! Child processes, each on its own core.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context;
use bot::ServerCommand;

/// A program that prints the address it listens on. Dropping it kills it.
pub(crate) struct Listening {
    child: Child,
    pub(crate) at: SocketAddr,
}

impl Listening {
    /// Starts a program and waits until it listens.
    pub(crate) fn start(mut command: Command) -> anyhow::Result<Listening> {
        let started = command.stdout(Stdio::piped()).spawn();
        let mut child = started.with_context(|| format!("cannot start {command:?}"))?;
        let stdout = child.stdout.take().context("it is piped")?;
        let at = ServerCommand::read_address(stdout)?.context("it ended before it listened")?;
        Ok(Listening { child, at })
    }

    /// Starts a program that will listen there, without waiting until it does.
    pub(crate) fn start_at(at: SocketAddr, mut command: Command) -> anyhow::Result<Listening> {
        let child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
        Ok(Listening { child, at })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command line that binds a program to one core.
pub(crate) fn on_core(core: usize) -> [String; 3] {
    ["taskset".to_owned(), "-c".to_owned(), core.to_string()]
}

/// `program` bound to one core.
pub(crate) fn pinned(core: usize, program: &Path, flags: &[&str]) -> Command {
    let [taskset, arguments @ ..] = on_core(core);
    let mut command = Command::new(taskset);
    command.args(arguments).arg(program).args(flags);
    command
}
