//! Facts about these games from outside this project, from the literature and from play:
//! sample games, winning moves, lost positions, and mistakes in books. The golden files are
//! tested elsewhere.

use rules::{Ending, Game, Move, Seat, Setup};
use solver::{Budget, Outcome, Solver, WinningMoves};

/// Returns who wins the position at the end of a line of notation.
#[track_caller]
fn outcome(line: &str) -> Outcome {
    let game: Game = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let mut solver = Solver::new(game.setup().variant());
    let mut budget = Budget::positions(3_000_000);
    let verdict = solver.verdict(game.setup().ending(), game.position(), &mut budget);
    verdict.outcome.unwrap_or_else(|| panic!("{line} is not decided"))
}

#[track_caller]
fn winning(line: &str) -> Vec<String> {
    let setup: Setup = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let mut solver = Solver::new(setup.variant());
    let mut budget = Budget::positions(3_000_000);
    match solver.winning_moves(setup.ending(), setup.start(), &mut budget, 1_000) {
        WinningMoves::All(moves) => {
            moves.iter().map(|mv| setup.variant().rules().write_move(mv)).collect()
        }
        other => panic!("{line}: {other:?}"),
    }
}

/// Replays a game and checks that each move of this seat wins.
fn assert_wins_all_the_way(line: &str, winner: Seat) -> Game {
    let game: Game = line.parse().expect("the sample games are legal");
    let mut again = Game::new(game.setup().clone());
    for mv in game.moves() {
        let mover = again.to_move();
        again.play(mv.clone()).expect("it was legal before");
        if mover == winner {
            assert_eq!(outcome(&again.to_string()), Outcome::P, "{again}");
        }
    }
    again
}

#[test]
fn the_sample_game_of_normal_play() {
    let line = "nim 3,4,5: A-2 C-3 B-1 B-1 A-1 B-1 C-1 B-1 C-1";
    let game = assert_wins_all_the_way(line, Seat(0));
    assert_eq!(game.winners(), Some(vec![Seat(0)]));
}

#[test]
fn the_sample_game_of_misere_play() {
    let line = "misere nim 3,4,5: A-2 C-2 B-2 C-1 A-1 C-1 B-2";
    let mut game = assert_wins_all_the_way(line, Seat(0));
    let rules = game.setup().variant().rules();
    let left: Vec<Move> = rules.moves(game.position()).collect();
    assert_eq!(left, [Move::List(vec![2, 1].into())], "the second player must take the last");
    game.play(left[0].clone()).expect("the only move is legal");
    assert_eq!(game.winners(), Some(vec![Seat(0)]));
}

#[test]
fn the_known_winning_moves() {
    assert_eq!(winning("nim 7,9,12,15"), ["B-5", "C-11", "D-13"]);
    assert_eq!(winning("nim 3,5,7"), ["A-1", "B-1", "C-1"]);
    assert_eq!(winning("nim 3,4,5"), ["A-2"]);
    assert!(winning("ndim(3,3) 111111111").contains(&"4".to_owned()), "the centre");
    assert_eq!(winning("misere chomp 7,7,7,7"), ["2,3"]);
    assert_eq!(winning("misere chomp 5,5,5"), ["2,3"]);
    assert_eq!(winning("misere chomp 5,5,5,5"), ["2,2"]);
    assert_eq!(winning("misere chomp 4,4,4,4"), ["1,1"], "a square: leave two equal arms");
    assert_eq!(winning("misere chomp 6,6"), ["1,5"], "two rows: leave one more above");
    assert_eq!(winning("misere notakto ........."), ["A@4"], "the centre");
}

#[test]
fn say_multiples_of_four_in_21() {
    for total in 0..21 {
        let outcome = outcome(&format!("misere game21(step=3;target=21) {total}"));
        assert_eq!(outcome == Outcome::P, total % 4 == 0, "{total}");
    }
}

#[test]
fn say_1_12_23_and_so_on_in_100() {
    for total in 0..=100 {
        let outcome = outcome(&format!("game100(step=10;target=100) {total}"));
        assert_eq!(outcome == Outcome::P, total % 11 == 1, "{total}");
    }
}

#[test]
fn nim_positions_that_are_lost_in_both_endings() {
    for heaps in [
        "1,2,3", "1,4,5", "1,6,7", "1,8,9", "2,4,6", "2,5,7", "3,4,7", "3,5,6", "4,8,12", "4,9,13",
        "5,8,13", "5,9,12", "1,2,4,7", "1,2,5,6", "1,3,4,6", "1,3,5,7", "2,3,4,5", "2,3,6,7",
        "2,3,8,9", "4,5,6,7", "4,5,8,9",
    ] {
        assert_eq!(outcome(&format!("nim {heaps}")), Outcome::P, "{heaps}");
        assert_eq!(outcome(&format!("misere nim {heaps}")), Outcome::P, "{heaps}");
    }
}

#[test]
fn heaps_of_one_turn_round_in_misere_play() {
    for (heaps, normal, misere) in [
        ("1,1", Outcome::P, Outcome::N),
        ("1,1,1,1", Outcome::P, Outcome::N),
        ("1,1,1", Outcome::N, Outcome::P),
        ("1", Outcome::N, Outcome::P),
        ("1,1,2,2", Outcome::P, Outcome::P),
    ] {
        assert_eq!(outcome(&format!("nim {heaps}")), normal, "{heaps}");
        assert_eq!(outcome(&format!("misere nim {heaps}")), misere, "{heaps}");
    }
    for n in 2..12 {
        for ending in ["normal", "misere"] {
            assert_eq!(outcome(&format!("{ending} nim {n},{n}")), Outcome::P, "{n}");
            for m in 2..12 {
                assert_eq!(
                    outcome(&format!("{ending} nim {n},{n},{m},{m}")),
                    Outcome::P,
                    "{n} {m}"
                );
            }
        }
    }
}

/// An encyclopedia says: reduce modulo r + 1, then proceed as in Moore's Nim. By that rule
/// 1,1,1,2, with up to two heaps and one object from each, would be lost.
#[test]
fn books_are_wrong_on_capped_moore() {
    assert_eq!(outcome("moore(cap=1;k=2) 1,1,1,2"), Outcome::N);
    assert!(winning("moore(cap=1;k=2) 1,1,1,2").contains(&"1,0,0,1".to_owned()));
    assert_eq!(outcome("moore(cap=2;k=2) 1,1,1,3"), Outcome::N);
    assert_eq!(outcome("moore(cap=3;k=2) 1,1,1,4"), Outcome::N);
}

/// In Kayles no single row is lost in normal play, but these rows are lost in misère play
/// (Sibert and Conway 1992): the games differ long before the last move.
#[test]
fn misere_kayles_differs_long_before_the_last_move() {
    for row in 1..=22u64 {
        assert_eq!(outcome(&format!("octal(0.77) {row}")), Outcome::N, "{row}");
        let lost = [1, 4, 9, 12, 20].contains(&row);
        let misere = outcome(&format!("misere octal(0.77) {row}"));
        assert_eq!(misere == Outcome::P, lost, "{row}");
    }
}

#[test]
fn books_are_wrong_on_greedy_nim_in_misere_play() {
    for (heaps, normal, misere) in [
        ("1,1", Outcome::P, Outcome::N),
        ("1", Outcome::N, Outcome::P),
        ("2,2", Outcome::P, Outcome::P),
        ("1,2,2", Outcome::P, Outcome::P),
        ("1,1,2", Outcome::N, Outcome::N),
    ] {
        assert_eq!(outcome(&format!("greedy {heaps}")), normal, "{heaps}");
        assert_eq!(outcome(&format!("misere greedy {heaps}")), misere, "{heaps}");
    }
}

/// Rows of 5 in Kayles: a pair of them is worth nothing in normal play; in misère play it
/// changes who wins when certain other rows are added.
#[test]
fn books_are_wrong_on_equal_parts_that_cancel_in_misere_play() {
    let changed = (0..=12u64).filter(|row| {
        outcome(&format!("misere octal(0.77) {row}"))
            != outcome(&format!("misere octal(0.77) 5,5,{row}"))
    });
    assert!(changed.count() > 0);
    for row in 0..=12 {
        let alone = outcome(&format!("octal(0.77) {row}"));
        assert_eq!(alone, outcome(&format!("octal(0.77) 5,5,{row}")), "{row}");
    }
}

#[test]
fn nothing_left_is_won_in_misere_play() {
    for preset in rules::Preset::all() {
        let setup = preset.setup();
        let rules = setup.variant().rules();
        if rules.seats() > 2 {
            continue;
        }
        for &ending in rules.endings() {
            let mut game = Game::new(
                Setup::new(setup.variant().clone(), ending, setup.start().clone().into())
                    .expect("the ending is played"),
            );
            while let Some(mv) = setup.variant().rules().moves(game.position()).last() {
                game.play(mv).expect("a listed move is legal");
            }
            let wanted = Outcome::from_win(ending == Ending::Misere);
            assert_eq!(outcome(&game.to_string()), wanted, "{game}");
        }
    }
}

#[test]
fn wythoff_s_pairs_in_both_endings() {
    for pair in ["0,0", "1,2", "3,5", "4,7", "6,10", "8,13", "9,15"] {
        assert_eq!(outcome(&format!("multiheap(all) {pair}")), Outcome::P, "{pair}");
    }
    for pair in ["0,1", "2,2", "3,5", "4,7", "6,10", "8,13", "9,15"] {
        assert_eq!(outcome(&format!("misere multiheap(all) {pair}")), Outcome::P, "{pair}");
    }
}

/// Duchêne, Dufour, Heubach and Larsson 2015, and their table of small cases.
#[test]
fn building_nim() {
    for stones in 1..=15 {
        let of_three = outcome(&format!("building remaining={stones};stacks=0,0,0"));
        let lost = stones % 2 == 1 || [2, 6, 14].contains(&stones);
        assert_eq!(of_three == Outcome::P, lost, "{stones} on three");
        let of_two = outcome(&format!("building remaining={stones};stacks=0,0"));
        assert_eq!(of_two, Outcome::P, "{stones} on two");
    }
}

#[test]
fn boards_of_notakto_are_won_in_turn() {
    let boards = |number: usize| vec!["........."; number].join(",");
    for (number, wanted) in [(1, Outcome::N), (2, Outcome::P), (3, Outcome::N)] {
        assert_eq!(outcome(&format!("misere notakto {}", boards(number))), wanted, "{number}");
    }
}

/// HAKMEM 74, and mirroring in normal play.
#[test]
fn tactix_first_player_loses() {
    assert_eq!(outcome("misere ndim(4,4) 1111111111111111"), Outcome::P);
    assert_eq!(outcome("ndim(4,4) 1111111111111111"), Outcome::P);
    assert_eq!(outcome("ndim(3,4) 111111111111"), Outcome::N);
}

#[test]
fn single_heaps_of_grundy_s_game_in_misere_play() {
    for heap in 1..=28u64 {
        let misere = outcome(&format!("misere grundy {heap}"));
        assert_eq!(misere == Outcome::P, heap % 3 == 0, "{heap}");
    }
}

#[test]
fn a_rectangle_is_won_also_when_whole_rows_were_bitten_off() {
    for line in ["misere chomp 9,9,9,9,9,9,9", "misere chomp 9,9,9,9,9,9,9: 6,0"] {
        let game: Game = line.parse().expect("the bar is legal");
        let mut solver = Solver::new(game.setup().variant());
        let mut budget = Budget::positions(0);
        let verdict = solver.verdict(game.setup().ending(), game.position(), &mut budget);
        assert_eq!(verdict.outcome, Some(Outcome::N), "{line}");
    }
}

/// Plambeck and Whitehead (2013): the lost elements of Notakto's quotient.
#[test]
fn lost_elements_of_a_quotient_are_named() {
    let game: Game = "misere notakto .........,.........".parse().expect("two boards");
    let mut solver = Solver::new(game.setup().variant());
    let mut budget = Budget::positions(100_000);
    let verdict = solver.verdict(Ending::Misere, game.position(), &mut budget);
    let why = verdict.why.sentence;
    assert!(why.contains("the lost ones, a, b2, bc, c2"), "{why}");
}
