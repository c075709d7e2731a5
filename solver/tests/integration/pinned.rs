//! What the solver says of known positions of every preset, in which words, what that costs, and how
//! players of each level move there. A change of any of these cannot go unnoticed.
//! `NIM_WRITE_PINNED=1` writes the file anew.

use std::fmt::Write;

use rules::{Admitted, AnyRules, Ending, Move, Preset, Variant};
use solver::{Budget, Level, LevelPlayer, Solver, explained};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/pinned.txt");

/// The most positions that one answer may cost.
const MOST: u64 = 20_000;

const LEVELS: [&str; 6] = ["perfect", "epsilon:0.5", "sight:2", "heaps:1", "misread:0.5", "random"];

#[test]
fn known_positions_have_the_answers_and_the_costs_that_they_have_always_had() {
    let found: String = Preset::all().enumerate().map(|(nth, preset)| known(nth, preset)).collect();
    if std::env::var_os("NIM_WRITE_PINNED").is_some() {
        std::fs::write(FILE, &found).expect("the file can be written");
    }
    let known = std::fs::read_to_string(FILE).expect("the file is in the repository");
    for (found, known) in found.lines().zip(known.lines()) {
        assert_eq!(found, known);
    }
    assert_eq!(found.lines().count(), known.lines().count());
}

/// Returns what is found for a preset and two positions like it, under each ending, as text.
fn known(nth: usize, preset: &Preset) -> String {
    let setup = preset.setup();
    let (variant, rules) = (setup.variant(), setup.variant().rules());
    let mut state = nth as u64;
    let mut below = |n| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(2 * nth as u64 + 1);
        (state >> 33) % n
    };
    let dealt = [9, 20].map(|size| rules.admit(rules.deal(size, &mut below)).expect("a start"));
    let mut text = String::new();
    for &ending in rules.endings() {
        // One solver for all: what it has found out for one position serves the next.
        let mut solver = Solver::new(variant);
        for position in std::iter::once(setup.start()).chain(&dealt) {
            let at = rules.write_position(position);
            let _ = writeln!(text, "{} {} {at}", ending_name(ending), variant);
            answer(&mut text, variant, ending, position, &mut solver);
            let _ = writeln!(text, "  moves: {}", choices(variant, ending, position));
        }
    }
    text
}

/// Writes the verdict, its cost, and one winning move.
fn answer(
    text: &mut String,
    variant: &Variant,
    ending: Ending,
    position: &Admitted,
    solver: &mut Solver,
) {
    let mut budget = Budget::positions(MOST);
    let verdict = explained(variant, ending, position, solver, &mut budget);
    let json = serde_json::to_string(&verdict).expect("JSON");
    let _ = writeln!(text, "  {json}\n  after {} positions", budget.spent());
    let mut budget = Budget::positions(MOST);
    let one = solver.winning_move(ending, position, &mut budget);
    let one = written(variant.rules(), one);
    let _ = writeln!(text, "  won by {one} after {} positions", budget.spent());
}

/// The move that each level chooses.
fn choices(variant: &Variant, ending: Ending, position: &Admitted) -> String {
    let chosen = LEVELS.map(|level| {
        let level: Level = level.parse().expect("a level");
        let mut player = LevelPlayer::new(variant, ending, level, 7);
        written(variant.rules(), player.choose(position, &mut Budget::positions(MOST / 10)))
    });
    chosen.join(" ")
}

fn written(rules: &dyn AnyRules, mv: Option<Move>) -> String {
    mv.map_or_else(|| "nothing".to_owned(), |mv| rules.write_move(&mv))
}

fn ending_name(ending: Ending) -> String {
    serde_json::to_value(ending).expect("JSON").as_str().expect("a name").to_owned()
}
