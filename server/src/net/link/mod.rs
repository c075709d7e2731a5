//! The link from a front to the leader: one TCP connection, under TLS, that carries the messages of
//! all clients of the front, each with the number of its session. TCP keeps their order and loses
//! none; when it breaks, all these sessions end, and their clients come back.

mod inbox;
mod message;
mod seal;
mod sender;

use std::io;
use std::time::Duration;

pub(crate) use inbox::Inbox;
pub(crate) use message::{LinkCodec, SessionOpening, ToFront, ToLeader};
pub(crate) use seal::{LinkCredentials, LinkKey, connect};
#[cfg(test)]
pub(crate) use seal::{greet, welcome};
pub(crate) use sender::{LinkSender, LinkedTransport};

/// The first bytes of a connection, with the version of what follows.
const GREETING: &[u8; 9] = b"nim link1";

/// How often each side shows that it lives, and how long it may be silent.
pub(crate) const BEAT: Duration = Duration::from_millis(500);
pub(crate) const SILENCE: Duration = Duration::from_secs(3);

/// How much a front sends of one client before the leader has read it. Behind it one message of any
/// length may follow.
pub(crate) const WINDOW: usize = 4 * 1024;

/// What a message counts as beyond its length: a client cannot fill memory with empty ones.
const MESSAGE_COST: usize = 64;

/// What a message counts as in the [`WINDOW`].
pub(crate) fn cost(length: usize) -> usize {
    length + MESSAGE_COST
}

/// What a connection to the leader is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkPurpose {
    /// For the messages of sessions.
    Sessions,
    /// For HTTP requests, as they came.
    Http,
}

/// The error about a message that no version of the other side sends.
fn malformed(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests;
