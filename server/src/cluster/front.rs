//! A server that does not lead: it has clients of its own, and asks the leader about everything.

mod clients;
pub(crate) mod leader_link;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use bytes::Bytes;
use hyper_util::client::legacy::Error;
use protocol::Cause;
use protocol::limits::MAX_MESSAGE_BYTES;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::debug;

use crate::admission::incoming_bytes::IncomingBytes;
use crate::admission::play_first::PlayFirst;
use crate::admission::request_budgets::RequestBudgets;
use crate::admission::slots::{Admission, Peer, SlotKind};
use crate::cluster::forwarding::Forwarder;
use crate::config::Config;
use crate::net::link::{LinkPurpose, connect};
use crate::net::listener::{Listener, accept_loop};
use crate::net::problem::Problem;
use crate::net::tls::{Entrance, ListenEndpoint};
use crate::ops::metrics::{self, Metrics};
use crate::records::request_error::RequestError;
use crate::store::{Leader, LeaderWatch};
use clients::upgrade;
use leader_link::{LeaderLink, keep_link, replaced};

/// How long clients wait for a leader while one takes the place of another.
const LEADER_PATIENCE: Duration = Duration::from_secs(5);

/// The delay before a leader that cannot be reached is tried again.
const LEADER_AGAIN: Duration = Duration::from_millis(100);

/// How long the last messages to clients may take.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// What all requests to a front share.
#[derive(Clone)]
pub(crate) struct FrontState {
    leader: watch::Receiver<Option<Leader>>,
    link: watch::Receiver<Option<Arc<LeaderLink>>>,
    forwarder: Forwarder,
    admission: Arc<Admission>,
    incoming: Arc<IncomingBytes>,
    metrics: Arc<Metrics>,
    tracker: TaskTracker,
    /// The most frames of a client at once, and how many come back a second.
    credits: (u32, u32),
    /// Cancelled when this server stops being a front.
    stop: CancellationToken,
}

/// Serves as a front of whichever server leads, until `stop` is cancelled.
pub async fn serve_front(
    entrances: Vec<ListenEndpoint>,
    config: &Config,
    leader: &LeaderWatch,
    stop: CancellationToken,
) {
    let (held, link) = watch::channel(None);
    let state = FrontState::new(config, (leader.receiver(), link), stop.clone());
    let (metrics, tracker) = (Arc::clone(&state.metrics), state.tracker.clone());
    let with = Listener {
        admission: Arc::clone(&state.admission),
        budgets: Arc::new(RequestBudgets::new(config.messages_per_second == 0)),
        incoming: Arc::clone(&state.incoming),
        play_first: Arc::new(PlayFirst::new(move || metrics.messages.get())),
        metrics: Arc::clone(&state.metrics),
        closing: stop.clone(),
        head_within: config.timeouts.request_head_timeout,
        body_within: config.timeouts.request_body_timeout,
        tracker: tracker.clone(),
        router: Router::new(),
    };
    let apart = entrances.iter().any(|one| one.entrance == Entrance::Monitoring);
    let health = Listener { router: monitoring(state.clone()), ..with.clone() };
    let public = Listener { router: routes(state, !apart), ..with };
    for endpoint in entrances {
        let with = match endpoint.entrance {
            Entrance::Public => &public,
            Entrance::Monitoring => &health,
            // Nobody comes to a server that does not lead.
            Entrance::Fronts => continue,
        };
        tracker.spawn(accept_loop(endpoint, with.clone()));
    }
    tokio::select! {
        () = keep_link(leader.receiver(), &held, dial) => {}
        () = stop.cancelled() => {}
    }
    leader_link::end(&held);
    tracker.close();
    // Clients that have not read the last messages by then are not reading.
    let _ = timeout(STOP_TIMEOUT, tracker.wait()).await;
}

async fn dial(leader: Leader) -> io::Result<TlsStream<TcpStream>> {
    connect(leader.address, &leader.credentials, LinkPurpose::Sessions).await
}

impl FrontState {
    /// Creates what the requests of a front without clients share.
    pub(crate) fn new(
        config: &Config,
        (leader, link): (watch::Receiver<Option<Leader>>, watch::Receiver<Option<Arc<LeaderLink>>>),
        stop: CancellationToken,
    ) -> FrontState {
        let limits = config.limits();
        FrontState {
            forwarder: Forwarder::new(leader.clone()),
            leader,
            link,
            admission: Arc::new(Admission::new(config)),
            incoming: Arc::new(IncomingBytes::new(config.solver_memory / 2)),
            metrics: Arc::default(),
            tracker: TaskTracker::new(),
            credits: (limits.credits, limits.credits_per_second),
            stop,
        }
    }
}

fn monitoring(state: FrontState) -> Router {
    let health = Router::new().route("/healthz", get(|| async { "ok\n" }));
    health.route("/readyz", get(pass_on)).route("/metrics", get(own_metrics)).with_state(state)
}

fn routes(state: FrontState, metrics_here: bool) -> Router {
    let health = Router::new().route("/healthz", get(|| async { "ok\n" }));
    let health = if metrics_here { health.route("/metrics", get(own_metrics)) } else { health };
    health
        .route(protocol::PATH, get(upgrade))
        .fallback(pass_on)
        .layer(DefaultBodyLimit::max(MAX_MESSAGE_BYTES))
        .with_state(state)
}

/// Passes a request on to the leader, once it has arrived whole: then the leader reads it to its end
/// whatever it answers, and can go on with the next request of somebody else.
async fn pass_on(
    State(mut state): State<FrontState>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
    let headers = request.headers();
    let client = Peer {
        address: state.admission.source(peer.address, headers),
        sealed: state.admission.is_sealed(peer, headers),
    };
    let (parts, body) = request.into_parts();
    let body = match Bytes::from_request(Request::from_parts(parts.clone(), body), &()).await {
        Ok(body) => body,
        Err(why) => return unread(&why),
    };
    let deadline = Instant::now() + LEADER_PATIENCE;
    loop {
        let Some(leader) = known(&mut state.leader, &state.stop).await else {
            return nobody_leads();
        };
        let request = Request::from_parts(parts.clone(), body.clone().into());
        let answer = tokio::select! {
            answer = state.forwarder.forward(request, client, &leader) => Some(answer),
            // A leader that has been replaced may be paused, and never answer.
            () = replaced(&mut state.leader) => None,
            () = state.stop.cancelled() => return unknown_outcome(),
        };
        let error = match answer {
            Some(Ok(answer)) => return answer.into_response(),
            Some(Err(error)) => Some(error),
            None => None,
        };
        debug!(?error, "a request was not answered");
        let never_sent = error.as_ref().is_some_and(Error::is_connect);
        // Only what surely changes nothing is sent again to somebody who may have read it.
        if !never_sent && !parts.method.is_safe() {
            return unknown_outcome();
        }
        if Instant::now() >= deadline {
            return nobody_leads();
        }
        if error.is_some() {
            let replaced = timeout(LEADER_AGAIN, replaced(&mut state.leader));
            tokio::select! {
                _ = replaced => {}
                () = state.stop.cancelled() => return nobody_leads(),
            }
        }
    }
}

/// The answer to a request whose body is too long, or did not arrive whole.
fn unread(why: &BytesRejection) -> Response {
    let said = RequestError::because(Cause::Unreadable, why.body_text());
    Problem(why.status(), said).into_response()
}

/// Waits for what may be missing while one leader takes the place of another.
async fn known<T: Clone>(
    watched: &mut watch::Receiver<Option<T>>,
    stop: &CancellationToken,
) -> Option<T> {
    tokio::select! {
        found = timeout(LEADER_PATIENCE, watched.wait_for(Option::is_some)) => found.ok()?.ok()?.clone(),
        () = stop.cancelled() => None,
    }
}

/// The answer to a request that was sent to a leader who did not answer: a proxy must not repeat it.
fn unknown_outcome() -> Response {
    let why = "the leader did not answer; look whether this was done before you repeat it\n";
    (StatusCode::BAD_GATEWAY, why).into_response()
}

/// The answer while no server leads.
fn nobody_leads() -> Response {
    let again: [(HeaderName, u32); 1] = [(RETRY_AFTER, 1)];
    let why = "no server leads at the moment; come back in a second\n";
    (StatusCode::SERVICE_UNAVAILABLE, again.map(|(name, value)| (name, value.to_string())), why)
        .into_response()
}

/// Metrics for Prometheus.
async fn own_metrics(State(state): State<FrontState>) -> impl IntoResponse {
    let linked = state.link.borrow().is_some();
    let number = |name, help, value: usize| (name, help, value as u64);
    let gauges = [
        number("waiting", "1 while another server leads.", 1),
        number("linked", "1 while the leader is reached.", linked.into()),
        number("connections", "WebSockets open.", state.admission.taken(SlotKind::Session)),
        number(
            "handshakes",
            "Connections that are not WebSockets.",
            state.admission.taken(SlotKind::Handshake),
        ),
        number(
            "incoming_bytes",
            "Bytes kept for what has not arrived whole.",
            state.incoming.taken(),
        ),
        number("tasks", "Connection tasks that are running.", state.tracker.len()),
    ];
    let text = metrics::text(&state.metrics, &gauges);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}

#[cfg(test)]
mod tests;
