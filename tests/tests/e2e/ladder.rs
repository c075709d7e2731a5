//! The results of a rated pair: standings, a career and reviews, all of which survive a restart; and
//! whether the ladder finds the order of bots of known strength.

use std::process::Command;

use protocol::{Player, Secret};
use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess, binaries, run_task};
use tests::raw::{Http, get};
use tests::{Client, PATIENCE, TestServer, nim};

async fn read(server: &ServerProcess, path: &str) -> (u16, Value) {
    let (status, body) = get(server.at, path).await;
    (status, serde_json::from_str(&body).expect("JSON"))
}

/// Requests the review of a game until the solver has finished it.
pub(crate) async fn review(server: &ServerProcess, table: &Value) -> Value {
    let path = format!("/api/games/{}/review", table.as_str().expect("an id"));
    let waiting = async {
        loop {
            match read(server, &path).await {
                (200, review) => return review,
                (status, _) => assert_eq!(status, 202),
            }
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("it is reviewed")
}

/// Plays moves in turn, beginning with `one`.
async fn play(table: &Value, one: &mut Client, other: &mut Client, moves: &[[u64; 2]]) {
    let players = [one, other];
    for (ply, mv) in moves.iter().enumerate() {
        let request = json!({"t": "move", "cid": 50 + ply, "table": table, "ply": ply, "move": mv});
        let answer = players[ply % 2].ask(request).await;
        assert_eq!(answer["t"], "ok", "{answer}");
    }
}

/// Begins a rated pair and lets Ada win the first game; returns the tables of both games.
async fn win_a_game(ada: &mut Client, bob: &mut Client) -> [Value; 2] {
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&[1, 2, 4]), "seat": "first", "rated": true, "pair": true});
    let seeking = ada.ask(seek).await;
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    let first = ada.hear_a("seated").await["state"]["table"].clone();
    bob.hear_a("seated").await;
    play(&first, ada, bob, &[[2, 1], [0, 1], [2, 1], [1, 2], [2, 2]]).await;
    [first, ada.hear_a("seated").await["state"]["table"].clone()]
}

/// The moves of the second game, which Ada wins too: Bob throws away a won start.
const LOST: [[u64; 2]; 4] = [[2, 4], [1, 1], [0, 1], [1, 1]];

#[tokio::test]
async fn a_rated_pair_is_ranked_and_reviewed() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let [first, second] = win_a_game(&mut ada, &mut bob).await;
    assert_eq!(
        read(&server, "/api/ladder").await,
        (200, json!({"leaderboards": [], "next": null})),
        "half a pair is nothing"
    );
    let half = format!("/api/games/{}/review", first.as_str().expect("an id"));
    assert_eq!(read(&server, &half).await.0, 403, "the start is still being played");
    play(&second, &mut bob, &mut ada, &LOST).await;
    // The reviews change ratings, and so the order of what is read below.
    review(&server, &first).await;
    let reviewed = review(&server, &second).await;

    let board = "bots/nim/normal/free";
    let names = [board, "bots/overall"];
    let lines = names.map(|name| json!({"leaderboard": name, "players": 2}));
    let expected = json!({"leaderboards": lines, "next": null});
    assert_eq!(read(&server, "/api/ladder").await, (200, expected));
    let paged = format!("/api/ladder?limit=1&after={board}");
    let expected = json!({"leaderboards": lines[1..], "next": "bots/overall"});
    assert_eq!(read(&server, &paged).await, (200, expected));
    let (_, answer) = read(&server, &format!("/api/ladder?leaderboard={board}")).await;
    let ranking = &answer["ranking"];
    // The same in pages of one: no player is missing or repeated.
    let mut after = String::new();
    for expected in ranking.as_array().expect("a list") {
        let path = format!("/api/ladder?leaderboard={board}&limit=1{after}");
        let (_, page) = read(&server, &path).await;
        // Deviations grow from one request to the next.
        let players = page["ranking"].as_array().expect("a list").iter().map(|one| &one["player"]);
        assert_eq!(players.collect::<Vec<_>>(), [&expected["player"]]);
        after = format!("&after={}", page["next"].as_str().expect("a full page"));
    }
    let path = format!("/api/ladder?leaderboard={board}&limit=1{after}");
    let (_, end) = read(&server, &path).await;
    assert_eq!((&end["ranking"], &end["next"]), (&json!([]), &Value::Null));
    assert_eq!(
        (&end["anchors"][0]["rating"], &end["anchors"][0]["errs"]),
        (&json!(1742), &json!(0.0))
    );
    let (_, season) = read(&server, &format!("/api/ladder/season?leaderboard={board}")).await;
    let best = &season["ranking"][0];
    assert_eq!((&best["player"]["name"], &best["rank"]), (&json!("Ada"), &Value::Null), "{season}");
    assert!(best["gained"].as_f64() > Some(0.0), "{season}");
    let (rating, gained) = (best["rating"].as_f64(), best["gained"].as_f64());
    assert_eq!(rating.map(f64::round), ranking[0]["rating"].as_f64().map(f64::round), "{season}");
    assert_eq!(rating.zip(gained).map(|(now, gained)| (now - gained).round()), Some(1_500.0));
    let past = format!("/api/ladder/season?leaderboard={board}&season=1999-Q1");
    assert_eq!(read(&server, &past).await.1["ranking"], json!([]));
    assert_eq!(read(&server, &past.replace("Q1", "Q5")).await.0, 400);
    let search = |name| format!("/api/ladder?leaderboard={board}&search={name}");
    let (_, found) = read(&server, &search("AD")).await;
    assert_eq!(found["ranking"].as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found["ranking"][0]["player"]["name"], "Ada");
    assert_eq!(read(&server, &search("nobody")).await.1["ranking"], json!([]));
    let spread = format!("/api/ladder/distribution?leaderboard={board}");
    assert_eq!(read(&server, &spread).await, (200, json!({"bars": []})), "all are provisional");
    let path = format!("/api/ladder?leaderboard={board}&after=x");
    assert_eq!(read(&server, &path).await.0, 400);
    assert_eq!(ranking[0]["player"]["name"], "Ada");
    assert!(ranking[0]["rating"].as_f64() > Some(1500.0), "{ranking}");
    assert_eq!((&ranking[0]["rank"], &ranking[0]["provisional"]), (&Value::Null, &json!(true)));
    assert_eq!(read(&server, "/api/ladder?leaderboard=people/chess").await.0, 404);

    let threw = json!({"move": [2, 4], "mark": "threw", "held": [[2, 1]]});
    assert_eq!(reviewed["plies"][0], threw);
    assert_eq!(reviewed["plies"][1], json!({"move": [1, 1], "mark": "kept"}));
    let path = format!("/api/players/{}/ratings", bob.id.as_str().expect("an id"));
    let (_, career) = read(&server, &path).await;
    assert_eq!(career["opponents"][0]["player"]["name"], "Ada");
    assert_eq!(career["opponents"][0]["won"], 0);
    let changes = career["changes"].as_array().expect("a list");
    let on_board = |cause: &str| {
        let mine = |change: &&Value| change["leaderboard"] == board && change["cause"] == cause;
        changes.iter().filter(mine).collect::<Vec<_>>()
    };
    let [result] = on_board("result")[..] else { panic!("{career}") };
    assert_eq!((&result["won"], &result["games"]), (&json!(0), &json!(2)));
    assert_eq!(result["tables"], json!([first, second]), "games can be gone to");
    assert!(result["after"].as_f64() < result["before"].as_f64(), "{result}");
    // Their one decision threw the win, and follows with the review.
    let [decided] = on_board("decisions")[..] else { panic!("{career}") };
    assert_eq!((&decided["won"], &decided["games"]), (&json!(0), &json!(1)));
    assert!(decided["after"].as_f64() < decided["before"].as_f64(), "{decided}");
    let mine =
        career["ratings"].as_array().expect("a list").iter().find(|it| it["leaderboard"] == board);
    let mine = mine.expect("on the leaderboard");
    assert_eq!(
        (&mine["decisions"], &mine["kept"], &mine["rank"]),
        (&json!(1), &json!(0), &Value::Null)
    );
    assert_eq!(
        career["decisions"],
        json!([{"variant": "nim/normal", "rarity": 2, "decisions": 1, "kept": 0}])
    );
    let slowly = json!([{"variant": "nim/normal", "time_left": "free", "decisions": 1, "kept": 0}]);
    assert_eq!((&career["by_time"], &career["traits"]), (&slowly, &json!([])));
    assert_eq!(
        (&career["accuracy"]["decisions"], &career["accuracy"]["kept"]),
        (&json!(1), &json!(0))
    );

    server.kill();
    let (same, said) = run_task(folder.path(), &["recompute", "--check"]);
    assert!(same, "{said}");
    let (made, record) = run_task(folder.path(), &["record"]);
    let file = folder.path().join("record");
    std::fs::write(&file, &record).expect("written");
    let verify = ["verify", "--ladder", file.to_str().expect("a path")];
    let (holds, said) = run_task(folder.path(), &verify);
    assert!(made && holds && said.starts_with("3 entries, 1 matches count, 4 ratings"), "{said}");
    std::fs::write(&file, record.replacen("true", "false", 1)).expect("written");
    assert!(!run_task(folder.path(), &verify).0, "one decision changed");
    let server = start();
    assert_eq!(read(&server, &path).await.1["changes"], career["changes"]);
    assert_eq!(review(&server, &second).await, reviewed);
}

/// Lets the first player win both games.
async fn win_a_pair(ada: &mut Client, bob: &mut Client, heaps: [u64; 3]) {
    let seek = json!({"t": "seek", "cid": 1, "game": nim(&heaps), "seat": "first", "rated": true, "pair": true});
    let seeking = ada.ask(seek).await;
    bob.ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]})).await;
    for _ in 0..2 {
        let table = ada.hear_a("seated").await["state"]["table"].clone();
        bob.hear_a("seated").await;
        bob.ask(json!({"t": "resign", "cid": 3, "table": table})).await;
    }
}

#[tokio::test]
async fn each_version_of_a_bot_has_ratings_of_its_own() {
    let folder = Folder::new();
    let start = || ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let server = start();
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    win_a_pair(&mut ada, &mut bob, [3, 4, 5]).await;
    let mut next = Client::bot(server.at, "Ada", "2").await;
    assert_eq!(ada.closed().await, Some(4410), "one version plays at a time");
    assert_eq!((&next.id, &next.welcome["you"]["version"]), (&ada.id, &json!("2")));
    win_a_pair(&mut next, &mut bob, [3, 4, 6]).await;
    let ratings = format!("/api/players/{}/ratings", ada.id.as_str().expect("an id"));
    let of = async |version: &str| read(&server, &format!("{ratings}{version}")).await;
    let (_, latest) = of("").await;
    assert_eq!(latest["versions"], json!(["2", "1"]), "{latest}");
    let (_, former) = of("?version=1").await;
    for (version, career) in [("2", &latest), ("1", &former)] {
        assert_eq!(career["player"]["version"], version);
        assert_eq!(career["ratings"][0]["rated_matches"], 1, "{career}");
    }
    assert_eq!(of("?version=3").await.0, 404);
    let (_, answer) = read(&server, "/api/ladder?leaderboard=bots/overall").await;
    let ranked = answer["ranking"].as_array().expect("a list").iter();
    let lines = ranked.filter(|line| line["player"]["id"] == ada.id).count();
    assert_eq!(lines, 2, "{answer}");
    server.kill();
    let (same, said) = run_task(folder.path(), &["recompute", "--check"]);
    assert!(same, "{said}");
}

/// A win that was thrown away becomes a puzzle once its match is rated; a registered player's first
/// try counts.
#[tokio::test]
async fn blunders_become_puzzles() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let http = Http(server.at);
    let next = "/api/puzzles/next";
    assert_eq!(read(&server, next).await.0, 404, "there is none yet");
    let [first, second] = win_a_game(&mut ada, &mut bob).await;
    play(&second, &mut bob, &mut ada, &LOST).await;
    for table in [&first, &second] {
        review(&server, table).await;
    }
    let (status, posed) = read(&server, next).await;
    assert_eq!((status, &posed["game"]), (200, &nim(&[1, 2, 4])), "{posed}");
    assert_eq!((&posed["tried"], &posed.get("winning")), (&json!(0), &None), "{posed}");
    assert_eq!(posed["moves"].as_array().map(Vec::len), Some(7), "{posed}");
    let mut ratings: Vec<f64> = Vec::new();
    // On a busy machine fewer are drawn in time.
    while ratings.len() < 60 {
        let (_, rush) = read(&server, "/api/puzzles/rush").await;
        let puzzles = rush["puzzles"].as_array().expect("puzzles");
        ratings = puzzles.iter().filter_map(|one| one["rating"].as_f64()).collect();
    }
    assert!(ratings.len() == 60 && ratings.is_sorted(), "{ratings:?}");
    assert_eq!(read(&server, "/api/puzzles/today").await.1["puzzle"], posed["puzzle"]);
    assert_eq!(read(&server, "/api/puzzles/next?variant=nim/misere").await.0, 404);
    let path = format!("/api/puzzles/{}", posed["puzzle"]);
    let (_, eve) = http
        .post(
            "/api/register",
            None,
            &json!({"name": "Eve", "password": "eight tame goats at dusk"}),
        )
        .await;
    let token = eve["token"].as_str();
    let attempt = async |token, mv: Value| http.post(&path, token, &json!({"move": mv})).await;
    let (_, guest) = attempt(None, json!([2, 1])).await;
    assert_eq!((&guest["solved"], &guest["counted"]), (&json!(true), &json!(false)), "{guest}");
    assert_eq!(attempt(token, json!([2, 9])).await.0, 422, "no move of the position");
    let (_, wrong) = attempt(token, json!([2, 4])).await;
    assert_eq!((&wrong["solved"], &wrong["counted"]), (&json!(false), &json!(true)), "{wrong}");
    assert_eq!((&wrong["winning"], &wrong["table"]), (&json!([[2, 1]]), &second), "{wrong}");
    assert!(wrong["stands"]["rating"].as_f64() < Some(1500.0), "{wrong}");
    let (_, again) = attempt(token, json!([2, 1])).await;
    assert_eq!((&again["counted"], &again["stands"]), (&json!(false), &wrong["stands"]));
    assert_eq!(http.ask("GET", next, token, "").await.0, 404, "they have tried all");
    let id = eve["you"]["id"].as_str().expect("an id");
    let (_, career) = read(&server, &format!("/api/players/{id}/puzzles")).await;
    assert_eq!((&career["tried"], &career["solved"]), (&json!(1), &json!(0)));
    assert_eq!(career["tries"][0]["rating"], wrong["stands"]["rating"], "{career}");
    assert_eq!(get(server.at, "/api/puzzles/99").await.0, 405);
    assert_eq!(http.post("/api/puzzles/99", None, &json!({"move": [0, 1]})).await.0, 404);
    // It does not appear on the ladder.
    assert_eq!(read(&server, &format!("/api/players/{id}/ratings")).await.0, 404);
}

/// Takes one object from the first heap that has any.
async fn take_one(player: &mut Client, table: &Value, state: &Value) -> Value {
    let heaps = state["position"]["heaps"].as_array().expect("heaps");
    let heap = heaps.iter().position(|heap| *heap != json!(0)).expect("it is not over");
    let request =
        json!({"t": "move", "cid": 9, "table": table, "ply": state["ply"], "move": [heap, 1]});
    let answer = player.ask(request).await;
    assert_eq!(answer["t"], "ok", "{answer}");
    player.hear_a("state").await
}

/// While the server runs, in one commit: nobody sees a partly rebuilt ladder.
#[tokio::test]
async fn matches_voided_by_the_admin_no_longer_count() {
    let folder = Folder::new();
    let admin = Secret::new([0xad; 32]).reveal();
    let variable = format!("NIM_ADMIN_TOKEN={admin}");
    let program = ["env", variable.as_str()];
    let flags = ["--house-bots", "off"];
    let server = ServerProcess::start_under(&program, folder.path(), &flags).expect("it starts");
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let [first, second] = win_a_game(&mut ada, &mut bob).await;
    play(&second, &mut bob, &mut ada, &LOST).await;
    for table in [&first, &second] {
        review(&server, table).await;
    }
    let http = Http(server.at);
    let void = async |body: Value| http.post("/admin/ladder/void", Some(&admin), &body).await;
    assert_eq!(void(json!({"player": ada.id})).await.0, 422, "a reason is wanted");
    assert_eq!(void(json!({"player": ada.id, "why": " "})).await.0, 422);
    assert_eq!(void(json!({"rated_match": ada.id, "why": "x"})).await.0, 404, "no such match");
    let one = json!({"rated_match": second, "why": "one person, two hands"});
    assert_eq!(void(one.clone()).await, (200, json!({"rated_matches": 1})));
    assert_eq!(void(one).await.0, 404, "it is void already");
    let (_, answer) = read(&server, "/api/ladder/rated-matches").await;
    assert_eq!(answer["rated_matches"][0]["unrated"], "voided", "{answer}");
    assert_eq!(read(&server, "/api/ladder").await.1["leaderboards"], json!([]));
    let (_, done) = http.ask("GET", "/admin/audit", Some(&admin), "").await;
    assert_eq!(
        (&done[0]["what"], &done[0]["how"]),
        (&json!("void"), &json!("one person, two hands"))
    );
    server.kill();
    let (same, said) = run_task(folder.path(), &["recompute", "--check"]);
    assert!(same, "{said}");
    let (_, record) = run_task(folder.path(), &["record"]);
    assert!(record.contains("two hands"), "everybody can read it: {record}");
}

/// A player's own start must have as many decisions as a dealt one; the server reports its value.
#[tokio::test]
async fn a_start_that_decides_too_little_is_played_casually() {
    let server = TestServer::open().await;
    let mut ada = server.bot("Ada").await;
    let seek = |heaps: &[u64], rated: bool| json!({"t": "seek", "cid": 1, "game": nim(heaps), "seat": "first", "rated": rated, "pair": rated});
    assert_eq!(ada.ask(seek(&[9], false)).await["t"], "seeking");
    let refused = ada.ask(seek(&[9], true)).await;
    assert_eq!(
        (&refused["code"], &refused["cause"]["kind"]),
        (&json!("bad_game"), &json!("start_weight_too_low")),
        "{refused}"
    );
    assert_eq!(ada.ask(seek(&[3, 4, 5], true)).await["t"], "seeking");
    let http = Http(server.at);
    let value = async |heaps: &[u64]| {
        let (status, value) =
            http.post("/api/ladder/start", None, &json!({"game": nim(heaps)})).await;
        assert_eq!(status, 200, "{value}");
        value
    };
    let (thin, real) = (value(&[9]).await, value(&[3, 4, 5]).await);
    assert_eq!((&thin["won_by"], &thin["enough"]), (&json!("N"), &json!(false)));
    assert_eq!((&real["won_by"], &real["enough"]), (&json!("N"), &json!(true)));
    assert!(real["decisions"].as_f64() > thin["decisions"].as_f64(), "{thin} {real}");
    server.close().await;
}

#[tokio::test]
async fn a_single_rated_game_is_had_by_quick_play_and_judged_by_its_start() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    let mut eve = server.bot("Eve").await;
    let quick = |pool: Value| json!({"t": "quick", "cid": 1, "pool": pool});
    for bad in [json!({"single": true}), json!({"rated": true, "pair": true, "single": true})] {
        assert_eq!(ada.refused(quick(bad)).await, "bad_game");
    }
    // A player who waits for a pair is not given a single game.
    eve.ask(quick(json!({"rated": true}))).await;
    ada.ask(quick(json!({"rated": true, "single": true}))).await;
    bob.ask(quick(json!({"rated": true, "single": true}))).await;
    let seated = [ada.hear_a("seated").await, bob.hear_a("seated").await];
    assert_eq!((&seated[0]["rated"], &seated[0]["pair"]), (&json!(true), &Value::Null));
    let table = &seated[0]["state"]["table"];
    let begins = usize::from(seated[0]["seat"] != 0);
    let [first, second] = if begins == 0 { [&mut ada, &mut bob] } else { [&mut bob, &mut ada] };
    let state = take_one(first, table, &seated[0]["state"]).await;
    take_one(second, table, &state).await;
    first.ask(json!({"t": "resign", "cid": 3, "table": table})).await;
    review(&server, table).await;
    let (_, answer) = read(&server, "/api/ladder/rated-matches").await;
    let rated = &answer["rated_matches"][0];
    let (_, page) = read(&server, "/api/ladder/rated-matches?limit=1").await;
    assert_eq!((&page["rated_matches"][0], &page["next"]), (rated, &rated["number"]));
    assert_eq!((&rated["winners"], &rated["unrated"]), (&json!([[1]]), &Value::Null), "{answer}");
    assert!(rated["start"] == "N" || rated["start"] == "P", "{answer}");
    let changes = rated["changes"].as_array().expect("changes");
    let by_result = changes.iter().filter(|change| change["cause"] == "result");
    assert_eq!(by_result.count(), 4, "{answer}");
    server.kill();
    let (same, said) = run_task(folder.path(), &["recompute", "--check"]);
    assert!(same, "{said}");
}

/// Fetches the ladder's record over HTTP, a page at a time: a line with the head, and one for each
/// entry.
async fn fetch_record(server: &ServerProcess) -> String {
    let (_, mut record) = get(server.at, "/api/ladder/log").await;
    let mut after = json!(0);
    loop {
        let path = format!("/api/ladder/log/entries?limit=2&after={after}");
        let (_, page) = read(server, &path).await;
        for entry in page["entries"].as_array().expect("a list") {
            record = record + "\n" + entry.as_str().expect("a line");
        }
        after = page["next"].clone();
        if after.is_null() {
            return record + "\n";
        }
    }
}

/// All a server's ratings, by leaderboard and player or version of a bot, in thousandths of a point.
async fn all_ratings(server: &ServerProcess) -> Vec<(String, String, i64)> {
    let (_, boards) = read(server, "/api/ladder").await;
    let mut all = Vec::new();
    for board in boards["leaderboards"].as_array().expect("a list") {
        let name = board["leaderboard"].as_str().expect("a name");
        let (_, page) = read(server, &format!("/api/ladder?leaderboard={name}")).await;
        for line in page["ranking"].as_array().expect("a list") {
            let player: Player = serde_json::from_value(line["player"].clone()).expect("a player");
            let id = ladder::rating_line(&player).0.to_string();
            let rating = line["rating"].as_f64().expect("a rating");
            all.push((name.to_owned(), id, (rating * 1e3).round() as i64));
        }
    }
    all.sort();
    all
}

/// Whoever has only what is public gets the same ratings to the last digit, can see that the record
/// only grows, and trusts a new key that the old one has signed.
#[tokio::test]
async fn outsiders_recompute_the_ratings_from_what_is_public() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let (mut ada, mut bob) = (server.bot("Ada").await, server.bot("Bob").await);
    win_a_pair(&mut ada, &mut bob, [3, 4, 5]).await;
    let (_, kept) = get(server.at, "/api/ladder/log").await;
    let [_, second] = win_a_game(&mut ada, &mut bob).await;
    play(&second, &mut bob, &mut ada, &LOST).await;
    let (_, matches) = read(&server, "/api/ladder/rated-matches").await;
    for played in matches["rated_matches"].as_array().expect("a list") {
        for table in played["tables"].as_array().expect("tables") {
            review(&server, table).await;
        }
    }
    let record = fetch_record(&server).await;
    let held = ladder::check_record(&record, None, None).expect("it holds");
    let computed: Vec<_> = held
        .ratings
        .iter()
        .map(|one| (one.leaderboard.clone(), one.player.0.to_string(), one.rating))
        .collect();
    assert_eq!(computed, all_ratings(&server).await);
    let people = matches["rated_matches"][0]["people"].as_array().expect("a list");
    assert!(people.len() == 2 && people[0] != people[1], "{matches}");
    assert_ne!(&people[0], &matches["rated_matches"][0]["players"][0]["id"], "a pseudonym");

    let size = serde_json::from_str::<Value>(&kept).expect("a head")["size"].clone();
    let path = format!("/api/ladder/log/consistency?from={size}");
    let (_, continuation) = get(server.at, &path).await;
    let rated_match = &matches["rated_matches"][1]["rated_match"];
    let path =
        format!("/api/ladder/log/inclusion?rated_match={}", rated_match.as_str().expect("an id"));
    let (_, proofs) = get(server.at, &path).await;
    for bad in
        ["?size=99", "/consistency?from=0", "/consistency?from=99", "/consistency?from=1&to=99"]
    {
        assert_eq!(get(server.at, &format!("/api/ladder/log{bad}")).await.0, 400, "{bad}");
    }
    let nobody =
        format!("/api/ladder/log/inclusion?rated_match={}", ada.id.as_str().expect("an id"));
    assert_eq!(get(server.at, &nobody).await.0, 404);
    let earlier = get(server.at, &format!("/api/ladder/log?size={size}")).await.1;
    assert_eq!(earlier, kept, "heads are signed the same every time");
    server.kill();

    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("a path").to_owned()
    };
    let (kept, continuation) = (file("kept", &kept), file("continuation", &continuation));
    let verify =
        |flags: &[&str]| run_task(folder.path(), &[&["verify", "--ladder"], flags].concat());
    assert!(verify(&[&continuation, "--since", &kept]).0);
    let proofs = proofs.strip_prefix("{\"proofs\":[").and_then(|rest| rest.strip_suffix("]}"));
    let proofs = proofs.expect("a list").replace("},{\"head\":", "}\n{\"head\":");
    assert_eq!(proofs.lines().count(), 3, "the match, and the reviews of its games");
    assert!(verify(&[&file("proofs", &proofs)]).0, "{proofs}");
    let elsewhere = proofs.replacen("\"index\":", "\"index\":1", 1);
    assert!(!verify(&[&file("elsewhere", &elsewhere)]).0, "{elsewhere}");

    let (rotated, said) = run_task(folder.path(), &["rotate-key"]);
    assert!(rotated, "{said}");
    let (_, record_after) = run_task(folder.path(), &["record"]);
    let (old, new) = (file("old", &record), file("new", &record_after));
    let key = held.head.key.as_str();
    assert!(verify(&[&old]).0 && verify(&[&new, "--key", key, "--since", &old]).0);
    let forged = file(
        "forged",
        &record_after.replacen("\"changes\":[{\"old\":\"", "\"changes\":[{\"old\":\"0", 1),
    );
    assert!(!verify(&[&forged]).0);
}

/// Rates bots of known strength over the wire, or again from what was kept of it; returns the table
/// that `nim-bench ladder` prints.
fn rate_live(records: &Folder) -> String {
    let flags = ["--population", "wide", "--bots", "40", "--matches", "7", "--seeds", "6"];
    let mut bench = Command::new(binaries().join("nim-bench"));
    // Enough minutes for a busy machine; it ends when all games are played.
    bench.args(["ladder", "--live", "--only", "nim", "--minutes", "15"]).args(flags);
    let found = bench.arg("--records").arg(records.path()).output().expect("it runs");
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    String::from_utf8(found.stdout).expect("text")
}

/// The short form of the table in docs/ladder.md: over the wire, on the same games, after few
/// matches the ladder knows the order of the bots far better than their results do. Of one seed the
/// gain varies by half of itself (standard deviation 0.27 around 0.56), of the mean of six by a fifth.
#[test]
fn decisions_find_the_order_of_live_bots_sooner_than_results() {
    let records = Folder::new();
    let table = rate_live(&records);
    let (_, mean) = table.split_once("mean of 6 seeds").expect("a mean");
    let row = |name: &str| -> Vec<f64> {
        let row = mean.lines().find_map(|line| line.strip_prefix(name)).expect("a row");
        // The last two columns are not correlations.
        let values: Vec<f64> =
            row.split_whitespace().map(|value| value.parse().unwrap_or(0.0)).collect();
        values[..values.len() - 2].to_vec()
    };
    let [results, ladder] = ["results", "ladder"].map(row);
    assert_eq!((results.len(), ladder.len()), (4, 4), "after 2, 3, 5 and 7 matches:\n{table}");
    let gain: f64 = ladder.iter().zip(&results).map(|(ladder, results)| ladder - results).sum();
    assert!(gain > 0.15 && ladder[3] > 0.7, "{table}");
    assert_eq!(rate_live(&records), table, "the same games give the same ratings");
}
