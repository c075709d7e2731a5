//! How far the theories of heap games reach: each question to a fresh solver,
//! timed. `cargo run --release -p solver --example reach_heaps`.

use std::time::Instant;

use rules::Setup;
use solver::{Budget, Solver};

/// Variant, parameters and start: the sizes that are meant to be answered in ten
/// milliseconds and in a second, and huge ones that must be answered at once.
const ROWS: &[(&str, &str, &str)] = &[
    ("moore", r#"{"k":2,"cap":2}"#, r#"{"heaps":[11,12,13,14,15]}"#),
    ("moore", r#"{"k":2,"cap":3}"#, r#"{"heaps":[16,17,18,19,20]}"#),
    ("moore", r#"{"k":3,"cap":2}"#, r#"{"heaps":[11,12,13,14,15,15]}"#),
    ("moore", r#"{"k":3}"#, r#"{"heaps":[9007199254740991,4503599627370496,1234567890123,7,99]}"#),
    ("multiheap", r#"{"scope":"all"}"#, r#"{"heaps":[28,29,30,31]}"#),
    ("multiheap", r#"{"scope":"all"}"#, r#"{"heaps":[72,73,74,75]}"#),
    ("multiheap", r#"{"scope":"nonempty"}"#, r#"{"heaps":[58,59,60]}"#),
    ("multiheap", r#"{"scope":"all"}"#, r#"{"heaps":[9007199254740991,1234567890123456]}"#),
    ("building", "{}", r#"{"remaining":40,"stacks":[0,0,0,0,0]}"#),
    ("building", "{}", r#"{"remaining":60,"stacks":[0,0,0,0,0]}"#),
    ("building", "{}", r#"{"remaining":60,"stacks":[0,0,0,0,0,0,0]}"#),
    ("building", "{}", r#"{"remaining":60,"stacks":[0,0,0,0,0,0,0,0,0]}"#),
    ("circular_stacks", r#"{"k":2}"#, r#"{"heaps":[4,5,4,5,4,5]}"#),
    ("circular_stacks", r#"{"k":4}"#, r#"{"heaps":[3,3,3,3,3,3,3]}"#),
    (
        "circular_stacks",
        r#"{"k":4}"#,
        r#"{"heaps":[9007199254740991,9007199254740990,5,77777777777,1234567890123,4503599627370496]}"#,
    ),
    ("candy", "{}", r#"{"heaps":[40,63,23]}"#),
    ("candy", "{}", r#"{"heaps":[171,255,84]}"#),
    ("candy", "{}", r#"{"heaps":[40,63,33,54]}"#),
    ("candy", "{}", r#"{"heaps":[25,28,30,31,12]}"#),
    ("subtraction", r#"{"take":[2,5,11,17,23]}"#, r#"{"heaps":[9007199254740991,1234567890123]}"#),
    ("fibonacci", "{}", r#"{"heap":4503599627370495,"limit":4503599627370494}"#),
    ("game21_nplayer", r#"{"players":8,"step":1000,"target":9007199254740991}"#, r#"{"total":0}"#),
];

fn main() {
    for &(variant, params, start) in ROWS {
        for ending in ["normal", "misere"] {
            let json = format!(
                r#"{{"variant":"{variant}","params":{params},"ending":"{ending}","start":{start}}}"#
            );
            // Not every game is played with both endings.
            if let Ok(setup) = serde_json::from_str::<Setup>(&json) {
                time(&setup, &format!("{ending} {variant} {params} {start}"));
            }
        }
    }
}

fn time(setup: &Setup, name: &str) {
    let (ending, start) = (setup.ending(), setup.start());
    let mut solver = Solver::new(setup.variant());
    let mut budget = Budget::positions(100_000_000);
    let started = Instant::now();
    let mv = solver.winning_move(ending, start, &mut budget);
    let moved = started.elapsed();
    let verdict = solver.verdict(ending, start, &mut budget);
    let outcome = verdict.outcome.map_or("?", |outcome| outcome.verb());
    let mv = mv.map_or(String::new(), |mv| serde_json::to_string(&mv).unwrap_or_default());
    println!(
        "{:8.2} ms to move, {:8.2} ms with verdict, {:>9} looks: {outcome:5} {name} {mv}",
        moved.as_secs_f64() * 1e3,
        started.elapsed().as_secs_f64() * 1e3,
        budget.spent(),
    );
}
