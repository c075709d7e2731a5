//! Bare servers, which only pass each move back to its sender and on to the opponent: one read and
//! two writes are the kernel's cost of a move, frames and a wait for the disk the least that a
//! durable WebSocket server can add. Anything beyond that is the game server's own cost.

mod frames;
mod log;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::sync::Arc;

use tokio::io::AsyncReadExt;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

use log::Log;

use super::table::{Endpoint, RECORD};

/// What a bare server does with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Relay {
    /// Passes on records of 64 bytes: what the kernel costs.
    Tcp,
    /// Passes on text frames, with the same library as the server.
    #[value(name = "websocket")]
    WebSocket,
    /// Passes on text frames once they are on disk.
    Durable,
}

/// The two connections of a table, for writing.
type RelayPair = Arc<[OwnedWriteHalf; 2]>;

impl Relay {
    /// What its players take it for.
    #[must_use]
    pub fn endpoint(self) -> Endpoint {
        match self {
            Relay::Tcp => Endpoint::Tcp,
            Relay::WebSocket | Relay::Durable => Endpoint::WebSocket,
        }
    }

    /// Listens on a free port, prints it, and pairs connections in the order of their arrival.
    /// Returns only on an error.
    ///
    /// # Errors
    /// When it cannot listen, accept or write a file.
    pub async fn run(self) -> anyhow::Result<()> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("relay listening on http://{}", listener.local_addr()?);
        std::io::stdout().flush()?;
        self.serve(&listener).await
    }

    async fn serve(self, listener: &TcpListener) -> anyhow::Result<()> {
        let log = match self {
            Relay::Durable => Some(Log::start()?),
            Relay::Tcp | Relay::WebSocket => None,
        };
        loop {
            let pair = [accept(listener).await?, accept(listener).await?];
            match self {
                Relay::Tcp => relay_records(pair),
                Relay::WebSocket | Relay::Durable => {
                    tokio::spawn(frames::relay(pair, log.clone()));
                }
            }
        }
    }
}

async fn accept(listener: &TcpListener) -> anyhow::Result<TcpStream> {
    let (tcp, _) = listener.accept().await?;
    tcp.set_nodelay(true)?;
    Ok(tcp)
}

fn split(pair: [TcpStream; 2]) -> ([OwnedReadHalf; 2], RelayPair) {
    let [(read_one, write_one), (read_two, write_two)] = pair.map(TcpStream::into_split);
    ([read_one, read_two], Arc::new([write_one, write_two]))
}

fn relay_records(pair: [TcpStream; 2]) {
    let (readers, pair) = split(pair);
    for mut from in readers {
        let to = Arc::clone(&pair);
        tokio::spawn(async move {
            let mut record = [0; RECORD];
            while from.read_exact(&mut record).await.is_ok() && send(&record, &to) {}
        });
    }
}

/// Sends to both players; returns false if that is impossible. It cannot block: a move is far
/// smaller than a socket's buffer, and each side waits for the last move before it sends the next.
fn send(bytes: &[u8], to: &[OwnedWriteHalf; 2]) -> bool {
    to.iter().all(|writer| writer.try_write(bytes).is_ok())
}
