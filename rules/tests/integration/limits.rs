//! The largest positions of every variant are admitted, and what is beyond is refused.

use std::collections::BTreeSet;

use rules::{Preset, Setup};
use serde_json::{Value, from_value, json};

/// The largest number: 2^53 - 1.
const LARGEST: u64 = 9_007_199_254_740_991;

/// A variant with its parameters, what is admitted at its limits, and what is refused beyond them.
struct Limits {
    variant: &'static str,
    params: Value,
    within: Vec<Value>,
    beyond: Vec<Value>,
}

fn limits(
    variant: &'static str,
    params: Value,
    within: impl Into<Vec<Value>>,
    beyond: impl Into<Vec<Value>>,
) -> Limits {
    Limits { variant, params, within: within.into(), beyond: beyond.into() }
}

/// Up to so many heaps or coins, each of at most the largest number.
fn of_numbers(variant: &'static str, params: Value, key: &str, most: u64) -> Limits {
    let numbers = |numbers: Vec<u64>| json!({ key: numbers });
    let within = [numbers((0..most).collect()), numbers(vec![LARGEST])];
    let beyond = [numbers((0..=most).collect()), numbers(vec![LARGEST + 1])];
    limits(variant, params, within, beyond)
}

/// Numbers below `size`, each once and in ascending order.
fn of_present(variant: &'static str, params: Value, size: u64) -> Limits {
    let present = |present: &[u64]| json!({ "present": present });
    let within = [present(&[]), json!({ "present": Vec::from_iter(0..size) })];
    let beyond = [present(&[size]), present(&[1, 0]), present(&[0, 0])];
    limits(variant, params, within, beyond)
}

/// A board with exactly so many cells.
fn of_board(variant: &'static str, dims: [u64; 2], cells: usize) -> Limits {
    let board = |cells| json!({ "board": "1".repeat(cells) });
    let beyond = [board(cells + 1), board(cells - 1)];
    limits(variant, json!({ "dims": dims }), [board(cells)], beyond)
}

/// A total from 0 to the target.
fn of_total(variant: &'static str, params: Value, target: u64) -> Limits {
    let total = |total: u64| json!({ "total": total });
    limits(variant, params, [total(0), total(target)], [total(target + 1)])
}

fn every_variant() -> Vec<Limits> {
    let ring = |cells| json!({ "circle": "1".repeat(cells) });
    let rows = |rows: &[u64]| json!({ "rows": rows });
    let pair = |pair: [u64; 2]| json!({ "pair": pair });
    let pile = |heap: u64, limit: u64| json!({ "heap": heap, "limit": limit });
    let stones =
        |stacks: &[u64], remaining: u64| json!({ "stacks": stacks, "remaining": remaining });
    let steps = |steps: Vec<u64>| json!({ "steps": steps });
    let boards = |boards| json!({ "boards": vec![".........", boards] });
    let many_boards = |boards| json!({ "boards": vec!["........."; boards] });
    let coins = |coins| json!({ "coins": "T".repeat(coins) });
    let passing = |heaps: Vec<u64>| json!({ "heaps": heaps, "pass": true });
    let apart = |variant| {
        let mut limits = of_numbers(variant, json!({}), "coins", 1_000);
        limits.beyond.push(json!({ "coins": [3, 3] }));
        limits
    };
    let heaps = |variant, params| of_numbers(variant, params, "heaps", 1_000);
    let path = json!({ "vertices": 3, "edges": [[0, 1], [1, 2]] });
    let removal = json!({ "vertices": 3, "edges": [[0, 1], [1, 2]], "rule": "connected", "min": 1, "max": 2 });
    // The ground is 0: one edge stands on another.
    let hackenbush = limits(
        "hackenbush",
        json!({ "edges": [[0, 1], [1, 2]] }),
        [json!({ "present": [0, 1] }), json!({ "present": [0] })],
        [json!({ "present": [1] }), json!({ "present": [0, 2] })],
    );
    vec![
        heaps("nim", json!({})),
        heaps("subtraction", json!({ "take": [1, 2] })),
        heaps("multiheap", json!({ "scope": "all" })),
        heaps("grundy", json!({})),
        heaps("greedy", json!({})),
        heaps("lasker", json!({})),
        heaps("candy", json!({})),
        heaps("moore", json!({ "k": 2, "cap": null })),
        heaps("octal", json!({ "code": "0.77" })),
        of_numbers("circular_stacks", json!({ "k": 2 }), "heaps", 100),
        of_numbers("nimble", json!({}), "coins", 1_000),
        apart("welter"),
        apart("silver_dollar"),
        of_present("node_kayles", path, 3),
        of_present("graph", removal, 3),
        of_present("poset", json!({ "elements": 3, "covers": [[0, 1]] }), 3),
        hackenbush,
        of_board("ndim", [2, 3], 6),
        of_board("cram", [2, 3], 6),
        of_total("game21", json!({ "step": 3, "target": 21 }), 21),
        of_total("game100", json!({ "step": 10, "target": 100 }), 100),
        of_total("game21_nplayer", json!({ "players": 3, "step": 3, "target": 21 }), 21),
        limits("circular", json!({ "k": 2 }), [ring(400)], [ring(401)]),
        limits(
            "chomp",
            json!({}),
            [rows(&[400]), rows(&[200, 200]), rows(&[1; 400])],
            [rows(&[401]), rows(&[201, 200]), rows(&[0; 401]), rows(&[1, 2])],
        ),
        limits(
            "euclid",
            json!({}),
            [pair([LARGEST, 1]), pair([1, LARGEST])],
            [pair([LARGEST + 1, 1]), pair([1, LARGEST + 1])],
        ),
        // So that twice what is taken is a number, too.
        limits(
            "fibonacci",
            json!({}),
            [pile(LARGEST / 2, LARGEST)],
            [pile(LARGEST / 2 + 1, 1), pile(1, LARGEST + 1)],
        ),
        limits(
            "building",
            json!({}),
            [stones(&[], 0), stones(&[1, 0], LARGEST - 1), stones(&[1; 1_000], 1)],
            [stones(&[], 1), stones(&[1, 0], LARGEST), stones(&[1; 1_001], 1)],
        ),
        limits(
            "staircase",
            json!({}),
            [steps(vec![1; 1_000]), steps(vec![LARGEST - 1, 1])],
            [steps(vec![1; 1_001]), steps(vec![LARGEST, 1]), steps(vec![u64::MAX, 1])],
        ),
        limits("notakto", json!({}), [many_boards(100), boards("XX.......")], [many_boards(101)]),
        limits("turning", json!({ "rule": "turtles" }), [coins(100)], [coins(101)]),
        limits(
            "nim_pass",
            json!({}),
            [passing(vec![1; 1_000]), passing(vec![LARGEST])],
            [passing(vec![1; 1_001]), passing(vec![LARGEST + 1])],
        ),
        limits(
            "rwythoff",
            json!({ "r": 1 }),
            [json!({ "heaps": [LARGEST, LARGEST] })],
            [
                json!({ "heaps": [1] }),
                json!({ "heaps": [1, 1, 1] }),
                json!({ "heaps": [LARGEST + 1, 1] }),
            ],
        ),
    ]
}

#[test]
fn each_variant_admits_what_is_within_its_limits_and_nothing_beyond() {
    let all = every_variant();
    for Limits { variant, params, within, beyond } in &all {
        let start = |position: &Value| {
            let ending =
                if *variant == "game21_nplayer" { "saying_target_loses" } else { "normal" };
            let setup = json!({ "variant": variant, "params": params, "ending": ending, "start": position });
            from_value::<Setup>(setup).map(drop)
        };
        let short = |position: &Value| position.to_string().chars().take(60).collect::<String>();
        for position in within {
            start(position).unwrap_or_else(|why| panic!("{variant} {}: {why}", short(position)));
        }
        for position in beyond {
            assert!(start(position).is_err(), "{variant} {}", short(position));
        }
    }
    let tried: BTreeSet<&str> = all.iter().map(|limits| limits.variant).collect();
    let named: BTreeSet<&str> =
        Preset::all().map(|preset| preset.setup().variant().name()).collect();
    assert_eq!(tried, named);
}
