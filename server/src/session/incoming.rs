//! Input from a client: frames, their texts, and how a connection ends.

use std::future::poll_fn;
use std::io;
use std::task::Poll;

use futures::StreamExt;
use protocol::CloseCode;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as SentCode;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message, Utf8Bytes};

use super::Socket;
use crate::net::outbox::Outbox;

/// Returns the next text frame, or the reason why there is none.
pub(super) async fn next_text(
    socket: &mut Socket,
    outbox: &Outbox,
) -> Result<Utf8Bytes, CloseCode> {
    loop {
        if let Some(text) = text_of(next_frame(socket, outbox).await?)? {
            return Ok(text);
        }
    }
}

/// Returns the next frame, or the reason why there is none; meanwhile, waiting output is written.
/// The library answers pings and closes by itself.
pub(crate) async fn next_frame(socket: &mut Socket, outbox: &Outbox) -> Result<Message, CloseCode> {
    poll_fn(|cx| match socket.poll_next_unpin(cx) {
        Poll::Ready(Some(Ok(message))) => {
            socket.get_mut().message_arrived();
            Poll::Ready(Ok(message))
        }
        Poll::Ready(Some(Err(error))) => Poll::Ready(Err(close_code(&error))),
        Poll::Ready(None) => Poll::Ready(Err(CloseCode::Bye)),
        Poll::Pending => outbox.poll_pump(cx).map(|broken| Err(broken.into())),
    })
    .await
}

/// Returns the text of a frame, if it has any.
pub(super) fn text_of(message: Message) -> Result<Option<Utf8Bytes>, CloseCode> {
    match message {
        Message::Text(text) => Ok(Some(text)),
        Message::Binary(_) => Err(CloseCode::NotText),
        Message::Close(frame) => Err(goodbye(frame.as_ref())),
        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(None),
    }
}

/// Returns the close code of a connection that its client closes.
pub(crate) fn goodbye(frame: Option<&CloseFrame>) -> CloseCode {
    match frame {
        // The library substitutes this code for one that must not be sent.
        Some(frame) if frame.code == SentCode::Protocol => CloseCode::Protocol,
        _ => CloseCode::Bye,
    }
}

/// Returns the close code for a broken connection; the library itself sends none.
fn close_code(error: &SocketError) -> CloseCode {
    match error {
        SocketError::Capacity(CapacityError::MessageTooLong { .. }) => CloseCode::TooBig,
        SocketError::Utf8(_) => CloseCode::NotUtf8,
        SocketError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => CloseCode::Bye,
        SocketError::Protocol(_) | SocketError::Capacity(_) => CloseCode::Protocol,
        SocketError::Io(error) if error.kind() == io::ErrorKind::OutOfMemory => CloseCode::Overload,
        _ => CloseCode::Bye,
    }
}
