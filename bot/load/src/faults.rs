//! Connections that mean no good: they never read, fall silent, or try the seats
//! of others. The server must bear all of them, and the players must not notice.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientMessage, Kind, Name, Request, Secret, ServerMessage};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::Fault;
use crate::desk::Desk;
use bot::{Link, Loss};

/// Of each kind at a time.
const OF_A_KIND: usize = 20;

/// How long one of them stays before it is replaced by another.
const STAYS: Duration = Duration::from_secs(20);

/// Starts them; they end when the set is dropped.
pub(crate) fn gremlins(desk: &Arc<Desk>) -> JoinSet<()> {
    let mut gremlins = JoinSet::new();
    for &fault in &desk.swarm.faults {
        if matches!(fault, Fault::Slow | Fault::Silent | Fault::Tokens) {
            for number in 0..OF_A_KIND {
                gremlins.spawn(haunt(Arc::clone(desk), fault, number));
            }
        }
    }
    gremlins
}

/// Comes again and again. What the server does to such a connection is its own
/// affair; that it closes one is no finding.
async fn haunt(desk: Arc<Desk>, fault: Fault, number: usize) {
    loop {
        let visit = async {
            match fault {
                Fault::Slow => never_read(&desk).await,
                Fault::Silent => fall_silent(&desk, number).await,
                _ => try_seats(&desk).await,
            }
        };
        let _ = timeout(STAYS, visit).await;
        sleep(Duration::from_millis(200)).await;
    }
}

async fn enter(desk: &Desk) -> Result<Link, Loss> {
    let mut link = Link::open(desk.url.clone(), None).await?;
    let name = Name::try_from("gremlin".to_owned()).expect("a short name");
    let (kind, client) = (Kind::Bot, "nim-bot swarm".to_owned());
    let message = ClientMessage::Hello { name: Some(name), kind, client, token: None };
    link.send(&Request { cid: 0, message });
    while link.message().await?.is_none() {}
    Ok(link)
}

/// Asks to be told everything, and reads nothing of it.
async fn never_read(desk: &Desk) -> Result<(), Loss> {
    let mut link = enter(desk).await?;
    link.send(&Request { cid: 1, message: ClientMessage::Lobby { on: true } });
    for (table, cid) in desk.tables(protocol::limits::MAX_WATCHED).into_iter().zip(2..) {
        link.send(&Request { cid, message: ClientMessage::Watch { table, since: 0 } });
    }
    // The requests go out with the first look at what comes; there is no
    // second.
    let _ = link.message().await?;
    std::future::pending().await
}

/// Says something, and then nothing any more: half a handshake, or a hello.
async fn fall_silent(desk: &Desk, number: usize) -> Result<(), Loss> {
    if number.is_multiple_of(2) {
        let _link = enter(desk).await?;
        return std::future::pending().await;
    }
    let broken = |error: std::io::Error| Loss::Broken(error.to_string());
    let mut socket = TcpStream::connect(desk.url.authority()).await.map_err(broken)?;
    socket.write_all(b"GET /ws HTTP/1.1\r\nHost: ").await.map_err(broken)?;
    std::future::pending().await
}

/// Tries seats with tokens of its own making.
async fn try_seats(desk: &Desk) -> Result<(), Loss> {
    let mut link = enter(desk).await?;
    loop {
        for (table, cid) in desk.tables(10).into_iter().zip(1..) {
            let token = Secret::new(rand::random());
            let message = ClientMessage::Attach { table, token: Some(token), since: 0 };
            link.send(&Request { cid, message });
            match link.message().await? {
                Some(ServerMessage::Table { .. }) => {
                    desk.finding(format!("table {table}: a wrong token was let in"));
                }
                _ => desk.meter.part(0).intruders += 1,
            }
        }
        sleep(Duration::from_millis(100)).await;
    }
}
