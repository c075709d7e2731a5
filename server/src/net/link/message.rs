//! What the two sides of a link say, and how it is written: a head with the length of what follows,
//! the kind and the session, then the content.

use std::io;
use std::net::IpAddr;

use bytes::{Buf, Bytes, BytesMut};
use protocol::limits::{MAX_MESSAGE_BYTES, MAX_OUTBOX_BYTES};
use protocol::{CloseCode, Secret};
use serde::{Deserialize, Serialize};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::codec::Decoder;

use super::malformed;

/// The length of a head: four bytes of length, one of kind, four of session.
pub(super) const HEAD: usize = 9;

/// The longest content: everything that may wait for one client, or a message with its sessions.
const MAX_CONTENT: usize = MAX_OUTBOX_BYTES + MAX_MESSAGE_BYTES + (1 << 20);

/// The kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum MessageKind {
    Alive,
    Open,
    Text,
    Pong,
    Gone,
    Frames,
    Shared,
    Consumed,
    Ended,
}

impl MessageKind {
    const ALL: [MessageKind; 9] = [
        MessageKind::Alive,
        MessageKind::Open,
        MessageKind::Text,
        MessageKind::Pong,
        MessageKind::Gone,
        MessageKind::Frames,
        MessageKind::Shared,
        MessageKind::Consumed,
        MessageKind::Ended,
    ];
}

/// Returns the head of a message.
pub(super) fn head(kind: MessageKind, session: u32, length: usize) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..4].copy_from_slice(&(length as u32).to_le_bytes());
    head[4] = kind as u8;
    head[5..].copy_from_slice(&session.to_le_bytes());
    head
}

/// A message as it was written.
#[derive(Clone, Debug)]
pub(crate) struct LinkMessage {
    kind: MessageKind,
    pub(crate) session: u32,
    content: Bytes,
}

/// Cuts what arrives into messages.
#[derive(Debug)]
pub(crate) struct LinkCodec;

impl Decoder for LinkCodec {
    type Item = LinkMessage;
    type Error = io::Error;

    fn decode(&mut self, bytes: &mut BytesMut) -> io::Result<Option<LinkMessage>> {
        let Some(head) = bytes.get(..HEAD) else { return Ok(None) };
        let number = |four: &[u8]| u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        let (length, kind, session) = (number(head) as usize, head[4], number(&head[5..]));
        if length > MAX_CONTENT {
            return Err(malformed("a message that is too long"));
        }
        let Some(&kind) = MessageKind::ALL.get(usize::from(kind)) else {
            return Err(malformed("an unknown kind of message"));
        };
        if bytes.len() < HEAD + length {
            bytes.reserve(HEAD + length - bytes.len());
            return Ok(None);
        }
        bytes.advance(HEAD);
        Ok(Some(LinkMessage { kind, session, content: bytes.split_to(length).freeze() }))
    }
}

/// A client that has come to a front.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SessionOpening {
    /// Their address.
    pub(crate) from: IpAddr,
    /// The secret that came with the upgrade.
    pub(crate) secret: Option<Secret>,
}

/// What a front says of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ToLeader {
    /// The front is there.
    Alive,
    /// A client has come.
    Open(SessionOpening),
    /// They say this.
    Text(Utf8Bytes),
    /// They have answered a ping.
    Pong,
    /// They have gone.
    Gone,
}

/// What the leader says of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ToFront {
    /// The leader is there.
    Alive,
    /// WebSocket frames for the client.
    Frames(Bytes),
    /// The same frames for many clients.
    Shared { frames: Bytes, sessions: Vec<u32> },
    /// So much of what was sent has been read.
    Consumed(usize),
    /// The session is over.
    Ended(CloseCode),
}

impl ToLeader {
    /// Understands a message.
    ///
    /// # Errors
    /// When it is none of a front's.
    pub(crate) fn read(message: LinkMessage) -> io::Result<ToLeader> {
        let LinkMessage { kind, content, .. } = message;
        Ok(match kind {
            MessageKind::Alive => ToLeader::Alive,
            MessageKind::Open => ToLeader::Open(serde_json::from_slice(&content)?),
            MessageKind::Text => {
                let text = Utf8Bytes::try_from(content);
                ToLeader::Text(text.map_err(|_| malformed("a text that is none"))?)
            }
            MessageKind::Pong => ToLeader::Pong,
            MessageKind::Gone => ToLeader::Gone,
            MessageKind::Frames
            | MessageKind::Shared
            | MessageKind::Consumed
            | MessageKind::Ended => {
                return Err(malformed("a message of a leader"));
            }
        })
    }
}

impl ToFront {
    /// Understands a message.
    ///
    /// # Errors
    /// When it is none of a leader's.
    pub(crate) fn read(message: LinkMessage) -> io::Result<ToFront> {
        let LinkMessage { kind, mut content, .. } = message;
        Ok(match kind {
            MessageKind::Alive => ToFront::Alive,
            MessageKind::Frames => ToFront::Frames(content),
            MessageKind::Shared => {
                let length = content.try_get_u32_le().map_err(io::Error::other)? as usize;
                if content.len() < length {
                    return Err(malformed("frames that are cut off"));
                }
                let frames = content.split_to(length);
                let sessions = content.chunks_exact(4);
                let sessions = sessions.map(|mut number| number.get_u32_le()).collect();
                ToFront::Shared { frames, sessions }
            }
            MessageKind::Consumed => {
                ToFront::Consumed(content.try_get_u32_le().map_err(io::Error::other)? as usize)
            }
            MessageKind::Ended => {
                let number = content.try_get_u16_le().map_err(io::Error::other)?;
                let known = CloseCode::ALL.iter().find(|code| code.number() == number);
                // A newer leader may have reasons that this front does not know.
                ToFront::Ended(known.copied().unwrap_or(CloseCode::Restart))
            }
            MessageKind::Open | MessageKind::Text | MessageKind::Pong | MessageKind::Gone => {
                return Err(malformed("a message of a front"));
            }
        })
    }
}
