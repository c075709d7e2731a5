//! Tournaments over the wire: entered, played, left, and checked from the file.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::Stdio;

use bot::{ClientEvent, ClientOptions};
use protocol::{ClientMessage, Name, ServerMessage, TournamentId};
use rules::{Position, Setup};
use serde_json::{Value, json};
use tests::process::{Folder, Program, ServerProcess, binaries, run_task};
use tests::raw::{get, post, post_registered};
use tests::{Client, TestServer};
use tokio::sync::watch;

/// A player who always makes the first legal move.
pub(crate) struct Player {
    pub(crate) client: Client,
    /// Their games: the seat, the game, and how many began before it.
    games: std::collections::HashMap<String, (u64, Setup, usize)>,
}

impl Player {
    async fn enter(server: &TestServer, name: &str, tournament: &Value) -> Player {
        Player::enter_as(server.guest(name).await, tournament).await
    }

    pub(crate) async fn enter_as(mut client: Client, tournament: &Value) -> Player {
        let entered = client.ask(json!({"t": "enter", "cid": 1, "tournament": tournament})).await;
        assert_eq!(entered["t"], "ok", "{entered}");
        Player::back(client)
    }

    /// An entrant who connects again.
    pub(crate) fn back(client: Client) -> Player {
        Player { client, games: Default::default() }
    }

    /// Plays for ever.
    pub(crate) async fn play(self) {
        self.play_at_most(watch::channel(usize::MAX).1).await;
    }

    /// Plays for ever, but moves in no more games than `most` says.
    pub(crate) async fn play_at_most(mut self, mut most: watch::Receiver<usize>) {
        loop {
            let message = self.client.hear().await;
            self.react(&message, &mut most).await;
        }
    }

    /// Moves, if it is their turn after this message.
    pub(crate) async fn react(&mut self, message: &Value, most: &mut watch::Receiver<usize>) {
        let state = if message["t"] == "state" { message } else { &message["state"] };
        let table = state["table"].as_str().unwrap_or_default().to_owned();
        if message["t"] == "seated" {
            let seat = message["seat"].as_u64().expect("a seat");
            assert_eq!(message["rated"], true, "{message}");
            let game = serde_json::from_value(message["game"].clone()).expect("a setup");
            let before = self.games.len();
            self.games.entry(table.clone()).or_insert((seat, game, before));
        }
        let Some((seat, game, before)) = self.games.get(&table) else { return };
        if state["to_move"] == json!(seat) {
            most.wait_for(|most| before < most).await.expect("the test runs");
            let position: Position =
                serde_json::from_value(state["position"].clone()).expect("a position");
            let rules = game.variant().rules();
            let position = rules.admit(position).expect("a position of the game");
            let mv = rules.moves(&position).next().expect("a move");
            let ply = &state["ply"];
            let mv = json!({"t": "move", "cid": 2, "table": table, "ply": ply, "move": mv});
            self.client.say(mv).await;
        }
    }
}

pub(crate) fn plan(format: Value, entrants: u32) -> Value {
    let courses = json!([{"variant": "nim"}, {"variant": "octal", "params": {"code": "0.77"}}]);
    let begin = json!({"when": "full"});
    json!({"name": "Cup", "format": format, "pairs": 2, "courses": courses,
        "entrants": entrants, "begin": begin, "wait_ms": 300})
}

pub(crate) async fn create(at: SocketAddr, plan: Value) -> Value {
    let body = json!({"plan": plan, "seed": "07".repeat(32)});
    let (status, founded) = post_registered(at, "/api/tournaments", &body.to_string()).await;
    assert_eq!(status, 201, "{founded}");
    founded
}

/// Follows a tournament to its end; returns its final state.
async fn finish(at: SocketAddr, tournament: &Value) -> Value {
    let mut watcher = Client::guest(&format!("ws://{at}{}", protocol::PATH), "Watcher").await;
    let follow = json!({"t": "follow", "cid": 1, "tournament": tournament, "on": true});
    watcher.say(follow).await;
    loop {
        let view = watcher.hear_a("tournament").await;
        if view["stage"] == "finished" {
            return view;
        }
        assert!(view["seed"].is_null(), "the seed is told too early: {view}");
    }
}

pub(crate) async fn export(at: SocketAddr, tournament: &Value) -> String {
    let id = tournament.as_str().expect("an id");
    let (status, file) = get(at, &format!("/api/tournaments/{id}/export")).await;
    assert_eq!(status, 200, "{file}");
    file
}

async fn play(format: Value, entrants: u32) -> (Value, String) {
    let server = TestServer::open().await;
    let founded = create(server.at, plan(format, entrants)).await;
    let tournament = &founded["tournament"];
    let id = tournament.as_str().expect("an id");
    let (early, _) = get(server.at, &format!("/api/tournaments/{id}/export")).await;
    assert_eq!(early, 409);
    let mut playing = tokio::task::JoinSet::new();
    for n in 0..entrants {
        playing.spawn(Player::enter(&server, &format!("bot {n}"), tournament).await.play());
    }
    let view = finish(server.at, tournament).await;
    assert_eq!(view["commitment"], founded["commitment"]);
    assert_eq!(view["seed"], "07".repeat(32));
    let file = export(server.at, tournament).await;
    let verified = verify::verify(
        &file,
        verify::Known {
            key: view["key"].as_str(),
            commitment: founded["commitment"].as_str(),
            entrants: &[],
        },
    )
    .expect("it holds");
    assert_eq!(verified.entrants as u32, entrants);
    check_met(&server, id, &file).await;
    drop(playing);
    server.close().await;
    (view, file)
}

/// Checks that the pairings over HTTP match the signed file.
async fn check_met(server: &TestServer, id: &str, file: &str) {
    let path = format!("/api/tournaments/{id}/pairings");
    let met: Value = serde_json::from_str(&get(server.at, &path).await.1).expect("JSON");
    let (signed, results) = (lines(file, "pairing"), lines(file, "result"));
    let answer = met["pairings"].as_array().expect("a list");
    assert_eq!((answer.len(), &met["count"]), (signed.len(), &json!(signed.len())));
    assert_eq!(met["running"], json!([]));
    for line in answer {
        let at = |other: &&Value| ["round", "board"].iter().all(|key| other[*key] == line[*key]);
        let pairing = signed.iter().find(at).expect("signed");
        assert_eq!((&line["first"], &line["second"]), (&pairing["first"], &pairing["second"]));
        // A bye has no result of its own.
        let none = json!({"games": [0, 0]});
        assert_eq!(line["games"], results.iter().find(at).unwrap_or(&none)["games"]);
        assert_eq!(line["over"], true);
        // Two pairs each, and none to a bye.
        let score = line["score"].as_array().expect("a list").iter().filter_map(Value::as_u64);
        assert!(score.sum::<u64>() >= if line["second"].is_null() { 0 } else { 2 }, "{line}");
    }
    let (_, one) = get(server.at, &format!("{path}/1/1")).await;
    let one: Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!(one["games"], answer[0]["games"]);
    assert_eq!(one["pairs"].as_array().map(Vec::is_empty), Some(one["second"].is_null()));
    assert_eq!(get(server.at, &format!("{path}/99/1")).await.0, 404);
    let page = async |query: &str| -> Value {
        let (_, page) = get(server.at, &format!("/api/tournaments?limit=1{query}")).await;
        serde_json::from_str(&page).expect("JSON")
    };
    let first = page("").await;
    assert_eq!(first["tournaments"][0]["tournament"], id);
    let next = first["next"].as_str().expect("a full page");
    let rest = page(&format!("&after={next}")).await;
    assert_eq!((&rest["tournaments"], &rest["next"]), (&json!([]), &Value::Null));
}

/// The lines of a kind, without the parts that depend on ids.
pub(crate) fn lines(file: &str, kind: &str) -> Vec<Value> {
    let read = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
    let mut lines: Vec<Value> = file.lines().map(read).filter(|line| line["t"] == kind).collect();
    lines.iter_mut().for_each(|line| {
        for key in ["hash", "signatures"] {
            line.as_object_mut().expect("an object").remove(key);
        }
    });
    lines.sort_by_key(|line| line.to_string());
    lines
}

#[tokio::test]
async fn a_round_robin_is_played_and_the_same_again_for_the_same_seed() {
    let format = json!({"kind": "round_robin", "cycles": 1});
    let (view, one) = play(format.clone(), 5).await;
    assert_eq!((view["played"].clone(), view["pairs"].clone()), (json!(20), json!(20)));
    let (_, two) = play(format, 5).await;
    for kind in ["pairing", "game", "result", "standing"] {
        assert!(!lines(&one, kind).is_empty());
        assert_eq!(lines(&one, kind), lines(&two, kind), "{kind}");
    }
}

/// The rated matches, the earliest first.
async fn rated_matches(at: SocketAddr) -> Vec<Value> {
    let answer = get(at, "/api/ladder/rated-matches?after=0").await.1;
    let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
    let rated = std::mem::take(answer["rated_matches"].as_array_mut().expect("a list"));
    assert!(!rated.is_empty(), "{answer}");
    rated
}

/// Registered bots play a rated tournament: every pair counts for the version that played it, and
/// the ratings follow from the games.
#[tokio::test]
async fn a_tournament_of_registered_bots_is_rated() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let at = server.at;
    let format = json!({"kind": "round_robin", "cycles": 1});
    let founded = create(at, plan(format, 3)).await;
    let tournament = &founded["tournament"];
    let mut playing = tokio::task::JoinSet::new();
    let mut bots = Vec::new();
    for name in ["Ping", "Pong", "Pang"] {
        let client = Client::bot(at, name, "1").await;
        bots.push(client.id.as_str().expect("an id").to_owned());
        playing.spawn(Player::enter_as(client, tournament).await.play());
    }
    let view = finish(at, tournament).await;
    assert_eq!((&view["played"], &view["pairs"]), (&json!(6), &json!(6)), "{view}");
    verify::verify(&export(at, tournament).await, verify::Known::default()).expect("it holds");

    let rated = rated_matches(at).await;
    assert_eq!(rated.len(), 6, "{rated:?}");
    for one in &rated {
        assert_eq!(one["unrated"], Value::Null, "{one}");
        assert_eq!(one["leaderboard"].as_str().map(|name| name.starts_with("bots/")), Some(true));
        assert!(one["changes"].as_array().is_some_and(|changes| changes.len() >= 4), "{one}");
    }
    for id in bots {
        let (status, career) = get(at, &format!("/api/players/{id}/ratings")).await;
        let career: Value = serde_json::from_str(&career).expect("JSON");
        assert_eq!((status, &career["versions"]), (200, &json!(["1"])), "{career}");
        let boards = career["ratings"].as_array().expect("a list");
        let overall = boards.iter().find(|one| one["leaderboard"] == "bots/overall");
        assert_eq!(overall.expect("it is rated")["rated_matches"], 4, "{career}");
    }
    drop(playing);
    server.kill();
    let (whole, said) = run_task(folder.path(), &["recompute", "--check"]);
    assert!(whole, "{said}");
}

#[tokio::test]
async fn every_format_comes_to_its_end() {
    for format in [
        json!({"kind": "swiss", "rounds": 3}),
        json!({"kind": "knockout"}),
        json!({"kind": "gauntlet", "champions": 1}),
    ] {
        play(format, 5).await;
    }
}

#[tokio::test]
async fn leavers_and_no_shows_lose_their_games_and_stop_nobody() {
    let server = TestServer::open().await;
    let founded = create(server.at, plan(json!({"kind": "round_robin", "cycles": 1}), 4)).await;
    let tournament = &founded["tournament"];
    let mut playing = tokio::task::JoinSet::new();
    let mut leaver = Player::enter(&server, "leaver", tournament).await;
    let gone = Player::enter(&server, "gone", tournament).await;
    drop(gone);
    for name in ["one", "two"] {
        playing.spawn(Player::enter(&server, name, tournament).await.play());
    }
    let left = json!({"t": "leave", "cid": 9, "tournament": tournament});
    assert_eq!(leaver.client.ask(left.clone()).await["t"], "ok");
    assert_eq!(leaver.client.ask(left).await["code"], "forbidden");
    drop(leaver);
    let view = finish(server.at, tournament).await;
    let name = |number: &Value| {
        let entrants = view["entrants"].as_array().expect("a list");
        entrants.iter().find(|e| e["number"] == *number).expect("known")["name"].clone()
    };
    let score = |entrant: &str| {
        let lines = view["standings"].as_array().expect("a list");
        lines.iter().find(|line| name(&line["number"]) == entrant).expect("known")["score"].clone()
    };
    // Two pairs against each of three; the two active players share theirs in some way.
    let played = score("one").as_u64().expect("a number") + score("two").as_u64().expect("one");
    assert!(played >= 16, "{view}");
    // All that an absent entrant can score: the pairs of an entrant who has left.
    assert!(score("gone").as_u64() <= Some(4), "{view}");
    let file = export(server.at, tournament).await;
    verify::verify(&file, verify::Known::default()).expect("it holds");
    assert!(file.contains("no_show"));
    server.close().await;
}

#[tokio::test]
async fn only_permitted_players_act() {
    let server = TestServer::open().await;
    let mut wanted = plan(json!({"kind": "swiss", "rounds": 2}), 3);
    wanted["entry"] = json!("invited");
    wanted["begin"] = json!({"when": "on_request"});
    let founded = create(server.at, wanted).await;
    let (tournament, invitation) = (&founded["tournament"], &founded["invitation"]);
    let path = format!("/api/tournaments/{}", tournament.as_str().expect("an id"));
    let mut ada = server.guest("Ada").await;
    let enter = |invitation: &Value| json!({"t": "enter", "cid": 1, "tournament": tournament, "invitation": invitation});
    assert_eq!(ada.ask(enter(&Value::Null)).await["code"], "forbidden");
    assert_eq!(ada.ask(enter(&founded["organizer"])).await["code"], "forbidden");
    assert_eq!(ada.ask(enter(invitation)).await["t"], "ok");
    assert_eq!(ada.ask(enter(invitation)).await["code"], "forbidden");
    let order = json!({"organizer": invitation}).to_string();
    assert_eq!(post(server.at, &format!("{path}/begin"), &order).await.0, 403);
    let order = json!({"organizer": founded["organizer"]}).to_string();
    // A single entrant cannot play.
    assert_eq!(post(server.at, &format!("{path}/begin"), &order).await.0, 403);
    assert_eq!(post(server.at, &format!("{path}/cancel"), &order).await.0, 204);
    let (status, view) = get(server.at, &path).await;
    assert!(status == 200 && view.contains("cancelled"), "{view}");
    for (body, expected) in [
        ("{}", 422),
        ("x", 400),
        (
            r#"{"plan": {"name": "x", "format": {"kind": "swiss", "rounds": 99}, "courses": []}}"#,
            422,
        ),
    ] {
        assert_eq!(
            post_registered(server.at, "/api/tournaments", body).await.0,
            expected,
            "{body}"
        );
    }
    let nobody = "/api/tournaments/01890a5d-ac96-774b-bcce-b302099a8061";
    assert_eq!(get(server.at, nobody).await.0, 404);
    server.close().await;
}

/// Whether anybody has moved in a game of a file.
fn has_moves(game: &Value) -> bool {
    game["record"].as_str().is_some_and(|record| record.contains(": "))
}

/// Follows the only tournament until this many pairs have been played.
async fn hear_of(at: SocketAddr, pairs: u32) {
    let (_, list) = get(at, "/api/tournaments").await;
    let list: Value = serde_json::from_str(&list).expect("JSON");
    let id = serde_json::from_value(list["tournaments"][0]["tournament"].clone());
    let tournament: TournamentId = id.expect("there is one");
    let name = Name::try_from("Eve".to_owned()).expect("a name");
    let url = format!("ws://{at}/ws").parse().expect("an address");
    let mut client = bot::Client::new(ClientOptions::new(url, name));
    loop {
        match client.next().await.expect("the server lives") {
            ClientEvent::Connected { .. } => {
                let follow = ClientMessage::Follow { tournament, on: true };
                client.request(follow).expect("it is connected");
            }
            ClientEvent::Message(ServerMessage::Tournament(view)) if view.played >= pairs => return,
            _ => {}
        }
    }
}

/// Unregistered bots have no ratings, and requests for them get the reason.
async fn assert_unrated(at: SocketAddr) {
    let rated = rated_matches(at).await;
    assert!(rated.iter().all(|one| one["unrated"] == "unregistered"), "{rated:?}");
}

#[tokio::test]
async fn a_tournament_survives_kill_9_twice_with_the_same_games() {
    let entrants = (0..16).map(|_| "epsilon:0.3").collect::<Vec<_>>().join(",");
    let mut files = Vec::new();
    for kills in [&[40, 120][..], &[]] {
        let folder = Folder::new();
        let out = folder.path().join("out");
        let flags = ["--house-bots", "off"];
        let mut server = ServerProcess::start(folder.path(), &flags);
        let at = server.at;
        let mut bot = std::process::Command::new(binaries().join("nim-bot"));
        bot.args(["tournament", "--format", "round-robin:2", "--variants", "nim,kayles"]);
        bot.args(["--seed", "3", "--entrants", &entrants, "--url", &format!("ws://{at}/ws")]);
        bot.arg("--out").arg(&out).env("NIM_LOG", "off");
        let bot = bot.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut bot = Program(bot);
        // It prints its plan once the tournament has been created.
        let mut said = BufReader::new(bot.0.stderr.take().expect("it is piped")).lines();
        said.next().expect("it says something").expect("text");
        let rest = std::thread::spawn(move || said.count());
        for &after in kills {
            hear_of(at, after).await;
            server.kill();
            server = ServerProcess::start_at(at, folder.path(), &flags);
        }
        assert!(bot.0.wait().expect("it can be waited for").success());
        rest.join().expect("it was read to its end");
        assert_unrated(at).await;
        server.kill();
        let file = std::fs::read_to_string(out.join("export.ndjson")).expect("the file");
        let verified = verify::verify(&file, verify::Known::default()).expect("it holds");
        assert_eq!((verified.entrants, verified.games), (16, 480));
        // No signature was lost: everybody who moved has signed their moves.
        let unmoved = lines(&file, "game").iter().filter(|game| !has_moves(game)).count();
        let verify::Attested { by_one, by_nobody, .. } = &verified.attested;
        assert_eq!((by_one, by_nobody.len()), (&Vec::new(), unmoved));
        let (whole, said) = run_task(folder.path(), &["check"]);
        assert!(whole && said.contains(" 1 tournaments: 0 wrong"), "{said}");
        files.push(file);
    }
    for kind in ["pairing", "game", "result", "standing"] {
        assert_eq!(lines(&files[0], kind), lines(&files[1], kind), "{kind}");
    }
}
