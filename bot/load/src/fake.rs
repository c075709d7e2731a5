//! A server for tests, which sends and expects what a test says.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bot::ServerUrl;
use futures::{SinkExt, StreamExt};
use protocol::{Cause, ErrorBody, SUBPROTOCOL};
use rules::Game;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};
use uuid::Uuid;

use crate::coordinator::Coordinator;
use crate::organizer::Organizer;
use crate::swarm::Swarm;

/// Long enough for any machine; only a failing test waits this long.
pub(crate) const AT_MOST: Duration = Duration::from_secs(20);

/// The id of a table, a player or an offer.
pub(crate) fn id(n: u128) -> Value {
    json!(Uuid::from_u128(n))
}

pub(crate) fn secret(byte: u8) -> Value {
    json!(format!("{byte:02x}").repeat(32))
}

/// A load of players whose moves are due at once, and who never give up.
pub(crate) fn swarm(game: &str) -> Swarm {
    let games = vec![game.parse().expect("a game")];
    Swarm { players: 2, stages: None, games, quick: true, ramp: Duration::ZERO, ..Swarm::default() }
}

/// What the clients of a load share.
pub(crate) async fn coordinator(url: &ServerUrl, swarm: Swarm) -> Arc<Coordinator> {
    let organizer = Organizer::create(&swarm, url, 0).await.expect("no tournament");
    Arc::new(Coordinator::new(swarm, url.clone(), Vec::new(), organizer, Instant::now()))
}

/// What must happen happens, or the test fails.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    timeout(AT_MOST, future).await.expect("it does not happen")
}

/// A request over HTTP: method and path, headers, body.
#[derive(Clone, Debug)]
pub(crate) struct HeardRequest {
    pub(crate) what: String,
    pub(crate) head: String,
    pub(crate) body: Value,
}

/// A server that answers requests over HTTP.
pub(crate) struct FakeHttp {
    pub(crate) url: ServerUrl,
    seen: Arc<Mutex<Vec<HeardRequest>>>,
}

impl FakeHttp {
    /// Answers each request, named by method and path, with a status and a body. It ends with the
    /// test's runtime.
    pub(crate) async fn start(
        mut answer: impl FnMut(&str) -> (u16, String) + Send + 'static,
    ) -> FakeHttp {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = listener.local_addr().expect("bound").into();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let request = read(&mut stream).await;
                let (status, body) = answer(&request.what);
                log.lock().expect("no panic").push(request);
                respond(&mut stream, status, &body).await;
            }
        });
        FakeHttp { url, seen }
    }

    pub(crate) fn seen(&self) -> Vec<HeardRequest> {
        self.seen.lock().expect("no panic").clone()
    }

    /// Methods and paths, in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| seen.what).collect()
    }
}

pub(crate) async fn respond(stream: &mut TcpStream, status: u16, body: &str) {
    // Who has gone needs no answer.
    let _ = stream.write_all(format!("HTTP/1.0 {status} x\r\n\r\n{body}").as_bytes()).await;
}

pub(crate) async fn read(stream: &mut TcpStream) -> HeardRequest {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.split("Content-Length: ").nth(1).expect("every request has one");
            let length = length.split("\r\n").next().unwrap_or_default();
            if body.len() >= length.parse().expect("a number") {
                let what = head.split(" HTTP").next().unwrap_or_default().to_owned();
                let body = serde_json::from_str(body).unwrap_or_default();
                return HeardRequest { what, head: head.to_owned(), body };
            }
        }
        assert_ne!(stream.read_buf(&mut bytes).await.expect("a request"), 0, "it was cut off");
    }
}

/// A server that speaks the protocol of games, connection by connection.
pub(crate) struct FakeServer {
    pub(crate) listener: TcpListener,
    pub(crate) url: ServerUrl,
}

/// The server's end of one connection.
pub(crate) struct FakePeer {
    pub(crate) socket: WebSocketStream<TcpStream>,
}

impl FakeServer {
    pub(crate) async fn start() -> FakeServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = listener.local_addr().expect("bound").into();
        FakeServer { listener, url }
    }

    /// Accepts the next connection, after its handshake.
    pub(crate) async fn accept(&self) -> FakePeer {
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

    /// Accepts the next connection, and welcomes this player, who has these games.
    pub(crate) async fn welcome(&self, player: u128, games: &[u128]) -> (FakePeer, Value) {
        let mut peer = self.accept().await;
        let hello = peer.hear("hello").await;
        let games: Vec<Value> = games.iter().copied().map(id).collect();
        peer.say(json!({
            "t": "welcome", "cid": hello["cid"], "you": person(player), "server": "x",
            "games": games, "limits": protocol::Limits::default(),
        }))
        .await;
        (peer, hello)
    }
}

pub(crate) fn person(player: u128) -> Value {
    json!({"id": id(player), "name": format!("player {player}"), "kind": "bot"})
}

impl FakePeer {
    pub(crate) async fn say(&mut self, message: Value) {
        self.text(message.to_string()).await;
    }

    pub(crate) async fn text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.expect("they are there");
    }

    /// The next message; `None` after the last.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match soon(self.socket.next()).await? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// The next message, which is of this type.
    pub(crate) async fn hear(&mut self, t: &str) -> Value {
        let message = self.next().await.expect("they are there");
        assert_eq!(message["t"], t, "{message}");
        message
    }

    /// Answers the next message, which is of this type, and returns it.
    pub(crate) async fn grant(&mut self, t: &str) -> Value {
        let request = self.hear(t).await;
        self.ok(&request).await;
        request
    }

    pub(crate) async fn ok(&mut self, request: &Value) {
        self.say(json!({"t": "ok", "cid": request["cid"]})).await;
    }

    pub(crate) async fn refuse(&mut self, request: &Value, cause: Cause) {
        let mut error = json!(ErrorBody::from(cause));
        (error["t"], error["cid"]) = (json!("error"), request["cid"].clone());
        self.say(error).await;
    }

    /// They say nothing more, and leave.
    pub(crate) async fn gone(mut self) {
        assert_eq!(self.next().await, None);
    }
}

/// A table of the fake server, which knows the rules.
pub(crate) struct FakeTable {
    pub(crate) id: u128,
    pub(crate) game: Game,
    pub(crate) players: [u128; 2],
    /// Whether it is the first game of a pair, or the second, and the other's table.
    pub(crate) pair: Option<(u8, u128)>,
    pub(crate) rated: bool,
    pub(crate) over: Value,
    pub(crate) present: [bool; 2],
}

impl FakeTable {
    pub(crate) fn new(id: u128, game: &str, players: [u128; 2]) -> FakeTable {
        let game = Game::new(game.parse().expect("a game"));
        let (pair, rated, over, present) = (None, false, Value::Null, [true; 2]);
        FakeTable { id, game, players, pair, rated, over, present }
    }

    /// Makes the first legal move.
    pub(crate) fn play_any(&mut self) {
        let rules = self.game.setup().variant().rules();
        let mv = rules.moves(self.game.position()).next().expect("it goes on");
        self.game.play(mv).expect("it is legal");
    }

    /// Makes the move of a message.
    pub(crate) fn play(&mut self, message: &Value) {
        assert_eq!((&message["table"], &message["ply"]), (&id(self.id), &json!(self.game.ply())));
        let mv = serde_json::from_value(message["move"].clone()).expect("a move");
        self.game.play(mv).expect("it is legal");
    }

    /// Ends it for a reason.
    pub(crate) fn end(&mut self, reason: &str, winners: &[u8]) {
        self.over = json!({"winners": winners, "reason": reason});
    }

    fn plain_state(&self) -> Value {
        let over = match self.game.winners() {
            Some(winners) => json!({"winners": winners, "reason": "played"}),
            None => self.over.clone(),
        };
        let ply = self.game.ply();
        let to_move = if over.is_null() { json!(ply % 2) } else { Value::Null };
        json!({
            "table": id(self.id), "ply": ply, "position": self.game.position(), "to_move": to_move,
            "last_move": self.game.moves().last(), "present": self.present, "over": over,
        })
    }

    pub(crate) fn state(&self) -> Value {
        let mut state = self.plain_state();
        state["t"] = json!("state");
        state
    }

    fn view(&self, since: usize) -> Value {
        let mut view = json!({
            "game": self.game.setup(), "players": self.players.map(person), "since": since,
            "moves": self.game.moves()[since..], "state": self.plain_state(), "rated": self.rated,
        });
        if let Some((game, other)) = self.pair {
            view["pair"] = json!({"id": id(77), "game": game, "other": id(other)});
        }
        view
    }

    /// Seats a player.
    pub(crate) fn seated(&self, seat: u8) -> Value {
        let mut seated = self.view(0);
        seated["t"] = json!("seated");
        (seated["offer"], seated["seat"], seated["token"]) = (id(9), json!(seat), secret(7));
        seated
    }

    /// The answer to `attach` or `watch`.
    pub(crate) fn table(&self, request: &Value) -> Value {
        assert_eq!(request["table"], id(self.id));
        let mut view = self.view(request["since"].as_u64().expect("a ply") as usize);
        (view["t"], view["cid"]) = (json!("table"), request["cid"].clone());
        view
    }
}
