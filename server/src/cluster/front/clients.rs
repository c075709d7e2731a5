//! The WebSockets of a front's clients: what they say goes to the leader, and what it answers to
//! them.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use protocol::CloseCode;
use protocol::limits::MAX_MESSAGE_BYTES;
use tokio_tungstenite::tungstenite::Message;

use super::leader_link::{FrontSession, LeaderLink};
use super::{FrontState, known, nobody_leads};
use crate::admission::slots::{Peer, SlotKind};
use crate::net::link::SessionOpening;
use crate::net::outbox::Outbox;
#[cfg(test)]
use crate::net::transport::Transport;
use crate::ops::metrics::Metrics;
use crate::session::incoming::{next_frame, text_of};
#[cfg(test)]
use crate::session::upgrade::socket;
use crate::session::upgrade::{accept, open, turned_away};
use crate::session::{Purse, Socket, part};
use crate::system;

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
    let permit = match state.admission.admit(SlotKind::Session, accepted.from, system::now()) {
        Ok(permit) => permit,
        Err(why) => {
            state.metrics.turned_away.count();
            return turned_away(why);
        }
    };
    let Some(link) = known(&mut state.link, &state.stop).await else { return nobody_leads() };
    let opening = SessionOpening { from: accepted.from, secret: accepted.secret };
    let tracker = state.tracker.clone();
    tracker.spawn(async move {
        let opened = open(accepted.upgraded, MAX_MESSAGE_BYTES, &state.incoming).await;
        if let Some((outbox, socket)) = opened {
            serve(&state, &link, &opening, (outbox, socket)).await;
        }
        drop(permit);
    });
    accepted.response
}

/// Serves a client until their connection ends.
async fn serve(
    state: &FrontState,
    link: &Arc<LeaderLink>,
    opening: &SessionOpening,
    (outbox, mut socket): (Arc<Outbox>, Socket),
) {
    state.metrics.connections.count();
    let code = match link.open(opening, &outbox) {
        Some(session) => {
            let relay = ClientRelay { session, outbox: &outbox, purse: Purse::new(state.credits) };
            relay.run(&mut socket, &state.metrics).await
        }
        None => CloseCode::Restart,
    };
    state.metrics.closed(code);
    part(&outbox, &mut socket, code).await;
}

#[cfg(test)]
impl FrontState {
    /// Serves a client whose connection is there already, if there is a link.
    pub(crate) async fn serve_over(self, opening: SessionOpening, transport: Transport) {
        let Some(link) = self.link.borrow().clone() else { return };
        let client = socket(transport, Vec::new(), MAX_MESSAGE_BYTES, &self.incoming).await;
        serve(&self, &link, &opening, client).await;
    }

    /// How many clients are served.
    pub(crate) fn relays(&self) -> usize {
        // Each has its own state.
        Arc::strong_count(&self.incoming) - 1
    }
}

/// Carries the messages of one client. The leader charges for what they ask; here every frame costs a
/// credit, so that pings, which the library answers by itself, are not free.
struct ClientRelay<'a> {
    session: FrontSession,
    outbox: &'a Outbox,
    purse: Purse,
}

impl ClientRelay<'_> {
    /// Carries messages until the session ends; returns the close code.
    async fn run(mut self, socket: &mut Socket, metrics: &Metrics) -> CloseCode {
        loop {
            if let Err(code) = self.carry_next(socket, metrics).await {
                return code;
            }
        }
    }

    async fn carry_next(
        &mut self,
        socket: &mut Socket,
        metrics: &Metrics,
    ) -> Result<(), CloseCode> {
        // A client of whom much is unread is not read any further, but still written to.
        poll_fn(|cx| match self.session.poll_room(cx) {
            Poll::Ready(()) => Poll::Ready(Ok(())),
            Poll::Pending => self.outbox.poll_pump(cx).map(Err),
        })
        .await?;
        let frame = next_frame(socket, self.outbox).await?;
        if let Message::Pong(_) = frame {
            self.session.pong();
        }
        if let Some(text) = text_of(frame)? {
            metrics.messages.count();
            self.session.text(&text);
        }
        self.purse.pay(1, self.outbox).await
    }
}
