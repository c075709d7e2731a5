//! The identity of players: the same secret is the same player, a registered name belongs to its
//! owner only, and revoked secrets open nothing.

use protocol::limits::MAX_PLAYER_CONNECTIONS;
use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::raw::{Http, Raw};
use tests::{Client, TestServer, nim, seat};

pub(crate) const PASSWORD: &str = "correct horse battery";

pub(crate) fn hello(token: Option<&Value>) -> Value {
    let mut hello = json!({"t": "hello", "cid": 0, "kind": "person", "client": "test"});
    if let Some(token) = token {
        hello["token"] = token.clone();
    }
    hello
}

fn mv(cid: u32, table: &Value, ply: u32, mv: [u64; 2]) -> Value {
    json!({"t": "move", "cid": cid, "table": table, "ply": ply, "move": mv})
}

/// Sends `hello` with this secret; returns the client and its `welcome`.
pub(crate) async fn come(url: &str, token: Option<&Value>) -> (Client, Value) {
    let mut client = Client::connect(url).await.expect("the server accepts");
    let welcome = client.ask(hello(token)).await;
    assert_eq!(welcome["t"], "welcome", "{welcome}");
    (client, welcome)
}

#[tokio::test]
async fn a_guest_in_two_windows_is_one_player_who_plays_in_both() {
    let server = TestServer::open().await;
    let (mut first, one) = come(&server.url(), None).await;
    let token = &one["token"];
    assert_eq!(one["you"]["kind"], "guest");
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&[3, 4]), "seat": "first"});
    let seek = first.ask(seek).await["seek"].clone();
    let (mut second, two) = come(&server.url(), Some(token)).await;
    assert_eq!((&one["you"], &two["token"]), (&two["you"], &Value::Null));
    // An offer belongs to the player: it survives the window in which it was made.
    first.leave().await;
    let (mut third, _) = come(&server.url(), Some(token)).await;
    let mut bob = server.guest("Bob").await;
    assert_eq!(bob.ask(json!({"t": "accept", "cid": 1, "seek": seek})).await["t"], "ok");
    // Both windows are told that the game begins, and play it in turns.
    let seated = second.hear_a("seated").await;
    let table = &seated["state"]["table"];
    assert_eq!(third.hear_a("seated").await["token"], seated["token"]);
    assert_eq!(second.ask(mv(1, table, 0, [0, 1])).await["t"], "ok");
    while third.hear_a("state").await["ply"] != 1 {}
    bob.ask(mv(2, table, 1, [0, 1])).await;
    while third.hear_a("state").await["ply"] != 2 {}
    assert_eq!(third.ask(mv(1, table, 2, [0, 1])).await["t"], "ok");
    // The same move from the other window counts once; a different move is too late.
    assert_eq!(second.ask(mv(2, table, 2, [0, 1])).await["t"], "ok");
    assert_eq!(second.refused(mv(3, table, 2, [1, 1])).await, "stale_ply");
    second.leave().await;
    bob.ask(mv(3, table, 3, [1, 3])).await;
    while third.hear_a("state").await["ply"] != 4 {}
    assert_eq!(bob.present(table).await, json!([true, true]));
    assert_eq!(third.ask(mv(2, table, 4, [1, 1])).await["t"], "ok");
    let rated = json!({"t": "seek", "cid": 4, "game": nim(&[3]), "seat": "first", "rated": true});
    assert_eq!(third.refused(rated.clone()).await, "forbidden");
    assert_eq!(bob.refused(rated).await, "forbidden", "they are a bot, and nobody's");
    let mut eve = server.guest("Eve").await;
    assert_eq!(eve.refused(json!({"t": "attach", "cid": 1, "table": table})).await, "forbidden");
}

#[tokio::test]
async fn offers_end_with_a_players_last_window() {
    let server = TestServer::open().await;
    let (mut first, welcome) = come(&server.url(), None).await;
    let (second, _) = come(&server.url(), Some(&welcome["token"])).await;
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&[3]), "seat": "first"});
    let seek = first.ask(seek).await["seek"].clone();
    let mut bob = server.guest("Bob").await;
    let challenge = json!({"t": "challenge", "cid": 1, "player": welcome["you"]["id"],
        "game": nim(&[3]), "seat": "first"});
    bob.ask(challenge).await;
    first.hear_a("challenged").await;
    second.leave().await;
    bob.say(json!({"t": "ping", "cid": 3})).await;
    assert_eq!(bob.hear().await["t"], "pong", "nothing has ended");
    first.leave().await;
    assert_eq!(bob.hear_a("declined").await["reason"], "left");
    assert_eq!(bob.refused(json!({"t": "accept", "cid": 2, "seek": seek})).await, "not_found");
}

#[tokio::test]
async fn a_challenge_is_heard_in_every_window_and_answered_in_one() {
    let server = TestServer::open().await;
    let (mut first, welcome) = come(&server.url(), None).await;
    let (mut second, _) = come(&server.url(), Some(&welcome["token"])).await;
    let mut bob = server.guest("Bob").await;
    let challenge = json!({"t": "challenge", "cid": 1, "player": welcome["you"]["id"],
        "game": nim(&[3]), "seat": "first"});
    let challenge = bob.ask(challenge).await["challenge"].clone();
    for window in [&mut first, &mut second] {
        assert_eq!(window.hear_a("challenged").await["challenge"], challenge);
    }
    let reply =
        json!({"t": "reply", "cid": 1, "challenge": challenge, "accept": false, "reason": "later"});
    assert_eq!(second.ask(reply).await["t"], "ok");
    for window in [&mut first, &mut bob] {
        let declined = window.hear_a("declined").await;
        assert_eq!((&declined["challenge"], &declined["reason"]), (&challenge, &json!("later")));
    }
}

#[tokio::test]
async fn beyond_the_limit_a_players_oldest_connection_ends_and_a_bot_has_one() {
    let server = TestServer::open().await;
    let (mut oldest, welcome) = come(&server.url(), None).await;
    let mut others = Vec::new();
    for _ in 1..MAX_PLAYER_CONNECTIONS {
        others.push(come(&server.url(), Some(&welcome["token"])).await.0);
    }
    assert_eq!(oldest.ask(json!({"t": "ping", "cid": 1})).await["t"], "pong");
    others.push(come(&server.url(), Some(&welcome["token"])).await.0);
    assert_eq!(oldest.closed().await, Some(4409));
    assert_eq!(others[0].ask(json!({"t": "ping", "cid": 1})).await["t"], "pong");
    let token = "5b".repeat(32);
    let hello = json!({"t": "hello", "cid": 0, "name": "Botvinnik", "kind": "bot", "client": "test", "token": token});
    let mut before = server.stranger().await;
    assert_eq!(before.ask(hello.clone()).await["t"], "welcome");
    let mut after = server.stranger().await;
    assert_eq!(after.ask(hello).await["t"], "welcome");
    assert_eq!(before.closed().await, Some(4409));
    assert_eq!(after.ask(json!({"t": "ping", "cid": 1})).await["t"], "pong");
}

#[tokio::test]
async fn a_registered_name_is_its_owners_alone_and_outlives_the_server() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let (mut ada, welcome) = come(&server.url(), None).await;
    let token = welcome["token"].as_str().expect("a new player").to_owned();
    let http = Http(server.at);
    let credentials = json!({"name": "Ada", "password": PASSWORD});
    let short = json!({"name": "Ada", "password": "short"});
    assert_eq!(http.post("/api/register", Some(&token), &short).await.0, 422);
    let (status, said) = http.post("/api/register", Some(&token), &credentials).await;
    assert_eq!((status, &said["you"]["id"]), (201, &welcome["you"]["id"]), "{said}");
    assert_eq!(said["you"]["kind"], "person");
    assert_eq!(
        http.post("/api/register", None, &json!({"name": " ADA", "password": PASSWORD})).await.0,
        409
    );
    // An attacker who planted the guest's secret gets no account by it and loses the connection.
    assert_eq!(ada.closed().await, Some(4410));
    let mut thief = Client::connect(&server.url()).await.expect("accepted");
    assert_eq!(thief.refused(hello(Some(&json!(token)))).await, "bad_hello");
    let planted = token;
    let token = said["token"].as_str().expect("a new one").to_owned();
    assert_ne!(token, planted);
    server.kill();

    let server = start();
    let http = Http(server.at);
    let mut thief = Client::connect(&server.url()).await.expect("accepted");
    assert_eq!(thief.refused(hello(Some(&json!(planted)))).await, "bad_hello", "for good");
    let (_ada, welcome) = come(&server.url(), Some(&json!(token))).await;
    assert_eq!(
        (&welcome["you"]["name"], &welcome["you"]["kind"]),
        (&json!("Ada"), &json!("person"))
    );
    let mut impostor = Client::connect(&server.url()).await.expect("accepted");
    let mut taken = hello(None);
    taken["name"] = json!("ada");
    assert_eq!(impostor.refused(taken).await, "name_taken");
    assert_eq!(impostor.closed().await, Some(4400));
    let wrong = json!({"name": "Ada", "password": "incorrect horse battery"});
    assert_eq!(http.post("/api/login", None, &wrong).await.0, 403);
    let (status, said) = http.post("/api/login", None, &credentials).await;
    assert_eq!((status, &said["you"]), (200, &welcome["you"]), "{said}");
    assert_ne!(said["token"], json!(token));
}

#[tokio::test]
async fn a_revoked_secret_closes_its_connection_and_opens_nothing() {
    let server = TestServer::open().await;
    let http = Http(server.at);
    let credentials = json!({"name": "Ada", "password": PASSWORD});
    let (_, said) = http.post("/api/register", None, &credentials).await;
    let owner = said["token"].as_str().expect("a program").to_owned();
    let quick = json!({"name": "Quick", "version": "1"});
    assert_eq!(http.post("/api/bots", None, &quick).await.0, 403);
    let (status, bot) = http.post("/api/bots", Some(&owner), &quick).await;
    assert_eq!((status, &bot["you"]["kind"]), (201, &json!("bot")), "{bot}");
    let (mut old, _) = come(&server.url(), Some(&bot["token"])).await;
    let mut ada = server.guest("Somebody").await;
    seat(&mut old, &mut ada, nim(&[3])).await;
    // A new token makes the old one worthless.
    let (_, again) = http.post("/api/bots", Some(&owner), &quick).await;
    assert_eq!(again["you"], bot["you"]);
    assert_eq!(old.closed().await, Some(4410));
    let mut late = Client::connect(&server.url()).await.expect("accepted");
    assert_eq!(late.refused(hello(Some(&bot["token"]))).await, "bad_hello");
    let (mut new, welcome) = come(&server.url(), Some(&again["token"])).await;
    assert_eq!(welcome["games"].as_array().map(Vec::len), Some(1), "it is still the same bot");
    let id = bot["you"]["id"].as_str().expect("an id");
    assert_eq!(http.ask("DELETE", &format!("/api/bots/{id}"), Some(&owner), "").await.0, 204);
    assert_eq!(new.closed().await, Some(4410));
    // Logging out closes connections too.
    let (mut person, _) = come(&server.url(), Some(&json!(owner))).await;
    assert_eq!(http.post("/api/logout", Some(&owner), &Value::Null).await.0, 204);
    assert_eq!(person.closed().await, Some(4410));
    assert_eq!(http.post("/api/bots", Some(&owner), &quick).await.0, 403);
}

#[tokio::test]
async fn the_page_brings_a_cookie_and_a_token_in_the_address_is_refused() {
    let server = TestServer::open().await;
    let mut raw = Raw::connect(server.at).await;
    raw.write(b"GET / HTTP/1.1\r\nHost: nim.test\r\nConnection: close\r\n\r\n").await;
    let head = raw.head().await;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert!(head.lines().any(|line| line == "cache-control: private"), "{head}");
    let cookie = cookie.split(';').next().expect("a pair");
    let origin = format!("http://{}", server.at);
    let page = [("origin", origin.as_str()), ("cookie", cookie)];
    let mut ids = Vec::new();
    for headers in [&page[..], &page[..], &page[1..]] {
        let mut client = Client::connect_with(&server.url(), headers).await.expect("accepted");
        let welcome = client.ask(hello(None)).await;
        ids.push((welcome["you"]["id"].clone(), welcome["token"].is_null()));
    }
    assert_eq!(ids[0], ids[1]);
    assert_eq!((ids[0].1, ids[2].1), (true, false), "no page, no cookie");
    assert_ne!(ids[0].0, ids[2].0);
    let secret = cookie.strip_prefix("nim=").expect("our cookie");
    let bearer = format!("Bearer {secret}");
    let program = [("authorization", bearer.as_str())];
    let mut client = Client::connect_with(&server.url(), &program).await.expect("accepted");
    assert_eq!(client.ask(hello(None)).await["you"]["id"], ids[0].0);
    let query = format!("{}?token={secret}", server.url());
    let refused = Client::connect(&query).await.err().expect("refused").to_string();
    assert!(refused.contains("400"), "{refused}");
}

/// A banned player, named by id or by name, is disconnected and not admitted again, with any of
/// their secrets or after a restart; nor are their bots.
#[tokio::test]
async fn a_banned_player_stays_out_until_pardoned() {
    let folder = Folder::new();
    let admin = "ab".repeat(32);
    let variable = format!("NIM_ADMIN_TOKEN={admin}");
    let start = || {
        let program = ["env", variable.as_str()];
        let flags = ["--house-bots", "off"];
        ServerProcess::start_under(&program, folder.path(), &flags).expect("it starts")
    };
    let server = start();
    let http = Http(server.at);
    let (mut guest, one) = come(&server.url(), None).await;
    let (_, eve) =
        http.post("/api/register", None, &json!({"name": "Eve", "password": PASSWORD})).await;
    let (mut eve_plays, two) = come(&server.url(), Some(&eve["token"])).await;
    let token = eve["token"].as_str().expect("a token");
    let (_, bot) =
        http.post("/api/bots", Some(token), &json!({"name": "Evebot", "version": "1"})).await;
    let (mut bot_plays, _) = come(&server.url(), Some(&bot["token"])).await;
    let ban = async |whom: Value| http.post("/admin/banned-players", Some(&admin), &whom).await;
    assert_eq!(ban(json!({"player": one["you"]["id"]})).await.0, 200);
    assert_eq!(guest.closed().await, Some(4403));
    let (status, answer) = ban(json!({"name": "EVE"})).await;
    assert_eq!((status, &answer["player"]), (200, &two["you"]["id"]));
    assert_eq!(eve_plays.closed().await, Some(4403));
    assert_eq!(bot_plays.closed().await, Some(4403));
    assert_eq!(ban(json!({"name": "Nobody"})).await.0, 404);

    let server = {
        server.kill();
        start()
    };
    let http = Http(server.at);
    for token in [&one["token"], &eve["token"], &bot["token"]] {
        let mut again = Client::connect(&server.url()).await.expect("the address is not banned");
        again.say(hello(Some(token))).await;
        assert_eq!(again.closed().await, Some(4403));
    }
    assert_eq!(http.ask("GET", "/api/me", Some(token), "").await.0, 403);
    let login = json!({"name": "Eve", "password": PASSWORD});
    assert_eq!(http.post("/api/login", None, &login).await.0, 403);
    let listed = http.ask("GET", "/admin/banned-players", Some(&admin), "").await.1;
    let named = |entry: &&Value| entry["name"] == "Eve";
    assert_eq!(listed.as_array().expect("a list").iter().filter(named).count(), 1, "{listed}");
    // Nobody else is affected.
    let mut bob = server.guest("Bob").await;
    assert_eq!(bob.ask(json!({"t": "ping", "cid": 1})).await["t"], "pong");

    let path = format!("/admin/banned-players/{}", two["you"]["id"].as_str().expect("an id"));
    assert_eq!(http.ask("DELETE", &path, Some(&admin), "").await.0, 204);
    assert_eq!(http.ask("DELETE", &path, Some(&admin), "").await.0, 404);
    come(&server.url(), Some(&eve["token"])).await;
    come(&server.url(), Some(&bot["token"])).await;
}

#[tokio::test]
async fn both_windows_find_their_seat_again_after_kill_9() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let (mut first, welcome) = come(&server.url(), None).await;
    let token = &welcome["token"];
    let (mut second, _) = come(&server.url(), Some(token)).await;
    let mut bob = Client::guest(&server.url(), "Bob").await;
    let (table, seated, _) = seat(&mut first, &mut bob, nim(&[3, 4])).await;
    assert_eq!(second.ask(mv(1, &table, 0, [0, 1])).await["t"], "ok");
    server.kill();
    let server = start();
    let (mut first, one) = come(&server.url(), Some(token)).await;
    let (mut second, two) = come(&server.url(), Some(token)).await;
    assert_eq!((&one["games"], &two["games"]), (&json!([table]), &json!([table])));
    // One returns with the seat's secret, the other as the player.
    let attach = json!({"t": "attach", "cid": 1, "table": table, "token": seated["token"]});
    assert_eq!(first.ask(attach).await["state"]["ply"], 1);
    let view = second.ask(json!({"t": "attach", "cid": 1, "table": table})).await;
    assert_eq!(view["state"]["present"], json!([true, false]));
    first.leave().await;
    let view = second.ask(json!({"t": "attach", "cid": 2, "table": table})).await;
    assert_eq!(view["state"]["present"], json!([true, false]));
    assert_eq!(second.ask(mv(3, &table, 0, [0, 1])).await["t"], "ok", "it is kept");
}
