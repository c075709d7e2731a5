//! Several servers on one database: one leads, the others are fronts, and players are connected to
//! all of them. They fail one after another while a load plays: nothing that was acknowledged is
//! lost, and the games go on.
//!
//! `NIM_FAULTS` says how many failures there are.

use std::net::SocketAddr;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use load::{Fault, LoadOutcome, Stages, Swarm, Target, Think};
use protocol::{Secret, TimeControl};
use serde_json::json;
use tests::PATIENCE;
use tests::postgres::{PostgresPair, address, free_port};
use tests::process::{Folder, Program, ServerProcess, binaries, run_task};
use tests::raw::post;
use tests::wire::{Wire, WireState};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

const ADMIN: [u8; 32] = [7; 32];

/// One of the servers, and where it listens.
struct Node {
    program: Program,
    port: u16,
}

impl Node {
    fn start(database: &str) -> Node {
        let (port, link) = (free_port(), free_port());
        let mut command = Command::new(binaries().join("nim-server"));
        command.args(["--house-bots", "off", "--listen", &format!("127.0.0.1:{port}")]);
        command.args(["--link", &format!("127.0.0.1:{link}")]);
        command.env("NIM_DATABASE", database).env("NIM_ADMIN_TOKEN", Secret::new(ADMIN).reveal());
        command.env("RUST_BACKTRACE", "0").stdout(Stdio::null());
        Node { program: Program(command.spawn().expect("nim-server starts")), port }
    }

    /// Whether it leads. It may end at any moment, also while it answers.
    async fn leads(&self) -> bool {
        self.get("/metrics").await.contains("nim_lease_age_seconds")
    }

    /// Whether it leads, or is a front that reaches the leader.
    async fn is_ready(&self) -> bool {
        self.get("/readyz").await.starts_with("HTTP/1.1 200")
    }

    /// Returns its answer; empty if there is none.
    async fn get(&self, path: &str) -> String {
        let request = format!("GET {path} HTTP/1.1\r\nhost: nim\r\nconnection: close\r\n\r\n");
        let ask = async {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            Ok::<_, std::io::Error>(String::from_utf8_lossy(&answer).into_owned())
        };
        ask.await.unwrap_or_default()
    }

    fn at(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    fn signal(&self, name: &str) {
        let id = self.program.0.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().expect("kill runs").success());
    }

    /// Waits until it has ended by itself.
    async fn ended(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.program.0.try_wait().expect("it can be waited for") {
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "a server without the lease goes on");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// A machine for a server, with its lines to both databases.
struct Machine {
    wires: [Wire; 2],
    database: String,
}

impl Machine {
    async fn new(postgres: &PostgresPair, name: &str) -> Machine {
        let [first, second] = postgres.ports.map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        let wires = [Wire::to(first).await, Wire::to(second).await];
        let database = address([wires[0].at.port(), wires[1].at.port()], name);
        Machine { wires, database }
    }

    fn line(&self, state: WireState) {
        self.wires.iter().for_each(|wire| wire.set(state));
    }
}

/// What stands before the servers, and sends each client to the next of them.
struct Proxy {
    at: SocketAddr,
    ports: Arc<Mutex<Vec<u16>>>,
}

impl Proxy {
    async fn open() -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let at = listener.local_addr().expect("bound");
        let ports = Arc::<Mutex<Vec<u16>>>::default();
        let known = Arc::clone(&ports);
        tokio::spawn(async move {
            for turn in 0_usize.. {
                let (mut client, _) = listener.accept().await.expect("a connection");
                let ports = known.lock().expect("no panic").clone();
                tokio::spawn(async move {
                    for step in 0..ports.len() {
                        let port = ports[(turn + step) % ports.len()];
                        if let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await {
                            return drop(copy_bidirectional(&mut client, &mut server).await);
                        }
                    }
                });
            }
        });
        Proxy { at, ports }
    }

    /// Sends clients to these servers.
    fn send_to<'a>(&self, nodes: impl IntoIterator<Item = &'a Node>) {
        *self.ports.lock().expect("no panic") = nodes.into_iter().map(|node| node.port).collect();
    }
}

/// Waits until one of the servers leads; returns its index.
async fn leader_of(nodes: &[Node], except: Option<u16>) -> usize {
    let began = Instant::now();
    loop {
        for (index, node) in nodes.iter().enumerate() {
            if Some(node.port) != except && node.leads().await && node.is_ready().await {
                return index;
            }
        }
        assert!(began.elapsed() < PATIENCE, "nobody leads");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until all of them reach the leader.
async fn all_ready(nodes: &[Node]) {
    let began = Instant::now();
    for node in nodes {
        while !node.is_ready().await {
            assert!(began.elapsed() < PATIENCE, "a front does not reach the leader");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// What happens to the server that leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    Killed,
    /// Paused for longer than its lease, and then resumed.
    Paused,
    Stopped,
    /// Cut off from the databases until another leads: then all it had sent arrives.
    CutOff,
    /// Cut off for good.
    Abandoned,
    /// Each way to the databases takes 200 ms: it goes on leading.
    Slow,
}

const FAILURES: [Failure; 6] = [
    Failure::Killed,
    Failure::Paused,
    Failure::Stopped,
    Failure::CutOff,
    Failure::Slow,
    Failure::Abandoned,
];

/// The longest time for one of them, with the time for play afterwards.
const SECONDS_EACH: u64 = 9;

const DELAY: Duration = Duration::from_millis(200);

/// Three servers, what sends a load to them, and how long nobody led.
struct Cluster {
    machines: Vec<Machine>,
    nodes: Vec<Node>,
    proxy: Proxy,
    leader: usize,
    pauses: Vec<Duration>,
}

impl Cluster {
    async fn start(postgres: &PostgresPair, name: &str) -> Cluster {
        let mut machines = Vec::new();
        for _ in 0..3 {
            machines.push(Machine::new(postgres, name).await);
        }
        let nodes: Vec<Node> =
            machines.iter().map(|machine| Node::start(&machine.database)).collect();
        let (proxy, leader) = (Proxy::open().await, leader_of(&nodes, None).await);
        all_ready(&nodes).await;
        proxy.send_to(&nodes);
        Cluster { machines, nodes, proxy, leader, pauses: Vec::new() }
    }

    async fn suffer(&mut self, failure: Failure) {
        let failed = self.leader;
        let (node, machine) = (&mut self.nodes[failed], &self.machines[failed]);
        let began = Instant::now();
        match failure {
            Failure::Killed => node.signal("-KILL"),
            Failure::Stopped => node.signal("-TERM"),
            Failure::Paused => node.signal("-STOP"),
            Failure::CutOff | Failure::Abandoned => machine.line(WireState::Cut),
            Failure::Slow => {
                machine.line(WireState::Slow(DELAY));
                tokio::time::sleep(Duration::from_secs(6)).await;
                machine.line(WireState::Good);
                assert!(node.leads().await, "it has given up");
                return;
            }
        }
        let port = node.port;
        self.proxy.send_to(self.nodes.iter().filter(|node| node.port != port));
        self.leader = leader_of(&self.nodes, Some(port)).await;
        self.pauses.push(began.elapsed());
        let (node, machine) = (&mut self.nodes[failed], &self.machines[failed]);
        match failure {
            Failure::Paused => node.signal("-CONT"),
            Failure::CutOff => machine.line(WireState::Good),
            Failure::Killed | Failure::Stopped | Failure::Abandoned | Failure::Slow => {}
        }
        let status = node.ended().await;
        assert_eq!(status.success(), failure == Failure::Stopped, "{failure:?}: {status}");
        machine.line(WireState::Good);
        *node = Node::start(&machine.database);
        all_ready(&self.nodes).await;
        self.proxy.send_to(&self.nodes);
    }

    async fn fail_over(&mut self, postgres: &mut PostgresPair) {
        let began = Instant::now();
        tokio::task::block_in_place(|| postgres.fail_over());
        self.leader = leader_of(&self.nodes, None).await;
        self.pauses.push(began.elapsed());
        all_ready(&self.nodes).await;
    }
}

async fn play(url: String, seconds: u64) -> LoadOutcome {
    let swarm = Swarm {
        players: 24,
        stages: Some(Stages::constant(60.0, seconds)),
        think: Think::Exponential,
        rated: true,
        admin: Some(Secret::new(ADMIN)),
        games: vec!["nim 3,4,5".parse().expect("a game")],
        clock: Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 1_000 }),
        // A load that is told of faults expects connections to be lost.
        faults: vec![Fault::Storm],
        ..Swarm::default()
    };
    let mut target = Target::Remote(url.parse().expect("an address"), None);
    swarm.run(&mut target, std::future::pending(), |_| {}).await.expect("the server answers")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
async fn servers_that_fail_lose_nothing_that_was_acknowledged() {
    let failures: u64 = std::env::var("NIM_FAULTS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(FAILURES.len() as u64);
    let mut postgres = PostgresPair::start();
    let database = postgres.new_database("nim");
    let mut cluster = Cluster::start(&postgres, "nim").await;
    let seconds = SECONDS_EACH * (failures + 1);
    let load = tokio::spawn(play(format!("ws://{}/ws", cluster.proxy.at), seconds));
    tokio::time::sleep(Duration::from_secs(3)).await;
    for number in 0..failures {
        let failure = FAILURES[number as usize % FAILURES.len()];
        cluster.suffer(failure).await;
        if number == failures / 2 {
            cluster.fail_over(&mut postgres).await;
        }
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    let outcome = load.await.expect("the load ends");
    assert_eq!(outcome.failures(&[]), Vec::<String>::new(), "{outcome}");
    let Cluster { mut nodes, mut pauses, .. } = cluster;
    pauses.sort_unstable();
    let (median, longest) = (pauses[pauses.len() / 2], pauses[pauses.len() - 1]);
    println!("{failures} failures; led again after {median:.1?}, at most {longest:.1?}");
    println!("{outcome}");
    nodes.iter_mut().for_each(|node| drop(node.program.0.kill()));
    for task in [&["check"][..], &["recompute", "--check"]] {
        let mut command = Command::new(binaries().join("nim-server"));
        let said = command.args(task).env("NIM_DATABASE", &database).output().expect("it runs");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stdout));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
async fn what_is_on_one_machine_only_is_not_acknowledged() {
    let mut postgres = PostgresPair::start();
    let database = postgres.new_database("single");
    let mut node = Node::start(&database);
    leader_of(std::slice::from_ref(&node), None).await;
    let register = |at: SocketAddr, name: &str| {
        let body = json!({ "name": name, "password": "seven wild horses at dawn" }).to_string();
        tokio::spawn(async move { post(at, "/api/register", &body).await.0 })
    };
    assert_eq!(register(node.at(), "Ada").await.expect("an answer"), 201);
    postgres.stop_standby();
    let answer = register(node.at(), "Bob");
    let began = Instant::now();
    while postgres.cancel_waits() == 0 {
        assert!(began.elapsed() < PATIENCE && !answer.is_finished(), "nothing waits");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!node.ended().await.success());
    // It was refused, or nothing was said.
    assert_ne!(answer.await.ok(), Some(201));
    postgres.start_standby();
    node = Node::start(&database);
    leader_of(std::slice::from_ref(&node), None).await;
    assert_eq!(register(node.at(), "Ada").await.expect("an answer"), 409);
    assert_eq!(register(node.at(), "Eve").await.expect("an answer"), 201);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
async fn everything_is_copied_into_a_database_and_back() {
    let postgres = PostgresPair::start();
    let database = postgres.new_database("copied");
    let (folder, back) = (Folder::new(), Folder::new());
    let flags = ["--house-bots", "off"];
    let server = ServerProcess::start_with_admin(folder.path(), Secret::new(ADMIN), &flags);
    let outcome = play(server.url(), 6).await;
    assert_eq!(outcome.failures(&[]), Vec::<String>::new(), "{outcome}");
    assert!(server.stop().success());
    let task = |folder: &Folder, task: &[&str]| {
        let (done, said) = run_task(folder.path(), task);
        assert!(done, "{task:?}: {said}");
        said
    };
    let into = ["copy", "--database", &database];
    task(&folder, &into);
    assert!(!run_task(folder.path(), &into).0, "there is something already");
    task(&back, &["copy", "--back", "--database", &database]);
    let records = [
        task(&folder, &["record"]),
        task(&back, &["record", "--database", &database]),
        task(&back, &["record"]),
    ];
    assert!(records[0].lines().count() > 2, "{}", records[0]);
    assert!(records.iter().all(|record| *record == records[0]));
    // A copy on a server can be backed up as one in a folder can.
    let file = back.path().join("backup");
    task(&back, &["backup", file.to_str().expect("a plain path"), "--database", &database]);
    let restored = Folder::new();
    task(&restored, &["restore", file.to_str().expect("a plain path")]);
    assert_eq!(task(&restored, &["record"]), records[0]);
}
