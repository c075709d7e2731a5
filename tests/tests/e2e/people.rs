//! Whom players follow, and the archive of what they have played.

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::raw::Http;
use tests::{Client, nim, seat};

use crate::identity::{PASSWORD, come};

async fn register(http: &Http, name: &str) -> Value {
    let body = json!({"name": name, "password": PASSWORD});
    let (status, said) = http.post("/api/register", None, &body).await;
    assert_eq!(status, 201, "{said}");
    said
}

fn start(folder: &Folder) -> (ServerProcess, Http) {
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let http = Http(server.at);
    (server, http)
}

fn token(said: &Value) -> Option<&str> {
    said["token"].as_str()
}

fn id(said: &Value) -> &str {
    said["you"]["id"].as_str().expect("an id")
}

/// The names of those whom this player follows, and whether they are here.
async fn followed(http: &Http, by: &Value) -> Vec<(String, bool)> {
    let (status, all) = http.ask("GET", "/api/following", token(by), "").await;
    assert_eq!(status, 200, "{all}");
    let line = |one: &Value| {
        let name = one["player"]["name"].as_str().expect("a name").to_owned();
        (name, one["online"].as_bool().expect("known"))
    };
    all.as_array().expect("a list").iter().map(line).collect()
}

/// Whom a player follows is kept over a restart, shown to nobody else, and ends with a block or
/// with either account.
#[tokio::test]
async fn players_follow_players_until_a_block_or_the_end_of_an_account() {
    let folder = Folder::new();
    let (server, http) = start(&folder);
    let mut all = Vec::new();
    for name in ["Ada", "Bob", "Eve"] {
        all.push(register(&http, name).await);
    }
    let [ada, bob, eve] = &all[..] else { panic!("three") };
    let change = async |http: &Http, method, by, whom: &Value| {
        http.ask(method, &format!("/api/following/{}", id(whom)), by, "").await.0
    };
    assert_eq!(change(&http, "PUT", None, bob).await, 403, "a guest has nothing that is kept");
    assert_eq!(change(&http, "PUT", token(ada), ada).await, 422);
    let nobody = json!({"you": {"id": "01890a5d-ac96-774b-bcce-b302099a8057"}});
    assert_eq!(change(&http, "PUT", token(ada), &nobody).await, 404);
    for (by, whom) in [(ada, bob), (ada, eve), (bob, ada), (eve, ada)] {
        assert_eq!(change(&http, "PUT", token(by), whom).await, 204);
    }
    let (client, _) = come(&server.url(), Some(&eve["token"])).await;
    assert_eq!(followed(&http, ada).await, [("Bob".to_owned(), false), ("Eve".to_owned(), true)]);
    let path = format!("/api/players/{}", id(eve));
    for (by, follows) in [(token(ada), true), (token(bob), false), (None, false)] {
        assert_eq!(http.ask("GET", &path, by, "").await.1["followed"], follows);
    }
    drop(client);
    drop(server);

    let (_server, http) = start(&folder);
    assert_eq!(followed(&http, ada).await.len(), 2, "it is on the disk");
    assert_eq!(change(&http, "DELETE", token(ada), bob).await, 204);
    assert_eq!(change(&http, "DELETE", token(ada), bob).await, 404);
    let block = format!("/api/blocks/{}", id(ada));
    assert_eq!(http.ask("PUT", &block, token(eve), "").await.0, 204);
    assert_eq!((followed(&http, ada).await, followed(&http, eve).await), (vec![], vec![]));
    assert_eq!(change(&http, "PUT", token(ada), eve).await, 403);
    assert_eq!(followed(&http, bob).await, [("Ada".to_owned(), false)]);
    let password = json!({"password": PASSWORD});
    assert_eq!(http.post("/api/account/delete", token(ada), &password).await.0, 204);
    assert_eq!(followed(&http, bob).await, []);
    assert_eq!(change(&http, "PUT", token(bob), ada).await, 404);
}

async fn resign(player: &mut Client, table: &Value) {
    let resign = json!({"t": "resign", "cid": 9, "table": table});
    assert_eq!(player.ask(resign).await["t"], "ok");
}

/// Games are found by what they were, and a filter that a list cannot be made for is refused.
#[tokio::test]
async fn games_are_found_by_what_they_were() {
    let folder = Folder::new();
    let (server, http) = start(&folder);
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut eve = server.guest("Eve").await;
    let grundy =
        json!({"variant": "grundy", "params": {}, "ending": "normal", "start": {"heaps": [7]}});
    let (won, _, _) = seat(&mut ada, &mut bob, nim(&[3, 4])).await;
    resign(&mut bob, &won).await;
    let (lost, _, _) = seat(&mut ada, &mut eve, grundy).await;
    resign(&mut ada, &lost).await;
    let (open, _, _) = seat(&mut bob, &mut ada, nim(&[5])).await;
    assert_eq!(bob.ask(json!({"t": "abort", "cid": 8, "table": open})).await["t"], "ok");
    let (running, _, _) = seat(&mut bob, &mut eve, nim(&[6])).await;

    let list = async |query: &str| -> Vec<Value> {
        let (status, found) = http.ask("GET", &format!("/api/games?{query}"), None, "").await;
        assert_eq!((status, &found["next"]), (200, &Value::Null), "{query}: {found}");
        let games = found["games"].as_array().expect("a list").clone();
        games.iter().map(|game| game["table"].clone()).collect()
    };
    let by_id = format!("player=Ada&opponent={}", eve.id.as_str().expect("an id"));
    let expected: [(&str, &[&Value]); 12] = [
        ("player=Ada", &[&open, &lost, &won]),
        ("", &[&running, &open, &lost, &won]),
        ("player=Ada&result=won", &[&won]),
        ("player=Bob&result=lost", &[&won]),
        ("player=Ada&result=open", &[&open]),
        ("result=running", &[&running]),
        ("player=Ada&variant=grundy", &[&lost]),
        ("player=Ada&opponent=Bob", &[&open, &won]),
        (&by_id, &[&lost]),
        ("player=Ada&opponent=Ada", &[]),
        ("rated=true", &[]),
        ("rated=false&variant=nim&player=Eve", &[&running]),
    ];
    for (query, tables) in expected {
        assert_eq!(list(query).await.iter().collect::<Vec<_>>(), tables, "{query}");
    }
    let at = async |table: &Value| {
        let path = format!("/api/games/{}", table.as_str().expect("an id"));
        http.ask("GET", &path, None, "").await.1["opened_at"].as_i64().expect("a time")
    };
    let (first, last) = (at(&won).await, at(&running).await);
    assert_eq!(list(&format!("until={}", first - 1_000)).await, [Value::Null; 0]);
    assert_eq!(list(&format!("since={}", last + 1_000)).await, [Value::Null; 0]);
    assert_eq!(list(&format!("since={}&until={}", first - 1_000, last + 1_000)).await.len(), 4);

    let page = http.ask("GET", "/api/games?player=Ada&opponent=Bob&limit=1", None, "").await.1;
    let rest = format!("player=Ada&opponent=Bob&after={}", page["next"].as_str().expect("more"));
    assert_eq!((&page["games"][0]["table"], list(&rest).await), (&open, vec![won]));
    for (query, status) in [
        ("games?result=won", 422),
        ("games?variant=chess", 422),
        ("games?result=drawn", 400),
        ("games.ndjson?rated=true", 422),
    ] {
        assert_eq!(http.ask("GET", &format!("/api/{query}"), None, "").await.0, status, "{query}");
    }
}
