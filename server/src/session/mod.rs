//! One connection from its hello to its end: one task. It reads, spends a credit,
//! parses, asks the hub or a room, and answers. How it ends, if not by its client,
//! is told to its outbox.

pub(crate) mod upgrade;

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

use futures::{SinkExt, StreamExt};
use protocol::limits::{CREDITS, CREDITS_PER_SECOND, MAX_BAD_MESSAGES, MAX_CLIENT_CHARS};
use protocol::{
    BadRequest, Cause, ClientMessage, CloseCode, Kind, Request, Secret, ServerMessage, TableId,
};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as SentCode;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message, Utf8Bytes};
use tracing::{Instrument, Span, debug, debug_span, info};

use crate::admission::ip_prefix::IpPrefix;
use crate::admission::rate_limiter::RateLimiter;
use crate::game::table::Command;
use crate::identity::new_secret;
use crate::live::connection::Connection;
use crate::live::hub::Hub;
use crate::live::hub::arrivals::ConnectionGuard;
use crate::live::room::Room;
use crate::net::frame::Frame;
use crate::net::outbox::{Outbox, Wire};
use crate::records::refusal::Refused;
use crate::records::secret_hash::SecretHash;

pub(crate) const SERVER: &str = concat!("nim-server ", env!("CARGO_PKG_VERSION"));

pub(crate) type Socket = WebSocketStream<Wire>;

/// What is known of a connection before its hello.
#[derive(Debug)]
pub(crate) struct Origin {
    pub(crate) prefix: IpPrefix,
    /// What came with the upgrade.
    pub(crate) secret: Option<Secret>,
    /// What its lines in the log have in common.
    pub(crate) span: Span,
}

/// Serves one upgraded connection until it ends. What belongs to the connection is
/// lent: given, it would have its place in the future twice.
pub(crate) async fn serve(hub: Arc<Hub>, from: &Origin, outbox: &Arc<Outbox>, socket: &mut Socket) {
    let metrics = Arc::clone(hub.metrics());
    metrics.connections.count();
    let greeted = greet(&hub, from, outbox, socket).instrument(from.span.clone()).await;
    let code = match greeted {
        Ok(guard) => {
            // Entering a span costs as much as reading a move; this one costs
            // nothing where it is not asked for.
            let player = guard.connection.player.id;
            let span = debug_span!(parent: &from.span, "session", %player);
            let mut session = Session {
                credits: RateLimiter::new(Instant::now(), CREDITS, CREDITS_PER_SECOND),
                bad_messages: 0,
                hub,
                guard,
            };
            session.run(socket).instrument(span).await
            // The guard is dropped here: a player whose connection is closed has left
            // before they are told.
        }
        Err(code) => code,
    };
    metrics.closed(code);
    debug!(parent: &from.span, code = code.number(), "closing");
    part(outbox, socket, code).await;
}

/// Says goodbye, or answers it: the library has the answer ready, which repeats
/// the client's code.
pub(crate) async fn part(outbox: &Outbox, socket: &mut Socket, code: CloseCode) {
    match code {
        CloseCode::Bye => {
            // It is said to an outbox, which takes everything; to a client that
            // is gone there is none.
            let _ = socket.flush().await;
            outbox.hang_up().await;
        }
        code => outbox.close(code).await,
    }
}

/// Waits for the hello and lets the player in.
async fn greet(
    hub: &Arc<Hub>,
    from: &Origin,
    outbox: &Arc<Outbox>,
    socket: &mut Socket,
) -> Result<ConnectionGuard, CloseCode> {
    let first = tokio::select! {
        () = hub.closing.cancelled() => return Err(CloseCode::Restart),
        first = timeout(hub.timeouts.hello_within, next_text(socket, outbox)) => first,
    };
    let text = first.map_err(|_| CloseCode::NoHello)??;
    let refuse = |refused: Refused, cid| {
        hub.metrics().refused(refused.code());
        outbox.send(&Frame::text(&refused.answer(cid)));
        CloseCode::BadHello
    };
    let Request { cid, message } =
        Request::read(&text).map_err(|error| refuse(bad_message(&error), error.cid))?;
    let ClientMessage::Hello { name, kind, client, token } = message else {
        let why = Refused::from(Cause::HelloFirst);
        return Err(refuse(why, Some(cid)));
    };
    if client.chars().count() > MAX_CLIENT_CHARS || client.chars().any(char::is_control) {
        let why = Refused::from(Cause::BadClient { max: MAX_CLIENT_CHARS });
        return Err(refuse(why, Some(cid)));
    }
    let said = token.or(from.secret);
    let secret = said.unwrap_or_else(new_secret);
    let you = match secret == hub.house_secret && kind == Kind::Bot {
        true => name.map(|name| hub.identities.greet_house_bot(name)).ok_or_else(nameless),
        false => hub.identities.greet(&secret, kind, name),
    };
    let you = you.map_err(|why| refuse(why, Some(cid)))?;
    info!(player = %you.id, name = %you.name, kind = ?you.kind, client, "hello");
    let id = you.id;
    let is_banned =
        || hub.admission.is_banned(from.prefix, Instant::now()) || hub.identities.is_banned(id);
    if is_banned() {
        return Err(CloseCode::Banned);
    }
    let key = SecretHash::of(&secret);
    let connection = Arc::new(Connection::new(you.clone(), key, Arc::clone(outbox), from.prefix));
    let guard = hub.enter(Arc::clone(&connection), |games| {
        let token = Some(secret).filter(|_| said.is_none());
        let (server, limits) = (SERVER.to_owned(), hub.timeouts.limits());
        connection.tell(&ServerMessage::Welcome { cid, you, token, games, server, limits });
    });
    // Checked once more, now that a ban would find this connection among the others.
    match is_banned() {
        true => Err(CloseCode::Banned),
        false => Ok(guard),
    }
}

fn nameless() -> Refused {
    Refused::from(Cause::HouseBotNameless)
}

/// The next text frame, or why there is none.
async fn next_text(socket: &mut Socket, outbox: &Outbox) -> Result<Utf8Bytes, CloseCode> {
    loop {
        if let Some(text) = text_of(next_frame(socket, outbox).await?)? {
            return Ok(text);
        }
    }
}

/// The next frame, or why there is none; meanwhile what waits for the client is
/// written. The library answers pings and closes by itself.
pub(crate) async fn next_frame(socket: &mut Socket, outbox: &Outbox) -> Result<Message, CloseCode> {
    poll_fn(|cx| match socket.poll_next_unpin(cx) {
        Poll::Ready(Some(Ok(message))) => Poll::Ready(Ok(message)),
        Poll::Ready(Some(Err(error))) => Poll::Ready(Err(close_code(&error))),
        Poll::Ready(None) => Poll::Ready(Err(CloseCode::Bye)),
        Poll::Pending => outbox.poll_pump(cx).map(|broken| Err(broken.into())),
    })
    .await
}

/// The text of a frame that holds any.
fn text_of(message: Message) -> Result<Option<Utf8Bytes>, CloseCode> {
    match message {
        Message::Text(text) => Ok(Some(text)),
        Message::Binary(_) => Err(CloseCode::NotText),
        Message::Close(frame) => Err(goodbye(frame.as_ref())),
        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(None),
    }
}

/// How a connection ends whose client closes it.
pub(crate) fn goodbye(frame: Option<&CloseFrame>) -> CloseCode {
    match frame {
        // The library puts this code in the place of one that must not be sent.
        Some(frame) if frame.code == SentCode::Protocol => CloseCode::Protocol,
        _ => CloseCode::Bye,
    }
}

/// What a broken connection is told; the library itself says nothing.
fn close_code(error: &SocketError) -> CloseCode {
    match error {
        SocketError::Capacity(CapacityError::MessageTooLong { .. }) => CloseCode::TooBig,
        SocketError::Utf8(_) => CloseCode::NotUtf8,
        SocketError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => CloseCode::Bye,
        SocketError::Protocol(_) | SocketError::Capacity(_) => CloseCode::Protocol,
        _ => CloseCode::Bye,
    }
}

fn bad_message(error: &BadRequest) -> Refused {
    Refused::because(Cause::Unreadable, error)
}

struct Session {
    hub: Arc<Hub>,
    guard: ConnectionGuard,
    credits: RateLimiter,
    bad_messages: u32,
}

impl Session {
    /// Reads and answers until the connection ends; gives the reason.
    async fn run(&mut self, socket: &mut Socket) -> CloseCode {
        loop {
            if let Err(code) = self.answer_next(socket).await {
                return code;
            }
        }
    }

    async fn answer_next(&mut self, socket: &mut Socket) -> Result<(), CloseCode> {
        let connection = &self.guard.connection;
        let frame = next_frame(socket, &connection.outbox).await?;
        connection.speaks();
        if let Message::Pong(_) = frame {
            connection.answered(self.hub.now());
        }
        let credits = match text_of(frame)? {
            Some(text) => self.handle(&text).await?,
            None => 1,
        };
        self.pay(credits).await;
        Ok(())
    }

    /// Spends the credits of the frame that was read. Without them, this
    /// connection is not read any further until they have come back.
    async fn pay(&mut self, credits: u32) {
        while let Err(wait) = self.credits.spend(credits, Instant::now) {
            sleep(wait).await;
        }
    }

    /// Answers a message; gives what it costs.
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
        if let Err(refused) = self.carry_out(cid, message).await {
            self.refuse(Some(cid), refused);
        }
        Ok(credits)
    }

    fn refuse(&self, cid: Option<u32>, refused: Refused) {
        // Only the code: the sentence may quote what the client has said.
        debug!(code = ?refused.code(), "refused");
        self.hub.metrics().refused(refused.code());
        self.guard.connection.tell(&refused.answer(cid));
    }

    /// What has to wait for something is boxed: it is rare, and a connection would
    /// have room for the largest of it all its life.
    async fn carry_out(&self, cid: u32, message: ClientMessage) -> Result<(), Refused> {
        let connection = &self.guard.connection;
        let by = &connection.player;
        let ok = || connection.tell(&ServerMessage::Ok { cid });
        match message {
            ClientMessage::Hello { .. } => {
                return Err(Cause::HelloTwice.into());
            }
            ClientMessage::Ping {} => connection.tell(&ServerMessage::Pong { cid }),
            ClientMessage::Lobby { on, show } => {
                ok();
                self.hub.look_at_lobby(connection, on.then_some(show));
            }
            ClientMessage::Seek { offer, private, window } => {
                let offer = Box::pin(self.hub.offer(connection, offer, window)).await?;
                let answer = |seek| connection.tell(&ServerMessage::Seeking { cid, seek });
                self.hub.seek(offer, private, answer)?;
            }
            ClientMessage::Cancel { offer } => {
                self.hub.cancel(by.id, offer)?;
                ok();
            }
            ClientMessage::Accept { seek } => {
                Box::pin(self.hub.accept(connection, seek, cid)).await?;
            }
            ClientMessage::Challenge { player, offer } => {
                let offer = Box::pin(self.hub.offer(connection, offer, None)).await?;
                let answer =
                    |challenge| connection.tell(&ServerMessage::Challenging { cid, challenge });
                self.hub.challenge(offer, player, answer)?;
            }
            ClientMessage::Quick { pool, window } => {
                let answer = |seek| connection.tell(&ServerMessage::Seeking { cid, seek });
                Box::pin(self.hub.quick(connection, pool, window, answer)).await?;
            }
            ClientMessage::Reply { challenge, accept: true, .. } => {
                Box::pin(self.hub.take(connection, challenge, cid)).await?;
            }
            ClientMessage::Reply { challenge, reason, .. } => {
                self.hub.decline(connection, challenge, reason, ok)?;
            }
            ClientMessage::Move { table, ply, mv } => {
                self.command(cid, table, Command::Move { ply, mv }).await?;
            }
            ClientMessage::Choose { table, begin } => {
                self.command(cid, table, Command::Choose { begin }).await?;
            }
            ClientMessage::Resign { table } => {
                self.command(cid, table, Command::Resign).await?;
            }
            ClientMessage::Abort { table } => {
                self.command(cid, table, Command::Abort).await?;
            }
            ClientMessage::Claim { table } => {
                self.command(cid, table, Command::Claim).await?;
            }
            ClientMessage::Takeback { table, ply, want } => {
                self.command(cid, table, Command::Takeback { ply, want }).await?;
            }
            ClientMessage::Rematch { table, want } => {
                self.command(cid, table, Command::Rematch { want }).await?;
            }
            ClientMessage::Say { table, phrase } => {
                self.room(table).await?.say(self.hub.now(), connection, cid, phrase)?;
            }
            ClientMessage::Attach { table, token, since } => {
                let room = self.room(table).await?;
                let after = room.attach(self.hub.now(), connection, cid, token.as_ref(), since)?;
                self.hub.follow(&room, after);
            }
            ClientMessage::Watch { table, since } => {
                self.room(table).await?.watch(self.hub.now(), connection, cid, since)?;
            }
            ClientMessage::Unwatch { table } => {
                if let Some(room) = connection.unwatch(table) {
                    room.unwatch(connection);
                }
                ok();
            }
            ClientMessage::Enter { tournament, invitation, nonce } => {
                let tournaments = &self.hub.tournaments;
                let proofs = (invitation, nonce);
                Box::pin(tournaments.enter(&*self.hub, connection, cid, tournament, proofs))
                    .await?;
            }
            ClientMessage::Leave { tournament } => {
                self.hub.tournaments.leave(self.hub.store(), connection, cid, tournament)?;
            }
            ClientMessage::Ready { tournament } => {
                self.hub.tournaments.ready(by.id, tournament)?;
                ok();
            }
            ClientMessage::Follow { tournament, on } => {
                if let Ok(ongoing) = self.hub.tournaments.find(tournament) {
                    ongoing.watch(connection, on)?;
                }
                ok();
                if on {
                    let view =
                        Box::pin(self.hub.tournaments.view(self.hub.store(), tournament)).await?;
                    connection.tell(&ServerMessage::Tournament(Box::new(view)));
                }
            }
            ClientMessage::Moves { table } => {
                self.room(table).await?.list_moves(connection, cid)?;
            }
        }
        Ok(())
    }

    async fn room(&self, table: TableId) -> Result<Arc<Room>, Refused> {
        Box::pin(self.hub.room(table)).await
    }

    async fn command(&self, cid: u32, table: TableId, command: Command) -> Result<(), Refused> {
        let connection = &self.guard.connection;
        let room = match connection.seated_at(table) {
            Some(room) => room,
            // The game may just have ended; then its room still knows who sat
            // where.
            None => self.room(table).await?,
        };
        let after = room.command(self.hub.now(), connection, cid, command)?;
        let rematch = after.rematch;
        self.hub.follow(&room, after);
        if rematch {
            Box::pin(self.hub.play_again(&room)).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::*;
    use crate::admission::solver_memory::SolverMemory;
    use crate::config::Config;
    use crate::live::connection::tests::connection;
    use crate::live::tournaments::Signer;
    use crate::net::outbox::Broken;
    use crate::net::outbox::tests::outbox;
    use crate::store::Store;

    fn hub() -> Arc<Hub> {
        let (config, memory) = (Config::default(), SolverMemory::new(0));
        Arc::new(Hub::new(Store::nowhere(), &config, Signer::passing(), memory))
    }

    /// A connection has room for all of its session's states, so what is rare must
    /// not make it large.
    #[tokio::test]
    async fn a_session_is_small() {
        let (outbox, client) = outbox().await;
        let prefix = client.local_addr().expect("connected").ip().into();
        let outbox = Arc::new(outbox);
        let wire = Wire(Arc::clone(&outbox));
        let mut socket = WebSocketStream::from_raw_socket(wire, Role::Server, None).await;
        let from = Origin { prefix, secret: None, span: Span::none() };
        let session = serve(hub(), &from, &outbox, &mut socket);
        let bytes = size_of_val(&session);
        assert!(bytes <= 1_300, "{bytes} bytes");
    }

    /// Also who has come in just before, or does just after.
    #[tokio::test]
    async fn when_the_server_stops_everybody_is_told_and_closed() {
        let hub = hub();
        let (early, mut hears_early) = connection().await;
        let _early = hub.enter(Arc::clone(&early), |_| {});
        hub.close();
        let (late, mut hears_late) = connection().await;
        let _late = hub.enter(Arc::clone(&late), |_| {});
        for (connection, client) in [(early, &mut hears_early), (late, &mut hears_late)] {
            let broken = poll_fn(|cx| connection.outbox.poll_pump(cx)).await;
            assert_eq!(broken, Broken::Ended(CloseCode::Restart));
            let mut heard = [0; 100];
            let length = client.read(&mut heard).await.expect("it is open");
            let heard = String::from_utf8_lossy(&heard[..length]);
            assert!(heard.contains("\"closing\""), "{heard}");
        }
    }
}
