//! The house bots serve everybody: hundreds at once, and further players from a queue.

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::raw::{Http, get, post};
use tests::{Client, PATIENCE, nim};
use tokio::time::timeout;

use crate::identity::{PASSWORD, come};

const EASY: &str = "Nimby (easy)";

async fn visitor(server: &ServerProcess) -> Client {
    let mut client = Client::connect(&server.url()).await.expect("the server accepts");
    let hello = json!({"t": "hello", "cid": 0, "name": "Ada", "kind": "person", "client": "test"});
    assert_eq!(client.ask(hello).await["t"], "welcome");
    client
}

/// Waits for the easy bot in the lobby and returns its id.
async fn easy_bot(client: &mut Client) -> Value {
    house_bot(client, EASY).await
}

async fn house_bot(client: &mut Client, name: &str) -> Value {
    client.say(json!({"t": "lobby", "cid": 1, "on": true})).await;
    loop {
        let lobby = client.lobby().await;
        let players = lobby["players"].as_array().expect("a list");
        if let Some(bot) = players.iter().find(|player| player["name"] == name) {
            client.ask(json!({"t": "lobby", "cid": 2, "on": false})).await;
            return bot["id"].clone();
        }
    }
}

fn challenge(bot: &Value) -> Value {
    json!({"t": "challenge", "cid": 3, "player": bot, "game": nim(&[3, 5, 7]), "seat": "first"})
}

#[tokio::test]
async fn a_hundred_visitors_challenge_the_easy_bot_at_once_and_all_play() {
    let data = Folder::new();
    let server = ServerProcess::start(data.path(), &[]);
    let mut visitors = Vec::new();
    for _ in 0..100 {
        visitors.push(visitor(&server).await);
    }
    let bot = easy_bot(&mut visitors[0]).await;
    for visitor in &mut visitors {
        visitor.say(challenge(&bot)).await;
    }
    // All hundred games run before the first of them is played.
    let mut tables = Vec::new();
    for visitor in &mut visitors {
        tables.push(visitor.hear_a("seated").await["state"]["table"].clone());
    }
    for (visitor, table) in visitors.iter_mut().zip(&tables) {
        let mv = json!({"t": "move", "cid": 4, "table": table, "ply": 0, "move": [0, 1]});
        visitor.say(mv).await;
    }
    for visitor in &mut visitors {
        while visitor.hear_a("state").await["ply"] != 2 {}
    }
    assert!(server.stop().success());
}

#[tokio::test]
async fn beyond_its_games_a_house_bot_has_a_line_and_each_hears_their_place() {
    let data = Folder::new();
    let server = ServerProcess::start(data.path(), &["--house-games", "1"]);
    let (mut first, mut second) = (visitor(&server).await, visitor(&server).await);
    let (mut third, mut fourth) = (visitor(&server).await, visitor(&server).await);
    let bot = easy_bot(&mut first).await;
    first.ask(challenge(&bot)).await;
    let table = first.hear_a("seated").await["state"]["table"].clone();
    let mut waiting = Vec::new();
    for (visitor, place) in [(&mut second, 1), (&mut third, 2), (&mut fourth, 3)] {
        let id = visitor.ask(challenge(&bot)).await["challenge"].clone();
        let queued = visitor.hear_a("queued").await;
        assert_eq!((&queued["challenge"], &queued["place"]), (&id, &json!(place)));
        waiting.push(id);
    }
    // A player who leaves the queue leaves no gap.
    second.ask(json!({"t": "cancel", "cid": 5, "offer": waiting[0]})).await;
    for (visitor, place) in [(&mut third, 1), (&mut fourth, 2)] {
        assert_eq!(visitor.hear_a("queued").await["place"], place);
    }
    // When a game ends, the next player in the queue plays.
    first.ask(json!({"t": "abort", "cid": 6, "table": table})).await;
    assert_eq!(third.hear_a("seated").await["offer"], waiting[1]);
    assert_eq!(fourth.hear_a("queued").await["place"], 1);
    assert!(server.stop().success());
}

#[tokio::test]
async fn a_quick_play_waiter_is_listed_can_be_accepted_and_is_told_of_the_easy_bot() {
    let data = Folder::new();
    let server = ServerProcess::start(data.path(), &[]);
    let (mut ada, mut bob) = (visitor(&server).await, visitor(&server).await);
    easy_bot(&mut ada).await;
    let quick = json!({"t": "quick", "cid": 3, "pool": {"variant": "nim", "pair": true}});
    let seek = ada.ask(quick).await["seek"].clone();
    let unmatched = ada.hear_a("unmatched").await;
    assert_eq!((&unmatched["seek"], &unmatched["house_bot"]["name"]), (&seek, &json!(EASY)));
    bob.say(json!({"t": "lobby", "cid": 1, "on": true})).await;
    let shown = bob.lobby().await;
    assert_eq!(shown["seek_count"], 1);
    assert_eq!((&shown["seeks"][0]["seek"], &shown["seeks"][0]["pair"]), (&seek, &json!(true)));
    assert!(shown["seeks"][0]["game"].get("start").is_none(), "{shown}");
    assert_eq!(ada.refused(json!({"t": "accept", "cid": 4, "seek": seek})).await, "forbidden");
    assert_eq!(bob.ask(json!({"t": "accept", "cid": 5, "seek": seek})).await["t"], "ok");
    let (one, two) = (ada.hear_a("seated").await, bob.hear_a("seated").await);
    assert_eq!((&one["offer"], &one["state"]["table"]), (&seek, &two["state"]["table"]));
    // Changes in the meantime were skipped, so the lobby is requested anew.
    let shown = loop {
        bob.say(json!({"t": "lobby", "cid": 6, "on": true})).await;
        let shown = bob.hear_a("lobby").await;
        if shown["seek_count"] == 0 {
            break shown;
        }
    };
    assert_eq!(shown["seeks"], json!([]));
    assert!(server.stop().success());
}

/// A challenge of the suggested bot is not refused: not to a player who blocks it, nor while a
/// delayed rated game keeps its kind of games secret.
#[tokio::test]
async fn no_bot_is_suggested_that_would_not_play() {
    let data = Folder::new();
    let server = ServerProcess::start(data.path(), &[]);
    let http = Http(server.at);
    let (_, account) =
        http.post("/api/register", None, &json!({"name": "Eve", "password": PASSWORD})).await;
    let (mut eve, _) = come(&server.url(), Some(&account["token"])).await;
    let bot = easy_bot(&mut eve).await;
    let block = format!("/api/blocks/{}", bot.as_str().expect("an id"));
    assert_eq!(http.ask("PUT", &block, account["token"].as_str(), "").await.0, 204);
    let (mut grace, mut rowan) = (server.bot("Grace").await, server.bot("Rowan").await);
    let misere = json!({"variant": "nim", "ending": "misere", "start": {"heaps": [3, 5, 7]}});
    let rated = json!({"t": "seek", "cid": 1, "game": misere, "seat": "first", "rated": true,
        "pair": true, "delay": 2});
    let seek = grace.ask(rated).await["seek"].clone();
    rowan.ask(json!({"t": "accept", "cid": 2, "seek": seek})).await;
    grace.hear_a("seated").await;

    let quick =
        |ending| json!({"t": "quick", "cid": 3, "pool": {"variant": "nim", "ending": ending}});
    let mut dan = visitor(&server).await;
    eve.ask(quick("normal")).await;
    dan.ask(quick("misere")).await;
    let stronger = eve.hear_a("unmatched").await["house_bot"].clone();
    assert_eq!((&stronger["house"], stronger["id"] == bot), (&json!(true), false), "{stronger}");
    assert_eq!(dan.hear_a("unmatched").await.get("house_bot"), None);
    assert!(server.stop().success());
}

async fn today(server: &ServerProcess) -> Value {
    let (status, answer) = get(server.at, "/api/daily").await;
    assert_eq!(status, 200, "{answer}");
    serde_json::from_str(&answer).expect("JSON")
}

/// Plays the position of the day: wins it, or gives up after the bot's first answer.
async fn try_today(server: &ServerProcess, player: &mut Client, wins: bool) {
    let bot = house_bot(player, "Nimrod (perfect)").await;
    let game = today(server).await["game"].take();
    let mut asked = challenge(&bot);
    asked["game"] = game.clone();
    player.ask(asked).await;
    let mut state = player.hear_a("seated").await["state"].take();
    let table = state["table"].clone();
    let mut moves: Vec<Value> = Vec::new();
    while state["over"].is_null() {
        if state["to_move"] == 0 {
            let asked = match moves.is_empty() || wins {
                true => {
                    let line = json!({"game": game, "moves": moves}).to_string();
                    let (_, told) = post(server.at, "/api/analysis", &line).await;
                    let mv = &told["plies"][moves.len()]["winning_moves"][0];
                    json!({"t": "move", "cid": 4, "table": table, "ply": moves.len(), "move": mv})
                }
                false => json!({"t": "resign", "cid": 5, "table": table}),
            };
            player.say(asked).await;
        }
        state = player.hear_a("state").await;
        if state["ply"].as_u64() == Some(moves.len() as u64 + 1) {
            moves.push(state["last_move"].clone());
        }
    }
}

/// Waits until so many have tried and solved the position of the day.
async fn tally(server: &ServerProcess, tried: u32, solved: u32) {
    let told = async || {
        while {
            let now = today(server).await;
            (&now["tried"], &now["solved"]) != (&json!(tried), &json!(solved))
        } {}
    };
    timeout(PATIENCE, told()).await.unwrap_or_else(|_| panic!("not {solved} of {tried}"));
}

#[tokio::test]
async fn who_has_tried_and_solved_the_position_of_the_day_is_counted_once_also_after_a_restart() {
    let data = Folder::new();
    let server = ServerProcess::start(data.path(), &[]);
    tally(&server, 0, 0).await;
    let (mut ada, mut bob) = (visitor(&server).await, visitor(&server).await);
    try_today(&server, &mut ada, false).await;
    try_today(&server, &mut ada, false).await;
    tally(&server, 1, 0).await;
    try_today(&server, &mut bob, true).await;
    tally(&server, 2, 1).await;
    assert!(server.stop().success());
    let server = ServerProcess::start(data.path(), &[]);
    tally(&server, 2, 1).await;
    assert!(server.stop().success());
}
