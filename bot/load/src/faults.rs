//! Fault injection by hostile connections: they never read, fall silent, or try other players'
//! seats. The server must withstand them all, and the players must not notice.

use std::sync::Arc;
use std::time::Duration;

use bot::{Disconnect, Link};
use protocol::{ClientMessage, Kind, LobbyLists, Name, Request, Secret, ServerMessage};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::coordinator::Coordinator;
use crate::swarm::Fault;

/// Concurrent connections of each kind.
const OF_A_KIND: usize = 20;

/// How long each connection stays before another replaces it.
const STAYS: Duration = Duration::from_secs(20);

/// Starts the hostile connections; they end when the set is dropped.
pub(crate) fn inject(coordinator: &Arc<Coordinator>) -> JoinSet<()> {
    let mut hostile = JoinSet::new();
    for &fault in &coordinator.swarm.faults {
        if matches!(fault, Fault::Slow | Fault::Silent | Fault::Tokens) {
            for number in 0..OF_A_KIND {
                hostile.spawn(intrude(Arc::clone(coordinator), fault, number));
            }
        }
    }
    hostile
}

/// Connects again and again. The server may close such a connection, which is not a
/// finding.
async fn intrude(coordinator: Arc<Coordinator>, fault: Fault, number: usize) {
    loop {
        let attempt = async {
            match fault {
                Fault::Slow => never_read(&coordinator).await,
                Fault::Silent => fall_silent(&coordinator, number).await,
                _ => try_seats(&coordinator).await,
            }
        };
        let _ = timeout(STAYS, attempt).await;
        sleep(Duration::from_millis(200)).await;
    }
}

async fn enter(coordinator: &Coordinator) -> Result<Link, Disconnect> {
    let mut link = Link::open(coordinator.url.clone(), None).await?;
    let name = Name::try_from("hostile".to_owned()).expect("a short name");
    let (kind, client) = (Kind::Bot, "nim-bot swarm".to_owned());
    let message = ClientMessage::Hello { name: Some(name), kind, client, token: None };
    link.send(&Request { cid: 0, message });
    while link.message().await?.is_none() {}
    Ok(link)
}

/// Subscribes to everything and never reads.
async fn never_read(coordinator: &Coordinator) -> Result<(), Disconnect> {
    let mut link = enter(coordinator).await?;
    link.send(&Request {
        cid: 1,
        message: ClientMessage::Lobby { on: true, show: LobbyLists::ALL },
    });
    for (table, cid) in coordinator.tables(protocol::limits::MAX_WATCHED).into_iter().zip(2..) {
        link.send(&Request { cid, message: ClientMessage::Watch { table, since: 0 } });
    }
    // This read sends the requests; no further read follows.
    let _ = link.message().await?;
    std::future::pending().await
}

/// Sends half a handshake or a hello, and then nothing more.
async fn fall_silent(coordinator: &Coordinator, number: usize) -> Result<(), Disconnect> {
    if number.is_multiple_of(2) {
        let _link = enter(coordinator).await?;
        return std::future::pending().await;
    }
    let broken = |error: std::io::Error| Disconnect::Broken(error.to_string());
    let mut socket = TcpStream::connect(coordinator.url.authority()).await.map_err(broken)?;
    socket.write_all(b"GET /ws HTTP/1.1\r\nHost: ").await.map_err(broken)?;
    std::future::pending().await
}

/// Tries seats with made-up tokens.
async fn try_seats(coordinator: &Coordinator) -> Result<(), Disconnect> {
    let mut link = enter(coordinator).await?;
    loop {
        for (table, cid) in coordinator.tables(10).into_iter().zip(1..) {
            let token = Secret::new(rand::random());
            let message = ClientMessage::Attach { table, token: Some(token), since: 0 };
            link.send(&Request { cid, message });
            match link.message().await? {
                Some(ServerMessage::Table { .. }) => {
                    coordinator.finding(format!("table {table}: a wrong token was accepted"));
                }
                _ => coordinator.meter.part(0).wrong_tokens += 1,
            }
        }
        sleep(Duration::from_millis(100)).await;
    }
}

#[cfg(test)]
mod tests;
