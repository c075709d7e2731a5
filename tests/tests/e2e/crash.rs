//! A server that crashes: everything that it acknowledged is restored exactly once, and every game
//! continues.

mod player_pool;

use std::collections::HashSet;
use std::process::Command;

use futures::future::join_all;
use player_pool::{LoadPhase, PlayerPool};
use rand::RngExt;
use serde_json::{Value, json};
use tests::nim;
use tests::process::{Folder, ServerProcess, one_core, run_task};
use tests::raw::{Raw, get};

/// The factor between the numbers of the system calls at which successive servers are killed; with
/// `NIM_KILLS=all` every number is tried.
const GROWTH: usize = 2;

/// The moves of the single game: Nim with one heap.
const HEAP: usize = 10;

/// Two players and a single game.
fn one_game() -> Vec<PlayerPool> {
    let game = nim(&[HEAP as u64]);
    vec![PlayerPool::new(2, json!({"t": "seek", "cid": 1, "game": game, "seat": "first"}))]
}

/// Tables of every kind at the same time: with a clock and without one, single
/// games and rated pairs, for two and for three.
fn load() -> Vec<PlayerPool> {
    let seek = |game, more: &[(&str, Value)]| {
        let mut seek = json!({"t": "seek", "cid": 1, "game": game, "seat": "first"});
        for (field, value) in more {
            seek[*field] = value.clone();
        }
        seek
    };
    let (rated, pair) = (("rated", json!(true)), ("pair", json!(true)));
    let clock = ("clock", json!({"kind": "fischer", "base_ms": 3_600_000, "increment_ms": 0}));
    let delay = ("delay", json!(2));
    vec![
        PlayerPool::new(2, seek(nim(&[5]), &[])),
        PlayerPool::new(2, seek(nim(&[2, 4]), std::slice::from_ref(&clock))),
        PlayerPool::new(2, seek(nim(&[2, 4, 3]), &[rated.clone(), pair.clone(), clock.clone()])),
        PlayerPool::new(2, seek(nim(&[1, 3, 4]), &[rated, pair.clone(), delay])),
        PlayerPool::new(2, seek(nim(&[3, 1]), &[pair, clock])),
        PlayerPool::new(3, seek(json!({"preset": "21 for three"}), &[])),
    ]
}

/// All players connect or reconnect and play to the end; false if the server has died.
async fn play(server: &ServerProcess, all: &mut [PlayerPool], phase: &LoadPhase) -> bool {
    let played = join_all(all.iter_mut().map(|pool| pool.play(server, phase))).await;
    played.iter().all(Option::is_some)
}

/// Asserts that all games ended and each pair counts once.
async fn assert_played(server: &ServerProcess, all: &[PlayerPool]) {
    all.iter().for_each(PlayerPool::assert_played);
    let (_, answer) = get(server.at, "/api/ladder/rated-matches?after=0").await;
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let answer: Vec<&Value> = answer["rated_matches"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["rated_match"])
        .collect();
    let rated: Vec<&Value> = all.iter().filter_map(PlayerPool::rated_id).collect();
    assert_eq!(answer.len(), rated.len(), "{answer:?}");
    assert!(rated.iter().all(|rated_id| answer.contains(rated_id)), "{answer:?}");
}

async fn guest(server: &ServerProcess) -> tests::Client {
    server.guest("Ada").await
}

const FLAGS: &[&str] = &["--house-bots", "off"];

fn start(folder: &Folder) -> ServerProcess {
    ServerProcess::start(folder.path(), FLAGS)
}

/// The cores a server may use: with one, its network has one thread.
#[derive(Clone, Copy, Debug)]
enum Cores {
    One,
    All,
}

/// Starts a server under strace with these arguments. `None` if it ended before it listened.
fn start_traced(cores: Cores, strace: &[&str], folder: &Folder) -> Option<ServerProcess> {
    // Under taskset, a missing strace would look like a killed server.
    Command::new("strace").arg("-V").output().expect("strace is installed");
    let core = one_core();
    let mut program = match cores {
        Cores::One => vec!["taskset", "-c", core.as_str()],
        Cores::All => Vec::new(),
    };
    program.extend(["strace", "-f", "-qq"]);
    program.extend(strace);
    ServerProcess::start_under(&program, folder.path(), FLAGS)
}

/// Starts a server in which strace tampers with a system call; `how` is the part after
/// `inject=CALL:`.
fn start_meddled(cores: Cores, call: &str, how: &str, folder: &Folder) -> Option<ServerProcess> {
    let (trace, inject) = (format!("trace={call}"), format!("inject={call}:{how}"));
    start_traced(cores, &["-o", "/dev/null", "-e", &trace, "-e", &inject], folder)
}

/// Asserts that the stored data are sound and the ratings follow from the games.
fn assert_whole(folder: &Folder) {
    for task in [&["check"][..], &["recompute", "--check"]] {
        let (whole, said) = run_task(folder.path(), task);
        assert!(whole, "{said}");
    }
}

#[tokio::test]
async fn acknowledged_moves_survive_kill_9() {
    let folder = Folder::new();
    let mut server = start(&folder);
    let mut all = one_game();
    for kill_after in [0, 1, 3, 4, HEAP] {
        let pool = &mut all[0];
        pool.come(&server).await.expect("it lives");
        pool.go_on(kill_after, &LoadPhase::unlimited()).await.expect("it lives");
        server.kill();
        server = start(&folder);
        pool.come(&server).await.expect("it lives");
        let table = &pool.tables[0];
        assert_eq!(table.moves.len(), kill_after);
        if let Some(last) = kill_after.checked_sub(1) {
            // A repeated move is still recognised and counts once.
            let repeated = table.request(last, &table.moves[last]);
            let client = pool.players[last % 2].client();
            client.try_ask(repeated, "ok").await.expect("it lives");
        }
    }
    assert!(play(&server, &mut all, &LoadPhase::unlimited()).await);
    assert_played(&server, &all).await;
    server.kill();
    assert_whole(&folder);
}

/// A continuous load on one data folder, with a server that is killed after a few more answers each
/// time. This test also works without strace.
#[tokio::test]
async fn a_running_load_survives_kill_9_at_random_moments() {
    let folder = Folder::new();
    let mut all: Vec<PlayerPool> = load().into_iter().chain(load()).collect();
    let mut kills = 0;
    loop {
        let server = start(&folder);
        let phase = LoadPhase::after(rand::rng().random_range(1..8));
        let through = tokio::select! {
            through = play(&server, &mut all, &phase) => through,
            () = phase.turned() => false,
        };
        if through {
            assert_played(&server, &all).await;
            break;
        }
        server.kill();
        kills += 1;
    }
    println!("{kills} kills, no acknowledged move lost");
    assert!(kills > 2, "only {kills} kills");
    assert_whole(&folder);
}

#[tokio::test]
async fn a_wrong_token_opens_nothing_after_a_restart_either() {
    let folder = Folder::new();
    let server = start(&folder);
    let mut all = one_game();
    all[0].come(&server).await.expect("it lives");
    server.kill();
    let server = start(&folder);
    let (mut eve, table) = (guest(&server).await, &all[0].tables[0].id);
    let token = "0".repeat(64);
    let attach = json!({"t": "attach", "cid": 1, "table": table, "token": token});
    assert_eq!(eve.refused(attach).await, "forbidden");
    // Everybody may watch.
    let view = eve.ask(json!({"t": "watch", "cid": 2, "table": table})).await;
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

/// A power cut cannot be tested here, but its precondition can: before anybody is told of a move, it
/// has been written to the log and the log has been synced.
#[tokio::test]
#[cfg_attr(not(feature = "tools"), ignore = "needs strace; see .ci/test")]
async fn nobody_is_told_of_a_move_before_its_fsync() {
    for cores in [Cores::All, Cores::One] {
        tells_after_fsync(cores).await;
    }
}

async fn tells_after_fsync(cores: Cores) {
    let (folder, traces) = (Folder::new(), Folder::new());
    let trace = traces.path().join("trace");
    let to = trace.to_str().expect("a plain path");
    let calls = "trace=pwrite64,fdatasync,sendto";
    let server = start_traced(cores, &["-o", to, "-y", "-s", "2000", "-e", calls], &folder);
    let server = server.expect("it starts");
    let mut players = one_game();
    assert!(play(&server, &mut players, &LoadPhase::unlimited()).await);
    assert!(server.stop_under().success());
    let trace = std::fs::read_to_string(trace).expect("readable");
    let mut log = LogOnDisk::default();
    for line in trace.lines() {
        log.read(line);
    }
    assert_eq!(log.told.len(), HEAP, "{:?}", log.told);
}

/// What a trace says about the log, up to some line.
#[derive(Default)]
struct LogOnDisk {
    /// The moves of which somebody has been told.
    told: HashSet<String>,
    /// Whether something was written since the last of them was told.
    written: bool,
    /// The threads that are syncing it.
    syncing: HashSet<String>,
    /// Whether it has been synced.
    synced: bool,
}

impl LogOnDisk {
    /// Reads the next line of the trace.
    fn read(&mut self, line: &str) {
        let (thread, call) = line.split_once(' ').expect("a thread and its call");
        let call = call.trim_start();
        let of_log = call.contains("games.db-wal>");
        if call.starts_with("pwrite64(") && of_log {
            self.written = true;
        } else if call.starts_with("fdatasync(") && of_log && self.written {
            self.syncing.insert(thread.to_owned());
        }
        let is_synced = call.ends_with("= 0") && call.contains("fdatasync");
        if is_synced && self.syncing.remove(thread) {
            self.synced = true;
        }
        if !call.starts_with("sendto(") {
            return;
        }
        for told in call.split(r#"\"ply\":"#).skip(1) {
            let ply = told.split([',', '}']).next().expect("at least an empty piece");
            // Of the position before the first move others may hear at any time. And who hears of
            // a move first may answer it before the other hears of it.
            if ply != "0" && self.told.insert(ply.to_owned()) {
                assert!(self.synced, "{line}");
                (self.written, self.synced) = (false, false);
                self.syncing.clear();
            }
        }
    }
}

/// Kills the server at its n-th system call of each kind during a game, for growing n until the
/// game is completed. One kind at a time, because strace counts each kind separately.
#[tokio::test]
#[cfg_attr(not(feature = "tools"), ignore = "needs strace; see .ci/test")]
async fn a_kill_at_any_call_loses_nothing_that_was_acknowledged() {
    kill_everywhere(Cores::All, one_game, false).await;
    kill_everywhere(Cores::All, one_game, true).await;
}

/// The same under load: commits then contain events of several tables, second games of pairs, and
/// ladder results.
#[tokio::test]
#[cfg_attr(not(feature = "tools"), ignore = "needs strace; see .ci/test")]
async fn a_kill_at_any_call_of_a_running_load_loses_nothing() {
    kill_everywhere(Cores::All, load, true).await;
}

/// The same with a single network thread, so that a kill can come between any two of its messages.
#[tokio::test]
#[cfg_attr(not(feature = "tools"), ignore = "needs strace; see .ci/test")]
async fn a_kill_on_a_single_core_loses_nothing() {
    kill_everywhere(Cores::One, load, true).await;
}

/// In an empty folder the first calls belong to the server's start. In a `used` folder they belong
/// to the committing thread, because strace counts each thread separately.
async fn kill_everywhere(cores: Cores, players: fn() -> Vec<PlayerPool>, used: bool) {
    let all = std::env::var("NIM_KILLS").is_ok_and(|kills| kills == "all");
    let mut kills = 0;
    for call in ["pwrite64", "fsync", "fdatasync", "write", "sendto"] {
        let mut n = 1;
        while kill_at(cores, call, n, players(), used).await {
            kills += 1;
            // In the short form, n grows by a factor.
            n = if all { n + 1 } else { n * GROWTH };
        }
    }
    println!("{kills} kills, no acknowledged move lost");
    assert!(kills > 0, "no kill has been made");
}

/// A server killed at five points of successive starts finds the same data at the sixth start as it
/// would have at the first.
#[tokio::test]
#[cfg_attr(not(feature = "tools"), ignore = "needs strace; see .ci/test")]
async fn five_kills_during_the_start_change_nothing() {
    let folder = Folder::new();
    let server = start(&folder);
    let mut all = one_game();
    all[0].come(&server).await.expect("it lives");
    all[0].go_on(4, &LoadPhase::unlimited()).await.expect("it lives");
    server.kill();
    for (call, n) in [("pwrite64", 1), ("pread64", 1), ("pread64", 5), ("fcntl", 3), ("fcntl", 12)]
    {
        let how = format!("signal=KILL:when={n}");
        let started = start_meddled(Cores::All, call, &how, &folder);
        assert!(started.is_none(), "it has survived {call} {n}");
        assert_whole(&folder);
    }
    let server = start(&folder);
    all[0].come(&server).await.expect("it lives");
    assert_eq!(all[0].tables[0].moves.len(), 4);
    assert!(play(&server, &mut all, &LoadPhase::unlimited()).await);
}

/// Plays on a server that dies at its n-th `call`, then continues on one that survives. False if
/// the first did not die.
async fn kill_at(cores: Cores, call: &str, n: usize, mut all: Vec<PlayerPool>, used: bool) -> bool {
    let folder = Folder::new();
    if used {
        start(&folder).kill();
    }
    let server = start_meddled(cores, call, &format!("signal=KILL:when={n}"), &folder);
    if let Some(server) = server
        && play(&server, &mut all, &LoadPhase::unlimited()).await
    {
        return false;
    }
    let server = start(&folder);
    assert!(play(&server, &mut all, &LoadPhase::unlimited()).await, "{call} {n}");
    assert_played(&server, &all).await;
    server.kill();
    assert_whole(&folder);
    true
}

/// The disk fails or is full at the n-th call: everything acknowledged before remains, nothing is
/// acknowledged afterwards, and a restart recovers.
#[tokio::test]
#[cfg_attr(not(feature = "tools"), ignore = "needs strace; see .ci/test")]
async fn after_a_failed_commit_nothing_is_acknowledged() {
    for cores in [Cores::All, Cores::One] {
        let mut failures = 0;
        for n in [2, 5, 8, 10, 12] {
            failures += usize::from(fail_at(cores, "fdatasync", "EIO", n).await);
            failures += usize::from(fail_at(cores, "pwrite64", "ENOSPC", n).await);
        }
        println!("{failures} commits have failed");
        assert!(failures > 2, "{failures} commits have failed");
    }
}

/// False if the disk did not fail during a game.
async fn fail_at(cores: Cores, call: &str, error: &str, n: usize) -> bool {
    let folder = Folder::new();
    // So that it is not the start that fails: strace counts per thread.
    start(&folder).kill();
    let how = format!("error={error}:when={n}");
    let Some(server) = start_meddled(cores, call, &how, &folder) else {
        start(&folder);
        return false;
    };
    let mut all = one_game();
    if play(&server, &mut all, &LoadPhase::unlimited()).await {
        return false;
    }
    // Nor is the opponent's next move accepted, which would be legal if the failed move had been
    // applied.
    let PlayerPool { tables, players, .. } = &mut all[0];
    for table in tables {
        for ply in [table.moves.len(), table.moves.len() + 1] {
            let next = table.request(ply, &json!([0, 1]));
            let answer = players[ply % 2].client().ask(next).await;
            assert_eq!(answer["code"], "storage_unavailable", "{answer}");
        }
    }
    assert_eq!(status(&server, "/readyz").await, 503);
    assert_eq!(status(&server, "/healthz").await, 200);
    server.kill();
    let server = start(&folder);
    assert_eq!(status(&server, "/readyz").await, 200);
    assert!(play(&server, &mut all, &LoadPhase::unlimited()).await);
    server.kill();
    assert_whole(&folder);
    true
}

async fn status(server: &ServerProcess, path: &str) -> u16 {
    let mut raw = Raw::connect(server.at).await;
    raw.write(format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n").as_bytes()).await;
    raw.status().await
}
