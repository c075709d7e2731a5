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
        let command = ServerCommand::new(sibling("nim-server")?).under(launcher).flags(flags);
        OwnServer::start_command(command, data).await
    }

    async fn start_command(command: ServerCommand, data: Data) -> io::Result<OwnServer> {
        let command = command.data(data.path());
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
        let mut command = Command::new(self.command.program());
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

#[cfg(test)]
mod tests {
    use std::fs;

    use tokio::time::Instant;

    use super::*;

    /// A program that is started as a server is, and notes how.
    const SCRIPT: &str = r#"
        here=$(dirname "$0")
        echo "$@" >> "$here/calls"
        echo "$NIM_ADMIN_TOKEN" >> "$here/admin"
        case "$1" in
            check) echo "  all is well  "; exit ;;
            recompute) echo "nothing is well"; exit 1 ;;
        esac
        for last; do :; done
        case "$last" in
            silent) exit 1 ;;
            rude) echo "good evening" ;;
            *) echo "nim-server listening on http://127.0.0.1:4$(wc -l < "$here/calls")00" ;;
        esac
        read -r nothing
        exit 3"#;

    struct Stage(TempDir);

    impl Stage {
        fn new() -> Stage {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("server.sh"), SCRIPT).unwrap();
            Stage(folder)
        }

        /// Its program is the script, which a shell reads.
        async fn start(&self, flags: &[&str]) -> io::Result<OwnServer> {
            let script = self.0.path().join("server.sh");
            let command = ServerCommand::new(script).under(&["sh"]).flags(flags);
            OwnServer::start_command(command, Data::new()?).await
        }

        fn lines(&self, file: &str) -> Vec<String> {
            let text = fs::read_to_string(self.0.path().join(file)).unwrap();
            text.lines().map(str::to_owned).collect()
        }
    }

    #[tokio::test]
    async fn a_server_is_at_the_address_that_it_says_with_its_own_data_and_token() {
        let stage = Stage::new();
        let mut server = stage.start(&["--house-bots", "off"]).await.unwrap();
        assert_eq!(server.at(), "127.0.0.1:4100".parse().unwrap());
        assert_eq!(server.url().to_string(), "ws://127.0.0.1:4100/ws");
        assert_eq!(stage.lines("admin"), [server.admin().reveal()]);
        let data = server.data().to_owned();
        assert!(data.is_dir() && data.file_name().unwrap().to_string_lossy().starts_with("nim-"));
        let called =
            |at: &str| format!("--child --listen {at} --data {} --house-bots off", data.display());
        assert_eq!(stage.lines("calls"), [called("127.0.0.1:0")]);
        let first = server.pid().unwrap();
        assert!(server.ended().unwrap().is_none());
        server.crash().await.unwrap();
        assert_eq!(stage.lines("calls"), [called("127.0.0.1:0"), called("127.0.0.1:4100")]);
        assert_eq!(server.at(), "127.0.0.1:4200".parse().unwrap());
        assert_ne!(server.pid().unwrap(), first);
        // It ends with its input.
        assert_eq!(server.stop().await.unwrap().code(), Some(3));
        assert_eq!(server.pid(), None);
        assert_eq!(server.ended().unwrap().and_then(|status| status.code()), Some(3));
        drop(server);
        assert!(!data.exists());
    }

    #[tokio::test]
    async fn what_does_not_come_to_listen_is_no_server() {
        for flags in [["silent"], ["rude"]] {
            let why = Stage::new().start(&flags).await.unwrap_err();
            assert_eq!(why.to_string(), "nim-server does not come to listen", "{flags:?}");
        }
    }

    #[tokio::test]
    async fn a_task_is_done_on_the_data_and_says_whether_it_succeeded() {
        let stage = Stage::new();
        let mut server = stage.start(&[]).await.unwrap();
        server.stop().await.unwrap();
        let [text, shell] = ["task", "task.sh"].map(|name| stage.0.path().join(name));
        fs::write(&text, format!("#!/bin/sh\n{SCRIPT}")).unwrap();
        fs::set_permissions(&text, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
        // Copied by another process: nothing runs from a file that this one may have open to write.
        let copied = std::process::Command::new("cp").arg("-p").args([&text, &shell]).status();
        assert!(copied.unwrap().success());
        *server.command = ServerCommand::new(shell);
        let data = server.data().display().to_string();
        let well = server.run_task(&["check"]).await.unwrap();
        assert_eq!(well, Ok("all is well".to_owned()));
        let ill = server.run_task(&["recompute", "--check"]).await.unwrap();
        assert_eq!(ill, Err("nothing is well".to_owned()));
        let tasks = [format!("check --data {data}"), format!("recompute --check --data {data}")];
        assert_eq!(stage.lines("calls")[1..], tasks);
    }

    /// Where there is no server to start, none is waited for.
    #[tokio::test(start_paused = true)]
    async fn without_a_server_in_this_folder_there_is_none() {
        let began = Instant::now();
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let why = OwnServer::start_in(&data, &[]).await.unwrap_err();
        assert_eq!(why.kind(), io::ErrorKind::NotFound);
        assert!(why.to_string().ends_with("/nim-server: build it, or name a server by --url"));
        assert_eq!(began.elapsed(), Duration::ZERO);
        assert!(data.is_dir(), "it was made");
        let also = OwnServer::start(&[]).await.unwrap_err();
        assert_eq!(also.to_string(), why.to_string());
    }

    #[test]
    fn a_sibling_is_in_the_folder_of_this_program() {
        let this = std::env::current_exe().unwrap();
        let name = this.file_name().unwrap().to_str().unwrap();
        assert_eq!(sibling(name).unwrap(), this);
    }

    #[test]
    fn the_data_of_the_caller_stay() {
        let folder = tempfile::tempdir().unwrap();
        let kept = Data::Kept(folder.path().to_owned());
        assert_eq!(kept.path(), folder.path());
        drop(kept);
        assert!(folder.path().is_dir());
    }
}
