//! What programs read of a running server: metrics at an address of their own, and a log of JSON.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::{Client, nim, seat};

/// A server whose log is JSON, in a file.
struct Logged {
    server: ServerProcess,
    log: PathBuf,
    _folder: Folder,
}

impl Logged {
    /// Starts a server with these flags and this level.
    fn start(level: &str, flags: &[&str]) -> Logged {
        let folder = Folder::new();
        let log = folder.path().join("log");
        let script = "exec env RUST_LOG=$0 \"$@\" 2>$LOG".replace("$LOG", &log.to_string_lossy());
        let flags = [&["--house-bots", "off", "--log-format", "json"], flags].concat();
        let data = folder.path().join("data");
        let shell = ["sh", "-c", &script, level];
        let server = ServerProcess::start_under(&shell, &data, &flags).expect("it starts");
        Logged { server, log, _folder: folder }
    }

    /// Stops the server and returns all that it has logged.
    fn stop(self) -> Vec<Value> {
        assert!(self.server.stop().success());
        events(&self.log)
    }

    /// The address of the metrics.
    fn metrics(&self) -> SocketAddr {
        let events = events(&self.log);
        let event = events.iter().find(|event| event["message"] == "metrics").expect("an event");
        event["at"].as_str().and_then(|at| at.parse().ok()).expect("an address")
    }
}

/// The events in a log. A line that is not JSON ends the test.
fn events(log: &Path) -> Vec<Value> {
    let lines = BufReader::new(File::open(log).expect("a log")).lines();
    let event = |line: std::io::Result<String>| {
        let line = line.expect("UTF-8");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line}"))
    };
    lines.map(event).collect()
}

/// The status and the text at this path; unlike the others' `get` it does not ask that the API be
/// there.
async fn get(at: SocketAddr, path: &str) -> (u16, String) {
    bot::http::request(&at.into(), "GET", path, "").await.expect("the server answers")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[tokio::test]
async fn metrics_have_an_address_of_their_own_and_nothing_else_is_there() {
    let logged = Logged::start("info", &["--metrics", "127.0.0.1:0"]);
    let (players, monitoring) = (logged.server.at, logged.metrics());
    assert_ne!(players, monitoring);

    let (status, text) = get(monitoring, "/metrics").await;
    assert!(status == 200 && text.contains("\nnim_players 0\n"), "{status} {text}");
    let (status, text) = get(players, "/metrics").await;
    assert!(status == 404 && !text.contains("nim_"), "{status} {text}");
    // Health is told at both: proxies ask where the players are, Prometheus where it is let in.
    for path in ["/healthz", "/readyz"] {
        assert_eq!(get(monitoring, path).await.0, 200, "{path}");
        assert_eq!(get(players, path).await.0, 200, "{path}");
    }
    for path in ["/", "/ws", "/api/server", "/api/games.ndjson?player=Ada", "/admin/games", "/docs"]
    {
        assert_eq!(get(monitoring, path).await.0, 404, "{path}");
        assert_ne!(get(players, path).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn without_an_address_of_their_own_metrics_are_where_players_connect() {
    let logged = Logged::start("info", &[]);
    assert_eq!(get(logged.server.at, "/metrics").await.0, 200);
    assert!(events(&logged.log).iter().all(|event| event["message"] != "metrics"));
}

/// Whether this is a time in UTC to the microsecond: `2026-11-22T22:15:35.627795Z`.
fn is_utc(text: &str) -> bool {
    let shape = |c: char| if c.is_ascii_digit() { '0' } else { c };
    text.chars().map(shape).eq("0000-00-00T00:00:00.000000Z".chars())
}

#[tokio::test]
async fn every_line_of_the_log_is_an_object_with_the_documented_fields() {
    let logged = Logged::start("trace", &["--metrics", "127.0.0.1:0"]);
    let (name, program) = ("Ada of the log", "a \" \\ {é}");
    let mut ada = Client::connect(&logged.server.url()).await.expect("the server accepts");
    let hello = json!({"t": "hello", "cid": 0, "name": name, "kind": "person", "client": program});
    ada.id = ada.ask(hello).await["you"]["id"].clone();
    let mut bob = logged.server.guest("Bob").await;
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[1])).await;
    ada.ask(json!({"t": "move", "cid": 1, "table": table, "ply": 0, "move": [0, 1]})).await;
    let player = ada.id.clone();
    drop((ada, bob));
    let events = logged.stop();

    for event in &events {
        let has = |key: &str| event[key].as_str().is_some_and(|text| !text.is_empty());
        assert!(["level", "target", "message"].into_iter().all(has), "{event}");
        assert!(event["timestamp"].as_str().is_some_and(is_utc), "{event}");
        assert!(["ERROR", "WARN", "INFO", "DEBUG", "TRACE"].contains(&text(&event["level"])));
    }
    assert!(!events.iter().any(|event| event.to_string().contains(name)), "names are personal");
    let is_hello = |event: &&Value| event["message"] == "hello" && event["player"] == player;
    let hello = events.iter().find(is_hello).expect("they said hello");
    assert_eq!((&hello["level"], &hello["client"]), (&json!("INFO"), &json!(program)));
    let connection = &hello["spans"][0];
    assert_eq!(
        (&connection["name"], &connection["address"]),
        (&json!("connection"), &json!("127.0.0.1"))
    );
    assert_eq!(text(&connection["id"]).len(), 36, "{hello}");
}
