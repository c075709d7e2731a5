//! What the solver says of known positions of every preset, in which words, what that costs and
//! holds, and how players of each level move there. A change of any of these cannot go unnoticed.
//! `NIM_WRITE_PINNED=1` writes the file anew.

use std::fmt::Write;

use pinned::{assert_pinned, chance};
use rules::{AnyRules, Game, Move, Position, Preset, Setup};
use solver::{Budget, Level, LevelPlayer, Solver, explained};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/pinned.txt");

/// The most positions that one answer may cost.
const MOST: u64 = 20_000;

/// The most bytes that one answer may hold.
const BYTES: u64 = 1 << 30;

const LEVELS: [&str; 6] = ["perfect", "epsilon:0.5", "sight:2", "heaps:1", "misread:0.5", "random"];

#[test]
fn known_positions_have_the_answers_and_the_costs_that_they_have_always_had() {
    let found: String = Preset::all().enumerate().map(|(nth, preset)| known(nth, preset)).collect();
    assert_pinned(FILE, &found);
}

/// Returns what is found for a preset, two positions like it, and the last ones of a game, under each
/// ending, as text.
fn known(nth: usize, preset: &Preset) -> String {
    let setup = preset.setup();
    let (variant, rules) = (setup.variant(), setup.variant().rules());
    let mut below = chance(nth as u64, 2 * nth as u64 + 1);
    let dealt = [9, 20].map(|size| rules.deal(size, &mut below));
    let starts = [&[Position::clone(setup.start())], &dealt[..]].concat();
    let mut text = String::new();
    for &ending in rules.endings() {
        // One solver for all: what it has found out for one position serves the next.
        let mut solver = Solver::new(variant);
        for start in &starts {
            let setup = Setup::new(variant.clone(), ending, start.clone()).expect("a start");
            let _ = writeln!(text, "{setup}");
            answer(&mut text, &setup, &mut solver);
            let _ = writeln!(text, "  moves: {}", choices(&setup));
        }
        // How it looks shortly before the end.
        let mut game =
            Game::new(Setup::new(variant.clone(), ending, starts[1].clone()).expect("a start"));
        let mut seen = Vec::new();
        while let Some(mv) = rules.draw(game.position(), &mut below).filter(|_| !game.is_over()) {
            seen.push(Position::clone(game.position()));
            game.play(mv).expect("it is legal");
        }
        for late in seen.into_iter().rev().take(2) {
            let setup = Setup::new(variant.clone(), ending, late).expect("a position");
            let _ = writeln!(text, "{setup}");
            answer(&mut text, &setup, &mut solver);
        }
    }
    text
}

/// Writes the verdict, its cost, and one winning move.
fn answer(text: &mut String, setup: &Setup, solver: &mut Solver) {
    let (variant, ending, position) = (setup.variant(), setup.ending(), setup.start());
    let mut budget = Budget::positions(MOST).bytes(BYTES);
    let verdict = explained(variant, ending, position, solver, &mut budget);
    let json = serde_json::to_string(&verdict).expect("JSON");
    // To the power of two: how large a value is, is up to the compiler.
    let held = (BYTES - budget.bytes_left()).checked_ilog2();
    let held = held.map_or(String::new(), |held| format!(" and some 2^{held} bytes"));
    let _ = writeln!(text, "  {json}\n  after {} positions{held}", budget.spent());
    let mut budget = Budget::positions(MOST);
    let one = solver.winning_move(ending, position, &mut budget);
    let one = written(variant.rules(), one);
    let _ = writeln!(text, "  won by {one} after {} positions", budget.spent());
}

/// The move that each level chooses.
fn choices(setup: &Setup) -> String {
    let chosen = LEVELS.map(|level| {
        let level: Level = level.parse().expect("a level");
        let mut player = LevelPlayer::new(setup.variant(), setup.ending(), level, 7);
        written(
            setup.variant().rules(),
            player.choose(setup.start(), &mut Budget::positions(MOST / 10)),
        )
    });
    chosen.join(" ")
}

fn written(rules: &dyn AnyRules, mv: Option<Move>) -> String {
    mv.map_or_else(|| "nothing".to_owned(), |mv| rules.write_move(&mv))
}
