//! From an HTTP request to a WebSocket: the checks before the upgrade, and the socket that the
//! session gets.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::header::{RETRY_AFTER, SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use protocol::limits::MAX_MESSAGE_BYTES;
use protocol::{SUBPROTOCOL, Secret};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as SocketError, http};
use tokio_util::task::TaskTracker;
use tracing::{Instrument, debug};

use crate::admission::incoming_bytes::IncomingBytes;
use crate::admission::slots::{Admission, Peer, SlotKind, TurnedAway};
use crate::identity::Caller;
use crate::live::hub::Hub;
use crate::net::outbox::{Outbox, Wire};
use crate::net::socket_transport::Stream;
use crate::net::transport::Transport;
use crate::session::{self, ConnectionOrigin, Socket};
use crate::system;

/// The library fills this buffer with zeros before each read and keeps it for the life of the
/// connection. A move has some hundred bytes, and a longer message still fits, because the buffer
/// grows.
const READ_BUFFER: usize = 1024;

/// The parts of the server that a session needs.
#[derive(Clone)]
pub(crate) struct SessionContext {
    pub(crate) hub: Arc<Hub>,
    /// Tracks the task of every session.
    pub(crate) tracker: TaskTracker,
}

/// Answers `GET /ws`.
pub(crate) async fn upgrade(
    State(sessions): State<SessionContext>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
) -> Response {
    let admission = &sessions.hub.admission;
    let accepted = match accept(admission, peer, &mut request) {
        Ok(accepted) => accepted,
        Err(refused) => return *refused,
    };
    let permit = match admission.admit(SlotKind::Session, accepted.from, system::now()) {
        Ok(permit) => permit,
        Err(why) => {
            sessions.hub.metrics().turned_away.count();
            return turned_away(why);
        }
    };
    let from = ConnectionOrigin::new(permit.prefix, accepted.secret);
    let (upgraded, tracker) = (accepted.upgraded, sessions.tracker.clone());
    tracker.spawn(async move {
        serve(sessions.hub, from, upgraded).await;
        drop(permit);
    });
    accepted.response
}

/// A request that becomes a WebSocket, if there is a slot for it.
pub(crate) struct AcceptedUpgrade {
    /// The client's address.
    pub(crate) from: IpAddr,
    /// The secret that came with it.
    pub(crate) secret: Option<Secret>,
    pub(crate) response: Response,
    pub(crate) upgraded: OnUpgrade,
}

/// Checks a request for a WebSocket.
///
/// # Errors
/// The answer to one that cannot become one.
pub(crate) fn accept(
    admission: &Admission,
    peer: Peer,
    request: &mut Request,
) -> Result<AcceptedUpgrade, Box<Response>> {
    let secret = match Caller::read(request.headers(), admission.is_sealed(peer, request.headers()))
    {
        Ok(caller) => caller.secret,
        Err(StatusCode::FORBIDDEN) => {
            return refuse((StatusCode::FORBIDDEN, "this page may not connect here\n"));
        }
        Err(status) => return refuse((status, "that is not a token\n")),
    };
    if request.uri().query().is_some() {
        // Addresses end up in logs: a token in one would not stay secret.
        let why = "nothing may follow the address; a token belongs in a header or in hello\n";
        return refuse((StatusCode::BAD_REQUEST, why));
    }
    let mut response = match create_response_with_body(request, axum::body::Body::empty) {
        Ok(response) => response,
        Err(error) => return Err(Box::new(not_a_websocket(&error))),
    };
    if !offers_subprotocol(request.headers()) {
        let known = format!("no known subprotocol was offered; known: {SUBPROTOCOL}\n");
        return refuse((StatusCode::BAD_REQUEST, known));
    }
    let chosen = HeaderValue::from_static(SUBPROTOCOL);
    response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, chosen);
    let from = admission.source(peer.address, request.headers());
    Ok(AcceptedUpgrade { from, secret, response, upgraded: hyper::upgrade::on(request) })
}

fn refuse<T>(why: impl IntoResponse) -> Result<T, Box<Response>> {
    Err(Box::new(why.into_response()))
}

async fn serve(hub: Arc<Hub>, from: ConnectionOrigin, upgraded: OnUpgrade) {
    let opened = open(upgraded, MAX_MESSAGE_BYTES, &hub.incoming);
    let opened = opened.instrument(from.span.clone()).await;
    let Some((outbox, mut socket)) = opened else { return };
    // Boxed, so that a connection costs only what its session needs, not what the largest step of
    // its handshake needed.
    Box::pin(session::serve(hub, &from, &outbox, &mut socket)).await;
}

/// Takes the raw socket back from the HTTP library. What a client sent right after its request has
/// already been read, and is not lost.
pub(crate) async fn open(
    upgraded: OnUpgrade,
    max_message: usize,
    incoming: &Arc<IncomingBytes>,
) -> Option<(Arc<Outbox>, Socket)> {
    let upgraded = upgraded.await.inspect_err(|error| debug!(%error, "the upgrade failed")).ok()?;
    let parts = upgraded.downcast::<TokioIo<Stream>>().ok()?;
    // Copied: otherwise the HTTP library's buffer of 8 KiB would be kept for the life of the
    // connection.
    let read = parts.read_buf.to_vec();
    Some(socket(parts.io.into_inner().into(), read, max_message, incoming).await)
}

/// Begins the WebSocket of a client who is reached over `transport`, and of whom so much has been
/// read already.
pub(crate) async fn socket(
    transport: Transport,
    read: Vec<u8>,
    max_message: usize,
    incoming: &Arc<IncomingBytes>,
) -> (Arc<Outbox>, Socket) {
    let outbox = Arc::new(Outbox::new(transport));
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(Some(max_message))
        .max_frame_size(Some(max_message));
    let socket = WebSocketStream::from_partially_read(
        Wire::new(&outbox, incoming),
        read,
        Role::Server,
        Some(config),
    );
    (outbox, socket.await)
}

pub(crate) fn turned_away(why: TurnedAway) -> Response {
    let again = [(RETRY_AFTER, "10")];
    match why {
        TurnedAway::Full => (StatusCode::SERVICE_UNAVAILABLE, again, "the server is full\n"),
        TurnedAway::TooMany => {
            (StatusCode::TOO_MANY_REQUESTS, again, "too many connections from your address\n")
        }
        TurnedAway::Banned => (StatusCode::FORBIDDEN, again, "your address is banned\n"),
    }
    .into_response()
}

fn offers_subprotocol(headers: &HeaderMap) -> bool {
    let offered = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|v| v.to_str().ok());
    offered.flat_map(|line| line.split(',')).any(|name| name.trim() == SUBPROTOCOL)
}

fn not_a_websocket(error: &SocketError) -> Response {
    let version = [(SEC_WEBSOCKET_VERSION, "13")];
    match error {
        SocketError::Protocol(
            ProtocolError::MissingConnectionUpgradeHeader
            | ProtocolError::MissingUpgradeWebSocketHeader,
        ) => {
            let upgrade = [(http::header::UPGRADE, "websocket")];
            (StatusCode::UPGRADE_REQUIRED, upgrade, "this address is for WebSockets\n")
                .into_response()
        }
        SocketError::Protocol(ProtocolError::MissingSecWebSocketVersionHeader) => {
            (StatusCode::UPGRADE_REQUIRED, version, "only WebSocket version 13 is supported\n")
                .into_response()
        }
        error => (StatusCode::BAD_REQUEST, format!("{error}\n")).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |&(name, value): &(&'static str, &'static str)| {
            (http::HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        list.iter().map(pair).collect()
    }

    #[test]
    fn the_subprotocol_is_found_in_any_list() {
        let offers = |value| offers_subprotocol(&headers(&[("sec-websocket-protocol", value)]));
        assert!(offers("nim.v1") && offers("chat, nim.v1") && offers("nim.v1 ,chat"));
        assert!(!offers("nim.v2") && !offers("") && !offers_subprotocol(&HeaderMap::new()));
    }
}
