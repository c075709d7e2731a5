//! The real binaries as child processes, on free ports and in their own folders, which end and are
//! removed with the test.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use bot::ServerCommand;
use protocol::Secret;
use tempfile::{Builder, TempDir};

use crate::PATIENCE;

/// The folder with the binaries, which are built first if missing: `cargo test` builds a crate's
/// binaries only for the tests of that crate.
pub fn binaries() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let test = std::env::current_exe().expect("a test has a path");
        let folder = test.ancestors().nth(2).expect("target/PROFILE/deps/test").to_owned();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        // The same targets as in `cargo test --workspace`, so that nothing is built twice: which
        // libraries are shared with those of macros depends on all that is selected.
        build.args(["build", "--quiet", "--workspace", "--tests", "--bins"]);
        if cfg!(feature = "tools") {
            build.args(["--features", "tests/tools"]);
        }
        // What `cargo test` tells a test of its crate would look like a changed environment to the
        // build scripts, and everything above them would be built again.
        let is_of_this_crate = |name: &str| {
            ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"].iter().any(|of| name.starts_with(of))
        };
        for (name, _) in std::env::vars().filter(|(name, _)| is_of_this_crate(name)) {
            build.env_remove(name);
        }
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        let built = build.current_dir(env!("CARGO_MANIFEST_DIR")).status().expect("cargo runs");
        assert!(built.success(), "the binaries do not build");
        folder
    })
}

fn command(data: &Path) -> ServerCommand {
    let command = ServerCommand::new(binaries().join("nim-server")).data(data);
    match database(data) {
        Some(address) => command.flags(&["--database", &address]),
        None => command,
    }
}

/// The address of a test's own database, by its data folder, on the PostgreSQL server that
/// `NIM_TEST_DATABASE` names; without one, tests store in their folders.
pub fn database(data: &Path) -> Option<String> {
    let server = std::env::var("NIM_TEST_DATABASE").ok()?;
    let name = data.file_name().and_then(|name| name.to_str()).expect("a name");
    let name = format!("e2e_{}", protocol::hex(name.as_bytes()));
    let psql = |command: &str| {
        let mut psql = Command::new("psql");
        psql.args([&format!("{server}/postgres"), "-qtAc", command]);
        psql.output().expect("psql is installed").stdout
    };
    if psql(&format!("SELECT 1 FROM pg_database WHERE datname = '{name}'")).is_empty() {
        psql(&format!("CREATE DATABASE {name}"));
    }
    Some(format!("{server}/{name}"))
}

/// A folder that is removed when it is dropped.
#[derive(Debug)]
pub struct Folder(TempDir);

impl Folder {
    /// Creates an empty folder with a unique name.
    pub fn new() -> Folder {
        Folder(Builder::new().prefix("nim-test-").tempdir().expect("a temporary folder"))
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Default for Folder {
    fn default() -> Folder {
        Folder::new()
    }
}

/// A running program. Dropping it kills it.
#[derive(Debug)]
pub struct Program(pub Child);

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running `nim-server`. Dropping it kills it, and waits until it has ended, because until then
/// it holds its files.
#[derive(Debug)]
pub struct ServerProcess {
    child: Program,
    /// The server ends when this pipe is closed, even if the test is killed.
    _line: Option<ChildStdin>,
    /// The address it listens on.
    pub at: SocketAddr,
}

impl ServerProcess {
    /// Starts a server on a free port with this data folder and additional flags.
    pub fn start(data: &Path, flags: &[&str]) -> ServerProcess {
        ServerProcess::launch(&command(data).flags(flags)).expect("nim-server starts")
    }

    /// Starts a server with this admin token.
    pub fn start_with_admin(data: &Path, admin: Secret, flags: &[&str]) -> ServerProcess {
        let command = command(data).flags(flags).admin(admin);
        ServerProcess::launch(&command).expect("nim-server starts")
    }

    /// Starts a server at the address of an earlier one.
    pub fn start_at(at: SocketAddr, data: &Path, flags: &[&str]) -> ServerProcess {
        let command = command(data).at(at).flags(flags);
        ServerProcess::launch(&command).expect("nim-server starts")
    }

    /// Starts a server through another program, which is given the server's command line. `None` if
    /// the server ended before it listened.
    pub fn start_under(program: &[&str], data: &Path, flags: &[&str]) -> Option<ServerProcess> {
        ServerProcess::launch(&command(data).under(program).flags(flags))
    }

    fn launch(command: &ServerCommand) -> Option<ServerProcess> {
        let mut child = command.command().spawn().expect("the program starts");
        // From here on the child is killed whatever goes wrong.
        let (line, stdout) = (child.stdin.take(), child.stdout.take());
        let at = ([127, 0, 0, 1], 0).into();
        let mut server = ServerProcess { child: Program(child), _line: line, at };
        let at = ServerCommand::read_address(stdout.expect("it is piped")).expect("an address");
        let Some(at) = at else {
            server.child.0.wait().expect("it can be waited for");
            return None;
        };
        server.at = at;
        Some(server)
    }

    /// The address of its WebSocket.
    pub fn url(&self) -> String {
        format!("ws://{}{}", self.at, protocol::PATH)
    }

    /// Connects a client that has sent `hello`.
    pub async fn guest(&self, name: &str) -> crate::Client {
        crate::Client::guest(&self.url(), name).await
    }

    /// Connects a registered bot of this name that has sent `hello`.
    pub async fn bot(&self, name: &str) -> crate::Client {
        crate::Client::bot(self.at, name, "1").await
    }

    /// Asks the server to stop, as a service manager would, and waits until it has ended.
    pub fn stop(mut self) -> ExitStatus {
        send("-TERM", &[self.id()]);
        self.child.0.wait().expect("it can be waited for")
    }

    /// Asks a server that runs under another program to stop, and waits until both have ended.
    pub fn stop_under(mut self) -> ExitStatus {
        send("-TERM", &self.grandchildren());
        self.child.0.wait().expect("it can be waited for")
    }

    /// Tells the server that its files have changed.
    pub fn hang_up(&self) {
        send("-HUP", &[self.id()]);
    }

    /// Suspends or resumes the server.
    pub fn freeze(&self, frozen: bool) {
        send(if frozen { "-STOP" } else { "-CONT" }, &[self.id()]);
    }

    /// Kills the server, as a power cut would.
    pub fn kill(self) {
        drop(self);
    }

    /// Its process id, or that of the program through which it was started.
    pub fn id(&self) -> String {
        self.child.0.id().to_string()
    }

    /// The server's own process ids if it was started through another program, whose end does not
    /// end the server.
    fn grandchildren(&self) -> Vec<String> {
        let id = self.id();
        let list = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        list.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let others = self.grandchildren();
        if others.is_empty() {
            return;
        }
        // The processes may have ended already.
        let _ = Command::new("kill").arg("-KILL").args(&others).stderr(Stdio::null()).status();
        let began = Instant::now();
        while others.iter().any(|id| is_alive(id)) && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// One of the cores that this process may use, in the format of `taskset -c`.
pub fn one_core() -> String {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let first = allowed.and_then(|list| list.trim().split([',', '-']).next());
    first.expect("at least one core").to_owned()
}

/// Whether a process has a thread that may still hold its files. They are counted and not listed: a
/// list ends early if a thread ends meanwhile.
fn is_alive(id: &str) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else { return false };
    // Its name comes before these and may contain anything.
    let fields: Vec<&str> =
        stat.rsplit_once(") ").map_or(Vec::new(), |(_, rest)| rest.split(' ').collect());
    let (state, threads) = (fields.first(), fields.get(17));
    !(matches!(state, None | Some(&("Z" | "X"))) && matches!(threads, None | Some(&("0" | "1"))))
}

fn send(signal: &str, to: &[String]) {
    let sent = Command::new("kill").arg(signal).args(to).status().expect("kill runs");
    assert!(sent.success());
}

/// Runs a task of `nim-server` on a data folder: returns whether it succeeded, and its output.
pub fn run_task(data: &Path, task: &[&str]) -> (bool, String) {
    let mut command = Command::new(binaries().join("nim-server"));
    command.args(task).arg("--data").arg(data);
    if let Some(address) = database(data) {
        command.args(["--database", &address]);
    }
    let output = command.output().expect("it runs");
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}
