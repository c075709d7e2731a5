//! Input from a client, over their socket or over a front's link: frames, their texts, and how a
//! connection ends.

use std::future::poll_fn;
use std::io;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures::{SinkExt, StreamExt};
use protocol::CloseCode;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as SentCode;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message, Utf8Bytes};

use super::Socket;
use crate::net::link::{Inbox, LinkedTransport};
use crate::net::outbox::Outbox;

/// Where a client's messages come from.
pub(crate) trait ClientInput {
    /// Returns the next frame, or the reason why there is none.
    fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Result<Message, CloseCode>>;

    /// Passes on what is to be answered to a client who closes.
    fn answer_close(&mut self) -> impl Future<Output = ()> + Send;
}

/// The library answers pings and closes by itself.
impl ClientInput for Socket {
    fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Result<Message, CloseCode>> {
        self.poll_next_unpin(cx).map(|next| match next {
            Some(Ok(message)) => {
                self.get_mut().message_arrived();
                Ok(message)
            }
            Some(Err(error)) => Err(close_code(&error)),
            None => Err(CloseCode::Bye),
        })
    }

    async fn answer_close(&mut self) {
        // An outbox accepts everything; if the client has gone, nothing remains to be done.
        let _ = self.flush().await;
    }
}

/// The input of a client who is connected to a front.
#[derive(Debug)]
pub(crate) struct LinkedInput {
    inbox: Arc<Inbox>,
    way: LinkedTransport,
    /// What has been read and not yet told.
    consumed: usize,
}

impl LinkedInput {
    /// Creates the input from this inbox, which tells the front how much of it has been read.
    pub(crate) fn new(inbox: Arc<Inbox>, way: LinkedTransport) -> LinkedInput {
        LinkedInput { inbox, way, consumed: 0 }
    }
}

impl ClientInput for LinkedInput {
    fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Result<Message, CloseCode>> {
        // Whoever asks for the next message has dealt with the one before.
        self.way.consume(&mut self.consumed);
        self.inbox.poll_next(cx).map_ok(|(message, cost)| {
            self.consumed += cost;
            message
        })
    }

    async fn answer_close(&mut self) {}
}

/// Returns the next text frame, or the reason why there is none.
pub(super) async fn next_text(
    input: &mut impl ClientInput,
    outbox: &Outbox,
) -> Result<Utf8Bytes, CloseCode> {
    loop {
        if let Some(text) = text_of(next_frame(input, outbox).await?)? {
            return Ok(text);
        }
    }
}

/// Returns the next frame, or the reason why there is none; meanwhile, waiting output is written.
pub(crate) async fn next_frame(
    input: &mut impl ClientInput,
    outbox: &Outbox,
) -> Result<Message, CloseCode> {
    poll_fn(|cx| match input.poll_frame(cx) {
        Poll::Pending => outbox.poll_pump(cx).map(|broken| Err(broken.into())),
        ready => ready,
    })
    .await
}

/// Returns the text of a frame, if it has any.
pub(crate) fn text_of(message: Message) -> Result<Option<Utf8Bytes>, CloseCode> {
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
