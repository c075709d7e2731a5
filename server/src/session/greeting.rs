//! The hello: identifies the player and decides whether they are let in.

use std::sync::Arc;

use protocol::limits::MAX_CLIENT_CHARS;
use protocol::{Cause, ClientMessage, CloseCode, ErrorCode, Kind, Request, ServerMessage};
use tokio::time::timeout;
use tracing::info;

use super::incoming::{ClientInput, next_text};
use super::{ConnectionOrigin, SERVER, bad_message};
use crate::identity::new_secret;
use crate::live::connection::Connection;
use crate::live::hub::Hub;
use crate::live::hub::arrivals::ConnectionGuard;
use crate::net::frame::Frame;
use crate::net::outbox::Outbox;
use crate::records::request_error::RequestError;
use crate::records::secret_hash::SecretHash;
use crate::system;

/// Waits for the hello and lets the player in.
pub(super) async fn greet(
    hub: &Arc<Hub>,
    from: &ConnectionOrigin,
    outbox: &Arc<Outbox>,
    input: &mut impl ClientInput,
) -> Result<ConnectionGuard, CloseCode> {
    let first = timeout(hub.timeouts.hello_timeout, next_text(input, outbox)).await;
    let text = first.map_err(|_| CloseCode::NoHello)??;
    let refuse = |refused: RequestError, cid| {
        hub.metrics().refused(refused.code());
        outbox.send(&Frame::text(&refused.answer(cid)));
        CloseCode::BadHello
    };
    let Request { cid, message } =
        Request::read(&text).map_err(|error| refuse(bad_message(&error), error.cid))?;
    let ClientMessage::Hello { name, kind, client, token } = message else {
        let why = RequestError::from(Cause::HelloFirst);
        return Err(refuse(why, Some(cid)));
    };
    if client.chars().count() > MAX_CLIENT_CHARS || client.chars().any(char::is_control) {
        let why = RequestError::from(Cause::BadClient { max: MAX_CLIENT_CHARS });
        return Err(refuse(why, Some(cid)));
    }
    let said = token.or(from.secret);
    let secret = said.unwrap_or_else(new_secret);
    let you = match secret == hub.house_secret && kind == Kind::Bot {
        true => name.map(|name| hub.identities.greet_house_bot(name)).ok_or_else(nameless),
        false => hub.identities.greet(&secret, kind, name).await,
    };
    // Who is unknown here may have registered with a server that has taken over meanwhile.
    hub.store().confirm().await.map_err(|_| CloseCode::Restart)?;
    let you = you.map_err(|why| match why.code() {
        // That the store cannot be read now is no reason to stay away.
        ErrorCode::StorageUnavailable => CloseCode::Restart,
        _ => refuse(why, Some(cid)),
    })?;
    info!(player = %you.id, kind = ?you.kind, client, "hello");
    let id = you.id;
    let is_banned =
        || hub.admission.is_banned(from.prefix, system::now()) || hub.identities.is_banned(id);
    if is_banned() {
        return Err(CloseCode::Banned);
    }
    let key = SecretHash::new(&secret);
    let connection = Arc::new(Connection::new(you.clone(), key, Arc::clone(outbox), from.prefix));
    let guard = hub.enter(Arc::clone(&connection), |games| {
        let token = Some(secret).filter(|_| said.is_none());
        let (server, limits) = (SERVER.to_owned(), hub.limits.clone());
        connection.send(&ServerMessage::Welcome { cid, you, token, games, server, limits });
    });
    // Checked once more, because from now on a ban would find this connection among the others.
    match is_banned() {
        true => Err(CloseCode::Banned),
        false => Ok(guard),
    }
}

fn nameless() -> RequestError {
    RequestError::from(Cause::HouseBotNameless)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::pin::pin;
    use std::task::{Context, Poll};
    use std::time::Duration;

    use futures::FutureExt;
    use protocol::Secret;
    use serde_json::json;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket};

    use super::*;
    use crate::net::pipe::PipeHandle;
    use crate::session::serve;
    use crate::session::tests::house::House;

    /// A client who says this, and nothing else.
    struct Says(String);

    impl ClientInput for Says {
        fn poll_frame(&mut self, _: &mut Context<'_>) -> Poll<Result<Message, CloseCode>> {
            Poll::Ready(Ok(Message::text(&self.0)))
        }

        async fn answer_close(&mut self) {}
    }

    fn hello() -> Says {
        Says(json!({"t": "hello", "cid": 1, "kind": "person", "client": "test"}).to_string())
    }

    fn origin(secret: Secret) -> ConnectionOrigin {
        ConnectionOrigin::new(IpAddr::from([60, 1, 1, 1]).into(), Some(secret))
    }

    async fn greeted(hub: &Arc<Hub>, secret: Secret) -> Result<Kind, CloseCode> {
        let (_pipe, [ours, _]) = PipeHandle::connect(7, 0, 0);
        let outbox = Arc::new(Outbox::new(ours.into()));
        let guard = greet(hub, &origin(secret), &outbox, &mut hello()).await;
        guard.map(|guard| guard.connection.player.kind)
    }

    #[tokio::test]
    async fn whoever_is_refused_stays_away_but_whoever_cannot_be_looked_up_comes_back() {
        let house = House::open();
        let (ada, guest) = (house.admitted("Ada").await.secret, Secret::new([1; 32]));
        assert_eq!(greeted(&house.hub, ada).await, Ok(Kind::Person));
        assert_eq!(greeted(&house.hub, guest).await, Ok(Kind::Guest));
        house.hub.identities.log_out(&ada).await.expect("it is open");
        assert_eq!(greeted(&house.hub, ada).await, Err(CloseCode::BadHello));
        house.alter("DROP TABLE access");
        assert_eq!(greeted(&house.hub, guest).await, Err(CloseCode::Restart));
    }

    #[tokio::test]
    async fn whoever_is_still_in_line_when_the_server_stops_is_told_at_once_to_come_back() {
        let hub = House::open().hub;
        hub.play_first.run(async { std::thread::sleep(Duration::from_millis(50)) }).await;
        hub.metrics().moves.count();
        let (pipe, [ours, theirs]) = PipeHandle::connect(7, 0, 0);
        let outbox = Arc::new(Outbox::new(ours.into()));
        let (from, mut input) = (origin(Secret::new([1; 32])), hello());
        let mut session = pin!(serve(Arc::clone(&hub), &from, &outbox, &mut input));
        assert_eq!(session.as_mut().now_or_never(), None, "it is in line");
        hub.close();
        let _ = session.as_mut().now_or_never();
        pipe.deliver(0);
        let mut client = WebSocket::from_raw_socket(theirs, Role::Client, None);
        let Ok(Message::Close(Some(frame))) = client.read() else { panic!("it was not told") };
        assert_eq!(u16::from(frame.code), CloseCode::Restart.number());
    }
}
