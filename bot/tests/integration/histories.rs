//! What a client asks for by itself, and what it leaves to its owner.

use bot::{Client, ClientEvent, Disconnect, GaveUp, SendError};
use protocol::{ClientMessage, LobbyLists, ServerMessage, TableId};
use rules::Move;
use serde_json::{Value, json};

use crate::nim::{TABLE, client_of, next, seat, state, table, welcome};
use fake::{FakePeer, FakeServer, id, secret, soon};

fn here() -> TableId {
    TableId(TABLE.parse().unwrap())
}

/// Listens for ever, and asks what the server tells it to ask.
async fn obey(client: &mut Client) {
    loop {
        if let ClientEvent::Message(ServerMessage::Closing { message }) = next(client).await {
            match &*message {
                "refresh" => client.refresh(here(), 0),
                _ => client.request(ClientMessage::Ping {}).unwrap(),
            }
        }
    }
}

/// Lets a client obey while `serving` runs.
async fn obeyed(mut client: Client, serving: impl Future<Output = ()>) {
    tokio::select! {
        () = obey(&mut client) => {}
        () = serving => {}
    }
}

/// They have asked for nothing before they are told to ping.
async fn asks_nothing(peer: &mut FakePeer) {
    peer.say(json!({"t": "closing", "message": "ping"})).await;
    peer.grant("ping").await;
}

/// They ask for the moves from `since` on, and are told these, from another ply on, of so many.
async fn tell(peer: &mut FakePeer, since: u64, from: u64, told: usize, ply: u64) {
    let request = peer.hear("attach").await;
    assert_eq!((&request["table"], &request["since"]), (&json!(TABLE), &json!(since)));
    peer.say(answer(&request, from, told, ply)).await;
}

fn answer(request: &Value, from: u64, told: usize, ply: u64) -> Value {
    let mut view = table(from, json!(vec![[0, 1]; told]), json!([1, 4, 5]));
    (view["t"], view["cid"]) = (json!("table"), request["cid"].clone());
    view["state"]["ply"] = json!(ply);
    view
}

fn after(ply: u64) -> Value {
    state(ply, json!([0, 1]), json!([1, 4, 5]))
}

#[tokio::test]
async fn a_client_asks_for_the_moves_that_it_misses_and_for_no_others() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        seat(&mut peer).await;
        // One more, the same again, one that is taken back, and another in its place.
        for ply in [1, 1, 0, 1] {
            peer.say(after(ply)).await;
            asks_nothing(&mut peer).await;
        }
        // Who is told nothing new would ask for ever.
        peer.say(after(3)).await;
        tell(&mut peer, 1, 1, 0, 3).await;
        asks_nothing(&mut peer).await;
        // What comes after a gap is not known.
        peer.say(after(3)).await;
        tell(&mut peer, 1, 2, 1, 3).await;
        asks_nothing(&mut peer).await;
        // What is known already may be told again, and the rest is asked for.
        peer.say(after(3)).await;
        tell(&mut peer, 1, 0, 2, 3).await;
        tell(&mut peer, 2, 2, 1, 3).await;
        asks_nothing(&mut peer).await;
        // Nothing is forgotten when less is told.
        peer.say(json!({"t": "closing", "message": "refresh"})).await;
        tell(&mut peer, 0, 0, 1, 3).await;
        asks_nothing(&mut peer).await;
        peer.say(after(4)).await;
        asks_nothing(&mut peer).await;
    };
    obeyed(client_of(&server), serving).await;
}

#[tokio::test]
async fn a_game_that_is_over_is_followed_no_more() {
    let server = FakeServer::start().await;
    let serving = async {
        let mut peer = welcome(&server).await;
        let over = json!({"winners": [0], "reason": "resigned"});
        seat(&mut peer).await;
        let mut ended = after(1);
        ended["over"] = over.clone();
        peer.say(ended).await;
        peer.say(after(9)).await;
        asks_nothing(&mut peer).await;
        // And where the answer to a request says so.
        seat(&mut peer).await;
        peer.say(json!({"t": "closing", "message": "refresh"})).await;
        let request = peer.hear("attach").await;
        let mut ended = answer(&request, 0, 1, 1);
        ended["state"]["over"] = over;
        peer.say(ended).await;
        peer.say(after(9)).await;
        asks_nothing(&mut peer).await;
        drop(peer);
        asks_nothing(&mut welcome(&server).await).await;
    };
    obeyed(client_of(&server), serving).await;
}

#[tokio::test]
async fn a_player_stays_the_same_and_takes_up_the_games_that_the_server_knows_of() {
    let server = FakeServer::start().await;
    let serving = async {
        let fields = json!({"token": secret(5), "games": [TABLE]});
        let (mut peer, hello) = server.welcome_with(9, fields).await;
        assert_eq!((&hello["name"], &hello["kind"]), (&json!("Ada"), &json!("bot")));
        assert_eq!(hello["client"], concat!("nim-bot ", env!("CARGO_PKG_VERSION")));
        assert!(hello["token"].is_null());
        let request = peer.hear("attach").await;
        assert_eq!((&request["table"], &request["since"]), (&json!(TABLE), &json!(0)));
        assert!(request["token"].is_null(), "the seat is the player's");
        peer.say(answer(&request, 0, 2, 2)).await;
        asks_nothing(&mut peer).await;
        drop(peer);
        let (mut peer, hello) = server.welcome_with(9, json!({"games": [TABLE]})).await;
        assert_eq!(hello["token"], secret(5));
        tell(&mut peer, 2, 2, 0, 2).await;
        drop(peer);
        let (_peer, hello) = server.welcome_with(9, json!({})).await;
        assert_eq!(hello["token"], secret(5), "not told again, and not forgotten");
    };
    obeyed(client_of(&server), serving).await;
}

#[tokio::test]
async fn a_connection_that_is_cut_is_opened_again() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    // There is none to cut yet.
    client.sever();
    let playing = async {
        assert!(!client.is_online());
        assert!(matches!(next(&mut client).await, ClientEvent::Connected { .. }));
        assert!(client.is_online());
        client.sever();
        assert!(!client.is_online());
        let lost = next(&mut client).await;
        assert!(matches!(lost, ClientEvent::Lost { loss: Disconnect::Severed, .. }), "{lost:?}");
        assert!(matches!(next(&mut client).await, ClientEvent::Connected { .. }));
    };
    let serving = async {
        welcome(&server).await.gone().await;
        welcome(&server).await
    };
    tokio::join!(playing, serving);
}

#[tokio::test]
async fn so_many_requests_wait_for_their_answers_and_no_more() {
    const MOST: usize = 4_096;
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let (listening, served) = tokio::sync::oneshot::channel::<()>();
    let playing = async {
        let ping = || ClientMessage::Ping {};
        assert_eq!(client.request(ping()), Err(SendError::Offline));
        assert!(matches!(next(&mut client).await, ClientEvent::Connected { .. }));
        for _ in 0..MOST {
            assert_eq!(client.request(ping()), Ok(()));
        }
        let lobby = ClientMessage::Lobby { on: true, show: LobbyLists::ALL };
        for refused in [ping(), lobby] {
            assert_eq!(client.request(refused), Err(SendError::Full));
        }
        let mv = Move::List(vec![0, 1].into());
        assert_eq!(client.make_move(here(), 0, mv), Err(SendError::Full));
        assert!(matches!(next(&mut client).await, ClientEvent::Answer { .. }));
        assert_eq!(client.request(ping()), Ok(()), "there is room for one");
        assert_eq!(client.request(ping()), Err(SendError::Full));
        listening.send(()).unwrap();
    };
    let serving = async {
        let mut peer = welcome(&server).await;
        peer.grant("ping").await;
        served.await.unwrap();
    };
    tokio::join!(playing, serving);
    assert_eq!(SendError::Offline.to_string(), "there is no connection");
    assert_eq!(SendError::Full.to_string(), "too many requests wait for their answers");
}

#[tokio::test]
async fn a_request_without_an_answer_may_wait_whatever_else_arrives() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let playing = async {
        assert!(matches!(next(&mut client).await, ClientEvent::Connected { .. }));
        client.request(ClientMessage::Ping {}).unwrap();
        next(&mut client).await
    };
    let serving = async {
        let mut peer = welcome(&server).await;
        peer.hear("ping").await;
        peer.say(json!({"t": "news_of_next_year"})).await;
        peer.say(json!({"t": "declined", "challenge": id(9)})).await;
        peer
    };
    let (event, _peer) = tokio::join!(playing, serving);
    assert!(matches!(event, ClientEvent::Message(ServerMessage::Declined { .. })), "{event:?}");
}

#[tokio::test]
async fn an_answer_to_hello_that_is_no_welcome_is_final() {
    let server = FakeServer::start().await;
    let mut client = client_of(&server);
    let serving = async {
        let mut peer = server.accept().await;
        peer.grant("hello").await;
        peer
    };
    let (event, _peer) = tokio::join!(soon(client.next()), serving);
    let loss = Disconnect::Unwelcome("its answer is not a welcome".to_owned());
    assert_eq!(event.unwrap_err(), GaveUp(loss));
}
