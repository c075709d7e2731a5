//! Whole loads of a server in this process: what clients of each activity count and measure, and
//! what is left on the server afterwards.

use std::net::SocketAddr;
use std::time::Duration;

use load::lean::{Endpoint, LeanLoad};
use load::{
    Fault, LoadOutcome, Measure, RunEnd, Scenarios, Second, Stages, Swarm, Target, Think, Threshold,
};
use protocol::{Secret, TimeControl};
use server::{Config, Server, Storage};
use tempfile::TempDir;
use tokio::net::TcpListener;

const ADMIN: [u8; 32] = [0xad; 32];

/// Starts a server, which ends with the test's runtime, and returns the folder of its data.
async fn server() -> (TempDir, SocketAddr) {
    let folder = tempfile::tempdir().expect("a folder");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let at = listener.local_addr().expect("bound");
    let config = Config { admin_token: Some(Secret::new(ADMIN)), ..Config::default() };
    let server = Server::open(config, &Storage::folder(folder.path()), || false).await;
    let server = server.expect("its data are new");
    tokio::spawn(server.serve([listener.into()], std::future::pending()));
    (folder, at)
}

fn swarm() -> Swarm {
    Swarm {
        players: 4,
        stages: Some(Stages::constant(60.0, 2)),
        think: Think::Exponential,
        ramp: Duration::from_millis(100),
        games: vec!["nim 3,4,5".parse().expect("a game")],
        clock: Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 1_000 }),
        ..Swarm::default()
    }
}

async fn run(swarm: &Swarm, at: SocketAddr) -> (LoadOutcome, Vec<Second>) {
    let mut target = Target::Remote(at.into(), Some(std::process::id()));
    let mut seconds = Vec::new();
    let on_second = |second: &Second| seconds.push(second.clone());
    let outcome = swarm.run(&mut target, std::future::pending(), on_second).await;
    (outcome.expect("the server answers"), seconds)
}

/// All failures but those of the rate, which is a matter of the machine.
fn failures(outcome: &LoadOutcome, thresholds: &[&str]) -> Vec<String> {
    let read = |text: &&str| text.parse::<Threshold>().expect("a condition");
    let mut failures = outcome.failures(&thresholds.iter().map(read).collect::<Vec<_>>());
    failures.retain(|failure| !failure.contains("the rate was not reached"));
    failures
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_activity_is_measured() {
    let scenarios = "play=4,watch=2,lobby=1".parse().expect("weights");
    let plan = Swarm { players: 14, scenarios, ..swarm() };
    let (_folder, at) = server().await;
    let (outcome, seconds) = run(&plan, at).await;
    assert_eq!(failures(&outcome, &["watch.p50<20s"]), Vec::<String>::new());
    assert_eq!((outcome.end, outcome.clients, outcome.players), (RunEnd::Complete, 14, 8));
    assert_eq!((outcome.connections_wanted, outcome.online, outcome.connections), (14, 14, 14));
    assert_eq!((outcome.seconds.len(), &outcome.seconds), (2, &seconds));
    let count = |measure| outcome.latency(measure).count;
    assert_eq!(outcome.moves, count(Measure::Answer), "{outcome}");
    // A hundred and twenty are due; machines are slow, and players random.
    assert!((10..=200).contains(&outcome.moves), "{outcome}");
    assert_eq!(outcome.moves, seconds.iter().map(|second| second.moves).sum::<u64>());
    assert_eq!(outcome.games, seconds.iter().map(|second| second.games).sum::<u64>());
    assert!(outcome.games > 0 && outcome.judged >= outcome.games, "{outcome}");
    assert_eq!((outcome.stages.len(), outcome.stages[0].moves), (1, outcome.moves));
    // Nearly each move is seen by its opponent, is sent by a timer, and has a spectator.
    for (measure, least) in [
        (Measure::Opponent, outcome.moves / 2),
        (Measure::Lateness, outcome.moves / 2),
        (Measure::Watch, 1),
        (Measure::Seat, 1),
        (Measure::Lobby, 1),
    ] {
        assert!(count(measure) >= least, "{measure:?}: {outcome}");
        assert!(outcome.latency(measure).p50_us < 10_000_000, "{measure:?}: {outcome}");
    }
    assert_eq!((count(Measure::Tournament), count(Measure::Pairing)), (0, 0));
    assert_eq!((outcome.seen_by_one, outcome.kills, outcome.wrong_tokens), (0, 0, 0));
    assert!(outcome.server_us_per_move.is_some_and(|cost| cost > 1.0), "{outcome}");
    assert!(outcome.server_bytes_per_connection.is_some() && outcome.load_us_per_move > 1.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_loaded_without_a_connection() {
    let scenarios = "page=1".parse().expect("weights");
    let stages = Some(Stages::constant(1.0, 3));
    let (_folder, at) = server().await;
    let (outcome, _) = run(&Swarm { players: 6, scenarios, stages, ..swarm() }, at).await;
    assert_eq!(failures(&outcome, &["page.p50<20s"]), Vec::<String>::new(), "{outcome}");
    assert_eq!((outcome.players, outcome.connections_wanted, outcome.seconds.len()), (0, 0, 3));
    assert!((1..100).contains(&outcome.latency(Measure::Page).count), "{outcome}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rated_pairs_of_quick_play_are_compared_with_the_ladder() {
    let (_folder, at) = server().await;
    let admin = Secret::new(ADMIN);
    let plan = Swarm { quick: true, rated: true, admin: Some(admin), ..swarm() };
    let (outcome, _) = run(&plan, at).await;
    assert_eq!(failures(&outcome, &["seat.p50<20s"]), Vec::<String>::new(), "{outcome}");
    let ratings = outcome.ratings.as_ref().expect("they played for them");
    assert_eq!((ratings.pairs as u64, &ratings.note), (outcome.judged / 2, &None), "{outcome}");
    assert!(ratings.pairs > 0 && ratings.ratings >= 8, "{ratings:?}");
    // The load's accounts are gone, and with them its places on the ladder.
    let (_, ladder) = bot::http::request(&at.into(), "GET", "/api/ladder", "").await.expect("it");
    let ladder: serde_json::Value = serde_json::from_str(&ladder).expect("JSON");
    assert_eq!(ladder["leaderboards"], serde_json::json!([]));
    let without = Swarm { admin: None, ..plan };
    let mut target = Target::Remote(at.into(), None);
    let refused = without.run(&mut target, std::future::pending(), |_| {}).await;
    let why = refused.expect_err("nobody makes accounts").to_string();
    assert!(why.contains("rated games want accounts") && why.contains("NIM_ADMIN_TOKEN"), "{why}");
}

/// Two invited players with rated pairs, who are cut off just after moves and all at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn faults_are_counted_and_survived() {
    let faults = vec![Fault::Storm, Fault::Answers, Fault::Slow, Fault::Silent, Fault::Tokens];
    let stages = Some("step:60:6s,step:300:2s".parse().expect("stages"));
    let plan = Swarm { faults, stages, rated: true, admin: Some(Secret::new(ADMIN)), ..swarm() };
    let (_folder, at) = server().await;
    let (outcome, _) = run(&plan, at).await;
    assert_eq!(failures(&outcome, &[]), Vec::<String>::new(), "{outcome}");
    assert_eq!(outcome.faults, ["storm", "answers", "slow", "silent", "tokens"]);
    let lost: u64 = outcome.losses.values().sum();
    assert!(lost >= 5 && outcome.losses.contains_key("cut on purpose"), "{outcome}");
    assert!(outcome.connections >= 8 && outcome.wrong_tokens > 10, "{outcome}");
    assert_eq!((outcome.online, outcome.stages.len()), (4, 2), "{outcome}");
    assert!(outcome.stages.iter().all(|stage| stage.moves > 0), "{outcome}");
    let ratings = outcome.ratings.expect("they played for them");
    assert_eq!((ratings.note, ratings.pairs as u64), (None, outcome.judged / 2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entrants_play_an_arena_made_for_them() {
    let scenarios = Scenarios { play: 1, tournament: 2, ..Scenarios::default() };
    let plan = Swarm { players: 6, scenarios, ..swarm() };
    let (_folder, at) = server().await;
    let (outcome, seconds) = run(&plan, at).await;
    let conditions = ["pairs>=2", "tournament.p99<20s", "pairing.p50<9s", "findings=0"];
    assert_eq!(failures(&outcome, &conditions), Vec::<String>::new(), "{outcome}");
    let counts = (outcome.players, outcome.entrants, outcome.entered, outcome.tournaments);
    assert_eq!(counts, (2, 4, 4, 1), "{outcome}");
    let count = |measure| outcome.latency(measure).count;
    assert_eq!(outcome.entrant_moves, count(Measure::Tournament), "{outcome}");
    assert!(outcome.moves > 20 && outcome.entrant_moves > 20, "{outcome}");
    assert_eq!(outcome.pairs, seconds.iter().map(|second| second.pairs).sum::<u64>());
    let tournaments = bot::http::request(&at.into(), "GET", "/api/tournaments", "").await;
    let tournaments: serde_json::Value =
        serde_json::from_str(&tournaments.expect("it answers").1).expect("JSON");
    assert_eq!(tournaments["tournaments"][0]["stage"], "finished", "{tournaments}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_load_ends_early_when_told_or_when_a_condition_is_broken() {
    let (_folder, at) = server().await;
    let scenarios = Scenarios { play: 1, tournament: 1, ..Scenarios::default() };
    let long = Swarm { stages: None, duration: Duration::from_secs(600), scenarios, ..swarm() };
    let mut target = Target::Remote(at.into(), None);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let mut stop = Some(stop);
    let interrupt = async { drop(stopped.await) };
    let outcome = long.run(&mut target, interrupt, |_| drop(stop.take())).await;
    let outcome = outcome.expect("the server answers");
    assert_eq!((outcome.end, outcome.seconds.len()), (RunEnd::Interrupted, 1), "{outcome}");
    assert_eq!(failures(&outcome, &[]), ["interrupted after 1 of 600 seconds"]);
    assert_eq!(outcome.server_us_per_move, None);
    let stop_unless = vec!["losses<1".parse().expect("one"), "errors<0".parse().expect("one")];
    let (outcome, _) = run(&Swarm { stop_unless, ..long }, at).await;
    assert_eq!((outcome.end, outcome.seconds.len()), (RunEnd::Stopped, 1), "{outcome}");
    assert!(failures(&outcome, &[])[0].starts_with("stopped after 1 of 600 seconds: errors<0"));
    // Nobody is left who could finish the tournaments, so they were cancelled.
    let (_, list) =
        bot::http::request(&at.into(), "GET", "/api/tournaments", "").await.expect("it");
    assert!(!list.contains("running"), "{list}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lean_load_counts_what_the_server_counts() {
    let (_folder, at) = server().await;
    let (endpoint, pid) = (Endpoint::Server, std::process::id());
    for rate in [Some(200.0), None] {
        let heaps = vec![1, 2, 3];
        let plan = LeanLoad { endpoint, at, pid, tables: 3, heaps, rate, seconds: 0.5 };
        let measured = plan.run().await.expect("it plays");
        match rate {
            Some(_) => assert!((30..=140).contains(&measured.moves), "{measured:?}"),
            None => assert!(measured.moves > 10, "{measured:?}"),
        }
        assert!(measured.seconds >= 0.5 && measured.seconds < 2.0, "{measured:?}");
        assert!(measured.server_cpu > 0.0 && measured.server_cpu < 10.0, "{measured:?}");
        assert!(measured.memory > 1 << 20, "{measured:?}");
        let [own, other] = [measured.own, measured.other];
        assert!(0 < own[0] && own[0] <= own[1] && own[0] <= other[0], "{measured:?}");
        let (commits, events) = (measured.commits.mean_us(), measured.commits.mean_events());
        assert!(commits > 0.0 && commits < 1e6 && events >= 1.0, "{measured:?}");
    }
}
