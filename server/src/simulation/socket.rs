//! The bytes between a player and the server: real requests and real frames, in fragments, with pings
//! between them, cut anywhere, and sometimes broken off or rubbish.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};

use protocol::{ClientMessage, Request, ServerMessage, TableId, TableState};
use rand::RngExt;
use rand::rngs::StdRng;
use tokio_tungstenite::tungstenite::protocol::frame::Frame as RawFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::game::table::Command;
use crate::net::frame::Frame;

/// Bytes that arrive in pieces, each of them later.
#[derive(Debug, Default)]
struct ChoppedStream {
    incoming: VecDeque<Vec<u8>>,
    written: Vec<u8>,
}

impl ChoppedStream {
    /// Cuts bytes anywhere.
    fn cut(chance: &mut StdRng, mut bytes: &[u8]) -> ChoppedStream {
        let mut incoming = VecDeque::new();
        while !bytes.is_empty() {
            let (piece, rest) = bytes.split_at(chance.random_range(1..=bytes.len()));
            // An empty one stands for waiting.
            incoming.extend([piece.to_vec(), Vec::new()]);
            bytes = rest;
        }
        ChoppedStream { incoming, written: Vec::new() }
    }
}

impl Read for ChoppedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.incoming.pop_front() {
            None => Ok(0),
            Some(piece) if piece.is_empty() => Err(ErrorKind::WouldBlock.into()),
            Some(mut piece) => {
                let taken = piece.len().min(buffer.len());
                buffer[..taken].copy_from_slice(&piece[..taken]);
                let rest = piece.split_off(taken);
                if !rest.is_empty() {
                    self.incoming.push_front(rest);
                }
                Ok(taken)
            }
        }
    }
}

impl Write for ChoppedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns what a player sends to ask for this, as a client frames it.
pub(super) fn asked(chance: &mut StdRng, table: TableId, command: &Command) -> Vec<u8> {
    let message = match command.clone() {
        Command::Move { ply, mv } => ClientMessage::Move { table, ply, mv },
        Command::Choose { begin } => ClientMessage::Choose { table, begin },
        Command::Bid(bid) => ClientMessage::Bid { table, bid },
        Command::Resign => ClientMessage::Resign { table },
        Command::Abort => ClientMessage::Abort { table },
        Command::Claim => ClientMessage::Claim { table },
        Command::Takeback { ply, want } => ClientMessage::Takeback { table, ply, want },
        Command::Rematch { want } => ClientMessage::Rematch { table, want },
    };
    let text = Request { cid: chance.random(), message }.to_json().into_bytes();
    let mut client =
        WebSocket::from_raw_socket(ChoppedStream::default(), Role::Client, Some(config()));
    let (head, tail) = text.split_at(chance.random_range(0..=text.len()));
    let parts = [(head, Data::Text, false), (tail, Data::Continue, true)];
    for (part, data, last) in parts {
        let part = RawFrame::message(part.to_vec(), OpCode::Data(data), last);
        client.send(Message::Frame(part)).expect("there is room");
        if chance.random_bool(0.1) {
            client.send(Message::Ping(Vec::new().into())).expect("there is room");
        }
    }
    client.get_ref().written.clone()
}

/// Returns what the server reads from these bytes; `None` if they break off or are rubbish.
pub(super) fn heard(chance: &mut StdRng, bytes: &[u8]) -> Option<Command> {
    let text = read(Role::Server, ChoppedStream::cut(chance, bytes))?;
    match Request::read(&text).ok()?.message {
        ClientMessage::Move { ply, mv, .. } => Some(Command::Move { ply, mv }),
        ClientMessage::Choose { begin, .. } => Some(Command::Choose { begin }),
        ClientMessage::Bid { bid, .. } => Some(Command::Bid(bid)),
        ClientMessage::Resign { .. } => Some(Command::Resign),
        ClientMessage::Abort { .. } => Some(Command::Abort),
        ClientMessage::Claim { .. } => Some(Command::Claim),
        ClientMessage::Takeback { ply, want, .. } => Some(Command::Takeback { ply, want }),
        ClientMessage::Rematch { want, .. } => Some(Command::Rematch { want }),
        _ => None,
    }
}

/// Returns the bytes by which a player is told the state of a table.
pub(super) fn state_bytes(state: &TableState) -> Vec<u8> {
    Frame::text(&ServerMessage::State(state.clone())).bytes().to_vec()
}

/// Returns the state that a player reads from these bytes; `None` if they break off.
pub(super) fn seen(chance: &mut StdRng, bytes: &[u8]) -> Option<TableState> {
    let text = read(Role::Client, ChoppedStream::cut(chance, bytes))?;
    match serde_json::from_str(&text).expect("the server's own message") {
        ServerMessage::State(state) => Some(state),
        other => panic!("it was a state: {other:?}"),
    }
}

/// What is left of bytes when their connection breaks, or somebody hostile sends others.
pub(super) fn spoilt(chance: &mut StdRng, mut bytes: Vec<u8>) -> Vec<u8> {
    if chance.random_bool(0.5) {
        bytes.truncate(chance.random_range(0..bytes.len()));
    } else {
        bytes.iter_mut().take(12).for_each(|byte| *byte = chance.random());
    }
    bytes
}

fn read(role: Role, pieces: ChoppedStream) -> Option<String> {
    let mut socket = WebSocket::from_raw_socket(pieces, role, Some(config()));
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => return Some(text.to_string()),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
            Ok(_) | Err(_) => return None,
        }
    }
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(1_024).write_buffer_size(0)
}
