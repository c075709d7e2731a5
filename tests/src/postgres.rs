//! A PostgreSQL server of a test's own, with a synchronous standby, on free ports and in a temporary
//! folder. Both end with the test.

use std::fs;
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
    servers: [Option<Program>; 2],
    primary: usize,
}

impl PostgresPair {
    /// Starts both, and waits until every commit waits for the standby.
    pub fn start() -> PostgresPair {
        let folder = Folder::new();
        if is_root() {
            run(Command::new("chown").arg(USER).arg(folder.path()));
        }
        let ports = [free_port(), free_port()];
        let mut pair = PostgresPair { folder, ports, servers: [None, None], primary: 0 };
        run(program("initdb")
            .args(["-A", "trust", "-U", USER, "--locale=C.UTF-8", "-D"])
            .arg(pair.data(0)));
        pair.servers[0] = Some(serve(&pair.data(0), ports[0]));
        wait_for(|| psql(ports[0], "SELECT 1").is_some());
        pair.add_standby();
        pair
    }

    /// Gives the primary a standby, for which every commit waits from then on.
    pub fn add_standby(&mut self) {
        let (primary, standby) = (self.ports[self.primary], 1 - self.primary);
        let data = self.data(standby);
        if data.exists() {
            fs::remove_dir_all(&data).expect("nobody uses it");
        }
        let mut copy = program("pg_basebackup");
        copy.args(["-h", "127.0.0.1", "-p", &primary.to_string(), "-U", USER]);
        run(copy.args(["--checkpoint", "fast", "-R", "-D"]).arg(&data));
        // The copy has none itself: after a promotion its commits wait for nobody.
        psql(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'").expect("it can be set");
        psql(primary, "SELECT pg_reload_conf()").expect("it can be read again");
        self.start_standby();
    }

    /// Creates a database, and returns its address on whichever of the two can be written to.
    pub fn new_database(&self, name: &str) -> String {
        psql(self.ports[self.primary], &format!("CREATE DATABASE {name}")).expect("a new database");
        address(self.ports, name)
    }

    /// Stops the standby: until it is back, every commit waits.
    pub fn stop_standby(&mut self) {
        let data = self.data(1 - self.primary);
        run(program("pg_ctl").args(["stop", "-w", "-m", "immediate", "-D"]).arg(data));
        self.servers[1 - self.primary] = None;
    }

    /// Starts the standby again, and waits until commits are on it.
    pub fn start_standby(&mut self) {
        let standby = 1 - self.primary;
        self.servers[standby] = Some(serve(&self.data(standby), self.ports[standby]));
        wait_for(|| {
            let query = "SELECT sync_state FROM pg_stat_replication";
            let state = psql(self.ports[self.primary], query);
            state.is_some_and(|state| state.trim() == "sync")
        });
    }

    /// Lets commits that wait for the standby return without it, as an impatient operator would;
    /// returns how many there were.
    pub fn cancel_waits(&self) -> usize {
        let waits = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity
             WHERE wait_event = 'SyncRep' AND query = 'COMMIT'";
        psql(self.ports[self.primary], waits).map_or(0, |cancelled| cancelled.lines().count())
    }

    /// Kills the primary, as a power cut would, and promotes the standby, which then has none itself.
    pub fn fail_over(&mut self) {
        self.servers[self.primary] = None;
        self.primary = 1 - self.primary;
        run(program("pg_ctl").args(["promote", "-w", "-D"]).arg(self.data(self.primary)));
    }

    /// The data of one of them.
    fn data(&self, number: usize) -> PathBuf {
        self.folder.path().join(["first", "second"][number])
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
    for setting in [
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "max_connections=100",
        // A standby that has lost its primary looks for it again so soon.
        "wal_retrieve_retry_interval=100ms",
    ] {
        server.args(["-c", setting]);
    }
    let server = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    Program(server.expect("PostgreSQL starts"))
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
