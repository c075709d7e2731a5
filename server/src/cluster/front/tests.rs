//! What a front does while a leader is lost.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::*;
use crate::store::ClusterMember;

async fn listen() -> (TcpListener, std::net::SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let at = listener.local_addr().expect("bound");
    (listener, at)
}

/// Sends a request; returns the status.
async fn status(at: std::net::SocketAddr, method: &str) -> String {
    let mut tcp = TcpStream::connect(at).await.expect("a front");
    let request = format!("{method} /api/login HTTP/1.1\r\nhost: nim\r\nconnection: close\r\n\r\n");
    tcp.write_all(request.as_bytes()).await.expect("it is open");
    let mut answer = Vec::new();
    tcp.read_to_end(&mut answer).await.expect("it is open");
    String::from_utf8_lossy(&answer[..12]).into_owned()
}

/// Also if the leader was paused, and so keeps its connections.
#[tokio::test]
async fn no_request_waits_for_a_leader_that_was_replaced() {
    let ((paused, paused_at), (public, at)) = (listen().await, listen().await);
    let (next, next_at) = listen().await;
    let member = ClusterMember::at(paused_at).expect("a key can be made");
    let successor = ClusterMember::at(next_at).expect("a key can be made");
    member.saw(member.as_leader());
    let stop = CancellationToken::new();
    let (watch, config) = (member.leader(), Config::default());
    let front = serve_front(vec![public.into()], &config, &watch, stop.clone());
    let asked = async {
        let writing = tokio::spawn(status(at, "POST"));
        let reading = tokio::spawn(status(at, "GET"));
        // The link, and the requests; all are accepted and nothing is said.
        let _held = [paused.accept().await, paused.accept().await, paused.accept().await];
        member.saw(None);
        assert_eq!(writing.await.expect("no panic"), "HTTP/1.1 502");
        member.saw(successor.as_leader());
        // The link, and what may be asked again.
        drop([next.accept().await, next.accept().await]);
        stop.cancel();
        // It was waiting for a leader, or its outcome is unknown.
        let refused = reading.await.expect("no panic");
        assert!(matches!(refused.as_str(), "HTTP/1.1 502" | "HTTP/1.1 503"), "{refused}");
        let asking = tokio::spawn(status(at, "GET"));
        // It was waiting for a leader, or not accepted any more.
        let refused = asking.await.is_ok_and(|status| status == "HTTP/1.1 503");
        refused || TcpStream::connect(at).await.is_err()
    };
    let ((), ended) = tokio::join!(front, asked);
    assert!(ended);
}
