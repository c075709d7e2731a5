//! Perfect players against each other and against random ones, in every variant
//! and ending, from starts made for it: no move is illegal, and who is proven to
//! win at the start has won at the end.

use rules::{Ending, Game, Preset, Seat, Setup};
use solver::{Budget, Difficulty, Extra, Level, NoStart, Outcome, Player, Solver, Wish};

/// What a move may cost: some tenths of a second where it is searched.
const BUDGET: u64 = 200_000;

#[test]
fn perfect_players_win_what_is_won() {
    play_all(2);
}

/// A thousand games in each variant and ending.
#[test]
#[ignore = "takes two minutes"]
fn perfect_players_win_what_is_won_a_thousand_times() {
    play_all(250);
}

/// Plays so many rounds of four games with each preset's variant and each of its
/// endings.
fn play_all(rounds: u64) {
    for preset in Preset::all() {
        let setup = preset.setup();
        for &ending in setup.variant().rules().endings() {
            let games = (0..rounds).map(|round| play_round(&setup, ending, round)).sum::<u64>();
            assert!(games > 0, "{} {ending:?}: no start was found", preset.name);
        }
    }
}

/// Plays with the winner at either seat against a perfect and a random loser.
/// The games played.
fn play_round(setup: &Setup, ending: Ending, round: u64) -> u64 {
    if setup.variant().rules().seats() > 2 {
        return survive(setup, round);
    }
    let mut solver = Solver::new(setup.variant());
    let mut games = 0;
    for (outcome, winner) in [(Outcome::N, Seat(0)), (Outcome::P, Seat(1))] {
        let wish = Wish {
            variant: setup.variant().clone(),
            ending,
            size: 9,
            outcome: Some(outcome),
            difficulty: Difficulty::ANY,
        };
        let start = match wish.find(round, &mut solver, &mut Budget::positions(2 * BUDGET)) {
            Ok(start) => start,
            Err(NoStart::NotFound { .. }) => continue,
            Err(refused) => panic!("{refused}"),
        };
        for loser in [Level::Perfect, Level::Random] {
            let mut levels = [loser; 2];
            levels[usize::from(winner.0)] = Level::Perfect;
            let game = play(&start, &levels, round);
            assert_eq!(game.winners(), Some(vec![winner]), "a won game was lost: {game}");
            games += 1;
        }
    }
    games
}

/// Of several players the first, who plays perfectly, survives where that can
/// be forced.
fn survive(setup: &Setup, round: u64) -> u64 {
    let variant = setup.variant().clone();
    let wish = Wish {
        variant,
        ending: setup.ending(),
        size: 9,
        outcome: None,
        difficulty: Difficulty::ANY,
    };
    let mut solver = Solver::new(setup.variant());
    let mut budget = Budget::positions(BUDGET);
    let start = wish.find(round, &mut solver, &mut budget).expect("nothing is asked");
    let verdict = solver.verdict(start.ending(), start.start(), &mut budget);
    let Some(Extra::Survival(survival)) = verdict.extra else { panic!("no survival: {start}") };
    let mut levels = vec![Level::Random; usize::from(setup.variant().rules().seats())];
    levels[0] = Level::Perfect;
    let game = play(&start, &levels, round);
    let survived = game.winners().expect("the game is over").contains(&Seat(0));
    assert!(survived || !survival.mover_survives, "{game}");
    1
}

fn play(start: &Setup, levels: &[Level], seed: u64) -> Game {
    let player = |&level: &Level| Player::new(start.variant(), start.ending(), level, seed);
    let mut players: Vec<Player> = levels.iter().map(player).collect();
    let mut game = Game::new(start.clone());
    while !game.is_over() {
        let player = &mut players[usize::from(game.to_move().0)];
        let mv = player.choose(game.position(), &mut Budget::positions(BUDGET));
        let mv = mv.unwrap_or_else(|| panic!("no move in {game}"));
        game.play(mv.clone()).unwrap_or_else(|error| panic!("{mv:?} in {game}: {error}"));
    }
    game
}
