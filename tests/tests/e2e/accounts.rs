//! What owners do with their accounts: change the password, end sessions, change the name, reset
//! lost credentials, and delete the account. Stolen credentials stop working.

use std::time::Instant;

use protocol::limits::ACCOUNT_ATTEMPTS;
use serde_json::{Value, json};
use server::{Config, MailRelay};
use tests::mail_sink::MailSink;
use tests::process::{Folder, ServerProcess, run_task};
use tests::raw::{Http, request};
use tests::{Client, TestServer, nim, seat};

use crate::identity::{PASSWORD, come, hello};

const BETTER: &str = "eight tame goats at dusk";

fn token(said: &Value) -> &str {
    said["token"].as_str().unwrap_or_else(|| panic!("no token: {said}"))
}

async fn register(http: &Http, name: &str) -> Value {
    let (status, said) =
        http.post("/api/register", None, &json!({"name": name, "password": PASSWORD})).await;
    assert_eq!(status, 201, "{said}");
    said
}

async fn log_in(http: &Http, name: &str, password: &str) -> (u16, Value) {
    http.post("/api/login", None, &json!({"name": name, "password": password})).await
}

async fn is_open(http: &Http, token: &str) -> bool {
    http.ask("GET", "/api/me", Some(token), "").await.0 == 200
}

#[tokio::test]
async fn a_password_that_leaked_is_changed_and_the_thief_is_out() {
    let server = TestServer::open().await;
    let http = Http(server.at);
    let own = register(&http, "Ada").await;
    let (_, phone) = log_in(&http, "Ada", PASSWORD).await;
    let change =
        |old: &str, new: &str, keep: bool| json!({"old": old, "new": new, "keep_sessions": keep});
    let weak = change(PASSWORD, "password123", false);
    let (status, said) = http.post("/api/password", Some(token(&own)), &weak).await;
    assert_eq!((status, &said["cause"]["kind"]), (422, &json!("weak_password")));
    let wrong = change("no such password", BETTER, false);
    assert_eq!(http.post("/api/password", Some(token(&own)), &wrong).await.0, 403);
    let kept = change(PASSWORD, BETTER, true);
    let (status, own_now) = http.post("/api/password", Some(token(&own)), &kept).await;
    assert_eq!((status, &own_now["you"]), (200, &own["you"]), "{own_now}");
    assert!(is_open(&http, token(&phone)).await, "it was to stay");
    assert!(!is_open(&http, token(&own)).await, "a new secret in the place of the old");
    assert_eq!(log_in(&http, "Ada", PASSWORD).await.0, 403);
    let (_, stolen) = log_in(&http, "Ada", BETTER).await;
    let (mut thief, _) = come(&server.url(), Some(&stolen["token"])).await;
    let ends = change(BETTER, PASSWORD, false);
    let (status, own) = http.post("/api/password", Some(token(&own_now)), &ends).await;
    assert_eq!(status, 200, "{own}");
    assert_eq!(thief.closed().await, Some(4410));
    for ended in [&phone, &stolen, &own_now] {
        assert!(!is_open(&http, token(ended)).await);
    }
    assert!(is_open(&http, token(&own)).await);
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one_and_all() {
    let server = TestServer::open().await;
    let http = Http(server.at);
    let own = register(&http, "Ada").await;
    let (_, phone) = log_in(&http, "Ada", PASSWORD).await;
    let bot = json!({"name": "Adabot", "version": "1.2"});
    let (_, bot) = http.post("/api/bots", Some(token(&own)), &bot).await;
    let (_, me) = http.ask("GET", "/api/me", Some(token(&own)), "").await;
    assert_eq!(me["bots"][0]["version"], "1.2");
    let (mut on_phone, _) = come(&server.url(), Some(&phone["token"])).await;
    let (_, listed) = http.ask("GET", "/api/sessions", Some(token(&own)), "").await;
    let sessions = listed["sessions"].as_array().expect("a list").clone();
    let facts: Vec<_> = sessions
        .iter()
        .map(|one| {
            (one["player"]["name"].clone(), one["current"] == true, one["connected"] == true)
        })
        .collect();
    let expected = [("Ada", true, false), ("Ada", false, true), ("Adabot", false, false)];
    assert_eq!(facts, expected.map(|(name, current, on)| (json!(name), current, on)));
    for secret in [&own, &phone, &bot] {
        assert!(!listed.to_string().contains(token(secret)));
    }
    let end = async |one: &Value| {
        let path = format!("/api/sessions/{}", one["session"].as_str().expect("a name"));
        http.ask("DELETE", &path, Some(token(&own)), "").await.0
    };
    assert_eq!(end(&sessions[1]).await, 204);
    assert_eq!(on_phone.closed().await, Some(4410));
    assert_eq!(end(&sessions[1]).await, 404);
    assert_eq!(end(&sessions[2]).await, 204);
    assert!(!is_open(&http, token(&bot)).await);
    let eve = register(&http, "Eve").await;
    let path = format!("/api/sessions/{}", sessions[0]["session"].as_str().expect("a name"));
    assert_eq!(
        http.ask("DELETE", &path, Some(token(&eve)), "").await.0,
        404,
        "it is somebody else's"
    );
    let (_, tablet) = log_in(&http, "Ada", PASSWORD).await;
    assert_eq!(http.ask("DELETE", "/api/sessions", Some(token(&own)), "").await.0, 204);
    for ended in [&own, &tablet] {
        assert!(!is_open(&http, token(ended)).await);
    }
    assert!(is_open(&http, token(&eve)).await);
}

#[tokio::test]
async fn a_name_changes_once_in_a_while_and_the_old_one_stays_its_owners() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let http = Http(server.at);
    let ada = register(&http, "Ada").await;
    let (mut window, _) = come(&server.url(), Some(&ada["token"])).await;
    let rename = async |http: &Http, name: &str| {
        http.post("/api/name", Some(token(&ada)), &json!({"name": name})).await
    };
    register(&http, "Eve").await;
    assert_eq!(rename(&http, "eve").await.0, 409);
    let (status, said) = rename(&http, "Countess").await;
    assert_eq!((status, &said["you"]["id"]), (200, &ada["you"]["id"]), "{said}");
    assert_eq!(window.closed().await, Some(1012), "it comes back with the new name");
    let (status, said) = rename(&http, "Lovelace").await;
    let again = said["retry_after_ms"].as_u64().expect("when");
    let days = again / 86_400_000;
    assert_eq!((status, &said["cause"]["kind"]), (409, &json!("renamed_too_soon")));
    assert!((29..=30).contains(&days), "{days} days");
    server.kill();

    let server = start();
    let http = Http(server.at);
    assert_eq!(rename(&http, "Lovelace").await.0, 409, "a restart is no pause");
    let (_window, welcome) = come(&server.url(), Some(&ada["token"])).await;
    assert_eq!(welcome["you"]["name"], "Countess");
    let impostor = json!({"name": "ADA", "password": PASSWORD});
    assert_eq!(http.post("/api/register", None, &impostor).await.0, 409);
    assert_eq!(log_in(&http, "Countess", PASSWORD).await.0, 200);
    assert_eq!(log_in(&http, "Ada", PASSWORD).await.0, 403);
}

#[tokio::test]
async fn a_deleted_account_leaves_its_games_without_its_name() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let http = Http(server.at);
    let ada = register(&http, "Ada").await;
    let bot = json!({"name": "Adabot", "version": "1"});
    let (_, bot) = http.post("/api/bots", Some(token(&ada)), &bot).await;
    let (mut window, _) = come(&server.url(), Some(&ada["token"])).await;
    let mut bob = server.guest("Bob").await;
    let (table, _, _) = seat(&mut window, &mut bob, nim(&[1])).await;
    let last = json!({"t": "move", "cid": 9, "table": table, "ply": 0, "move": [0, 1]});
    assert_eq!(window.ask(last).await["t"], "ok");
    let farewell = |password: &str| json!({"password": password});
    let wrong = farewell("no such password");
    assert_eq!(http.post("/api/account/delete", Some(token(&ada)), &wrong).await.0, 403);
    let right = farewell(PASSWORD);
    assert_eq!(http.post("/api/account/delete", Some(token(&ada)), &right).await.0, 204);
    assert_eq!(window.closed().await, Some(4410));
    assert!(!is_open(&http, token(&ada)).await && !is_open(&http, token(&bot)).await);
    assert_eq!(log_in(&http, "Ada", PASSWORD).await.0, 403);
    let again = json!({"name": "Ada", "password": PASSWORD});
    assert_eq!(http.post("/api/register", None, &again).await.0, 409, "nobody comes in that name");
    // The game remains, and soon loses the name.
    let path = format!("/api/games/{}", table.as_str().expect("an id"));
    let mut name = json!(null);
    for _ in 0..1_000 {
        let (status, game) = http.ask("GET", &path, None, "").await;
        assert_eq!(status, 200);
        name = game["players"][0]["name"].clone();
        if name != "Ada" {
            break;
        }
    }
    assert!(name.as_str().is_some_and(|name| name.starts_with("Deleted ")), "{name}");
    server.kill();
    let (whole, said) = run_task(folder.path(), &["check"]);
    assert!(whole, "{said}");
    let server = start();
    let mut late = Client::connect(&server.url()).await.expect("accepted");
    assert_eq!(late.refused(hello(Some(&ada["token"]))).await, "bad_hello", "for good");
    let (_, games) = Http(server.at).ask("GET", "/api/games?player=Ada", None, "").await;
    assert_eq!(games["games"], json!([]));
}

#[tokio::test]
async fn a_lost_password_is_reset_by_mail_once() {
    let mut sink = MailSink::open().await;
    let relay = format!("smtp://{}", sink.at);
    let mail = MailRelay::new(&relay, "Nim <nim@example.org>", "https://nim.example.org");
    let server = TestServer::with(Config { mail: mail.ok(), ..Config::default() }).await;
    let http = Http(server.at);
    let ada = register(&http, "Ada").await;
    let email = |password: &str| json!({"password": password, "email": "ada@example.org"});
    let set =
        async |password: &str| http.post("/api/email", Some(token(&ada)), &email(password)).await.0;
    assert_eq!(set("no such password").await, 403, "a thief does not take it over");
    assert_eq!(set(PASSWORD).await, 204);
    // No answer reveals whether an account exists or has an address.
    for name in ["Nobody", "Ada", "Ada"] {
        let (status, said) = http.post("/api/reset", None, &json!({"name": name})).await;
        assert_eq!((status, said), (204, Value::Null), "{name}");
    }
    let mail = sink.next().await;
    assert_eq!(mail.to, "ada@example.org");
    assert!(mail.text.contains("Subject: Nim: your password"), "{}", mail.text);
    let text = mail.text.replace("=\r\n", "").replace("=3D", "=");
    let link = text.split("https://nim.example.org/account#reset=").nth(1).expect("a link");
    let reset = json!({"token": &link[..64], "password": BETTER});
    let mut made_up = reset.clone();
    made_up["token"] = json!("0".repeat(64));
    let confirm = async |said: &Value| http.post("/api/reset/confirm", None, said).await;
    assert_eq!(confirm(&made_up).await.1["cause"]["kind"], "reset_expired");
    let (status, said) = confirm(&reset).await;
    assert_eq!((status, &said["you"]), (200, &ada["you"]), "{said}");
    assert!(is_open(&http, token(&said)).await && !is_open(&http, token(&ada)).await);
    assert_eq!(confirm(&reset).await.0, 403, "it is good once");
    assert_eq!(log_in(&http, "Ada", BETTER).await.0, 200);
    assert!(!sink.has_more(), "one mail, however often it is asked for");
    // Whoever changes the address, the former one hears of it.
    let other = json!({"password": BETTER, "email": "eve@example.org"});
    assert_eq!(http.post("/api/email", Some(token(&said)), &other).await.0, 204);
    let mail = sink.next().await;
    assert_eq!(mail.to, "ada@example.org");
    assert!(mail.text.contains("Subject: Nim: your address"), "{}", mail.text);
}

#[tokio::test]
async fn without_a_relay_no_mail_is_promised() {
    let server = TestServer::open().await;
    let (status, said) = Http(server.at).post("/api/reset", None, &json!({"name": "Ada"})).await;
    assert_eq!((status, &said["cause"]["kind"]), (403, &json!("no_mail")));
}

#[tokio::test]
async fn guesses_at_one_account_are_few_from_however_many_addresses() {
    let config = Config { proxies: vec![[127, 0, 0, 1].into()], ..Config::default() };
    let server = TestServer::with(config).await;
    let from = async |address: &str, path: &str, password: &str| {
        let body = json!({"name": "Ada", "password": password}).to_string();
        let headers = [("X-Forwarded-For", address)];
        let (status, said) = request(server.at, "POST", path, &headers, &body).await;
        (status, serde_json::from_str::<Value>(&said).unwrap_or_default())
    };
    assert_eq!(from("192.0.2.1", "/api/register", PASSWORD).await.0, 201);
    let (mut heard, begun) = (0_u64, Instant::now());
    let refused = loop {
        let address = format!("198.51.100.{heard}");
        match from(&address, "/api/login", "a wrong password").await {
            (403, _) if heard < 200 => heard += 1,
            (status, said) => break (status, said),
        }
    };
    assert_eq!(refused.0, 429);
    assert!(refused.1["retry_after_ms"].as_u64().is_some_and(|ms| ms > 0), "{}", refused.1);
    // A slow machine gives the next guess while the first ones are still answered.
    let (most, each) = ACCOUNT_ATTEMPTS;
    let regained = begun.elapsed().as_secs() / each.as_secs() + 1;
    assert!((u64::from(most)..=u64::from(most) + regained).contains(&heard), "{heard}");
    let stranger = from("203.0.113.5", "/api/login", PASSWORD).await;
    assert_eq!(stranger.0, 429, "not even with the right one");
    assert_eq!(from("192.0.2.1", "/api/login", PASSWORD).await.0, 200, "where its owner has been");
}
