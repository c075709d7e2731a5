//! The operator's measures concerning players and their data.

use futures::future::join_all;
use protocol::Secret;
use protocol::limits::MAX_OPEN_REPORTS;
use serde_json::{Value, json};
use server::Config;
use tests::process::{Folder, ServerProcess, binaries};
use tests::raw::{Http, request};
use tests::{Client, TestServer, nim, seat};

use crate::identity::{PASSWORD, come};

const ADMIN: [u8; 32] = [0xad; 32];

/// A server with an admin, and the admin token.
async fn moderated() -> (TestServer, Http, String) {
    let admin = Secret::new(ADMIN);
    let config = Config { admin_token: Some(admin), ..Config::default() };
    let server = TestServer::with(config).await;
    let http = Http(server.at);
    (server, http, admin.reveal())
}

async fn register(http: &Http, name: &str) -> Value {
    let (status, said) =
        http.post("/api/register", None, &json!({"name": name, "password": PASSWORD})).await;
    assert_eq!(status, 201, "{said}");
    said
}

#[tokio::test]
async fn the_admin_finds_renames_lets_in_and_deletes_players() {
    let (server, http, admin) = moderated().await;
    let (ada, _) = (register(&http, "Ada").await, register(&http, "Grace").await);
    let (mut window, _) = come(&server.url(), Some(&ada["token"])).await;
    let find = async |name: &str| {
        let path = format!("/admin/accounts?name={name}");
        http.ask("GET", &path, Some(&admin), "").await.1
    };
    let found = find("aD").await;
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!((&found[0]["player"]["name"], &found[0]["sessions"]), (&json!("Ada"), &json!(1)));
    assert_eq!(found[0]["addresses"], json!(["127.0.0.1"]));
    let path = format!("/admin/accounts/{}", ada["you"]["id"].as_str().expect("an id"));
    let named = json!({"name": "Countess"});
    let rename = format!("{path}/name");
    assert_eq!(http.post(&rename, Some(&admin), &json!({"name": "grace"})).await.0, 409);
    assert_eq!(http.post(&rename, Some(&admin), &named).await.0, 204);
    assert_eq!(window.closed().await, Some(1012));
    let (_, reset) = http.post(&format!("{path}/reset"), Some(&admin), &Value::Null).await;
    let better = json!({"token": reset["token"], "password": "eight tame goats at dusk"});
    let (status, said) = http.post("/api/reset/confirm", None, &better).await;
    assert_eq!((status, &said["you"]["name"]), (200, &json!("Countess")), "{said}");
    let me = async |said: &Value| {
        http.ask("GET", "/api/me", Some(said["token"].as_str().expect("a token")), "").await.0
    };
    assert_eq!((me(&ada).await, me(&said).await), (403, 200));
    assert_eq!(http.ask("DELETE", &path, Some(&admin), "").await.0, 204);
    assert_eq!(http.ask("DELETE", &path, Some(&admin), "").await.0, 404);
    assert_eq!(me(&said).await, 403);
    assert_eq!(find("").await.as_array().map(Vec::len), Some(1));
    let (status, damaged) = http.ask("GET", "/admin/damaged", Some(&admin), "").await;
    assert_eq!((status, damaged), (200, json!([])));
}

/// Bans of players and addresses survive restarts and expire by themselves; every measure is
/// logged.
#[tokio::test]
async fn bans_outlive_the_server_and_end_and_everything_done_is_written_down() {
    let folder = Folder::new();
    let admin = Secret::new(ADMIN).reveal();
    let variable = format!("NIM_ADMIN_TOKEN={admin}");
    let start = || {
        let program = ["env", variable.as_str()];
        let flags = ["--house-bots", "off"];
        ServerProcess::start_under(&program, folder.path(), &flags).expect("it starts")
    };
    let server = start();
    let http = Http(server.at);
    let [ada, eve] = [register(&http, "Ada").await, register(&http, "Eve").await];
    let ban =
        async |http: &Http, path: &str, body: Value| http.post(path, Some(&admin), &body).await;
    let id = |said: &Value| said["you"]["id"].clone();
    let players = "/admin/banned-players";
    let long = json!({"player": id(&ada), "seconds": 3_600});
    assert!(ban(&http, players, long).await.1["until"].as_i64().is_some());
    let short = json!({"player": id(&eve), "seconds": 1});
    assert_eq!(ban(&http, players, short).await.0, 200);
    let never = json!({"player": id(&eve), "seconds": 0});
    assert_eq!(ban(&http, players, never).await.0, 422);
    let elsewhere = json!({"address": "2001:db8::1", "seconds": 3_600});
    assert_eq!(ban(&http, "/admin/bans", elsewhere).await.0, 200);
    server.kill();

    let server = start();
    let http = Http(server.at);
    let (_, bans) = http.ask("GET", "/admin/bans", Some(&admin), "").await;
    assert_eq!(bans[0]["address"], "2001:db8::/64");
    assert!(bans[0]["seconds"].as_u64().is_some_and(|left| (3_000..=3_600).contains(&left)));
    let me = async |said: &Value| {
        http.ask("GET", "/api/me", Some(said["token"].as_str().expect("a token")), "").await.0
    };
    assert_eq!(me(&ada).await, 403);
    while me(&eve).await != 200 {}
    assert_eq!(http.ask("DELETE", "/admin/bans/2001:db8::7", Some(&admin), "").await.0, 204);
    let (_, done) = http.ask("GET", "/admin/audit", Some(&admin), "").await;
    let done: Vec<_> = done.as_array().expect("a list").iter().map(|one| &one["what"]).collect();
    assert_eq!(done, ["pardon_address", "ban_address", "ban_player", "ban_player"]);
}

#[tokio::test]
async fn the_admin_calls_off_a_tournament_of_somebody_elses() {
    let (_house, http, admin) = moderated().await;
    let ada = register(&http, "Ada").await;
    let plan = json!({"plan": {"name": "Spam", "format": {"kind": "round_robin"},
        "entrants": 8, "courses": [{"variant": "nim"}]}});
    let token = ada["token"].as_str();
    let (status, founded) = http.post("/api/tournaments", token, &plan).await;
    assert_eq!(status, 201, "{founded}");
    let id = founded["tournament"].as_str().expect("an id");
    let cancel = format!("/admin/tournaments/{id}/cancel");
    assert_eq!(http.post(&cancel, token, &Value::Null).await.0, 401);
    assert_eq!(http.post(&cancel, Some(&admin), &Value::Null).await.0, 204);
    let (_, stands) = http.ask("GET", &format!("/api/tournaments/{id}"), None, "").await;
    assert!(stands.to_string().contains("cancelled"), "{stands}");
}

/// A blocked player cannot challenge the other, accept their offers or be paired with them in quick
/// play, and their messages at a table do not reach the other.
#[tokio::test]
async fn blocked_players_cannot_reach_the_blocker() {
    let server = TestServer::open().await;
    let http = Http(server.at);
    let [ada, eve] = [register(&http, "Ada").await, register(&http, "Eve").await];
    let token = ada["token"].as_str().expect("a token");
    let path = format!("/api/blocks/{}", eve["you"]["id"].as_str().expect("an id"));
    let put = async |path: &str, token| http.ask("PUT", path, token, "").await.0;
    let (mut ada_plays, _) = come(&server.url(), Some(&ada["token"])).await;
    let (mut eve_plays, _) = come(&server.url(), Some(&eve["token"])).await;
    let (table, _, _) = tests::seat(&mut ada_plays, &mut eve_plays, tests::nim(&[3])).await;
    assert_eq!(put(&path, None).await, 403, "guests have nothing that is kept");
    let own = format!("/api/blocks/{}", ada["you"]["id"].as_str().expect("an id"));
    assert_eq!(put(&own, Some(token)).await, 422);
    assert_eq!(put(&path, Some(token)).await, 204);
    let (_, blocked) = http.ask("GET", "/api/blocks", Some(token), "").await;
    assert_eq!(blocked, json!([{"player": eve["you"]["id"], "name": "Eve"}]));

    // Ada sees Eve resign, but nothing that Eve said before.
    let say = json!({"t": "say", "cid": 1, "table": table, "phrase": "good_game"});
    assert_eq!(eve_plays.ask(say).await["t"], "ok");
    eve_plays.ask(json!({"t": "resign", "cid": 2, "table": table})).await;
    loop {
        let heard = ada_plays.hear().await;
        assert_ne!(heard["t"], "said", "{heard}");
        if !heard["over"].is_null() {
            break;
        }
    }
    // Nor do they play again: the state says that nobody wants it any more.
    for player in [&mut ada_plays, &mut eve_plays] {
        let again = json!({"t": "rematch", "cid": 7, "table": table, "want": true});
        assert_eq!(player.ask(again).await["t"], "ok");
    }
    for wanting in [json!([0]), json!([0, 1]), Value::Null] {
        assert_eq!(ada_plays.hear_a("state").await["rematch"], wanting);
    }
    let game = tests::nim(&[3, 4]);
    let challenge = |to: &Value| json!({"t": "challenge", "cid": 3, "player": to["you"]["id"], "game": game, "seat": "first"});
    assert_eq!(eve_plays.refused(challenge(&ada)).await, "forbidden");
    assert_eq!(ada_plays.refused(challenge(&eve)).await, "forbidden");
    let seek = json!({"t": "seek", "cid": 4, "game": game, "seat": "first"});
    let seeking = ada_plays.ask(seek).await;
    let accept = json!({"t": "accept", "cid": 5, "seek": seeking["seek"]});
    assert_eq!(eve_plays.refused(accept.clone()).await, "forbidden");
    for player in [&mut ada_plays, &mut eve_plays] {
        assert_eq!(player.ask(json!({"t": "quick", "cid": 6})).await["t"], "seeking");
    }
    // A third player is paired with one of the two at once, so the two were not paired with each
    // other.
    let mut bob = server.guest("Bob").await;
    bob.ask(json!({"t": "quick", "cid": 1})).await;
    bob.hear_a("seated").await;

    assert_eq!(http.ask("DELETE", &path, Some(token), "").await.0, 204);
    assert_eq!(http.ask("DELETE", &path, Some(token), "").await.0, 404);
    assert_eq!(eve_plays.ask(accept).await["t"], "ok");
}

/// If one of two players blocks the other, their offers are hidden from each other at once and
/// until the block ends; others see them.
#[tokio::test]
async fn offers_are_hidden_between_blocker_and_blocked() {
    let server = TestServer::open().await;
    let http = Http(server.at);
    let [ada, eve] = [register(&http, "Ada").await, register(&http, "Eve").await];
    let token = ada["token"].as_str().expect("a token");
    let path = format!("/api/blocks/{}", eve["you"]["id"].as_str().expect("an id"));
    let (mut ada_looks, _) = come(&server.url(), Some(&ada["token"])).await;
    let (mut eve_looks, _) = come(&server.url(), Some(&eve["token"])).await;
    let mut bob = server.guest("Bob").await;
    let look = json!({"t": "lobby", "cid": 1, "show": ["seeks"], "on": true});
    for player in [&mut ada_looks, &mut eve_looks, &mut bob] {
        player.say(look.clone()).await;
        assert_eq!(player.hear_a("lobby").await["seeks"], json!([]));
    }
    let seek = json!({"t": "seek", "cid": 2, "game": tests::nim(&[3, 4]), "seat": "first"});
    // Visible before, and hidden by the block.
    ada_looks.ask(seek.clone()).await;
    assert_eq!(new_offers(&mut eve_looks).await, ["Ada"]);
    assert_eq!(new_offers(&mut bob).await, ["Ada"]);
    assert_eq!(http.ask("PUT", &path, Some(token), "").await.0, 204);
    assert_eq!(eve_looks.hear_a("lobby").await["seeks"], json!([]));
    // Hidden when offered later, in either direction.
    eve_looks.ask(seek.clone()).await;
    assert_eq!(new_offers(&mut bob).await, ["Eve"]);
    assert_eq!(new_offers(&mut eve_looks).await, ["Eve"]);
    ada_looks.ask(seek).await;
    assert_eq!(new_offers(&mut bob).await, ["Ada"]);
    assert_eq!(new_offers(&mut eve_looks).await, [""; 0]);
    assert_eq!(http.ask("DELETE", &path, Some(token), "").await.0, 204);
    for player in [&mut ada_looks, &mut eve_looks] {
        // Ada's first view is the one after the block.
        let whole = loop {
            let view = player.hear_a("lobby").await;
            if view["seeks"].as_array().map(Vec::len) != Some(1) {
                break view;
            }
        };
        assert_eq!(whole["seeks"].as_array().map(Vec::len), Some(3), "{whole}");
    }
}

/// The owners of the offers in the next change of the lobby.
async fn new_offers(looking: &mut Client) -> Vec<String> {
    let change = looking.hear_a("lobby_delta").await;
    let new = change["seeks"]["set"].as_array().cloned().unwrap_or_default();
    new.iter().map(|seek| seek["by"]["name"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Reports require an account, and each player may have only a few open; the admin reads and closes
/// them, here on the command line.
#[tokio::test]
async fn a_report_is_read_and_closed_on_the_command_line() {
    let folder = Folder::new();
    let admin = Secret::new(ADMIN);
    let server = ServerProcess::start_with_admin(folder.path(), admin, &["--house-bots", "off"]);
    let http = Http(server.at);
    let [ada, eve] = [register(&http, "Ada").await, register(&http, "Eve").await];
    let token = ada["token"].as_str();
    let report = json!({"player": eve["you"]["id"], "complaint": "cheating", "text": "a bot"});
    assert_eq!(http.post("/api/reports", None, &report).await.0, 403);
    for (field, strange, status) in [
        ("player", json!(uuid::Uuid::from_u128(7)), 404),
        ("table", json!(uuid::Uuid::from_u128(7)), 404),
        ("text", json!("turned \u{202e}round"), 422),
    ] {
        let mut wrong = report.clone();
        wrong[field] = strange;
        assert_eq!(http.post("/api/reports", token, &wrong).await.0, status, "{field}");
    }
    let long = |chars| {
        let mut long = report.clone();
        long["text"] = json!("ü".repeat(chars));
        long
    };
    assert_eq!(http.post("/api/reports", token, &long(501)).await.0, 422);
    // All at once, which makes nobody's limit wider.
    let longest = long(500);
    let at_once = (0..MAX_OPEN_REPORTS + 2).map(|_| http.post("/api/reports", token, &longest));
    let kept = join_all(at_once).await.iter().filter(|(status, _)| *status == 204).count();
    assert_eq!(kept, MAX_OPEN_REPORTS);
    let (status, refused) = http.post("/api/reports", token, &report).await;
    assert_eq!((status, &refused["cause"]["kind"]), (429, &json!("too_many_reports")));

    let admin_command = |order: &[&str]| {
        let url = format!("http://{}", server.at);
        let order = [&["admin", "--url", url.as_str()], order].concat();
        let mut command = std::process::Command::new(binaries().join("nim-server"));
        let output = command.args(order).env("NIM_ADMIN_TOKEN", admin.reveal()).output();
        let output = output.expect("it runs");
        let said = String::from_utf8(output.stdout).expect("text");
        let said = said.lines().map(|line| serde_json::from_str(line).unwrap_or_default());
        (output.status.success(), said.collect::<Vec<Value>>())
    };
    let (_, reports) = admin_command(&["reports"]);
    assert_eq!(reports.len(), MAX_OPEN_REPORTS);
    assert_eq!((&reports[0]["by_name"], &reports[0]["about_name"]), (&json!("Ada"), &json!("Eve")));
    let number = reports[0]["number"].to_string();
    assert!(
        admin_command(&["close-report", &number]).0 && !admin_command(&["close-report", &number]).0
    );
    assert_eq!(admin_command(&["reports"]).1.len(), MAX_OPEN_REPORTS - 1);
    assert_eq!(admin_command(&["reports", "--all"]).1.len(), MAX_OPEN_REPORTS);
    let id = eve["you"]["id"].as_str().expect("an id");
    assert!(admin_command(&["rename", id, "Nobody's fool"]).0);
    assert!(admin_command(&["ban", id, "--seconds", "60"]).0);
    assert_eq!(admin_command(&["bans"]).1[0]["name"], "Nobody's fool");
    let (_, done) = admin_command(&["audit"]);
    let done: Vec<&Value> = done.iter().map(|deed| &deed["what"]).collect();
    assert_eq!(done, ["ban_player", "rename", "close_report"]);
}

/// Guests report only whom they have played, and block whom they like; registering keeps the blocks.
#[tokio::test]
async fn guests_report_and_block_whom_they_have_played() {
    let (folder, admin) = (Folder::new(), Secret::new(ADMIN));
    let server = ServerProcess::start_with_admin(folder.path(), admin, &["--house-bots", "off"]);
    let (http, admin) = (Http(server.at), admin.reveal());
    let [ada, bob] = [1, 2].map(|n| Secret::new([n; 32]));
    let enter = async |name: &str, secret: &Secret| {
        let mut guest = Client::connect(&server.url()).await.expect("it is there");
        let hello = json!({"t": "hello", "cid": 1, "name": name, "kind": "person",
            "client": "test", "token": secret.reveal()});
        let id = guest.ask(hello).await["you"]["id"].clone();
        (guest, id)
    };
    let (mut a, ada_id) = enter("Ada", &ada).await;
    let (mut b, bob_id) = enter("Bob", &bob).await;
    let token = ada.reveal();
    let report = async |table: Value| {
        let report = json!({"player": bob_id, "complaint": "conduct", "table": table});
        http.post("/api/reports", Some(&token), &report).await.0
    };
    assert_eq!(report(Value::Null).await, 403, "they have not met");
    let (table, _, _) = seat(&mut a, &mut b, nim(&[3])).await;
    assert_eq!(report(table).await, 204);
    let (_, reports) = http.ask("GET", "/admin/reports", Some(&admin), "").await;
    assert_eq!(reports[0]["about_name"], "Bob");
    let bob_path = format!("/api/blocks/{}", bob_id.as_str().expect("an id"));
    assert_eq!(http.ask("PUT", &bob_path, Some(&token), "").await.0, 204);
    let offer =
        json!({"t": "challenge", "cid": 9, "player": ada_id, "game": nim(&[3]), "seat": "first"});
    assert_eq!(b.refused(offer).await, "forbidden");
    let body = json!({"name": "Ada", "password": "seven wild horses at dawn"});
    let (status, now) = http.post("/api/register", Some(&token), &body).await;
    assert_eq!(status, 201, "{now}");
    let now = now["token"].as_str();
    let (_, blocked) = http.ask("GET", "/api/blocks", now, "").await;
    assert_eq!(blocked[0]["player"], bob_id);
    // What has been said about somebody outlives their name.
    assert_eq!(
        http.post("/api/account/delete", now, &json!({"password": body["password"]})).await.0,
        204
    );
    let (_, reports) = http.ask("GET", "/admin/reports", Some(&admin), "").await;
    assert_ne!(reports[0]["by_name"], "Ada");
}

#[tokio::test]
async fn behind_a_proxy_a_ban_reaches_every_request_and_never_the_proxy() {
    let admin = Secret::new(ADMIN);
    let proxies = vec![[127, 0, 0, 1].into()];
    let config = Config { admin_token: Some(admin), proxies, ..Config::default() };
    let server = TestServer::with(config).await;
    let http = Http(server.at);
    let ban = async |address: &str| {
        let said = json!({"address": address, "seconds": 60});
        http.post("/admin/bans", Some(&admin.reveal()), &said).await.0
    };
    assert_eq!(ban("127.0.0.1").await, 422, "the admin comes through it too");
    assert_eq!(ban("127.0.0.0/24").await, 422, "its network neither");
    assert_eq!(ban("203.0.0.0/8").await, 422);
    assert_eq!(ban("198.51.100.7/24").await, 200);
    assert_eq!(ban("203.0.113.55").await, 200);
    for (method, path) in
        [("GET", "/"), ("GET", "/api/tables"), ("POST", "/api/login"), ("POST", "/api/analysis")]
    {
        let from = async |address: &str| {
            request(server.at, method, path, &[("X-Forwarded-For", address)], "{}").await.0
        };
        assert_eq!(from("203.0.113.55").await, 403, "{path}");
        assert_eq!(from("198.51.100.200").await, 403, "{path}");
        assert_ne!(from("203.0.113.56").await, 403, "{path}");
    }
    let network = "/admin/bans/198.51.100.0%2F24";
    assert_eq!(http.ask("DELETE", network, Some(&admin.reveal()), "").await.0, 204);
    let again = [("X-Forwarded-For", "198.51.100.200")];
    assert_eq!(request(server.at, "GET", "/api/tables", &again, "").await.0, 200);
}
