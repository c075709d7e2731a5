//! Runs the program.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run has said, and its exit code.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program without options of its own in the environment.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nim-bot"));
    for variable in ["NIM_BOT_TOKEN", "NIM_ADMIN_TOKEN", "NIM_CA", "NIM_LOG"] {
        command.env_remove(variable);
    }
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn run(arguments: &[&str]) -> Run {
    run_with(command(arguments), "")
}

/// Runs it with this input.
pub(crate) fn run_with(mut command: Command, input: &str) -> Run {
    let mut child = command.spawn().unwrap();
    // One that needs none may have ended.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}
