//! The servers of a cluster as programs, with lines to their databases that can be cut, and what
//! sends clients to them.

use std::net::SocketAddr;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use protocol::Secret;
use tests::PATIENCE;
use tests::postgres::{PostgresPair, address, free_port};
use tests::process::{Program, binaries};
use tests::wire::{Wire, WireState};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

use super::ADMIN;

/// One of the servers, and where it listens.
pub(super) struct Node {
    pub(super) program: Program,
    pub(super) port: u16,
}

impl Node {
    pub(super) fn start(database: &str) -> Node {
        let (port, link) = (free_port(), free_port());
        let mut command = Command::new(binaries().join("nim-server"));
        command.args(["--house-bots", "off", "--listen", &format!("127.0.0.1:{port}")]);
        command.args(["--link", &format!("127.0.0.1:{link}")]);
        // All players come from one address.
        command.args(["--max-connections-per-address", "0", "--max-handshakes-per-address", "0"]);
        command.env("NIM_DATABASE", database).env("NIM_ADMIN_TOKEN", Secret::new(ADMIN).reveal());
        command.env("RUST_BACKTRACE", "0").stdout(Stdio::null());
        Node { program: Program(command.spawn().expect("nim-server starts")), port }
    }

    /// Whether it leads. It may end at any moment, also while it answers.
    pub(super) async fn leads(&self) -> bool {
        self.get("/metrics").await.contains("nim_lease_age_seconds")
    }

    /// Whether it leads, or is a front that reaches the leader.
    pub(super) async fn is_ready(&self) -> bool {
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

    pub(super) fn at(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    pub(super) fn signal(&self, name: &str) {
        let id = self.program.0.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().expect("kill runs").success());
    }

    pub(super) fn has_ended(&mut self) -> bool {
        self.program.0.try_wait().expect("it can be waited for").is_some()
    }

    /// Waits until it has ended by itself.
    pub(super) async fn ended(&mut self) -> ExitStatus {
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
pub(super) struct Machine {
    wires: [Wire; 2],
    pub(super) database: String,
}

impl Machine {
    pub(super) async fn new(postgres: &PostgresPair, name: &str) -> Machine {
        let [first, second] = postgres.ports.map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        let wires = [Wire::to(first).await, Wire::to(second).await];
        let database = address([wires[0].at.port(), wires[1].at.port()], name);
        Machine { wires, database }
    }

    pub(super) fn line(&self, state: WireState) {
        self.wires.iter().for_each(|wire| wire.set(state));
    }
}

/// What stands before the servers, and sends each client to the next of them.
pub(super) struct Proxy {
    pub(super) at: SocketAddr,
    ports: Arc<Mutex<Vec<u16>>>,
}

impl Proxy {
    pub(super) async fn open() -> Proxy {
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
                            // Nothing waits for the answer to what was sent before.
                            let _ = (client.set_nodelay(true), server.set_nodelay(true));
                            return drop(copy_bidirectional(&mut client, &mut server).await);
                        }
                    }
                });
            }
        });
        Proxy { at, ports }
    }

    /// Sends clients to these servers.
    pub(super) fn send_to<'a>(&self, nodes: impl IntoIterator<Item = &'a Node>) {
        *self.ports.lock().expect("no panic") = nodes.into_iter().map(|node| node.port).collect();
    }
}

/// Waits until one of the servers leads; returns its index.
pub(super) async fn leader_of(nodes: &[Node], except: Option<u16>) -> usize {
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
pub(super) async fn all_ready(nodes: &[Node]) {
    let began = Instant::now();
    for node in nodes {
        while !node.is_ready().await {
            assert!(began.elapsed() < PATIENCE, "a front does not reach the leader");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
