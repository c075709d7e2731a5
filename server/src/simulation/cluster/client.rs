//! A client at a front: plays, watches, and comes back by their token when the connection is lost.

mod acting;
mod hearing;

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;

use protocol::{ClientMessage, Kind, Player, Request, Secret, SeekId, TableId, TableState};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::{Move, Seat};
use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket};

use super::referee::ClusterReferee;
use crate::net::pipe::PipeEnd;

/// A client gives a connection up on which an answer is missing for so many milliseconds.
pub(super) const PATIENCE: u64 = 6_000;

/// What clients share outside the servers.
#[derive(Debug, Default)]
pub(super) struct Meeting {
    /// The open offers, with who made them.
    pub(super) offers: Vec<(SeekId, usize)>,
    /// All tables, with who sits there.
    pub(super) tables: BTreeMap<TableId, BTreeSet<usize>>,
}

/// What a client knows and can reach at a moment.
pub(super) struct ClientMoment<'a> {
    pub(super) now: u64,
    pub(super) referee: &'a mut ClusterReferee,
    pub(super) meeting: &'a mut Meeting,
    /// Whether new games may begin.
    pub(super) begins: bool,
}

/// A client.
#[derive(Debug)]
pub(super) struct ClusterClient {
    number: usize,
    chance: StdRng,
    kind: Kind,
    token: Option<Secret>,
    you: Option<Player>,
    connection: Option<ClientConnection>,
    games: BTreeMap<TableId, OwnGame>,
    watched: BTreeSet<TableId>,
    next_cid: u32,
    pub(super) acts_at: u64,
    /// How often a connection was given up because an answer was missing.
    pub(super) given_up: u64,
    pub(super) reconnects: u64,
}

/// A connection, as its client sees it.
#[derive(Debug)]
struct ClientConnection {
    socket: WebSocket<PipeEnd>,
    is_greeted: bool,
    /// What has been asked, and when.
    asked: BTreeMap<u32, (u64, ClientMessage)>,
    /// The tables of which it may hear.
    tables: BTreeSet<TableId>,
}

/// A game of a client.
#[derive(Debug)]
struct OwnGame {
    seat: Seat,
    /// Missing if the message that said it was lost.
    token: Option<Secret>,
    state: TableState,
}

impl ClusterClient {
    /// Creates a client; one with a secret is registered.
    pub(super) fn new(number: usize, seed: u64, token: Option<Secret>) -> ClusterClient {
        let kind = match &token {
            Some(_) => Kind::Person,
            None if number.is_multiple_of(2) => Kind::Bot,
            None => Kind::Guest,
        };
        ClusterClient {
            number,
            chance: StdRng::seed_from_u64(seed),
            kind,
            token,
            you: None,
            connection: None,
            games: BTreeMap::new(),
            watched: BTreeSet::new(),
            next_cid: number as u32 * 1_000_000,
            acts_at: 0,
            given_up: 0,
            reconnects: 0,
        }
    }

    /// Whether it is connected, as far as it knows.
    pub(super) fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Whether nothing is missing that it has asked for.
    pub(super) fn is_answered(&self) -> bool {
        self.connection.as_ref().is_some_and(|one| one.is_greeted && one.asked.is_empty())
    }

    /// Whether none of its games is running, as far as it knows.
    pub(super) fn is_idle(&self) -> bool {
        self.games.values().all(|game| game.state.over.is_some())
    }

    /// Describes what it waits for.
    pub(super) fn wants(&self) -> String {
        let asked = self.connection.as_ref().map(|one| (&one.asked, one.is_greeted));
        let running = self.games.iter().filter(|(_, game)| game.state.over.is_none());
        let running: Vec<_> =
            running.map(|(table, game)| (table, game.seat, &game.state)).collect();
        format!("client {}: {asked:?}, {running:?}", self.number)
    }

    /// Begins a connection with a hello.
    pub(super) fn connect(&mut self, end: PipeEnd, moment: &mut ClientMoment<'_>) {
        let socket = WebSocket::from_raw_socket(end, Role::Client, None);
        let (asked, tables) = (BTreeMap::new(), BTreeSet::new());
        self.connection = Some(ClientConnection { socket, is_greeted: false, asked, tables });
        self.reconnects += 1;
        let client = format!("client {}", self.number);
        let hello = ClientMessage::Hello { name: None, kind: self.kind, client, token: self.token };
        self.ask(moment, hello);
    }

    /// Ends the connection, politely or by vanishing.
    pub(super) fn leave(&mut self, politely: bool) {
        if let Some(mut connection) = self.connection.take()
            && politely
        {
            // Whether the server hears it makes no difference to whoever has gone.
            let _ = connection.socket.close(None);
        }
        let pause = self.chance.random_range(50..1_500);
        self.acts_at = self.acts_at.saturating_add(pause);
    }

    /// Hears what has arrived, and does something if it is time.
    pub(super) fn step(&mut self, moment: &mut ClientMoment<'_>) {
        while let Some(text) = self.next_text() {
            self.hear(moment, &text);
        }
        if self.is_forgotten(moment.now) {
            self.given_up += 1;
            self.acts_at = moment.now;
            return self.leave(false);
        }
        if moment.now >= self.acts_at && self.is_connected() {
            self.acts_at = moment.now + self.chance.random_range(20..400);
            self.act(moment);
        }
    }

    /// Whether an answer has been missing for too long.
    fn is_forgotten(&self, now: u64) -> bool {
        let asked = self.connection.as_ref().and_then(|one| one.asked.values().next());
        asked.is_some_and(|(at, _)| at + PATIENCE < now)
    }

    /// The next text that has arrived; a connection that is over is forgotten.
    fn next_text(&mut self) -> Option<String> {
        loop {
            let connection = self.connection.as_mut()?;
            match connection.socket.read() {
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => return None,
                Err(_) => self.connection = None,
            }
        }
    }

    /// Sends a request.
    fn ask(&mut self, moment: &mut ClientMoment<'_>, message: ClientMessage) {
        let Some(connection) = &mut self.connection else { return };
        self.next_cid += 1;
        let cid = self.next_cid;
        if let ClientMessage::Move { table, ply, .. } = &message {
            moment.referee.is_asked(*table, *ply);
        }
        let text = Request { cid, message: message.clone() }.to_json();
        connection.asked.insert(cid, (moment.now, message));
        match connection.socket.send(Message::text(text)) {
            Ok(()) => {}
            // The library keeps what does not fit.
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => self.connection = None,
        }
    }
}

/// A legal move of Nim.
fn any_move(chance: &mut StdRng, state: &TableState) -> Move {
    let position = serde_json::to_value(&state.position).expect("plain data");
    let heaps = position["heaps"].as_array().expect("a position of Nim");
    let sizes = (0..).zip(heaps).map(|(heap, size)| (heap, size.as_u64().unwrap_or(0)));
    let full: Vec<(u64, u64)> = sizes.filter(|(_, size)| *size > 0).collect();
    let (heap, size) = full[chance.random_range(0..full.len())];
    // Small ones, so that games last.
    Move::List(vec![heap, chance.random_range(1..=size.min(2))].into())
}
