//! A hub, and clients who are connected to it, each with all that they are sent.

use std::net::IpAddr;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures::FutureExt;
use protocol::{CloseCode, Kind, Name, PlayerId, Secret};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket};
use tokio_util::task::AbortOnDropHandle;

use super::super::{Purse, Session};
use crate::admission::solver_memory::SolverMemory;
use crate::config::Config;
use crate::identity::Proven;
use crate::live::connection::Connection;
use crate::live::hub::Hub;
use crate::live::room::Room;
use crate::live::tournaments::Signer;
use crate::net::outbox::{Broken, Outbox};
use crate::net::pipe::{PipeEnd, PipeHandle};
use crate::records::secret_hash::SecretHash;
use crate::store::folder::{alter, folder_in_memory, open_store, storage};
use crate::store::{Checked, check};

/// How long a message may take that does not answer a request.
const PATIENCE: Duration = Duration::from_secs(60);

/// A hub and its data.
pub(crate) struct House {
    pub(crate) hub: Arc<Hub>,
    config: Config,
    folder: TempDir,
}

/// One connection, and the client's end of it.
pub(crate) struct Client {
    session: Session,
    pipe: PipeHandle,
    socket: WebSocket<PipeEnd>,
    /// What came after a message that was waited for.
    later: Vec<Value>,
}

impl House {
    pub(crate) fn open() -> House {
        House::with(Config::default())
    }

    pub(crate) fn with(config: Config) -> House {
        let folder = folder_in_memory();
        House { hub: hub(&folder, &config), config, folder }
    }

    /// The same after a restart. Nobody may be connected.
    pub(crate) fn restarted(self) -> House {
        let House { hub: before, config, folder } = self;
        drop(Arc::into_inner(before).expect("everybody has gone"));
        House { hub: hub(&folder, &config), config, folder }
    }

    /// Changes what is stored behind the server's back.
    pub(crate) fn alter(&self, change: &str) {
        alter(&self.folder, change);
    }

    /// Checks what is stored.
    pub(crate) fn checked(&self) -> Checked {
        check(&storage(&self.folder)).expect("readable")
    }

    /// Runs the games and tournaments until the task is dropped.
    pub(crate) fn run(&self) -> AbortOnDropHandle<()> {
        let hub = Arc::clone(&self.hub);
        AbortOnDropHandle::new(tokio::spawn(async move { hub.run_games().await }))
    }

    /// Connects a new guest or bot of this number, from an address of their own.
    pub(crate) async fn client(&self, n: u8, kind: Kind) -> Client {
        self.client_from([60, n, 1, 1], Secret::new([n; 32]), kind).await
    }

    /// Connects a new guest of this number.
    pub(crate) async fn guest(&self, n: u8) -> Client {
        self.client(n, Kind::Guest).await
    }

    /// Connects new guests of these numbers, one after the other.
    pub(crate) async fn guests<const N: usize>(&self, numbers: [u8; N]) -> [Client; N] {
        self.clients(numbers, Kind::Guest).await
    }

    /// Connects guests of these addresses and numbers, one after the other.
    pub(crate) async fn guests_from<const N: usize>(
        &self,
        guests: [([u8; 4], u8); N],
    ) -> [Client; N] {
        let guests = guests.map(|(address, n)| (address, Secret::new([n; 32])));
        self.clients_from(guests, Kind::Guest).await
    }

    /// Connects new guests or bots of these numbers, one after the other.
    pub(crate) async fn clients<const N: usize>(
        &self,
        numbers: [u8; N],
        kind: Kind,
    ) -> [Client; N] {
        self.clients_from(numbers.map(|n| ([60, n, 1, 1], Secret::new([n; 32]))), kind).await
    }

    async fn clients_from<const N: usize>(
        &self,
        who: [([u8; 4], Secret); N],
        kind: Kind,
    ) -> [Client; N] {
        let mut clients = Vec::new();
        for (address, secret) in who {
            clients.push(self.client_from(address, secret, kind).await);
        }
        clients.try_into().ok().expect("as many")
    }

    /// Connects a house bot.
    pub(crate) fn house_bot(&self, name: &str) -> Client {
        let player = self.hub.identities.greet_house_bot(named(name));
        self.connect([127, 0, 0, 1], self.hub.house_secret, player)
    }

    /// Registers a person, who is not connected.
    pub(crate) async fn admitted(&self, name: &str) -> Proven {
        self.hub.identities.admit(named(name)).await.expect("it is free")
    }

    /// Registers a person, and connects them.
    pub(crate) async fn registered(&self, n: u8) -> Client {
        let proven = self.admitted(&format!("Ada {n}")).await;
        self.connect([60, n, 1, 1], proven.secret, proven.player)
    }

    /// Connects whoever has this secret.
    pub(crate) async fn client_from(&self, address: [u8; 4], secret: Secret, kind: Kind) -> Client {
        let name = format!("player {}", secret.bytes()[0]);
        let player = self.hub.identities.greet(&secret, kind, Some(named(&name))).await;
        self.connect(address, secret, player.expect("a player"))
    }

    fn connect(&self, address: [u8; 4], secret: Secret, player: protocol::Player) -> Client {
        let (pipe, [ours, end]) = PipeHandle::connect(7, 0, 0);
        let outbox = Arc::new(Outbox::new(ours.into()));
        let prefix = IpAddr::from(address).into();
        let connection = Connection::new(player, SecretHash::new(&secret), outbox, prefix);
        let connection = Arc::new(connection);
        let guard = self.hub.enter(Arc::clone(&connection), |games| {
            let welcome = json!({"t": "welcome", "games": games});
            connection.outbox.send(&crate::net::frame::Frame::text(&welcome));
        });
        let (hub, purse) = (Arc::clone(&self.hub), Purse::new((u32::MAX, u32::MAX)));
        let session = Session { hub, guard, purse, bad_messages: 0 };
        let socket = WebSocket::from_raw_socket(end, Role::Client, None);
        Client { session, pipe, socket, later: Vec::new() }
    }
}

impl Client {
    pub(crate) fn id(&self) -> PlayerId {
        self.connection().player.id
    }

    pub(crate) fn connection(&self) -> &Arc<Connection<Room>> {
        &self.session.guard.connection
    }

    /// Sends a request, and returns what has been heard by the time it is answered.
    pub(crate) async fn ask(&mut self, request: Value) -> Vec<Value> {
        self.say(request).await;
        self.heard().await
    }

    /// Sends a request.
    pub(crate) async fn say(&mut self, mut request: Value) {
        request["cid"] = json!(1);
        self.session.handle(&request.to_string()).await.expect("it goes on");
    }

    /// As [`ask`](Client::ask), for one field of the first message of this kind.
    pub(crate) async fn ask_for(&mut self, request: Value, kind: &str, field: &str) -> Value {
        let heard = self.ask(request).await;
        let found = heard.iter().find(|message| message["t"] == kind);
        found.unwrap_or_else(|| panic!("no {kind}: {heard:?}"))[field].clone()
    }

    /// Waits for the next message of this kind.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        let waiting = async {
            loop {
                let mut heard = self.heard().await.into_iter();
                if let Some(found) = heard.find(|message| message["t"] == kind) {
                    self.later = heard.collect();
                    return found;
                }
                tokio::task::yield_now().await;
            }
        };
        let found = tokio::time::timeout(PATIENCE, waiting).await;
        found.unwrap_or_else(|_| panic!("there was no {kind}"))
    }

    /// Returns what has been sent since this was last asked.
    pub(crate) async fn heard(&mut self) -> Vec<Value> {
        self.session.hub.store().flush().await.expect("it works");
        let _ = self.broken();
        let mut heard = std::mem::take(&mut self.later);
        heard.extend(self.read());
        heard
    }

    /// The code with which the server ends this connection, and what was sent before it.
    pub(crate) fn closed(&mut self) -> Option<(CloseCode, Vec<Value>)> {
        let Poll::Ready(Broken::Ended(code)) = self.broken() else { return None };
        // It waits until the client hangs up.
        let _ = self.connection().outbox.close(code).now_or_never();
        Some((code, self.read()))
    }

    /// The code with which the server ends this connection.
    pub(crate) fn close_code(&mut self) -> Option<CloseCode> {
        self.closed().map(|(code, _)| code)
    }

    fn broken(&self) -> Poll<Broken> {
        self.connection().outbox.poll_pump(&mut Context::from_waker(Waker::noop()))
    }

    fn read(&mut self) -> Vec<Value> {
        self.pipe.deliver(0);
        let mut heard = Vec::new();
        while let Ok(message) = self.socket.read() {
            match message {
                Message::Text(text) => heard.push(flat(serde_json::from_str(&text).expect("JSON"))),
                Message::Ping(_) => heard.push(json!({"t": "ping"})),
                _ => {}
            }
        }
        heard
    }
}

/// The message with the fields of its table's state, if it has one.
fn flat(mut message: Value) -> Value {
    let state = message.get_mut("state").map(Value::take);
    if let (Some(Value::Object(state)), Some(fields)) = (state, message.as_object_mut()) {
        fields.extend(state);
    }
    message
}

/// The kinds of messages, and the causes of refusals.
pub(crate) fn kinds(heard: &[Value]) -> Vec<&str> {
    fn kind(message: &Value) -> &str {
        let kind = message["t"].as_str().expect("a kind");
        if kind == "error" { message["cause"]["kind"].as_str().expect("a cause") } else { kind }
    }
    heard.iter().map(kind).collect()
}

/// An offer of Nim with a seek's or a challenge's other fields.
pub(crate) fn offer(fields: Value) -> Value {
    let mut offer = json!({
        "t": "seek", "seat": "first",
        "game": {"variant": "nim", "ending": "normal", "start": {"heaps": [1, 2, 4]}},
    });
    for (name, value) in fields.as_object().expect("fields") {
        offer[name] = value.clone();
    }
    offer
}

/// Begins a game of these terms; returns its table. The first client sits on seat 0.
pub(crate) async fn begin(first: &mut Client, second: &mut Client, terms: Value) -> Value {
    let seek = first.ask_for(offer(terms), "seeking", "seek").await;
    second.ask_for(json!({"t": "accept", "seek": seek}), "seated", "table").await
}

/// As [`begin`]; the first client has resigned the game.
pub(crate) async fn resigned(first: &mut Client, second: &mut Client) -> Value {
    let table = begin(first, second, json!({})).await;
    first.ask(json!({"t": "resign", "table": table})).await;
    table
}

fn hub(folder: &TempDir, config: &Config) -> Arc<Hub> {
    let memory = SolverMemory::new(config.solver_memory);
    let hub = Hub::open(open_store(folder), config, Signer::passing(), memory);
    Arc::new(hub.expect("it is whole"))
}

fn named(name: &str) -> Name {
    Name::try_from(name.to_owned()).expect("plain")
}
