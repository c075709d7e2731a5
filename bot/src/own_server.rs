//! A private server for tools that need one and were not given one: the `nim-server` in this
//! program's folder, on a free port, with temporary data.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use protocol::Secret;
use tempfile::{Builder, TempDir};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use crate::client::ServerUrl;
use crate::server_command::ServerCommand;

/// How long a server may take to start listening before it counts as broken.
const LISTEN_TIMEOUT: Duration = Duration::from_secs(30);

/// Attempts to start a server on existing data, and the pause after each.
const ATTEMPTS: u32 = 4;
const BETWEEN: Duration = Duration::from_millis(500);

/// A running server that belongs to this process. Dropping it kills it and
/// removes its data.
#[derive(Debug)]
pub struct OwnServer {
    child: Child,
    at: SocketAddr,
    command: Box<ServerCommand>,
    data: Data,
    admin: Secret,
}

impl OwnServer {
    /// Starts a server on a free port of the loopback interface, with additional flags.
    ///
    /// # Errors
    /// When there is no `nim-server` in this program's folder, or it does not start to
    /// listen.
    pub async fn start(flags: &[&str]) -> io::Result<OwnServer> {
        OwnServer::start_under(&[], flags).await
    }

    /// Starts a server through another program that executes the command line it is given, such as
    /// `prlimit` or `taskset`.
    ///
    /// # Errors
    /// Like [`OwnServer::start`].
    pub async fn start_under(launcher: &[String], flags: &[&str]) -> io::Result<OwnServer> {
        OwnServer::start_with(Data::new()?, launcher, flags).await
    }

    /// Starts a server with its data in the caller's folder, where they remain; creates the folder
    /// if needed.
    ///
    /// # Errors
    /// Like [`OwnServer::start`].
    pub async fn start_in(folder: &Path, flags: &[&str]) -> io::Result<OwnServer> {
        std::fs::create_dir_all(folder)?;
        let data = || Data::Kept(folder.to_owned());
        for _ in 0..ATTEMPTS {
            match OwnServer::start_with(data(), &[], flags).await {
                Err(why) if why.kind() != io::ErrorKind::NotFound => tracing::debug!(%why),
                started => return started,
            }
            // An earlier server, whose parent was killed, may still be writing.
            sleep(BETWEEN).await;
        }
        OwnServer::start_with(data(), &[], flags).await
    }

    async fn start_with(data: Data, launcher: &[String], flags: &[&str]) -> io::Result<OwnServer> {
        let command = ServerCommand::new(sibling("nim-server")?).under(launcher);
        let command = command.data(data.path()).flags(flags);
        let admin = Secret::new(rand::random());
        let command = command.admin(admin);
        let (child, at) = launch(&command).await?;
        Ok(OwnServer { child, at, command: Box::new(command), data, admin })
    }

    /// Returns the exit status if the server has ended by itself.
    ///
    /// # Errors
    /// When the system cannot report the status.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }

    /// The address it listens on.
    pub fn at(&self) -> SocketAddr {
        self.at
    }

    /// The URL of its WebSocket.
    pub fn url(&self) -> ServerUrl {
        ServerUrl::from(self.at)
    }

    /// The token for its `/admin`.
    pub fn admin(&self) -> Secret {
        self.admin
    }

    /// Its process id; `None` once it has ended.
    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// The folder with its data, for `nim-server check` and the like.
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// Kills the server without warning and restarts it on the same port and data.
    ///
    /// # Errors
    /// When it does not start again.
    pub async fn crash(&mut self) -> io::Result<()> {
        self.child.kill().await?;
        (self.child, self.at) = launch(&ServerCommand::at(*self.command.clone(), self.at)).await?;
        Ok(())
    }

    /// Asks the server to stop, and waits until it has ended.
    ///
    /// # Errors
    /// When the system cannot report the status.
    pub async fn stop(&mut self) -> io::Result<ExitStatus> {
        // It stops at the end of its standard input, which this closes.
        self.child.wait().await
    }

    /// Runs a task of `nim-server`, such as `check`, on the data of this server, which must have
    /// been stopped. Returns the task's output, as an inner `Err` if it failed.
    ///
    /// # Errors
    /// When the task cannot be started.
    pub async fn run_task(&self, task: &[&str]) -> io::Result<Result<String, String>> {
        let mut command = Command::new(sibling("nim-server")?);
        command.args(task).arg("--data").arg(self.data.path());
        let output = command.output().await?;
        let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(if output.status.success() { Ok(said) } else { Err(said) })
    }
}

/// Returns the path of a program in the same folder as this one.
///
/// # Errors
/// When there is none.
pub fn sibling(name: &str) -> io::Result<PathBuf> {
    let program = std::env::current_exe()?.with_file_name(name);
    if program.exists() {
        return Ok(program);
    }
    let missing = format!("there is no {}: build it, or name a server by --url", program.display());
    Err(io::Error::new(io::ErrorKind::NotFound, missing))
}

/// Starts the server and waits until it listens.
async fn launch(command: &ServerCommand) -> io::Result<(Child, SocketAddr)> {
    let mut child = Command::from(command.command()).kill_on_drop(true).spawn()?;
    let silent = || io::Error::other("nim-server does not come to listen");
    let stdout = child.stdout.take().ok_or_else(silent)?;
    let mut line = String::new();
    timeout(LISTEN_TIMEOUT, BufReader::new(stdout).read_line(&mut line))
        .await
        .map_err(|_| silent())??;
    Ok((child, ServerCommand::address(&line).ok_or_else(silent)?))
}

/// The folder with a server's data.
#[derive(Debug)]
enum Data {
    /// Removed when it is dropped.
    Temporary(TempDir),
    /// The caller's, which stays.
    Kept(PathBuf),
}

impl Data {
    fn new() -> io::Result<Data> {
        Builder::new().prefix("nim-").tempdir().map(Data::Temporary)
    }

    fn path(&self) -> &Path {
        match self {
            Data::Temporary(folder) => folder.path(),
            Data::Kept(path) => path,
        }
    }
}
