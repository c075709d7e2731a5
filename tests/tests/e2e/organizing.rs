//! What entrants and organizers decide while a tournament runs, over the wire: byes, returns,
//! corrections and berserk are in the signed file; and tournaments that recur, with house bots.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bot::{ClientEvent, ClientOptions};
use protocol::{ClientMessage, Name, ServerMessage, Stage, TournamentId, TournamentView};
use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess, binaries};
use tests::raw::{Http, get, post};
use tests::{Client, PATIENCE, TestServer};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::identity::{PASSWORD, come};
use crate::tournaments::{Player, create, export, lines, plan};

/// The interval between looks at the list of tournaments, which nothing announces.
const POLL_EVERY: Duration = Duration::from_millis(100);

/// Gives an order of the organizer.
async fn order(house: std::net::SocketAddr, founded: &Value, what: &str, more: Value) -> u16 {
    let mut body = more;
    body["organizer"] = founded["organizer"].clone();
    let path = format!("/api/tournaments/{}/{what}", id(founded));
    post(house, &path, &body.to_string()).await.0
}

fn id(founded: &Value) -> &str {
    founded["tournament"].as_str().expect("an id")
}

async fn follow(client: &mut Client, founded: &Value) {
    let tournament = &founded["tournament"];
    client.say(json!({"t": "follow", "cid": 70, "tournament": tournament, "on": true})).await;
}

/// Waits for a view in which this holds.
async fn view_in_which(watcher: &mut Client, holds: impl Fn(&Value) -> bool) -> Value {
    loop {
        let view = watcher.hear_a("tournament").await;
        if holds(&view) {
            return view;
        }
    }
}

fn number_of(view: &Value, name: &str) -> Value {
    let entrants = view["entrants"].as_array().expect("a list");
    let entrant = entrants.iter().find(|entrant| entrant["name"] == name);
    entrant.expect("they have entered")["number"].clone()
}

/// A Swiss tournament of three rounds: one entrant misses the first and returns for the third,
/// another takes a bye in the third, and the organizer corrects a result before closing it.
#[tokio::test]
async fn a_bye_a_return_and_a_correction_are_signed_events() {
    let house = TestServer::open().await;
    let swiss = json!({"kind": "swiss", "rounds": 3});
    let mut wanted = plan(swiss, 4);
    for (field, value) in [
        ("pairs", json!(1)),
        ("byes", json!(1)),
        ("close", json!("on_request")),
        ("begin", json!({"when": "on_request"})),
    ] {
        wanted[field] = value;
    }
    let founded = create(house.at, wanted).await;
    let tournament = &founded["tournament"];
    // Each game of the first round may be played at once, later ones once the missing entrant is
    // back.
    let (open, gate) = watch::channel(2);
    let mut playing = JoinSet::new();
    for name in ["Ada", "Bob", "Dan"] {
        let mut player = Player::enter_as(house.guest(name).await, tournament).await;
        if name == "Dan" {
            let bye =
                |round| json!({"t": "bye", "cid": 3, "tournament": tournament, "round": round});
            assert_eq!(player.client.ask(bye(3)).await["t"], "ok");
            assert_eq!(player.client.refused(bye(2)).await, "forbidden", "one is the most");
        }
        playing.spawn(player.play_at_most(gate.clone()));
    }
    let eve = Player::enter_as(house.guest("Eve").await, tournament).await.client;
    let token = eve.welcome["token"].clone();
    eve.leave().await;
    let mut watcher = house.guest("Watcher").await;
    follow(&mut watcher, &founded).await;
    assert_eq!(order(house.at, &founded, "begin", json!({})).await, 204);
    view_in_which(&mut watcher, |view| view["rounds"] == 2).await;
    let mut eve = house.stranger().await;
    let hello = json!({"t": "hello", "cid": 0, "name": "Eve", "kind": "bot", "client": "test",
        "token": token});
    assert_eq!(eve.ask(hello).await["t"], "welcome");
    playing.spawn(Player::back(eve).play_at_most(gate));
    open.send_replace(usize::MAX);
    let all_played = |view: &Value| {
        view["rounds"] == 3 && view["played"] == view["pairs"] && view["stage"] == "running"
    };
    let view = view_in_which(&mut watcher, all_played).await;

    // A game of the first round that was played goes to its loser.
    let (_, met) = get(house.at, &format!("/api/tournaments/{}/pairings", id(&founded))).await;
    let met: Value = serde_json::from_str(&met).expect("JSON");
    let decided = |line: &&Value| line["round"] == 1 && line["games"] != json!([0, 0]);
    let eve = number_of(&view, "Eve");
    let without_eve = |line: &&Value| line["first"] != eve && line["second"] != eve;
    let mut pairings = met["pairings"].as_array().expect("a list").iter();
    let board = &pairings.find(|line| decided(line) && without_eve(line)).expect("one")["board"];
    let path = format!("/api/tournaments/{}/pairings/1/{board}", id(&founded));
    let detail: Value = serde_json::from_str(&get(house.at, &path).await.1).expect("JSON");
    let game = &detail["pairs"][0]["games"][0];
    let both = [&detail["first"], &detail["second"]];
    let loser = both.into_iter().find(|number| **number != game["winner"]).expect("one lost");
    let correction = json!({"round": 1, "board": board, "pair": 1, "game": 1, "winner": loser,
        "why": "the players agree"});
    let stranger = json!({"organizer": "0".repeat(64), "round": 1, "board": board, "pair": 1,
        "game": 1, "winner": loser, "why": "so"});
    let corrections = format!("/api/tournaments/{}/corrections", id(&founded));
    assert_eq!(post(house.at, &corrections, &stranger.to_string()).await.0, 403);
    assert_eq!(order(house.at, &founded, "corrections", correction.clone()).await, 204);
    assert_eq!(order(house.at, &founded, "corrections", correction).await, 403, "nothing changes");
    assert_eq!(order(house.at, &founded, "close", json!({})).await, 204);
    let view = view_in_which(&mut watcher, |view| view["stage"] == "finished").await;

    let file = export(house.at, tournament).await;
    verify::verify(&file, verify::Known::default()).expect("it holds");
    let dan = number_of(&view, "Dan");
    assert_eq!(lines(&file, "bye"), [json!({"t": "bye", "number": dan, "round": 3})]);
    assert_eq!(lines(&file, "returned"), [json!({"t": "returned", "number": eve})]);
    let corrected = lines(&file, "correction");
    assert_eq!((corrected.len(), &corrected[0]["winner"]), (1, loser));
    let in_round = |round, number: &Value| {
        let plays = |line: &&Value| line["first"] == *number || line["second"] == *number;
        lines(&file, "pairing").iter().filter(|l| l["round"] == round).filter(plays).count()
    };
    // Missing in the first, not paired in the second, back in the third, which Dan does not play.
    assert_eq!([1, 2, 3].map(|round| in_round(round, &eve)), [1, 0, 1]);
    assert_eq!(in_round(3, &dan), 0);
    drop(playing);
    house.close().await;
}

/// The person of this name, registered at the first call.
async fn person(server: &ServerProcess, name: &str) -> Client {
    let account = json!({"name": name, "password": PASSWORD});
    let http = Http(server.at);
    let (status, said) = match http.post("/api/register", None, &account).await {
        (409, _) => http.post("/api/login", None, &account).await,
        registered => registered,
    };
    assert!(status < 300, "{said}");
    come(&server.url(), Some(&said["token"])).await.0
}

#[tokio::test]
async fn who_goes_berserk_does_so_after_kill_9_too_and_the_file_says_it() {
    let folder = Folder::new();
    let flags = ["--house-bots", "off"];
    let server = ServerProcess::start(folder.path(), &flags);
    let at = server.at;
    let mut wanted = plan(json!({"kind": "arena", "seconds": 60}), 4);
    wanted["kinds"] = json!("people");
    wanted["pairs"] = json!(1);
    wanted["begin"] = json!({"when": "on_request"});
    wanted["clock"] = json!({"kind": "fischer", "base_ms": 600_000, "increment_ms": 1_000});
    let founded = create(at, wanted).await;
    let tournament = &founded["tournament"];
    let berserk = |on| json!({"t": "berserk", "cid": 3, "tournament": tournament, "on": on});
    let mut ada = person(&server, "Ada").await;
    assert_eq!(ada.refused(berserk(true)).await, "forbidden", "they have not entered");
    let mut ada = Player::enter_as(ada, tournament).await;
    let mut bob = Player::enter_as(person(&server, "Bob").await, tournament).await;
    assert_eq!(ada.client.ask(berserk(true)).await["t"], "ok");
    for on in [true, false] {
        assert_eq!(bob.client.ask(berserk(on)).await["t"], "ok");
    }
    server.kill();
    let server = ServerProcess::start_at(at, folder.path(), &flags);
    let mut ada = Player::back(person(&server, "Ada").await);
    let mut playing = JoinSet::new();
    playing.spawn(Player::back(person(&server, "Bob").await).play());
    let mut watcher = server.guest("Watcher").await;
    follow(&mut watcher, &founded).await;
    let view = watcher.hear_a("tournament").await;
    let goes = |view: &Value, name: &str| {
        let entrants = view["entrants"].as_array().expect("a list");
        entrants.iter().find(|e| e["name"] == name).expect("known")["berserk"] == true
    };
    assert_eq!((goes(&view, "Ada"), goes(&view, "Bob")), (true, false), "{view}");
    assert_eq!(order(at, &founded, "begin", json!({})).await, 204);
    let seated = ada.client.hear_a("seated").await;
    let seat = seated["seat"].as_u64().expect("a seat") as usize;
    let left = |seat: usize| seated["state"]["clock"]["left_ms"][seat].as_u64().expect("a clock");
    assert!(left(seat) <= 300_000 && left(1 - seat) > 300_000, "{seated}");
    let (_open, mut most) = watch::channel(usize::MAX);
    ada.react(&seated, &mut most).await;
    playing.spawn(ada.play());
    let one_played = |view: &Value| view["played"].as_u64().is_some_and(|played| played > 0);
    let view = view_in_which(&mut watcher, one_played).await;
    let number = number_of(&view, "Ada");
    assert_eq!(order(at, &founded, "cancel", json!({})).await, 204);
    let file = export(at, tournament).await;
    verify::verify(&file, verify::Known::default()).expect("it holds");
    let games = lines(&file, "game");
    assert!(games.len() >= 2, "{file}");
    for game in games {
        let by_seat = game["seats"].as_array().expect("two").iter().map(|seat| *seat == number);
        assert_eq!(game["berserk"], by_seat.collect::<Value>(), "{game}");
    }
}

/// Follows a tournament until this holds; it may be silent for longer than a test waits for a
/// message.
async fn wait_until(
    server: &ServerProcess,
    tournament: &Value,
    holds: impl Fn(&TournamentView) -> bool,
) -> TournamentView {
    let tournament: TournamentId = serde_json::from_value(tournament.clone()).expect("an id");
    let name = Name::try_from("Watcher".to_owned()).expect("a name");
    let url = server.url().parse().expect("an address");
    let mut client = bot::Client::new(ClientOptions::new(url, name));
    loop {
        match client.next().await.expect("the server lives") {
            ClientEvent::Connected { .. } => {
                let follow = ClientMessage::Follow { tournament, on: true };
                client.request(follow).expect("it is connected");
            }
            ClientEvent::Message(ServerMessage::Tournament(view)) if holds(&view) => return *view,
            _ => {}
        }
    }
}

/// The schedule knows minutes of the wall clock: this test waits for the next one.
#[tokio::test]
#[cfg_attr(not(feature = "tools"), ignore = "waits for the next minute; see .ci/test")]
async fn house_bots_fill_a_tournament_that_recurs() {
    // So much time for the server's start and for entering.
    const AHEAD_S: u64 = 20;
    // They may have to be built, which takes minutes.
    binaries();
    let folder = Folder::new();
    let schedule = folder.path().join("tournaments.toml");
    let now_s = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    let minute = (now_s + AHEAD_S).div_ceil(60) % 60;
    let text = format!(
        r#"
        [[tournament]]
        every = "hour"
        at-minute = {minute}
        fill-to = 4
        plan = {{ name = "Hourly", format = {{ kind = "round_robin" }}, courses = [{{ variant = "nim" }}] }}
        "#
    );
    std::fs::write(&schedule, text).expect("writable");
    let file = schedule.to_str().expect("a plain path");
    let server = ServerProcess::start(folder.path(), &["--tournaments", file]);
    let named = async || -> Vec<Value> {
        let (_, list) = get(server.at, "/api/tournaments").await;
        let list: Value = serde_json::from_str(&list).expect("JSON");
        list["tournaments"].as_array().expect("a list").clone()
    };
    let first = timeout(PATIENCE, async {
        loop {
            match named().await.into_iter().next() {
                Some(first) => break first,
                None => sleep(POLL_EVERY).await,
            }
        }
    });
    let tournament = &first.await.expect("it is announced")["tournament"];
    let ada = Player::enter_as(server.bot("Ada").await, tournament).await;
    let playing = tokio::spawn(ada.play());
    let over = wait_until(&server, tournament, |view| view.stage == Stage::Finished).await;
    let names: Vec<&str> = over.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert!(
        names.len() == 4 && names.iter().filter(|name| name.starts_with("Nim")).count() == 3,
        "{names:?}"
    );
    assert_eq!((over.played, over.pairs), (6, 6));
    verify::verify(&export(server.at, tournament).await, verify::Known::default())
        .expect("it holds");
    playing.abort();
    assert!(server.stop().success());
}
