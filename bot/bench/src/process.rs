//! Child processes on cores of their own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::Context;

/// A program that says where it listens. Dropping it kills it.
pub(crate) struct Listening {
    child: Child,
    pub(crate) at: SocketAddr,
}

impl Listening {
    /// Starts `program` on this core.
    pub(crate) fn start(core: usize, program: &Path, flags: &[&str]) -> anyhow::Result<Listening> {
        let mut child = pinned(core, program, flags)
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let stdout = child.stdout.take().context("it is piped")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let at = line.trim().rsplit("http://").next().unwrap_or_default().parse();
        let at = at.with_context(|| format!("unexpected first line {line:?}"))?;
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

/// `program` bound to one core.
pub(crate) fn pinned(core: usize, program: &Path, flags: &[&str]) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", &core.to_string()]).arg(program).args(flags);
    command
}

/// A program beside this one.
pub(crate) fn sibling(name: &str) -> anyhow::Result<PathBuf> {
    let path = std::env::current_exe()?.with_file_name(name);
    anyhow::ensure!(path.exists(), "{} is missing: cargo build --release", path.display());
    Ok(path)
}
