//! How far perfect play reaches: one question to a fresh solver a line, with
//! the time that the answer took. With a word, only the lines that contain it.
//! `cargo run --release -p solver --example reach -- grundy`

use std::time::Instant;

use rules::{Ending, Position, Variant};
use serde_json::{Value, json};
use solver::{Budget, Solver};

fn main() {
    let random = |cells: usize, of: usize, seed: u64| -> Value {
        // Xorshift (Marsaglia 2003): pieces by chance, the same every time.
        let mut state = seed;
        let mut draw = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as usize
        };
        let mut board = vec!['0'; of];
        while board.iter().filter(|&&cell| cell == '1').count() < cells {
            board[draw() % of] = '1';
        }
        json!({ "board": board.into_iter().collect::<String>() })
    };
    let cycle = |n: u64| -> Vec<(u64, u64)> {
        (0..n).flat_map(|v| [(v, (v + 1) % n), (v, (v + 5) % n)]).collect()
    };
    let graph = |n: u64, rule: &str| match rule {
        "star" => json!({ "vertices": n, "edges": cycle(n), "rule": "star" }),
        _ => json!({ "vertices": n, "edges": cycle(n), "rule": "connected", "min": 1, "max": 2 }),
    };
    let all = |n: u64| json!({ "present": (0..n).collect::<Vec<_>>() });
    let heaps = |heaps: &[u64]| json!({ "heaps": heaps });
    let full = |n: usize| json!({ "board": "1".repeat(n) });
    let square = |n: u64| json!({ "rows": vec![n; n as usize] });
    let near = |n: u64| json!({ "rows": vec![n, n, n, n, n - 1, n - 1, n - 2, 2] });

    use Ending::{Misere, Normal};
    ask("octal", json!({"code": "0.77"}), Normal, heaps(&[rules::MAX_NUMBER, 7]));
    ask("octal", json!({"code": "0.77"}), Misere, heaps(&[rules::MAX_NUMBER, 7]));
    ask("octal", json!({"code": "0.007"}), Normal, heaps(&[8_000]));
    ask("octal", json!({"code": "0.007"}), Normal, heaps(&[80_000]));
    ask("octal", json!({"code": "0.6"}), Normal, heaps(&[80_000]));
    ask("octal", json!({"code": "0.356"}), Normal, heaps(&[rules::MAX_NUMBER]));
    for heap in [8_000, 80_000, 1_000_000] {
        ask("grundy", json!({}), Normal, heaps(&[heap]));
    }
    for heap in [28, 43, 50, 60] {
        ask("grundy", json!({}), Misere, heaps(&[heap]));
    }
    for size in [100, 301] {
        ask("circular", json!({"k": 3}), Misere, json!({ "circle": "1".repeat(size) }));
    }
    for (cells, seed) in [(20, 1), (20, 2), (24, 1), (24, 2), (28, 1)] {
        ask("ndim", json!({"dims": [6, 6]}), Normal, random(cells, 36, seed));
    }
    for (cells, seed) in [(16, 1), (20, 1), (20, 2), (24, 1)] {
        ask("ndim", json!({"dims": [6, 6]}), Misere, random(cells, 36, seed));
    }
    ask("ndim", json!({"dims": [4, 4]}), Misere, full(16));
    ask("ndim", json!({"dims": [4, 5]}), Misere, full(20));
    ask("ndim", json!({"dims": [4, 6]}), Misere, full(24));
    ask("ndim", json!({"dims": [5, 5]}), Misere, full(25));
    for n in [14, 16, 18, 20] {
        ask("graph", graph(n, "connected"), Normal, all(n));
    }
    ask("graph", graph(14, "star"), Normal, all(14));
    for n in [12, 14] {
        ask("graph", graph(n, "connected"), Misere, all(n));
    }
    ask("chomp", json!({}), Misere, near(8));
    ask("chomp", json!({}), Misere, near(10));
    ask("chomp", json!({}), Misere, square(10));
    ask("notakto", json!({}), Misere, json!({ "boards": vec!["........."; 100] }));
    ask("notakto", json!({}), Normal, json!({ "boards": vec!["........."; 100] }));
}

/// Prints who wins, by what, and how long verdict and winning moves took.
fn ask(name: &str, params: Value, ending: Ending, position: Value) {
    let what = format!("{name} {ending:?} {position}").chars().take(70).collect::<String>();
    if std::env::args().nth(1).is_some_and(|word| !what.contains(&word)) {
        return;
    }
    let variant = Variant::parse(name, params.clone()).expect("a variant of this list");
    let typed: Position = serde_json::from_value(position.clone()).expect("a position");
    let mut solver = Solver::new(&variant);
    let started = Instant::now();
    let mut budget = Budget::positions(100_000_000);
    let verdict = solver.verdict(ending, &typed, &mut budget);
    let decided = started.elapsed();
    let winning = match solver.winning_moves(ending, &typed, &mut budget, 40) {
        solver::WinningMoves::All(moves) => format!("{} winning moves", moves.len()),
        solver::WinningMoves::TooMany => "many winning moves".to_owned(),
        solver::WinningMoves::Unknown => "winning moves unknown".to_owned(),
    };
    let all = started.elapsed();
    println!(
        "{what:70} {:?} {:?} {decided:.2?}, {winning} {all:.2?}, {} looks",
        verdict.outcome,
        verdict.grundy,
        budget.spent()
    );
}
