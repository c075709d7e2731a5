//! The loop that accepts connections, and HTTP on one of them until it ends or is
//! upgraded.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::header::CONNECTION;
use axum::http::{HeaderMap, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::future::{Either, ready};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use protocol::Cause;
use protocol::costs::ExpensiveRequest;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use crate::admission::incoming_bytes::IncomingBytes;
use crate::admission::ip_prefix::IpPrefix;
use crate::admission::play_first::PlayFirst;
use crate::admission::request_budgets::{RequestBudgets, Requester};
use crate::admission::slots::{Admission, Peer, SlotKind};
use crate::net::problem::Problem;
use crate::net::request_body::RequestBody;
use crate::net::socket_transport::Stream;
use crate::net::tls::{ListenEndpoint, TlsCertificate};
use crate::ops::metrics::Metrics;
use crate::records::request_error::RequestError;

/// The maximum size of a request's head, in bytes: none of ours comes near it.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The maximum number of a request's headers, which is the library's.
const MAX_HEADERS: usize = 100;

/// How long a connection that is not a WebSocket may last.
const HTTP_TIMEOUT: Duration = Duration::from_secs(600);

/// How long the last answer may take when the server stops.
const LAST_ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// The delay when no connection can be accepted (for example because no file descriptors are left).
/// Running games continue meanwhile.
const ACCEPT_AGAIN: Duration = Duration::from_millis(50);

/// The minimum interval between log lines about failures to accept: they may last for hours.
const TELL_AGAIN: Duration = Duration::from_secs(10);

/// The header in which a front tells the leader of which client a request is. It counts on a link
/// only.
pub(crate) const CLIENT: &str = "nim-client";

/// How the origin of requests is known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// By the socket.
    Peer(Peer),
    /// By what a front says of each.
    Front,
}

impl Origin {
    fn of(self, headers: &HeaderMap) -> Option<Peer> {
        match self {
            Origin::Peer(peer) => Some(peer),
            Origin::Front => Peer::read(headers.get(CLIENT)?.to_str().ok()?),
        }
    }
}

/// The context for accepting connections.
#[derive(Clone)]
pub(crate) struct Listener {
    pub(crate) admission: Arc<Admission>,
    pub(crate) budgets: Arc<RequestBudgets>,
    pub(crate) incoming: Arc<IncomingBytes>,
    /// All but WebSockets.
    pub(crate) play_first: Arc<PlayFirst>,
    pub(crate) metrics: Arc<Metrics>,
    /// Cancelled when the server stops.
    pub(crate) closing: CancellationToken,
    /// How long a request's head or a TLS handshake may take.
    pub(crate) head_within: Duration,
    /// How long a request's body may take.
    pub(crate) body_within: Duration,
    /// Tracks the task of every connection.
    pub(crate) tracker: TaskTracker,
    /// Answers HTTP requests.
    pub(crate) router: Router,
}

impl Listener {
    /// Charges for a request; a client who has spent its allowance is turned away. This machine's own
    /// programs (house bots, monitoring, the operator's tools) are free.
    fn charge(&self, request: ExpensiveRequest, requester: Requester) -> Result<(), RequestError> {
        let local: [IpAddr; 2] = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        if local.iter().any(|&local| IpPrefix::from(local) == requester.from) {
            return Ok(());
        }
        let charged = self.budgets.charge(request, 1, requester, Instant::now());
        if charged.is_err() {
            self.metrics.turned_away.count();
        }
        charged
    }
}

/// Accepts connections until the server stops.
pub(crate) async fn accept_loop(entrance: ListenEndpoint, with: Listener) {
    let ListenEndpoint { listener, certificate, .. } = entrance;
    let mut warned: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            () = with.closing.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((tcp, from)) => {
                let admitted = with.admission.admit(SlotKind::Handshake, from.ip(), Instant::now());
                let Ok(permit) = admitted else {
                    with.metrics.turned_away.count();
                    continue;
                };
                // A proxy connects for many clients; their requests are charged to each of them.
                let requester = Requester { player: None, from: permit.prefix };
                if !with.admission.is_proxy(from.ip())
                    && with.charge(ExpensiveRequest::Connection, requester).is_err()
                {
                    continue;
                }
                let serving = serve(tcp, certificate.clone(), from.ip(), with.clone());
                with.tracker.spawn(async move {
                    serving.await;
                    drop(permit);
                });
            }
            Err(error) => {
                with.metrics.not_accepted.count();
                if warned.is_none_or(|warned| warned.elapsed() >= TELL_AGAIN) {
                    warn!(%error, "cannot accept connections");
                    warned = Some(Instant::now());
                }
                tokio::time::sleep(ACCEPT_AGAIN).await;
            }
        }
    }
}

async fn serve(
    tcp: TcpStream,
    certificate: Option<TlsCertificate>,
    address: IpAddr,
    with: Listener,
) {
    // Without it a move can wait 40 ms for the acknowledgement of the previous one.
    if let Err(error) = tcp.set_nodelay(true) {
        return debug!(%error, "the client is gone already");
    }
    let Some(certificate) = certificate else {
        let peer = Peer { address, sealed: false };
        return serve_http(Stream::Left(tcp), Origin::Peer(peer), with).await;
    };
    let shaken = tokio::select! {
        shaken = timeout(with.head_within, with.play_first.run(certificate.shake_hands(tcp))) => shaken,
        () = with.closing.cancelled() => return,
    };
    match shaken {
        Ok(Ok(tls)) => {
            let peer = Peer { address, sealed: true };
            serve_http(Stream::Right(Box::new(tls)), Origin::Peer(peer), with).await;
        }
        Ok(Err(error)) => debug!(%error, "no TLS"),
        Err(_) => debug!("no TLS in time"),
    }
}

/// The answer to a request that no handler sees. Its connection ends with it, so that the next
/// request costs the client a new one.
fn turn_away(refused: RequestError) -> Response {
    ([(CONNECTION, "close")], Problem::from(refused)).into_response()
}

/// Answers requests until the connection ends or is upgraded.
pub(crate) async fn serve_http(stream: Stream, origin: Origin, with: Listener) {
    let (closing, head_within) = (with.closing.clone(), with.head_within);
    let play_first = Arc::clone(&with.play_first);
    let router = TowerToHyperService::new(with.router.clone());
    let service = service_fn(move |request: Request<Incoming>| {
        let Some(peer) = origin.of(request.headers()) else {
            return Either::Left(ready(Ok(StatusCode::BAD_REQUEST.into_response())));
        };
        let from = with.admission.source(peer.address, request.headers()).into();
        // The address of a proxy's client is known only now.
        if with.admission.is_banned(from, Instant::now()) {
            return Either::Left(ready(Ok(turn_away(Cause::Banned.into()))));
        }
        if let Err(refused) = with.charge(ExpensiveRequest::Http, Requester { player: None, from })
        {
            return Either::Left(ready(Ok(turn_away(refused))));
        }
        let Some(mut request) = RequestBody::admit(request, &with.incoming, with.body_within)
        else {
            with.metrics.turned_away.count();
            return Either::Left(ready(Ok(turn_away(Cause::IncomingFull.into()))));
        };
        request.extensions_mut().insert(peer);
        Either::Right(router.call(request))
    });
    // A front's connection is for many clients, one after another, and says of each who they are.
    let mut builder = http1::Builder::new();
    let lifetime = match origin {
        Origin::Peer(_) => HTTP_TIMEOUT,
        Origin::Front => {
            builder.max_headers(MAX_HEADERS + 1);
            Duration::MAX
        }
    };
    let connection = builder
        .timer(TokioTimer::new())
        .header_read_timeout(head_within)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let served = tokio::select! {
        // A client that stops reading a long answer does not keep its slot for ever.
        served = timeout(lifetime, play_first.run(connection.as_mut())) => served,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            timeout(LAST_ANSWER_TIMEOUT, connection).await
        }
    };
    if let Ok(Err(error)) = served {
        debug!(%error, "http");
    }
}
