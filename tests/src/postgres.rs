//! A PostgreSQL server of a test's own, with a synchronous standby, on free ports and in a temporary
//! folder. Both end with the test.

use std::fs::{self, File};
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::PATIENCE;
use crate::process::{Folder, Program};

/// The user that PostgreSQL runs as, because it refuses to run as root.
const USER: &str = "postgres";

/// A primary and its standby.
#[derive(Debug)]
pub struct PostgresPair {
    folder: Folder,
    /// Where they listen.
    pub ports: [u16; 2],
    primary: Option<Program>,
    standby: Program,
}

impl PostgresPair {
    /// Starts both, and waits until every commit waits for the standby.
    pub fn start() -> PostgresPair {
        let folder = Folder::new();
        if is_root() {
            run(Command::new("chown").arg(USER).arg(folder.path()));
        }
        let ports = [free_port(), free_port()];
        let [first, second] = ["primary", "standby"].map(|name| folder.path().join(name));
        run(program("initdb")
            .args(["-A", "trust", "-U", USER, "--locale=C.UTF-8", "-D"])
            .arg(&first));
        set(&first, "synchronous_standby_names = '*'");
        let primary = Some(serve(&first, ports[0]));
        wait_for(|| psql(ports[0], "SELECT 1").is_some());
        let port = ports[0].to_string();
        let mut copy = program("pg_basebackup");
        run(copy.args(["-h", "127.0.0.1", "-p", &port, "-U", USER, "-R", "-D"]).arg(&second));
        // After a promotion it has no standby itself.
        set(&second, "synchronous_standby_names = ''");
        let standby = serve(&second, ports[1]);
        wait_for(|| {
            let state = psql(ports[0], "SELECT sync_state FROM pg_stat_replication");
            state.is_some_and(|state| state.trim() == "sync")
        });
        PostgresPair { folder, ports, primary, standby }
    }

    /// Creates a database, and returns its address on whichever of the two can be written to.
    pub fn new_database(&self, name: &str) -> String {
        psql(self.ports[0], &format!("CREATE DATABASE {name}")).expect("a new database");
        address(self.ports, name)
    }

    /// Stops the standby: until it is back, every commit waits.
    pub fn stop_standby(&mut self) {
        run(program("pg_ctl").args(["stop", "-w", "-m", "immediate", "-D"]).arg(self.copy()));
    }

    /// Starts the standby again.
    pub fn start_standby(&mut self) {
        self.standby = serve(&self.copy(), self.ports[1]);
    }

    /// Lets commits that wait for the standby return without it, as an impatient operator would;
    /// returns how many there were.
    pub fn cancel_waits(&self) -> usize {
        let waits = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity
             WHERE wait_event = 'SyncRep' AND query = 'COMMIT'";
        psql(self.ports[0], waits).map_or(0, |cancelled| cancelled.lines().count())
    }

    /// Kills the primary, as a power cut would, and promotes the standby.
    pub fn fail_over(&mut self) {
        self.primary = None;
        run(program("pg_ctl").args(["promote", "-w", "-D"]).arg(self.copy()));
    }

    /// The standby's data.
    fn copy(&self) -> PathBuf {
        self.folder.path().join("standby")
    }
}

/// The address of a database on whichever of two servers can be written to.
pub fn address(ports: [u16; 2], name: &str) -> String {
    let [first, second] = ports;
    format!("postgres://{USER}@127.0.0.1:{first},127.0.0.1:{second}/{name}")
}

/// Starts a server as a child.
fn serve(data: &Path, port: u16) -> Program {
    let mut server = program("postgres");
    server.arg("-D").arg(data).args(["-p", &port.to_string()]);
    for setting in ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=100"]
    {
        server.args(["-c", setting]);
    }
    let server = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    Program(server.expect("PostgreSQL starts"))
}

/// Adds a line to the settings.
fn set(data: &Path, line: &str) {
    let settings = File::options().append(true).open(data.join("postgresql.conf"));
    writeln!(settings.expect("settings"), "{line}").expect("written");
}

/// Returns the answer to a statement; `None` if there is none.
fn psql(port: u16, statement: &str) -> Option<String> {
    let mut psql = program("psql");
    psql.args(["-h", "127.0.0.1", "-p", &port.to_string(), "-U", USER, "-d", "postgres", "-qtAc"]);
    let said = psql.arg(statement).stderr(Stdio::null()).output().expect("psql is installed");
    said.status.success().then(|| String::from_utf8_lossy(&said.stdout).into_owned())
}

/// A program of PostgreSQL's, which Debian keeps out of the way.
fn program(name: &str) -> Command {
    let releases = fs::read_dir("/usr/lib/postgresql").expect("postgresql is installed");
    let newest: PathBuf = releases.flatten().map(|one| one.path()).max().expect("a release");
    let path = newest.join("bin").join(name);
    if !is_root() {
        return Command::new(path);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", USER, "--regid", USER, "--clear-groups"]).arg(path).current_dir("/");
    command
}

fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    status.lines().any(|line| line.starts_with("Uid:\t0\t"))
}

fn run(command: &mut Command) {
    let done = command.output().expect("it runs");
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}

fn wait_for(mut there: impl FnMut() -> bool) {
    let began = Instant::now();
    while !there() {
        assert!(began.elapsed() < PATIENCE, "PostgreSQL does not come");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A port that was free a moment ago.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("bound").port()
}
