//! Thousands of connections, and a server without free file descriptors: it continues with its
//! connections, and accepts new ones once descriptors are free.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::process::{Folder, ServerProcess, run_task};
use tests::raw::{Raw, get};
use tests::{PATIENCE, nim, seat};

/// The server's limit of descriptors: enough for itself and a few clients.
const DESCRIPTORS: usize = 64;

/// How soon the server retries, and how soon it logs the problem again.
const AGAIN: Duration = Duration::from_millis(50);
const TOLD_AGAIN: Duration = Duration::from_secs(10);

#[tokio::test]
async fn without_descriptors_games_continue_and_nothing_spins() {
    let (folder, logs) = (Folder::new(), Folder::new());
    let log = logs.path().join("log");
    let to = log.to_str().expect("a plain path");
    let script = format!("ulimit -n {DESCRIPTORS}; exec \"$0\" \"$@\" 2>{to}");
    let flags = ["--house-bots", "off", "--max-handshakes-per-address", "0"];
    let shell = ["sh", "-c", &script];
    let server = ServerProcess::start_under(&shell, folder.path(), &flags).expect("it starts");
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[9])).await;
    let complaints = || {
        let log = std::fs::read_to_string(&log).expect("a log");
        log.matches("cannot accept connections").count()
    };

    // Silent connections take the remaining descriptors; others wait to be accepted.
    let began = Instant::now();
    let mut silent = Vec::new();
    for _ in 0..2 * DESCRIPTORS {
        silent.push(Raw::connect(server.at).await);
    }
    while complaints() == 0 {
        assert!(began.elapsed() < PATIENCE, "it has never run out of descriptors");
        tokio::task::yield_now().await;
    }
    for ply in 0..9 {
        let player = if ply % 2 == 0 { &mut ada } else { &mut bob };
        let request = json!({"t": "move", "cid": ply, "table": table, "ply": ply, "move": [0, 1]});
        assert_eq!(player.ask(request).await["t"], "ok");
    }
    let over = loop {
        let state = bob.hear_a("state").await;
        if !state["over"].is_null() {
            break state["over"].clone();
        }
    };
    assert_eq!(over["winners"], json!([0]));

    // Once they have disconnected, new clients are accepted, and all games are there.
    drop(silent);
    let mut eve = server.guest("Eve").await;
    assert_eq!(eve.ask(json!({"t": "watch", "cid": 1, "table": table})).await["state"]["ply"], 9);
    let path = format!("/api/games/{}", table.as_str().expect("an id"));
    let (_, story) = get(server.at, &path).await;
    let story: Value = serde_json::from_str(&story).expect("JSON");
    assert_eq!(story["moves"].as_array().map(Vec::len), Some(9));
    let (_, metrics) = get(server.at, "/metrics").await;
    let failures = metrics.lines().find_map(|line| line.strip_prefix("nim_not_accepted_total "));
    let failures: u128 = failures.expect("it is counted").parse().expect("a number");
    let elapsed = began.elapsed();
    let most = elapsed.as_millis() / AGAIN.as_millis() + 1;
    assert!((1..=most).contains(&failures), "{failures} failures in {elapsed:?}: it spins");
    let most = elapsed.as_secs() / TOLD_AGAIN.as_secs() + 1;
    assert!(complaints() as u64 <= most, "{} lines in {elapsed:?}", complaints());
    assert!(server.stop().success());
    let (whole, said) = run_task(folder.path(), &["check"]);
    assert!(whole, "{said}");
}

/// Connections that are opened and closed at once.
const FLOOD: usize = 2_000;

/// The permitted growth in memory after them, which the allocator keeps.
const KEPT_KB: u64 = 24 * 1_024;

fn resident_kb(server: &ServerProcess) -> u64 {
    let path = format!("/proc/{}/status", server.id());
    let status = std::fs::read_to_string(path).expect("it lives");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

#[tokio::test]
async fn a_flood_of_connections_leaves_nothing() {
    let folder = Folder::new();
    let server = ServerProcess::start(folder.path(), &["--house-bots", "off"]);
    let (mut ada, mut bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let (table, _, _) = seat(&mut ada, &mut bob, nim(&[1])).await;
    let before = resident_kb(&server);
    for n in 0..FLOOD {
        if n % 100 == 0 {
            // The players keep sending in the meantime.
            for player in [&mut ada, &mut bob] {
                assert_eq!(player.ask(json!({"t": "ping", "cid": n})).await["t"], "pong");
            }
        }
        let mut raw = Raw::connect(server.at).await;
        // Some send data first, and some of those data other than HTTP.
        match n % 3 {
            0 => {}
            1 => raw.write(b"GET /healthz HTTP/1.1\r\nHost: nim.test\r\n\r\n").await,
            _ => raw.write(b"\0\0\0\0").await,
        }
    }
    let mv = json!({"t": "move", "cid": 1, "table": table, "ply": 0, "move": [0, 1]});
    assert_eq!(ada.ask(mv).await["t"], "ok");
    let began = Instant::now();
    loop {
        let (_, metrics) = get(server.at, "/metrics").await;
        // The connection that asks, and the two players'.
        let all_gone = ["nim_handshakes 1", "nim_connections 2", "nim_addresses 1"];
        if all_gone.iter().all(|line| metrics.lines().any(|served| served == *line)) {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "{metrics}");
        tokio::task::yield_now().await;
    }
    let after = resident_kb(&server);
    assert!(after < before + KEPT_KB, "{before} kB have become {after} kB");
}
