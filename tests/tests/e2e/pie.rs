//! The pie rule: one player proposes the start, the other chooses who moves first.

use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tests::process::{Folder, Program, ServerProcess, binaries};
use tests::raw::get;
use tests::{Client, TestServer, nim};

fn seek() -> Value {
    json!({"t": "seek", "cid": 1, "game": nim(&[1, 2]), "seat": "random", "pie": true})
}

/// Ada proposes, Bob accepts; returns the table and their tokens.
async fn begin(ada: &mut Client, bob: &mut Client) -> (Value, Value, Value) {
    let seeking = ada.ask(seek()).await;
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    let (one, two) = (ada.hear_a("seated").await, bob.hear_a("seated").await);
    assert_eq!((&one["seat"], &two["seat"], &two["pie"]), (&json!(0), &json!(1), &json!(true)));
    assert_eq!((&one["state"]["choosing"], &one["state"]["to_move"]), (&json!(1), &Value::Null));
    (one["state"]["table"].clone(), one["token"].clone(), two["token"].clone())
}

#[tokio::test]
async fn the_accepter_chooses_and_in_a_rematch_the_proposer() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, ..) = begin(&mut ada, &mut bob).await;
    let choose = |begin| json!({"t": "choose", "cid": 3, "table": table, "begin": begin});
    let makes =
        |ply: u32, mv| json!({"t": "move", "cid": 4, "table": table, "ply": ply, "move": mv});
    assert_eq!(ada.refused(choose(true)).await, "not_your_turn");
    assert_eq!(ada.refused(makes(0, [0, 1])).await, "not_your_turn");
    let mut eve = server.guest("Eve").await;
    eve.ask(json!({"t": "watch", "cid": 1, "table": table})).await;
    assert_eq!(bob.ask(choose(true)).await["t"], "ok");
    for player in [&mut ada, &mut bob, &mut eve] {
        let chosen = player.hear_a("chosen").await;
        let names = [0, 1].map(|seat| chosen["players"][seat]["name"].clone());
        assert_eq!(names, ["Bob", "Ada"]);
        assert_eq!(player.hear_a("state").await["to_move"], 0);
    }
    assert_eq!(ada.refused(makes(0, [1, 1])).await, "not_your_turn");
    assert_eq!(bob.ask(makes(0, [1, 1])).await["t"], "ok");
    assert_eq!(ada.ask(json!({"t": "resign", "cid": 5, "table": table})).await["t"], "ok");
    for player in [&mut ada, &mut bob] {
        player.ask(json!({"t": "rematch", "cid": 6, "table": table, "want": true})).await;
    }
    let (one, two) = (ada.hear_a("seated").await, bob.hear_a("seated").await);
    assert_eq!((&one["seat"], &two["seat"]), (&json!(1), &json!(0)), "Bob proposes, Ada chooses");
    assert_eq!(one["state"]["choosing"], 1);
}

#[tokio::test]
async fn the_choice_survives_a_restart_and_is_in_the_game_record() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, ada_s, bob_s) = begin(&mut ada, &mut bob).await;
    let (open, ..) = begin(&mut ada, &mut bob).await;
    let choose = json!({"t": "choose", "cid": 3, "table": table, "begin": true});
    assert_eq!(bob.ask(choose).await["t"], "ok");
    server.kill();
    let server = start();
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    for (player, token) in [(&mut ada, &ada_s), (&mut bob, &bob_s)] {
        let attach = json!({"t": "attach", "cid": 1, "table": table, "token": token});
        let view = player.ask(attach).await;
        assert_eq!(view["players"][0]["name"], "Bob", "{view}");
        assert_eq!(view["state"].get("choosing"), None);
    }
    let view = ada.ask(json!({"t": "watch", "cid": 2, "table": open})).await;
    assert_eq!(view["state"]["choosing"], 1, "the other choice is still open");
    let moves = [[1, 1], [0, 1], [1, 1]];
    for (ply, mv) in moves.iter().enumerate() {
        let player = if ply % 2 == 0 { &mut bob } else { &mut ada };
        let request = json!({"t": "move", "cid": 3, "table": table, "ply": ply, "move": mv});
        assert_eq!(player.ask(request).await["t"], "ok");
    }
    let path = format!("/api/games/{}", table.as_str().expect("an id"));
    let (_, story) = get(server.at, &path).await;
    let story: Value = serde_json::from_str(&story).expect("JSON");
    assert_eq!((&story["players"][0]["name"], &story["pie"]), (&json!("Bob"), &json!(true)));
    assert_eq!(story["over"], json!({"winners": [0], "reason": "played"}));
    let (_, notation) = get(server.at, &format!("{path}/notation")).await;
    let bob = notation.find("Bob").expect("Bob is named");
    assert!(bob < notation.find("Ada").expect("Ada is named"), "{notation}");
}

#[tokio::test]
async fn the_pie_rule_needs_a_casual_single_game_for_two_with_random_seats() {
    let server = TestServer::open().await;
    let mut ada = server.bot("Ada").await;
    let with = |field: &str, value: Value| {
        let mut seek = seek();
        seek[field] = value;
        seek
    };
    for bad in [
        with("rated", json!(true)),
        with("pair", json!(true)),
        with("seat", json!("first")),
        with("game", json!({"preset": "21 for three"})),
        with("game", nim(&[])),
    ] {
        assert_eq!(ada.refused(bad.clone()).await, "bad_game", "{bad}");
    }
    assert_eq!(ada.ask(with("game", json!({"preset": "21"}))).await["t"], "seeking");
}

/// A chooser who knows the start takes the winning side, so a perfect bot that chooses wins from
/// every start.
#[tokio::test]
async fn a_bot_that_is_to_choose_takes_the_side_that_wins() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let mut bot = Command::new(binaries().join("nim-bot"));
    bot.args(["play", "--url", &server.url(), "--name", "Bob", "--accept"]);
    bot.env("NIM_LOG", "error").stdout(Stdio::null());
    let _bot = Program(bot.spawn().expect("nim-bot starts"));
    let mut ada = server.guest("Ada").await;
    // The first is won by the first player, the second by the second.
    for (heaps, begins) in [([1, 2, 4], true), ([1, 2, 3], false)] {
        let mut seek = seek();
        seek["game"] = nim(&heaps);
        assert_eq!(ada.ask(seek).await["t"], "seeking");
        let table = ada.hear_a("seated").await["state"]["table"].clone();
        let chosen = ada.hear_a("chosen").await;
        assert_eq!(chosen["players"][0]["name"] == "Bob", begins, "{heaps:?}: {chosen}");
        let own = u64::from(begins);
        let over = loop {
            let state = ada.hear_a("state").await;
            if state["table"] != table {
                continue;
            }
            if !state["over"].is_null() {
                break state["over"].clone();
            }
            if state["to_move"] == own {
                let heaps = state["position"]["heaps"].as_array().expect("a list");
                let heap = heaps.iter().position(|heap| *heap != json!(0)).expect("it goes on");
                let mv = json!({"t": "move", "cid": 4, "table": table, "ply": state["ply"],
                    "move": [heap, 1]});
                ada.say(mv).await;
            }
        };
        assert_eq!(over, json!({"winners": [1 - own], "reason": "played"}));
    }
}
