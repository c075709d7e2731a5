//! Offers other than of a given start: named starts, random ones, and games for opponents of a
//! certain strength.

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::raw::get;
use tests::{Client, TestServer, nim};

fn drawn(draw: Value) -> Value {
    json!({"variant": "subtraction", "ending": "normal", "draw": draw})
}

#[tokio::test]
async fn a_drawn_start_is_seen_by_nobody_before_the_game_and_drawn_again_by_anybody() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    bob.ask(json!({"t": "lobby", "cid": 1, "on": true})).await;
    let game = drawn(json!({"difficulty": "hard", "won_by": "second"}));
    ada.ask(json!({"t": "seek", "cid": 1, "game": game, "seat": "first"})).await;
    let shown = loop {
        let lobby = bob.lobby().await;
        if lobby["seek_count"] == 1 {
            break lobby["seeks"][0].clone();
        }
    };
    let draw = &shown["game"]["draw"];
    assert_eq!([&draw["difficulty"], &draw["won_by"]], ["hard", "second"]);
    assert!(draw["commitment"].is_string() && draw.get("seed").is_none(), "{draw}");
    assert!(shown["game"].get("start").is_none(), "{shown}");
    bob.ask(json!({"t": "accept", "cid": 2, "seek": shown["seek"]})).await;
    let seated = bob.hear_a("seated").await;
    assert!(seated["drawn"]["seed"].is_u64(), "{seated}");
    assert_eq!(shown["game"]["params"], seated["game"]["params"]);
    // The same by challenge: the start is no longer secret.
    let seed = &seated["drawn"]["seed"];
    let again = json!({"seed": seed, "difficulty": "hard", "won_by": "second"});
    let game = drawn(again.clone());
    let challenge =
        json!({"t": "challenge", "cid": 3, "player": ada.id, "game": game, "seat": "first"});
    bob.ask(challenge).await;
    let challenged = ada.hear_a("challenged").await;
    assert_eq!(challenged["game"]["draw"], again);
    let reply =
        json!({"t": "reply", "cid": 4, "challenge": challenged["challenge"], "accept": true});
    ada.ask(reply).await;
    assert_eq!(bob.hear_a("seated").await["game"], seated["game"]);
}

#[tokio::test]
async fn a_start_is_drawn_with_exactly_so_many_winning_moves_and_so_long() {
    let server = TestServer::open().await;
    let mut ada = server.guest("Ada").await;
    let seek = |cid, draw: Value| {
        let game = json!({"variant": "nim", "ending": "normal", "draw": draw});
        json!({"t": "seek", "cid": cid, "game": game, "seat": "first", "private": true})
    };
    let wanted = json!({"winning_moves": 1, "length": 11});
    let seeking = ada.ask(seek(1, wanted)).await;
    let mut bob = server.guest("Bob").await;
    bob.ask(json!({"t": "accept", "cid": 1, "seek": seeking["seek"]})).await;
    let seated = bob.hear_a("seated").await;
    assert_eq!([&seated["drawn"]["winning_moves"], &seated["drawn"]["length"]], [1, 11]);
    // Bouton, 1901: a heap can be made as large as the nim-sum of the others if it is larger.
    let heaps: Vec<u64> = serde_json::from_value(seated["game"]["start"]["heaps"].clone()).unwrap();
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    assert_eq!(heaps.iter().filter(|heap| **heap ^ sum < **heap).count(), 1, "{heaps:?}");
    // The last move is the winner's.
    let even = json!({"winning_moves": 1, "length": 10});
    let lost = json!({"won_by": "second", "winning_moves": 2});
    for (cid, impossible) in [(2, even), (3, lost)] {
        // On a busy machine the time may end before it is known.
        let mut why = ada.refused(seek(cid, impossible.clone())).await;
        while why == "busy" {
            why = ada.refused(seek(cid, impossible.clone())).await;
        }
        assert_eq!(why, "bad_game");
    }
}

#[tokio::test]
async fn a_start_can_be_named_and_unknown_names_are_refused() {
    let server = TestServer::open().await;
    let mut ada = server.bot("Ada").await;
    let seek = |game: Value| json!({"t": "seek", "cid": 1, "game": game, "seat": "first"});
    assert_eq!(ada.ask(seek(json!({"preset": "Marienbad"}))).await["t"], "seeking");
    assert_eq!(ada.refused(seek(json!({"preset": "nobody's"}))).await, "bad_game");
    assert_eq!(ada.refused(seek(drawn(json!({"seed": 1u64 << 53})))).await, "bad_game");
    assert_eq!(ada.refused(seek(drawn(json!({"size": 3})))).await, "bad_message");
    let three = json!({"variant": "game21_nplayer", "ending": "misere", "draw": {}});
    assert_eq!(ada.ask(seek(three.clone())).await["t"], "seeking", "casual, for three");
    let mut rated = seek(three);
    (rated["rated"], rated["pair"]) = (json!(true), json!(true));
    assert_eq!(ada.refused(rated).await, "bad_game");
    let quick =
        json!({"t": "quick", "cid": 2, "pool": {"variant": "game21_nplayer", "ending": "misere"}});
    assert_eq!(ada.refused(quick).await, "bad_game");
}

#[tokio::test]
async fn quick_play_draws_a_start_of_the_pool_s_difficulty() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let quick = json!({"t": "quick", "cid": 1, "pool": {"ending": "misere", "difficulty": "easy"}});
    for player in [&mut ada, &mut bob] {
        assert_eq!(player.ask(quick.clone()).await["t"], "seeking");
    }
    let seated = ada.hear_a("seated").await;
    assert_eq!(seated["drawn"]["difficulty"], "easy");
    assert_eq!(seated["game"]["ending"], "misere");
    let again = json!({"variant": "nim", "ending": "misere", "draw": seated["drawn"]});
    let seek = ada.ask(json!({"t": "seek", "cid": 2, "game": again, "seat": "first"})).await;
    bob.hear_a("seated").await;
    bob.ask(json!({"t": "accept", "cid": 3, "seek": seek["seek"]})).await;
    assert_eq!(bob.hear_a("seated").await["game"], seated["game"]);
}

/// Plays a rated pair that Ada wins 2-0.
async fn win_a_pair(ada: &mut Client, bob: &mut Client) {
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&[3, 4, 5]), "seat": "first", "rated": true, "pair": true});
    let seeking = ada.ask(seek).await;
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    for game in 0..2 {
        let table = ada.hear_a("seated").await["state"]["table"].clone();
        for (ply, mv) in [[0, 2], [1, 1]].iter().enumerate() {
            let player = if ply % 2 == game { &mut *ada } else { &mut *bob };
            let mv = json!({"t": "move", "cid": 3, "table": table, "ply": ply, "move": mv});
            assert_eq!(player.ask(mv).await["t"], "ok");
        }
        assert_eq!(bob.ask(json!({"t": "resign", "cid": 4, "table": table})).await["t"], "ok");
    }
}

#[tokio::test]
async fn ratings_are_shown_and_a_window_excludes_players_outside_it() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let mut eve = server.bot("Eve").await;
    win_a_pair(&mut ada, &mut bob).await;
    // Ada has won and is above 1500, where newcomers like Eve begin.
    let seek = |window: Value| json!({"t": "seek", "cid": 5, "game": nim(&[3, 5, 7]), "seat": "first", "rated": true, "pair": true, "window": window});
    let weaker = ada.ask(seek(json!({"below": 0, "above": 3000, "widens": 0}))).await;
    let accept = |seek: &Value| json!({"t": "accept", "cid": 6, "seek": seek["seek"]});
    assert_eq!(bob.refused(accept(&weaker)).await, "forbidden");
    assert_eq!(eve.refused(accept(&weaker)).await, "forbidden");
    let stronger = bob.ask(seek(json!({"below": 0, "above": 3000, "widens": 0}))).await;
    eve.ask(json!({"t": "lobby", "cid": 7, "on": true})).await;
    let lobby = eve.lobby().await;
    let shown = &lobby["seeks"][0];
    let (rating, window) = (shown["rating"]["rating"].as_u64(), &shown["window"]);
    assert!(rating < Some(1500) && shown["rating"]["provisional"] == true, "{shown}");
    assert_eq!((window["min"].as_u64(), &window["widens"]), (rating, &json!(0)));
    assert_eq!(ada.ask(accept(&stronger)).await["t"], "ok");
    let seated = ada.hear_a("seated").await;
    assert_eq!(seated["division"], "bots");
    let ratings = [0, 1].map(|seat| seated["ratings"][seat]["rating"].as_u64());
    assert!(ratings[0] == rating && ratings[1] > Some(1500), "{seated}");
    let line = loop {
        let lobby = eve.lobby().await;
        if lobby["table_count"] == 1 {
            break lobby["tables"][0].clone();
        }
    };
    assert_eq!(line["ratings"], seated["ratings"]);

    server.kill();
    let server = start();
    let mut eve = server.bot("Eve").await;
    let table = &seated["state"]["table"];
    let view = eve.ask(json!({"t": "watch", "cid": 1, "table": table})).await;
    assert_eq!((&view["ratings"], &view["division"]), (&seated["ratings"], &json!("bots")));
}

#[tokio::test]
async fn excluded_actions_stay_excluded_after_a_restart() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let excluded = json!(["rematch", "takeback"]);
    let seek =
        json!({"t": "seek", "cid": 1, "game": nim(&[3]), "seat": "first", "excluded": excluded});
    let mut odd = seek.clone();
    odd["excluded"] = json!(["resign"]);
    assert_eq!(ada.refused(odd).await, "bad_message");
    let seeking = ada.ask(seek).await;
    bob.ask(json!({"t": "lobby", "cid": 1, "on": true})).await;
    assert_eq!(bob.lobby().await["seeks"][0]["excluded"], excluded);
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    let seated = ada.hear_a("seated").await;
    assert_eq!(seated["excluded"], excluded);
    let table = &seated["state"]["table"];
    server.kill();
    let server = start();
    let mut ada = server.guest("Ada").await;
    let attach = json!({"t": "attach", "cid": 1, "table": table, "token": seated["token"]});
    assert_eq!(ada.ask(attach).await["excluded"], excluded);
    let mv = json!({"t": "move", "cid": 2, "table": table, "ply": 0, "move": [0, 1]});
    assert_eq!(ada.ask(mv).await["t"], "ok");
    let back = json!({"t": "takeback", "cid": 3, "table": table, "ply": 0, "want": true});
    assert_eq!(ada.refused(back).await, "forbidden");
    ada.ask(json!({"t": "resign", "cid": 4, "table": table})).await;
    let again = json!({"t": "rematch", "cid": 5, "table": table, "want": true});
    assert_eq!(ada.refused(again).await, "forbidden");
    let path = format!("/api/games/{}", table.as_str().expect("an id"));
    let (_, story) = get(server.at, &path).await;
    let story: Value = serde_json::from_str(&story).expect("JSON");
    assert_eq!(story["excluded"], excluded);
}
