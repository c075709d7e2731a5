//! `nim-bot solve --time 10ms` keeps its time limit for positions of every variant, ending and
//! size. CPU time is measured, because delays of a busy machine say nothing about the solver.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use bot::{RowSolver, SolveOptions, Solved};
use rules::{Preset, Setup, Variant};
use serde_json::json;

/// The time limit of an answer.
const TIME: Duration = Duration::from_millis(10);

/// The time that at most one answer in a thousand may exceed: a fifth less than is promised.
const MOST: Duration = Duration::from_micros(12_500);

/// The approximate numbers of objects in the positions.
const SIZES: &[u64] = &[3, 9, 15, 30, 60, 120, 400, 10_000, 1_000_000_000];

#[test]
#[cfg_attr(debug_assertions, ignore = "what time answers take is a question for a release build")]
fn answers_keep_to_their_time() {
    let rows = mixed(10_000);
    let mut solver = RowSolver::new(SolveOptions { time: Some(TIME), ..SolveOptions::default() });
    let mut took: Vec<(Duration, &str)> = rows
        .iter()
        .map(|row| {
            let began = on_core();
            let answer = solver.answer(row.as_bytes());
            assert!(matches!(answer, Solved::Row(_)), "{row}: {answer:?}");
            (on_core() - began, row.as_str())
        })
        .collect();
    took.sort_unstable();
    let slowest: Vec<String> = took
        .iter()
        .rev()
        .take(20)
        .map(|(time, row)| format!("{time:?} {}", row.chars().take(160).collect::<String>()))
        .collect();
    let at = |share: f64| took[(share * (took.len() - 1) as f64) as usize].0;
    println!(
        "median {:?}, p99 {:?}, p99.9 {:?}, slowest {:?}",
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    println!("{}", slowest.join("\n"));
    assert!(at(0.999) < MOST, "{:?}: {slowest:#?}", at(0.999));
}

/// Rows of all presets and of larger graphs and boards, in turn, newly dealt each time.
fn mixed(number: usize) -> Vec<String> {
    let setups: Vec<Setup> = Preset::all().map(Preset::setup).chain(larger()).collect();
    let mut state = 1u64;
    let mut below = |n: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let dealt = (0..).flat_map(|round: usize| setups.iter().map(move |setup| (round, setup)));
    let dealt = dealt.filter_map(|(round, setup)| {
        let variant = setup.variant();
        let position = match round {
            0 => setup.start().clone().into(),
            _ => variant.rules().deal(SIZES[round % SIZES.len()], &mut below),
        };
        let endings = variant.rules().endings();
        let ending = endings[round / SIZES.len() % endings.len()];
        // Not every dealt start is a valid position.
        let setup = Setup::new(variant.clone(), ending, position).ok()?;
        Some(
            json!({
                "variant": variant.name(), "params": variant.params(),
                "convention": ending, "position": setup.start(),
            })
            .to_string(),
        )
    });
    dealt.take(number).collect()
}

/// Boards, circles and graphs beyond the presets: those with the most moves.
fn larger() -> Vec<Setup> {
    let whole = |variant: &str, params, position| {
        let variant = Variant::parse(variant, params).unwrap();
        let ending = variant.rules().endings()[0];
        Setup::new(variant, ending, position).unwrap()
    };
    let all = |n: u64| json!({"present": (0..n).collect::<Vec<_>>()});
    let mut setups = Vec::new();
    for vertices in [12, 20, 40, 128] {
        let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
        let dense: Vec<_> = pairs.clone().step_by(3).take(3_000).collect();
        let sparse: Vec<_> = pairs.step_by(vertices as usize / 3).take(3_000).collect();
        let path: Vec<_> = (1..vertices).map(|v| (v - 1, v)).collect();
        for edges in [dense, sparse, path] {
            for (rule, min, max) in [
                ("star", None, None),
                ("connected", Some(1), Some(2)),
                ("connected", Some(2), Some(4)),
                ("connected", Some(1), Some(vertices)),
            ] {
                let mut params = json!({"vertices": vertices, "edges": edges, "rule": rule});
                if let (Some(min), Some(max)) = (min, max) {
                    params["min"] = json!(min);
                    params["max"] = json!(max);
                }
                setups.push(whole("graph", params, serde_json::from_value(all(vertices)).unwrap()));
            }
        }
    }
    for dims in [vec![5, 5], vec![7, 9], vec![12, 12], vec![20, 20], vec![4, 4, 4]] {
        let cells: u64 = dims.iter().product();
        let board = json!({"board": "1".repeat(cells as usize)});
        setups.push(whole("ndim", json!({"dims": dims}), serde_json::from_value(board).unwrap()));
    }
    for code in ["0.6", "0.007", "0.137", "0.123", "0.15", "0.3102", "4.7", "0.53"] {
        let heaps = serde_json::from_value(json!({"heaps": [30, 21]})).unwrap();
        setups.push(whole("octal", json!({"code": code}), heaps));
    }
    setups
}

/// The CPU time of this thread; Linux reports it in nanoseconds, as of the scheduler's last update.
fn on_core() -> Duration {
    std::thread::yield_now();
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(times.split_whitespace().next().unwrap().parse().unwrap())
}
