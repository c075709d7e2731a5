//! One table of the lean load: two connections that move in turn and always take one
//! object. Games have a clock.

use std::net::SocketAddr;

use anyhow::{Context, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Bytes in a record that a bare server passes on: about the size of a move and its answer.
pub(super) const RECORD: usize = 64;

/// The other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Endpoint {
    /// A game server.
    Server,
    /// A bare server that passes on records.
    Tcp,
    /// A bare server that passes on text frames.
    #[value(name = "websocket")]
    WebSocket,
}

/// Two connected players.
pub struct LeanTable {
    endpoint: Endpoint,
    players: [RawPlayer; 2],
    id: String,
    start: Vec<u64>,
    heaps: Vec<u64>,
    ply: u64,
}

/// One connection and the bytes read from it but not yet used.
pub struct RawPlayer {
    tcp: TcpStream,
    buffer: Vec<u8>,
}

impl LeanTable {
    /// Connects both players, one right after the other, because a bare server pairs by order.
    ///
    /// # Errors
    /// When the endpoint cannot be reached.
    pub async fn connect(
        endpoint: Endpoint,
        [one, two]: [SocketAddr; 2],
        start: &[u64],
    ) -> anyhow::Result<LeanTable> {
        let players = [RawPlayer::connect(one).await?, RawPlayer::connect(two).await?];
        let (id, start) = (String::new(), start.to_vec());
        Ok(LeanTable { endpoint, players, id, heaps: start.clone(), start, ply: 0 })
    }

    /// Seats the players, if the endpoint has seats.
    ///
    /// # Errors
    /// When the server refuses them.
    pub async fn sit_down(mut self) -> anyhow::Result<LeanTable> {
        for player in &mut self.players {
            match self.endpoint {
                Endpoint::Server => player.upgrade().await?,
                Endpoint::WebSocket => player.open_socket().await?,
                Endpoint::Tcp => {}
            }
        }
        self.begin().await?;
        Ok(self)
    }

    /// Begins a game: the first player offers it, the second accepts.
    async fn begin(&mut self) -> anyhow::Result<()> {
        self.heaps.copy_from_slice(&self.start);
        self.ply = 0;
        if self.endpoint != Endpoint::Server {
            return Ok(());
        }
        let [one, two] = &mut self.players;
        let heaps = &self.start;
        one.say(&format!(r#"{{"t":"seek","cid":1,"game":{{"variant":"nim","ending":"normal","start":{{"heaps":{heaps:?}}}}},"seat":"first","private":true,"clock":{{"kind":"fischer","base_ms":600000,"increment_ms":0}}}}"#)).await?;
        let seek = one.answer("seek").await?;
        two.say(&format!(r#"{{"t":"accept","cid":1,"seek":"{seek}"}}"#)).await?;
        two.frame().await?;
        self.id = two.answer("table").await?;
        one.frame().await?;
        Ok(())
    }

    /// Plays this many moves.
    ///
    /// # Errors
    /// When a move is refused or the connection ends.
    pub async fn play_ahead(mut self, moves: u64) -> anyhow::Result<LeanTable> {
        for _ in 0..moves {
            self.step(drop).await?;
        }
        Ok(self)
    }

    /// The table's id on the server.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Sends the next move; calls `on_answer` when the mover has the answer and when the opponent has
    /// the new state.
    pub(super) async fn step(
        &mut self,
        mut on_answer: impl FnMut(MoverSide),
    ) -> anyhow::Result<()> {
        let mover = (self.ply % 2) as usize;
        let heap = self.heaps.iter().position(|&objects| objects > 0).context("a game goes on")?;
        let (id, ply) = (&self.id, self.ply);
        let mv = || {
            format!(r#"{{"t":"move","cid":{ply},"table":"{id}","ply":{ply},"move":[{heap},1]}}"#)
        };
        match self.endpoint {
            Endpoint::Tcp => {
                self.players[mover].tcp.write_all(&[0; RECORD]).await?;
                self.players[mover].record().await?;
                on_answer(MoverSide::Mover);
                self.players[1 - mover].record().await?;
            }
            Endpoint::WebSocket => {
                self.players[mover].say(&mv()).await?;
                self.players[mover].frame().await?;
                on_answer(MoverSide::Mover);
                self.players[1 - mover].frame().await?;
            }
            Endpoint::Server => {
                self.players[mover].say(&mv()).await?;
                let answer = self.players[mover].frame().await?;
                if !answer.starts_with(br#"{"t":"ok""#) {
                    bail!("the move was refused: {}", String::from_utf8_lossy(&answer));
                }
                on_answer(MoverSide::Mover);
                self.players[mover].frame().await?;
                self.players[1 - mover].frame().await?;
            }
        }
        on_answer(MoverSide::Opponent);
        self.heaps[heap] -= 1;
        self.ply += 1;
        if self.heaps.iter().all(|&objects| objects == 0) {
            self.begin().await?;
        }
        Ok(())
    }
}

/// The player who has received news of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoverSide {
    Mover,
    Opponent,
}

impl RawPlayer {
    /// Connects and sends nothing.
    ///
    /// # Errors
    /// When the endpoint cannot be reached.
    pub async fn connect(at: SocketAddr) -> anyhow::Result<RawPlayer> {
        let tcp = TcpStream::connect(at).await?;
        tcp.set_nodelay(true)?;
        Ok(RawPlayer { tcp, buffer: Vec::new() })
    }

    /// Upgrades to a WebSocket and sends `hello`.
    ///
    /// # Errors
    /// When the server refuses it.
    pub async fn upgrade(&mut self) -> anyhow::Result<()> {
        self.open_socket().await?;
        self.say(r#"{"t":"hello","cid":1,"name":"load","kind":"bot","client":"nim-bench"}"#)
            .await?;
        self.frame().await?;
        Ok(())
    }

    async fn open_socket(&mut self) -> anyhow::Result<()> {
        let request = "GET /ws HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\n\
            Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: nim.v1\r\n\r\n";
        self.tcp.write_all(request.as_bytes()).await?;
        let end = loop {
            match self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                Some(end) => break end + 4,
                None => self.read().await?,
            }
        };
        self.buffer.drain(..end);
        Ok(())
    }

    /// Watches a table and waits for the answer.
    ///
    /// # Errors
    /// When the server refuses it.
    pub async fn watch(&mut self, table: &str) -> anyhow::Result<()> {
        self.say(&format!(r#"{{"t":"watch","cid":2,"table":"{table}"}}"#)).await?;
        self.answer("table").await.map(drop)
    }

    /// Sends a text frame, masked with zeros, which leave the payload unchanged.
    async fn say(&mut self, text: &str) -> anyhow::Result<()> {
        let mut frame = vec![0x81];
        match text.len() {
            length @ 0..=125 => frame.push(0x80 | length as u8),
            length => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        Ok(self.tcp.write_all(&frame).await?)
    }

    /// The payload of the next frame that is not a ping.
    async fn frame(&mut self) -> anyhow::Result<Vec<u8>> {
        loop {
            let Some((opcode, start, end)) = self.whole_frame() else {
                self.read().await?;
                continue;
            };
            let payload = self.buffer[start..end].to_vec();
            self.buffer.drain(..end);
            match opcode {
                1 => return Ok(payload),
                8 => bail!("closed: {payload:?}"),
                _ => {}
            }
        }
    }

    /// The opcode and the payload's range in the buffer, if the first frame is complete.
    fn whole_frame(&self) -> Option<(u8, usize, usize)> {
        let opcode = self.buffer.first()? & 0x0f;
        let (start, length) = match *self.buffer.get(1)? {
            126 => {
                (4, usize::from(u16::from_be_bytes([*self.buffer.get(2)?, *self.buffer.get(3)?])))
            }
            127 => {
                let bytes = self.buffer.get(2..10)?.try_into().ok()?;
                (10, u64::from_be_bytes(bytes) as usize)
            }
            short => (2, usize::from(short)),
        };
        (self.buffer.len() >= start + length).then_some((opcode, start, start + length))
    }

    /// The id under `key` in the next frame.
    async fn answer(&mut self, key: &str) -> anyhow::Result<String> {
        let frame = String::from_utf8(self.frame().await?)?;
        let after = frame.split(&format!(r#""{key}":""#)).nth(1).with_context(|| frame.clone())?;
        Ok(after.split('"').next().unwrap_or_default().to_owned())
    }

    async fn record(&mut self) -> anyhow::Result<()> {
        while self.buffer.len() < RECORD {
            self.read().await?;
        }
        self.buffer.drain(..RECORD);
        Ok(())
    }

    async fn read(&mut self) -> anyhow::Result<()> {
        match self.tcp.read_buf(&mut self.buffer).await? {
            0 => bail!("the connection has ended"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
