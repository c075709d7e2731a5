//! The WebSockets of a front's clients: what they say goes to the leader, and what it answers to
//! them.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use protocol::CloseCode;
use protocol::limits::MAX_MESSAGE_BYTES;
use tokio_tungstenite::tungstenite::Message;

use super::leader_link::{FrontSession, LeaderLink};
use super::{FrontState, known, nobody_leads};
use crate::admission::incoming_bytes::IncomingBytes;
use crate::admission::slots::{Peer, SlotKind};
use crate::net::link::SessionOpening;
use crate::net::outbox::Outbox;
use crate::ops::metrics::Metrics;
use crate::session::incoming::{next_frame, text_of};
use crate::session::upgrade::{accept, open, turned_away};
use crate::session::{Socket, part};

/// Answers `GET /ws`.
pub(super) async fn upgrade(
    State(mut state): State<FrontState>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
) -> Response {
    let accepted = match accept(&state.admission, peer, &mut request) {
        Ok(accepted) => accepted,
        Err(refused) => return *refused,
    };
    let permit = match state.admission.admit(SlotKind::Session, accepted.from, Instant::now()) {
        Ok(permit) => permit,
        Err(why) => {
            state.metrics.turned_away.count();
            return turned_away(why);
        }
    };
    let Some(link) = known(&mut state.link).await else { return nobody_leads() };
    let opening = SessionOpening { from: accepted.from, secret: accepted.secret };
    let (metrics, incoming) = (state.metrics, state.incoming);
    state.tracker.spawn(async move {
        serve(&link, &opening, accepted.upgraded, &incoming, &metrics).await;
        drop(permit);
    });
    accepted.response
}

async fn serve(
    link: &Arc<LeaderLink>,
    opening: &SessionOpening,
    upgraded: OnUpgrade,
    incoming: &Arc<IncomingBytes>,
    metrics: &Metrics,
) {
    let Some((outbox, mut socket)) = open(upgraded, MAX_MESSAGE_BYTES, incoming).await else {
        return;
    };
    metrics.connections.count();
    let code = match link.open(opening, &outbox) {
        Some(session) => carry(&session, &outbox, &mut socket, metrics).await,
        None => CloseCode::Restart,
    };
    metrics.closed(code);
    part(&outbox, &mut socket, code).await;
}

/// Carries messages until the session ends; returns the close code.
async fn carry(
    session: &FrontSession,
    outbox: &Outbox,
    socket: &mut Socket,
    metrics: &Metrics,
) -> CloseCode {
    loop {
        if let Err(code) = carry_next(session, outbox, socket, metrics).await {
            return code;
        }
    }
}

async fn carry_next(
    session: &FrontSession,
    outbox: &Outbox,
    socket: &mut Socket,
    metrics: &Metrics,
) -> Result<(), CloseCode> {
    // A client of whom much is unread is not read any further, but still written to.
    poll_fn(|cx| match session.poll_room(cx) {
        Poll::Ready(()) => Poll::Ready(Ok(())),
        Poll::Pending => outbox.poll_pump(cx).map(Err),
    })
    .await?;
    let frame = next_frame(socket, outbox).await?;
    if let Message::Pong(_) = frame {
        session.pong();
    }
    if let Some(text) = text_of(frame)? {
        metrics.messages.count();
        session.text(&text);
    }
    Ok(())
}
