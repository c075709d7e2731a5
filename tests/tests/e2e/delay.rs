//! Spectators of a delayed game see its last moves only when it is over, whatever they request.

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::raw::{get, post};
use tests::{TestServer, nim};

async fn read(server: &ServerProcess, path: &str) -> Value {
    serde_json::from_str(&get(server.at, path).await.1).expect("JSON")
}

#[tokio::test]
async fn nothing_tells_of_the_last_moves_before_the_game_is_over() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let mut eve = server.guest("Eve").await;
    let seek = |game, delay| json!({"t": "seek", "cid": 1, "game": game, "seat": "first", "rated": true, "pair": true, "delay": delay});
    assert_eq!(ada.refused(seek(nim(&[3, 5, 7]), 51)).await, "bad_game");
    let mut casual = seek(nim(&[3, 5, 7]), 2);
    casual["rated"] = json!(false);
    assert_eq!(ada.refused(casual).await, "bad_game");
    let seeking = ada.ask(seek(nim(&[3, 5, 7]), 2)).await;
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    let table = ada.hear_a("seated").await["state"]["table"].clone();
    let watch = json!({"t": "watch", "cid": 1, "table": table});
    assert_eq!(eve.ask(watch.clone()).await["delay"], 2);
    for (ply, mv) in [[2, 1], [1, 1], [0, 1]].iter().enumerate() {
        let player = if ply % 2 == 0 { &mut ada } else { &mut bob };
        let request = json!({"t": "move", "cid": 3, "table": table, "ply": ply, "move": mv});
        assert_eq!(player.ask(request).await["t"], "ok");
        let state = eve.hear_a("state").await;
        assert_eq!(state["ply"], ply.saturating_sub(1), "{state}");
    }
    let view = eve.ask(watch).await;
    assert_eq!((&view["moves"], &view["state"]["ply"]), (&json!([[2, 1]]), &json!(1)));
    let moves = json!({"t": "moves", "cid": 4, "table": table});
    assert_eq!(eve.ask(moves.clone()).await["count"], 14, "of 3, 5, 6");
    assert_eq!(ada.ask(moves).await["count"], 12, "of 2, 4, 6");
    let path = format!("/api/games/{}", table.as_str().expect("an id"));
    assert_eq!(read(&server, &path).await["moves"], json!([[2, 1]]));
    assert_eq!(read(&server, "/api/games?player=Ada").await["games"][0]["moves"], json!([[2, 1]]));
    let (_, notation) = get(server.at, &format!("{path}/notation")).await;
    bob.ask(json!({"t": "resign", "cid": 5, "table": table})).await;
    let state = eve.hear_a("state").await;
    assert_eq!((&state["ply"], &state["over"]["winners"]), (&json!(3), &json!([0])));
    assert_eq!(read(&server, &path).await["moves"].as_array().map(Vec::len), Some(3));
    assert_ne!(get(server.at, &format!("{path}/notation")).await.1, notation);
}

/// Nobody is told anything about its kind of games while it runs.
#[tokio::test]
async fn a_game_of_days_is_shown_without_a_delay() {
    let server = TestServer::open().await;
    let mut ada = server.bot("Ada").await;
    let seek = |delay| json!({"t": "seek", "cid": 1, "game": nim(&[3, 5, 7]), "seat": "first", "rated": true, "pair": true, "clock": {"kind": "days", "days": 14}, "delay": delay});
    let refused = ada.ask(seek(1)).await;
    assert_eq!(refused["cause"], json!({"kind": "bad_delay", "max": 0}), "{refused}");
    assert_eq!(ada.ask(seek(0)).await["t"], "seeking");
}

#[tokio::test]
async fn hidden_moves_stay_hidden_after_a_restart() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&[3, 5, 7]), "seat": "first",
        "rated": true, "pair": true, "delay": 2});
    let seeking = ada.ask(seek).await;
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    let seated = [ada.hear_a("seated").await, bob.hear_a("seated").await];
    let table = &seated[0]["state"]["table"];
    let moves = [[2, 1], [1, 1], [0, 1], [2, 2]];
    let mv =
        |ply: usize| json!({"t": "move", "cid": 3, "table": table, "ply": ply, "move": moves[ply]});
    for ply in 0..3 {
        let player = if ply % 2 == 0 { &mut ada } else { &mut bob };
        assert_eq!(player.ask(mv(ply)).await["t"], "ok");
    }
    server.kill();
    let server = start();
    let mut eve = server.guest("Eve").await;
    let view = eve.ask(json!({"t": "watch", "cid": 1, "table": table})).await;
    assert_eq!((&view["moves"], &view["state"]["ply"]), (&json!([[2, 1]]), &json!(1)), "{view}");
    assert_eq!((&view["delay"], &view["state"]["clock"]), (&json!(2), &Value::Null));
    let path = format!("/api/games/{}", table.as_str().expect("an id"));
    assert_eq!(read(&server, &path).await["moves"], json!([[2, 1]]));
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    for (player, seated) in [(&mut ada, &seated[0]), (&mut bob, &seated[1])] {
        let attach = json!({"t": "attach", "cid": 1, "table": table, "token": seated["token"]});
        assert_eq!(player.ask(attach).await["state"]["ply"], 3, "who plays sees all");
        // Spectators still see nothing new.
        assert_eq!(eve.hear_a("state").await["ply"], 1);
    }
    assert_eq!(bob.ask(mv(3)).await["t"], "ok");
    assert_eq!(eve.hear_a("state").await["ply"], 2);
    // Nor can they find the moves out by querying one position after another.
    let asked = async |heaps: &[u64]| {
        post(server.at, "/api/analysis", &json!({"game": nim(heaps)}).to_string()).await.0
    };
    assert_eq!(
        (asked(&[2, 4, 4]).await, asked(&[1]).await, asked(&[50, 60]).await),
        (403, 403, 403)
    );
    ada.ask(json!({"t": "resign", "cid": 5, "table": table})).await;
    let state = eve.hear_a("state").await;
    assert_eq!((&state["ply"], &state["over"]["winners"]), (&json!(4), &json!([1])));
}
