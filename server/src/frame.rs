//! Messages as bytes on the wire, encoded once however many are sent them.

use bytes::Bytes;
use protocol::{CloseCode, ServerMessage};

/// Room for the longest header of an unmasked frame (RFC 6455, section 5.2).
const HEADER: usize = 10;

const FINAL_TEXT: u8 = 0x81;
const FINAL_CLOSE: u8 = 0x88;
const FINAL_PING: u8 = 0x89;

/// One or more whole WebSocket frames, unmasked, as a server sends them.
/// Cloning it copies nothing.
#[derive(Clone, Debug)]
pub(crate) struct Frame(Bytes);

impl Frame {
    /// A text frame with this message.
    pub(crate) fn text(message: &ServerMessage) -> Frame {
        let mut bytes = Vec::with_capacity(256);
        bytes.resize(HEADER, 0);
        // Into memory, from structs without maps of odd keys: cannot fail.
        serde_json::to_writer(&mut bytes, message).expect("a message has a JSON form");
        let start = write_header(&mut bytes, FINAL_TEXT);
        Frame(Bytes::from(bytes).slice(start..))
    }

    /// A close frame, its reason beginning with the code's word.
    pub(crate) fn close(code: CloseCode) -> Frame {
        let word = code.word().as_bytes();
        let mut bytes = vec![FINAL_CLOSE, word.len() as u8 + 2];
        bytes.extend(code.number().to_be_bytes());
        bytes.extend(word);
        Frame(bytes.into())
    }

    /// A ping without a payload: any byte that comes back is a sign of life.
    pub(crate) fn ping() -> Frame {
        Frame(Bytes::from_static(&[FINAL_PING, 0]))
    }

    /// This frame and then another, to be written at once.
    pub(crate) fn then(&self, next: &Frame) -> Frame {
        Frame([&self.0[..], &next.0[..]].concat().into())
    }

    /// The bytes to write.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Writes the header that belongs to the payload after [`HEADER`] into the end
/// of the room before it; gives the place where the frame begins.
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
    use protocol::ErrorCode;
    use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;

    use super::*;

    #[test]
    fn the_header_is_what_a_websocket_library_reads() {
        for length in [0, 1, 30, 100, 125, 126, 127, 500, 0xfff0, 0xffff, 0x1_0000, 0x2_0000] {
            let message = ServerMessage::Error {
                cid: None,
                code: ErrorCode::BadMessage,
                message: "x".repeat(length),
            };
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
    fn a_close_frame_carries_number_and_word() {
        assert_eq!(Frame::close(CloseCode::Bye).bytes(), b"\x88\x05\x03\xe8bye");
        for &code in CloseCode::ALL {
            assert!(Frame::close(code).bytes().len() <= 2 + 125);
        }
    }
}
