//! The client against a server that behaves badly in every way it can.

use bot::{ClientEvent, Disconnect, GaveUp};
use protocol::{
    Cause, ClientMessage, LobbyDelta, LobbyList, LobbyLists, LobbyView, Missing, ServerMessage,
    TableId,
};
use rules::Move;
use std::time::Duration;

use crate::nim::{OFFER, TABLE, attach, client_of, next, seat, state, welcome, welcome_with};
use fake::FakeServer;
use futures::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::protocol::Message;

fn table() -> TableId {
    TableId(TABLE.parse().unwrap())
}

#[tokio::test]
async fn an_unanswered_move_is_sent_again_after_a_reconnect() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let playing = async {
        assert!(matches!(next(&mut client).await, ClientEvent::Connected { .. }));
        assert!(matches!(
            next(&mut client).await,
            ClientEvent::Message(ServerMessage::Seated { .. })
        ));
        client.make_move(table(), 0, Move::List(vec![0, 2].into())).unwrap();
        client.request(ClientMessage::Lobby { on: true, show: LobbyLists::ALL }).unwrap();
        let ClientEvent::Lost { unanswered, .. } = next(&mut client).await else { panic!("lost") };
        assert!(matches!(unanswered[..], [ClientMessage::Lobby { .. }]), "{unanswered:?}");
        assert!(matches!(next(&mut client).await, ClientEvent::Connected { .. }));
        let ClientEvent::Answer { answer: ServerMessage::Table { view, .. }, .. } =
            next(&mut client).await
        else {
            panic!("attached")
        };
        assert_eq!(view.state.ply, 0);
        let ClientEvent::Answer { request, .. } = next(&mut client).await else { panic!("answer") };
        assert!(matches!(request, ClientMessage::Move { ply: 0, .. }));
    };
    let serving = async {
        let mut peer = welcome(&server).await;
        seat(&mut peer).await;
        let first = peer.hear("move").await;
        drop(peer);
        let mut peer = welcome(&server).await;
        attach(&mut peer, 0, json!([]), json!([3, 4, 5])).await;
        let second = peer.hear("move").await;
        assert_eq!(first["move"], second["move"]);
        assert_eq!((&second["ply"], &second["table"]), (&json!(0), &json!(TABLE)));
        assert_ne!(first["cid"], second["cid"]);
        peer.ok(&second).await;
        peer
    };
    let ((), _peer) = tokio::join!(playing, serving);
}

#[tokio::test]
async fn a_move_made_without_a_connection_waits_for_one() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let serving = async {
        let mut peer = welcome(&server).await;
        seat(&mut peer).await;
        drop(peer);
        let mut peer = welcome(&server).await;
        attach(&mut peer, 0, json!([]), json!([3, 4, 5])).await;
        peer.hear("move").await
    };
    let playing = async {
        while !matches!(next(&mut client).await, ClientEvent::Lost { .. }) {}
        assert!(client.request(ClientMessage::Ping {}).is_err());
        client.make_move(table(), 0, Move::List(vec![0, 2].into())).unwrap();
        loop {
            next(&mut client).await;
        }
    };
    tokio::select! {
        () = playing => {}
        sent = serving => assert_eq!(sent["move"], json!([0, 2])),
    }
}

#[tokio::test]
async fn the_client_returns_after_the_codes_that_say_so_and_no_others() {
    for (code, returns) in [(1012, true), (1013, true), (4408, true), (1008, false), (1000, false)]
    {
        let server = FakeServer::start().await;
        let mut client = client_of(&server);
        let closing = async { welcome(&server).await.close(code).await };
        let lost = async {
            next(&mut client).await;
            client.next().await
        };
        let (lost, ()) = tokio::join!(lost, closing);
        let loss = Disconnect::Closed { code: Some(code), reason: "because".to_owned() };
        match lost {
            Ok(ClientEvent::Lost { loss: found, .. }) => assert_eq!((found, returns), (loss, true)),
            Err(GaveUp(found)) => {
                assert_eq!((found, returns), (loss.clone(), false));
                assert_eq!(client.next().await.unwrap_err(), GaveUp(loss), "for ever");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_server_that_is_not_a_nim_server_is_not_retried() {
    for (answer, expected) in [
        ("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n", "HTTP 404"),
        ("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n", "comes back"),
        ("SSH-2.0-OpenSSH_9.2\r\n\r\n", "comes back"),
    ] {
        let server = FakeServer::start().await;
        let mut client = client_of(&server);
        let serving = async {
            let (mut stream, _) = server.listener.accept().await.unwrap();
            let mut request = [0; 1024];
            let read = stream.read(&mut request).await.unwrap();
            let request = String::from_utf8_lossy(&request[..read]).to_lowercase();
            assert!(request.contains("sec-websocket-protocol: nim.v1"), "{request}");
            stream.write_all(answer.as_bytes()).await.unwrap();
        };
        let (event, ()) = tokio::join!(client.next(), serving);
        let found = match event {
            Ok(ClientEvent::Lost { .. }) => "comes back".to_owned(),
            Ok(event) => panic!("{event:?}"),
            Err(gone) => gone.to_string(),
        };
        assert!(found.contains(expected), "{answer}: {found}");
    }
}

#[tokio::test]
async fn a_server_without_the_subprotocol_is_left_alone() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let serving = async {
        let (stream, _) = server.listener.accept().await.unwrap();
        tokio_tungstenite::accept_async(stream).await.unwrap()
    };
    let (event, _) = tokio::join!(client.next(), serving);
    assert!(matches!(event, Err(GaveUp(Disconnect::NotNim(_)))), "{event:?}");
}

#[tokio::test]
async fn a_refused_hello_is_final() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let serving = async {
        let mut peer = server.accept().await;
        let cid = peer.hear("hello").await["cid"].clone();
        peer.say(json!({"t": "error", "cid": cid, "code": "bad_hello", "cause": {"kind": "other"}, "message": "no"})).await;
        peer
    };
    let (event, _peer) = tokio::join!(client.next(), serving);
    assert_eq!(event.unwrap_err(), GaveUp(Disconnect::Unwelcome("no".to_owned())));
}

#[tokio::test]
async fn silence_is_noticed() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let limits = json!({"ping_after_ms": 50, "silence_timeout_ms": 100});
    let serving = async {
        let peer = welcome_with(&server, limits).await;
        // Stops reading, so it answers no ping, but keeps the connection open.
        (peer, server.accept().await)
    };
    let listening = async {
        next(&mut client).await;
        let event = next(&mut client).await;
        assert!(matches!(event, ClientEvent::Lost { loss: Disconnect::Silent, .. }), "{event:?}");
        loop {
            next(&mut client).await;
        }
    };
    tokio::select! {
        () = listening => {}
        _ = serving => {}
    }
}

#[tokio::test]
async fn a_quiet_server_that_answers_pings_is_kept() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let limits = json!({"ping_after_ms": 20, "silence_timeout_ms": 20000});
    let serving = async {
        let mut peer = welcome_with(&server, limits).await;
        let mut pings = 0;
        while pings < 5 {
            pings += usize::from(peer.socket.next().await.unwrap().unwrap().is_ping());
        }
        // And in the other direction.
        peer.socket.send(Message::Ping("x".into())).await.unwrap();
        while peer.socket.next().await.unwrap().unwrap() != Message::Pong("x".into()) {}
    };
    let listening = async {
        assert!(matches!(next(&mut client).await, ClientEvent::Connected { .. }));
        panic!("{:?}", client.next().await)
    };
    tokio::select! {
        () = listening => {}
        () = serving => {}
    }
}

#[tokio::test]
async fn missing_moves_are_asked_for() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let serving = async {
        let mut peer = welcome(&server).await;
        seat(&mut peer).await;
        peer.say(state(1, json!([0, 1]), json!([2, 4, 5]))).await;
        peer.say(state(4, json!([0, 1]), json!([1, 2, 5]))).await;
        // The view has only part of the history, so the client requests the rest.
        let request = peer.hear("attach").await;
        assert_eq!(request["since"], 1);
        let game = json!({"variant": "nim", "ending": "normal", "start": {"heaps": [3, 4, 5]}});
        peer.say(json!({
            "t": "table", "cid": request["cid"], "game": game, "players": [], "since": 1,
            "moves": [[1, 1]], "state": state(4, json!([0, 1]), json!([1, 2, 5])),
        }))
        .await;
        attach(&mut peer, 2, json!([[1, 1], [0, 1]]), json!([1, 2, 5])).await;
        // Now nothing is missing.
        peer.say(state(5, json!([0, 1]), json!([0, 2, 5]))).await;
        peer.say(json!({"t": "closing", "message": "end of the test"})).await;
        peer
    };
    let listening = async {
        while !matches!(
            next(&mut client).await,
            ClientEvent::Message(ServerMessage::Closing { .. })
        ) {}
        client.close().await;
    };
    let hang_up = async {
        let mut peer = serving.await;
        let goodbye = peer.socket.next().await.unwrap().unwrap();
        let Message::Close(Some(frame)) = goodbye else { panic!("{goodbye:?}") };
        assert_eq!(u16::from(frame.code), 1000);
    };
    tokio::join!(listening, hang_up);
}

/// A change is missing.
#[tokio::test]
async fn the_lobby_is_asked_for_again_as_it_was() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let show = LobbyLists::single(LobbyList::Tables);
    let looking = async {
        assert!(matches!(next(&mut client).await, ClientEvent::Connected { .. }));
        client.request(ClientMessage::Lobby { on: true, show }).unwrap();
        loop {
            next(&mut client).await;
        }
    };
    let serving = async {
        let mut peer = welcome(&server).await;
        let first = peer.hear("lobby").await;
        peer.ok(&first).await;
        let view = LobbyView { version: 2, ..LobbyView::default() };
        peer.say(json!(ServerMessage::Lobby(view))).await;
        let later = LobbyDelta { since: 3, version: 4, ..LobbyDelta::default() };
        peer.say(json!(ServerMessage::LobbyDelta(later))).await;
        assert_eq!(peer.hear("lobby").await["show"], first["show"]);
    };
    tokio::select! {
        () = looking => {}
        () = serving => {}
    }
}

/// Its table is gone, as after a restore from an older backup.
#[tokio::test]
async fn a_seat_that_is_refused_is_not_asked_for_again() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let playing = async {
        for connection in 0..3 {
            while !matches!(next(&mut client).await, ClientEvent::Connected { .. }) {}
            if connection == 2 {
                client.request(ClientMessage::Lobby { on: false, show: LobbyLists::ALL }).unwrap();
            }
        }
        next(&mut client).await
    };
    let serving = async {
        let mut peer = welcome(&server).await;
        seat(&mut peer).await;
        drop(peer);
        let mut peer = welcome(&server).await;
        let request = peer.hear("attach").await;
        peer.refuse(&request, Cause::NotFound { what: Missing::Table }).await;
        drop(peer);
        let mut peer = welcome(&server).await;
        let request = peer.hear("lobby").await;
        peer.ok(&request).await;
        peer
    };
    let (answer, _peer) = tokio::join!(playing, serving);
    assert!(matches!(answer, ClientEvent::Answer { .. }), "{answer:?}");
}

#[tokio::test]
async fn a_dropped_wait_loses_no_event() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    const MESSAGES: u64 = 2_000;
    let serving = async {
        let mut peer = welcome(&server).await;
        for number in 0..MESSAGES {
            peer.say(json!({"t": "closing", "message": number.to_string()})).await;
        }
        peer
    };
    let listening = async {
        let mut expected = 0;
        while expected < MESSAGES {
            let waited = tokio::time::timeout(Duration::from_micros(50), client.next()).await;
            if let Ok(Ok(ClientEvent::Message(ServerMessage::Closing { message }))) = waited {
                assert_eq!(message, expected.to_string());
                expected += 1;
            }
        }
    };
    let ((), _peer) = tokio::join!(listening, serving);
}

#[tokio::test]
async fn unknown_messages_are_ignored() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let serving = async {
        let mut peer = welcome(&server).await;
        peer.say(json!({"t": "news_of_next_year", "x": [1, 2]})).await;
        peer.say(json!([])).await;
        peer.socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
        peer.socket.send(Message::text("{")).await.unwrap();
        peer.say(json!({"t": "pong", "cid": 4_000_000_000u32})).await;
        peer.say(json!({"t": "declined", "challenge": OFFER, "new_field": null})).await;
        peer
    };
    let listening = async {
        next(&mut client).await;
        assert!(matches!(
            next(&mut client).await,
            ClientEvent::Message(ServerMessage::Pong { .. })
        ));
        assert!(matches!(
            next(&mut client).await,
            ClientEvent::Message(ServerMessage::Declined { .. })
        ));
    };
    let ((), _peer) = tokio::join!(listening, serving);
}
