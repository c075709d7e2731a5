//! Where browsers are notified: one for each session, checked, kept, and gone with the session; and
//! challenges that wait for players who are notified.

use serde_json::{Value, json};
use tests::nim;
use tests::process::{Folder, ServerProcess};
use tests::raw::Http;

use crate::identity::{PASSWORD, come};

/// A public key: the generator of the curve.
const KEY: &str =
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";
const AUTH: &str = "CQkJCQkJCQkJCQkJCQkJCQ";

fn start(folder: &Folder) -> (ServerProcess, Http) {
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let http = Http(server.at);
    (server, http)
}

async fn is_on(http: &Http, token: &str) -> (Value, Value) {
    let (status, said) = http.ask("GET", "/api/push", Some(token), "").await;
    assert_eq!(status, 200, "{said}");
    (said["on"].clone(), said["key"].clone())
}

#[tokio::test]
async fn a_browser_is_notified_until_its_session_ends() {
    let folder = Folder::new();
    let (server, http) = start(&folder);
    let account = json!({"name": "Ada", "password": PASSWORD});
    let (_, first) = http.post("/api/register", None, &account).await;
    let (_, second) = http.post("/api/login", None, &account).await;
    let [first, second] = [&first, &second].map(|said| said["token"].as_str().expect("a token"));
    let subscribe = async |http: &Http, token: Option<&str>, endpoint: &str| {
        let body = json!({"endpoint": endpoint, "p256dh": KEY, "auth": AUTH}).to_string();
        http.ask("PUT", "/api/push", token, &body).await.0
    };
    let service = "https://push.example.net/to/ada";
    assert_eq!(subscribe(&http, None, service).await, 403, "guests have no games of days");
    for hostile in ["http://push.example.net/a", "https://127.0.0.1/a", "https://localhost/a"] {
        assert_eq!(subscribe(&http, Some(first), hostile).await, 422, "{hostile}");
    }
    // Another y for the same x is no point of the curve.
    let bent = json!({"endpoint": service, "p256dh": KEY.replace("e_UfU", "e_UfQ"), "auth": AUTH});
    let (status, said) = http.ask("PUT", "/api/push", Some(first), &bent.to_string()).await;
    assert_eq!((status, &said["code"]), (422, &json!("bad_message")), "{said}");
    assert_eq!(is_on(&http, first).await.0, false);
    for token in [first, second] {
        assert_eq!(subscribe(&http, Some(token), service).await, 204);
    }
    let (on, key) = is_on(&http, first).await;
    assert_eq!(on, true);
    drop(server);

    let (_server, http) = start(&folder);
    assert_eq!(is_on(&http, first).await, (json!(true), key), "both are on the disk");
    assert_eq!(http.ask("DELETE", "/api/push", Some(first), "").await.0, 204);
    assert_eq!(is_on(&http, first).await.0, false);
    assert_eq!(is_on(&http, second).await.0, true);
    assert_eq!(http.post("/api/logout", Some(second), &Value::Null).await.0, 204);
    let (_, third) = http.post("/api/login", None, &account).await;
    assert_eq!(is_on(&http, third["token"].as_str().expect("a token")).await.0, false);
}

#[tokio::test]
async fn a_challenge_to_a_game_of_days_waits_for_a_player_who_is_notified() {
    let folder = Folder::new();
    let (server, http) = start(&folder);
    let mut accounts = Vec::new();
    for name in ["Ada", "Bob"] {
        let account = json!({"name": name, "password": PASSWORD});
        accounts.push(http.post("/api/register", None, &account).await.1);
    }
    let [ada, bob] = &accounts[..] else { panic!("two") };
    let (mut here, _) = come(&server.url(), Some(&bob["token"])).await;
    let challenge = |cid, clock: Value| {
        json!({"t": "challenge", "cid": cid, "player": ada["you"]["id"], "game": nim(&[3, 4, 5]),
            "seat": "second", "clock": clock})
    };
    let days = || json!({"kind": "days", "days": 1});
    assert_eq!(here.refused(challenge(1, days())).await, "not_found", "nothing would tell them");
    let person = format!("/api/players/{}", ada["you"]["id"].as_str().expect("an id"));
    let notified =
        async || http.ask("GET", &person, bob["token"].as_str(), "").await.1["notified"].clone();
    assert_eq!(notified().await, false);
    let body = json!({"endpoint": "https://push.example.invalid/a", "p256dh": KEY, "auth": AUTH});
    let set = http.ask("PUT", "/api/push", ada["token"].as_str(), &body.to_string()).await;
    assert_eq!(set.0, 204);
    assert_eq!(notified().await, true);
    assert_eq!(http.ask("GET", &person, None, "").await.1["notified"], false, "to nobody");
    let quick = json!({"kind": "move", "ms": 10_000});
    assert_eq!(here.refused(challenge(2, quick)).await, "not_found", "they could not come in time");
    let id = here.ask(challenge(3, days())).await["challenge"].clone();
    here.leave().await;

    let (mut there, _) = come(&server.url(), Some(&ada["token"])).await;
    let challenged = there.hear_a("challenged").await;
    assert_eq!((&challenged["challenge"], &challenged["by"]["name"]), (&id, &json!("Bob")));
    let (mut again, _) = come(&server.url(), Some(&ada["token"])).await;
    assert_eq!(again.hear_a("challenged").await["challenge"], id, "in each window");
    there.say(json!({"t": "reply", "cid": 1, "challenge": id, "accept": true})).await;
    let seated = there.hear_a("seated").await;
    assert_eq!(seated["players"][0]["name"], "Ada");
    let (_back, welcome) = come(&server.url(), Some(&bob["token"])).await;
    assert_eq!(welcome["games"], json!([seated["state"]["table"]]), "it waits for both");
}
