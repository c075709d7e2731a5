//! All games as a stream: whole, as documented, in agreement with the notation, and without what
//! nobody may read.

use std::collections::BTreeSet;

use protocol::Secret;
use rules::{Game, GameRecord, Move, Setup};
use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::raw::{Http, get, request};
use tests::{Client, nim, seat};

use crate::identity::{PASSWORD, come};

const ADMIN: [u8; 32] = [0xad; 32];

fn start(folder: &Folder) -> ServerProcess {
    let flags = ["--house-bots", "off"];
    ServerProcess::start_with_admin(folder.path(), Secret::new(ADMIN), &flags)
}

/// The admin's stream as text.
async fn stream(server: &ServerProcess, query: &str) -> String {
    let (bearer, path) =
        (format!("Bearer {}", Secret::new(ADMIN).reveal()), format!("/admin/games.ndjson{query}"));
    let headers = [("Authorization", bearer.as_str())];
    let (status, text) = request(server.at, "GET", &path, &headers, "").await;
    assert_eq!(status, 200, "{text}");
    text
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Plays these moves in turn and returns the table.
async fn play(players: [&mut Client; 2], game: Value, moves: &[Value]) -> Value {
    let [first, second] = players;
    let (table, _, _) = seat(first, second, game).await;
    for (ply, mv) in moves.iter().enumerate() {
        let request = json!({"t": "move", "cid": 1, "table": table, "ply": ply, "move": mv});
        let mover = if ply % 2 == 0 { &mut *first } else { &mut *second };
        assert_eq!(mover.ask(request).await["t"], "ok");
    }
    table
}

#[tokio::test]
async fn the_admin_reads_all_games_as_a_stream_and_nobody_else_does() {
    let folder = Folder::new();
    let server = start(&folder);
    let mut tables = Vec::new();
    for (first, second) in [("Ada", "Bob"), ("Eve", "Joe")] {
        let (mut first, mut second) = (server.guest(first).await, server.guest(second).await);
        tables.push(play([&mut first, &mut second], nim(&[1]), &[json!([0, 1])]).await);
    }
    let read = async |query: &str| -> Vec<Value> {
        lines(&stream(&server, query).await).iter().map(|game| game["table"].clone()).collect()
    };
    assert_eq!(read("").await, [tables[1].clone(), tables[0].clone()]);
    assert_eq!(read("?limit=1").await, [tables[1].clone()]);
    let after = format!("?after={}", tables[1].as_str().expect("an id"));
    assert_eq!(read(&after).await, [tables[0].clone()]);
    assert_eq!(get(server.at, "/admin/games.ndjson").await.0, 401);
}

/// The fields of a game in docs/research.md.
fn documented() -> BTreeSet<String> {
    let document = include_str!("../../../docs/research.md");
    let (_, section) = document.split_once("## Played games").expect("a section");
    let section = section.split("\n## ").next().expect("its text");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.map(|row| row.split(" | ").next().expect("a cell").trim_end_matches('`'));
    cells.flat_map(|cell| cell.split("`, `").map(str::to_owned)).collect()
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().expect("an object").keys().cloned().collect()
}

#[tokio::test]
async fn each_line_of_the_stream_is_as_documented_and_the_game_that_its_notation_is() {
    let folder = Folder::new();
    let server = start(&folder);
    let schema: Value =
        serde_json::from_str(include_str!("../../../server/schema/openapi.json")).expect("JSON");
    let schema = &schema["components"]["schemas"]["GameJson"];
    assert_eq!(keys(&schema["properties"]), documented());

    let (mut ada, mut bob) = (server.guest("Ada \"[").await, server.guest("Bob").await);
    let misere =
        json!({"variant": "nim", "params": {}, "ending": "misere", "start": {"heaps": [2, 1]}});
    let moves = [json!([0, 1]), json!([0, 1]), json!([1, 1])];
    play([&mut ada, &mut bob], misere, &moves).await;
    let kayles = json!({"variant": "octal", "params": {"code": "0.77"}, "ending": "normal", "start": {"heaps": [5]}});
    play([&mut ada, &mut bob], kayles, &[json!([0, 1, [2, 2]]), json!([0, 2, []])]).await;
    let text = stream(&server, "").await;
    for secret in [&ada.welcome["token"], &bob.welcome["token"]] {
        assert!(!text.contains(secret.as_str().expect("a secret")), "{text}");
    }
    let games = lines(&text);
    assert_eq!(games.len(), 2);
    for line in &games {
        assert!(keys(line).is_subset(&documented()), "{line}");
        // A game by its id is checked against the schema.
        let path = format!("/api/games/{}", line["table"].as_str().expect("an id"));
        let (status, one) = get(server.at, &path).await;
        assert_eq!((status, &lines(&one)[0]), (200, line));

        let setup: Setup = serde_json::from_value(line["game"].clone()).expect("a start");
        let moves: Vec<Move> = serde_json::from_value(line["moves"].clone()).expect("moves");
        let mut replayed = Game::new(setup);
        moves.into_iter().for_each(|mv| replayed.play(mv).expect("a legal move"));
        let (_, notation) = get(server.at, &format!("{path}/notation")).await;
        let record: GameRecord = notation.parse().expect("it can be read");
        assert_eq!(record.game(), &replayed);
        assert_eq!(record.get("Seat0"), Some("Ada \"["));
        let winners = line["over"]["winners"].as_array().map(|w| w.iter().map(Value::to_string));
        let winners = winners.map_or("*".to_owned(), |w| w.collect::<Vec<_>>().join(","));
        assert_eq!(record.get("Result"), Some(winners.as_str()), "{notation}");
        assert_eq!(record.get("Reason"), line["over"]["reason"].as_str(), "{notation}");
        assert!(record.get("Date").is_some_and(|at| at.ends_with('Z')), "{notation}");
        assert_eq!(record.get("Ended").is_some(), line["ended_at"].is_i64(), "{notation}");
    }
}

#[tokio::test]
async fn a_deleted_account_is_in_no_line_of_the_stream() {
    let folder = Folder::new();
    let server = start(&folder);
    let http = Http(server.at);
    let account = json!({"name": "Adalbert", "password": PASSWORD});
    let (_, own) = http.post("/api/register", None, &account).await;
    let token = own["token"].as_str().expect("a secret");
    let (mut window, _) = come(&server.url(), Some(&own["token"])).await;
    let mut bob = server.guest("Bob").await;
    play([&mut window, &mut bob], nim(&[1]), &[json!([0, 1])]).await;
    assert!(stream(&server, "").await.contains("Adalbert"));
    let password = json!({"password": PASSWORD});
    assert_eq!(http.post("/api/account/delete", Some(token), &password).await.0, 204);
    for _ in 0..1_000 {
        let text = stream(&server, "").await;
        if !text.contains("Adalbert") {
            return assert!(text.contains("\"Deleted ") && !text.contains(token), "{text}");
        }
    }
    panic!("the name stays");
}
