//! Tournaments before the first move: who may enter, how entrants are numbered, and who is ready.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::raw::{Http, get, post, post_registered};
use tests::{Client, TestServer, nim};

fn plan(format: Value, entrants: u32) -> Value {
    json!({"name": "Cup", "format": format, "entrants": entrants, "courses": [{"variant": "nim"}]})
}

async fn create(at: SocketAddr, plan: &Value) -> Value {
    let body = json!({"plan": plan}).to_string();
    let (status, founded) = post_registered(at, "/api/tournaments", &body).await;
    assert_eq!(status, 201, "{founded}");
    founded
}

fn enter(founded: &Value) -> Value {
    json!({"t": "enter", "cid": 1, "tournament": founded["tournament"]})
}

async fn view(at: SocketAddr, founded: &Value) -> Value {
    let id = founded["tournament"].as_str().expect("an id");
    let (_, view) = get(at, &format!("/api/tournaments/{id}")).await;
    serde_json::from_str(&view).expect("JSON")
}

#[tokio::test]
async fn only_admitted_kinds_enter() {
    let server = TestServer::open().await;
    let swiss = json!({"kind": "swiss", "rounds": 2});
    let mut guest = server.stranger().await;
    guest.ask(json!({"t": "hello", "cid": 0, "kind": "person", "client": "test"})).await;
    let mut bot = server.guest("Bot").await;
    let mut wanted = plan(swiss.clone(), 4);
    let open = create(server.at, &wanted).await;
    assert_eq!(guest.refused(enter(&open)).await, "forbidden", "the games are rated");
    assert_eq!(bot.ask(enter(&open)).await["t"], "ok");
    wanted["kinds"] = json!("people");
    let people = create(server.at, &wanted).await;
    assert_eq!(bot.refused(enter(&people)).await, "forbidden");
    wanted["kinds"] = json!("bots");
    assert_eq!(bot.ask(enter(&create(server.at, &wanted).await)).await["t"], "ok");
    let five_weeks = json!({"when": "in", "seconds": 35 * 86_400});
    let arena = json!({"kind": "arena", "seconds": 60});
    for (field, bad, format) in [
        ("kinds", json!("me"), &swiss),
        ("begin", five_weeks, &swiss),
        ("ready", json!(true), &arena),
    ] {
        let mut bad_plan = plan(format.clone(), 4);
        bad_plan[field] = bad;
        let body = json!({"plan": bad_plan}).to_string();
        assert_eq!(post_registered(server.at, "/api/tournaments", &body).await.0, 422, "{field}");
    }
    server.close().await;
}

/// A version is an entrant: while a bot plays, its owner can renew its token, and not its version.
#[tokio::test]
async fn the_version_of_an_entrant_does_not_change() {
    let server = TestServer::open().await;
    let http = Http(server.at);
    let owner = json!({"name": "Ada", "password": "seven wild horses at dawn"});
    let (_, owner) = http.post("/api/register", None, &owner).await;
    let owner = owner["token"].as_str().expect("a token");
    let make = async |version: &str| {
        http.post("/api/bots", Some(owner), &json!({"name": "Bot", "version": version})).await
    };
    let come = async |made: &Value| {
        let mut bot = server.stranger().await;
        let mut hello = json!({"t": "hello", "cid": 0, "kind": "bot", "client": "test"});
        hello["token"] = made["token"].clone();
        assert_eq!(bot.ask(hello).await["t"], "welcome");
        bot
    };
    let (_, made) = make("1").await;
    let mut bot = come(&made).await;
    let founded = create(server.at, &plan(json!({"kind": "round_robin"}), 2)).await;
    assert_eq!(bot.ask(enter(&founded)).await["t"], "ok");
    let (status, refused) = make("2").await;
    assert_eq!(
        (status, &refused["cause"]["kind"]),
        (403, &json!("bot_in_tournament")),
        "{refused}"
    );
    let (status, made) = make("1").await;
    assert_eq!((status, &made["you"]["version"]), (201, &json!("1")), "{made}");
    assert_eq!(bot.closed().await, Some(4410), "the old token is worthless");
    let mut bot = come(&made).await;
    let leave = json!({"t": "leave", "cid": 1, "tournament": founded["tournament"]});
    assert_eq!(bot.ask(leave).await["t"], "ok");
    let (status, made) = make("2").await;
    assert_eq!((status, &made["you"]["version"]), (201, &json!("2")), "{made}");
    server.close().await;
}

/// Plays a rated pair from a unique start. The weaker player resigns both games, or each player
/// resigns the game in which they move first.
async fn play_pair(
    number: u64,
    better: &mut Client,
    weaker: &mut Client,
    shared: bool,
) -> Vec<Value> {
    let mut tables = Vec::new();
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&[2, 3, number]), "seat": "first", "rated": true, "pair": true});
    let seeking = better.ask(seek).await;
    let taken = weaker.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    assert_eq!(taken["t"], "ok", "{seeking} {taken}");
    for game in 1..=2 {
        let table = better.hear_a("seated").await["state"]["table"].clone();
        weaker.hear_a("seated").await;
        let players: [&mut Client; 2] =
            if game == 1 { [&mut *better, &mut *weaker] } else { [&mut *weaker, &mut *better] };
        let [first, second] = players;
        for (ply, player) in [&mut *first, &mut *second].into_iter().enumerate() {
            let mv = json!({"t": "move", "cid": 3, "table": table, "ply": ply, "move": [ply, 1]});
            assert_eq!(player.ask(mv).await["t"], "ok");
        }
        let loser = if shared || game == 2 { first } else { second };
        assert_eq!(loser.ask(json!({"t": "resign", "cid": 4, "table": table})).await["t"], "ok");
        tables.push(table);
    }
    tables
}

#[tokio::test]
async fn a_bracket_is_seeded_by_what_the_ladder_knows() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let mut tables = Vec::new();
    for number in 0..30 {
        tables.extend(play_pair(number + 4, &mut ada, &mut bob, number % 3 > 0).await);
    }
    // Decisions reach the ladder with the reviews.
    for table in &tables {
        crate::ladder::review(&server, table).await;
    }
    let mut carl = server.guest("Carl").await;
    let founded = create(server.at, &plan(json!({"kind": "knockout"}), 4)).await;
    for player in [&mut carl, &mut bob, &mut ada] {
        let answer = player.ask(enter(&founded)).await;
        assert_eq!(answer["t"], "ok", "{answer}");
    }
    let path = format!("/api/tournaments/{}", founded["tournament"].as_str().expect("an id"));
    let order = json!({"organizer": founded["organizer"]}).to_string();
    assert_eq!(post(server.at, &format!("{path}/begin"), &order).await.0, 204);
    let entrants = view(server.at, &founded).await["entrants"].clone();
    let names: Vec<&str> = (0..3).filter_map(|n| entrants[n]["name"].as_str()).collect();
    assert_eq!(names, ["Ada", "Bob", "Carl"], "{entrants}");
    assert!(entrants[0]["rating"].as_u64() > entrants[1]["rating"].as_u64(), "{entrants}");
    assert_eq!(entrants[2]["rating"], Value::Null, "nothing is known of Carl");
}

#[tokio::test]
async fn a_pair_begins_when_both_have_said_that_they_are_ready() {
    let server = TestServer::open().await;
    let mut wanted = plan(json!({"kind": "round_robin"}), 2);
    wanted["begin"] = json!({"when": "full"});
    wanted["pairs"] = json!(2);
    let unasked = create(server.at, &wanted).await;
    wanted["ready"] = json!(true);
    let founded = create(server.at, &wanted).await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let ready =
        |founded: &Value| json!({"t": "ready", "cid": 2, "tournament": founded["tournament"]});
    assert_eq!(ada.ask(enter(&unasked)).await["t"], "ok");
    assert_eq!(ada.refused(ready(&unasked)).await, "forbidden");
    for player in [&mut ada, &mut bob] {
        assert_eq!(player.ask(enter(&founded)).await["t"], "ok");
    }
    for pair in 1..=2 {
        let called = ada.hear_a("ready_check").await;
        assert_eq!((&called["pair"], &called["opponent"]["name"]), (&json!(pair), &json!("Bob")));
        assert_eq!(bob.hear_a("ready_check").await["opponent"]["name"], "Ada");
        assert_eq!(ada.ask(ready(&founded)).await["t"], "ok");
        let met = get(
            server.at,
            &format!(
                "/api/tournaments/{}/pairings",
                founded["tournament"].as_str().expect("an id")
            ),
        )
        .await
        .1;
        assert!(met.contains("\"running\":[]"), "one alone is ready: {met}");
        assert_eq!(bob.ask(ready(&founded)).await["t"], "ok");
        for _ in 0..2 {
            let table = ada.hear_a("seated").await["state"]["table"].clone();
            bob.hear_a("seated").await;
            ada.ask(json!({"t": "resign", "cid": 3, "table": table})).await;
        }
    }
    server.close().await;
}

#[tokio::test]
async fn a_player_who_is_not_ready_in_time_loses_the_pair() {
    let server = TestServer::open().await;
    let mut wanted = plan(json!({"kind": "round_robin"}), 2);
    wanted["begin"] = json!({"when": "full"});
    wanted["ready"] = json!(true);
    wanted["wait_ms"] = json!(1_500);
    let founded = create(server.at, &wanted).await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    for player in [&mut ada, &mut bob] {
        assert_eq!(player.ask(enter(&founded)).await["t"], "ok");
    }
    ada.ask(json!({"t": "ready", "cid": 2, "tournament": founded["tournament"]})).await;
    ada.say(json!({"t": "follow", "cid": 3, "tournament": founded["tournament"], "on": true}))
        .await;
    let view = loop {
        let view = ada.hear_a("tournament").await;
        if view["stage"] == "finished" {
            break view;
        }
    };
    let first = &view["standings"][0];
    let name = &view["entrants"][first["number"].as_u64().expect("a number") as usize - 1]["name"];
    assert_eq!(
        (name, &first["pairs"], &first["elo"]),
        (&json!("Ada"), &json!([1, 0, 0]), &Value::Null)
    );
    let path =
        format!("/api/tournaments/{}/export", founded["tournament"].as_str().expect("an id"));
    let file = get(server.at, &path).await.1;
    assert!(file.contains("no_show"), "{file}");
    verify::verify(&file, verify::Known::default()).expect("it holds");
    server.close().await;
}

#[tokio::test]
async fn the_list_says_when_a_tournament_begins_and_leaves_out_what_nobody_entered() {
    let server = TestServer::open().await;
    let mut wanted = plan(json!({"kind": "swiss", "rounds": 2}), 3);
    wanted["begin"] = json!({"when": "in", "seconds": 3_600});
    let list = async || -> Vec<Value> {
        let (_, list) = get(server.at, "/api/tournaments").await;
        let list: Value = serde_json::from_str(&list).expect("JSON");
        list["tournaments"].as_array().expect("a list").clone()
    };
    let [entered, empty] = [create(server.at, &wanted).await, create(server.at, &wanted).await];
    let begins = view(server.at, &empty).await["begins_at_ms"].clone();
    assert!(begins.is_u64(), "{begins}");
    let listed = list().await;
    assert_eq!((listed.len(), &listed[0]["begins_at_ms"]), (2, &begins), "{listed:?}");
    let mut ada = server.guest("Ada").await;
    assert_eq!(ada.ask(enter(&entered)).await["t"], "ok");
    for founded in [&entered, &empty] {
        let order = json!({"organizer": founded["organizer"]}).to_string();
        let id = founded["tournament"].as_str().expect("an id");
        let path = format!("/api/tournaments/{id}/cancel");
        assert_eq!(post(server.at, &path, &order).await.0, 204);
    }
    let left = list().await;
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(left[0]["tournament"], entered["tournament"]);
    assert_eq!(left[0]["stage"], "cancelled");
    assert!(left[0].get("begins_at_ms").is_none(), "{left:?}");
}
