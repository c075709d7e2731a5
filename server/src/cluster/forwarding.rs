//! HTTP requests that a front passes on to the leader, and what it says of their clients.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::http::header::{
    CONNECTION, HeaderName, PROXY_AUTHENTICATE, PROXY_AUTHORIZATION, TE, TRAILER,
    TRANSFER_ENCODING, UPGRADE,
};
use axum::http::uri::{Authority, PathAndQuery, Scheme};
use axum::http::{HeaderMap, HeaderValue, Request, Response, Uri};
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;
use tower_service::Service;

use crate::admission::slots::Peer;
use crate::net::link::{LinkPurpose, SILENCE, connect};
use crate::net::listener::CLIENT;
use crate::store::Leader;

/// What belongs to one connection, and not to the request (RFC 9110, section 7.6.1).
const HOP_BY_HOP: [HeaderName; 7] =
    [CONNECTION, PROXY_AUTHENTICATE, PROXY_AUTHORIZATION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE];

/// Passes requests on to the leader, over connections that are used again.
#[derive(Clone)]
pub(crate) struct Forwarder(Client<LeaderConnector, Body>);

impl Forwarder {
    pub(crate) fn new(leader: watch::Receiver<Option<Leader>>) -> Forwarder {
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            // A request without one has none at the leader either.
            .set_host(false)
            // The leader closes what has been idle for a little longer.
            .pool_idle_timeout(std::time::Duration::from_secs(2))
            .build(LeaderConnector(leader));
        Forwarder(client)
    }

    /// Returns the leader's answer to this request of a client.
    pub(crate) async fn forward(
        &self,
        request: Request<Body>,
        client: Peer,
        leader: &Leader,
    ) -> Result<Response<Body>, Error> {
        let (mut parts, body) = request.into_parts();
        remove_hop_by_hop(&mut parts.headers);
        parts.headers.insert(CLIENT, describe(client));
        parts.uri = addressed(parts.uri, leader);
        parts.extensions.clear();
        let answer = self.0.request(Request::from_parts(parts, body)).await?;
        let (mut parts, body) = answer.into_parts();
        let ends = parts.headers.get(CONNECTION).is_some_and(|said| said == "close");
        remove_hop_by_hop(&mut parts.headers);
        if ends {
            // Whoever is turned away has to come anew.
            parts.headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(Response::from_parts(parts, Body::new(body)))
    }
}

fn remove_hop_by_hop(headers: &mut HeaderMap) {
    HOP_BY_HOP.iter().for_each(|name| _ = headers.remove(name));
}

fn describe(client: Peer) -> HeaderValue {
    let text = client.describe();
    HeaderValue::from_str(&text).expect("an address is plain text")
}

/// The same path on the leader, whose address also keeps connections to its predecessors apart.
fn addressed(uri: Uri, leader: &Leader) -> Uri {
    let mut parts = uri.into_parts();
    let path = parts.path_and_query.take();
    parts.path_and_query = Some(path.unwrap_or_else(|| PathAndQuery::from_static("/")));
    parts.scheme = Some(Scheme::HTTP);
    let authority = Authority::try_from(leader.address.to_string());
    parts.authority = Some(authority.expect("an address is an authority"));
    Uri::from_parts(parts).expect("all parts are there")
}

/// Connects to the leader.
#[derive(Clone)]
struct LeaderConnector(watch::Receiver<Option<Leader>>);

impl Service<Uri> for LeaderConnector {
    type Response = LeaderStream;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<LeaderStream>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        let leader = self.0.borrow().clone();
        Box::pin(async move {
            let Leader { address, credentials } = leader.ok_or(io::ErrorKind::NotConnected)?;
            let connecting = connect(address, &credentials, LinkPurpose::Http);
            Ok(LeaderStream(TokioIo::new(timeout(SILENCE, connecting).await??)))
        })
    }
}

/// A connection to the leader, for the HTTP library.
struct LeaderStream(TokioIo<TlsStream<TcpStream>>);

impl Connection for LeaderStream {
    fn connected(&self) -> Connected {
        Connected::new()
    }
}

impl Read for LeaderStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, into)
    }
}

impl Write for LeaderStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
