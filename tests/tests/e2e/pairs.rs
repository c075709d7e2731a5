//! Pairs: two games from one start, the second with the seats swapped.

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess, run_task};
use tests::{Client, TestServer, nim};

/// A seek for a rated pair, from the first seat.
fn seek() -> Value {
    json!({"t": "seek", "cid": 1, "game": nim(&[3, 4, 5]), "seat": "first", "rated": true, "pair": true})
}

/// Lets two clients begin a pair; returns what each is told.
async fn begin(ada: &mut Client, bob: &mut Client) -> [Value; 2] {
    let seeking = ada.ask(seek()).await;
    assert_eq!(seeking["t"], "seeking", "{seeking}");
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    [ada.hear_a("seated").await, bob.hear_a("seated").await]
}

#[tokio::test]
async fn the_second_game_follows_with_the_seats_swapped() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let [one, _] = begin(&mut ada, &mut bob).await;
    let first = &one["state"]["table"];
    assert_eq!((&one["rated"], &one["pair"]["game"]), (&json!(true), &json!(1)));
    let mut eve = server.guest("Eve").await;
    eve.ask(json!({"t": "watch", "cid": 1, "table": first})).await;
    assert_eq!(
        eve.refused(json!({"t": "watch", "cid": 2, "table": one["pair"]["other"]})).await,
        "not_found"
    );
    let back = json!({"t": "takeback", "cid": 3, "table": first, "ply": 0, "want": true});
    ada.ask(json!({"t": "move", "cid": 2, "table": first, "ply": 0, "move": [1, 1]})).await;
    assert_eq!(ada.refused(back).await, "forbidden");
    ada.ask(json!({"t": "resign", "cid": 4, "table": first})).await;
    let (one, two) = (ada.hear_a("seated").await, bob.hear_a("seated").await);
    assert_eq!((&one["offer"], &one["seat"], &two["seat"]), (first, &json!(1), &json!(0)));
    assert_eq!((&one["pair"]["game"], &one["pair"]["other"]), (&json!(2), first));
    assert_eq!(one["state"]["position"]["heaps"], json!([3, 4, 5]));
    let second = &one["state"]["table"];
    let view = eve.ask(json!({"t": "watch", "cid": 3, "table": second})).await;
    assert_eq!(view["pair"], one["pair"], "who looks on is led there too: {view}");
    let early = json!({"t": "rematch", "cid": 5, "table": first, "want": true});
    assert_eq!(ada.refused(early).await, "too_soon");
    // Aborting forfeits the game; then the pair is over and a rematch is possible.
    bob.ask(json!({"t": "abort", "cid": 6, "table": second})).await;
    let over = loop {
        let state = ada.hear_a("state").await;
        if state["table"] == *second && !state["over"].is_null() {
            break state["over"].clone();
        }
    };
    assert_eq!(over, json!({"winners": [1], "reason": "forfeited"}));
    for player in [&mut ada, &mut bob] {
        player.ask(json!({"t": "rematch", "cid": 7, "table": second, "want": true})).await;
    }
    let again = ada.hear_a("seated").await;
    assert_eq!((&again["seat"], &again["pair"]["game"]), (&json!(0), &json!(1)));
    assert_ne!(again["pair"]["id"], one["pair"]["id"]);
}

/// When the first game ends, they have sent `hello` again but have not attached their seat.
#[tokio::test]
async fn returning_players_are_led_to_the_second_game() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let [one, _] = begin(&mut ada, &mut bob).await;
    let first = one["state"]["table"].clone();
    let mut bob = server.bot("Bob").await;
    assert_eq!(bob.welcome["games"], json!([first]));
    while ada.hear_a("state").await["present"] != json!([true, false]) {}
    ada.ask(json!({"t": "resign", "cid": 2, "table": first})).await;
    let seated = bob.hear_a("seated").await;
    assert_eq!((&seated["offer"], &seated["seat"]), (&first, &json!(0)));
    let second = &seated["state"]["table"];
    assert_eq!(*second, one["pair"]["other"]);
    let mv = json!({"t": "move", "cid": 1, "table": second, "ply": 0, "move": [0, 1]});
    assert_eq!(bob.ask(mv).await["t"], "ok");
}

#[tokio::test]
async fn a_pair_is_for_two_and_needs_a_move() {
    let server = TestServer::open().await;
    let mut ada = server.bot("Ada").await;
    for game in [
        nim(&[]),
        json!({"variant": "game21_nplayer", "params": {"players": 3, "step": 3, "target": 21}, "ending": "misere", "start": {"total": 0}}),
    ] {
        let mut seek = seek();
        seek["game"] = game;
        assert_eq!(ada.refused(seek).await, "bad_game");
    }
}

#[tokio::test]
async fn a_pair_continues_after_a_restart() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let mut ada = server.bot("Ada").await;
    let mut bob = server.bot("Bob").await;
    let [one, two] = begin(&mut ada, &mut bob).await;
    let first = one["state"]["table"].clone();
    server.kill();
    let server = start();
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    for (client, seated) in [(&mut ada, &one), (&mut bob, &two)] {
        let token = &seated["token"];
        client.ask(json!({"t": "attach", "cid": 1, "table": first, "token": token})).await;
    }
    ada.ask(json!({"t": "resign", "cid": 2, "table": first})).await;
    let (one, two) = (ada.hear_a("seated").await, bob.hear_a("seated").await);
    let second = one["state"]["table"].clone();
    server.kill();
    let server = start();
    let mut bob = server.bot("Bob").await;
    let token = &two["token"];
    let view = bob.ask(json!({"t": "attach", "cid": 1, "table": second, "token": token})).await;
    assert_eq!(view["pair"], two["pair"], "{view}");
    bob.ask(json!({"t": "resign", "cid": 2, "table": second})).await;
    drop(server);
    let (whole, said) = run_task(folder.path(), &["check"]);
    assert!(whole, "{said}");
}
