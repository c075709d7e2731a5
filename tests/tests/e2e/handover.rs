//! A server is replaced by another on the same socket, which a third process holds: nobody is
//! refused, and nothing acknowledged is lost.

use std::net::{SocketAddr, TcpListener};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

use serde_json::{Value, json};
use socket2::Socket;
use tests::process::{Folder, ServerProcess};
use tests::{Client, nim, seat};
use tokio::net::TcpStream;

/// A listening socket that children inherit, as systemd passes it.
struct Passed {
    socket: Socket,
    at: SocketAddr,
}

impl Passed {
    fn new() -> Passed {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let at = listener.local_addr().expect("it has an address");
        let socket = Socket::from(listener);
        socket.set_cloexec(false).expect("children may inherit it");
        Passed { socket, at }
    }

    /// Starts a server on this socket, once the one before it has left the data.
    fn serve(&self, data: &Path) -> ServerProcess {
        let fd = self.socket.as_raw_fd();
        let script = format!("exec 3<&{fd}; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$@\"");
        let shell = ["bash", "-c", &script, "bash"];
        ServerProcess::start_under(&shell, data, &["--house-bots", "off"]).expect("it starts")
    }
}

/// What has become of visitors who connect one after another.
#[derive(Default)]
struct Visits {
    served: AtomicU32,
    refused: AtomicU32,
    /// In milliseconds, from connecting to `welcome`, with all attempts.
    longest: AtomicU64,
}

impl Visits {
    /// Connects for ever.
    async fn run(self: Arc<Visits>, at: SocketAddr) {
        let mut began = Instant::now();
        loop {
            if TcpStream::connect(at).await.is_err() {
                self.refused.fetch_add(1, Ordering::Relaxed);
            }
            if welcomed(at).await {
                self.longest.fetch_max(began.elapsed().as_millis() as u64, Ordering::Relaxed);
                self.served.fetch_add(1, Ordering::Relaxed);
                began = Instant::now();
            }
        }
    }

    /// Waits for this many more visitors.
    async fn more(&self, count: u32) {
        let wanted = self.served.load(Ordering::Relaxed) + count;
        while self.served.load(Ordering::Relaxed) < wanted {
            tokio::task::yield_now().await;
        }
    }
}

/// Whether a player was let in; a connection that ends with the old server was not.
async fn welcomed(at: SocketAddr) -> bool {
    let Ok(mut visitor) = Client::connect(&url(at)).await else { return false };
    let hello = json!({"t": "hello", "cid": 0, "kind": "bot", "client": "test"});
    visitor.try_ask(hello, "welcome").await.is_some()
}

fn url(at: SocketAddr) -> String {
    format!("ws://{at}{}", protocol::PATH)
}

/// Moves until the connection ends; returns the number of acknowledged moves.
async fn moves(mut players: [Client; 2], table: Value) -> u64 {
    for ply in 0..9_000 {
        let player = &mut players[usize::from(ply % 2 == 1)];
        let request = json!({"t": "move", "cid": ply, "table": table, "ply": ply, "move": [0, 1]});
        if player.try_ask(request, "ok").await.is_none() {
            return ply;
        }
    }
    panic!("the heap is larger than a test lasts");
}

/// Returns the second server when it has taken over from the first, which is told to stop meanwhile.
async fn replaced(passed: &Arc<Passed>, first: ServerProcess, data: &Path) -> ServerProcess {
    let stopping = tokio::task::spawn_blocking(move || first.stop());
    let (passed, data) = (Arc::clone(passed), data.to_owned());
    let second = tokio::task::spawn_blocking(move || passed.serve(&data));
    let second = second.await.expect("it starts");
    assert!(stopping.await.expect("it ends").success());
    second
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_takes_over_and_nobody_is_refused() {
    let (data, passed) = (Folder::new(), Arc::new(Passed::new()));
    let at = passed.at;
    let first = passed.serve(data.path());
    let (mut ada, mut bob) = (first.guest("Ada").await, first.guest("Bob").await);
    let token = ada.welcome["token"].clone();
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[9_000])).await;
    let game = tokio::spawn(moves([ada, bob], table.clone()));
    let visits = Arc::new(Visits::default());
    let visitors = tokio::spawn(Arc::clone(&visits).run(at));
    visits.more(5).await;

    let second = replaced(&passed, first, data.path()).await;
    let acknowledged = game.await.expect("the game stops with the first server");
    visits.more(5).await;
    visitors.abort();

    assert_eq!(visits.refused.load(Ordering::Relaxed), 0, "connections were refused");
    let mut ada = Client::connect(&url(at)).await.expect("the server accepts");
    let hello = json!({"t": "hello", "cid": 0, "kind": "bot", "client": "test", "token": token});
    assert_eq!(ada.ask(hello).await["games"], json!([table]));
    let view = ada.ask(json!({"t": "attach", "cid": 1, "table": table})).await;
    let ply = view["state"]["ply"].as_u64().expect("a number");
    assert!(acknowledged > 0 && ply >= acknowledged, "{acknowledged} acknowledged, {ply} there");
    let longest = visits.longest.load(Ordering::Relaxed);
    println!("{acknowledged} moves acknowledged; the longest visit took {longest} ms");
    drop(second);
}
