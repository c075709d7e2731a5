mod time;

use std::error::Error;

use protocol::TournamentId;
use serde_json::json;
use uuid::Uuid;

use super::*;
use crate::scenario::Scenarios;
use crate::stages::Stages;
use crate::testing::{coordinator, nowhere, swarm};
use fake::{FakeHttp, id, secret, soon};

#[tokio::test]
async fn what_stands_in_the_way_of_a_load_is_said() {
    let mut target = Target::Remote(nowhere(), None);
    let unreachable = soon(swarm("nim 1").run(&mut target, std::future::pending(), |_| {})).await;
    let why = unreachable.expect_err("nobody listens there");
    assert!(why.to_string().starts_with("no server at ws://127.0.0.1:1/ws: "), "{why}");
    assert!(why.source().is_none());
    let [accounts, tournaments] =
        [LoadError::NoAccounts("a".to_owned()), LoadError::NoTournaments("b".to_owned())];
    assert_eq!(accounts.to_string(), "rated games want accounts: a");
    assert_eq!(tournaments.to_string(), "there is no tournament: b");
    assert!(accounts.source().is_none() && tournaments.source().is_none());
    let own = LoadError::OwnServer(io::Error::other("gone"));
    assert_eq!(own.to_string(), "the server did not start again");
    assert_eq!(own.source().map(ToString::to_string).as_deref(), Some("gone"));
}

#[tokio::test]
async fn every_client_of_the_crowd_is_started() {
    let server = FakeHttp::start(|_| (503, String::new())).await;
    let scenarios = Scenarios { play: 2, watch: 3, lobby: 4, page: 5, tournament: 0 };
    let plan = Swarm { players: 14, scenarios, ramp: Duration::from_secs(600), ..swarm("nim 1") };
    let coordinator = coordinator(&server.url, plan.clone()).await;
    assert_eq!(plan.clients(&coordinator).len(), 14);
}

/// Each stage ends with its last second, and the last one with the load.
#[tokio::test]
async fn stages_end_with_their_seconds() {
    let server = FakeHttp::start(|_| (503, String::new())).await;
    let stages: Stages = "step:5:2s,step:6:1s,step:7:3s".parse().expect("stages");
    let plan = Swarm { stages: Some(stages), ..swarm("nim 1") };
    let coordinator = coordinator(&server.url, plan.clone()).await;
    let mut run = LoadRun::default();
    let mut ended = Vec::new();
    for second in 1..=6 {
        coordinator.meter.part(0).moves += second;
        coordinator.meter.second(second, 0, crate::process::Used::default());
        plan.end_stage(&coordinator, second, &mut run);
        ended.push(run.stages.len());
    }
    assert_eq!(ended, [0, 1, 2, 2, 2, 3]);
    let moves: Vec<u64> = run.stages.iter().map(|stage| stage.moves).collect();
    assert_eq!(moves, [3, 3, 15]);
    let rates: Vec<f64> = run.stages.iter().map(|stage| stage.stage.to).collect();
    assert_eq!(rates, [5.0, 6.0, 7.0]);
    let mut none = LoadRun::default();
    Swarm { stages: None, ..plan }.end_stage(&coordinator, 6, &mut none);
    assert!(none.stages.is_empty());
}

#[tokio::test]
async fn the_first_condition_that_is_broken_is_named() {
    let server = FakeHttp::start(|_| (503, String::new())).await;
    let stop_unless = ["losses<1", "errors<2", "findings<1"];
    let stop_unless = stop_unless.map(|text| text.parse().expect("one")).into();
    let plan = Swarm { stop_unless, ..swarm("nim 1") };
    let coordinator = coordinator(&server.url, plan.clone()).await;
    let refuse = |second| {
        coordinator.meter.part(0).refused_as("busy".to_owned());
        coordinator.meter.second(second, 0, crate::process::Used::default());
        plan.broken(&coordinator, second)
    };
    assert_eq!(refuse(1), None);
    assert_eq!(refuse(2).as_deref(), Some("errors<2: it is 2"));
    coordinator.finding("one".to_owned());
    assert_eq!(plan.broken(&coordinator, 2).as_deref(), Some("errors<2: it is 2"));
    assert_eq!(swarm("nim 1").broken(&coordinator, 2), None);
}

const TOURNAMENT: u128 = 8;

/// A server with a tournament that runs for one more look.
async fn organized(last: &'static str) -> (FakeHttp, Arc<Coordinator>) {
    let mut looks = 0;
    let server = FakeHttp::start(move |what| match what {
        "POST /api/register" => (201, json!({"token": secret(1)}).to_string()),
        "POST /api/tournaments" => {
            (201, json!({"tournament": id(TOURNAMENT), "organizer": secret(2)}).to_string())
        }
        _ if what.starts_with("GET ") => {
            looks += 1;
            let stage = if looks == 1 { "running" } else { last };
            (200, view(stage).to_string())
        }
        _ => (200, "{}".to_owned()),
    })
    .await;
    let scenarios = Scenarios { play: 0, tournament: 1, ..Scenarios::default() };
    let plan = Swarm { scenarios, ..swarm("nim 1,2") };
    let organizer = Organizer::create(&plan, &server.url, 2).await.expect("it is made");
    let coordinator =
        Coordinator::new(plan, server.url.clone(), Vec::new(), organizer, Instant::now());
    (server, Arc::new(coordinator))
}

fn view(stage: &str) -> serde_json::Value {
    let entrant = |number: u128| {
        json!({"number": number, "player": id(number), "name": format!("e {number}"),
               "kind": "bot", "entered": number})
    };
    let standing = |number: u128, games: [u32; 2]| {
        json!({"rank": 1, "number": number, "score": 0, "pairs": [0, 0, 0], "games": games,
               "direct": 0, "sonneborn_berger": 0, "buchholz": 0, "wins": 0})
    };
    json!({
        "tournament": id(TOURNAMENT), "stage": stage, "commitment": "c", "key": "k",
        "plan": {"name": "x", "format": {"kind": "knockout"}, "courses": [{"variant": "nim"}]},
        "entrants": [entrant(1), entrant(2)], "rounds": 0, "played": 0, "pairs": 1,
        "standings": [standing(2, [0, 3]), standing(1, [2, 1]), standing(7, [1, 1])],
        "elapsed_ms": 0,
    })
}

#[tokio::test]
async fn a_complete_load_waits_for_its_tournaments_and_compares_the_standings() {
    let (server, coordinator) = organized("finished").await;
    let plan = coordinator.swarm.clone();
    let arena = coordinator.organizer.arena(5).expect("the only one");
    assert_eq!(arena.id, TournamentId(Uuid::from_u128(TOURNAMENT)));
    for (player, won) in [(1, true), (1, true), (1, false), (2, false), (2, false)] {
        arena.note_game(protocol::PlayerId(Uuid::from_u128(player)), won);
    }
    let mut run = LoadRun::default();
    soon(plan.finish(&coordinator, JoinSet::new(), &mut run)).await;
    let signal = *coordinator.signals().borrow();
    assert_eq!((signal.phase, signal.tournaments), (Phase::Finish, TournamentPhase::Over));
    let findings = coordinator.findings().texts;
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert!(finding.contains("e 2 has won and lost [0, 3] games") && finding.contains("[0, 2]"));
    assert_eq!(run.ratings, None);
    let path = format!("GET /api/tournaments/{}", Uuid::from_u128(TOURNAMENT));
    let paths = server.paths();
    assert_eq!(&paths[2..], [&path, &path, "POST /api/account/delete"]);
    let [registered, made, .., left] = &server.seen()[..] else { panic!("{paths:?}") };
    assert_eq!(registered.body["password"], left.body["password"]);
    let bearer = format!("Authorization: Bearer {}", "01".repeat(32));
    assert!(made.head.contains(&bearer) && left.head.contains(&bearer));
    let name = registered.body["name"].as_str().expect("a name");
    assert!(name.starts_with("Load test ") && name.len() == "Load test 12345678".len());
}

#[tokio::test]
async fn a_tournament_that_was_over_before_the_load_is_a_finding() {
    let (_server, coordinator) = organized("cancelled").await;
    let mut plan = coordinator.swarm.clone();
    let mut run = LoadRun::default();
    soon(plan.finish(&coordinator, JoinSet::new(), &mut run)).await;
    let findings = coordinator.findings().texts;
    assert_eq!(findings.len(), 3, "nobody saw the games: {findings:?}");
    assert!(findings[0].ends_with("was over before the load"), "{findings:?}");
    // With faults the entrants have not seen everything.
    let (_server, coordinator) = organized("cancelled").await;
    plan.faults = vec![Fault::Storm];
    soon(plan.finish(&coordinator, JoinSet::new(), &mut run)).await;
    assert_eq!(coordinator.findings().count, 0);
}

#[tokio::test]
async fn a_load_that_ends_early_cancels_its_tournaments() {
    let (server, coordinator) = organized("finished").await;
    let plan = coordinator.swarm.clone();
    let mut run = LoadRun { end: RunEnd::Interrupted, ..LoadRun::default() };
    soon(plan.finish(&coordinator, JoinSet::new(), &mut run)).await;
    assert_eq!(coordinator.signals().borrow().tournaments, TournamentPhase::Over);
    let cancel = format!("POST /api/tournaments/{}/cancel", Uuid::from_u128(TOURNAMENT));
    assert_eq!(&server.paths()[2..], [&cancel, "POST /api/account/delete"]);
    assert_eq!(server.seen()[2].body["organizer"], secret(2));
    assert_eq!(coordinator.findings().count, 0);
}

#[tokio::test]
async fn entrants_are_spread_over_tournaments_as_large_as_they_may_be() {
    let server = FakeHttp::start(|what| match what {
        "POST /api/register" => (201, json!({"token": secret(1)}).to_string()),
        _ => (201, json!({"tournament": id(TOURNAMENT), "organizer": secret(2)}).to_string()),
    })
    .await;
    let most = crate::arena::MAX_ENTRANTS;
    for (entrants, tournaments) in [(0, 0), (1, 1), (most, 1), (most + 1, 2)] {
        let plan = swarm("nim 1,2");
        let organizer = Organizer::create(&plan, &server.url, entrants).await.expect("made");
        assert_eq!(organizer.arenas.len(), tournaments, "{entrants}");
    }
    let seen = server.seen();
    let sizes: Vec<_> = seen.iter().map(|made| made.body["plan"]["entrants"].clone()).collect();
    assert_eq!(&sizes[1..4], [json!(2), json!(null), json!(most)]);
    assert_eq!(sizes[5], json!((most + 1).div_ceil(2)));
    assert_eq!(seen.len(), 3 + 4, "one account for each load");
}

#[tokio::test]
async fn a_load_without_its_tournaments_leaves_nothing_behind() {
    let server = FakeHttp::start(|what| match what {
        "POST /api/register" => (201, json!({"token": secret(1)}).to_string()),
        "POST /api/account/delete" => (204, String::new()),
        _ => (403, " not here \n".to_owned()),
    })
    .await;
    let why = Organizer::create(&swarm("nim 1,2"), &server.url, 2).await.expect_err("refused");
    assert_eq!(why, "/api/tournaments: HTTP 403 not here");
    assert_eq!(server.paths().last().map(String::as_str), Some("POST /api/account/delete"));
}

#[tokio::test]
async fn tournaments_begin_in_order_and_run_as_long_as_the_load() {
    let (server, coordinator) = organized("finished").await;
    let organizer = &coordinator.organizer;
    soon(organizer.time_up()).await;
    organizer.begin(&coordinator.swarm).await.expect("it begins");
    let begin = format!("POST /api/tournaments/{}/begin", Uuid::from_u128(TOURNAMENT));
    assert_eq!(server.paths().last(), Some(&begin));
    let arena = organizer.arena(0).expect("one");
    let pair = protocol::PairId(Uuid::nil());
    assert!(arena.began(pair, Instant::now()).is_some(), "everybody waits for the first wave");
    let up = timeout(Duration::from_millis(1), organizer.time_up()).await;
    assert!(up.is_err(), "it takes a minute");
}

#[tokio::test(start_paused = true)]
async fn whoever_is_there_is_waited_for_until_an_interrupt() {
    let server = FakeHttp::start(|_| (503, String::new())).await;
    let plan = swarm("nim 1");
    let coordinator = coordinator(&server.url, plan.clone()).await;
    let mut now = pin!(std::future::ready(()));
    let end = soon(plan.gather(&coordinator, &mut now)).await.expect("no error");
    assert_eq!(end, RunEnd::Interrupted);
    coordinator.set_online(true);
    coordinator.set_online(true);
    let mut never = pin!(std::future::pending());
    let end = soon(plan.gather(&coordinator, &mut never)).await.expect("no error");
    assert_eq!(end, RunEnd::Complete);
}
