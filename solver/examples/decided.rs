//! What the solver does not know: deals starts of every preset's game at these sizes, in both
//! endings, adds full boards, and counts those that were not decided. Makes the table of
//! docs/solver.md, and fails when a preset or a start dealt for it with up to 30 objects is in it.
//!
//! ```sh
//! cargo run --release -p nim-solver --example decided -- 2000000 3
//! ```
//! The arguments: how many positions to look at for each start (by default as many as a bot
//! does), and the number of starts of each size.

use std::process::ExitCode;

use rules::{Ending, Preset, Setup};
use solver::{Budget, Solver};

/// The approximate numbers of objects in a start.
const SIZES: [u64; 4] = [15, 30, 60, 120];

/// The columns that must be decided: the preset itself, and the starts dealt for it with 15 and 30
/// objects.
const SMALL: usize = 3;

/// How many starts there are, and how many of them are not decided.
#[derive(Clone, Copy, Default)]
struct Count {
    unknown: u64,
    all: u64,
}

/// The sides of full boards of these sizes.
const SIDES: [[u64; 2]; 4] = [[3, 5], [5, 6], [6, 10], [10, 12]];

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let nodes: u64 = numbers.next().unwrap_or(2_000_000);
    let each: u64 = numbers.next().unwrap_or(3);
    println!("| unknown | ending | preset | 15 | 30 | 60 | 120 |\n|---|---|---|---|---|---|---|");
    let (mut small, mut whole) = (Count::default(), Count::default());
    for preset in Preset::all() {
        let setup = preset.setup();
        let own = vec![setup.start().clone().into()];
        let dealt = SIZES.map(|size| (1..=each).map(|seed| deal(&setup, size, seed)).collect());
        let columns: Vec<Vec<Setup>> = std::iter::once(own)
            .chain(dealt)
            .map(|starts: Vec<_>| {
                let starts = starts.into_iter();
                let starts =
                    starts.map(|start| Setup::new(setup.variant().clone(), setup.ending(), start));
                starts.filter_map(Result::ok).collect()
            })
            .collect();
        let name = format!("`{}`, {}", setup.variant().name(), preset.name);
        for row in rows(&name, &columns, nodes) {
            small.add(&row[..SMALL]);
            whole.add(&row);
        }
    }
    for board in ["ndim", "cram", "node_kayles", "graph"] {
        let sides = SIDES.iter().map(|&[height, width]| vec![full(board, height, width)]);
        let columns: Vec<Vec<Setup>> = std::iter::once(vec![]).chain(sides).collect();
        for row in rows(&format!("`{board}`, a full board"), &columns, nodes) {
            whole.add(&row);
        }
    }
    println!(
        "\nOf {} starts {} were not decided; of the {} presets and their starts up to 30, {}.",
        whole.all, whole.unknown, small.all, small.unknown
    );
    ExitCode::from(u8::from(small.unknown > 0))
}

/// Decides the starts in each column in every ending for two players; prints the rows with unknown
/// ones.
fn rows(name: &str, columns: &[Vec<Setup>], nodes: u64) -> Vec<Vec<Count>> {
    let rules = columns.iter().flatten().next().expect("a start").variant().rules();
    let endings = rules.endings().iter().filter(|_| rules.seats() == 2);
    let row = |&ending: &Ending| {
        let row: Vec<Count> = columns.iter().map(|starts| count(starts, ending, nodes)).collect();
        if row.iter().any(|cell| cell.unknown > 0) {
            let cells: Vec<String> =
                row.iter().map(|cell| format!("{}/{}", cell.unknown, cell.all)).collect();
            let ending = if ending == Ending::Normal { "normal" } else { "misère" };
            println!("| {name} | {ending} | {} |", cells.join(" | "));
        }
        row
    };
    endings.map(row).collect()
}

fn count(starts: &[Setup], ending: Ending, nodes: u64) -> Count {
    let unknown = starts.iter().filter(|start| is_unknown(start, ending, nodes));
    Count { unknown: unknown.count() as u64, all: starts.len() as u64 }
}

/// A full board, or a graph that is a grid.
fn full(board: &str, height: u64, width: u64) -> Setup {
    let cells = height * width;
    let pieces = "1".repeat(cells as usize);
    let right = (0..cells).filter(|cell| cell % width + 1 < width).map(|cell| (cell, cell + 1));
    let down = (0..cells - width).map(|cell| (cell, cell + width));
    let edges: Vec<String> = right.chain(down).map(|(a, b)| format!("{a}-{b}")).collect();
    let all: Vec<String> = (0..cells).map(|cell| cell.to_string()).collect();
    let (edges, all) = (edges.join(","), all.join(","));
    let text = match board {
        "node_kayles" => format!("node_kayles(edges={edges};vertices={cells}) {all}"),
        "graph" => {
            format!("graph(edges={edges};max=2;min=1;rule=connected;vertices={cells}) {all}")
        }
        board => format!("{board}({height},{width}) {pieces}"),
    };
    text.parse().expect("a board")
}

impl Count {
    fn add(&mut self, cells: &[Count]) {
        self.unknown += cells.iter().map(|cell| cell.unknown).sum::<u64>();
        self.all += cells.iter().map(|cell| cell.all).sum::<u64>();
    }
}

fn deal(setup: &Setup, size: u64, seed: u64) -> rules::Position {
    let mut state = seed;
    setup.variant().rules().deal(size, &mut |n| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % n
    })
}

fn is_unknown(start: &Setup, ending: Ending, nodes: u64) -> bool {
    let budget = &mut Budget::positions(nodes);
    let verdict = Solver::new(start.variant()).verdict(ending, start.start(), budget);
    verdict.outcome.is_none()
}
