//! What the solver does not know: deals starts of every preset's game at these sizes, in both
//! endings, and counts those that were not decided. Makes the table of docs/solver.md, and fails
//! when a preset or a start of up to 30 objects is in it.
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

/// The columns that must be decided: the preset itself, 15 and 30.
const SMALL: usize = 3;

/// How many starts there are, and how many of them are not decided.
#[derive(Clone, Copy, Default)]
struct Count {
    unknown: u64,
    all: u64,
}

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let nodes: u64 = numbers.next().unwrap_or(2_000_000);
    let each: u64 = numbers.next().unwrap_or(3);
    println!("| unknown | ending | preset | 15 | 30 | 60 | 120 |\n|---|---|---|---|---|---|---|");
    let (mut small, mut whole) = (Count::default(), Count::default());
    for preset in Preset::all() {
        let setup = preset.setup();
        let rules = setup.variant().rules();
        for &ending in rules.endings().iter().filter(|_| rules.seats() == 2) {
            let own = vec![setup.start().clone().into()];
            let dealt = SIZES.map(|size| (1..=each).map(|seed| deal(&setup, size, seed)).collect());
            let row = std::iter::once(own).chain(dealt).map(|starts: Vec<_>| {
                let setups = starts.into_iter();
                let setups = setups
                    .filter_map(|start| Setup::new(setup.variant().clone(), ending, start).ok());
                setups.fold(Count::default(), |count, start| Count {
                    unknown: count.unknown + u64::from(is_unknown(&start, nodes)),
                    all: count.all + 1,
                })
            });
            let row: Vec<Count> = row.collect();
            small.add(&row[..SMALL]);
            whole.add(&row);
            if row.iter().any(|cell| cell.unknown > 0) {
                let cells = row.iter().map(|cell| format!("{}/{}", cell.unknown, cell.all));
                let cells: Vec<String> = cells.collect();
                let ending = if ending == Ending::Normal { "normal" } else { "misère" };
                let name = setup.variant().name();
                println!("| `{name}`, {} | {ending} | {} |", preset.name, cells.join(" | "));
            }
        }
    }
    println!(
        "\nOf {} starts {} were not decided; of the {} presets and starts up to 30, {}.",
        whole.all, whole.unknown, small.all, small.unknown
    );
    ExitCode::from(u8::from(small.unknown > 0))
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

fn is_unknown(start: &Setup, nodes: u64) -> bool {
    let budget = &mut Budget::positions(nodes);
    let verdict = Solver::new(start.variant()).verdict(start.ending(), start.start(), budget);
    verdict.outcome.is_none()
}
