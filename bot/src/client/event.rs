//! A client's options, and the events that it reports.

use std::net::IpAddr;
use std::time::Duration;

use protocol::{ClientMessage, Kind, Limits, Name, Player, Secret, ServerMessage, TableId};

use super::disconnect::Disconnect;
use super::url::ServerUrl;

/// The options of a client: its player and its server.
///
/// ```
/// use bot::ClientOptions;
///
/// let url = "wss://nim.example.org/ws".parse()?;
/// let mut options = ClientOptions::new(url, "Ada".to_owned().try_into()?);
/// options.patience = std::time::Duration::from_secs(5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClientOptions {
    /// The server.
    pub url: ServerUrl,
    /// The name that others see.
    pub name: Name,
    /// A person or a program.
    pub kind: Kind,
    /// The client program and its version.
    pub client: String,
    /// The player's secret; without one the server makes a new player.
    pub token: Option<Secret>,
    /// How long to keep trying to connect while the server is unreachable.
    pub patience: Duration,
    /// The address to connect from; without it, the system chooses.
    pub from: Option<IpAddr>,
}

impl ClientOptions {
    /// Options for a bot of this name, with a patience of one minute.
    pub fn new(url: ServerUrl, name: Name) -> ClientOptions {
        let client = concat!("nim-bot ", env!("CARGO_PKG_VERSION")).to_owned();
        let patience = Duration::from_secs(60);
        ClientOptions { url, name, kind: Kind::Bot, client, token: None, patience, from: None }
    }
}

/// What happens to a client.
#[derive(Debug)]
pub enum ClientEvent {
    /// The server has sent `welcome`. Seats are being attached.
    Connected {
        /// Our player, as long as the connection lives.
        you: Player,
        /// The server's limits.
        limits: Limits,
        /// Our unfinished games according to the server. Each is being attached; the answer
        /// contains the whole table.
        games: Vec<TableId>,
    },
    /// The connection is lost; the client is reconnecting.
    Lost {
        /// Why.
        loss: Disconnect,
        /// Requests that will not be answered. Moves are not among them: they are kept and sent
        /// again.
        unanswered: Vec<ClientMessage>,
    },
    /// A request was answered.
    Answer {
        /// The request.
        request: ClientMessage,
        /// Its answer.
        answer: ServerMessage,
    },
    /// An event from the server.
    Message(ServerMessage),
}

/// A request that was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SendError {
    /// There is no connection now. [`ClientEvent::Connected`] follows once there is one again.
    Offline,
    /// Too many requests wait for their answers.
    Full,
}

impl std::fmt::Display for SendError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SendError::Offline => "there is no connection",
            SendError::Full => "too many requests wait for their answers",
        })
    }
}

impl std::error::Error for SendError {}
