//! The bare WebSocket server.

use std::sync::Arc;

use futures::StreamExt;
use tokio::io::{join, sink};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::log::Log;
use super::{RelayPair, send, split};

/// The bytes that are read at once: frames are small, and the buffer is cleared before each read.
const READ_BUFFER: usize = 4_096;

/// Opens both WebSockets, and passes on what arrives, in `log` first if there is one.
pub(super) async fn relay(pair: [TcpStream; 2], log: Option<Arc<Log>>) {
    let [one, two] = pair.map(tokio_tungstenite::accept_async);
    // Whoever does not speak WebSocket has no opponent.
    let (Ok(one), Ok(two)) = tokio::join!(one, two) else { return };
    let (readers, pair) = split([one.into_inner(), two.into_inner()]);
    for from in readers {
        tokio::spawn(relay_frames(from, Arc::clone(&pair), log.clone()));
    }
}

async fn relay_frames(from: OwnedReadHalf, to: RelayPair, log: Option<Arc<Log>>) {
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    // Only read from: answers are written as bytes, by whoever has them.
    let from = join(from, sink());
    let mut socket = WebSocketStream::from_raw_socket(from, Role::Server, Some(config)).await;
    while let Some(Ok(Message::Text(text))) = socket.next().await {
        let mut frame = Vec::new();
        let answer = Frame::message(text, OpCode::Data(Data::Text), true);
        answer.format(&mut frame).expect("memory can be written");
        match &log {
            Some(log) => log.post(frame, Arc::clone(&to)),
            None if send(&frame, &to) => {}
            None => return,
        }
    }
}
