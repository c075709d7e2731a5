//! A short siege of the real server: several attacks at once. The server must grant nothing that it
//! should refuse, give reasons for refusals, and stay within its memory.

use std::fs;
use std::time::Duration;

use bot::ServerUrl;
use rules::{Game, Setup};
use serde_json::{Value, json};
use siege::{Attack, largest_starts};
use tests::process::{Folder, ServerProcess};
use tests::raw::{get, post};
use tests::{Client, PATIENCE, seat};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// The most memory that the server may have used, in bytes.
const MEMORY: u64 = 256 << 20;

/// The attacks that are meaningful within a few seconds.
const ATTACKS: [Attack; 7] = [
    Attack::Questions,
    Attack::Reviews,
    Attack::Tables,
    Attack::Disk,
    Attack::Tournaments,
    Attack::Cookies,
    Attack::Churn,
];

/// The peak memory of a process, in bytes.
fn peak(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("the server runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.expect("a number") << 10
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_siege_is_borne_within_the_memory() {
    let folder = Folder::new();
    let flags = ["--house-bots", "off", "--solver-memory", "32"];
    let server = ServerProcess::start(folder.path(), &flags);
    let url: ServerUrl = server.url().parse().expect("an address");
    let mut attackers = JoinSet::new();
    for attack in ATTACKS {
        attackers.spawn(besiege(attack, url.clone()));
    }
    while let Some(ended) = attackers.join_next().await {
        ended.expect("no attacker panics");
    }
    let peak = peak(server.id().parse().expect("a number"));
    assert!(peak < MEMORY, "{} MB", peak >> 20);
}

/// One attack, for some seconds; on a busy machine for as long as it has asked nothing.
async fn besiege(attack: Attack, url: ServerUrl) {
    let given_up = Instant::now() + PATIENCE;
    loop {
        let until = Instant::now() + Duration::from_secs(8);
        let finding = attack.run(url.clone(), until).await;
        assert_eq!(finding.breaches, Vec::<String>::new(), "{}: {finding:?}", attack.name());
        if finding.asked > 0 {
            return;
        }
        assert!(until < given_up, "{}: {finding:?}", attack.name());
    }
}

/// Everything that the server does with a start, with the largest that the rules admit. Whatever it
/// answers, it answers, and stays within its memory.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes ten minutes"]
async fn the_largest_starts_go_through_everything_within_the_memory() {
    let folder = Folder::new();
    let server = ServerProcess::start(
        folder.path(),
        &["--house-bots", "off", "--solver-memory", "32", "--max-connections-per-address", "0"],
    );
    let mut played = 0;
    for start in largest_starts() {
        let game = json!(start);
        let moves = match start.variant().rules().seats() {
            2 => {
                played += 1;
                play(&server, &start).await
            }
            _ => json!([]),
        };
        for path in ["/api/analysis", "/api/certificate"] {
            let question = json!({"game": game, "moves": moves}).to_string();
            let answer = answered(async || post(server.at, path, &question).await).await;
            assert!(matches!(answer, 200 | 422), "{path} {answer}: {}", start.variant().name());
        }
        let peak = peak(server.id().parse().expect("a number"));
        assert!(peak < MEMORY, "{} MB: {start}", peak >> 20);
    }
    assert!(played > 30, "{played}");
}

async fn person(server: &ServerProcess) -> Client {
    let mut person = Client::connect(&server.url()).await.expect("it is there");
    let hello =
        json!({"t": "hello", "cid": 1, "name": "Ada", "kind": "person", "client": "a test"});
    assert_eq!(person.ask(hello).await["t"], "welcome");
    person
}

/// Offers the start, plays a move of it, resigns, and waits for the review. Returns the moves.
async fn play(server: &ServerProcess, start: &Setup) -> Value {
    let game = Game::new(start.clone());
    let Some(mv) = start.variant().rules().moves(game.position()).next() else {
        return json!([]);
    };
    // A game of bots that is not rated would not be reviewed.
    let (mut ada, mut bob) = (person(server).await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, json!(start)).await;
    let mv = json!({"t": "move", "cid": 1, "table": table, "ply": 0, "move": mv});
    let made = ada.ask(mv.clone()).await;
    assert_eq!(made["t"], "ok", "{made}");
    // The move may have ended the game.
    let ended = bob.ask(json!({"t": "resign", "cid": 2, "table": table})).await;
    assert!(ended["t"] == "ok" || ended["code"] == "game_over", "{ended}");
    let path = format!("/api/games/{}/review", table.as_str().expect("an id"));
    let reviewed = answered(async || {
        let (status, answer) = get(server.at, &path).await;
        (status, serde_json::from_str(&answer).unwrap_or_default())
    });
    assert_eq!(reviewed.await, 200, "{:?} {}", start.ending(), start.variant().name());
    json!([mv["move"]])
}

/// Asks until the answer is neither that it is busy nor that it is not ready.
async fn answered(ask: impl AsyncFn() -> (u16, Value)) -> u16 {
    loop {
        match ask().await.0 {
            202 | 429 | 503 => tokio::task::yield_now().await,
            status => return status,
        }
    }
}
