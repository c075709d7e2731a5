//! Checks that docs/games.md agrees with the rules: every variant has a row, and the game and
//! the move in it are legal.

use std::collections::BTreeSet;

use rules::{Ending, Game, MAX_CELLS, MAX_HEAPS, Move, Setup, Variant};

const DOCUMENT: &str = include_str!("../../../docs/games.md");

/// Returns what is written as code in the cells of each row of the first table.
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    let table = DOCUMENT.split("\n| variant ").nth(1).expect("a table");
    let table = table.split("\n\n").next().expect("its end");
    table.lines().skip(2).map(|row| {
        let mut cells =
            row.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`'));
        std::array::from_fn(|_| cells.next().expect(row))
    })
}

#[test]
fn every_variant_has_a_row_whose_move_is_legal() {
    let mut seen = BTreeSet::new();
    for [name, params, start, mv] in rows() {
        let endings = [Ending::Normal, Ending::Misere];
        let setup = endings.iter().find_map(|ending| {
            let ending = serde_json::to_string(ending).expect("plain");
            let game = format!(
                r#"{{"variant":"{name}","params":{params},"ending":{ending},"start":{start}}}"#
            );
            serde_json::from_str::<Setup>(&game).ok()
        });
        let mut game = Game::new(setup.unwrap_or_else(|| panic!("{name} {params} {start}")));
        let mv: Move = serde_json::from_str(mv).expect(mv);
        assert_eq!(game.play(mv), Ok(()), "{name}");
        assert!(seen.insert(name), "{name} is there twice");
    }
    assert_eq!(seen, Variant::NAMES.iter().copied().collect());
}

#[test]
fn the_limits_are_those_of_the_rules() {
    let limit = |what: &str| {
        let row = DOCUMENT.lines().find(|line| line.starts_with(&format!("| {what}"))).expect(what);
        let value = row.split('|').nth(2).expect(row).trim();
        let value = value.split([' ', ';']).next().expect(row).replace(',', "");
        value.parse::<usize>().expect(row)
    };
    assert_eq!(limit("heaps, stacks, rows"), MAX_HEAPS);
    assert_eq!(limit("cells of a board"), MAX_CELLS);
}
