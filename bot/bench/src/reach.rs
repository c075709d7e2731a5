//! The largest positions that the solver decides in the time of one move: ten milliseconds or one
//! second. Each position gets a fresh solver.

use std::time::{Duration, Instant};

use anyhow::Context;
use rules::{Draft, Setup};
use serde_json::{Value, json};
use solver::{Budget, Certainty, Outcome, Solver};

/// The most positions searched for one question: far more than fit in a second.
const POSITIONS: u64 = 100_000_000;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ReachArguments {
    /// Run only the rows whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// The most time for one row, in seconds.
    #[arg(long, default_value_t = 60.0)]
    patience: f64,
}

/// The positions to decide within `within`.
struct ReachRow {
    name: String,
    within: Duration,
    game: Value,
}

/// Prints a line for each row: the elapsed time, the CPU time, and whether the position was
/// decided. On a busy machine only the CPU time reflects the solver, so that is compared with the
/// goal.
pub(crate) fn run(arguments: &ReachArguments) -> anyhow::Result<()> {
    println!("{:44} {:>9} {:>11} {:>11}  outcome", "position", "goal ms", "took ms", "on core");
    for row in rows().into_iter().filter(|row| row.name.contains(&arguments.only)) {
        let setup = Setup::try_from(serde_json::from_value::<Draft>(row.game)?)?;
        let (began, core) = (Instant::now(), on_core()?);
        let late = || began.elapsed().as_secs_f64() > arguments.patience;
        let mut budget = Budget::positions(POSITIONS).until(&late);
        let mut solver = Solver::new(setup.variant());
        let verdict = solver.verdict(setup.ending(), setup.start(), &mut budget);
        let (took, core) = (began.elapsed(), on_core()? - core);
        let outcome = match (verdict.certainty, verdict.outcome) {
            (Certainty::Proven(source), outcome) => {
                format!("{} by {source:?}", outcome.map_or("-", name))
            }
            (other, _) => format!("{other:?}"),
        };
        let slow = if core > row.within { "  SLOW" } else { "" };
        let [took, core] = [took, core].map(|time| time.as_secs_f64() * 1e3);
        let goal = row.within.as_millis();
        println!("{:44} {goal:9} {took:11.3} {core:11.3}  {outcome}{slow}", row.name);
    }
    Ok(())
}

/// The CPU time of this thread; Linux reports it in nanoseconds, as of the scheduler's last update.
pub(crate) fn on_core() -> anyhow::Result<Duration> {
    std::thread::yield_now();
    let times = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let running = times.split_whitespace().next().context("a time")?;
    Ok(Duration::from_nanos(running.parse()?))
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "N",
        Outcome::P => "P",
    }
}

/// The rows, with the largest size promised for each time.
fn rows() -> Vec<ReachRow> {
    let mut rows = Vec::new();
    let mut add = |name: &str, ms: u64, game: Value| {
        rows.push(ReachRow { name: name.to_owned(), within: Duration::from_millis(ms), game });
    };
    let huge = (1u64 << 53) - 1;
    add("nim, three heaps of 2^53", 10, heaps("nim", json!({}), "misere", &[huge, huge - 1, 77]));
    add("nim, a thousand heaps", 10, heaps("nim", json!({}), "normal", &vec![huge; 1000]));
    add(
        "subtraction 1..3, 2^53",
        10,
        heaps("subtraction", json!({"take": [1, 2, 3]}), "normal", &[huge; 3]),
    );
    add(
        "game100",
        10,
        game("game100", json!({"step": 10, "target": 100}), "normal", json!({"total": 0})),
    );
    add(
        "game21, five players",
        10,
        game(
            "game21_nplayer",
            json!({"players": 5, "step": 3, "target": 200}),
            "misere",
            json!({"total": 0}),
        ),
    );
    add(
        "moore k=2, 2^53",
        10,
        heaps("moore", json!({"k": 2, "cap": null}), "normal", &[huge, huge / 3, huge / 5, 12345]),
    );
    add(
        "moore k=2 cap=3, five heaps of 12",
        10,
        heaps("moore", json!({"k": 2, "cap": 3}), "normal", &[12; 5]),
    );
    add(
        "moore k=2 cap=3, six heaps of 15",
        1000,
        heaps("moore", json!({"k": 2, "cap": 3}), "normal", &[15; 6]),
    );
    add(
        "wythoff, 2^53",
        10,
        heaps("multiheap", json!({"scope": "all"}), "misere", &[huge, huge / 2]),
    );
    add(
        "multiheap of five, 2^53",
        10,
        heaps("multiheap", json!({"scope": "all"}), "normal", &[huge, huge / 2, 9, 8, 7]),
    );
    add(
        "multiheap of four, 31",
        10,
        heaps("multiheap", json!({"scope": "all"}), "normal", &[31, 29, 23, 17]),
    );
    add(
        "multiheap of four, 75",
        1000,
        heaps("multiheap", json!({"scope": "all"}), "normal", &[75, 71, 67, 61]),
    );
    add("greedy, 2^53", 10, heaps("greedy", json!({}), "misere", &[huge, huge, 5]));
    add(
        "fibonacci, 2^53",
        10,
        game("fibonacci", json!({}), "normal", json!({"heap": huge / 2, "limit": huge / 2 - 1})),
    );
    add("kayles, 2^53", 10, heaps("octal", json!({"code": "0.77"}), "normal", &[huge, 1000, 77]));
    add(
        "kayles misere, 2^53",
        10,
        heaps("octal", json!({"code": "0.77"}), "misere", &[huge, 1000, 77]),
    );
    for (code, name) in [("0.777", "0.777"), ("0.007", "treblecross"), ("0.6", "officers")] {
        for (heap, ms) in [(8_000, 10), (80_000, 1000)] {
            add(
                &format!("{name}, {heap}"),
                ms,
                heaps("octal", json!({"code": code}), "normal", &[heap, 17]),
            );
        }
    }
    for (heap, ms) in [(8_000, 10), (80_000, 1000), (1_000_000, 5000)] {
        add(&format!("grundy, {heap}"), ms, heaps("grundy", json!({}), "normal", &[heap, 17]));
    }
    add(
        "grundy misere, ten heaps to 28",
        10,
        heaps("grundy", json!({}), "misere", &[28, 27, 26, 25, 24, 23, 22, 21, 20, 19]),
    );
    add("grundy misere, 43", 10, heaps("grundy", json!({}), "misere", &[43]));
    add("grundy misere, 62", 1000, heaps("grundy", json!({}), "misere", &[62]));
    add("circular k=3 misere, row of 399", 10, circle(3, "misere", 399));
    add(
        "0.777 misere, 600",
        10,
        heaps("octal", json!({"code": "0.777"}), "misere", &[600, 599, 7]),
    );
    add("circular k=4 misere, row of 399", 10, circle(4, "misere", 399));
    add(
        "circular stacks (6,4)",
        10,
        heaps("circular_stacks", json!({"k": 4}), "normal", &[9_000, 5, 7, 9_000, 8, 1]),
    );
    add(
        "circular stacks (7,2), 3",
        10,
        heaps("circular_stacks", json!({"k": 2}), "normal", &[3, 3, 3, 2, 3, 3, 3]),
    );
    add(
        "circular stacks (7,3), 6",
        1000,
        heaps("circular_stacks", json!({"k": 3}), "normal", &[5, 6, 4, 6, 5, 6, 4]),
    );
    add("building, 40 on 5", 10, building(40, 5));
    add("building, 60 on 9", 1000, building(60, 9));
    add("chomp 8x10", 10, chomp(8, 10));
    add("chomp 12x12 less a corner", 1000, chomp_without_corner(12, 12));
    add("board 20x20, full", 10, board(&[20, 20], "normal", |_| true));
    for (cells, ms) in [(20, 10), (28, 1000)] {
        add(
            &format!("board 6x6, {cells} cells"),
            ms,
            board(&[6, 6], "normal", scattered(36, cells)),
        );
    }
    add("tactix 4x4", 10, board(&[4, 4], "misere", |_| true));
    add("board 4x6 misere", 1000, board(&[4, 6], "misere", |_| true));
    add("board 6x6 misere, 20 cells", 1000, board(&[6, 6], "misere", scattered(36, 20)));
    for (vertices, ms) in [(14, 10), (18, 1000)] {
        add(&format!("graph of {vertices} vertices"), ms, graph(vertices));
    }
    for (top, count, ms) in
        [(63, 3, 10), (25, 4, 10), (15, 5, 10), (255, 3, 1000), (63, 4, 1000), (31, 5, 1000)]
    {
        let sizes: Vec<u64> = (0..count).map(|i| top - i).collect();
        add(
            &format!("candy, {count} heaps to {top}"),
            ms,
            heaps("candy", json!({}), "normal", &sizes),
        );
    }
    add(
        "notakto, five boards",
        10,
        game("notakto", json!({}), "misere", json!({"boards": vec!["........."; 5]})),
    );
    rows
}

fn game(variant: &str, params: Value, ending: &str, start: Value) -> Value {
    json!({"variant": variant, "params": params, "ending": ending, "start": start})
}

fn heaps(variant: &str, params: Value, ending: &str, heaps: &[u64]) -> Value {
    game(variant, params, ending, json!({"heaps": heaps}))
}

/// A circle with one gap, which is a row.
fn circle(k: u64, ending: &str, row: usize) -> Value {
    game("circular", json!({"k": k}), ending, json!({"circle": format!("0{}", "1".repeat(row))}))
}

fn building(remaining: u64, stacks: usize) -> Value {
    game(
        "building",
        json!({}),
        "normal",
        json!({"remaining": remaining, "stacks": vec![0; stacks]}),
    )
}

fn chomp(rows: usize, columns: u64) -> Value {
    game("chomp", json!({}), "misere", json!({"rows": vec![columns; rows]}))
}

/// No theorem covers this position, so it needs the table.
fn chomp_without_corner(rows: usize, columns: u64) -> Value {
    let mut lengths = vec![columns; rows];
    lengths[rows - 1] -= 1;
    game("chomp", json!({}), "misere", json!({"rows": lengths}))
}

fn board(dims: &[usize], ending: &str, filled: impl Fn(usize) -> bool) -> Value {
    let cells = 0..dims.iter().product();
    let board: String = cells.map(|cell| if filled(cell) { '1' } else { '0' }).collect();
    game("ndim", json!({"dims": dims}), ending, json!({"board": board}))
}

/// Tells which of `all` cells are filled, spread by a multiplier that visits each cell once.
fn scattered(all: usize, filled: usize) -> impl Fn(usize) -> bool {
    move |cell| (cell * 17 + 5) % all < filled
}

/// A ring with chords: connected, with degrees of about three.
fn graph(vertices: u64) -> Value {
    let ring = (0..vertices).map(|v| [v, (v + 1) % vertices]);
    let chords = (0..vertices / 2).map(|v| [v, (v * 5 + 7) % vertices]);
    let mut edges: Vec<[u64; 2]> =
        ring.chain(chords).map(|[a, b]| [a.min(b), a.max(b)]).filter(|[a, b]| a != b).collect();
    edges.sort_unstable();
    edges.dedup();
    let params =
        json!({"vertices": vertices, "edges": edges, "rule": "connected", "min": 1, "max": 2});
    game("graph", params, "normal", json!({"present": (0..vertices).collect::<Vec<_>>()}))
}
