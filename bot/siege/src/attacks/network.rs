//! Attacks below the message level: connections that send slowly, send garbage, do not read,
//! vanish, or reconnect constantly.

use std::time::Duration;

use bot::http::HttpRequest;
use protocol::limits::MAX_MESSAGE_BYTES;
use protocol::{ClientMessage, LobbyLists};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::repeat;
use crate::outsider::Outsider;

/// Connections of one attack.
const CONNECTIONS: u8 = 200;

/// How long a server may take to notice that clients have disconnected.
const NOTICE_TIMEOUT: Duration = Duration::from_secs(30);

/// Requests sent at once without waiting for the answers.
const PINGS: u32 = 4_000;

/// Two hundred connections flood the server, read nothing and are all cut. Then the same address
/// must be admitted again, and the server must have dropped the old connections.
pub(crate) async fn vanish(outsider: &Outsider, until: Instant) {
    let before = connections(outsider).await;
    let mut visitors = Vec::new();
    for _ in 0..CONNECTIONS {
        let Ok(mut visitor) = outsider.enter().await else { break };
        visitor.say(ClientMessage::Lobby { on: true, show: LobbyLists::ALL });
        for _ in 0..PINGS {
            visitor.say(ClientMessage::Ping {});
        }
        // One call sends as much as the socket accepts and reads one answer.
        let _ = timeout(Duration::from_millis(20), visitor.link.message()).await;
        visitors.push(visitor);
        if Instant::now() >= until {
            break;
        }
    }
    sleep(Duration::from_secs(1)).await;
    let many = visitors.len();
    drop(visitors);
    let gone = Instant::now();
    let forgotten = async {
        loop {
            if let (Some(before), Some(now)) = (before, connections(outsider).await)
                && now <= before + 20.0
            {
                return gone.elapsed();
            }
            sleep(Duration::from_millis(500)).await;
        }
    };
    match timeout(NOTICE_TIMEOUT, forgotten).await {
        Ok(took) => outsider.ledger.note_time("the vanished were forgotten after", took),
        Err(_) => outsider.ledger.breach(format!("{many} vanished clients are still counted")),
    }
    let entered = outsider.enter().await;
    outsider.ledger.must(entered.is_ok(), "their address is shut out");
}

/// The server's count of players; honest players may come and go in the meantime.
async fn connections(outsider: &Outsider) -> Option<f64> {
    let answer = outsider.honest().get("/metrics").await.ok()?;
    let mut lines = answer.body.lines();
    let line = lines.find_map(|line| line.strip_prefix("nim_connections "))?;
    line.trim().parse().ok()
}

/// Sends about one byte of a request per second.
pub(crate) async fn drip(outsider: &Outsider, until: Instant) {
    let crowd = outsider.clone();
    repeat(CONNECTIONS, until, move |number| {
        let outsider = crowd.at(number % 3 + 1);
        async move {
            let Ok(mut stream) = outsider.server.connect(Some(outsider.from)).await else {
                return outsider.ledger.refused("connection");
            };
            outsider.ledger.granted();
            for byte in b"GET /api/tables HTTP/1.1\r\nHost: nim.test\r\nX-Slow: aaaaaaaaaaaaaa" {
                if stream.write_all(&[*byte]).await.is_err() {
                    return outsider.ledger.refused("closed");
                }
                sleep(Duration::from_millis(700)).await;
            }
        }
    })
    .await;
}

/// Sends malformed frames and requests.
pub(crate) async fn garbage(outsider: &Outsider, until: Instant) {
    let crowd = outsider.clone();
    repeat(40, until, move |number| {
        let outsider = crowd.clone();
        async move {
            let deep = "[".repeat(30_000);
            let texts: [&[u8]; 4] = [
                b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
                b"GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                  Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
                  Sec-WebSocket-Protocol: nim.v1\r\n\r\n\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff",
                b"POST /api/analysis HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n",
                b"POST /api/analysis HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
            ];
            if number % 5 == 4 {
                let _ = outsider.http("POST", "/api/analysis", &[], &deep).await;
                return;
            }
            let Ok(mut stream) = outsider.server.connect(Some(outsider.from)).await else {
                return outsider.ledger.refused("connection");
            };
            let _ = stream.write_all(texts[usize::from(number) % texts.len()]).await;
            let mut answer = Vec::new();
            let closed =
                timeout(Duration::from_secs(15), stream.read_to_end(&mut answer)).await.is_ok();
            outsider.ledger.must(closed, "a connection that says garbage stays open");
            outsider.ledger.refused("closed");
        }
    })
    .await;
}

/// Requests long answers without reading them.
pub(crate) async fn readers(outsider: &Outsider, until: Instant) {
    let paths = ["/api/tables", "/api/games.ndjson?player=somebody", "/api/openapi.json"];
    let mut held = Vec::new();
    for number in 0..CONNECTIONS {
        let from = outsider.at(number % 2 + 1);
        let path = paths[usize::from(number) % paths.len()];
        let Ok(mut stream) = from.server.connect(Some(from.from)).await else {
            outsider.ledger.refused("connection");
            continue;
        };
        let request = HttpRequest { method: "GET", path, ..HttpRequest::default() };
        match stream.write_all(request.text(&from.server).as_bytes()).await {
            Ok(()) => outsider.ledger.granted(),
            Err(_) => outsider.ledger.refused("closed"),
        }
        held.push(stream);
    }
    sleep_until(until).await;
}

/// Guests connect and disconnect as fast as possible.
pub(crate) async fn churn(outsider: &Outsider, until: Instant) {
    let crowd = outsider.clone();
    repeat(20, until, move |number| {
        let outsider = crowd.at(number % 4 + 1);
        async move {
            if let Err(loss) = outsider.enter().await {
                outsider.ledger.refused(&loss.to_string());
            }
        }
    })
    .await;
}

/// Holds messages and bodies of requests that are nearly as long as they may be, and lack their end.
/// Meanwhile somebody else must be answered.
pub(crate) async fn unfinished(outsider: &Outsider, until: Instant) {
    let crowd = outsider.clone();
    let honest = outsider.honest();
    let asks = async {
        let mut visitor = match honest.enter().await {
            Ok(visitor) => visitor,
            Err(loss) => return outsider.ledger.breach(format!("others cannot enter: {loss}")),
        };
        while Instant::now() < until {
            let answer = visitor.ask(ClientMessage::Ping {}).await;
            outsider.ledger.must(answer.is_ok(), "others are not answered");
            sleep(Duration::from_millis(100)).await;
        }
    };
    let holding = repeat(CONNECTIONS, until, move |number| {
        let outsider = crowd.at(number % 8 + 1);
        async move {
            let Ok(mut stream) = outsider.server.connect(Some(outsider.from)).await else {
                return outsider.ledger.refused("connection");
            };
            let head: &[u8] = if number % 2 == 0 { BODY } else { MESSAGE };
            let begun = [head, &[b' '; MAX_MESSAGE_BYTES - 1]].concat();
            if stream.write_all(&begun).await.is_err() {
                return outsider.ledger.refused("closed");
            }
            outsider.ledger.granted();
            // Until it is closed.
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
    });
    tokio::join!(asks, holding);
}

/// The head of a request whose body has [`MAX_MESSAGE_BYTES`].
const BODY: &[u8] = b"POST /api/analysis HTTP/1.1\r\nHost: nim.test\r\n\
    Content-Type: application/json\r\nContent-Length: 65536\r\n\r\n";

/// An upgrade, and the head of a text frame of [`MAX_MESSAGE_BYTES`] with the mask 0.
const MESSAGE: &[u8] = b"GET /ws HTTP/1.1\r\nHost: nim.test\r\nConnection: Upgrade\r\n\
    Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: nim.v1\r\n\r\n\
    \x81\xff\0\0\0\0\0\x01\0\0\0\0\0\0";
