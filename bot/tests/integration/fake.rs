//! A fake server that sends and expects exactly what a test specifies.

use std::time::Duration;

use bot::{Client, ClientEvent, ClientOptions};
use futures::{SinkExt, StreamExt};
use protocol::{Name, SUBPROTOCOL};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

/// Long enough for any machine; only a failing test waits this long.
const AT_MOST: Duration = Duration::from_secs(10);

pub(crate) const TABLE: &str = "00000000-0000-0000-0000-000000000007";
pub(crate) const OFFER: &str = "00000000-0000-0000-0000-000000000009";
pub(crate) const TOKEN: &str = "abababababababababababababababababababababababababababababababab";

pub(crate) struct FakeServer {
    pub(crate) listener: TcpListener,
}

/// The server's end of one connection.
pub(crate) struct Peer {
    pub(crate) socket: WebSocketStream<TcpStream>,
}

impl FakeServer {
    pub(crate) async fn start() -> FakeServer {
        FakeServer { listener: TcpListener::bind("127.0.0.1:0").await.unwrap() }
    }

    pub(crate) fn client(&self) -> Client {
        let url = format!("ws://{}", self.listener.local_addr().unwrap()).parse().unwrap();
        Client::new(ClientOptions::new(url, Name::try_from("Ada".to_owned()).unwrap()))
    }

    /// Accepts the next connection, after its handshake.
    pub(crate) async fn accept(&self) -> Peer {
        let (stream, _) = timeout(AT_MOST, self.listener.accept()).await.unwrap().unwrap();
        #[allow(clippy::result_large_err)]
        let choose = |_: &Request, mut response: Response| {
            let chosen = HeaderValue::from_static(SUBPROTOCOL);
            response.headers_mut().insert("sec-websocket-protocol", chosen);
            Ok(response)
        };
        Peer { socket: accept_hdr_async(stream, choose).await.unwrap() }
    }

    /// Accepts the next connection, and exchanges `hello` and `welcome`.
    pub(crate) async fn welcome(&self) -> Peer {
        self.welcome_with(json!({})).await
    }

    /// Like [`FakeServer::welcome`], with limits chosen by the test.
    pub(crate) async fn welcome_with(&self, limits: Value) -> Peer {
        let mut peer = self.accept().await;
        let hello = peer.hear("hello").await;
        let mut all = serde_json::to_value(protocol::Limits::default()).unwrap();
        for (limit, value) in limits.as_object().unwrap() {
            all[limit] = value.clone();
        }
        let you = json!({"id": OFFER, "name": "Ada", "kind": "bot"});
        let cid = &hello["cid"];
        peer.say(json!({"t": "welcome", "cid": cid, "you": you, "server": "x", "limits": all}))
            .await;
        peer
    }
}

impl Peer {
    pub(crate) async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Receives the next message, which must be of this type.
    pub(crate) async fn hear(&mut self, t: &str) -> Value {
        loop {
            let frame = timeout(AT_MOST, self.socket.next()).await.expect("no message came");
            if let Message::Text(text) = frame.expect("the client left").unwrap() {
                let message: Value = serde_json::from_str(&text).unwrap();
                assert_eq!(message["t"], t, "{message}");
                return message;
            }
        }
    }

    pub(crate) async fn close(mut self, code: u16) {
        let frame = CloseFrame { code: code.into(), reason: "because".into() };
        self.socket.close(Some(frame)).await.unwrap();
        while let Some(Ok(_)) = self.socket.next().await {}
    }

    /// Seats the client on seat 0 of a game of Nim with heaps 3-4-5.
    pub(crate) async fn seat(&mut self) {
        let mut seated = table(0, json!([]), json!([3, 4, 5]));
        seated["t"] = json!("seated");
        seated["offer"] = json!(OFFER);
        seated["seat"] = json!(0);
        seated["token"] = json!(TOKEN);
        self.say(seated).await;
    }

    /// Answers an `attach` with this table.
    pub(crate) async fn attach(&mut self, since: u64, moves: Value, heaps: Value) {
        let attach = self.hear("attach").await;
        assert_eq!((&attach["table"], &attach["token"]), (&json!(TABLE), &json!(TOKEN)));
        assert_eq!(attach["since"], since);
        let mut view = table(since, moves, heaps);
        view["t"] = json!("table");
        view["cid"] = attach["cid"].clone();
        self.say(view).await;
    }

    pub(crate) async fn ok(&mut self, request: &Value) {
        self.say(json!({"t": "ok", "cid": request["cid"]})).await;
    }
}

/// A table with these last moves.
fn table(since: u64, moves: Value, heaps: Value) -> Value {
    let ply = since + moves.as_array().unwrap().len() as u64;
    let mut state = state(ply, moves.as_array().unwrap().last().cloned().into(), heaps);
    state.as_object_mut().unwrap().remove("t");
    let game = json!({"variant": "nim", "ending": "normal", "start": {"heaps": [3, 4, 5]}});
    json!({"game": game, "players": [], "since": since, "moves": moves, "state": state})
}

/// The state after `ply` moves.
pub(crate) fn state(ply: u64, last_move: Value, heaps: Value) -> Value {
    json!({
        "t": "state", "table": TABLE, "ply": ply, "position": {"heaps": heaps},
        "to_move": ply % 2, "last_move": last_move, "present": [true, true], "over": null,
    })
}

pub(crate) async fn next(client: &mut Client) -> ClientEvent {
    timeout(AT_MOST, client.next()).await.expect("no event came").expect("the client gave up")
}
