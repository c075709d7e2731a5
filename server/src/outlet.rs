//! The way out to one client. Whoever has something to say writes it straight
//! into the socket; only what a full socket refuses waits here, bounded. So a
//! move reaches both players without a task being woken, and a client that does
//! not read can hold up nobody.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use protocol::CloseCode;
use protocol::limits::MAX_OUTBOX_BYTES;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::frame::Frame;
use crate::pipe::Pipe;

/// How long a closing connection may take to read what it is still sent, and
/// how much of what it still sends is read: dropping a socket with unread bytes
/// resets it, and the reset would destroy the close frame.
const LINGER: Duration = Duration::from_secs(1);
const LINGER_BYTES: usize = 1 << 20;

/// The socket of one client and what waits for it.
#[derive(Debug)]
pub(crate) struct Outlet {
    pipe: Pipe,
    waiting: Mutex<Waiting>,
    /// Wakes [`Outlet::pump`] when something begins to wait, or is broken.
    wake: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Open,
    /// The client does not read: the outbox ran over.
    Overrun,
    /// Whoever runs the server has no more to say to this client than this.
    Ending(CloseCode),
    /// The socket is broken or the last frame has been said.
    Closed,
}

/// Why nothing can be sent any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// The client reads too slowly.
    TooSlow,
    /// The connection is gone.
    Gone,
    /// It is to be closed with this code.
    Ended(CloseCode),
}

impl From<Broken> for CloseCode {
    fn from(broken: Broken) -> CloseCode {
        match broken {
            Broken::TooSlow => CloseCode::TooSlow,
            Broken::Gone => CloseCode::Bye,
            Broken::Ended(code) => code,
        }
    }
}

impl Waiting {
    /// Adds bytes, or gives the client up when it has too many already.
    fn add(&mut self, bytes: &[u8]) {
        if self.bytes.len() + bytes.len() > MAX_OUTBOX_BYTES {
            *self = Waiting { bytes: Vec::new(), state: State::Overrun };
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }
}

impl Outlet {
    pub(crate) fn new(pipe: Pipe) -> Outlet {
        Outlet { pipe, waiting: Mutex::default(), wake: Notify::new() }
    }

    /// Sends whole frames, now or as soon as the socket takes them. Never
    /// blocks and never fails: a broken outlet is noticed by its owner.
    pub(crate) fn send(&self, frame: &Frame) {
        self.write(frame.bytes());
    }

    /// Leaves a frame for the connection's own task to write. For one of many who
    /// look on: whoever tells them all makes no call into the system for each.
    pub(crate) fn leave(&self, frame: &Frame) {
        let mut waiting = self.lock();
        if waiting.state == State::Open {
            waiting.add(frame.bytes());
            drop(waiting);
            self.wake.notify_one();
        }
    }

    /// Has the connection closed by its owner, soon.
    pub(crate) fn end(&self, code: CloseCode) {
        let mut waiting = self.lock();
        if waiting.state == State::Open {
            waiting.state = State::Ending(code);
            self.wake.notify_one();
        }
    }

    fn write(&self, bytes: &[u8]) {
        let mut waiting = self.lock();
        if waiting.state != State::Open {
            return;
        }
        let written = match waiting.bytes.is_empty() {
            true => self.pipe.try_write(bytes),
            false => Ok(0),
        };
        let Ok(written) = written else {
            waiting.state = State::Closed;
            self.wake.notify_one();
            return;
        };
        let rest = &bytes[written..];
        if rest.is_empty() && self.pipe.is_clear() {
            return;
        }
        waiting.add(rest);
        self.wake.notify_one();
    }

    /// Writes what waits, for ever; ends when nothing can be sent any more.
    /// Cancel-safe.
    pub(crate) async fn pump(&self) -> Broken {
        loop {
            match self.drain() {
                Ok(true) => self.wake.notified().await,
                Ok(false) => {
                    if self.pipe.writable().await.is_err() {
                        return Broken::Gone;
                    }
                }
                Err(broken) => return broken,
            }
        }
    }

    /// Writes what the socket takes; true when nothing waits any more.
    fn drain(&self) -> Result<bool, Broken> {
        let mut waiting = self.lock();
        match waiting.state {
            State::Overrun => return Err(Broken::TooSlow),
            State::Closed => return Err(Broken::Gone),
            State::Ending(code) => return Err(Broken::Ended(code)),
            State::Open => {}
        }
        let written = match waiting.bytes.is_empty() {
            true => self.pipe.try_flush().map(|_| 0),
            false => self.pipe.try_write(&waiting.bytes),
        };
        let Ok(written) = written else {
            waiting.state = State::Closed;
            return Err(Broken::Gone);
        };
        waiting.bytes.drain(..written);
        if waiting.bytes.is_empty() {
            // A burst is rare; its memory need not stay.
            waiting.bytes = Vec::new();
        }
        Ok(waiting.bytes.is_empty() && self.pipe.is_clear())
    }

    /// Says goodbye and hangs up.
    pub(crate) async fn close(&self, code: CloseCode) {
        let says = {
            let mut waiting = self.lock();
            if let State::Ending(_) = waiting.state {
                waiting.state = State::Open;
            }
            waiting.state == State::Open
        };
        if says {
            self.send(&Frame::close(code));
        }
        self.hang_up().await;
    }

    /// Waits, within bounds, until the client has heard everything.
    pub(crate) async fn hang_up(&self) {
        let said = async {
            while let Ok(false) = self.drain() {
                if self.pipe.writable().await.is_err() {
                    break;
                }
            }
            self.pipe.end();
            self.pipe.read_off(LINGER_BYTES).await;
        };
        let _ = timeout(LINGER, said).await;
        self.lock().state = State::Closed;
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // No code that holds the lock panics; if it did, the bytes are whole
        // frames all the same.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The socket as the WebSocket library sees it: it reads from it, and what it
/// writes by itself (pongs, the answer to a close) goes the same way out as
/// everything else, frame by frame.
#[derive(Debug)]
pub(crate) struct Wire(pub(crate) Arc<Outlet>);

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.0.pipe.poll_read(cx, buffer)
    }
}

impl AsyncWrite for Wire {
    /// Takes everything: the library writes whole frames, and the outlet bounds
    /// what waits.
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.0.write(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
