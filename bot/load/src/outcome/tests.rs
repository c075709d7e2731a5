use std::time::Duration;

use super::*;
use crate::process::Used;
use crate::scenario::Scenarios;
use crate::stages::Stages;
use crate::swarm::Fault;
use crate::testing::{coordinator, swarm};

#[test]
fn a_load_that_is_late_or_busy_says_so() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let late = |late: u32| {
        let mut total = Counters::default();
        let lateness = total.latencies.entry(Measure::Lateness).or_default();
        for n in 0..1_000 {
            lateness.record(Duration::from_millis(if n < late { 9 } else { 1 }));
        }
        total
    };
    assert_eq!(bottleneck(&Counters::default(), 0.0), None);
    assert_eq!(bottleneck(&late(9), 0.85 * cores), None);
    assert_eq!(bottleneck(&late(10), 0.9 * cores), None, "the most that is allowed");
    let why = bottleneck(&late(20), 0.0).expect("late");
    assert!(why.contains("more than 5 ms late with 2.0 % of its moves"), "{why}");
    let why = bottleneck(&late(9), 0.95 * cores).expect("busy");
    assert!(why.contains("it may be the bottleneck"), "{why}");
}

/// A stage in which moves are due at random is held within three standard deviations.
#[test]
fn a_stage_is_held_with_nearly_all_its_moves() {
    // 98 % of a thousand, less 3 * 31.6.
    let stage = Stages::constant(100.0, 10).all()[0].clone();
    let held = |moves| {
        let stage = stage.clone();
        StageOutcome { stage, moves, ..StageOutcome::default() }.is_held()
    };
    assert_eq!([0, 885, 886, 1_000, 2_000].map(held), [false, false, true, true, true]);
    let idle = StageOutcome {
        stage: LoadStage { to: 0.0, from: 0.0, ..stage },
        ..StageOutcome::default()
    };
    assert!(idle.is_held(), "nothing was due");
}

fn counts(of: &[(&str, u64)]) -> BTreeMap<String, u64> {
    of.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
}

#[test]
fn a_stage_has_its_own_counts() {
    let mut counters = Counters { moves: 7, ..Counters::default() };
    counters.record(Measure::Answer, Duration::from_millis(1));
    counters.losses = counts(&[("a", 1), ("b", 2)]);
    counters.refusals = counts(&[("a", 4), ("b", 8)]);
    let stage = Stages::constant(5.0, 2).all()[0].clone();
    let outcome = StageOutcome::new(&stage, &counters);
    assert_eq!(outcome.stage, stage);
    assert_eq!((outcome.moves, outcome.losses, outcome.errors), (7, 3, 12));
    assert_eq!((outcome.answer.count, outcome.answer.p50_us), (1, 1_000));
    assert_eq!(StageOutcome::new(&stage, &Counters::default()).answer, Latency::default());
}

/// Three seconds, in which processes have kept this much busy.
fn seconds(load_cores: f64, server: [Option<f64>; 3]) -> Vec<Second> {
    let second = |(at, server_cores): (usize, Option<f64>)| Second {
        second: at as u64 + 1,
        load_cores,
        server_cores,
        server_bytes: server_cores.map(|_| [2_000, 10_500, 4_000][at]),
        ..Second::default()
    };
    server.into_iter().enumerate().map(second).collect()
}

#[tokio::test]
async fn an_outcome_divides_by_moves_seconds_and_connections() {
    let scenarios = Scenarios { play: 4, watch: 2, lobby: 1, page: 3, tournament: 2 };
    let stages: Stages = "ramp:10:4s,step:20:4s".parse().expect("stages");
    let faults = vec![Fault::Storm, Fault::Kill];
    let plan = Swarm { players: 12, scenarios, stages: Some(stages), faults, ..swarm("nim 1") };
    let coordinator = coordinator(&crate::testing::nowhere(), plan.clone()).await;
    let run = |server| LoadRun {
        memory_before: Some(1_500),
        seconds: seconds(0.25, server),
        ..LoadRun::default()
    };
    let idle = LoadOutcome::new(&plan, &coordinator, run([Some(0.5); 3]));
    assert_eq!((idle.server_us_per_move, idle.load_us_per_move), (None, 750_000.0));
    let mut part = coordinator.meter.part(0);
    (part.moves, part.entrant_moves, part.games, part.pairs) = (60, 40, 2, 4);
    (part.connections, part.wrong_tokens, part.kills) = (8, 16, 32);
    drop(part);
    coordinator.meter.second(1, 0, Used::default());
    let outcome = LoadOutcome::new(&plan, &coordinator, run([Some(0.5); 3]));
    let LoadOutcome { clients, players, entrants, connections_wanted, .. } = outcome;
    assert_eq!((clients, players, entrants, connections_wanted), (12, 4, 2, 9));
    assert_eq!((outcome.moves, outcome.entrant_moves, outcome.reached), (60, 40, 20.0));
    assert_eq!((outcome.rate, outcome.seconds_wanted), (Some(12.5), 8));
    let of_moves = (outcome.server_us_per_move, outcome.load_us_per_move);
    assert_eq!(of_moves, (Some(15_000.0), 7_500.0));
    assert_eq!(outcome.server_bytes_per_connection, Some(1_000.0), "of the most that it had");
    assert_eq!((outcome.think.as_str(), outcome.tournaments), ("exponential", 0));
    assert_eq!(outcome.faults, ["storm", "kill"]);
    let LoadOutcome { games, pairs, connections, wrong_tokens, kills, .. } = outcome;
    assert_eq!((games, pairs, connections, wrong_tokens, kills), (2, 4, 8, 16, 32));
    let unread = LoadOutcome::new(&plan, &coordinator, run([Some(0.5), None, Some(0.5)]));
    assert_eq!(unread.server_us_per_move, None, "of a second it is not known");
    let remote = LoadRun { seconds: seconds(0.0, [Some(0.5); 3]), ..LoadRun::default() };
    assert_eq!(LoadOutcome::new(&plan, &coordinator, remote).server_bytes_per_connection, None);
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let bottleneck = |load_cores| {
        let run = LoadRun { seconds: seconds(load_cores, [None; 3]), ..LoadRun::default() };
        LoadOutcome::new(&plan, &coordinator, run).bottleneck
    };
    assert_eq!(bottleneck(0.5 * cores), None);
    let why = bottleneck(cores).expect("it was busy in each second");
    assert!(why.ends_with("it may be the bottleneck."), "{why}");
}

#[test]
fn conditions_are_about_the_figures_of_an_outcome() {
    let mut outcome = LoadOutcome {
        reached: 2.5,
        moves: 1,
        games: 2,
        pairs: 4,
        refusals: counts(&[("a", 8), ("b", 16)]),
        losses: counts(&[("a", 32), ("b", 64)]),
        ..LoadOutcome::default()
    };
    (0..3).for_each(|n| outcome.add_finding(n.to_string()));
    assert_eq!(outcome.findings, ["0", "1", "2"]);
    assert_eq!(outcome.errors(), 24);
    let Figures { latencies, errors, losses, findings, rate, moves, games, pairs } =
        outcome.figures();
    assert_eq!((errors, losses, findings, rate), (24, 96, 3, 2.5));
    assert_eq!((moves, games, pairs, latencies.len()), (1, 2, 4, 0));
    assert_eq!(outcome.latency(Measure::Seat), Latency::default());
    outcome.latencies.entry(Measure::Seat).or_default().record(Duration::from_millis(1));
    assert_eq!(outcome.latency(Measure::Seat).p99_us, 1_000);
}
