//! What chance deals, and where moves lead: known starts and games of every preset. A change that
//! gives another meaning to a seed, or to a move in a signed file, cannot go unnoticed.
//! `NIM_WRITE_PINNED=1` writes the file anew.

use std::fmt::Write;

use pinned::{assert_pinned, chance};
use rules::{AnyRules, Game, Preset, Variant};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/pinned.txt");

/// Sizes around the least that variants deal, and a usual one.
const SIZES: [u64; 4] = [0, 1, 6, 25];

/// Moves of a game that are written with the positions after them.
const SHOWN: usize = 4;

#[test]
fn starts_and_games_are_those_that_have_always_been_drawn() {
    let drawn: String = Preset::all().enumerate().map(|(nth, preset)| known(nth, preset)).collect();
    assert_pinned(FILE, &drawn);
}

/// Returns what is drawn for a preset, as text; checks it on the way.
fn known(nth: usize, preset: &Preset) -> String {
    let setup = preset.setup();
    let rules = setup.variant().rules();
    let mut below = chance(nth as u64, nth as u64 | 1);
    let mut text = format!("{setup}\n");
    for size in SIZES {
        let start = rules.deal(size, &mut below);
        let _ = writeln!(text, "  deals {size}: {}", rules.write_position(&start));
        assert!(rules.admit(start.clone()).is_ok(), "{setup} deals {start:?}");
    }
    let mut game = Game::new(setup.clone());
    while !game.is_over() {
        assert_eq!(game.winners(), None);
        assert_counts(rules, &game);
        let mv = rules.draw(game.position(), &mut below).expect("the game is not over");
        let written = rules.write_move(&mv);
        game.play(mv).expect("a drawn move is legal");
        if game.moves().len() <= SHOWN {
            let after = rules.write_position(game.position());
            let _ = writeln!(text, "  {written} leaves {after}");
        }
    }
    assert_counts(rules, &game);
    let winners = game.winners().expect("the game is over");
    let winners: Vec<String> = winners.iter().map(|seat| seat.0.to_string()).collect();
    let _ = writeln!(text, "  after {} moves wins {}", game.moves().len(), winners.join(","));
    text
}

fn assert_counts(rules: &dyn AnyRules, game: &Game) {
    let position = game.position();
    assert_eq!(rules.is_over(position), game.is_over(), "{game}");
    assert_eq!(rules.draw(position, &mut |_| 0).is_none(), game.is_over(), "{game}");
    if let Some(count) = rules.count(position).filter(|&count| count < 1_000) {
        assert_eq!(rules.moves(position).count() as u64, count, "{game}");
    }
}

#[test]
fn a_bare_name_means_the_first_preset_of_the_variant() {
    for name in Variant::NAMES {
        let first = Preset::all().map(Preset::setup).find(|setup| setup.variant().name() == *name);
        let first = first.map(|setup| setup.variant().clone());
        assert_eq!(Variant::usual(name), first, "{name}");
        assert_eq!(Variant::called(name), first, "{name}");
    }
}
