//! Games with a clock, and what players agree on, over the wire.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::{Client, TestServer, nim};

/// Seats both at a table with this clock, `first` to move; returns its id and both `seated`
/// messages.
async fn seat(first: &mut Client, second: &mut Client, clock: Value) -> (Value, Value, Value) {
    let game = nim(&[9]);
    let seek = json!({"t": "seek", "cid": 900, "game": game, "seat": "first", "clock": clock});
    let seeking = first.ask(seek).await;
    let answer = second.ask(json!({"t": "accept", "cid": 901, "seek": seeking["seek"]})).await;
    assert_eq!(answer["t"], "ok", "{answer}");
    let (one, two) = (first.hear_a("seated").await, second.hear_a("seated").await);
    (one["state"]["table"].clone(), one, two)
}

/// Takes one object and returns the state after the move.
async fn play(client: &mut Client, table: &Value, ply: u32) -> Value {
    let mv = json!({"t": "move", "cid": ply, "table": table, "ply": ply, "move": [0, 1]});
    let answer = client.ask(mv).await;
    assert_eq!(answer["t"], "ok", "{answer}");
    state_at(client, ply + 1).await
}

async fn state_at(client: &mut Client, ply: u32) -> Value {
    loop {
        let state = client.hear_a("state").await;
        if state["ply"] == ply {
            return state;
        }
    }
}

#[tokio::test]
async fn the_server_calls_the_flag() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let clock = json!({"kind": "move", "ms": 100});
    let (table, seated, _) = seat(&mut ada, &mut bob, clock.clone()).await;
    assert_eq!(seated["clock"], clock);
    assert_eq!(seated["state"]["clock"]["left_ms"], json!([100, 100]));
    assert_eq!(play(&mut ada, &table, 0).await["clock"]["running"], false);
    assert_eq!(play(&mut bob, &table, 1).await["clock"]["running"], true);
    // Ada runs out of time.
    let over = json!({"winners": [1], "reason": "flagged"});
    for client in [&mut ada, &mut bob] {
        let mut state = client.hear_a("state").await;
        while state["over"].is_null() {
            state = client.hear_a("state").await;
        }
        assert_eq!(state["over"], over);
    }
    let late = json!({"t": "move", "cid": 9, "table": table, "ply": 2, "move": [0, 1]});
    assert_eq!(ada.refused(late).await, "game_over");
}

#[tokio::test]
async fn periods_of_byoyomi_are_kept_by_moves_and_by_a_restart_and_the_last_one_ends() {
    let folder = Folder::new();
    let flags = ["--house-bots", "off"];
    let server = ServerProcess::start(folder.path(), &flags);
    let (mut ada, mut bob) = (guest(&server).await, guest(&server).await);
    // The main time is over at once; whoever moves within a period keeps it.
    let clock = json!({"kind": "byoyomi", "base_ms": 0, "periods": 3, "period_ms": 30_000});
    let (table, one, two) = seat(&mut ada, &mut bob, clock.clone()).await;
    for ply in 0..4 {
        let client = if ply % 2 == 0 { &mut ada } else { &mut bob };
        play(client, &table, ply).await;
    }
    assert_eq!(state_at(&mut ada, 4).await["clock"]["left_ms"], json!([90_000, 90_000]));
    server.kill();
    let server = ServerProcess::start(folder.path(), &flags);
    let (mut ada, mut bob) = (guest(&server).await, guest(&server).await);
    let attach = |token: &Value| json!({"t": "attach", "cid": 1, "table": table, "token": token});
    let view = ada.ask(attach(&one["token"])).await;
    assert_eq!(
        (&view["clock"], &view["state"]["clock"]["left_ms"]),
        (&clock, &json!([90_000, 90_000]))
    );
    bob.ask(attach(&two["token"])).await;
    play(&mut ada, &table, 4).await;
    // Two short periods pass without a move, and the flag falls.
    let clock = json!({"kind": "byoyomi", "base_ms": 0, "periods": 2, "period_ms": 100});
    let (table, _, _) = seat(&mut ada, &mut bob, clock).await;
    play(&mut ada, &table, 0).await;
    play(&mut bob, &table, 1).await;
    let began = Instant::now();
    let mut state = bob.hear_a("state").await;
    while state["over"].is_null() {
        state = bob.hear_a("state").await;
    }
    assert_eq!(state["over"], json!({"winners": [1], "reason": "flagged"}));
    assert!(began.elapsed() > Duration::from_millis(150), "one period was enough");
}

#[tokio::test]
async fn bids_are_secret_survive_a_restart_and_are_paid_by_the_higher() {
    let folder = Folder::new();
    let flags = ["--house-bots", "off"];
    let server = ServerProcess::start(folder.path(), &flags);
    let (mut ada, mut bob) = (guest(&server).await, guest(&server).await);
    let clock = json!({"kind": "fischer", "base_ms": 60_000, "increment_ms": 0});
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&[9]), "seat": "random", "bid": true, "clock": clock});
    let seeking = ada.ask(seek.clone()).await;
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    let (one, two) = (ada.hear_a("seated").await, bob.hear_a("seated").await);
    let table = one["state"]["table"].clone();
    assert_eq!((&one["bid"]["max_ms"], &one["bid"]["settled"]), (&json!(54_000), &Value::Null));
    let bid = |cid, ms| json!({"t": "bid", "cid": cid, "table": table, "begin": true, "ms": ms});
    assert_eq!(ada.refused(bid(3, 54_001)).await, "forbidden");
    assert_eq!(ada.ask(bid(4, 20_000)).await["t"], "ok");
    // The other player and spectators see that there is a bid, and nothing else.
    let mut eve = guest(&server).await;
    let seen = eve.ask(json!({"t": "watch", "cid": 1, "table": table})).await;
    let heard = bob.hear_a("state").await;
    for text in [seen.to_string(), heard.to_string()] {
        assert!(text.contains("\"bidding\"") && !text.contains("20000"), "{text}");
    }
    server.kill();
    let server = ServerProcess::start(folder.path(), &flags);
    let (mut ada, mut bob) = (guest(&server).await, guest(&server).await);
    let attach = |token: &Value| json!({"t": "attach", "cid": 1, "table": table, "token": token});
    let view = bob.ask(attach(&two["token"])).await;
    assert!(!view.to_string().contains("20000"), "{view}");
    ada.ask(attach(&one["token"])).await;
    assert_eq!(ada.ask(bid(5, 20_000)).await["t"], "ok", "the bid was kept");
    assert_eq!(bob.ask(bid(6, 10_000)).await["t"], "ok");
    let chosen = ada.hear_a("chosen").await;
    assert_eq!(
        chosen["players"][0]["id"],
        one["players"][one["seat"].as_u64().expect("a seat") as usize]["id"]
    );
    let settled = &chosen["bid"]["settled"];
    assert_eq!((&settled["paid_by"], &settled["bids"][1]["ms"]), (&json!(0), &json!(10_000)));
    assert_eq!(bob.hear_a("chosen").await, chosen);
    let state = state_at(&mut ada, 0).await;
    assert_eq!(state["clock"]["left_ms"], json!([40_000, 60_000]));
    play(&mut ada, &table, 0).await;
    // What does not fit is refused.
    for (field, value) in [
        ("clock", json!({"kind": "move", "ms": 5_000})),
        ("clock", Value::Null),
        ("pie", json!(true)),
        ("pair", json!(true)),
        ("seat", json!("first")),
    ] {
        let mut other = seek.clone();
        other[field] = value;
        assert_eq!(ada.refused(other).await, "bad_game", "{field}");
    }
}

#[tokio::test]
async fn clocks_that_cannot_be_are_refused() {
    let server = TestServer::open().await;
    let mut ada = server.guest("Ada").await;
    let seek =
        |clock| json!({"t": "seek", "cid": 1, "game": nim(&[1]), "seat": "first", "clock": clock});
    let no_time = json!({"kind": "fischer", "base_ms": 0, "increment_ms": 0});
    assert_eq!(ada.refused(seek(no_time)).await, "bad_game");
    let periods = json!({"kind": "byoyomi", "base_ms": 0, "periods": 31, "period_ms": 1_000});
    assert_eq!(ada.refused(seek(periods)).await, "bad_game");
    let for_ever = json!({"kind": "days", "days": 4_294_967_295_u32});
    assert_eq!(ada.refused(seek(for_ever)).await, "bad_game");
    for unread in [json!({"kind": "sand"}), json!({"kind": "move", "ms": -1}), json!(5)] {
        assert_eq!(ada.refused(seek(unread)).await, "bad_message");
    }
}

#[tokio::test]
async fn a_rematch_swaps_the_seats() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let clock = json!({"kind": "bronstein", "base_ms": 60_000, "delay_ms": 1_000});
    let (table, _, two) = seat(&mut ada, &mut bob, clock.clone()).await;
    let rematch = |cid, want| json!({"t": "rematch", "cid": cid, "table": table, "want": want});
    assert_eq!(ada.refused(rematch(1, true)).await, "too_soon");
    assert_eq!(ada.refused(json!({"t": "claim", "cid": 2, "table": table})).await, "too_soon");
    ada.ask(json!({"t": "resign", "cid": 3, "table": table})).await;
    assert_eq!(ada.ask(rematch(4, true)).await["t"], "ok");
    assert_eq!(ada.hear_a("state").await["rematch"], json!([0]));
    // Bob loses the connection and reconnects.
    let mut bob = server.guest("Bob").await;
    let attach = json!({"t": "attach", "cid": 9, "table": table, "token": two["token"]});
    assert_eq!(bob.ask(attach).await["state"]["rematch"], json!([0]));
    assert_eq!(bob.ask(rematch(5, true)).await["t"], "ok");
    let (one, two) = (ada.hear_a("seated").await, bob.hear_a("seated").await);
    assert_eq!((&one["seat"], &two["seat"]), (&json!(1), &json!(0)));
    assert_eq!((&one["offer"], &one["clock"]), (&table, &clock));
    assert_eq!(one["players"][0]["name"], "Bob");
    play(&mut bob, &one["state"]["table"], 0).await;
}

#[tokio::test]
async fn a_move_is_taken_back_by_agreement() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, Value::Null).await;
    play(&mut ada, &table, 0).await;
    let ask =
        |cid, want| json!({"t": "takeback", "cid": cid, "table": table, "ply": 0, "want": want});
    assert_eq!(bob.refused(ask(1, true)).await, "stale_ply");
    assert_eq!(ada.ask(ask(2, true)).await["t"], "ok");
    assert_eq!(ada.hear_a("state").await["takeback"], json!({"ply": 0, "agreed": [0]}));
    assert_eq!(bob.ask(ask(3, true)).await["t"], "ok");
    let state = state_at(&mut ada, 0).await;
    assert_eq!(state["position"], json!({"heaps": [9]}));
    play(&mut ada, &table, 0).await;
}

#[tokio::test]
async fn a_restart_is_on_nobodys_clock() {
    let folder = Folder::new();
    let flags = ["--house-bots", "off"];
    let server = ServerProcess::start(folder.path(), &flags);
    let (mut ada, mut bob) = (guest(&server).await, guest(&server).await);
    let clock = json!({"kind": "fischer", "base_ms": 60_000, "increment_ms": 0});
    let (table, one, two) = seat(&mut ada, &mut bob, clock).await;
    for ply in 0..4 {
        let client = if ply % 2 == 0 { &mut ada } else { &mut bob };
        play(client, &table, ply).await;
    }
    let before = state_at(&mut ada, 4).await["clock"]["left_ms"].clone();
    server.kill();
    let server = ServerProcess::start(folder.path(), &flags);
    let (mut ada, mut bob) = (guest(&server).await, guest(&server).await);
    let attach = |token: &Value| json!({"t": "attach", "cid": 1, "table": table, "token": token});
    let view = ada.ask(attach(&one["token"])).await;
    assert_eq!(view["state"]["clock"]["left_ms"], before);
    assert_eq!(view["state"]["clock"]["running"], false);
    assert_eq!(view["times"].as_array().expect("a list").len(), 4);
    let view = bob.ask(attach(&two["token"])).await;
    assert_eq!(view["state"]["clock"]["running"], true);
    play(&mut ada, &table, 4).await;
}

#[tokio::test]
async fn a_server_that_was_stopped_charges_nobody() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let (mut ada, mut bob) = (guest(&server).await, guest(&server).await);
    let clock = json!({"kind": "fischer", "base_ms": 60_000, "increment_ms": 0});
    let (table, _, _) = seat(&mut ada, &mut bob, clock).await;
    play(&mut ada, &table, 0).await;
    let turn = Instant::now();
    let before = left_ms(&play(&mut bob, &table, 1).await);
    server.freeze(true);
    let frozen = Instant::now();
    // A wait is needed, because a suspended server signals nothing.
    tokio::time::sleep(STOPPED_FOR).await;
    let stopped = frozen.elapsed();
    server.freeze(false);
    let after = left_ms(&play(&mut ada, &table, 2).await);
    let running = turn.elapsed().saturating_sub(stopped);
    assert!(before - after <= running + LOOK_EVERY, "{before:?} to {after:?} in {running:?}");
}

/// Long enough for the server to notice that it was stopped.
const STOPPED_FOR: Duration = Duration::from_millis(1_100);

/// How often the server reads its clock: no finer can it tell how long it was stopped. One more
/// millisecond for the rounding of times.
const LOOK_EVERY: Duration = Duration::from_millis(251);

/// How much time the first player has left.
fn left_ms(state: &Value) -> Duration {
    Duration::from_millis(state["clock"]["left_ms"][0].as_u64().expect("a time"))
}

async fn guest(server: &ServerProcess) -> Client {
    let mut client = Client::connect(&server.url()).await.expect("the server accepts");
    let hello = json!({"t": "hello", "cid": 0, "name": "Ada", "kind": "bot", "client": "test"});
    assert_eq!(client.ask(hello).await["t"], "welcome");
    client
}
