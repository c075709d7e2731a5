//! What the solver does not know: deals starts of every preset's game at these sizes, in both
//! endings, and counts those that were not decided. Makes the table of docs/solver.md.
//!
//! ```sh
//! cargo run --release -p nim-solver --example decided -- 2000000 3
//! ```
//! The arguments: how many positions to look at for each start (by default as many as a bot
//! does), and the number of starts of each size.

use rules::{Ending, Preset, Setup};
use solver::{Budget, Solver};

/// The approximate numbers of objects in a start.
const SIZES: [u64; 4] = [15, 30, 60, 120];

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let nodes: u64 = numbers.next().unwrap_or(2_000_000);
    let each: u64 = numbers.next().unwrap_or(3);
    println!("| unknown | ending | preset | 15 | 30 | 60 | 120 |\n|---|---|---|---|---|---|---|");
    let mut asked = 0;
    let mut known = 0;
    for preset in Preset::all() {
        let setup = preset.setup();
        let rules = setup.variant().rules();
        for &ending in rules.endings().iter().filter(|_| rules.seats() == 2) {
            let own = vec![setup.start().clone().into()];
            let dealt = SIZES.map(|size| (1..=each).map(|seed| deal(&setup, size, seed)).collect());
            let rows = std::iter::once(own).chain(dealt);
            let rows: Vec<[u64; 2]> = rows
                .map(|starts: Vec<_>| {
                    let starts = starts.into_iter().filter_map(|start| {
                        Setup::new(setup.variant().clone(), ending, start).ok()
                    });
                    let unknown: Vec<bool> =
                        starts.map(|start| is_unknown(&start, nodes)).collect();
                    [unknown.iter().filter(|&&unknown| unknown).count(), unknown.len()]
                        .map(|n| n as u64)
                })
                .collect();
            asked += rows.iter().map(|[_, all]| all).sum::<u64>();
            known += rows.iter().map(|[unknown, all]| all - unknown).sum::<u64>();
            if rows.iter().any(|[unknown, _]| *unknown > 0) {
                let cells: Vec<String> =
                    rows.iter().map(|[unknown, all]| format!("{unknown}/{all}")).collect();
                let ending = if ending == Ending::Normal { "normal" } else { "misère" };
                println!("| {} | {ending} | {} |", preset.name, cells.join(" | "));
            }
        }
    }
    println!("\n{known} of {asked} starts were decided");
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
