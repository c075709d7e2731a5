//! The server's HTTP answers against its own document.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::net::SocketAddr;
use std::path::Path;

use flate2::read::GzDecoder;
use protocol::Secret;
use serde_json::{Value, json};
use tests::documented;
use tests::process::{Folder, ServerProcess};
use tests::raw::{exchange, get, post, request};
use tests::schema::Schema;
use tests::{Client, TestServer, nim, seat};

const TOKEN: [u8; 32] = [0xcd; 32];

async fn guest(server: &ServerProcess, name: &str) -> Client {
    let mut client = Client::connect(&server.url()).await.expect("the server accepts");
    let hello = json!({"t": "hello", "cid": 0, "name": name, "kind": "bot", "client": "test"});
    assert_eq!(client.ask(hello).await["t"], "welcome");
    client
}

/// Starts a server with stored games and an admin.
fn start(folder: &Folder) -> ServerProcess {
    let token = format!("NIM_ADMIN_TOKEN={}", Secret::new(TOKEN).reveal());
    let program = ["env", token.as_str()];
    let flags = ["--house-bots", "off"];
    ServerProcess::start_under(&program, folder.path(), &flags).expect("it starts")
}

/// Plays a game of Ada against Bob, nim 1-2, and returns its table.
async fn a_game(ada: &mut Client, bob: &mut Client) -> String {
    let (table, _, _) = seat(ada, bob, nim(&[1, 2])).await;
    let mv =
        |ply, mv: [u64; 2]| json!({"t": "move", "cid": 1, "table": table, "ply": ply, "move": mv});
    assert_eq!(ada.ask(mv(0, [1, 1])).await["t"], "ok");
    assert_eq!(bob.ask(mv(1, [0, 1])).await["t"], "ok");
    assert_eq!(ada.ask(mv(2, [1, 1])).await["t"], "ok");
    table.as_str().expect("an id").to_owned()
}

async fn get_json(at: SocketAddr, path: &str) -> Value {
    let (status, body) = get(at, path).await;
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).expect("JSON")
}

#[tokio::test]
async fn games_are_found_by_id_and_by_player() {
    let folder = Folder::new();
    let server = start(&folder);
    let (mut ada, mut bob) = (guest(&server, "Ada").await, guest(&server, "Bo b").await);
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.insert(0, a_game(&mut ada, &mut bob).await);
    }
    let (running, _, _) = seat(&mut ada, &mut bob, nim(&[5])).await;

    let game = get_json(server.at, &format!("/api/games/{}", tables[0])).await;
    assert_eq!(game["moves"], json!([[1, 1], [0, 1], [1, 1]]));
    assert_eq!(game["over"], json!({"winners": [0], "reason": "played"}));
    assert_eq!(game["players"][1]["name"], "Bo b");
    assert!(game["ended_at"].as_i64() >= game["opened_at"].as_i64());
    assert!(!game.to_string().contains("token") && !game.to_string().contains("key"));
    let (_, text) = get(server.at, &format!("/api/games/{}/notation", tables[0])).await;
    assert!(text.starts_with("[Game \"nim 1,2\"]\n[Seat0 \"Ada\"]\n[Seat1 \"Bo b\"]\n"), "{text}");
    assert!(text.contains("[Result \"0\"]\n[Reason \"played\"]\n"), "{text}");
    assert!(text.contains("\n1. B-1 {spent "), "{text}");
    // It is read back, here and by the server.
    let body = json!({"text": text}).to_string();
    let (status, analysed) = post(server.at, "/api/analysis", &body).await;
    assert_eq!((status, &analysed["game"]["start"]["heaps"]), (200, &json!([1, 2])), "{analysed}");
    let record: rules::GameRecord = text.parse().expect("it can be read again");
    assert_eq!(record.game().moves().len(), 3);

    let ids = |games: &Value| -> Vec<String> {
        let games = games["games"].as_array().expect("a list");
        games.iter().map(|game| game["table"].as_str().expect("an id").to_owned()).collect()
    };
    tables.insert(0, running.as_str().expect("an id").to_owned());
    let all = get_json(server.at, "/api/games?player=Ada").await;
    assert_eq!((ids(&all), &all["next"]), (tables.clone(), &Value::Null));
    let first = get_json(server.at, "/api/games?player=Bo%20b&limit=3").await;
    assert_eq!(ids(&first), tables[..3]);
    let next = first["next"].as_str().expect("there is one more");
    let rest = get_json(server.at, &format!("/api/games?player=Ada&after={next}")).await;
    assert_eq!(ids(&rest), tables[3..]);
    assert_eq!(ids(&get_json(server.at, "/api/games?player=ada").await), [""; 0]);
    // Names need not be unique; ids are.
    let id = |player: u64| game["players"][player as usize]["id"].as_str().expect("an id");
    let played = get_json(server.at, &format!("/api/games?player={}", id(0))).await;
    assert_eq!(ids(&played), tables);
    let mut other = guest(&server, "Ada").await;
    let another = a_game(&mut other, &mut bob).await;
    assert_eq!(ids(&get_json(server.at, &format!("/api/games?player={}", id(0))).await), tables);
    let named = get_json(server.at, "/api/games?player=Ada").await;
    assert_eq!(ids(&named)[..2], [another.clone(), tables[0].clone()]);
    let path = format!("/api/games.ndjson?player={}&limit=1", id(1));
    assert!(get(server.at, &path).await.1.contains(&another));
    let nobody = format!("/api/games?player={another}");
    assert_eq!(ids(&get_json(server.at, &nobody).await), [""; 0]);

    let (status, lines) = get(server.at, "/api/games.ndjson?player=Ada").await;
    assert_eq!(status, 200);
    let lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines, *named["games"].as_array().expect("a list"));
    let listed = get_json(server.at, "/api/tables").await;
    assert_eq!(listed["tables"][0]["table"], running);
}

/// A link that is shared says what it leads to before anybody opens it.
#[tokio::test]
async fn a_link_says_what_it_leads_to() {
    let folder = Folder::new();
    let server = start(&folder);
    let (mut ada, mut bob) = (guest(&server, "Ada").await, guest(&server, "Bob").await);
    let over = a_game(&mut ada, &mut bob).await;
    let (running, seated, _) = seat(&mut ada, &mut bob, nim(&[5])).await;
    let clock = json!({"kind": "fischer", "base_ms": 90_000, "increment_ms": 2_000});
    let seek =
        json!({"t": "seek", "cid": 5, "game": nim(&[3, 4]), "seat": "first", "clock": clock});
    let seek = ada.ask(seek).await["seek"].clone();
    let told = async |path: String| {
        let (_, page) = get(server.at, &path).await;
        let title = page.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
        let about = page.split_once("og:description\" content=\"");
        let about = about.and_then(|(_, rest)| rest.split_once('"'));
        let text = |found: Option<(&str, &str)>| found.expect("it is there").0.to_owned();
        [text(title), text(about)]
    };
    let text = |id: &Value| id.as_str().expect("an id").to_owned();
    assert_eq!(
        told(format!("/seek/{}", text(&seek))).await,
        ["Ada invites you · Nim", "A game of Nim 3,4, 1.5+2. Open the link to play."]
    );
    assert_eq!(
        told(format!("/table/{}", text(&running))).await,
        ["Ada – Bob · Nim", "Being played: 0 moves so far. Watch it live."]
    );
    assert_eq!(
        told(format!("/game/{over}")).await,
        ["Ada – Bob · Nim", "Ada won after 3 moves. See where it turned."]
    );
    // Of a guest, and of what is gone, only what is general.
    let (player, general) = (text(&seated["players"][0]["id"]), told("/learn".to_owned()).await);
    for (gone, title) in
        [("seek", "Invitation"), ("player", "Player"), ("tournament", "Tournament")]
    {
        let [told_title, about] = told(format!("/{gone}/{player}")).await;
        assert_eq!(told_title, format!("{title} · Nim"));
        assert_eq!(about, general[1]);
    }
}

/// The value of a header in the head of a response.
fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
}

/// Plain and packed, an answer is sent to those who do not have it, and to nobody else.
#[tokio::test]
async fn a_list_is_sent_once_and_packed_until_it_changes() {
    let folder = Folder::new();
    let server = start(&folder);
    let (mut ada, mut bob) = (guest(&server, "Ada").await, guest(&server, "Bob").await);
    for _ in 0..8 {
        a_game(&mut ada, &mut bob).await;
    }
    let at = server.at;
    let ask = async |headers: &[(&str, &str)]| exchange(at, "GET", "/api/games", headers, "").await;
    let (head, plain) = ask(&[]).await;
    assert_eq!(header(&head, "content-encoding"), None);
    assert_eq!(header(&head, "cache-control"), Some("private, no-cache"));
    let gzip = ("Accept-Encoding", "br, gzip");
    let (packed_head, packed) = ask(&[gzip]).await;
    assert_eq!(header(&packed_head, "content-encoding"), Some("gzip"));
    let mut unpacked = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).expect("gzip");
    assert!(unpacked == plain && 2 * packed.len() < plain.len(), "{}", packed.len());
    let tags = [&head, &packed_head].map(|head| header(head, "etag").expect("a tag"));
    assert_ne!(tags[0], tags[1]);
    for (tag, others) in [(tags[0], &[][..]), (tags[1], &[gzip])] {
        let headers = [&[("If-None-Match", tag)], others].concat();
        let (head, body) = ask(&headers).await;
        assert!(head.starts_with("HTTP/1.1 304") && body.is_empty(), "{head}");
        assert_eq!(header(&head, "etag"), Some(tag));
        assert_eq!(header(&head, "vary"), Some("accept-encoding"));
    }
    a_game(&mut ada, &mut bob).await;
    let (head, _) = ask(&[("If-None-Match", tags[0])]).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
}

/// How well an answer with a secret packs would tell of it, and nobody may keep it.
#[tokio::test]
async fn an_answer_with_a_secret_is_neither_packed_nor_kept() {
    let server = TestServer::open().await;
    let headers = [("Accept-Encoding", "gzip")];
    let body = json!({"name": "Ada", "password": "seven wild horses at dawn"}).to_string();
    let (head, _) = exchange(server.at, "POST", "/api/register", &headers, &body).await;
    assert!(head.starts_with("HTTP/1.1 201"), "{head}");
    assert_eq!(header(&head, "cache-control"), Some("no-store"));
    assert_eq!((header(&head, "etag"), header(&head, "content-encoding")), (None, None));
}

/// The document contains each path, and the server each operation of the document. Every request of
/// every test checks that the answers are as documented.
/// Refusals too: no browser guesses what an answer is, and no program gets an empty one.
#[tokio::test]
async fn every_answer_says_what_it_is() {
    let folder = Folder::new();
    let server = start(&folder);
    for (method, path, status) in [
        ("GET", "/", 200),
        ("GET", "/healthz", 200),
        ("GET", "/api/variants", 200),
        ("GET", "/preview/home.png", 200),
        ("GET", "/none", 404),
        ("GET", "/api/none", 404),
        ("POST", "/api/variants", 405),
        ("POST", "/ws", 405),
        ("GET", "/ws", 426),
    ] {
        let (head, body) = exchange(server.at, method, path, &[], "").await;
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{method} {path}: {head}");
        assert_eq!(header(&head, "x-content-type-options"), Some("nosniff"), "{path}: {head}");
        assert!(header(&head, "content-type").is_some() && !body.is_empty(), "{path}: {head}");
        let allowed = (status == 405).then_some("GET,HEAD");
        assert_eq!(header(&head, "allow"), allowed, "{path}: {head}");
    }
}

#[tokio::test]
async fn the_document_lists_what_the_server_has_and_nothing_else() {
    let folder = Folder::new();
    let server = start(&folder);
    let handed_out = get_json(server.at, "/api/openapi.json").await;
    assert!(handed_out["paths"]["/api/tables"].is_object(), "{handed_out}");
    let documented: BTreeSet<String> = documented::all().map(|(_, path)| path.to_owned()).collect();
    assert_eq!(routes(), documented);
    let bearer = format!("Bearer {}", Secret::new(TOKEN).reveal());
    let admin = [("Authorization", bearer.as_str())];
    // The request that stops the server comes last.
    let (last, mut all): (Vec<_>, Vec<_>) =
        documented::all().partition(|(_, path)| *path == "/admin/drain");
    all.extend(last);
    for (method, path) in all {
        let places = ["01890a5d-ac96-774b-bcce-b302099a8061", "x"];
        for place in &places[..1 + usize::from(path.contains('{'))] {
            let filled = filled(path, place);
            for (headers, body) in [(&[][..], "{"), (&[][..], "{}"), (&admin[..], "{}")] {
                let (status, answer) = request(server.at, &method, &filled, headers, body).await;
                let known = status != 405 && !answer.contains(r#""what":"path""#);
                assert!(known, "{method} {path} {status}: {answer}");
            }
        }
    }
}

/// A path with this in the place of each parameter.
fn filled(path: &str, place: &str) -> String {
    let is_parameter = |part: &str| part.starts_with('{');
    let parts = path.split('/').map(|part| if is_parameter(part) { place } else { part });
    parts.collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn running_tables_are_listed_in_pages() {
    let server = TestServer::open().await;
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(seat(&mut ada, &mut bob, nim(&[3, 5])).await.0);
    }
    let mut found = Vec::new();
    let mut path = "/api/tables?limit=2".to_owned();
    let mut pages = 0;
    loop {
        let page = get_json(server.at, &path).await;
        let listed = page["tables"].as_array().expect("a list");
        assert!(listed.len() <= 2, "{page}");
        found.extend(listed.iter().map(|line| line["table"].clone()));
        pages += 1;
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/api/tables?limit=2&after={next}");
    }
    assert_eq!((found, pages), (tables, 2));
}

/// The paths of the server's own routers, read from all sources of its API.
fn routes() -> BTreeSet<String> {
    let api = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src/api");
    let files = fs::read_dir(api).expect("the sources").map(|file| file.expect("readable").path());
    let files = files.filter(|file| file.is_file());
    let sources: Vec<String> = files.map(|file| fs::read_to_string(file).expect("text")).collect();
    let paths = sources.iter().flat_map(|source| source.split(".route(\"").skip(1));
    paths.map(|path| path.split('"').next().expect("not empty").to_owned()).collect()
}

/// Every message of a game on the wire, and every example of docs/protocol.md, conforms to the
/// schemas that the server publishes.
#[tokio::test]
async fn messages_are_as_their_schemas_say() {
    let folder = Folder::new();
    let server = start(&folder);
    let said = get_json(server.at, "/api/schema/client.json").await;
    let heard = get_json(server.at, "/api/schema/server.json").await;
    let (said, heard) = (Schema::new(&said), Schema::new(&heard));
    let mut examples = 0;
    for line in include_str!("../../../docs/protocol.md").lines() {
        let (schema, line) = match (line.strip_prefix("C: "), line.strip_prefix("S: ")) {
            (Some(line), _) => (said, line),
            (_, Some(line)) => (heard, line),
            _ => continue,
        };
        let value: Value = serde_json::from_str(line).expect(line);
        schema.check(&value).unwrap_or_else(|why| panic!("{line}\n{why}"));
        examples += 1;
    }
    assert!(examples > 30, "{examples}");

    let (mut ada, mut bob) = (guest(&server, "Ada").await, guest(&server, "Bob").await);
    let clock = json!({"kind": "fischer", "base_ms": 60_000, "increment_ms": 0});
    let seek =
        json!({"t": "seek", "cid": 1, "game": nim(&[1, 2]), "seat": "first", "clock": clock});
    ada.say(json!({"t": "lobby", "cid": 0, "on": true})).await;
    let seeking = ada.ask(seek.clone()).await;
    bob.say(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    let seated = bob.hear_a("seated").await;
    let table = &seated["state"]["table"];
    let requests = [
        json!({"t": "moves", "cid": 3, "table": table}),
        json!({"t": "move", "cid": 4, "table": table, "ply": 0, "move": [9, 9]}),
        json!({"t": "move", "cid": 5, "table": table, "ply": 0, "move": [0, 1]}),
        json!({"t": "takeback", "cid": 6, "table": table, "ply": 0, "want": true}),
        json!({"t": "resign", "cid": 7, "table": table}),
        json!({"t": "rematch", "cid": 8, "table": table, "want": true}),
        json!({"t": "watch", "cid": 9, "table": table}),
        json!({"t": "ping", "cid": 10}),
    ];
    said.check(&seek).expect("a seek");
    for request in requests {
        said.check(&request).unwrap_or_else(|why| panic!("{request}\n{why}"));
        ada.say(request).await;
    }
    for frame in [seeking, seated] {
        heard.check(&frame).unwrap_or_else(|why| panic!("{frame}\n{why}"));
    }
    loop {
        let frame = ada.hear().await;
        heard.check(&frame).unwrap_or_else(|why| panic!("{frame}\n{why}"));
        if frame["t"] == "pong" {
            break;
        }
    }
    assert!(said.check(&json!({"t": "ping", "cid": 1, "extra": 1})).is_err());
    assert!(said.check(&json!({"t": "pong", "cid": 1})).is_err());
    assert!(heard.check(&json!({"t": "ok"})).is_err());
}

#[tokio::test]
async fn every_refusal_says_why_in_the_words_of_the_wire() {
    let server = TestServer::open().await;
    let nobody = "01890a5d-ac96-774b-bcce-b302099a8061";
    for (method, path, status, code) in [
        ("GET", "/api/nowhere".to_owned(), 404, "not_found"),
        ("GET", "/api/games?rated=maybe".to_owned(), 400, "bad_message"),
        ("GET", "/api/games/xyz".to_owned(), 400, "bad_message"),
        ("GET", format!("/api/games/{nobody}"), 404, "not_found"),
        ("GET", "/api/games/xyz/notation".to_owned(), 400, "bad_message"),
        ("GET", "/api/games/xyz/review".to_owned(), 400, "bad_message"),
        ("GET", "/api/games?player=Ada&limit=many".to_owned(), 400, "bad_message"),
        ("GET", "/api/players/xyz/ratings".to_owned(), 400, "bad_message"),
        ("GET", "/api/ladder?limit=x".to_owned(), 400, "bad_message"),
        ("GET", "/api/ladder/rated-matches?after=x".to_owned(), 400, "bad_message"),
        ("GET", "/api/variants?presets=x".to_owned(), 400, "bad_message"),
        ("GET", "/api/tournaments?after=x".to_owned(), 400, "bad_message"),
        ("GET", "/api/tournaments/xyz".to_owned(), 400, "bad_message"),
        ("GET", "/api/tournaments/xyz/pairings/1/1".to_owned(), 400, "bad_message"),
        ("POST", "/api/analysis".to_owned(), 422, "bad_message"),
        ("POST", "/api/certificate".to_owned(), 422, "bad_message"),
        ("GET", "/admin/games".to_owned(), 403, "forbidden"),
        ("GET", "/admin/nothing".to_owned(), 404, "not_found"),
    ] {
        let (got, answer) = request(server.at, method, &path, &[], "{}").await;
        let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
        assert_eq!((got, &answer["code"]), (status, &json!(code)), "{path}");
        assert!(answer["message"].as_str().is_some_and(|why| !why.is_empty()), "{path}");
        assert!(answer["cause"]["kind"].is_string(), "{path}: {answer}");
    }
}
