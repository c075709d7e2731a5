//! HTTP on the same port as the WebSocket: the page, the health check, and the
//! loop that accepts connections.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::DefaultBodyLimit;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Extension, Router};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use protocol::Secret;
use protocol::limits::{MAX_MESSAGE_BYTES, REQUEST_HEAD_WITHIN};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use crate::admission::gate::{Door, Peer};
use crate::api::accounts;
use crate::api::admin;
use crate::api::analysis::{self, analyse};
use crate::api::games::{self, Readers};
use crate::api::page;
use crate::api::ranking;
use crate::api::tournaments;
use crate::api::variants::variants;
use crate::live::hub::Hall;
use crate::net::tls::{Certificate, Entrance};
use crate::net::transport::Stream;
use crate::ops::metrics;
use crate::session::upgrade::upgrade;

/// Bytes of a request's head: no header of ours comes near it.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// How long a connection may last that is no WebSocket.
const HTTP_WITHIN: Duration = Duration::from_secs(600);

/// How long a last answer may take when the server stops.
const LAST_ANSWER_WITHIN: Duration = Duration::from_secs(1);

/// How long to wait when no connection can be accepted (no file descriptors
/// are left, say): games go on meanwhile, and so does the loop.
const ACCEPT_AGAIN: Duration = Duration::from_millis(50);

/// How often it is told that connections cannot be accepted: it may go on for hours.
const TELL_AGAIN: Duration = Duration::from_secs(10);

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) hall: Arc<Hall>,
    pub(crate) tracker: TaskTracker,
    pub(crate) admin: Option<Secret>,
    pub(crate) readers: Readers,
}

/// Everything that can be asked for.
pub(crate) fn routes(shared: Shared) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .merge(admin::routes())
        .merge(ranking::routes())
        .merge(accounts::routes())
        .merge(tournaments::routes())
        .route("/api/analysis", post(analyse).with_state(analysis::line()))
        .route("/api/variants", get(variants))
        .merge(games::routes())
        .route(protocol::PATH, get(upgrade))
        .fallback(get(page::file))
        .layer(Extension(Arc::clone(&shared.hall)))
        .layer(DefaultBodyLimit::max(MAX_MESSAGE_BYTES))
        .with_state(shared)
}

/// Accepts connections until the hall closes.
pub(crate) async fn accept_loop(entrance: Entrance, shared: Shared, router: Router) {
    let hall = &shared.hall;
    let Entrance { listener, certificate } = entrance;
    let mut told: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            () = hall.closing.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((tcp, from)) => {
                let admitted = hall.gate.admit(Door::Handshake, from.ip(), Instant::now());
                let Ok(pass) = admitted else {
                    hall.metrics().turned_away.count();
                    continue;
                };
                let serving = serve(
                    tcp,
                    certificate.clone(),
                    from.ip(),
                    router.clone(),
                    hall.closing.clone(),
                );
                shared.tracker.spawn(async move {
                    serving.await;
                    drop(pass);
                });
            }
            Err(error) => {
                hall.metrics().not_accepted.count();
                if told.is_none_or(|told| told.elapsed() >= TELL_AGAIN) {
                    warn!(%error, "cannot accept connections");
                    told = Some(Instant::now());
                }
                tokio::time::sleep(ACCEPT_AGAIN).await;
            }
        }
    }
}

/// Whether new games may be sent here.
async fn readyz(State(shared): State<Shared>) -> (StatusCode, &'static str) {
    match shared.hall.is_ready() {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
    }
}

/// What Prometheus reads.
async fn metrics(State(shared): State<Shared>) -> impl IntoResponse {
    let mut gauges = shared.hall.gauges();
    gauges.push(("tasks", "Connections and what keeps the house.", shared.tracker.len() as u64));
    let text = metrics::text(shared.hall.metrics(), &gauges);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}

async fn serve(
    tcp: TcpStream,
    certificate: Option<Certificate>,
    address: IpAddr,
    router: Router,
    closing: CancellationToken,
) {
    // Without it a move can wait 40 ms for the acknowledgement of the last one.
    if let Err(error) = tcp.set_nodelay(true) {
        return debug!(%error, "the client is gone already");
    }
    let Some(certificate) = certificate else {
        let peer = Peer { address, sealed: false };
        return serve_http(Stream::Left(tcp), peer, router, closing).await;
    };
    let shaken = tokio::select! {
        shaken = timeout(REQUEST_HEAD_WITHIN, certificate.shake_hands(tcp)) => shaken,
        () = closing.cancelled() => return,
    };
    match shaken {
        Ok(Ok(tls)) => {
            let peer = Peer { address, sealed: true };
            serve_http(Stream::Right(Box::new(tls)), peer, router, closing).await;
        }
        Ok(Err(error)) => debug!(%error, "no TLS"),
        Err(_) => debug!("no TLS in time"),
    }
}

async fn serve_http(stream: Stream, peer: Peer, router: Router, closing: CancellationToken) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_HEAD_WITHIN)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let served = tokio::select! {
        // Whoever reads no more of a long answer does not keep his place for ever.
        served = timeout(HTTP_WITHIN, connection.as_mut()) => served,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            timeout(LAST_ANSWER_WITHIN, connection).await
        }
    };
    if let Ok(Err(error)) = served {
        debug!(%error, "http");
    }
}
