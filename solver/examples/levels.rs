//! The strength of the levels: how many of a hundred games each step of the dial wins against
//! the same opponent, in every variant. Makes the table of docs/solver.md.
//!
//! ```sh
//! cargo run --release -p nim-solver --example levels -- 50
//! ```
//! The argument: the number of starts for each cell; each is played from both seats.

use rules::{Game, Preset, Seat, Setup, Variant};
use solver::{Budget, Level, LevelPlayer};

/// The dial, and the styles of human error.
const LEVELS: [&str; 9] = [
    "random",
    "epsilon:0.6",
    "epsilon:0.3",
    "epsilon:0.1",
    "epsilon:0.03",
    "perfect",
    "sight:2",
    "heaps:2",
    "misread:0.2",
];

/// The opponent of all levels: the middle of the dial.
const OPPONENT: &str = "epsilon:0.3";

/// The approximate number of objects in a start; below, the most that a move may cost.
const SIZE: u64 = 15;
const NODES: u64 = 3_000;

fn main() {
    let starts: u64 = std::env::args().nth(1).map_or(50, |text| text.parse().expect("a number"));
    println!("| variant | {} |", LEVELS.join(" | "));
    println!("|---|{}", "---|".repeat(LEVELS.len()));
    let mut out_of_order = 0;
    for name in Variant::NAMES {
        let preset = Preset::all().find(|preset| preset.setup().variant().name() == *name);
        let setup = preset.expect("every variant has one").setup();
        if setup.variant().rules().seats() > 2 {
            continue;
        }
        let rates: Vec<f64> = LEVELS
            .iter()
            .map(|level| rate(&setup, level.parse().expect("a level"), starts))
            .collect();
        let cells: Vec<String> = rates.iter().map(|rate| format!("{rate:.0}")).collect();
        println!("| `{name}` | {} |", cells.join(" | "));
        // The dial is the first six levels; two standard errors count as noise.
        let noise = 100.0 / (2.0 * starts as f64).sqrt();
        out_of_order += rates[..6].windows(2).filter(|pair| pair[1] < pair[0] - noise).count();
    }
    println!("\nsteps of the dial out of order: {out_of_order}");
    assert_eq!(out_of_order, 0, "a higher level wins less");
}

/// Returns how many games in a hundred the level wins from dealt starts, in all endings.
fn rate(setup: &Setup, level: Level, starts: u64) -> f64 {
    let opponent: Level = OPPONENT.parse().expect("a level");
    let (mut games, mut won) = (0, 0);
    for seed in 1..=starts {
        let endings = setup.variant().rules().endings();
        let ending = endings[seed as usize % endings.len()];
        let mut state = seed;
        let dealt = setup.variant().rules().deal(SIZE, &mut |n| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        });
        let Ok(start) = Setup::new(setup.variant().clone(), ending, dealt) else { continue };
        for seat in [Seat(0), Seat(1)] {
            let mut levels = [opponent; 2];
            levels[usize::from(seat.0)] = level;
            games += 1;
            won += u32::from(winner(&start, levels, seed) == Some(seat));
        }
    }
    100.0 * f64::from(won) / f64::from(games.max(1))
}

fn winner(start: &Setup, levels: [Level; 2], seed: u64) -> Option<Seat> {
    let mut players = [0, 1].map(|seat| {
        LevelPlayer::new(start.variant(), start.ending(), levels[seat], 2 * seed + seat as u64)
    });
    let mut game = Game::new(start.clone());
    while !game.is_over() {
        let player = &mut players[usize::from(game.to_move().0)];
        let mv = player.choose(game.position(), &mut Budget::positions(NODES))?;
        game.play(mv).ok()?;
    }
    game.winners()?.first().copied()
}
