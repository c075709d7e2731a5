//! A server that dies: whatever it has acknowledged is there again, once, and
//! every game goes on.

use std::collections::HashSet;
use std::process::Command;

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess, run_task};
use tests::raw::Raw;
use tests::{Client, nim};

/// Kills a test makes at each kind of call; all that there are when
/// `NIM_KILLS=all` is set.
const KILLS: usize = 6;

/// One seat's way back.
struct Player {
    client: Client,
    token: Value,
}

/// Two clients at a table of a server that may die at any moment: then what they
/// do gives `None`.
struct Game {
    table: Value,
    players: [Player; 2],
    acknowledged: Vec<Value>,
}

/// Nim with one heap of ten, one object at a time: ten moves, of which each is
/// known beforehand.
const HEAP: usize = 10;

impl Game {
    async fn open(server: &ServerProcess) -> Option<Game> {
        let mut ada = guest(server).await?;
        let mut bob = guest(server).await?;
        let seek = json!({"t": "seek", "cid": 1, "game": nim(&[HEAP as u64]), "seat": "first"});
        let seeking = ada.try_ask(seek, "seeking").await?;
        bob.try_ask(json!({"t": "accept", "cid": 2, "seek": seeking["seek"]}), "ok").await?;
        let (one, two) = (ada.try_hear_a("seated").await?, bob.try_hear_a("seated").await?);
        let table = one["state"]["table"].clone();
        let player = |client, seated: Value| Player { client, token: seated["token"].clone() };
        let players = [player(ada, one), player(bob, two)];
        Some(Game { table, players, acknowledged: Vec::new() })
    }

    /// Plays the next move and waits for its answer.
    async fn play(&mut self) -> Option<()> {
        let ply = self.acknowledged.len();
        let request = a_move(&self.table, ply);
        self.players[ply % 2].client.try_ask(request, "ok").await?;
        self.acknowledged.push(json!([0, 1]));
        Some(())
    }

    /// Plays to the end: the last of ten moves is the second player's.
    async fn finish(&mut self) -> Option<()> {
        while self.acknowledged.len() < HEAP {
            self.play().await?;
        }
        let watch = json!({"t": "watch", "cid": 2, "table": self.table});
        let view = self.players[0].client.try_ask(watch, "table").await?;
        let over = json!({"winners": [1], "reason": "played"});
        assert_eq!(view["state"]["over"], over, "{view}");
        Some(())
    }

    /// Both players come back to a server on the same folder. Each acknowledged
    /// move must be there once, and at most one more: the one under way.
    async fn come_back(&mut self, server: &ServerProcess) {
        let known = self.acknowledged.len();
        for player in &mut self.players {
            player.client = guest(server).await.expect("a guest");
            let (table, token) = (&self.table, &player.token);
            let attach = json!({"t": "attach", "cid": 1, "table": table, "token": token});
            let view = player.client.try_ask(attach, "table").await.expect("it lives");
            let moves = view["moves"].as_array().expect("a list").clone();
            assert!(known <= moves.len() && moves.len() <= known + 1, "{known}: {view}");
            assert!(moves.iter().all(|mv| *mv == json!([0, 1])), "{view}");
            assert_eq!(view["state"]["position"]["heaps"], json!([HEAP - moves.len()]));
            self.acknowledged = moves;
        }
    }
}

fn a_move(table: &Value, ply: usize) -> Value {
    json!({"t": "move", "cid": ply + 10, "table": table, "ply": ply, "move": [0, 1]})
}

async fn guest(server: &ServerProcess) -> Option<Client> {
    let mut client = Client::connect(&server.url()).await.ok()?;
    let hello = json!({"t": "hello", "cid": 0, "name": "Ada", "kind": "bot", "client": "test"});
    client.try_ask(hello, "welcome").await?;
    Some(client)
}

const FLAGS: &[&str] = &["--house-bots", "off"];

fn start(folder: &Folder) -> ServerProcess {
    ServerProcess::start(folder.path(), FLAGS)
}

fn assert_whole(folder: &Folder) {
    let (whole, said) = run_task(folder.path(), &["check"]);
    assert!(whole, "{said}");
}

#[tokio::test]
async fn what_was_acknowledged_survives_kill_9() {
    let folder = Folder::new();
    let mut server = start(&folder);
    let mut game = Game::open(&server).await.expect("it lives");
    for kill_after in [0, 1, 3, 4, HEAP] {
        while game.acknowledged.len() < kill_after {
            game.play().await.expect("it lives");
        }
        server.kill();
        server = start(&folder);
        game.come_back(&server).await;
        assert_eq!(game.acknowledged.len(), kill_after);
        if let Some(last) = kill_after.checked_sub(1) {
            // A repeated move is still known, and still counts once.
            let repeated = a_move(&game.table, last);
            game.players[last % 2].client.try_ask(repeated, "ok").await.expect("it lives");
        }
    }
    game.finish().await.expect("it lives");
    server.kill();
    assert_whole(&folder);
}

#[tokio::test]
async fn a_wrong_token_opens_nothing_after_a_restart_either() {
    let folder = Folder::new();
    let server = start(&folder);
    let game = Game::open(&server).await.expect("it lives");
    server.kill();
    let server = start(&folder);
    let mut eve = guest(&server).await.expect("a guest");
    let token = "0".repeat(64);
    let attach = json!({"t": "attach", "cid": 1, "table": game.table, "token": token});
    assert_eq!(eve.refused(attach).await, "forbidden");
    // To look on is for everybody.
    let view = eve.ask(json!({"t": "watch", "cid": 2, "table": game.table})).await;
    assert_eq!(view["players"][0]["name"], "Ada");
}

#[test]
fn a_backup_is_made_while_the_server_runs() {
    let (folder, copy) = (Folder::new(), Folder::new());
    let server = start(&folder);
    let file = copy.path().join("games.db");
    let (made, _) = run_task(folder.path(), &["backup", file.to_str().expect("a plain path")]);
    assert!(made);
    server.kill();
    assert_whole(&copy);
}

/// Losing power cannot be tried here, but its condition can be seen: a thread that
/// has written to a file sends nothing before it has made the disk keep it.
#[tokio::test]
async fn nothing_is_sent_between_a_write_and_its_fsync() {
    if Command::new("strace").arg("-V").output().is_err() {
        eprintln!("skipped: strace is not installed");
        return;
    }
    let (folder, traces) = (Folder::new(), Folder::new());
    let trace = traces.path().join("trace");
    let to = trace.to_str().expect("a plain path");
    let calls = "trace=pwrite64,fsync,fdatasync,sendto,sendmsg,writev";
    let strace = ["strace", "-f", "-qq", "-o", to, "-s", "16", "-e", calls];
    let server = ServerProcess::start_under(&strace, folder.path(), FLAGS).expect("it starts");
    Game::open(&server).await.expect("it lives").finish().await.expect("it lives");
    assert!(server.stop_under().success());
    let trace = std::fs::read_to_string(trace).expect("readable");
    let mut unsafe_threads = HashSet::new();
    let (mut synced, mut sent) = (HashSet::new(), 0);
    for line in trace.lines() {
        let (thread, call) = line.split_once(' ').expect("a thread and its call");
        match call.trim_start().split(['(', ' ']).next().expect("a name") {
            "pwrite64" => {
                unsafe_threads.insert(thread);
            }
            "fsync" | "fdatasync" => {
                unsafe_threads.remove(thread);
                synced.insert(thread);
            }
            "sendto" | "sendmsg" | "writev" => {
                assert!(!unsafe_threads.contains(thread), "{line}");
                sent += usize::from(synced.contains(thread));
            }
            _ => {}
        }
    }
    // Both players heard of the game and of each move from the thread that keeps.
    assert!(sent >= 2 * (HEAP + 1), "{sent} sends by a thread that keeps");
}

/// Kills the server at its n-th call of each kind while a game is played, for
/// every n until the game gets through. One kind at a time: with several, strace
/// counts each by itself.
#[tokio::test]
async fn a_kill_at_any_call_loses_nothing_that_was_acknowledged() {
    if Command::new("strace").arg("-V").output().is_err() {
        eprintln!("skipped: strace is not installed");
        return;
    }
    let all = std::env::var("NIM_KILLS").is_ok_and(|kills| kills == "all");
    let mut kills = 0;
    for call in ["pwrite64", "fsync", "fdatasync", "write", "sendto"] {
        let mut n = 1;
        while kill_at(call, n).await {
            kills += 1;
            // In short form the distance doubles: the first calls are those of
            // an empty folder.
            n = if all { n + 1 } else { n * 2 };
            if !all && n > 1 << KILLS {
                break;
            }
        }
    }
    println!("{kills} kills, no acknowledged move lost");
    assert!(kills > 0, "no kill has been made");
}

/// Killed at five moments of its start, one start after the other, a server finds
/// at the sixth what it would have found at the first.
#[tokio::test]
async fn five_kills_during_the_start_change_nothing() {
    if Command::new("strace").arg("-V").output().is_err() {
        eprintln!("skipped: strace is not installed");
        return;
    }
    let folder = Folder::new();
    let server = start(&folder);
    let mut game = Game::open(&server).await.expect("it lives");
    for _ in 0..4 {
        game.play().await.expect("it lives");
    }
    server.kill();
    for (call, n) in [("pwrite64", 1), ("pread64", 1), ("pread64", 5), ("fcntl", 3), ("fcntl", 12)]
    {
        let (trace, inject) =
            (format!("trace={call}"), format!("inject={call}:signal=KILL:when={n}"));
        let strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject];
        let started = ServerProcess::start_under(&strace, folder.path(), FLAGS);
        assert!(started.is_none(), "it has survived {call} {n}");
        assert_whole(&folder);
    }
    let server = start(&folder);
    game.come_back(&server).await;
    assert_eq!(game.acknowledged.len(), 4);
    game.finish().await.expect("it lives");
}

/// Plays on a server that dies at its n-th `call`, then goes on with one that
/// lives. False when it did not die.
async fn kill_at(call: &str, n: usize) -> bool {
    let folder = Folder::new();
    let (trace, inject) = (format!("trace={call}"), format!("inject={call}:signal=KILL:when={n}"));
    let strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject];
    let mut playing = None;
    if let Some(server) = ServerProcess::start_under(&strace, folder.path(), FLAGS) {
        playing = Game::open(&server).await;
        if let Some(game) = &mut playing
            && game.finish().await.is_some()
        {
            return false;
        }
    }
    let server = start(&folder);
    if let Some(mut game) = playing {
        game.come_back(&server).await;
        game.finish().await.expect("it lives");
    }
    server.kill();
    assert_whole(&folder);
    true
}

/// The disk fails, or is full, at the n-th call: whatever has been acknowledged
/// before stays, nothing is acknowledged afterwards, and a restart makes all
/// whole.
#[tokio::test]
async fn after_a_failed_commit_nothing_is_acknowledged() {
    if Command::new("strace").arg("-V").output().is_err() {
        eprintln!("skipped: strace is not installed");
        return;
    }
    let mut failures = 0;
    for n in [2, 5, 8, 10, 12] {
        failures += usize::from(fail_at("fsync", "EIO", n).await);
        failures += usize::from(fail_at("pwrite64", "ENOSPC", n).await);
    }
    println!("{failures} commits have failed");
    assert!(failures > 2, "{failures} commits have failed");
}

/// False when the disk did not fail while a game was played.
async fn fail_at(call: &str, error: &str, n: usize) -> bool {
    let folder = Folder::new();
    // So that it is not the start that fails: strace counts for each thread.
    start(&folder).kill();
    let (trace, inject) =
        (format!("trace={call}"), format!("inject={call}:error={error}:when={n}"));
    let strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject];
    let Some(server) = ServerProcess::start_under(&strace, folder.path(), FLAGS) else {
        start(&folder);
        return false;
    };
    let mut game = Game::open(&server).await;
    if let Some(game) = &mut game {
        if game.finish().await.is_some() {
            return false;
        }
        // The opponent's next move, were the last one there, is not accepted
        // either.
        let ply = game.acknowledged.len();
        for ply in [ply, ply + 1] {
            let answer = game.players[ply % 2].client.ask(a_move(&game.table, ply)).await;
            assert_eq!(answer["code"], "storage_unavailable", "{answer}");
        }
    }
    assert_eq!(status(&server, "/readyz").await, 503);
    assert_eq!(status(&server, "/healthz").await, 200);
    server.kill();
    let server = start(&folder);
    assert_eq!(status(&server, "/readyz").await, 200);
    if let Some(mut game) = game {
        game.come_back(&server).await;
        game.finish().await.expect("it lives");
    }
    server.kill();
    assert_whole(&folder);
    true
}

async fn status(server: &ServerProcess, path: &str) -> u16 {
    let mut raw = Raw::connect(server.at).await;
    raw.write(format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n").as_bytes()).await;
    raw.status().await
}
