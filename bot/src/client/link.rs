//! One WebSocket connection: bounded messages, no buffer larger than its contents, and a timeout
//! for silence.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures::{Sink, Stream as _};
use protocol::{CloseCode, Limits, Request, SUBPROTOCOL, ServerMessage};
use tokio::time::{Instant, Sleep, sleep, timeout};
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as FrameCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::disconnect::Disconnect;
use super::url::{ClientStream, ServerUrl};

/// How long connecting and the handshake may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the closing handshake may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The largest message that is read, in bytes. The server's outbox holds 256 KiB.
const MAX_MESSAGE: usize = 1024 * 1024;

/// A live connection.
pub struct Link {
    socket: WebSocketStream<ClientStream>,
    outbox: VecDeque<Message>,
    unflushed: bool,
    opened: Instant,
    heard: Instant,
    pinged: bool,
    ping_after: Duration,
    silence_timeout: Duration,
    alarm: Pin<Box<Sleep>>,
}

impl Link {
    /// Connects, from this local address if one is given, and performs the handshake.
    ///
    /// # Errors
    /// When there is no connection within ten seconds, or the handshake fails.
    pub async fn open(url: ServerUrl, from: Option<IpAddr>) -> Result<Link, Disconnect> {
        Link::speaking(Some(SUBPROTOCOL), url, from).await
    }

    /// Connects as [`Link::open`] does, with another subprotocol or with none.
    pub(crate) async fn speaking(
        protocol: Option<&str>,
        url: ServerUrl,
        from: Option<IpAddr>,
    ) -> Result<Link, Disconnect> {
        match timeout(CONNECT_TIMEOUT, connect(protocol, &url, from)).await {
            Ok(socket) => Ok(Link::new(socket?)),
            Err(_) => Err(Disconnect::Broken("no connection within ten seconds".to_owned())),
        }
    }

    pub(super) fn new(socket: WebSocketStream<ClientStream>) -> Link {
        let now = Instant::now();
        let Limits { ping_after_ms, silence_timeout_ms, .. } = Limits::default();
        let ping_after = Duration::from_millis(ping_after_ms.into());
        Link {
            socket,
            outbox: VecDeque::new(),
            unflushed: false,
            opened: now,
            heard: now,
            pinged: false,
            ping_after,
            silence_timeout: Duration::from_millis(silence_timeout_ms.into()),
            alarm: Box::pin(sleep(ping_after)),
        }
    }

    /// How long the connection has lived.
    pub(crate) fn lived(&self) -> Duration {
        self.opened.elapsed()
    }

    /// Adopts the server's limits on silence.
    pub(crate) fn obey(&mut self, limits: &Limits) {
        // A limit of zero would make the client ping in a loop.
        let at_least = |ms: u32| Duration::from_millis(ms.into()).max(Duration::from_millis(20));
        self.ping_after = at_least(limits.ping_after_ms);
        self.silence_timeout = at_least(limits.silence_timeout_ms).max(self.ping_after * 2);
        self.arm();
    }

    /// Puts a message in the outbox; [`Link::message`] sends it. The number of requests that may
    /// wait for an answer bounds the outbox.
    pub fn send(&mut self, request: &Request) {
        self.push(Message::Text(Utf8Bytes::from(request.to_json())));
    }

    /// Puts a frame in the outbox.
    pub(crate) fn push(&mut self, frame: Message) {
        self.outbox.push_back(frame);
    }

    /// Sends the outbox and returns the next message; `None` when a frame was not a message for us,
    /// or when the silence timer fired. Cancel-safe: a dropped future loses nothing.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn message(&mut self) -> Result<Option<ServerMessage>, Disconnect> {
        match self.frame().await? {
            Some(Message::Text(text)) => Ok(read(&text)),
            _ => Ok(None),
        }
    }

    /// Like [`Link::message`], for a frame of any content.
    pub(crate) async fn frame(&mut self) -> Result<Option<Message>, Disconnect> {
        std::future::poll_fn(|cx| {
            self.poll_send(cx)?;
            if let Poll::Ready(heard) = self.poll_receive(cx) {
                return Poll::Ready(heard.map(Some));
            }
            ready!(self.alarm.as_mut().poll(cx));
            Poll::Ready(self.look_at_silence().map(|()| None))
        })
        .await
    }

    /// Pings the silent server, or declares it lost.
    fn look_at_silence(&mut self) -> Result<(), Disconnect> {
        let silence = self.heard.elapsed();
        if silence >= self.silence_timeout {
            return Err(Disconnect::Silent);
        }
        if silence >= self.ping_after && !self.pinged {
            self.pinged = true;
            self.push(Message::Ping(Bytes::new()));
        }
        self.arm();
        Ok(())
    }

    /// Sends a close frame and waits a moment for the answer, so that the last messages arrive.
    pub(crate) async fn close(mut self) {
        let frame = CloseFrame {
            code: FrameCode::from(CloseCode::Bye.number()),
            reason: Utf8Bytes::from_static(CloseCode::Bye.word()),
        };
        self.push(Message::Close(Some(frame)));
        let drained = async { while self.message().await.is_ok() {} };
        // Do not wait longer for a server that does not answer the close frame.
        let _ = timeout(CLOSE_TIMEOUT, drained).await;
    }

    fn arm(&mut self) {
        let patience = if self.pinged { self.silence_timeout } else { self.ping_after };
        self.alarm.as_mut().reset(self.heard + patience);
    }

    fn poll_send(&mut self, cx: &mut Context<'_>) -> Result<(), Disconnect> {
        let mut socket = Pin::new(&mut self.socket);
        while !self.outbox.is_empty() {
            match socket.as_mut().poll_ready(cx)? {
                Poll::Pending => return Ok(()),
                Poll::Ready(()) => {}
            }
            let Some(message) = self.outbox.pop_front() else { break };
            socket.as_mut().start_send(message)?;
            self.unflushed = true;
        }
        if self.unflushed && socket.poll_flush(cx)?.is_ready() {
            self.unflushed = false;
        }
        Ok(())
    }

    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Result<Message, Disconnect>> {
        let frame = match ready!(Pin::new(&mut self.socket).poll_next(cx)) {
            Some(frame) => frame?,
            None => {
                return Poll::Ready(Err(Disconnect::Closed { code: None, reason: String::new() }));
            }
        };
        self.heard = Instant::now();
        // Else the alarm would ring when the silence before the ping was to end: the server would be
        // asked no more until then, and be lost if the alarm came late.
        if std::mem::take(&mut self.pinged) {
            self.arm();
        }
        Poll::Ready(match frame {
            // tungstenite has queued the pong or the answering close; the next iteration sends it.
            Message::Ping(_) => {
                self.unflushed = true;
                Ok(frame)
            }
            Message::Text(_) | Message::Binary(_) | Message::Pong(_) | Message::Frame(_) => {
                Ok(frame)
            }
            Message::Close(frame) => {
                let _ = Pin::new(&mut self.socket).poll_flush(cx);
                let (code, reason) = match frame {
                    Some(frame) => (Some(frame.code.into()), frame.reason.to_string()),
                    None => (None, String::new()),
                };
                Err(Disconnect::Closed { code, reason })
            }
        })
    }
}

async fn connect(
    protocol: Option<&str>,
    url: &ServerUrl,
    from: Option<IpAddr>,
) -> Result<WebSocketStream<ClientStream>, Disconnect> {
    let stream = url.connect(from).await?;
    let mut request = ClientRequestBuilder::new(url.uri().clone());
    if let Some(protocol) = protocol {
        request = request.with_sub_protocol(protocol);
    }
    // The default read buffer of 128 KiB is zeroed before each read: with 4 KiB a connection costs
    // 6 kB instead of 130, and takes half the time.
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_write_buffer_size(2 * MAX_MESSAGE)
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE));
    let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
    Ok(socket)
}

/// Within `nim.v1` a server may send messages newer than this client; they are ignored.
fn read(text: &str) -> Option<ServerMessage> {
    serde_json::from_str(text)
        .inspect_err(|error| tracing::debug!(%error, text, "not understood"))
        .ok()
}

#[cfg(test)]
mod tests;
