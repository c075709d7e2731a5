//! The protocol of games, as a test says it.

use bot::ServerUrl;
use futures::{SinkExt, StreamExt};
use protocol::{Cause, ErrorBody, Limits, SUBPROTOCOL};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

use crate::{id, person, soon};

/// A server that speaks the protocol of games, connection by connection.
pub struct FakeServer {
    /// For what is no handshake.
    pub listener: TcpListener,
    /// Where it listens.
    pub url: ServerUrl,
}

/// The server's end of one connection.
pub struct FakePeer {
    /// For what is no message.
    pub socket: WebSocketStream<TcpStream>,
}

impl FakeServer {
    /// Listens on a free port.
    pub async fn start() -> FakeServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = listener.local_addr().expect("bound").into();
        FakeServer { listener, url }
    }

    /// Accepts the next connection, after its handshake.
    pub async fn accept(&self) -> FakePeer {
        let (stream, _) = soon(self.listener.accept()).await.expect("a connection");
        #[allow(clippy::result_large_err)]
        let choose = |_: &Request, mut response: Response| {
            let chosen = HeaderValue::from_static(SUBPROTOCOL);
            response.headers_mut().insert("sec-websocket-protocol", chosen);
            Ok(response)
        };
        let socket = accept_hdr_async(stream, choose).await.expect("a handshake");
        FakePeer { socket }
    }

    /// Accepts the next connection, and welcomes this player, who has these games; returns their
    /// greeting too.
    pub async fn welcome(&self, player: u128, games: &[u128]) -> (FakePeer, Value) {
        let games: Vec<Value> = games.iter().copied().map(id).collect();
        self.welcome_with(player, json!({ "games": games })).await
    }

    /// Likewise, with these fields of the welcome.
    pub async fn welcome_with(&self, player: u128, fields: Value) -> (FakePeer, Value) {
        let mut peer = self.accept().await;
        let hello = peer.hear("hello").await;
        let mut welcome = json!({
            "t": "welcome", "cid": hello["cid"], "you": person(player), "server": "x",
            "limits": Limits::default(),
        });
        for (name, value) in fields.as_object().expect("fields") {
            welcome[name] = value.clone();
        }
        peer.say(welcome).await;
        (peer, hello)
    }
}

impl FakePeer {
    /// Sends a message.
    pub async fn say(&mut self, message: Value) {
        self.text(message.to_string()).await;
    }

    /// Sends a text, whatever it says.
    pub async fn text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.expect("they are there");
    }

    /// The next message; `None` after the last.
    pub async fn next(&mut self) -> Option<Value> {
        let next = async {
            loop {
                match self.socket.next().await? {
                    Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                    Ok(_) => {}
                    Err(_) => return None,
                }
            }
        };
        // However often they ping meanwhile.
        soon(next).await
    }

    /// The next message, which is of this type.
    pub async fn hear(&mut self, t: &str) -> Value {
        let message = self.next().await.expect("they are there");
        assert_eq!(message["t"], t, "{message}");
        message
    }

    /// Answers the next message, which is of this type, and returns it.
    pub async fn grant(&mut self, t: &str) -> Value {
        let request = self.hear(t).await;
        self.ok(&request).await;
        request
    }

    /// Grants a request.
    pub async fn ok(&mut self, request: &Value) {
        self.say(json!({"t": "ok", "cid": request["cid"]})).await;
    }

    /// Refuses a request.
    pub async fn refuse(&mut self, request: &Value, cause: Cause) {
        let mut error = json!(ErrorBody::from(cause));
        (error["t"], error["cid"]) = (json!("error"), request["cid"].clone());
        self.say(error).await;
    }

    /// Closes the connection, and waits until they have too.
    pub async fn close(mut self, code: u16) {
        let frame = CloseFrame { code: code.into(), reason: "because".into() };
        self.socket.close(Some(frame)).await.expect("they are there");
        while let Some(Ok(_)) = self.socket.next().await {}
    }

    /// They say nothing more, and leave.
    pub async fn gone(mut self) {
        assert_eq!(self.next().await, None);
    }
}
