//! What the server tells over plain HTTP, against what its own document says.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use protocol::Secret;
use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess};
use tests::raw::{self, get, request};
use tests::schema::Schema;
use tests::{Client, House, nim, seat};

const TOKEN: [u8; 32] = [0xcd; 32];

async fn guest(server: &ServerProcess, name: &str) -> Client {
    let mut client = Client::connect(&server.url()).await.expect("the server accepts");
    let hello = json!({"t": "hello", "cid": 0, "name": name, "kind": "bot", "client": "test"});
    assert_eq!(client.ask(hello).await["t"], "welcome");
    client
}

/// A server that keeps its games, with an admin.
fn start(folder: &Folder) -> ServerProcess {
    let token = format!("NIM_ADMIN_TOKEN={}", Secret::new(TOKEN).reveal());
    let program = ["env", token.as_str()];
    let flags = ["--house-bots", "off"];
    ServerProcess::start_under(&program, folder.path(), &flags).expect("it starts")
}

/// A finished game of Ada against Bob, nim 1-2: its table.
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
    assert!(text.contains("[Result \"0 played\"]") && text.contains("\n1. B-1 "), "{text}");
    let record: rules::Record = text.parse().expect("it can be read again");
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
    let rest = get_json(server.at, &format!("/api/games?player=Ada&before={next}")).await;
    assert_eq!(ids(&rest), tables[3..]);
    assert_eq!(ids(&get_json(server.at, "/api/games?player=ada").await), [""; 0]);
    // A name may be anybody's; an id is one player's.
    let id = |player: u64| game["players"][player as usize]["id"].as_str().expect("an id");
    let hers = get_json(server.at, &format!("/api/games?player={}", id(0))).await;
    assert_eq!(ids(&hers), tables);
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

/// Each answer has a status and a form that the document knows, and the document
/// knows each path.
#[tokio::test]
async fn the_document_says_what_the_server_does() {
    let folder = Folder::new();
    let server = start(&folder);
    let (mut ada, mut bob) = (guest(&server, "Ada").await, guest(&server, "Bob").await);
    let table = a_game(&mut ada, &mut bob).await;
    let (running, _, _) = seat(&mut ada, &mut bob, nim(&[5])).await;
    let running = running.as_str().expect("an id");
    let document = get_json(server.at, "/api/openapi.json").await;
    let nowhere = "01890a5d-ac96-774b-bcce-b302099a8061";
    let analysis = json!({"game": nim(&[1, 2]), "moves": [[1, 1]]}).to_string();
    let ban = json!({"address": "192.0.2.1", "seconds": 9}).to_string();
    let plan = json!({"plan": {"name": "Cup", "format": {"kind": "swiss", "rounds": 1}, "pairs": 1,
        "courses": [{"variant": "nim"}], "entrants": 2, "begin": {"when": "full"}}})
    .to_string();
    let found = || async { raw::post_registered(server.at, "/api/tournaments", &plan).await.1 };
    let (cup, other) = (found().await, found().await);
    let organized = |by: &Value| json!({"organizer": by["organizer"]}).to_string();
    let (begin, cancel) = (organized(&cup), organized(&other));
    let id = |cup: &Value| cup["tournament"].as_str().expect("an id").to_owned();
    let (cup, other) = (id(&cup), id(&other));
    let first_board = format!("{cup} 1 1");
    let credentials = |name| json!({"name": name, "password": "a long password"}).to_string();
    let (eve, zoe) = (credentials("Eve"), credentials("Zoe"));
    let (_, registered) = raw::post(server.at, "/api/register", &eve).await;
    let secret = format!("Bearer {}", registered["token"].as_str().expect("a token"));
    let own_bot = json!({"name": "Evebot"}).to_string();
    let headers = [("Authorization", secret.as_str())];
    let (_, made) = request(server.at, "POST", "/api/bots", &headers, &own_bot).await;
    let made: Value = serde_json::from_str(&made).expect("JSON");
    let bot = made["you"]["id"].as_str().expect("an id");
    let attempts: &[(&str, &str, &str, &str)] = &[
        ("GET", "/healthz", "", ""),
        ("GET", "/readyz", "", ""),
        ("GET", "/metrics", "", ""),
        ("GET", "/api/server", "", ""),
        ("GET", "/api/tables", "", ""),
        ("GET", "/api/variants", "", ""),
        ("GET", "/api/variants", "?presets=1", ""),
        ("GET", "/api/games", "?player=Ada&limit=1", ""),
        ("GET", "/api/games", "", ""),
        ("GET", "/api/games", "?player=Ada&limit=x", ""),
        ("GET", "/api/games", "?player=Ada&other=1", ""),
        ("GET", "/api/games.ndjson", "?player=Nobody", ""),
        ("GET", "/api/games.ndjson", "?before=1", ""),
        ("GET", "/api/games/{table}", &table, ""),
        ("GET", "/api/games/{table}", nowhere, ""),
        ("GET", "/api/games/{table}", "x", ""),
        ("GET", "/api/games/{table}/notation", &table, ""),
        ("GET", "/api/games/{table}/notation", nowhere, ""),
        ("GET", "/api/games/{table}/notation", "x", ""),
        ("GET", "/api/games/{table}/review", nowhere, ""),
        ("GET", "/api/games/{table}/review", "x", ""),
        ("GET", "/api/ladder", "", ""),
        ("GET", "/api/ladder", "?board=people/overall", ""),
        ("GET", "/api/ladder", "?board=people/chess", ""),
        ("GET", "/api/ladder", "?bored=1", ""),
        ("GET", "/api/ladder/bouts", "", ""),
        ("GET", "/api/ladder/bouts", "?after=x", ""),
        ("GET", "/api/players/{player}/ratings", nowhere, ""),
        ("GET", "/api/players/{player}/ratings", "x", ""),
        ("POST", "/api/analysis", "", &analysis),
        ("POST", "/api/analysis", "", "{"),
        ("POST", "/api/analysis", "", "{}"),
        ("GET", "/api/openapi.json", "", ""),
        ("GET", "/api/schema/client.json", "", ""),
        ("GET", "/api/schema/server.json", "", ""),
        ("GET", "/admin/games", "", ""),
        ("POST", "/admin/games/{table}/end", running, "{\"winners\":[0]}"),
        ("POST", "/admin/games/{table}/end", running, "{\"winners\":[0]}"),
        ("POST", "/admin/games/{table}/end", running, "{\"winners\":[9]}"),
        ("POST", "/admin/games/{table}/end", nowhere, "{\"winners\":[]}"),
        ("POST", "/admin/games/{table}/end", running, "{"),
        ("POST", "/admin/announce", "", "{\"message\":\"hello\"}"),
        ("POST", "/admin/announce", "", "{\"message\":\"\"}"),
        ("POST", "/admin/bans", "", &ban),
        ("POST", "/admin/bans", "", "{\"seconds\":1}"),
        ("GET", "/admin/bans", "", ""),
        ("DELETE", "/admin/bans/{address}", "192.0.2.1", ""),
        ("DELETE", "/admin/bans/{address}", "192.0.2.1", ""),
        ("DELETE", "/admin/bans/{address}", "x", ""),
        ("GET", "/admin/banned-players", "", ""),
        ("POST", "/admin/banned-players", "", &json!({"player": nowhere}).to_string()),
        ("POST", "/admin/banned-players", "", "{\"name\":\"Nobody\"}"),
        ("POST", "/admin/banned-players", "", "{}"),
        ("POST", "/admin/banned-players", "", "{"),
        ("GET", "/admin/banned-players", "", ""),
        ("DELETE", "/admin/banned-players/{player}", nowhere, ""),
        ("DELETE", "/admin/banned-players/{player}", nowhere, ""),
        ("DELETE", "/admin/banned-players/{player}", "x", ""),
        ("GET", "/api/me", "", ""),
        ("POST", "/api/register", "", &zoe),
        ("POST", "/api/register", "", &zoe),
        ("POST", "/api/register", "", "{}"),
        ("POST", "/api/register", "", "{"),
        ("POST", "/api/login", "", &eve),
        ("POST", "/api/login", "", &eve.replace("long", "wrong")),
        ("POST", "/api/login", "", "{}"),
        ("POST", "/api/bots", "", &own_bot),
        ("POST", "/api/bots", "", &own_bot.replace("Evebot", "Zoe")),
        ("POST", "/api/bots", "", "{}"),
        ("DELETE", "/api/bots/{bot}", bot, ""),
        ("DELETE", "/api/bots/{bot}", nowhere, ""),
        ("DELETE", "/api/bots/{bot}", "x", ""),
        ("POST", "/api/tournaments", "", &plan),
        ("POST", "/api/tournaments", "", "{\"plan\":{}}"),
        ("POST", "/api/tournaments", "", "{"),
        ("POST", "/api/logout", "", ""),
        ("GET", "/api/me", "", ""),
        ("POST", "/api/bots", "", &own_bot),
        ("DELETE", "/api/bots/{bot}", bot, ""),
        ("GET", "/api/tournaments", "", ""),
        ("GET", "/api/tournaments", "?top=1", ""),
        ("GET", "/api/tournaments", "?top=x", ""),
        ("POST", "/api/tournaments", "", &plan),
        ("GET", "/api/tournaments/{id}", &cup, ""),
        ("GET", "/api/tournaments/{id}", nowhere, ""),
        ("GET", "/api/tournaments/{id}", "x", ""),
        ("POST", "/api/tournaments/{id}/begin", &cup, "{"),
        ("POST", "/api/tournaments/{id}/begin", &cup, "{}"),
        ("POST", "/api/tournaments/{id}/begin", &cup, &cancel),
        ("POST", "/api/tournaments/{id}/begin", &cup, &begin),
        ("POST", "/api/tournaments/{id}/begin", nowhere, &begin),
        ("POST", "/api/tournaments/{id}/cancel", &other, &begin),
        ("POST", "/api/tournaments/{id}/cancel", &other, &cancel),
        ("POST", "/api/tournaments/{id}/cancel", &other, &cancel),
        ("GET", "/api/tournaments/{id}/pairings", &cup, ""),
        ("GET", "/api/tournaments/{id}/pairings", nowhere, ""),
        ("GET", "/api/tournaments/{id}/pairings/{round}/{board}", &first_board, ""),
        ("GET", "/api/tournaments/{id}/pairings/{round}/{board}", "x 1 1", ""),
        ("GET", "/api/tournaments/{id}/export", &cup, ""),
        ("GET", "/api/tournaments/{id}/export", nowhere, ""),
        ("GET", "/api/tournaments/{id}/trf", &cup, ""),
        ("GET", "/api/tournaments/{id}/trf", nowhere, ""),
        ("GET", "/api/tournaments/{id}/trf", "x", ""),
        ("POST", "/admin/drain", "", "{}"),
    ];
    let bearer = format!("Bearer {}", Secret::new(TOKEN).reveal());
    let mut tried = BTreeSet::new();
    for &(method, path, rest, body) in attempts {
        tried.insert((path.to_owned(), method.to_lowercase()));
        let filled = fill(path, rest);
        let own = if path.starts_with("/admin") { &bearer } else { &secret };
        for headers in [&[][..], &[("Authorization", own.as_str())]] {
            // Without the token nothing changes, so that can be tried first.
            if headers.is_empty() && !path.starts_with("/admin") {
                continue;
            }
            let (status, answer) = request(server.at, method, &filled, headers, body).await;
            is_documented(&document, (path, method), status, &answer);
        }
    }
    let mut documented = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        let methods = methods.as_object().expect("methods").keys();
        documented.extend(methods.map(|method| (path.clone(), method.clone())));
    }
    assert_eq!(tried, documented);
    assert_eq!(routes(), documented.into_iter().map(|(path, _)| path).collect());
}

/// A path with its parameters, which are separated by spaces, or with a query.
fn fill(path: &str, rest: &str) -> String {
    let Some((before, after)) = path.split_once('{') else { return format!("{path}{rest}") };
    let after = after.split_once('}').expect("closed").1;
    match rest.split_once(' ') {
        Some((first, others)) => fill(&format!("{before}{first}{after}"), others),
        None => format!("{before}{rest}{after}"),
    }
}

fn is_documented(document: &Value, (path, method): (&str, &str), status: u16, answer: &str) {
    let what = format!("{method} {path} {status}: {answer}");
    let answers = &document["paths"][path][method.to_lowercase()]["responses"];
    let documented = answers.get(status.to_string()).unwrap_or_else(|| panic!("{what}"));
    let Some(content) = documented["content"].as_object() else {
        return assert_eq!(answer, "", "{what}");
    };
    let (kind, content) = content.iter().next().expect("one kind");
    let values: Vec<Value> = match kind.as_str() {
        "application/json" => vec![serde_json::from_str(answer).expect(&what)],
        "application/x-ndjson" => {
            answer.lines().map(|line| serde_json::from_str(line).expect(&what)).collect()
        }
        _ => vec![json!(answer)],
    };
    let schema = Schema::at(document, &content["schema"]);
    for value in values {
        schema.check(&value).unwrap_or_else(|why| panic!("{what}\n{why}"));
    }
}

/// The paths of the server's own routers, read from its sources.
fn routes() -> BTreeSet<String> {
    let sources = [
        include_str!("../../../server/src/api/routes.rs"),
        include_str!("../../../server/src/api/ranking.rs"),
        include_str!("../../../server/src/api/games.rs"),
        include_str!("../../../server/src/api/admin.rs"),
        include_str!("../../../server/src/api/accounts.rs"),
        include_str!("../../../server/src/api/tournaments.rs"),
    ];
    let paths = sources.iter().flat_map(|source| source.split(".route(\"").skip(1));
    paths.map(|path| path.split('"').next().expect("not empty").to_owned()).collect()
}

/// Every message of a game as it passed over the wire, and every example of
/// docs/protocol.md, is what the schemas say that the server hands out.
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
    let house = House::open().await;
    let nobody = "01890a5d-ac96-774b-bcce-b302099a8061";
    for (method, path, status, code) in [
        ("GET", "/api/nowhere".to_owned(), 404, "not_found"),
        ("GET", "/api/games".to_owned(), 400, "bad_message"),
        ("GET", "/api/games/xyz".to_owned(), 400, "bad_message"),
        ("GET", format!("/api/games/{nobody}"), 404, "not_found"),
        ("GET", "/api/games/xyz/notation".to_owned(), 400, "bad_message"),
        ("GET", "/api/games/xyz/review".to_owned(), 400, "bad_message"),
        ("GET", "/api/games?player=Ada&limit=many".to_owned(), 400, "bad_message"),
        ("GET", "/api/players/xyz/ratings".to_owned(), 400, "bad_message"),
        ("GET", "/api/ladder?top=x".to_owned(), 400, "bad_message"),
        ("GET", "/api/ladder/bouts?after=x".to_owned(), 400, "bad_message"),
        ("GET", "/api/variants?presets=x".to_owned(), 400, "bad_message"),
        ("GET", "/api/tournaments?top=x".to_owned(), 400, "bad_message"),
        ("GET", "/api/tournaments/xyz".to_owned(), 400, "bad_message"),
        ("GET", "/api/tournaments/xyz/pairings/1/1".to_owned(), 400, "bad_message"),
        ("POST", "/api/analysis".to_owned(), 422, "bad_message"),
        ("GET", "/admin/games".to_owned(), 403, "forbidden"),
        ("GET", "/admin/nothing".to_owned(), 404, "not_found"),
    ] {
        let (got, answer) = request(house.at, method, &path, &[], "{}").await;
        let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
        assert_eq!((got, &answer["code"]), (status, &json!(code)), "{path}");
        assert!(answer["message"].as_str().is_some_and(|why| !why.is_empty()), "{path}");
        assert!(answer["cause"]["kind"].is_string(), "{path}: {answer}");
    }
}
