//! Messages as bytes on the wire, encoded once however many clients receive them.

use std::sync::Arc;

use protocol::CloseCode;
use serde::Serialize;

use crate::net::scratch_buffer::{add_json, with_scratch_buffer};

/// The space for the longest header of an unmasked frame (RFC 6455, section 5.2).
const HEADER: usize = 10;

const FINAL_TEXT: u8 = 0x81;
const FINAL_CLOSE: u8 = 0x88;
const FINAL_PING: u8 = 0x89;

/// One or more whole WebSocket frames, unmasked, as a server sends them. Cloning does not copy the
/// bytes.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    bytes: Arc<[u8]>,
    start: usize,
}

impl Frame {
    /// Creates a text frame with this message.
    pub(crate) fn text(message: &impl Serialize) -> Frame {
        encode(|buffer| append(buffer, |json| add_json(json, message))).0
    }

    /// Creates a text frame with one object: the fields of `head`, followed by those of `rest`,
    /// which is JSON already. Both must have fields.
    pub(crate) fn joined(head: &impl Serialize, rest: &[u8]) -> Frame {
        let join = |json: &mut Vec<u8>| {
            add_json(json, head);
            json.pop();
            json.push(b',');
            json.extend_from_slice(&rest[1..]);
        };
        encode(|buffer| append(buffer, join)).0
    }

    /// Creates a frame of two messages to be written at once, and a frame of the second alone. They
    /// share their bytes.
    pub(crate) fn both(first: &impl Serialize, second: &impl Serialize) -> (Frame, Frame) {
        let (both, start) = encode(|buffer| {
            append(buffer, |json| add_json(json, first));
            append(buffer, |json| add_json(json, second))
        });
        let second = Frame { bytes: Arc::clone(&both.bytes), start };
        (both, second)
    }

    /// Returns this frame followed by another, to be written at once.
    pub(crate) fn then(&self, next: &Frame) -> Frame {
        encode(|buffer| [self, next].iter().for_each(|it| buffer.extend_from_slice(it.bytes()))).0
    }

    /// Creates a close frame, whose reason begins with the code's word.
    pub(crate) fn close(code: CloseCode) -> Frame {
        let word = code.word().as_bytes();
        let mut bytes = vec![FINAL_CLOSE, word.len() as u8 + 2];
        bytes.extend(code.number().to_be_bytes());
        bytes.extend(word);
        Frame { bytes: bytes.into(), start: 0 }
    }

    /// Creates a ping without a payload: any byte that comes back is a sign of life.
    pub(crate) fn ping() -> Frame {
        Frame { bytes: Arc::new([FINAL_PING, 0]), start: 0 }
    }

    /// Whether both are the same frame, and not only equal ones.
    pub(crate) fn is_same(&self, other: &Frame) -> bool {
        Arc::ptr_eq(&self.bytes, &other.bytes) && self.start == other.start
    }

    /// Returns the bytes to write.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

/// Returns the bytes that `write` has written, in one allocation, and its result.
fn encode<T>(write: impl FnOnce(&mut Vec<u8>) -> T) -> (Frame, T) {
    with_scratch_buffer(|buffer| {
        let given = write(buffer);
        (Frame { bytes: Arc::from(&buffer[..]), start: 0 }, given)
    })
}

/// Appends a text frame with what `payload` writes; returns the offset where it begins.
fn append(bytes: &mut Vec<u8>, payload: impl FnOnce(&mut Vec<u8>)) -> usize {
    let start = bytes.len();
    bytes.resize(start + HEADER, 0);
    payload(bytes);
    let unused = write_header(&mut bytes[start..], FINAL_TEXT);
    bytes.drain(start..start + unused);
    start
}

/// Writes the header for the payload after [`HEADER`] at the end of the space before it; returns
/// the offset where the frame begins.
fn write_header(bytes: &mut [u8], first: u8) -> usize {
    let length = bytes.len() - HEADER;
    let start = match length {
        0..=125 => {
            bytes[HEADER - 1] = length as u8;
            HEADER - 2
        }
        126..=0xffff => {
            bytes[HEADER - 3] = 126;
            bytes[HEADER - 2..HEADER].copy_from_slice(&(length as u16).to_be_bytes());
            HEADER - 4
        }
        _ => {
            bytes[HEADER - 9] = 127;
            bytes[HEADER - 8..HEADER].copy_from_slice(&(length as u64).to_be_bytes());
            HEADER - 10
        }
    };
    bytes[start] = first;
    start
}

#[cfg(test)]
mod tests {
    use protocol::ServerMessage;
    use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;

    use super::*;

    #[test]
    fn the_header_is_what_a_websocket_library_reads() {
        for length in [0, 1, 30, 100, 125, 126, 127, 500, 0xfff0, 0xffff, 0x1_0000, 0x2_0000] {
            let message = ServerMessage::Notice { message: "x".repeat(length) };
            let json = serde_json::to_string(&message).expect("plain");
            let frame = Frame::text(&message);
            let mut cursor = std::io::Cursor::new(frame.bytes());
            let (header, payload) =
                FrameHeader::parse(&mut cursor).expect("well-formed").expect("whole");
            assert!(header.is_final && header.mask.is_none());
            assert_eq!(payload, json.len() as u64);
            assert_eq!(&frame.bytes()[cursor.position() as usize..], json.as_bytes());
        }
    }

    #[test]
    fn two_messages_stand_one_after_another_and_share_their_bytes() {
        let long = ServerMessage::Notice { message: "x".repeat(300) };
        for (first, second) in [(&ServerMessage::Ok { cid: 7 }, &long), (&long, &long)] {
            let (both, alone) = Frame::both(first, second);
            assert_eq!(alone.bytes(), Frame::text(second).bytes());
            let apart = [Frame::text(first).bytes(), alone.bytes()].concat();
            assert_eq!(both.bytes(), apart);
            assert_eq!(Frame::text(first).then(&alone).bytes(), apart);
        }
    }

    #[test]
    fn a_close_frame_carries_number_and_word() {
        assert_eq!(Frame::close(CloseCode::Bye).bytes(), b"\x88\x05\x03\xe8bye");
        for &code in CloseCode::ALL {
            assert!(Frame::close(code).bytes().len() <= 2 + 125);
        }
    }
}
