//! Several servers on one database: one leads, the others are fronts, and players are connected to
//! all of them. They fail one after another while a load plays: nothing that was acknowledged is
//! lost, and the games go on.
//!
//! `NIM_FAULTS` says how many failures there are, and `NIM_PLAYERS` how many play during an upgrade.

mod failures;
mod nodes;

use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, Instant};

use bot::{Client, ClientEvent, ClientOptions};
use load::{Fault, LoadOutcome, Measure, Second, Stages, Swarm, Target, Think};
use protocol::{Kind, Secret, TimeControl};
use serde_json::json;
use tests::PATIENCE;
use tests::postgres::PostgresPair;
use tests::process::{Folder, ServerProcess, binaries, run_task};
use tests::raw::{Raw, post};
use tests::wire::WireState;

use self::failures::{Cluster, FAILURES};
use self::nodes::{Machine, Node, leader_of};
use crate::histories::Histories;

const ADMIN: [u8; 32] = [7; 32];

/// The longest time for one failure, with the time for play afterwards.
const SECONDS_EACH: u64 = 11;

/// The tables whose histories are recorded.
const WITNESSED: u32 = 24;

/// How many play during an upgrade, unless `NIM_PLAYERS` says otherwise.
const PLAYERS: u64 = 200;

/// Returns the number in an environment variable.
fn number(name: &str, unless: u64) -> u64 {
    std::env::var(name).ok().and_then(|count| count.parse().ok()).unwrap_or(unless)
}

fn swarm(players: usize, rate: f64, seconds: u64) -> Swarm {
    Swarm {
        players,
        stages: Some(Stages::constant(rate, seconds)),
        think: Think::Exponential,
        admin: Some(Secret::new(ADMIN)),
        games: vec!["nim 3,4,5".parse().expect("a game")],
        clock: Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 1_000 }),
        ..Swarm::default()
    }
}

async fn play(url: String, swarm: Swarm) -> LoadOutcome {
    let mut target = Target::Remote(url.parse().expect("an address"), None);
    swarm.run(&mut target, std::future::pending(), |_| {}).await.expect("the server answers")
}

/// A load that plays rated pairs, and expects connections to be lost.
fn rated(seconds: u64) -> Swarm {
    Swarm { rated: true, faults: vec![Fault::Storm], ..swarm(24, 60.0, seconds) }
}

/// The median and the longest.
fn summary(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    format!("{:.1?}, at most {:.1?}", times[times.len() / 2], times[times.len() - 1])
}

/// The longest that a move waited, from when it was due until its acknowledgement, in the seconds of
/// each of these spans.
fn waits(spans: &[(Duration, Duration)], seconds: &[Second]) -> Vec<Duration> {
    let wait = |(from, to): &(Duration, Duration)| {
        let within = seconds
            .iter()
            .filter(|second| (from.as_secs()..=to.as_secs() + 1).contains(&second.second));
        Duration::from_micros(within.map(|second| second.answer.max_us).max().unwrap_or(0))
    };
    spans.iter().map(wait).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
async fn servers_that_fail_lose_nothing_that_was_acknowledged() {
    let failures = number("NIM_FAULTS", FAILURES.len() as u64);
    let mut postgres = PostgresPair::start();
    let database = postgres.new_database("nim");
    let mut cluster = Cluster::start(&postgres, "nim").await;
    let histories = Histories::begin(cluster.proxy.at, WITNESSED).await;
    let url = format!("ws://{}/ws", cluster.proxy.at);
    let load = tokio::spawn(play(url, rated(SECONDS_EACH * (failures + 1))));
    let (began, mut spans) = (Instant::now(), Vec::new());
    tokio::time::sleep(Duration::from_secs(3)).await;
    for failure in FAILURES.into_iter().cycle().take(failures as usize) {
        let from = began.elapsed();
        cluster.suffer(failure, &mut postgres).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        spans.push((from, began.elapsed()));
    }
    // Before the load's referee reads all games: while somebody plays, reading waits.
    println!("{}", histories.end(cluster.proxy.at).await);
    let outcome = load.await.expect("the load ends");
    assert_eq!(outcome.failures(&[]), Vec::<String>::new(), "{:?}\n{outcome}", outcome.findings);
    println!("{failures} failures; led again after {}", summary(cluster.pauses));
    let waits = waits(&spans, &outcome.seconds);
    for (kind, failure) in FAILURES.into_iter().enumerate().take(failures as usize) {
        let of_a_kind = waits.iter().skip(kind).step_by(FAILURES.len()).copied().collect();
        println!("{failure:?}: a move waited {}", summary(of_a_kind));
    }
    println!("all: a move waited {}", summary(waits));
    println!("{outcome}");
    cluster.nodes.iter_mut().for_each(|node| drop(node.program.0.kill()));
    for task in [&["check"][..], &["recompute", "--check"]] {
        let mut command = Command::new(binaries().join("nim-server"));
        let said = command.args(task).env("NIM_DATABASE", &database).output().expect("it runs");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stdout));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
async fn an_upgrade_of_all_servers_refuses_no_move() {
    let players = number("NIM_PLAYERS", PLAYERS);
    let postgres = PostgresPair::start();
    postgres.new_database("nim");
    let mut cluster = Cluster::start(&postgres, "nim").await;
    let url = format!("ws://{}/ws", cluster.proxy.at);
    let ramp = Duration::from_millis(players * 4);
    // Every player makes a move in five seconds.
    let swarm = Swarm { ramp, ..swarm(players as usize, players as f64 / 5.0, 30) };
    let load = tokio::spawn(play(url, Swarm { faults: vec![Fault::Answers], ..swarm }));
    tokio::time::sleep(ramp + Duration::from_secs(5)).await;
    let began = Instant::now();
    cluster.deploy().await;
    println!("{players} players, three servers upgraded within {:.1?}", began.elapsed());
    let outcome = load.await.expect("the load ends");
    println!("{outcome}");
    assert_eq!(outcome.failures(&[]), Vec::<String>::new(), "{:?}", outcome.findings);
    assert_eq!(outcome.given_up, 0);
    // What may be refused begins or aborts a game, or asks for one that has gone: no move.
    let expected = ["not_found", "shutting_down", "too_late", "game_over"];
    let others = outcome.refusals.keys().filter(|code| !expected.contains(&code.as_str()));
    assert_eq!(others.collect::<Vec<_>>(), Vec::<&String>::new());
    println!("a move took {:?}", outcome.latency(Measure::Answer));
}

/// A leader that is cut off from the database knows nothing of what its successor does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
async fn a_leader_that_was_replaced_answers_nothing_from_its_memory() {
    let postgres = PostgresPair::start();
    postgres.new_database("replaced");
    let machines =
        [Machine::new(&postgres, "replaced").await, Machine::new(&postgres, "replaced").await];
    let nodes = machines.each_ref().map(|machine| Node::start(&machine.database));
    let leader = leader_of(&nodes, None).await;
    let (old, new) = (&nodes[leader], &nodes[1 - leader]);
    // Before it ends by itself, which may be soon.
    let mut list = Raw::connect(old.at()).await;
    machines[leader].line(WireState::Cut);
    leader_of(&nodes, Some(old.port)).await;
    let ada = json!({ "name": "Ada", "password": "seven wild horses at dawn" }).to_string();
    let (status, ada) = post(new.at(), "/api/register", &ada).await;
    assert_eq!(status, 201, "{ada}");
    let url = format!("ws://{}/ws", old.at()).parse().expect("an address");
    let mut options = ClientOptions::new(url, "Ada".to_owned().try_into().expect("a name"));
    options.kind = Kind::Person;
    options.token = ada["token"].as_str().and_then(Secret::read);
    let mut client = Client::new(options);
    list.write(b"GET /api/tournaments HTTP/1.1\r\nhost: nim\r\nconnection: close\r\n\r\n").await;
    let (event, status) = tokio::join!(client.next(), list.status());
    assert!(matches!(event, Ok(ClientEvent::Lost { .. })), "it was greeted: {event:?}");
    assert!([0, 503].contains(&status), "{status}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
async fn what_is_on_one_machine_only_is_not_acknowledged() {
    let mut postgres = PostgresPair::start();
    let database = postgres.new_database("single");
    let mut node = Node::start(&database);
    leader_of(std::slice::from_ref(&node), None).await;
    let register = |at: SocketAddr, name: &str| {
        let body = json!({ "name": name, "password": "seven wild horses at dawn" }).to_string();
        tokio::spawn(async move { post(at, "/api/register", &body).await.0 })
    };
    assert_eq!(register(node.at(), "Ada").await.expect("an answer"), 201);
    postgres.stop_standby();
    let answer = register(node.at(), "Bob");
    let began = Instant::now();
    while postgres.cancel_waits() == 0 {
        assert!(began.elapsed() < PATIENCE && !answer.is_finished(), "nothing waits");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!node.ended().await.success());
    // It was refused, or nothing was said.
    assert_ne!(answer.await.ok(), Some(201));
    tokio::task::block_in_place(|| postgres.start_standby());
    node = Node::start(&database);
    leader_of(std::slice::from_ref(&node), None).await;
    assert_eq!(register(node.at(), "Ada").await.expect("an answer"), 409);
    assert_eq!(register(node.at(), "Eve").await.expect("an answer"), 201);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL; see tests/outside/postgres"]
async fn everything_is_copied_into_a_database_and_back() {
    let postgres = PostgresPair::start();
    let database = postgres.new_database("copied");
    let (folder, back) = (Folder::new(), Folder::new());
    let flags = ["--house-bots", "off"];
    let server = ServerProcess::start_with_admin(folder.path(), Secret::new(ADMIN), &flags);
    let outcome = play(server.url(), rated(6)).await;
    assert_eq!(outcome.failures(&[]), Vec::<String>::new(), "{outcome}");
    assert!(server.stop().success());
    let task = |folder: &Folder, task: &[&str]| {
        let (done, said) = run_task(folder.path(), task);
        assert!(done, "{task:?}: {said}");
        said
    };
    let into = ["copy", "--database", &database];
    task(&folder, &into);
    assert!(!run_task(folder.path(), &into).0, "there is something already");
    task(&back, &["copy", "--back", "--database", &database]);
    let records = [
        task(&folder, &["record"]),
        task(&back, &["record", "--database", &database]),
        task(&back, &["record"]),
    ];
    assert!(records[0].lines().count() > 2, "{}", records[0]);
    assert!(records.iter().all(|record| *record == records[0]));
    // A copy on a server can be backed up as one in a folder can.
    let file = back.path().join("backup");
    task(&back, &["backup", file.to_str().expect("a plain path"), "--database", &database]);
    let restored = Folder::new();
    task(&restored, &["restore", file.to_str().expect("a plain path")]);
    assert_eq!(task(&restored, &["record"]), records[0]);
}
