//! Two clients play over the wire, lose their connections, and are watched.

use protocol::limits::{MAX_PLAYER_CONNECTIONS, MAX_WATCHED};
use serde_json::{Value, json};
use tests::{Client, TestServer, nim, seat};

fn mv(cid: u32, table: &Value, ply: u32, mv: [u64; 2]) -> Value {
    json!({"t": "move", "cid": cid, "table": table, "ply": ply, "move": mv})
}

#[tokio::test]
async fn a_game_is_played_to_its_end() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, seated, _) = seat(&mut ada, &mut bob, nim(&[1, 2])).await;
    assert_eq!(seated["seat"], 0);
    assert_eq!(seated["players"][1]["name"], "Bob");

    ada.say(mv(1, &table, 0, [1, 1])).await;
    assert_eq!(ada.hear().await, json!({"t": "ok", "cid": 1}));
    let state = ada.hear().await;
    assert_eq!(state["position"], json!({"heaps": [1, 1]}));
    assert_eq!((&state["ply"], &state["to_move"]), (&json!(1), &json!(1)));
    assert_eq!(bob.hear_a("state").await, state);

    bob.ask(mv(2, &table, 1, [0, 1])).await;
    ada.ask(mv(3, &table, 2, [1, 1])).await;
    let over = json!({"winners": [0], "reason": "played"});
    assert_eq!(ada.hear_a("state").await["over"], over);
    bob.hear_a("state").await;
    assert_eq!(bob.hear_a("state").await["over"], over);
}

/// No message is said twice, and none that is not needed.
#[tokio::test]
async fn players_and_spectators_hear_so_much_and_no_more() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut eve = server.guest("Eve").await;
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[1, 2])).await;
    let watch = eve.ask(json!({"t": "watch", "cid": 1, "table": table})).await;
    assert_eq!((&watch["t"], &watch["state"]["watching"]), (&json!("table"), &json!(1)));
    ada.say(mv(2, &table, 0, [1, 1])).await;
    let [ok, state] = [ada.hear().await, ada.hear().await];
    assert_eq!((&ok["t"], &state["watching"]), (&json!("ok"), &json!(1)));
    bob.ask(mv(3, &table, 1, [0, 1])).await;
    ada.ask(mv(4, &table, 2, [1, 1])).await;
    for (client, expected) in [
        (&mut ada, &["state"][..]),
        (&mut bob, &["state", "state"]),
        (&mut eve, &["state", "state", "state"]),
    ] {
        client.say(json!({"t": "ping", "cid": 9})).await;
        for kind in [expected, &["pong"]].concat() {
            assert_eq!(client.hear().await["t"], kind, "of {expected:?}");
        }
    }
}

#[tokio::test]
async fn each_wrong_request_at_a_table_has_its_own_code() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut eve = server.guest("Eve").await;
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[3, 5, 7])).await;
    let nowhere = json!("01890a5d-ac96-774b-bcce-b302099a8061");

    assert_eq!(bob.refused(mv(1, &table, 0, [0, 1])).await, "not_your_turn");
    assert_eq!(ada.refused(mv(1, &table, 0, [0, 4])).await, "illegal_move");
    assert_eq!(ada.refused(mv(2, &table, 0, [9, 1])).await, "illegal_move");
    assert_eq!(ada.refused(mv(3, &table, 0, [0, u64::MAX])).await, "illegal_move");
    let number = json!({"t": "move", "cid": 4, "table": table, "ply": 0, "move": 1});
    assert_eq!(ada.refused(number).await, "illegal_move");
    assert_eq!(ada.refused(mv(5, &table, 1, [0, 1])).await, "future_ply");
    assert_eq!(ada.refused(mv(6, &nowhere, 0, [0, 1])).await, "not_found");
    assert_eq!(eve.refused(mv(7, &table, 0, [0, 1])).await, "forbidden");
    let resign = |cid| json!({"t": "resign", "cid": cid, "table": table});
    assert_eq!(eve.refused(resign(8)).await, "forbidden");

    assert_eq!(ada.ask(mv(8, &table, 0, [0, 1])).await["t"], "ok");
    assert_eq!(ada.refused(mv(9, &table, 0, [0, 2])).await, "stale_ply");
    assert_eq!(bob.ask(mv(10, &table, 1, [0, 1])).await["t"], "ok");
    let abort = json!({"t": "abort", "cid": 11, "table": table});
    assert_eq!(bob.refused(abort).await, "too_late");
    assert_eq!(bob.ask(resign(12)).await["t"], "ok");
    assert_eq!(ada.refused(resign(13)).await, "game_over");
}

#[tokio::test]
async fn a_move_sent_twice_is_made_once() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[3])).await;
    ada.say(mv(1, &table, 0, [0, 3])).await;
    ada.say(mv(2, &table, 0, [0, 3])).await;
    assert_eq!(ada.hear().await, json!({"t": "ok", "cid": 1}));
    let state = ada.hear().await;
    assert_eq!(ada.hear().await, json!({"t": "ok", "cid": 2}));
    assert_eq!(ada.hear().await, state);
    assert_eq!(state["over"]["winners"], json!([0]));
    assert_eq!(bob.hear_a("state").await, state);
    // Bob received nothing else: the next message is the answer to the ping.
    bob.say(json!({"t": "ping", "cid": 3})).await;
    assert_eq!(bob.hear().await["t"], "pong");
}

#[tokio::test]
async fn a_lost_connection_takes_its_seat_again_with_the_token() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, seated, _) = seat(&mut ada, &mut bob, nim(&[3, 5, 7])).await;
    ada.ask(mv(1, &table, 0, [2, 1])).await;
    bob.hear_a("state").await;
    drop(ada);
    assert_eq!(bob.hear_a("state").await["present"], json!([false, true]));

    let mut again = server.guest("Ada").await;
    let wrong = json!({"t": "attach", "cid": 1, "table": table, "token": "0".repeat(64)});
    assert_eq!(again.refused(wrong).await, "forbidden");
    let right = json!({"t": "attach", "cid": 2, "table": table, "token": seated["token"]});
    let view = again.ask(right).await;
    assert_eq!((&view["t"], &view["moves"]), (&json!("table"), &json!([[2, 1]])));
    assert_eq!(view["state"]["present"], json!([true, true]));
    assert_eq!(bob.hear_a("state").await["present"], json!([true, true]));
    bob.ask(mv(3, &table, 1, [0, 1])).await;
    assert_eq!(again.hear_a("state").await["ply"], 2);
    assert_eq!(again.ask(mv(4, &table, 2, [0, 1])).await["t"], "ok");
}

#[tokio::test]
async fn every_connection_that_has_attached_plays_and_of_too_many_the_oldest_looks_on() {
    let server = TestServer::open().await;
    let (mut old, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, seated, _) = seat(&mut old, &mut bob, nim(&[3, 5, 7])).await;
    let attach = json!({"t": "attach", "cid": 1, "table": table, "token": seated["token"]});
    let mut new = server.guest("Ada").await;
    assert_eq!(new.ask(attach.clone()).await["t"], "table");
    assert_eq!(old.ask(mv(2, &table, 0, [0, 1])).await["t"], "ok");
    while new.hear_a("state").await["ply"] != 1 {}
    bob.ask(mv(1, &table, 1, [1, 2])).await;
    assert_eq!(new.ask(mv(3, &table, 2, [2, 1])).await["t"], "ok");
    while old.hear_a("state").await["ply"] != 3 {}
    // A seat admits eight connections; the oldest one continues as a spectator.
    let mut crowd = Vec::new();
    for _ in 2..=MAX_PLAYER_CONNECTIONS {
        let mut another = server.guest("Ada").await;
        assert_eq!(another.ask(attach.clone()).await["t"], "table");
        crowd.push(another);
    }
    assert_eq!(old.refused(mv(4, &table, 3, [0, 1])).await, "forbidden");
    bob.ask(mv(2, &table, 3, [0, 1])).await;
    while old.hear_a("state").await["ply"] != 4 {}
    // That connection may close, and all but one of the others: the player is still present.
    old.leave().await;
    for another in crowd {
        another.leave().await;
    }
    assert_eq!(bob.present(&table).await, json!([true, true]));
    new.leave().await;
    assert_eq!(bob.present(&table).await, json!([false, true]));
}

#[tokio::test]
async fn spectators_see_every_state_and_may_not_play() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut eve = server.guest("Eve").await;
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[3, 5])).await;
    let watch = json!({"t": "watch", "cid": 1, "table": table});
    assert_eq!(eve.ask(watch).await["state"]["ply"], 0);
    ada.ask(mv(1, &table, 0, [1, 2])).await;
    assert_eq!(eve.hear_a("state").await["ply"], 1);
    let moves = eve.ask(json!({"t": "moves", "cid": 2, "table": table})).await;
    let legal = json!([[0, 1], [0, 2], [0, 3], [1, 1], [1, 2], [1, 3]]);
    assert_eq!((&moves["count"], &moves["moves"]), (&json!(6), &legal));
    eve.ask(json!({"t": "unwatch", "cid": 3, "table": table})).await;
    bob.ask(mv(2, &table, 1, [1, 3])).await;
    eve.say(json!({"t": "ping", "cid": 4})).await;
    assert_eq!(eve.hear().await["t"], "pong");
}

#[tokio::test]
async fn a_list_of_moves_that_is_too_long_is_not_made() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[(1 << 53) - 1])).await;
    let moves = ada.ask(json!({"t": "moves", "cid": 1, "table": table})).await;
    assert_eq!(moves["moves"], Value::Null);
    assert_eq!(ada.ask(mv(2, &table, 0, [0, (1 << 53) - 1])).await["t"], "ok");
}

#[tokio::test]
async fn one_connection_watches_a_bounded_number_of_tables() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut eve = server.guest("Eve").await;
    let watch = |table: &Value| json!({"t": "watch", "cid": 1, "table": table});
    for _ in 0..MAX_WATCHED {
        let (table, _, _) = seat(&mut ada, &mut bob, nim(&[1])).await;
        assert_eq!(eve.ask(watch(&table)).await["t"], "table");
    }
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[1])).await;
    assert_eq!(eve.refused(watch(&table)).await, "too_many");
}

#[tokio::test]
async fn a_start_without_moves_is_over_at_once() {
    let server = TestServer::open().await;
    let (mut ada, mut bob): (Client, Client) =
        (server.guest("Ada").await, server.guest("Bob").await);
    let (_, seated, _) = seat(&mut ada, &mut bob, nim(&[0])).await;
    let over = json!({"winners": [1], "reason": "played"});
    assert_eq!(seated["state"]["over"], over);
    assert_eq!(seated["state"]["to_move"], Value::Null);
}

#[tokio::test]
async fn phrases_reach_the_others_at_the_table_and_nobody_else() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (mut eve, mut zoe) = (server.guest("Eve").await, server.guest("Zoe").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[1, 2])).await;
    eve.ask(json!({"t": "watch", "cid": 1, "table": table})).await;
    let say = |cid, phrase| json!({"t": "say", "cid": cid, "table": table, "phrase": phrase});
    let said = |seat, phrase| json!({"t": "said", "table": table, "seat": seat, "phrase": phrase});

    assert_eq!(ada.ask(say(1, "good_luck")).await["t"], "ok");
    assert_eq!(bob.hear_a("said").await, said(0, "good_luck"));
    assert_eq!(eve.hear_a("said").await, said(0, "good_luck"));
    // Each player has their own rate limit, and a message sent too soon is not passed on.
    assert_eq!(ada.refused(say(2, "hello")).await, "too_soon");
    assert_eq!(bob.ask(say(1, "thanks")).await["t"], "ok");
    assert_eq!(eve.hear_a("said").await, said(1, "thanks"));
    assert_eq!(ada.hear_a("said").await, said(1, "thanks"));

    assert_eq!(eve.refused(say(2, "hello")).await, "forbidden");
    assert_eq!(zoe.refused(say(1, "hello")).await, "forbidden");
    assert_eq!(ada.refused(say(3, "an insult")).await, "bad_message");
    assert_eq!(zoe.ask(json!({"t": "ping", "cid": 2})).await["t"], "pong");
}
