//! What the operator can see of the server and do to it.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use protocol::Secret;
use serde_json::{Value, json};
use server::Config;
use tests::process::{Folder, ServerProcess};
use tests::raw::{Raw, get, request, upgrade_request};
use tests::{Client, TestServer, nim, seat};

/// Reads one value from `/metrics`.
async fn metric(at: SocketAddr, name: &str) -> f64 {
    let (status, page) = get(at, "/metrics").await;
    assert_eq!(status, 200);
    let line = page.lines().find_map(|line| line.strip_prefix(&format!("nim_{name} ")));
    line.unwrap_or_else(|| panic!("{name} is not in {page}")).parse().expect("a number")
}

/// Waits until a value in `/metrics` is `wanted`: a client learns that its connection ends before
/// the server has cleaned up.
async fn becomes(at: SocketAddr, name: &str, wanted: f64) {
    for _ in 0..1_000 {
        if metric(at, name).await == wanted {
            return;
        }
    }
    panic!("{name} is {} and not {wanted}", metric(at, name).await);
}

/// The names of our metrics in a text.
fn metric_names(text: &str) -> BTreeSet<&str> {
    let word = |c: char| !(c.is_ascii_lowercase() || c == '_');
    text.split(word).filter(|word| word.starts_with("nim_")).collect()
}

#[tokio::test]
async fn alerts_and_the_dashboard_ask_for_metrics_that_are_there() {
    let server = TestServer::open().await;
    let (_, served) = get(server.at, "/metrics").await;
    let served = metric_names(&served);
    for sample in [
        include_str!("../../../server/deploy/alerts.yml"),
        include_str!("../../../server/deploy/dashboard.json"),
    ] {
        let asked = metric_names(sample);
        assert!(asked.len() > 5 && asked.is_subset(&served), "{:?}", asked.difference(&served));
    }
    let dashboard: Value =
        serde_json::from_str(include_str!("../../../server/deploy/dashboard.json")).expect("JSON");
    assert_eq!(dashboard["panels"].as_array().expect("a list").len(), 10);
}

#[tokio::test]
async fn events_are_counted_in_the_metrics() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[2])).await;
    let mv =
        |ply, take| json!({"t": "move", "cid": 1, "table": table, "ply": ply, "move": [0, take]});
    ada.ask(mv(0, 1)).await;
    ada.ask(mv(0, 1)).await;
    assert_eq!(ada.refused(mv(1, 1)).await, "not_your_turn");
    assert_eq!(metric(server.at, "games").await, 1.0);
    bob.ask(mv(1, 1)).await;
    for (name, value) in [
        ("players", 2.0),
        ("games", 0.0),
        ("finished_tables", 1.0),
        ("games_total", 1.0),
        ("moves_total", 2.0),
        ("command_seconds_count", 3.0),
        ("games_ended_total{reason=\"played\"}", 1.0),
        ("refusals_total{code=\"not_your_turn\"}", 1.0),
        ("refusals_total{code=\"busy\"}", 0.0),
        ("overdue_tables", 0.0),
    ] {
        assert_eq!(metric(server.at, name).await, value, "{name}");
    }
}

#[tokio::test]
async fn the_disk_is_counted_too() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let mut ada = guest(&server.url()).await;
    let mut bob = guest(&server.url()).await;
    seat(&mut ada, &mut bob, nim(&[2])).await;
    assert!(metric(server.at, "commit_seconds_count").await >= 1.0);
    assert!(metric(server.at, "commit_events_sum").await >= 1.0);
    becomes(server.at, "store_waiting", 0.0).await;
}

async fn guest(url: &str) -> Client {
    let mut client = Client::connect(url).await.expect("the server accepts");
    let hello = json!({"t": "hello", "cid": 0, "name": "Ada", "kind": "bot", "client": "test"});
    assert_eq!(client.ask(hello).await["t"], "welcome");
    client
}

/// After players have connected, offered, challenged, played, watched and left, nothing remains but
/// finished games, with one alarm each.
#[tokio::test]
async fn nothing_is_left_of_players_who_left() {
    let server = TestServer::open().await;
    let tasks = metric(server.at, "tasks").await;
    for round in 0..40 {
        let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
        let mut eve = server.guest("Eve").await;
        let (table, one, _) = seat(&mut ada, &mut bob, nim(&[3, 4, 5])).await;
        eve.ask(json!({"t": "watch", "cid": 1, "table": table})).await;
        eve.ask(json!({"t": "seek", "cid": 2, "game": nim(&[1]), "seat": "first"})).await;
        let challenge = json!({"t": "challenge", "cid": 3, "player": bob.id, "game": nim(&[1]), "seat": "first"});
        eve.ask(challenge).await;
        // Some players return on another connection, and some games are ended by their players.
        if round % 2 == 0 {
            let attach = json!({"t": "attach", "cid": 4, "table": table, "token": one["token"]});
            eve.ask(attach).await;
        }
        bob.ask(json!({"t": "resign", "cid": 5, "table": table})).await;
    }
    for name in ["connections", "players", "seeks", "challenges", "games"] {
        becomes(server.at, name, 0.0).await;
    }
    // The connection of the request itself.
    becomes(server.at, "handshakes", 1.0).await;
    becomes(server.at, "tasks", tasks).await;
    assert_eq!(metric(server.at, "addresses").await, 1.0);
    assert_eq!(metric(server.at, "finished_tables").await, 40.0);
    assert_eq!(metric(server.at, "timers").await, 40.0);
    assert_eq!(metric(server.at, "overdue_tables").await, 0.0);
}

const TOKEN: [u8; 32] = [0xab; 32];

struct Operator {
    at: SocketAddr,
    bearer: String,
}

impl Operator {
    fn new(at: SocketAddr) -> Operator {
        Operator { at, bearer: format!("Bearer {}", Secret::new(TOKEN).reveal()) }
    }

    async fn ask(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let headers = [("Authorization", self.bearer.as_str())];
        let (status, answer) = request(self.at, method, path, &headers, &body).await;
        (status, serde_json::from_str(&answer).unwrap_or_default())
    }
}

async fn watched_server() -> (TestServer, Operator) {
    let token = Some(Secret::new(TOKEN));
    let server = TestServer::with(Config { admin_token: token, ..Config::default() }).await;
    let operator = Operator::new(server.at);
    (server, operator)
}

#[tokio::test]
async fn nobody_is_the_admin_without_the_token() {
    let (server, operator) = watched_server().await;
    let ways = [
        ("GET", "/admin/games"),
        ("POST", "/admin/announce"),
        ("GET", "/admin/bans"),
        ("POST", "/admin/bans"),
        ("DELETE", "/admin/bans/192.0.2.1"),
        ("GET", "/admin/banned-players"),
        ("POST", "/admin/banned-players"),
        ("DELETE", "/admin/banned-players/01890a5d-ac96-774b-bcce-b302099a8061"),
        ("POST", "/admin/drain"),
        ("GET", "/admin/accounts"),
        ("DELETE", "/admin/accounts/01890a5d-ac96-774b-bcce-b302099a8061"),
        ("POST", "/admin/accounts/01890a5d-ac96-774b-bcce-b302099a8061/reset"),
        ("POST", "/admin/accounts/01890a5d-ac96-774b-bcce-b302099a8061/name"),
        ("POST", "/admin/tournaments/01890a5d-ac96-774b-bcce-b302099a8061/cancel"),
        ("GET", "/admin/damaged"),
        ("GET", "/admin/audit"),
        ("POST", "/admin/games/01890a5d-ac96-774b-bcce-b302099a8061/end"),
    ];
    let wrong = format!("Bearer {}", "0".repeat(64));
    let without_case = operator.bearer.replace("Bearer", "bearer");
    for (method, path) in ways {
        for headers in
            [&[][..], &[("Authorization", wrong.as_str())], &[("Authorization", &without_case)]]
        {
            // Guesses are few.
            let status = request(server.at, method, path, headers, "{}").await.0;
            assert!(matches!(status, 401 | 429), "{path}: {status}");
        }
        let open = TestServer::open().await;
        let headers = [("Authorization", operator.bearer.as_str())];
        assert_eq!(request(open.at, method, path, &headers, "{}").await.0, 403, "{path}");
    }
}

#[tokio::test]
async fn the_admin_ends_a_game() {
    let (server, operator) = watched_server().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[3])).await;
    let (_, listed) = operator.ask("GET", "/admin/games", Value::Null).await;
    assert_eq!(listed["tables"][0]["table"], table);
    let path = format!("/admin/games/{}/end", table.as_str().expect("an id"));
    for bad in
        [json!({}), json!({"winners": [2]}), json!({"winners": [1, 0]}), json!({"winners": [0, 1]})]
    {
        assert_eq!(operator.ask("POST", &path, bad).await.0, 422);
    }
    assert_eq!(operator.ask("POST", &path, json!({"winners": [1]})).await.0, 204);
    let over = json!({"winners": [1], "reason": "adjudicated"});
    assert_eq!(ada.hear_a("state").await["over"], over);
    assert_eq!(bob.hear_a("state").await["over"], over);
    assert_eq!(operator.ask("POST", &path, json!({"winners": [0]})).await.0, 409);
    let nowhere = path.replace(table.as_str().expect("an id"), ada.id.as_str().expect("an id"));
    assert_eq!(operator.ask("POST", &nowhere, json!({"winners": []})).await.0, 404);
}

#[tokio::test]
async fn the_admin_tells_everybody_and_shuts_somebody_out() {
    let (server, operator) = watched_server().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let message = json!({"message": "Tea is served."});
    assert_eq!(operator.ask("POST", "/admin/announce", message).await.0, 204);
    assert_eq!(ada.hear_a("notice").await["message"], "Tea is served.");
    assert_eq!(bob.hear_a("notice").await["message"], "Tea is served.");
    assert_eq!(operator.ask("POST", "/admin/announce", json!({"message": "\n"})).await.0, 422);

    let elsewhere = json!({"address": "2001:db8::1", "seconds": 60});
    let (status, answer) = operator.ask("POST", "/admin/bans", elsewhere).await;
    assert_eq!((status, &answer["address"]), (200, &json!("2001:db8::/64")));
    let (_, bans) = operator.ask("GET", "/admin/bans", Value::Null).await;
    assert_eq!(bans[0]["address"], "2001:db8::/64");
    assert_eq!(operator.ask("DELETE", "/admin/bans/2001:db8::2", Value::Null).await.0, 204);
    assert_eq!(operator.ask("DELETE", "/admin/bans/2001:db8::2", Value::Null).await.0, 404);
    for bad in [json!({"seconds": 1}), json!({"address": "192.0.2.1", "seconds": 0})] {
        assert_eq!(operator.ask("POST", "/admin/bans", bad).await.0, 422);
    }

    // All clients share one address here, including the operator.
    let ban = json!({"player": ada.id, "seconds": 60});
    assert_eq!(operator.ask("POST", "/admin/bans", ban).await.0, 422);
}

#[tokio::test]
async fn all_players_of_a_banned_address_are_shut_out() {
    let (admin_token, proxies) = (Some(Secret::new(TOKEN)), vec![[127, 0, 0, 1].into()]);
    let server = TestServer::with(Config { admin_token, proxies, ..Config::default() }).await;
    let operator = Operator::new(server.at);
    let from = |last: u8| format!("203.0.113.{last}");
    let come = async |name: &str, from: &str| {
        let headers = [("x-forwarded-for", from)];
        let mut client = Client::connect_with(&server.url(), &headers).await.expect("a server");
        let hello = json!({"t": "hello", "cid": 1, "name": name, "kind": "bot", "client": "test"});
        let id = client.ask(hello).await["you"]["id"].clone();
        (client, id)
    };
    let (mut ada, id) = come("Ada", &from(9)).await;
    let (mut bob, _) = come("Bob", &from(9)).await;
    let (mut cleo, _) = come("Cleo", &from(10)).await;
    let ban = json!({"player": id, "seconds": 60});
    assert_eq!(operator.ask("POST", "/admin/bans", ban).await.0, 200);
    assert_eq!((ada.closed().await, bob.closed().await), (Some(4403), Some(4403)));
    assert_eq!(cleo.ask(json!({"t": "ping", "cid": 2})).await["t"], "pong");
    let mut eve = Raw::connect(server.at).await;
    eve.write(upgrade_request(&[("X-Forwarded-For", &from(9))]).as_bytes()).await;
    assert_eq!(eve.status().await, 403);
}

#[tokio::test]
async fn one_address_cannot_take_all_places() {
    let config = Config { max_connections_per_address: 2, ..Config::default() };
    let server = TestServer::with(config).await;
    let (_ada, _bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut third = Raw::connect(server.at).await;
    third.write(upgrade_request(&[]).as_bytes()).await;
    assert_eq!(third.status().await, 429);
    assert_eq!(metric(server.at, "turned_away_total").await, 1.0);
    // Behind a trusted proxy, each client counts separately.
    let config = Config {
        max_connections_per_address: 1,
        proxies: vec![[127, 0, 0, 1].into()],
        ..Config::default()
    };
    let server = TestServer::with(config).await;
    let mut open = Vec::new();
    for (from, status) in [("192.0.2.1", 101), ("192.0.2.2", 101), ("192.0.2.1", 429)] {
        let mut raw = Raw::connect(server.at).await;
        raw.write(upgrade_request(&[("X-Forwarded-For", from)]).as_bytes()).await;
        assert_eq!(raw.status().await, status, "{from}");
        open.push(raw);
    }
}

#[tokio::test]
async fn silent_connections_of_one_address_are_few() {
    let config = Config { max_handshakes_per_address: 5, ..Config::default() };
    let server = TestServer::with(config).await;
    let mut silent = Vec::new();
    for _ in 0..5 {
        silent.push(Raw::connect(server.at).await);
    }
    // The sixth is closed at once; when the five have closed, others are accepted.
    assert_eq!(Raw::connect(server.at).await.status().await, 0);
    drop(silent);
    loop {
        let mut raw = Raw::connect(server.at).await;
        raw.write(upgrade_request(&[]).as_bytes()).await;
        match raw.status().await {
            101 => break,
            status => assert_eq!(status, 0),
        }
    }
}

#[tokio::test]
async fn a_thousand_silent_connections_hurt_nobody() {
    let config = Config { max_handshakes_per_address: 0, ..Config::default() };
    let server = TestServer::with(config).await;
    let mut silent = Vec::new();
    for _ in 0..1_000 {
        silent.push(Raw::connect(server.at).await);
    }
    becomes(server.at, "handshakes", 1_001.0).await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[1])).await;
    let mv = json!({"t": "move", "cid": 1, "table": table, "ply": 0, "move": [0, 1]});
    assert_eq!(ada.ask(mv).await["t"], "ok");
    // All of them are closed in time.
    for mut raw in silent {
        assert!(matches!(raw.status().await, 0 | 408));
    }
    becomes(server.at, "handshakes", 1.0).await;
}

#[tokio::test]
async fn a_server_that_drains_begins_nothing_and_lets_games_end() {
    let token = Some(Secret::new(TOKEN));
    let drain = Duration::from_secs(600);
    let server = TestServer::with(Config { admin_token: token, drain, ..Config::default() }).await;
    let operator = Operator::new(server.at);
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[1])).await;
    assert_eq!(get(server.at, "/readyz").await.0, 200);
    assert_eq!(operator.ask("POST", "/admin/drain", json!({})).await.0, 202);
    ada.hear_a("closing").await;
    bob.hear_a("closing").await;
    assert_eq!(get(server.at, "/readyz").await.0, 503);
    assert_eq!(get(server.at, "/healthz").await.0, 200);
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&[1]), "seat": "first"});
    assert_eq!(ada.refused(seek).await, "shutting_down");
    // The game continues to its end; only then are all connections closed.
    let mv = json!({"t": "move", "cid": 2, "table": table, "ply": 0, "move": [0, 1]});
    assert_eq!(ada.ask(mv).await["t"], "ok");
    assert_eq!(ada.closed().await, Some(1012));
    assert_eq!(bob.closed().await, Some(1012));
    server.close().await;
}

/// At the most verbose level the log contains no secrets, no names and no messages.
#[tokio::test]
async fn the_log_holds_no_secret_no_name_and_no_message() {
    let (folder, logs) = (Folder::new(), Folder::new());
    let log = logs.path().join("log");
    let admin = Secret::new(TOKEN).reveal();
    let script = format!(
        "exec env RUST_LOG=trace NIM_ADMIN_TOKEN={admin} \"$0\" \"$@\" 2>{}",
        log.to_str().expect("a plain path")
    );
    let shell = ["sh", "-c", &script];
    let flags = ["--house-bots", "on"];
    let server = ServerProcess::start_under(&shell, folder.path(), &flags).expect("it starts");
    let (mut ada, mut bob) = (server.guest("Adalberta").await, server.guest("Bertholda").await);
    let (table, one, _) = seat(&mut ada, &mut bob, nim(&[8_191_819_181_918_191])).await;
    let attach = json!({"t": "attach", "cid": 1, "table": table, "token": one["token"]});
    assert_eq!(ada.ask(attach).await["t"], "table");
    let wrong = "c".repeat(64);
    let attach = json!({"t": "attach", "cid": 2, "table": table, "token": wrong});
    assert_eq!(bob.refused(attach).await, "forbidden");
    let odd =
        json!({"t": "move", "cid": 3, "table": table, "ply": "kept-to-myself", "move": [0, 1]});
    assert_eq!(ada.refused(odd).await, "bad_message");
    let hidden = json!({"t": "ping", "cid": 4, "hidden-field": 1});
    assert_eq!(ada.refused(hidden).await, "bad_message");
    let operator = Operator::new(server.at);
    assert_eq!(
        operator.ask("POST", "/admin/announce", json!({"message": "between-us"})).await.0,
        204
    );
    assert_eq!(operator.ask("POST", "/admin/accounts", json!({"name": "Carlotta"})).await.0, 201);
    let path = format!("/api/nowhere?token={wrong}");
    get(server.at, &path).await;
    assert!(server.stop().success());
    let log = std::fs::read_to_string(log).expect("a log");
    assert!(log.contains("hello") && log.contains("connection{"), "{log}");
    let token = one["token"].as_str().expect("a secret");
    let said = [
        "Adalberta",
        "Bertholda",
        "Carlotta",
        "kept-to-myself",
        "hidden-field",
        "between-us",
        "8191819181918191",
    ];
    for unwanted in [token, &wrong, &admin].into_iter().chain(said) {
        assert!(!log.contains(unwanted), "{unwanted} is in {log}");
    }
}
