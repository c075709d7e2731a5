//! A client: one player on one server, with any number of games, over as many connections as it
//! takes. It has no task and no channel: its owner awaits the [next event](Client::next), and that
//! drives everything, so a thousand clients cost only a thousand futures.
//!
//! After a lost connection it reconnects by itself: it sends `hello`, attaches every seat with its
//! token, and resends every unanswered move. Repeating a move is safe, because table and ply
//! identify it.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use protocol::{
    ClientMessage, Limits, LobbyView, Secret, ServerMessage, TableId, TableState, TableView,
};
use rules::Move;
use tokio::time::{Instant, Sleep, sleep};

mod backoff;
mod disconnect;
mod echo;
mod event;
pub mod http;
mod link;
mod lobby;
mod requests;
#[cfg(test)]
mod tests;
mod trust;
mod url;

pub use disconnect::{Disconnect, GaveUp};
#[doc(hidden)]
pub use echo::echo;
pub use event::{ClientEvent, ClientOptions, SendError};
#[doc(hidden)]
pub use link::Link;
#[doc(hidden)]
pub use trust::Trust;
pub use url::{BadUrl, ClientStream, ServerUrl};

use backoff::Backoff;
use lobby::FollowedLobby;
use requests::Requests;

/// The most requests that may wait for an answer at the same time.
const MAX_WAITING: usize = 4_096;

/// A live server answers much sooner.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// One player on one server. After a lost connection it comes back by itself, takes its seats
/// again, and repeats the moves that were not answered.
///
/// ```no_run
/// use bot::{Client, ClientEvent, ClientOptions, GaveUp};
/// use protocol::Name;
///
/// # async fn watch() -> Result<(), GaveUp> {
/// let name = Name::try_from("Ada".to_owned()).expect("a name");
/// let url = "ws://127.0.0.1:7070/ws".parse().expect("an address");
/// let mut client = Client::new(ClientOptions::new(url, name));
/// loop {
///     match client.next().await? {
///         ClientEvent::Message(message) => println!("{message:?}"),
///         ClientEvent::Lost { loss, .. } => println!("coming back: {loss}"),
///         _ => {}
///     }
/// }
/// # }
/// ```
pub struct Client {
    options: ClientOptions,
    state: ConnectionState,
    requests: Requests,
    lobby: FollowedLobby,
    seats: HashMap<TableId, OwnSeat>,
    backoff: Backoff,
    last_up: Instant,
    /// Of a connection, or of an attempt.
    last_loss: Instant,
}

enum ConnectionState {
    /// Cut off by [`Client::sever`], with how long it had lived.
    Severed {
        lived: Duration,
    },
    Pausing(Pin<Box<Sleep>>),
    /// Boxed, so that a dropped [`Client::next`] does not restart it.
    Opening(Pin<Box<dyn Future<Output = Result<Link, Disconnect>> + Send>>),
    Up {
        link: Box<Link>,
        welcomed: bool,
    },
    GaveUp(GaveUp),
}

/// A seat of ours: how to attach it again, and how many moves we know of.
struct OwnSeat {
    /// Without a token, our player owns the seat.
    token: Option<Secret>,
    known: u32,
}

impl Client {
    /// Creates a client; it connects when it is first asked for an event.
    pub fn new(options: ClientOptions) -> Client {
        let state = open(&options);
        Client {
            options,
            state,
            requests: Requests::default(),
            lobby: FollowedLobby::default(),
            seats: HashMap::new(),
            backoff: Backoff::default(),
            last_up: Instant::now(),
            last_loss: Instant::now(),
        }
    }

    /// Waits for the next event. Cancel-safe: a dropped future loses nothing.
    ///
    /// # Errors
    /// When the client has given up; every later call returns the same error.
    pub async fn next(&mut self) -> Result<ClientEvent, GaveUp> {
        loop {
            let event = match self.step().await {
                Ok(event) => event,
                Err(loss) => Some(self.lost(loss)?),
            };
            if let Some(event) = event {
                return Ok(event);
            }
        }
    }

    /// Sends a request with its own `cid`. Its answer comes as [`ClientEvent::Answer`], or the
    /// request comes back in [`ClientEvent::Lost`].
    ///
    /// # Errors
    /// When the request cannot be sent now.
    pub fn request(&mut self, message: ClientMessage) -> Result<(), SendError> {
        if self.requests.len() >= MAX_WAITING {
            return Err(SendError::Full);
        }
        match &message {
            ClientMessage::Move { .. } if !self.is_online() => self.requests.hold(message),
            _ if !self.is_online() => return Err(SendError::Offline),
            &ClientMessage::Lobby { on, show } => {
                self.lobby.asked(on, show);
                self.send(message);
            }
            _ => self.send(message),
        }
        Ok(())
    }

    /// Makes a move: now or, without a connection, once the table is attached again.
    ///
    /// # Errors
    /// When too many requests are waiting.
    pub fn make_move(&mut self, table: TableId, ply: u32, mv: Move) -> Result<(), SendError> {
        self.request(ClientMessage::Move { table, ply, mv })
    }

    /// Requests the table's state and its moves from `since` on.
    pub fn refresh(&mut self, table: TableId, since: u32) {
        if let Some(&OwnSeat { token, .. }) = self.seats.get(&table) {
            // Without a connection there is nothing to do: a reconnect attaches every seat anyway.
            let _ = self.request(ClientMessage::Attach { table, token, since });
        }
    }

    /// The current lobby, if it was requested: the last snapshot with the changes after it. If
    /// changes are missing, the client requests a new snapshot by itself.
    pub fn lobby(&self) -> Option<&LobbyView> {
        self.lobby.view()
    }

    /// Whether requests can be sent.
    pub fn is_online(&self) -> bool {
        matches!(self.state, ConnectionState::Up { welcomed: true, .. })
    }

    /// Cuts the connection without a close frame, as a bad network does. The client recovers as
    /// from any loss.
    pub fn sever(&mut self) {
        if let ConnectionState::Up { .. } = self.state {
            self.state = ConnectionState::Severed { lived: self.lived() };
        }
    }

    /// Closes the connection properly.
    pub async fn close(self) {
        if let ConnectionState::Up { link, .. } = self.state {
            link.close().await;
        }
    }

    async fn step(&mut self) -> Result<Option<ClientEvent>, Disconnect> {
        match &mut self.state {
            ConnectionState::Severed { .. } => Err(Disconnect::Severed),
            ConnectionState::Pausing(pause) => {
                pause.as_mut().await;
                self.state = open(&self.options);
                Ok(None)
            }
            ConnectionState::Opening(opening) => {
                let link = Box::new(opening.as_mut().await?);
                self.state = ConnectionState::Up { link, welcomed: false };
                self.hello();
                Ok(None)
            }
            ConnectionState::Up { link, .. } => {
                if let Some(message) = link.message().await? {
                    return self.heard(message).map(Some);
                }
                match self.requests.oldest() {
                    Some(since) if since.elapsed() > ANSWER_TIMEOUT => Err(Disconnect::Unanswered),
                    _ => Ok(None),
                }
            }
            ConnectionState::GaveUp(GaveUp(loss)) => Err(loss.clone()),
        }
    }

    fn hello(&mut self) {
        let ClientOptions { name, kind, client, token, .. } = self.options.clone();
        self.send(ClientMessage::Hello { name: Some(name), kind, client, token });
    }

    /// Sends a request and remembers it until its answer.
    fn send(&mut self, message: ClientMessage) {
        let request = self.requests.number(message);
        if let ConnectionState::Up { link, .. } = &mut self.state {
            link.send(&request);
        }
        self.requests.sent(request, Instant::now());
    }

    fn lost(&mut self, loss: Disconnect) -> Result<ClientEvent, GaveUp> {
        if let ConnectionState::GaveUp(gone) = &self.state {
            return Err(gone.clone());
        }
        self.lobby.forget();
        let lived = self.lived();
        let since = std::mem::replace(&mut self.last_loss, Instant::now()).elapsed();
        self.backoff.lost_after(since.saturating_sub(lived), lived);
        if !lived.is_zero() {
            self.last_up = Instant::now();
        }
        let impatient = self.last_up.elapsed() > self.options.patience;
        if impatient || !loss.may_return() {
            self.state = ConnectionState::GaveUp(GaveUp(loss.clone()));
            return Err(GaveUp(loss));
        }
        let pause = loss.asks_for() + self.backoff.pause(rand::random());
        tracing::debug!(%loss, ?pause, "connection lost");
        self.state = ConnectionState::Pausing(Box::pin(sleep(pause)));
        Ok(ClientEvent::Lost { loss, unanswered: self.requests.interrupted() })
    }

    /// How long the connection has been up, or had been when it was cut.
    fn lived(&self) -> Duration {
        match &self.state {
            ConnectionState::Up { link, welcomed: true } => link.lived(),
            ConnectionState::Severed { lived } => *lived,
            _ => Duration::ZERO,
        }
    }

    fn heard(&mut self, message: ServerMessage) -> Result<ClientEvent, Disconnect> {
        let request = self.requests.answered(&message);
        match (&request, &message) {
            (
                Some(ClientMessage::Hello { .. }),
                ServerMessage::Welcome { you, token, games, limits, .. },
            ) => {
                // Keeps the player the same after a reconnect.
                self.options.token = token.or(self.options.token);
                for &table in games {
                    self.seats.entry(table).or_insert(OwnSeat { token: None, known: 0 });
                }
                let (you, games) = (you.clone(), games.clone());
                self.welcomed(limits);
                return Ok(ClientEvent::Connected { you, limits: limits.clone(), games });
            }
            (Some(ClientMessage::Hello { .. }), answer) => {
                let why = match answer {
                    ServerMessage::Error { error, .. } => error.message.clone(),
                    _ => "its answer is not a welcome".to_owned(),
                };
                return Err(Disconnect::Unwelcome(why));
            }
            (Some(ClientMessage::Attach { table, .. }), ServerMessage::Table { view, .. }) => {
                self.attached(*table, view);
            }
            (Some(ClientMessage::Attach { table, .. }), _) => self.stand_up(*table),
            (None, ServerMessage::Seated { token, view, .. }) => {
                let table = view.state.table;
                self.seats.insert(table, OwnSeat { token: Some(*token), known: 0 });
                self.attached(table, view);
            }
            (None, ServerMessage::State(state)) => self.changed(state),
            (None, ServerMessage::Lobby(view)) => self.lobby.shown(view),
            (None, ServerMessage::LobbyDelta(delta)) => {
                if let Some(again) = self.lobby.changed(delta) {
                    // With too many requests waiting, this one is skipped.
                    let _ = self.request(again);
                }
            }
            _ => {}
        }
        Ok(match request {
            Some(request) => ClientEvent::Answer { request, answer: message },
            None => ClientEvent::Message(message),
        })
    }

    fn welcomed(&mut self, limits: &Limits) {
        if let ConnectionState::Up { link, welcomed } = &mut self.state {
            link.obey(limits);
            *welcomed = true;
        }
        let seats: Vec<_> = self.seats.iter().map(|(&table, seat)| (table, seat.known)).collect();
        for (table, known) in seats {
            self.refresh(table, known);
        }
    }

    /// Handles an attached table: requests the rest of a long history, and sends the moves that
    /// were waiting.
    fn attached(&mut self, table: TableId, view: &TableView) {
        let Some(seat) = self.seats.get_mut(&table) else { return };
        let newest = view.since.saturating_add(view.moves.len() as u32);
        if view.since <= seat.known && newest > seat.known {
            seat.known = newest;
            if newest < view.state.ply {
                self.refresh(table, newest);
            }
        }
        for message in self.requests.release(table) {
            self.send(message);
        }
        if view.state.over.is_some() {
            self.stand_up(table);
        }
    }

    /// Handles a state, which contains one move; requests any moves that it skips.
    fn changed(&mut self, state: &TableState) {
        let Some(seat) = self.seats.get_mut(&state.table) else { return };
        if state.over.is_some() {
            return self.stand_up(state.table);
        }
        match state.ply.saturating_sub(seat.known) {
            // One more move; or as many or fewer, when moves were taken back.
            0 | 1 => seat.known = state.ply,
            _ => {
                let known = seat.known;
                self.refresh(state.table, known);
            }
        }
    }

    fn stand_up(&mut self, table: TableId) {
        self.seats.remove(&table);
        self.requests.release(table);
    }
}

fn open(options: &ClientOptions) -> ConnectionState {
    ConnectionState::Opening(Box::pin(Link::open(options.url.clone(), options.from)))
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Client");
        shown.field("name", &self.options.name).field("seats", &self.seats.len());
        shown.finish_non_exhaustive()
    }
}
