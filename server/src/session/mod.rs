//! One connection from its hello to its end, in one task. It reads, spends credits, parses, asks
//! the hub or a room, and answers. Unless the client ends the connection, the outbox is told the
//! reason of its end.

mod greeting;
pub(crate) mod incoming;
mod purse;
mod requests;
pub(crate) mod upgrade;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use protocol::limits::MAX_BAD_MESSAGES;
use protocol::{BadRequest, Cause, ClientMessage, CloseCode, Request, Secret};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tracing::{Instrument, Span, debug, debug_span, info_span};
use uuid::Uuid;

use self::greeting::greet;
use self::incoming::{ClientInput, next_frame, text_of};
use crate::admission::ip_prefix::IpPrefix;
use crate::live::hub::Hub;
use crate::live::hub::arrivals::ConnectionGuard;
use crate::net::outbox::{Outbox, Wire};
use crate::records::request_error::RequestError;

pub(crate) use purse::Purse;

pub(crate) const SERVER: &str = concat!("nim-server ", env!("CARGO_PKG_VERSION"));

pub(crate) type Socket = WebSocketStream<Wire>;

/// The interval at which a session that waits in a queue checks whether its client is still there.
const DISCONNECT_CHECK_INTERVAL: Duration = Duration::from_millis(250);

/// What is known about a connection before its hello.
#[derive(Debug)]
pub(crate) struct ConnectionOrigin {
    pub(crate) prefix: IpPrefix,
    /// The secret that came with the upgrade.
    pub(crate) secret: Option<Secret>,
    /// The log span of the connection.
    pub(crate) span: Span,
}

impl ConnectionOrigin {
    /// The origin of a connection that has just been made.
    pub(crate) fn new(prefix: IpPrefix, secret: Option<Secret>) -> ConnectionOrigin {
        let span = info_span!("connection", id = %Uuid::now_v7(), address = %prefix);
        ConnectionOrigin { prefix, secret, span }
    }
}

/// Serves one connection until it ends. The connection's parts are borrowed: passed by value, they
/// would take up space in the future twice.
pub(crate) async fn serve(
    hub: Arc<Hub>,
    from: &ConnectionOrigin,
    outbox: &Arc<Outbox>,
    input: &mut impl ClientInput,
) {
    let metrics = Arc::clone(hub.metrics());
    metrics.connections.count();
    let greeting = Box::pin(greet(&hub, from, outbox, input).instrument(from.span.clone()));
    // Whoever is still in line when the server stops comes back to the next one.
    let greeted = tokio::select! {
        biased;
        () = hub.closing.cancelled() => Err(CloseCode::Restart),
        greeted = hub.play_first.run(greeting) => greeted,
    };
    let code = match greeted {
        Ok(guard) => {
            // Entering a span costs as much as reading a move; this one costs nothing where it is
            // not enabled.
            let player = guard.connection.player.id;
            let span = debug_span!(parent: &from.span, "session", %player);
            let purse = Purse::new((hub.limits.credits, hub.limits.credits_per_second));
            let mut session = Session { hub, guard, purse, bad_messages: 0 };
            session.run(input).instrument(span).await
            // The guard is dropped here: a player whose connection is closed has left before they
            // are told.
        }
        Err(code) => code,
    };
    metrics.closed(code);
    debug!(parent: &from.span, code = code.number(), "closing");
    part(outbox, input, code).await;
}

/// Sends the close frame, or answers the client's: the library has prepared an answer that repeats
/// the client's code.
pub(crate) async fn part(outbox: &Outbox, input: &mut impl ClientInput, code: CloseCode) {
    match code {
        CloseCode::Bye => {
            input.answer_close().await;
            outbox.hang_up().await;
        }
        code => outbox.close(code).await,
    }
}

fn bad_message(error: &BadRequest) -> RequestError {
    RequestError::because(Cause::Unreadable, error)
}

struct Session {
    hub: Arc<Hub>,
    guard: ConnectionGuard,
    purse: Purse,
    bad_messages: u32,
}

impl Session {
    /// Reads and answers until the connection ends; returns the close code.
    async fn run(&mut self, input: &mut impl ClientInput) -> CloseCode {
        loop {
            if let Err(code) = self.answer_next(input).await {
                return code;
            }
        }
    }

    async fn answer_next(&mut self, input: &mut impl ClientInput) -> Result<(), CloseCode> {
        let connection = &self.guard.connection;
        let frame = next_frame(input, &connection.outbox).await?;
        connection.mark_active();
        if let Message::Pong(_) = frame {
            connection.answered(self.hub.now());
        }
        let credits = match text_of(frame)? {
            Some(text) => self.handle(&text).await?,
            None => 1,
        };
        self.purse.pay(credits, &self.guard.connection.outbox).await
    }

    /// Answers a message; returns its cost in credits.
    async fn handle(&mut self, text: &str) -> Result<u32, CloseCode> {
        self.hub.metrics().messages.count();
        let Request { cid, message } = match Request::read(text) {
            Ok(request) => request,
            Err(error) => {
                self.refuse(error.cid, bad_message(&error));
                self.bad_messages += 1;
                let too_many = self.bad_messages > MAX_BAD_MESSAGES;
                return if too_many { Err(CloseCode::Policy) } else { Ok(1) };
            }
        };
        let credits = message.credits();
        let done = match credits > 1 {
            true => Box::pin(self.in_line(cid, message)).await?,
            false => self.carry_out(cid, message).await,
        };
        // Boxed: it is rare, and every connection would reserve space for it.
        let refusing = done.err().map(|refused| Box::pin(self.refuse_if_true(cid, refused)));
        if let Some(refusing) = refusing {
            refusing.await;
        }
        Ok(credits)
    }

    /// Carries out a message that is not play, when its turn comes and for as long as the client is
    /// there: one that waits in a queue for a client who has gone would hold up others.
    async fn in_line(
        &self,
        cid: u32,
        message: ClientMessage,
    ) -> Result<Result<(), RequestError>, CloseCode> {
        let mut work = pin!(self.hub.play_first.run(self.carry_out(cid, message)));
        loop {
            if let Ok(done) = timeout(DISCONNECT_CHECK_INTERVAL, &mut work).await {
                return Ok(done);
            }
            if self.guard.connection.outbox.has_gone() {
                return Err(CloseCode::Bye);
            }
        }
    }

    /// What is not found here may have been begun by a server that has taken over meanwhile.
    async fn refuse_if_true(&self, cid: u32, refused: RequestError) {
        let confirmed = self.hub.store().confirm().await;
        self.refuse(Some(cid), confirmed.map_or_else(RequestError::from, |()| refused));
    }

    fn refuse(&self, cid: Option<u32>, refused: RequestError) {
        // Only the code is logged: the sentence may quote the client's input.
        debug!(code = ?refused.code(), "refused");
        self.hub.metrics().refused(refused.code());
        self.guard.connection.send(&refused.answer(cid));
    }
}

#[cfg(test)]
pub(crate) mod tests;
