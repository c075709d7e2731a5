//! Runs whose time the test decides: it passes whenever everybody waits. What is sent over a socket
//! would be late for every timeout, so hardly any is.

use std::future::{pending, ready};
use std::sync::Mutex;

use protocol::Secret;
use tokio::time::pause;

use super::*;
use crate::meter::lock;
use fake::{FakeServer, person, read, respond};

/// A second of a measurement, and how many storms there were before it.
#[derive(Debug, PartialEq)]
struct Measured {
    number: u64,
    online: usize,
    storms: u64,
}

/// Measures a load of whose clients so many are connected, at first and after certain seconds.
async fn measured(plan: &Swarm, online: usize, later: &[(u64, bool)]) -> (LoadRun, Vec<Measured>) {
    let coordinator = coordinator(&nowhere(), plan.clone()).await;
    (0..online).for_each(|_| coordinator.set_online(true));
    let (mut run, mut seen) = (LoadRun::default(), Vec::new());
    let on_second = |second: &Second| {
        let storms = coordinator.signals().borrow().storms;
        seen.push(Measured { number: second.second, online: second.online, storms });
        for &(_, online) in later.iter().filter(|&&(after, _)| after == second.second) {
            coordinator.set_online(online);
        }
    };
    let never = pin!(pending());
    let mut target = Target::Remote(nowhere(), Some(std::process::id()));
    let begin = Instant::now();
    plan.measure(&coordinator, &mut target, never, on_second, &mut run).await.expect("no server");
    let passed = begin.elapsed();
    assert_eq!((passed.as_secs(), run.seconds.len()), (seen.len() as u64, seen.len()));
    assert_eq!(coordinator.signals().borrow().phase, Phase::Measure);
    (run, seen)
}

fn plan(seconds: u64) -> Swarm {
    Swarm { stages: Some(Stages::constant(5.0, seconds)), ..swarm("nim 1") }
}

#[tokio::test(start_paused = true)]
async fn every_second_of_a_load_is_measured() {
    let stages = "step:5:2s,step:6:3s".parse().expect("stages");
    let plan = Swarm { stages: Some(stages), ..plan(1) };
    let (run, seen) = measured(&plan, 2, &[(3, false)]).await;
    let online = [2, 2, 2, 1, 1];
    let expected = (1..).zip(online).map(|(number, online)| Measured { number, online, storms: 0 });
    assert_eq!(seen, expected.collect::<Vec<_>>());
    assert_eq!((run.end, run.broken, run.stages.len()), (RunEnd::Complete, None, 2));
    let is_known = |second: &Second| second.server_cores.is_some() && second.server_bytes.is_some();
    assert!(run.seconds.iter().all(is_known), "{:?}", run.seconds);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_nobody_reaches_for_five_seconds_is_gone() {
    let ends = async |plan: &Swarm, online, later: &[(u64, bool)]| {
        let (run, seen) = measured(plan, online, later).await;
        (run.end, seen.len())
    };
    let gone = RunEnd::ServerGone;
    assert_eq!(ends(&plan(12), 0, &[]).await, (gone, 5));
    assert_eq!(ends(&plan(12), 1, &[(3, false)]).await, (gone, 8));
    assert_eq!(ends(&plan(12), 0, &[(3, true), (4, false)]).await, (gone, 9), "they came back");
    assert_eq!(ends(&plan(12), 1, &[]).await, (RunEnd::Complete, 12));
    assert_eq!(ends(&plan(4), 0, &[]).await, (RunEnd::Complete, 4));
    let pages = Scenarios { play: 0, page: 1, ..Scenarios::default() };
    let pages = Swarm { scenarios: pages, ..plan(12) };
    assert_eq!(ends(&pages, 0, &[]).await, (RunEnd::Complete, 12), "they hold no connection");
    let faults = Swarm { faults: vec![Fault::Answers], ..plan(12) };
    assert_eq!(ends(&faults, 0, &[]).await, (RunEnd::Complete, 12), "they may be cut off");
}

#[tokio::test(start_paused = true)]
async fn a_load_is_stopped_by_the_condition_that_does_not_hold() {
    let stop_unless = vec!["rate>=1".parse().expect("a condition")];
    let (run, seen) = measured(&Swarm { stop_unless, ..plan(12) }, 1, &[]).await;
    assert_eq!((run.end, seen.len()), (RunEnd::Stopped, 5));
    assert_eq!(run.broken.as_deref(), Some("rate>=1: it is 0.0"));
}

/// Storms come after the fifth second and every tenth from there, and only if they are asked for.
#[tokio::test(start_paused = true)]
async fn storms_come_every_ten_seconds() {
    let faults = vec![Fault::Storm];
    let (_, seen) = measured(&Swarm { faults, ..plan(26) }, 1, &[]).await;
    let storms: Vec<u64> = seen.iter().map(|second| second.storms).collect();
    let expected = [(0, 5), (1, 10), (2, 10), (3, 1)];
    assert_eq!(storms, expected.map(|(storms, seconds)| vec![storms; seconds]).concat());
    let (_, seen) = measured(&Swarm { faults: vec![Fault::Answers], ..plan(8) }, 1, &[]).await;
    assert!(seen.iter().all(|second| second.storms == 0), "{seen:?}");
}

#[test]
fn a_server_is_killed_every_fifteen_seconds_but_not_after_the_last() {
    let killed = |faults: &[Fault], seconds| {
        let plan = Swarm { faults: faults.into(), ..plan(seconds) };
        (1..=seconds).filter(|&second| plan.kills_after(second)).collect::<Vec<_>>()
    };
    assert_eq!(killed(&[Fault::Storm, Fault::Kill], 45), [14, 29, 44]);
    assert_eq!(killed(&[Fault::Kill], 44), [14, 29]);
    assert!(killed(&[Fault::Storm], 45).is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_interrupt_ends_the_measurement_within_a_second() {
    let plan = plan(12);
    let coordinator = coordinator(&nowhere(), plan.clone()).await;
    coordinator.meter.part(0).moves = 7;
    let (mut run, mut target) = (LoadRun::default(), Target::Remote(nowhere(), None));
    let interrupt = pin!(sleep(Duration::from_millis(2_500)));
    let measured = plan.measure(&coordinator, &mut target, interrupt, |_| {}, &mut run).await;
    measured.expect("no server");
    assert_eq!((run.end, run.seconds.len()), (RunEnd::Interrupted, 2));
    assert_eq!(coordinator.meter.total().moves, 0, "those before are not counted");
}

#[test]
fn clients_start_evenly_within_the_ramp() {
    let plan = Swarm { ramp: Duration::from_secs(10), ..swarm("nim 1") };
    let starts = [0, 1, 2, 3].map(|number| plan.starts_after(number, 4).as_millis());
    assert_eq!(starts, [0, 2_500, 5_000, 7_500]);
    assert_eq!(plan.starts_after(0, 0), Duration::ZERO);
}

/// A page loader notes when it has begun by its first failure.
#[tokio::test(start_paused = true)]
async fn nobody_starts_before_their_time() {
    let scenarios = Scenarios { play: 0, page: 1, ..Scenarios::default() };
    let ramp = Duration::from_secs(3_600);
    let plan = Swarm { players: 2, scenarios, ramp, ..swarm("nim 1") };
    let coordinator = coordinator(&nowhere(), plan.clone()).await;
    let _clients = plan.clients(&coordinator);
    sleep(Duration::from_secs(1_700)).await;
    assert!(!coordinator.meter.part(0).refusals.is_empty());
    assert!(coordinator.meter.part(1).refusals.is_empty());
}

/// Gathers a load of two players and two entrants, of whom so many come.
async fn gathered(online: usize, entered: usize) -> (RunEnd, Duration) {
    let scenarios = Scenarios { tournament: 1, ..Scenarios::default() };
    let ramp = Duration::from_secs(30);
    let plan = Swarm { players: 4, scenarios, ramp, ..swarm("nim 1") };
    let coordinator = coordinator(&nowhere(), plan.clone()).await;
    (0..online).for_each(|_| coordinator.set_online(true));
    (0..entered).for_each(|_| coordinator.note_entered());
    let begin = Instant::now();
    let end = plan.gather(&coordinator, &mut pin!(pending())).await.expect("no tournament");
    let passed = begin.elapsed();
    (end, Duration::from_secs(passed.as_secs()))
}

#[tokio::test(start_paused = true)]
async fn all_clients_must_come_within_ten_seconds_after_the_ramp() {
    let late = (RunEnd::NotConnected, Duration::from_secs(30) + CONNECT_TIMEOUT);
    assert_eq!(gathered(3, 2).await, late);
    assert_eq!(gathered(4, 1).await, late);
    let complete = (RunEnd::Complete, Duration::from_secs(30) + WARM_UP);
    assert_eq!(gathered(4, 2).await, complete);
}

#[tokio::test(start_paused = true)]
async fn clients_that_do_not_end_are_a_finding_of_a_complete_load() {
    for (end, grace, finding) in [
        (RunEnd::Complete, GRACE, vec!["3 clients did not come to an end"]),
        (RunEnd::Interrupted, SHORT_GRACE, vec![]),
    ] {
        let plan = plan(1);
        let coordinator = coordinator(&nowhere(), plan.clone()).await;
        let mut clients = JoinSet::new();
        (0..3).for_each(|_| drop(clients.spawn(pending())));
        clients.spawn(ready(()));
        let (mut run, begin) = (LoadRun { end, ..LoadRun::default() }, Instant::now());
        plan.finish(&coordinator, clients, &mut run).await;
        assert_eq!(begin.elapsed().as_secs(), grace.as_secs(), "{end:?}");
        assert_eq!(coordinator.findings().texts, finding);
    }
}

/// Without a server the ratings cannot be read, which is tried for a while.
#[tokio::test(start_paused = true)]
async fn ratings_are_compared_after_a_complete_load_of_rated_games() {
    for (rated, end, compared) in [
        (true, RunEnd::Complete, true),
        (false, RunEnd::Complete, false),
        (true, RunEnd::Interrupted, false),
    ] {
        let plan = Swarm { rated, ..plan(1) };
        let coordinator = coordinator(&nowhere(), plan.clone()).await;
        let mut run = LoadRun { end, ..LoadRun::default() };
        plan.finish(&coordinator, JoinSet::new(), &mut run).await;
        let note = run.ratings.as_ref().map(|ratings| ratings.note.is_some());
        assert_eq!(note, compared.then_some(true), "{rated} {end:?}");
    }
}

/// Nobody plays; time stands still once the server has been found.
#[tokio::test]
async fn a_whole_load_is_measured_to_its_end() {
    let server = FakeServer::start().await;
    let plan = Swarm { players: 0, ..plan(3) };
    let numbers = Mutex::new(Vec::new());
    let mut target = Target::Remote(server.url.clone(), Some(std::process::id()));
    let run = plan.run(&mut target, pending(), |second| lock(&numbers).push(second.second));
    let found = async {
        server.accept().await.gone().await;
        pause();
    };
    let (outcome, ()) = tokio::join!(run, found);
    let outcome = outcome.expect("a server answers");
    assert_eq!((outcome.end, outcome.seconds.len()), (RunEnd::Complete, 3));
    assert_eq!(*lock(&numbers), [1, 2, 3]);
    assert!(outcome.server_bytes_per_connection.is_some(), "before and after");
    assert_eq!(outcome.failures(&[]), Vec::<String>::new());
}

/// Everybody who may play rated games gets an account, and loses it again.
#[tokio::test]
async fn a_load_on_somebody_elses_server_leaves_no_accounts() {
    let server = FakeServer::start().await;
    let scenarios = Scenarios { play: 2, tournament: 1, ..Scenarios::default() };
    let admin = Some(Secret::new([0xad; 32]));
    let plan = Swarm { players: 6, scenarios, rated: true, admin, ..swarm("nim 1,2") };
    let answers = async {
        let peer = server.accept().await;
        let mut heard = Vec::new();
        loop {
            let (mut stream, _) = server.listener.accept().await.expect("a connection");
            // The clients come too, and find the load at its end.
            let mut first = [0];
            if stream.peek(&mut first).await.is_err() || !matches!(first, [b'P' | b'D']) {
                continue;
            }
            let request = read(&mut stream).await;
            let body = match request.what.as_str() {
                "POST /admin/accounts" => json!({"player": person(4), "token": secret(6)}),
                "POST /api/register" => json!({"token": secret(1)}),
                "POST /api/tournaments" => {
                    json!({"tournament": id(TOURNAMENT), "organizer": secret(2)})
                }
                _ => json!({}),
            };
            respond(&mut stream, 200, &body.to_string()).await;
            let what = request.what.split(['-', '?']).next().unwrap_or_default().to_owned();
            heard.push(what);
            if heard.iter().filter(|what| what.starts_with("DELETE")).count() == 6 {
                return (peer, heard);
            }
        }
    };
    let mut target = Target::Remote(server.url.clone(), None);
    let run = plan.run(&mut target, ready(()), |_| {});
    let (outcome, (_peer, heard)) = soon(async { tokio::join!(run, answers) }).await;
    let outcome = outcome.expect("a server answers");
    assert_eq!((outcome.end, outcome.tournaments), (RunEnd::Interrupted, 1));
    let count = |what: &str| heard.iter().filter(|heard| heard.starts_with(what)).count();
    assert_eq!((count("POST /admin/accounts"), count("DELETE /admin/accounts/")), (6, 6));
    assert_eq!((count("POST /api/tournaments/"), count("POST /api/account/delete")), (1, 1));
}

#[tokio::test]
async fn rated_games_on_somebody_elses_server_want_its_admin() {
    let server = FakeServer::start().await;
    let plan = Swarm { rated: true, ..swarm("nim 1") };
    let mut target = Target::Remote(server.url.clone(), None);
    let run = plan.run(&mut target, ready(()), |_| {});
    let (refused, _peer) = soon(async { tokio::join!(run, server.accept()) }).await;
    assert!(matches!(refused, Err(LoadError::NoAccounts(_))));
}
