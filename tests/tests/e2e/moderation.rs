//! What whoever runs the server does about players and what is theirs.

use protocol::Secret;
use serde_json::{Value, json};
use server::Config;
use tests::House;
use tests::raw::Http;

use crate::identity::{PASSWORD, come};

const ADMIN: [u8; 32] = [0xad; 32];

/// A house that has an admin, and the admin's token.
async fn moderated() -> (House, Http, String) {
    let admin = Secret::new(ADMIN);
    let config = Config { admin_token: Some(admin), ..Config::default() };
    let house = House::with(config).await;
    let http = Http(house.at);
    (house, http, admin.reveal())
}

async fn register(http: &Http, name: &str) -> Value {
    let (status, said) =
        http.post("/api/register", None, &json!({"name": name, "password": PASSWORD})).await;
    assert_eq!(status, 201, "{said}");
    said
}

#[tokio::test]
async fn the_admin_finds_renames_lets_in_and_deletes_players() {
    let (house, http, admin) = moderated().await;
    let (ada, _) = (register(&http, "Ada").await, register(&http, "Grace").await);
    let (mut window, _) = come(&house.url(), Some(&ada["token"])).await;
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
