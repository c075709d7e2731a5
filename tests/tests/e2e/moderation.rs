//! What whoever runs the server does about players and what is theirs.

use protocol::Secret;
use serde_json::{Value, json};
use server::Config;
use tests::House;
use tests::process::{Folder, ServerProcess};
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

/// Bans of players and addresses outlive the server, and end by themselves; all that was
/// done is written down.
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
