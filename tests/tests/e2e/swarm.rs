//! The load generator, in this process and as its user starts it: with every fault that can be
//! injected into a remote server the referee finds nothing, and a load that missed its goals never
//! passes.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use load::{Fault, LoadOutcome, RunEnd, Scenarios, Stages, Swarm, Target, Think};
use protocol::{Secret, TimeControl};
use serde_json::{Value, json};
use solver::Level;
use tests::TestServer;
use tests::process::{Folder, ServerProcess, binaries};
use tests::raw::{Http, get};

fn swarm() -> Swarm {
    Swarm {
        players: 12,
        stages: Some(Stages::constant(60.0, 6)),
        think: Think::Exponential,
        ramp: Duration::from_millis(200),
        games: vec!["nim 3,4,5".parse().expect("a game"), "octal(0.77) 7".parse().expect("one")],
        levels: vec![Level::Perfect, Level::Random],
        clock: Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 1_000 }),
        ..Swarm::default()
    }
}

async fn run(swarm: Swarm, url: &str) -> LoadOutcome {
    let mut target = Target::Remote(url.parse().expect("an address"), None);
    swarm.run(&mut target, std::future::pending(), |_| {}).await.expect("the server answers")
}

/// `nim-bot swarm` with options, on this server.
fn nim_bot(url: &str, options: &str) -> Command {
    let mut command = Command::new(binaries().join("nim-bot"));
    command.args(["swarm", "--url", url, "--ramp", "0.2"]).args(options.split(' '));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|out| String::from_utf8_lossy(out)).concat()
}

fn server(folder: &Folder, flags: &[&str]) -> ServerProcess {
    let flags = [&["--house-bots", "off"], flags].concat();
    ServerProcess::start(folder.path(), &flags)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swarm_with_faults_loses_nothing() {
    let server = TestServer::open().await;
    let faults = vec![Fault::Storm, Fault::Answers, Fault::Slow, Fault::Silent, Fault::Tokens];
    // The storm comes after five seconds; there is time to come back, on a busy machine too.
    let stages = Some(Stages::constant(60.0, 12));
    let outcome = run(Swarm { faults, stages, ..swarm() }, &server.url()).await;
    assert_eq!(outcome.failures(&[]), Vec::<String>::new(), "{outcome}");
    assert_eq!(outcome.seconds.len(), 12);
    // The storm at least has cut off every player, and they have all reconnected.
    let lost: u64 = outcome.losses.values().sum();
    assert!(lost >= 12 && outcome.connections >= 24, "{outcome}");
    assert!(outcome.judged > 0 && outcome.wrong_tokens > 0, "{outcome}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_find_each_other_through_quick_play() {
    let folder = Folder::new();
    let admin = Secret::new([0xad; 32]);
    let server = ServerProcess::start_with_admin(folder.path(), admin, &["--house-bots", "off"]);
    let games = ["nim 3,4,5", "misere nim 3,4,5"].map(|game| game.parse().expect("a game")).into();
    // Long enough for the first pairs to end and others to be sought, on a busy machine too.
    let stages = Some(Stages::constant(60.0, 6));
    let (quick, rated) = (true, true);
    let swarm = Swarm { quick, rated, admin: Some(admin), games, stages, ..swarm() };
    let outcome = run(swarm, &server.url()).await;
    assert_eq!((outcome.found, &outcome.findings), (0, &vec![]), "{outcome}");
    assert!(outcome.judged > 0 && outcome.seen_by_one == 0, "{outcome}");
    assert!(outcome.latency(load::Measure::Seat).count > 0, "{outcome}");
    let ratings = outcome.ratings.expect("they played for them");
    assert_eq!((ratings.pairs as u64, ratings.note), (outcome.judged / 2, None));
    // The load's accounts are gone, and with them its places on the ladder.
    assert_eq!(accounts(&server, admin, "swarm").await, json!([]));
    let (_, ladder) = get(server.at, "/api/ladder").await;
    let ladder: Value = serde_json::from_str(&ladder).expect("JSON");
    assert_eq!(ladder["leaderboards"], json!([]));
    for path in ["ladder?leaderboard=", "ladder/distribution?leaderboard="] {
        let path = format!("/api/{path}people/overall");
        let (status, ladder) = get(server.at, &path).await;
        assert_eq!(status, 200, "{path}: {ladder}");
        let ladder: Value = serde_json::from_str(&ladder).expect("JSON");
        for (name, list) in ladder.as_object().expect("an object") {
            assert!(name == "anchors" || list.as_array().is_none_or(Vec::is_empty), "{ladder}");
        }
    }
}

/// The accounts whose names begin like this.
async fn accounts(server: &ServerProcess, admin: Secret, name: &str) -> Value {
    let path = format!("/admin/accounts?name={name}");
    Http(server.at).ask("GET", &path, Some(&admin.reveal()), "").await.1
}

/// Entrants play an arena of their own beside players, and others play nothing else; the server's
/// standings are those that they saw, and only the tournaments stay on it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entrants_play_tournaments_made_for_the_load() {
    let folder = Folder::new();
    let admin = Secret::new([0xad; 32]);
    let server = ServerProcess::start_with_admin(folder.path(), admin, &["--house-bots", "off"]);
    let only = Scenarios { play: 0, tournament: 1, ..Scenarios::default() };
    let both = Scenarios { play: 1, tournament: 2, ..Scenarios::default() };
    let stages = Some(Stages::constant(120.0, 3));
    for (scenarios, players) in [(only, 0), (both, 4)] {
        let swarm = Swarm { scenarios, stages: stages.clone(), ..swarm() };
        let outcome = run(swarm, &server.url()).await;
        let thresholds = ["pairs>=2", "tournament.p99<20s", "findings=0"];
        let thresholds = thresholds.map(|text| text.parse().expect("a condition"));
        let wrong = outcome.failures(&thresholds);
        // Whether the rate is reached is a matter of the machine.
        assert!(wrong.iter().all(|what| what.contains("rate")), "{wrong:?} {outcome}");
        let LoadOutcome { tournaments, entrants, entrant_moves, moves, .. } = outcome;
        assert_eq!((outcome.players, entrants, tournaments), (players, 12 - players, 1));
        assert!(entrant_moves > 0 && (moves > 0) == (players > 0), "{outcome}");
    }
    let (_, list) = get(server.at, "/api/tournaments").await;
    let list: Value = serde_json::from_str(&list).expect("JSON");
    let list = list["tournaments"].as_array().expect("a list");
    assert_eq!(list.len(), 2);
    assert!(list.iter().all(|tournament| tournament["stage"] == "finished"), "{list:?}");
    assert_eq!(accounts(&server, admin, "Load").await, json!([]), "the organizers are gone");
}

/// Stages, spectators, the lobby and page loads, and every file that can be written.
#[test]
fn stages_and_scenarios_are_measured_and_reported() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (json, csv) = (file("a.json"), file("a.csv"));
    let options = format!(
        "--players 20 --scenarios play=6,watch=2,lobby=1,page=1 --games nim \
         --stages ramp:5:2s,spike:10:1s,soak:5:2s,down:1s --assert p99<5s --assert page.p50<5s \
         --json {json} --csv {csv} --html {} --prometheus {}",
        file("a.html"),
        file("a.prom")
    );
    let output = nim_bot(&server.url(), &options).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("written");
    let outcome: LoadOutcome = serde_json::from_str(&read("a.json")).expect("a report");
    assert_eq!((outcome.stages.len(), outcome.seconds.len()), (4, 6), "{outcome}");
    for measure in [load::Measure::Watch, load::Measure::Lobby, load::Measure::Page] {
        assert!(outcome.latency(measure).count > 0, "{measure:?}: {outcome}");
    }
    assert_eq!(read("a.csv").lines().count(), 7);
    assert!(read("a.prom").contains("nim_load_clients_connected 18"), "{}", read("a.prom"));
    assert!(read("a.html").contains("</html>") || read("a.html").contains("Latency"));
    // The same report twice: no figure is worse, and the merged report has twice the clients.
    let mut compare = Command::new(binaries().join("nim-bot"));
    let compared = compare.args(["swarm", "compare", &json, &json]).output().expect("it runs");
    assert_eq!(compared.status.code(), Some(0), "{}", said(&compared));
    let mut merge = Command::new(binaries().join("nim-bot"));
    let merged = merge.args(["swarm", "merge", &json, &json, "--assert", "moves>1"]);
    let merged = merged.output().expect("it runs");
    assert_eq!(merged.status.code(), Some(0), "{}", said(&merged));
    assert!(said(&merged).contains("36 of 36 clients connected"), "{}", said(&merged));
}

#[test]
fn a_condition_that_does_not_hold_fails_by_name() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let options = "--players 4 --rate 20 --seconds 2 --assert p99<0.001ms --assert errors=0";
    let output = nim_bot(&server.url(), options).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("FAILED: p99<0.001ms: it is"), "{}", said(&output));
    assert!(!said(&output).contains("FAILED: errors"), "{}", said(&output));
}

#[test]
fn a_condition_can_end_the_load() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let json = folder.path().join("report.json");
    let options = format!(
        "--players 4 --rate 40 --seconds 600 --stop-unless errors=0 --stop-unless p99<0.001ms \
         --json {}",
        json.display()
    );
    let output = nim_bot(&server.url(), &options).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let said = said(&output);
    assert!(said.contains("FAILED: stopped after 5 of 600 seconds: p99<0.001ms: it is"), "{said}");
    assert!(said.contains("clients connected"), "the summary is printed: {said}");
    assert_eq!(report(&json).end, RunEnd::Stopped);
}

#[test]
fn a_server_that_is_not_there_fails_at_once() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("ws://{}/ws", listener.local_addr().expect("bound"));
    drop(listener);
    let output = nim_bot(&url, "--players 4 --seconds 2").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("no server at"), "{}", said(&output));
    assert!(said(&output).contains("refused"), "{}", said(&output));
}

/// A rate that one thread cannot reach, so that the goal is missed.
#[test]
fn a_rate_that_is_not_reached_fails() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let options = "--players 2 --rate 200000 --seconds 2";
    let output = nim_bot(&server.url(), options).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("FAILED: the rate was not reached"), "{}", said(&output));
}

#[test]
fn connections_beyond_the_limit_of_an_address_fail_by_code() {
    let folder = Folder::new();
    let server = server(&folder, &["--max-connections-per-address", "5"]);
    let options = "--players 8 --rate 20 --seconds 2";
    let output = nim_bot(&server.url(), options).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let said = said(&output);
    assert!(said.contains("of 8 clients could connect: HTTP 429"), "{said}");
}

#[test]
fn a_server_that_is_killed_fails_with_the_reason() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let load = nim_bot(&server.url(), "--players 4 --rate 20 --seconds 60").spawn();
    let load = load.expect("it starts");
    wait_for_games(&server);
    server.kill();
    let output = load.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("FAILED: the server is gone"), "{}", said(&output));
}

#[test]
fn an_interrupted_load_prints_what_it_measured() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let json = folder.path().join("report.json");
    let options = format!("--players 4 --rate 20 --seconds 60 --json {}", json.display());
    let load = nim_bot(&server.url(), &options).spawn().expect("it starts");
    wait_for_games(&server);
    let id = load.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let output = load.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    assert!(said(&output).contains("FAILED: interrupted after"), "{}", said(&output));
    assert!(said(&output).contains("clients connected"), "{}", said(&output));
    assert_eq!(report(&json).end, RunEnd::Interrupted);
}

fn report(path: &Path) -> LoadOutcome {
    serde_json::from_slice(&std::fs::read(path).expect("written")).expect("a report")
}

/// Waits until moves have been made on a server.
fn wait_for_games(server: &ServerProcess) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let moves = async {
            loop {
                let metrics = bot::http::request(&server.at.into(), "GET", "/metrics", "").await;
                let (_, text) = metrics.expect("the server answers");
                let moves = text.lines().find_map(|line| line.strip_prefix("nim_moves_total "));
                if moves.is_some_and(|moves| moves.parse::<f64>().is_ok_and(|moves| moves > 30.0)) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(tests::PATIENCE, moves).await.expect("games begin in time");
    });
}
