//! One connection from its hello to its end: one task. It reads, spends a credit,
//! parses, asks the hall or a room, and answers. How it ends, if not by its client,
//! is told to its outlet.

pub(crate) mod upgrade;

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::Instant;

use futures::{SinkExt, StreamExt};
use protocol::limits::{
    CREDITS, CREDITS_PER_SECOND, HELLO_WITHIN, MAX_BAD_MESSAGES, MAX_CLIENT_CHARS,
};
use protocol::{
    BadRequest, Cause, ClientMessage, CloseCode, Kind, Limits, Request, Secret, ServerMessage,
    TableId,
};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as SentCode;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message, Utf8Bytes};
use tracing::{Instrument, Span, debug, debug_span, info};

use crate::admission::gate::Block;
use crate::admission::rate_limiter::Credits;
use crate::game::table::Command;
use crate::identity::new_secret;
use crate::live::connection::Member;
use crate::live::hub::{Guest, Hall};
use crate::live::room::Room;
use crate::net::frame::Frame;
use crate::net::outbox::{Outlet, Wire};
use crate::records::refusal::Refused;
use crate::records::secret_hash::Key;

pub(crate) const SERVER: &str = concat!("nim-server ", env!("CARGO_PKG_VERSION"));

pub(crate) type Socket = WebSocketStream<Wire>;

/// What is known of a connection before its hello.
#[derive(Debug)]
pub(crate) struct Origin {
    pub(crate) block: Block,
    /// What came with the upgrade.
    pub(crate) secret: Option<Secret>,
    /// What its lines in the log have in common.
    pub(crate) span: Span,
}

/// Serves one upgraded connection until it ends. What belongs to the connection is
/// lent: given, it would have its place in the future twice.
pub(crate) async fn serve(
    hall: Arc<Hall>,
    from: &Origin,
    outlet: &Arc<Outlet>,
    socket: &mut Socket,
) {
    let metrics = Arc::clone(hall.metrics());
    metrics.connections.count();
    let greeted = greet(&hall, from, outlet, socket).instrument(from.span.clone()).await;
    let code = match greeted {
        Ok(guest) => {
            // Entering a span costs as much as reading a move; this one costs
            // nothing where it is not asked for.
            let player = guest.member.player.id;
            let span = debug_span!(parent: &from.span, "session", %player);
            let mut session = Session {
                credits: Credits::new(Instant::now(), CREDITS, CREDITS_PER_SECOND),
                bad_messages: 0,
                hall,
                guest,
            };
            session.run(socket).instrument(span).await
            // The guest is dropped here: who is closed has left before he is
            // told.
        }
        Err(code) => code,
    };
    metrics.closed(code);
    debug!(parent: &from.span, code = code.number(), "closing");
    part(outlet, socket, code).await;
}

/// Says goodbye, or answers it: the library has the answer ready, which repeats
/// the client's code.
pub(crate) async fn part(outlet: &Outlet, socket: &mut Socket, code: CloseCode) {
    match code {
        CloseCode::Bye => {
            // It is said to an outlet, which takes everything; to a client that
            // is gone there is none.
            let _ = socket.flush().await;
            outlet.hang_up().await;
        }
        code => outlet.close(code).await,
    }
}

/// Waits for the hello and lets the player in.
async fn greet(
    hall: &Arc<Hall>,
    from: &Origin,
    outlet: &Arc<Outlet>,
    socket: &mut Socket,
) -> Result<Guest, CloseCode> {
    let first = tokio::select! {
        () = hall.closing.cancelled() => return Err(CloseCode::Restart),
        first = timeout(HELLO_WITHIN, next_text(socket, outlet)) => first,
    };
    let text = first.map_err(|_| CloseCode::NoHello)??;
    let refuse = |refused: Refused, cid| {
        hall.metrics().refused(refused.code());
        outlet.send(&Frame::text(&refused.answer(cid)));
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
    let you = match secret == hall.house_secret && kind == Kind::Bot {
        true => name.map(|name| hall.identities.greet_house_bot(name)).ok_or_else(nameless),
        false => hall.identities.greet(&secret, kind, name),
    };
    let you = you.map_err(|why| refuse(why, Some(cid)))?;
    info!(player = %you.id, name = %you.name, kind = ?you.kind, client, "hello");
    let id = you.id;
    let is_banned =
        || hall.gate.is_banned(from.block, Instant::now()) || hall.identities.is_banned(id);
    if is_banned() {
        return Err(CloseCode::Banned);
    }
    let key = Key::of(&secret);
    let member = Arc::new(Member::new(you.clone(), key, Arc::clone(outlet), from.block));
    let guest = hall.enter(Arc::clone(&member), |games| {
        let token = Some(secret).filter(|_| said.is_none());
        let (server, limits) = (SERVER.to_owned(), Limits::default());
        member.tell(&ServerMessage::Welcome { cid, you, token, games, server, limits });
    });
    // Asked once more, now that a ban would find him among the others.
    match is_banned() {
        true => Err(CloseCode::Banned),
        false => Ok(guest),
    }
}

fn nameless() -> Refused {
    Refused::from(Cause::HouseBotNameless)
}

/// The next text frame, or why there is none.
async fn next_text(socket: &mut Socket, outlet: &Outlet) -> Result<Utf8Bytes, CloseCode> {
    loop {
        if let Some(text) = text_of(next_frame(socket, outlet).await?)? {
            return Ok(text);
        }
    }
}

/// The next frame, or why there is none; meanwhile what waits for the client is
/// written. The library answers pings and closes by itself.
pub(crate) async fn next_frame(socket: &mut Socket, outlet: &Outlet) -> Result<Message, CloseCode> {
    poll_fn(|cx| match socket.poll_next_unpin(cx) {
        Poll::Ready(Some(Ok(message))) => Poll::Ready(Ok(message)),
        Poll::Ready(Some(Err(error))) => Poll::Ready(Err(close_code(&error))),
        Poll::Ready(None) => Poll::Ready(Err(CloseCode::Bye)),
        Poll::Pending => outlet.poll_pump(cx).map(|broken| Err(broken.into())),
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
    hall: Arc<Hall>,
    guest: Guest,
    credits: Credits,
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
        let member = &self.guest.member;
        let frame = next_frame(socket, &member.outlet).await?;
        member.speaks();
        if let Message::Pong(_) = frame {
            member.answered(self.hall.now());
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
        self.hall.metrics().messages.count();
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
        self.hall.metrics().refused(refused.code());
        self.guest.member.tell(&refused.answer(cid));
    }

    /// What has to wait for something is boxed: it is rare, and a connection would
    /// have room for the largest of it all its life.
    async fn carry_out(&self, cid: u32, message: ClientMessage) -> Result<(), Refused> {
        let member = &self.guest.member;
        let by = &member.player;
        let ok = || member.tell(&ServerMessage::Ok { cid });
        match message {
            ClientMessage::Hello { .. } => {
                return Err(Cause::HelloTwice.into());
            }
            ClientMessage::Ping {} => member.tell(&ServerMessage::Pong { cid }),
            ClientMessage::Lobby { on } => {
                member.sees_lobby.store(on, Ordering::Relaxed);
                ok();
                if on {
                    self.hall.show_lobby_to(member);
                }
            }
            ClientMessage::Seek { offer, private, window } => {
                let offer = Box::pin(self.hall.offer(by, offer, window)).await?;
                let answer = |seek| member.tell(&ServerMessage::Seeking { cid, seek });
                self.hall.seek(offer, private, answer)?;
            }
            ClientMessage::Cancel { offer } => {
                self.hall.cancel(by.id, offer)?;
                ok();
            }
            ClientMessage::Accept { seek } => {
                Box::pin(self.hall.accept(member, seek, cid)).await?;
            }
            ClientMessage::Challenge { player, offer } => {
                let offer = Box::pin(self.hall.offer(by, offer, None)).await?;
                let answer =
                    |challenge| member.tell(&ServerMessage::Challenging { cid, challenge });
                self.hall.challenge(offer, player, answer)?;
            }
            ClientMessage::Quick { pool, window } => {
                let answer = |seek| member.tell(&ServerMessage::Seeking { cid, seek });
                Box::pin(self.hall.quick(by, pool, window, answer)).await?;
            }
            ClientMessage::Reply { challenge, accept: true, .. } => {
                Box::pin(self.hall.take(member, challenge, cid)).await?;
            }
            ClientMessage::Reply { challenge, reason, .. } => {
                self.hall.decline(by.id, challenge, reason, ok)?;
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
                self.room(table).await?.say(self.hall.now(), member, cid, phrase)?;
            }
            ClientMessage::Attach { table, token, since } => {
                let room = self.room(table).await?;
                let after = room.attach(self.hall.now(), member, cid, token.as_ref(), since)?;
                self.hall.follow(&room, after);
            }
            ClientMessage::Watch { table, since } => {
                self.room(table).await?.watch(self.hall.now(), member, cid, since)?;
            }
            ClientMessage::Unwatch { table } => {
                if let Some(room) = member.look_away(table) {
                    room.unwatch(member);
                }
                ok();
            }
            ClientMessage::Enter { tournament, invitation } => {
                let tournaments = &self.hall.tournaments;
                Box::pin(tournaments.enter(&*self.hall, member, cid, tournament, invitation))
                    .await?;
            }
            ClientMessage::Leave { tournament } => {
                self.hall.tournaments.leave(self.hall.store(), member, cid, tournament)?;
            }
            ClientMessage::Ready { tournament } => {
                self.hall.tournaments.ready(by.id, tournament)?;
                ok();
            }
            ClientMessage::Follow { tournament, on } => {
                if let Ok(ongoing) = self.hall.tournaments.find(tournament) {
                    ongoing.watch(member, on)?;
                }
                ok();
                if on {
                    let view =
                        Box::pin(self.hall.tournaments.view(self.hall.store(), tournament)).await?;
                    member.tell(&ServerMessage::Tournament(Box::new(view)));
                }
            }
            ClientMessage::Moves { table } => {
                self.room(table).await?.list_moves(member, cid)?;
            }
        }
        Ok(())
    }

    async fn room(&self, table: TableId) -> Result<Arc<Room>, Refused> {
        Box::pin(self.hall.room(table)).await
    }

    async fn command(&self, cid: u32, table: TableId, command: Command) -> Result<(), Refused> {
        let member = &self.guest.member;
        let room = match member.seated_at(table) {
            Some(room) => room,
            // The game may just have ended; then its room still knows who sat
            // where.
            None => self.room(table).await?,
        };
        let after = room.command(self.hall.now(), member, cid, command)?;
        let rematch = after.rematch;
        self.hall.follow(&room, after);
        if rematch {
            Box::pin(self.hall.play_again(&room)).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::*;
    use crate::admission::gate::Gate;
    use crate::config::Config;
    use crate::live::connection::tests::member;
    use crate::live::tournaments::Signer;
    use crate::net::outbox::Broken;
    use crate::net::outbox::tests::outlet;
    use crate::store::Store;

    fn hall() -> Arc<Hall> {
        let gate = Gate::new(&Config::default());
        Arc::new(Hall::new(Store::nowhere(), gate, Signer::passing()))
    }

    /// A connection has room for all of its session's states, so what is rare must
    /// not make it large.
    #[tokio::test]
    async fn a_session_is_small() {
        let (outlet, client) = outlet().await;
        let block = client.local_addr().expect("connected").ip().into();
        let outlet = Arc::new(outlet);
        let wire = Wire(Arc::clone(&outlet));
        let mut socket = WebSocketStream::from_raw_socket(wire, Role::Server, None).await;
        let from = Origin { block, secret: None, span: Span::none() };
        let session = serve(hall(), &from, &outlet, &mut socket);
        let bytes = size_of_val(&session);
        assert!(bytes <= 1_300, "{bytes} bytes");
    }

    /// Also who has come in just before, or does just after.
    #[tokio::test]
    async fn when_the_server_stops_everybody_is_told_and_closed() {
        let hall = hall();
        let (early, mut hears_early) = member().await;
        let _early = hall.enter(Arc::clone(&early), |_| {});
        hall.close();
        let (late, mut hears_late) = member().await;
        let _late = hall.enter(Arc::clone(&late), |_| {});
        for (member, client) in [(early, &mut hears_early), (late, &mut hears_late)] {
            let broken = poll_fn(|cx| member.outlet.poll_pump(cx)).await;
            assert_eq!(broken, Broken::Ended(CloseCode::Restart));
            let mut heard = [0; 100];
            let length = client.read(&mut heard).await.expect("it is open");
            let heard = String::from_utf8_lossy(&heard[..length]);
            assert!(heard.contains("\"closing\""), "{heard}");
        }
    }
}
