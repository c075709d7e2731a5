//! Starts a `nim-server` as a child process: the one place that knows its command line and its
//! first line of output.

use std::io::{self, BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use protocol::Secret;

/// The text before the address in the first line that every `nim-server` prints.
const LISTENING: &str = " listening on ";

/// A `nim-server` to be started, by default on a free port of the loopback interface.
///
/// ```
/// use bot::ServerCommand;
///
/// let launcher = ["taskset", "-c", "0"];
/// let server = ServerCommand::new("/usr/bin/nim-server").under(&launcher).data("games");
/// assert_eq!(server.command().get_program(), "taskset");
/// let at = ServerCommand::address("nim-server listening on http://127.0.0.1:4000\n");
/// assert_eq!(at, "127.0.0.1:4000".parse().ok());
/// ```
#[derive(Clone, Debug)]
pub struct ServerCommand {
    program: PathBuf,
    launcher: Vec<String>,
    listen: SocketAddr,
    data: Option<PathBuf>,
    flags: Vec<String>,
    admin: Option<Secret>,
}

impl ServerCommand {
    /// Creates a command for the server program at this path.
    pub fn new(program: impl Into<PathBuf>) -> ServerCommand {
        let (listen, data) = (SocketAddr::from(([127, 0, 0, 1], 0)), None);
        let (launcher, flags) = (Vec::new(), Vec::new());
        ServerCommand { program: program.into(), launcher, listen, data, flags, admin: None }
    }

    /// The server program.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// Runs the server through another program, which is given the server's command line, such as
    /// `taskset` or `prlimit`.
    #[must_use]
    pub fn under<T: AsRef<str>>(mut self, launcher: &[T]) -> ServerCommand {
        self.launcher = launcher.iter().map(|part| part.as_ref().to_owned()).collect();
        self
    }

    /// Listens at this address.
    #[must_use]
    pub fn at(mut self, listen: SocketAddr) -> ServerCommand {
        self.listen = listen;
        self
    }

    /// Stores the data in this folder.
    #[must_use]
    pub fn data(mut self, folder: impl AsRef<Path>) -> ServerCommand {
        self.data = Some(folder.as_ref().to_owned());
        self
    }

    /// Adds these flags.
    #[must_use]
    pub fn flags<T: AsRef<str>>(mut self, flags: &[T]) -> ServerCommand {
        self.flags.extend(flags.iter().map(|flag| flag.as_ref().to_owned()));
        self
    }

    /// Sets the admin token.
    #[must_use]
    pub fn admin(mut self, token: Secret) -> ServerCommand {
        self.admin = Some(token);
        self
    }

    /// Returns the command. The server ends when its standard input is closed, so it ends with the
    /// process that started it, even if that is killed. Its output is piped.
    pub fn command(&self) -> Command {
        let mut command = match self.launcher.split_first() {
            Some((program, arguments)) => {
                let mut command = Command::new(program);
                command.args(arguments).arg(&self.program);
                command
            }
            None => Command::new(&self.program),
        };
        command.args(["--child", "--listen", &self.listen.to_string()]);
        if let Some(folder) = &self.data {
            command.arg("--data").arg(folder);
        }
        command.args(&self.flags).env("RUST_LOG", "warn");
        if let Some(token) = self.admin {
            // Not on the command line, which others can read.
            command.env("NIM_ADMIN_TOKEN", token.reveal());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command
    }

    /// Reads the first line of a server's output, and returns the address where it listens; `None`
    /// if it ended before it listened.
    ///
    /// # Errors
    /// When the output is not readable, or its first line is another.
    pub fn read_address(output: impl Read) -> io::Result<Option<SocketAddr>> {
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let other = || io::Error::other(format!("unexpected first line {line:?}"));
        if line.is_empty() {
            Ok(None)
        } else {
            ServerCommand::address(&line).map(Some).ok_or_else(other)
        }
    }

    /// Parses the address from the first line that a server prints; `None` for any other line.
    pub fn address(first_line: &str) -> Option<SocketAddr> {
        let (_, url) = first_line.trim().split_once(LISTENING)?;
        url.split_once("://")?.1.parse().ok()
    }
}
