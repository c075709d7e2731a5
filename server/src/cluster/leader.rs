//! The leader's side of the links: sessions of clients who are connected to fronts, and HTTP
//! requests that fronts pass on.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use protocol::CloseCode;
use protocol::limits::MAX_MESSAGE_BYTES;
use tokio::io::{AsyncRead, AsyncWrite, split};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_util::codec::FramedRead;
use tracing::{debug, info};

use crate::admission::slots::{SlotKind, TurnedAway};
use crate::net::link::{
    Inbox, LinkCodec, LinkKey, LinkPurpose, LinkSender, LinkedTransport, SILENCE, SessionOpening,
    ToLeader,
};
use crate::net::listener::{Listener, Origin, serve_http};
use crate::net::outbox::Outbox;
use crate::net::socket_transport::Stream;
use crate::session::incoming::LinkedInput;
use crate::session::upgrade::SessionContext;
use crate::session::{ConnectionOrigin, serve};
use crate::system;

/// The read buffer of a link, in bytes.
const READ_BUFFER: usize = 64 * 1024;

/// How long the last messages of a stopping leader may take.
const LAST_MESSAGES: Duration = Duration::from_millis(200);

/// The delay when no connection can be accepted.
const ACCEPT_AGAIN: Duration = Duration::from_millis(50);

/// The maximum number of connections that have not proved themselves: there are a few fronts, with some
/// requests each.
const MAX_UNPROVEN: usize = 256;

/// The context for accepting fronts.
#[derive(Clone)]
pub(crate) struct LeaderContext {
    pub(crate) sessions: SessionContext,
    /// For HTTP requests, [whole](for_fronts).
    pub(crate) http: Listener,
    /// What it proves itself with, and they to it.
    pub(crate) key: LinkKey,
}

/// Reads each request to its end before anything answers it. A connection on which something is
/// left to be read cannot go on, and a front would have sent somebody else's request there.
pub(crate) fn for_fronts(http: Listener) -> Listener {
    Listener { router: http.router.layer(from_fn(whole)), ..http }
}

async fn whole(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match to_bytes(body, MAX_MESSAGE_BYTES).await {
        Ok(body) => next.run(Request::from_parts(parts, body.into())).await,
        // Fronts send nothing longer.
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

/// Accepts fronts until the server stops.
pub(crate) async fn accept_fronts(listener: Arc<TcpListener>, with: LeaderContext) {
    let unproven = Arc::new(Semaphore::new(MAX_UNPROVEN));
    loop {
        let accepted = tokio::select! {
            () = with.http.closing.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((tcp, _)) => match Arc::clone(&unproven).try_acquire_owned() {
                Ok(place) => drop(with.http.tracker.spawn(serve_front(tcp, place, with.clone()))),
                Err(_) => with.http.metrics.turned_away.count(),
            },
            Err(_) => tokio::time::sleep(ACCEPT_AGAIN).await,
        }
    }
}

async fn serve_front(tcp: TcpStream, place: OwnedSemaphorePermit, with: LeaderContext) {
    let accepted = timeout(with.http.head_within, with.key.accept(tcp)).await;
    drop(place);
    match accepted {
        Ok(Ok((tls, LinkPurpose::Http))) => {
            serve_http(Stream::Right(Box::new(tls)), Origin::Front, with.http).await;
        }
        Ok(Ok((tls, LinkPurpose::Sessions))) => {
            let front = tls.get_ref().0.peer_addr().ok();
            serve_sessions(tls, front, with.sessions).await;
        }
        Ok(Err(error)) => debug!(%error, "no front"),
        Err(_) => debug!("no front in time"),
    }
}

/// Serves all sessions of a front until the link breaks.
pub(crate) async fn serve_sessions(
    stream: impl AsyncRead + AsyncWrite,
    front: Option<SocketAddr>,
    sessions: SessionContext,
) {
    info!(?front, "a front has come");
    let (read, write) = split(stream);
    let closing = sessions.hub.closing.clone();
    let mut link = FrontLink { sessions, sender: Arc::default(), inboxes: BTreeMap::new() };
    let sender = Arc::clone(&link.sender);
    let stop = async {
        closing.cancelled().await;
        tokio::time::sleep(LAST_MESSAGES).await;
        io::ErrorKind::ConnectionAborted.into()
    };
    let why = tokio::select! {
        biased;
        written = sender.write_to(write) => written.err(),
        read = link.read(read) => read.err(),
        stopped = stop => Some(stopped),
    };
    info!(?front, ?why, "a front has gone");
    sender.close();
    link.inboxes.values().for_each(|inbox| inbox.end());
}

/// A front, with its sessions.
struct FrontLink {
    sessions: SessionContext,
    sender: Arc<LinkSender>,
    inboxes: BTreeMap<u32, Arc<Inbox>>,
}

impl FrontLink {
    async fn read(&mut self, socket: impl AsyncRead + Unpin) -> io::Result<()> {
        let mut messages = FramedRead::with_capacity(socket, LinkCodec, READ_BUFFER);
        while let Some(message) = timeout(SILENCE, messages.next()).await? {
            let message = message?;
            let session = message.session;
            self.hear(session, ToLeader::read(message)?)?;
        }
        Ok(())
    }

    fn hear(&mut self, session: u32, said: ToLeader) -> io::Result<()> {
        match said {
            ToLeader::Alive => {}
            ToLeader::Open(_) if self.inboxes.contains_key(&session) => {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a session opened twice"));
            }
            ToLeader::Open(opening) => self.open(session, &opening),
            ToLeader::Text(text) => self.pass_on(session, Message::Text(text)),
            ToLeader::Pong => self.pass_on(session, Message::Pong(Bytes::new())),
            ToLeader::Gone => {
                if let Some(inbox) = self.inboxes.remove(&session) {
                    inbox.end();
                }
            }
        }
        Ok(())
    }

    fn pass_on(&self, session: u32, message: Message) {
        // Of one that has just ended, something may still be on its way.
        if let Some(inbox) = self.inboxes.get(&session) {
            inbox.push(message);
        }
    }

    fn open(&mut self, session: u32, opening: &SessionOpening) {
        let hub = &self.sessions.hub;
        if hub.closing.is_cancelled() {
            return self.sender.ended(session, CloseCode::Restart);
        }
        let admitted = hub.admission.admit(SlotKind::Session, opening.from, system::now());
        let permit = match admitted {
            Ok(permit) => permit,
            Err(why) => {
                hub.metrics().turned_away.count();
                return self.sender.ended(session, close_code(why));
            }
        };
        let inbox = Arc::new(Inbox::new(&hub.incoming));
        self.inboxes.insert(session, Arc::clone(&inbox));
        let way = LinkedTransport::new(&self.sender, session, inbox.gone());
        let from = ConnectionOrigin::new(permit.prefix, opening.secret);
        let hub = Arc::clone(hub);
        self.sessions.tracker.spawn(async move {
            let outbox = Arc::new(Outbox::new(way.clone().into()));
            let mut input = LinkedInput::new(inbox, way);
            Box::pin(serve(hub, &from, &outbox, &mut input)).await;
            drop(permit);
        });
    }
}

/// How a client hears that they are turned away, whose socket is open already.
fn close_code(why: TurnedAway) -> CloseCode {
    match why {
        TurnedAway::Full | TurnedAway::TooMany => CloseCode::Overload,
        TurnedAway::Banned => CloseCode::Banned,
    }
}
