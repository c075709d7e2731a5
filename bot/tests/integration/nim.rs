//! A game of Nim with a fake server.

use bot::{Client, ClientEvent, ClientOptions};
use fake::{FakePeer, FakeServer, soon};
use protocol::{Limits, Name};
use serde_json::{Value, json};

pub(crate) const TABLE: &str = "00000000-0000-0000-0000-000000000007";
pub(crate) const OFFER: &str = "00000000-0000-0000-0000-000000000009";
pub(crate) const TOKEN: &str = "abababababababababababababababababababababababababababababababab";

pub(crate) fn client_of(server: &FakeServer) -> Client {
    let name = Name::try_from("Ada".to_owned()).unwrap();
    Client::new(ClientOptions::new(server.url.clone(), name))
}

/// Accepts the next connection, and exchanges `hello` and `welcome`.
pub(crate) async fn welcome(server: &FakeServer) -> FakePeer {
    welcome_with(server, json!({})).await
}

/// Likewise, with limits chosen by the test.
pub(crate) async fn welcome_with(server: &FakeServer, limits: Value) -> FakePeer {
    let mut all = serde_json::to_value(Limits::default()).unwrap();
    for (limit, value) in limits.as_object().unwrap() {
        all[limit] = value.clone();
    }
    server.welcome_with(9, json!({ "limits": all })).await.0
}

/// Seats the client on seat 0 of a game of Nim with heaps 3-4-5.
pub(crate) async fn seat(peer: &mut FakePeer) {
    peer.say(seated()).await;
}

/// What seats the client there.
pub(crate) fn seated() -> Value {
    let mut seated = table(0, json!([]), json!([3, 4, 5]));
    seated["t"] = json!("seated");
    seated["offer"] = json!(OFFER);
    seated["seat"] = json!(0);
    seated["token"] = json!(TOKEN);
    seated
}

/// Answers an `attach` with this table.
pub(crate) async fn attach(peer: &mut FakePeer, since: u64, moves: Value, heaps: Value) {
    let attach = peer.hear("attach").await;
    assert_eq!((&attach["table"], &attach["token"]), (&json!(TABLE), &json!(TOKEN)));
    assert_eq!(attach["since"], since);
    let mut view = table(since, moves, heaps);
    view["t"] = json!("table");
    view["cid"] = attach["cid"].clone();
    peer.say(view).await;
}

/// A table with these last moves.
pub(crate) fn table(since: u64, moves: Value, heaps: Value) -> Value {
    let ply = since + moves.as_array().unwrap().len() as u64;
    let mut state = state(ply, moves.as_array().unwrap().last().cloned().into(), heaps);
    state.as_object_mut().unwrap().remove("t");
    let game = json!({"variant": "nim", "ending": "normal", "start": {"heaps": [3, 4, 5]}});
    json!({"game": game, "players": [], "since": since, "moves": moves, "state": state})
}

/// The state after `ply` moves.
pub(crate) fn state(ply: u64, last_move: Value, heaps: Value) -> Value {
    json!({
        "t": "state", "table": TABLE, "ply": ply, "position": {"heaps": heaps},
        "to_move": ply % 2, "last_move": last_move, "present": [true, true], "over": null,
    })
}

pub(crate) async fn next(client: &mut Client) -> ClientEvent {
    soon(client.next()).await.expect("the client gave up")
}
