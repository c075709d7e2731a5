//! What time does to a client, on a clock that the tests set.

use protocol::LobbyView;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::advance;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// One that has not been asked for an event yet.
fn client() -> Client {
    let url = "ws://127.0.0.1:1/ws".parse().unwrap();
    Client::new(ClientOptions::new(url, "Ada".to_owned().try_into().unwrap()))
}

/// A connection, with the other end of it.
pub(super) async fn link() -> (Link, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (ours, theirs) =
        tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
    let ours = ClientStream::Left(ours.unwrap());
    let socket = WebSocketStream::from_raw_socket(ours, Role::Client, None).await;
    tokio::time::pause();
    (Link::new(socket), theirs.unwrap().0)
}

#[tokio::test(start_paused = true)]
async fn a_client_tries_again_for_as_long_as_it_was_told() {
    for (seconds, gives_up) in [(59, false), (60, false), (61, true)] {
        let mut client = client();
        advance(seconds * SECOND).await;
        let event = client.lost(Disconnect::Silent);
        assert_eq!(event.is_err(), gives_up, "{seconds}");
        let gone = GaveUp(Disconnect::Silent);
        assert_eq!(client.lost(Disconnect::Unanswered).err(), gives_up.then_some(gone));
    }
}

#[tokio::test(start_paused = true)]
async fn patience_begins_anew_with_each_connection() {
    let mut client = client();
    advance(100 * SECOND).await;
    client.state = ConnectionState::Severed { lived: SECOND };
    assert!(client.lost(Disconnect::Severed).is_ok());
    advance(60 * SECOND).await;
    assert!(client.lost(Disconnect::Silent).is_ok(), "an attempt begins nothing");
    advance(SECOND).await;
    assert!(client.lost(Disconnect::Silent).is_err());
}

#[tokio::test(start_paused = true)]
async fn who_may_not_come_back_gives_up_at_once() {
    let loss = Disconnect::Unwelcome("no".to_owned());
    assert_eq!(client().lost(loss.clone()).unwrap_err(), GaveUp(loss));
}

#[tokio::test(start_paused = true)]
async fn the_pause_follows_from_the_time_without_a_connection() {
    let mut client = client();
    advance(60 * SECOND).await;
    client.state = ConnectionState::Severed { lived: 10 * SECOND };
    client.lost(Disconnect::Severed).unwrap();
    // Of fifty seconds without one, ten with one make up for forty.
    assert_eq!(client.backoff.pause(1.0), 5 * SECOND);
    advance(4 * SECOND).await;
    client.lost(Disconnect::Silent).unwrap();
    assert_eq!(client.backoff.pause(1.0), 7 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn the_pause_is_added_to_what_the_server_asks_for() {
    let overload = Disconnect::Closed { code: Some(1013), reason: String::new() };
    let busy = Disconnect::Refused { status: 503, retry_after: Some(30 * SECOND) };
    for (loss, asked) in [(Disconnect::Silent, 0), (overload, 4), (busy, 30)] {
        let mut client = client();
        client.lost(loss).unwrap();
        let ConnectionState::Pausing(pause) = &client.state else { panic!("it comes back") };
        let pause = pause.deadline() - Instant::now();
        let first = asked * SECOND;
        assert!((first..=first + SECOND / 2).contains(&pause), "{asked}: {pause:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_connection_showed_and_owed_ends_with_it() {
    let mut client = client();
    client.lobby.shown(&LobbyView::default());
    client.send(ClientMessage::Ping {});
    assert!(client.lobby().is_some());
    let Ok(ClientEvent::Lost { loss, unanswered }) = client.lost(Disconnect::Silent) else {
        panic!("lost")
    };
    assert_eq!((loss, unanswered), (Disconnect::Silent, vec![ClientMessage::Ping {}]));
    assert!(client.lobby().is_none());
}

#[tokio::test]
async fn a_server_that_lives_has_twenty_seconds_for_each_answer() {
    for (asked, waited, lost) in [
        (true, 20 * SECOND, false),
        (true, 20 * SECOND + Duration::from_millis(1), true),
        (false, 30 * SECOND, false),
    ] {
        let (mut link, _peer) = link().await;
        let limits =
            Limits { ping_after_ms: 1_000, silence_timeout_ms: 100_000, ..Limits::default() };
        link.obey(&limits);
        let mut client = client();
        client.state = ConnectionState::Up { link: Box::new(link), welcomed: true };
        if asked {
            client.send(ClientMessage::Ping {});
        }
        advance(waited).await;
        let expected = if lost { Err(Disconnect::Unanswered) } else { Ok(()) };
        assert_eq!(client.step().await.map(|event| assert!(event.is_none())), expected);
        tokio::time::resume();
    }
}

#[tokio::test]
async fn a_connection_that_was_welcomed_is_as_old_as_it_is() {
    for (welcomed, lived) in [(true, 7 * SECOND), (false, Duration::ZERO)] {
        let mut client = client();
        assert_eq!(client.lived(), Duration::ZERO);
        let (link, _peer) = link().await;
        client.state = ConnectionState::Up { link: Box::new(link), welcomed };
        assert_eq!(client.is_online(), welcomed);
        advance(7 * SECOND).await;
        assert_eq!(client.lived(), lived);
        client.sever();
        advance(SECOND).await;
        assert_eq!(client.lived(), lived, "until it was cut");
        tokio::time::resume();
    }
}
