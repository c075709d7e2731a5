//! HTTP on the same port as the WebSocket: the page, the health check, and the
//! loop that accepts connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use protocol::limits::{MAX_MESSAGE_BYTES, REQUEST_HEAD_WITHIN};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use crate::analysis::{Turn, analyse};
use crate::hall::Hall;
use crate::page;
use crate::upgrade::upgrade;

/// Bytes of a request's head: no header of ours comes near it.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// How long to wait when no connection can be accepted (no file descriptors
/// are left, say): games go on meanwhile, and so does the loop.
const ACCEPT_AGAIN: Duration = Duration::from_millis(50);

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) hall: Arc<Hall>,
    pub(crate) tracker: TaskTracker,
    pub(crate) connections: Connections,
}

/// A bound on what is open at once. A place is given back when it is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    open: Arc<AtomicUsize>,
    most: usize,
}

/// One open connection's place among all.
#[derive(Debug)]
pub(crate) struct Place(Arc<AtomicUsize>);

impl Connections {
    pub(crate) fn new(most: usize) -> Connections {
        Connections { open: Arc::default(), most }
    }

    /// A place, if one is free.
    pub(crate) fn acquire(&self) -> Option<Place> {
        let place = Place(Arc::clone(&self.open));
        let before = self.open.fetch_add(1, Ordering::Relaxed);
        // A place that is one too many is given back as it is dropped.
        (before < self.most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Accepts connections until the token is cancelled.
pub(crate) async fn accept_loop(listener: TcpListener, shared: Shared, closing: CancellationToken) {
    let router = Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(readyz))
        .route("/api/analysis", post(analyse).with_state(Turn::new(Semaphore::new(1))))
        .route(protocol::PATH, get(upgrade))
        .fallback(get(page::file))
        .layer(DefaultBodyLimit::max(MAX_MESSAGE_BYTES))
        .with_state(shared.clone());
    // Connections that have not been upgraded count by themselves, so that a
    // crowd of silent ones cannot keep players out.
    let heads = Connections::new(shared.connections.most);
    loop {
        let accepted = tokio::select! {
            () = closing.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((tcp, _)) => {
                let Some(place) = heads.acquire() else { continue };
                let serving = serve_http(tcp, router.clone(), closing.clone());
                shared.tracker.spawn(async move {
                    serving.await;
                    drop(place);
                });
            }
            Err(error) => {
                warn!(%error, "cannot accept");
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

async fn serve_http(tcp: TcpStream, router: Router, closing: CancellationToken) {
    // Without it a move can wait 40 ms for the acknowledgement of the last one.
    if let Err(error) = tcp.set_nodelay(true) {
        return debug!(%error, "the client is gone already");
    }
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_HEAD_WITHIN)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(tcp), TowerToHyperService::new(router))
        .with_upgrades();
    tokio::select! {
        served = connection => if let Err(error) = served {
            debug!(%error, "http");
        },
        () = closing.cancelled() => {}
    }
}
