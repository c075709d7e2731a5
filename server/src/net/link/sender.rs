//! The outgoing side of a link. Senders append to a buffer; one task writes what has gathered, so the
//! answers to a whole commit leave in one write.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::CloseCode;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};

use super::message::{HEAD, MessageKind, SessionOpening, head};
use super::{BEAT, WINDOW};
use crate::net::frame::Frame;

/// The maximum that waits for a link, in bytes. If it cannot be written for long, the other side is
/// given up.
const MAX_WAITING: usize = 64 << 20;

/// The memory that is kept between two writes.
const KEPT: usize = 1 << 20;

/// One side of a link, on which it speaks.
#[derive(Debug, Default)]
pub(crate) struct LinkSender {
    outgoing: Mutex<Outgoing>,
    arrived: Notify,
}

#[derive(Debug, Default)]
struct Outgoing {
    bytes: Vec<u8>,
    /// The last message in `bytes`, if it can get more sessions.
    shared: Option<SharedMessage>,
    closed: bool,
}

/// A message for many sessions that is being put together.
#[derive(Debug)]
struct SharedMessage {
    frame: Frame,
    /// Where its head is.
    at: usize,
}

impl LinkSender {
    /// A client has come.
    pub(crate) fn open(&self, session: u32, opening: &SessionOpening) {
        // Addresses and digits are always written.
        let content = serde_json::to_vec(opening).unwrap_or_default();
        self.push(MessageKind::Open, session, &content);
    }

    /// A client says this.
    pub(crate) fn text(&self, session: u32, text: &str) {
        self.push(MessageKind::Text, session, text.as_bytes());
    }

    /// A client has answered a ping.
    pub(crate) fn pong(&self, session: u32) {
        self.push(MessageKind::Pong, session, &[]);
    }

    /// A client has gone.
    pub(crate) fn gone(&self, session: u32) {
        self.push(MessageKind::Gone, session, &[]);
    }

    /// Frames for a client; returns whether the link can still be used.
    fn frames(&self, session: u32, bytes: &[u8]) -> bool {
        self.push(MessageKind::Frames, session, bytes)
    }

    /// A frame for one of many clients. As long as nothing else comes in between, the frame travels
    /// once for all of them.
    fn share(&self, session: u32, frame: &Frame) {
        self.append(HEAD + 8 + frame.bytes().len(), |outgoing| outgoing.share(session, frame));
    }

    /// So much of a client's messages has been read.
    pub(crate) fn consumed(&self, session: u32, bytes: usize) {
        self.push(MessageKind::Consumed, session, &(bytes as u32).to_le_bytes());
    }

    /// A session is over.
    pub(crate) fn ended(&self, session: u32, code: CloseCode) {
        self.push(MessageKind::Ended, session, &code.number().to_le_bytes());
    }

    /// Gives the link up.
    pub(crate) fn close(&self) {
        let mut outgoing = self.lock();
        (outgoing.closed, outgoing.shared) = (true, None);
        outgoing.bytes = Vec::new();
        drop(outgoing);
        self.arrived.notify_one();
    }

    /// Whether it has been given up.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Writes what gathers, and shows now and then that this side lives, until the link breaks.
    pub(crate) async fn write_to(&self, mut socket: impl AsyncWrite + Unpin) -> io::Result<()> {
        let mut batch = Vec::new();
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                () = self.arrived.notified() => {}
                _ = beats.tick() => drop(self.push(MessageKind::Alive, 0, &[])),
            }
            while self.take(&mut batch)? {
                socket.write_all(&batch).await?;
                batch.clear();
                batch.shrink_to(KEPT);
            }
            socket.flush().await?;
        }
    }

    /// Moves what has gathered into `batch`, which must be empty; returns whether there was anything.
    fn take(&self, batch: &mut Vec<u8>) -> io::Result<bool> {
        let mut outgoing = self.lock();
        if outgoing.closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        outgoing.shared = None;
        std::mem::swap(&mut outgoing.bytes, batch);
        Ok(!batch.is_empty())
    }

    /// Appends a message; returns whether the link can still be used.
    fn push(&self, kind: MessageKind, session: u32, content: &[u8]) -> bool {
        self.append(HEAD + content.len(), |outgoing| {
            outgoing.shared = None;
            outgoing.bytes.extend_from_slice(&head(kind, session, content.len()));
            outgoing.bytes.extend_from_slice(content);
        })
    }

    /// Appends at most this many bytes, or gives the link up if too many are waiting already; returns
    /// whether it can still be used.
    fn append(&self, most: usize, write: impl FnOnce(&mut Outgoing)) -> bool {
        let mut outgoing = self.lock();
        if outgoing.closed {
            return false;
        }
        let waiting = outgoing.bytes.len();
        if waiting + most > MAX_WAITING {
            drop(outgoing);
            self.close();
            return false;
        }
        write(&mut outgoing);
        drop(outgoing);
        if waiting == 0 {
            self.arrived.notify_one();
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, Outgoing> {
        // Whole messages are appended, so a panic elsewhere leaves none half-written.
        self.outgoing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outgoing {
    fn share(&mut self, session: u32, frame: &Frame) {
        let at = match &self.shared {
            Some(shared) if shared.frame.is_same(frame) => shared.at,
            _ => {
                let at = self.bytes.len();
                self.bytes.extend_from_slice(&[0; HEAD]);
                self.bytes.extend_from_slice(&(frame.bytes().len() as u32).to_le_bytes());
                self.bytes.extend_from_slice(frame.bytes());
                self.shared = Some(SharedMessage { frame: frame.clone(), at });
                at
            }
        };
        self.bytes.extend_from_slice(&session.to_le_bytes());
        let length = self.bytes.len() - at - HEAD;
        self.bytes[at..at + HEAD].copy_from_slice(&head(MessageKind::Shared, 0, length));
    }
}

/// The way to a client who is connected to a front.
#[derive(Clone, Debug)]
pub(crate) struct LinkedTransport {
    sender: Arc<LinkSender>,
    session: u32,
    /// Set when the client has gone.
    gone: Arc<AtomicBool>,
}

impl LinkedTransport {
    pub(crate) fn new(
        sender: &Arc<LinkSender>,
        session: u32,
        gone: &Arc<AtomicBool>,
    ) -> LinkedTransport {
        LinkedTransport { sender: Arc::clone(sender), session, gone: Arc::clone(gone) }
    }

    /// Sends whole frames. The front bounds what waits for a client who does not read.
    pub(crate) fn send(&self, bytes: &[u8]) -> io::Result<()> {
        match self.sender.frames(self.session, bytes) {
            true => Ok(()),
            false => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Sends a frame that many others get too.
    pub(crate) fn share(&self, frame: &Frame) {
        self.sender.share(self.session, frame);
    }

    /// Says how the session has ended.
    pub(crate) fn end(&self, code: CloseCode) {
        self.sender.ended(self.session, code);
    }

    /// Says how much has been read, when it is worth a message.
    pub(crate) fn consume(&self, consumed: &mut usize) {
        if *consumed >= WINDOW / 2 {
            self.sender.consumed(self.session, *consumed);
            *consumed = 0;
        }
    }

    /// Whether the client has gone, even if some of their input is still unread.
    pub(crate) fn has_ended(&self) -> bool {
        self.gone.load(Ordering::Relaxed) || self.sender.is_closed()
    }
}
