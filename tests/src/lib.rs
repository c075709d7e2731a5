//! Shared code of the end-to-end tests: a server on a free port that ends with its test, and a
//! client that sends exactly what it is told to.

pub mod documented;
pub mod history;
pub mod mail_sink;
pub mod postgres;
pub mod process;
pub mod raw;
pub mod schema;
pub mod wire;

use std::net::SocketAddr;
use std::time::Duration;

use futures::stream::SplitSink;
use futures::{SinkExt, StreamExt};
use protocol::{LobbyView, ServerMessage};
use serde_json::{Value, json};
use server::{Config, ListenEndpoint, Server, Timeouts, serve_front};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tokio_util::sync::CancellationToken;

/// How long a test waits for an expected event; longer than the server waits for a silent client.
/// It does not measure speed: it only turns a hanging test into a failing one.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How many frames a client receives before the test hears them; beyond that it stops reading.
const UNHEARD: usize = 10_000;

/// A server inside the test. Dropping it stops it.
pub struct TestServer {
    /// The address it listens on.
    pub at: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

impl TestServer {
    /// Starts a server with the default configuration.
    pub async fn open() -> TestServer {
        TestServer::with(Config::default()).await
    }

    /// Starts a server with this configuration.
    pub async fn with(config: Config) -> TestServer {
        let (listener, at) = listen().await;
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            // Dropping the sender stops the server as well.
            let _ = stopped.await;
        };
        let running = match std::env::var_os("NIM_TEST_FRONT") {
            None => tokio::spawn(Server::new(config).serve([listener.into()], stopped)),
            Some(_) => tokio::spawn(serve_behind_front(config, listener, stopped)),
        };
        TestServer { at, stop: Some(stop), running: Some(running) }
    }

    /// Starts a server with these timeouts.
    pub async fn waiting(timeouts: Timeouts) -> TestServer {
        TestServer::with(Config { timeouts, ..Config::default() }).await
    }

    /// The address of its WebSocket.
    pub fn url(&self) -> String {
        format!("ws://{}{}", self.at, protocol::PATH)
    }

    /// Stops the server and waits until it has ended.
    pub async fn close(mut self) {
        drop(self.stop.take());
        if let Some(running) = self.running.take() {
            running.await.expect("the server ends without a panic");
        }
    }

    /// Connects a client that has sent `hello`.
    pub async fn guest(&self, name: &str) -> Client {
        Client::guest(&self.url(), name).await
    }

    /// Connects a registered bot of this name that has sent `hello`.
    pub async fn bot(&self, name: &str) -> Client {
        Client::bot(self.at, name, "1").await
    }

    /// Connects a client that has not sent `hello`.
    pub async fn stranger(&self) -> Client {
        Client::connect(&self.url()).await.expect("the server accepts")
    }
}

/// Serves all clients through a front.
async fn serve_behind_front(
    config: Config,
    listener: TcpListener,
    stopped: impl Future<Output = ()>,
) {
    let (link, at) = listen().await;
    let (leader, watch) = Server::leading(config.clone(), at);
    let stop = CancellationToken::new();
    let front = serve_front(vec![listener.into()], &config, &watch, stop.clone());
    let lead = async {
        leader.serve([ListenEndpoint::fronts(link)], stopped).await;
        stop.cancel();
    };
    tokio::join!(front, lead);
}

/// A listener on a free port, and its address.
pub async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let at = listener.local_addr().expect("bound");
    (listener, at)
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A client without logic: JSON in, JSON out. It answers the server's pings also while the test does
/// something else.
pub struct Client {
    socket: SplitSink<Socket, Message>,
    /// What was received and not heard yet, without pings and pongs.
    frames: Receiver<Result<Message, Error>>,
    /// Reads from the socket; it ends with the client.
    reading: JoinSet<()>,
    /// Its player id, once it has sent `hello`.
    pub id: Value,
    /// The `welcome` it received.
    pub welcome: Value,
    /// The lobby according to the last message about it.
    lobby: LobbyView,
}

impl Client {
    /// Connects with the right subprotocol.
    ///
    /// # Errors
    /// The WebSocket library's error.
    pub async fn connect(url: &str) -> Result<Client, Box<Error>> {
        Client::connect_with(url, &[]).await
    }

    /// Connects with additional headers.
    ///
    /// # Errors
    /// The WebSocket library's error.
    pub async fn connect_with(
        url: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Client, Box<Error>> {
        let mut request = url.into_client_request()?;
        for &(name, value) in headers {
            let value = HeaderValue::from_str(value).expect("a header");
            request.headers_mut().insert(name, value);
        }
        let protocol = HeaderValue::from_static(protocol::SUBPROTOCOL);
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        let (socket, mut received) = socket.split();
        let (heard, frames) = channel(UNHEARD);
        let mut reading = JoinSet::new();
        reading.spawn(async move {
            while let Some(frame) = received.next().await {
                let is_beat = matches!(frame, Ok(Message::Ping(_) | Message::Pong(_)));
                if !is_beat && heard.send(frame).await.is_err() {
                    return;
                }
            }
        });
        let (id, welcome) = (Value::Null, Value::Null);
        Ok(Client { socket, frames, reading, id, welcome, lobby: LobbyView::default() })
    }

    /// Reads nothing from now on, although the connection stays.
    pub async fn stop_reading(&mut self) {
        self.reading.shutdown().await;
    }

    /// Connects and sends `hello`.
    pub async fn guest(url: &str, name: &str) -> Client {
        let mut client = Client::connect(url).await.expect("the server accepts");
        client
            .say(json!({"t": "hello", "cid": 0, "name": name, "kind": "bot", "client": "test"}))
            .await;
        let welcome = client.hear().await;
        assert_eq!(welcome["t"], "welcome", "{welcome}");
        client.id = welcome["you"]["id"].clone();
        client.welcome = welcome;
        client
    }

    /// Registers a bot of this unique name and version, and sends `hello`. The same call reconnects
    /// it.
    pub async fn bot(at: SocketAddr, name: &str, version: &str) -> Client {
        let token = Client::bot_token(at, name, version).await;
        let url = format!("ws://{at}{}", protocol::PATH);
        let mut client = Client::connect(&url).await.expect("the server accepts");
        let hello = json!({"t": "hello", "cid": 0, "kind": "bot", "client": "test",
            "token": token});
        let welcome = client.ask(hello).await;
        assert_eq!(welcome["t"], "welcome", "{welcome}");
        client.id = welcome["you"]["id"].clone();
        client.welcome = welcome;
        client
    }

    /// Registers a bot of this unique name and version, and returns its token.
    pub async fn bot_token(at: SocketAddr, name: &str, version: &str) -> String {
        let http = raw::Http(at);
        let owner =
            json!({"name": format!("{name} Owner"), "password": "seven wild horses at dawn"});
        let (status, said) = match http.post("/api/register", None, &owner).await {
            (409, _) => http.post("/api/login", None, &owner).await,
            registered => registered,
        };
        assert!(status < 300, "{said}");
        let (bot, token) = (json!({"name": name, "version": version}), said["token"].as_str());
        let (status, bot) = http.post("/api/bots", token, &bot).await;
        assert_eq!(status, 201, "{bot}");
        bot["token"].as_str().expect("a secret").to_owned()
    }

    /// Sends one message.
    pub async fn say(&mut self, message: Value) {
        self.send(Message::text(message.to_string())).await;
    }

    /// Sends one frame.
    pub async fn send(&mut self, frame: Message) {
        self.socket.send(frame).await.expect("the connection is open");
    }

    /// Receives the next message.
    pub async fn hear(&mut self) -> Value {
        match self.next().await {
            Message::Text(text) => serde_json::from_str(&text).expect("JSON"),
            other => panic!("expected a text, got {other:?}"),
        }
    }

    /// Receives the next message of this type and skips others.
    pub async fn hear_a(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// The subscribed lobby, after its next snapshot or change.
    pub async fn lobby(&mut self) -> Value {
        loop {
            let message = self.hear().await;
            let read = |message| serde_json::from_value(message).expect("as it is written");
            match read(message) {
                ServerMessage::Lobby(view) => self.lobby = view,
                ServerMessage::LobbyDelta(delta) => {
                    self.lobby.apply(delta).expect("no change is missing");
                }
                _ => continue,
            }
            return serde_json::to_value(&self.lobby).expect("plain");
        }
    }

    /// Sends a request and waits for its answer; skips other messages.
    pub async fn ask(&mut self, request: Value) -> Value {
        let cid = request["cid"].clone();
        self.say(request).await;
        loop {
            let message = self.hear().await;
            if message["cid"] == cid {
                return message;
            }
        }
    }

    /// Sends a request and waits for the message of this type; `None` if the connection ends.
    pub async fn try_ask(&mut self, request: Value, answer: &str) -> Option<Value> {
        self.socket.send(Message::text(request.to_string())).await.ok()?;
        self.try_hear_a(answer).await
    }

    /// Receives the next message of this type; `None` if the connection ends or the server's store
    /// fails.
    pub async fn try_hear_a(&mut self, kind: &str) -> Option<Value> {
        let heard = async {
            loop {
                let Message::Text(text) = self.frames.recv().await?.ok()? else { continue };
                let message: Value = serde_json::from_str(&text).expect("JSON");
                if message["code"] == "storage_unavailable" {
                    return None;
                }
                assert_ne!(message["t"], "error", "{message}");
                if message["t"] == kind {
                    return Some(message);
                }
            }
        };
        tokio::time::timeout(PATIENCE, heard).await.expect("a message or the end comes in time")
    }

    /// Sends a request that must be refused; returns the code.
    pub async fn refused(&mut self, request: Value) -> String {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["t"], "error", "{request} got {answer}");
        answer["code"].as_str().expect("a code").to_owned()
    }

    /// Closes the connection properly: afterwards the server knows that the client has
    /// disconnected.
    pub async fn leave(mut self) {
        self.send(Message::Close(None)).await;
        self.closed().await;
    }

    /// Whether the players at a table are present, by seat.
    pub async fn present(&mut self, table: &Value) -> Value {
        let view = self.ask(json!({"t": "watch", "cid": 990, "table": table})).await;
        view["state"]["present"].clone()
    }

    /// Reads to the end of the connection; returns the close code.
    pub async fn closed(&mut self) -> Option<u16> {
        let end = async {
            loop {
                match self.frames.recv().await {
                    Some(Ok(Message::Close(frame))) => {
                        return frame.map(|CloseFrame { code, .. }| code.into());
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return None,
                }
            }
        };
        tokio::time::timeout(PATIENCE, end).await.expect("the connection ends in time")
    }

    /// Receives the next frame that is no ping.
    async fn next(&mut self) -> Message {
        let next = tokio::time::timeout(PATIENCE, self.frames.recv()).await;
        let frame = next.expect("a message comes in time").expect("the connection is open");
        frame.expect("a good frame")
    }
}

/// Nim with these heaps, normal play, as in a request.
pub fn nim(heaps: &[u64]) -> Value {
    json!({"variant": "nim", "params": {}, "ending": "normal", "start": {"heaps": heaps}})
}

/// Seats two clients at a new table, `first` to move. Returns the table's id and both `seated`
/// messages.
pub async fn seat(first: &mut Client, second: &mut Client, game: Value) -> (Value, Value, Value) {
    let seek = json!({"t": "seek", "cid": 900, "game": game, "seat": "first"});
    let seeking = first.ask(seek).await;
    assert_eq!(seeking["t"], "seeking", "{seeking}");
    let answer = second.ask(json!({"t": "accept", "cid": 901, "seek": seeking["seek"]})).await;
    assert_eq!(answer["t"], "ok", "{answer}");
    let (one, two) = (first.hear_a("seated").await, second.hear_a("seated").await);
    (one["state"]["table"].clone(), one, two)
}
