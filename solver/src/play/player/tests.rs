use rules::{Game, Heaps, Seat, Setup};

use super::*;

fn nim(ending: Ending, heaps: &[u64]) -> Game {
    let variant = Variant::parse("nim", Default::default()).unwrap();
    Game::new(Setup::new(variant, ending, Heaps::from(heaps.to_vec()).into()).unwrap())
}

/// Lets two levels play to the end; returns the winner.
fn play(mut game: Game, first: Level, second: Level, seed: u64) -> Seat {
    let (variant, ending) = (game.setup().variant().clone(), game.setup().ending());
    let mut players = [first, second].map(|level| LevelPlayer::new(&variant, ending, level, seed));
    while !game.is_over() {
        let player = &mut players[usize::from(game.to_move().0)];
        let mut budget = Budget::positions(100_000);
        let mv = player.choose(game.position(), &mut budget).unwrap();
        game.play(mv).unwrap();
    }
    game.winners().unwrap()[0]
}

/// Returns how often the first of two levels wins a won start.
fn wins(level: Level) -> usize {
    wins_from(&[3, 5, 7], level)
}

fn wins_from(heaps: &[u64], level: Level) -> usize {
    (0..200)
        .filter(|&seed| {
            let game = nim(Ending::Normal, heaps);
            play(game, level, Level::Perfect, seed) == Seat(0)
        })
        .count()
}

fn level(text: &str) -> Level {
    text.parse().unwrap()
}

#[test]
fn perfect_play_never_loses_a_won_position() {
    for &ending in Ending::BOTH {
        for heaps in [[3, 5, 7], [1, 1, 1], [7, 7, 1], [0, 0, 9], [20, 1, 1]] {
            let mut game = nim(ending, &heaps);
            let mut solver = Solver::new(game.setup().variant());
            let start = game.position().clone();
            let verdict = solver.verdict(ending, &start, &mut Budget::positions(0));
            let won = verdict.outcome == Some(Outcome::N);
            if !won {
                let mv = game.setup().variant().rules().moves(&start).next().unwrap();
                game.play(mv).unwrap();
            }
            let seat = game.to_move();
            for seed in 0..20 {
                let levels = if seat == Seat(0) {
                    [Level::Perfect, Level::Random]
                } else {
                    [Level::Random, Level::Perfect]
                };
                let lost_start = !won && ending == Ending::Normal && heaps == [1, 1, 1];
                assert!(lost_start || play(game.clone(), levels[0], levels[1], seed) == seat);
            }
        }
    }
}

#[test]
fn of_winning_moves_that_are_searched_each_is_played() {
    let setup: Setup = "misere chomp 4,3,3,1".parse().unwrap();
    let rules = setup.variant().rules();
    let mut solver = Solver::new(setup.variant());
    let budget = || Budget::positions(4_000);
    let winning = solver.winning_moves(setup.ending(), setup.start(), &mut budget(), MOST_LISTED);
    let WinningMoves::All(winning) = winning else { panic!("{winning:?}") };
    assert!(winning.len() > 1, "{winning:?}");
    let mut played: Vec<String> = (0..40)
        .filter_map(|seed| {
            LevelPlayer::new(setup.variant(), setup.ending(), Level::Perfect, seed)
                .choose(setup.start(), &mut budget())
        })
        .map(|mv| rules.write_move(&mv))
        .collect();
    played.sort();
    played.dedup();
    let mut winning: Vec<String> = winning.iter().map(|mv| rules.write_move(mv)).collect();
    winning.sort();
    assert_eq!(played, winning);
}

#[test]
fn the_levels_are_ordered() {
    assert_eq!(wins(Level::Perfect), 200);
    assert!(wins(level("epsilon:0.1")) > wins(level("epsilon:0.5")));
    assert!(wins(level("misread:0.05")) > wins(level("misread:0.4")));
    assert!(wins(level("heaps:2")) < wins(level("heaps:3")));
    assert_eq!(wins(level("heaps:3")), 200);
    let sight = |text| wins_from(&[1, 2, 4], level(text));
    assert!(sight("sight:1") < sight("sight:4") && sight("sight:4") < sight("sight:7"));
    assert!(wins(Level::Random) < 20);
}

#[test]
fn a_seed_repeats_the_game() {
    for text in ["epsilon:0.5", "sight:2", "heaps:2", "misread:0.3", "random"] {
        let moves = |seed| {
            let game = nim(Ending::Misere, &[30, 50, 70]);
            let variant = game.setup().variant();
            let mut player = LevelPlayer::new(variant, Ending::Misere, level(text), seed);
            let choose = |_| player.choose(game.position(), &mut Budget::positions(1_000));
            (0..8).map(choose).collect::<Vec<_>>()
        };
        assert_eq!(moves(1), moves(1), "{text}");
        assert_ne!(moves(1), moves(2), "{text}");
    }
}

#[test]
fn more_moves_than_memory_are_no_trouble() {
    let heaps = [rules::MAX_NUMBER, rules::MAX_NUMBER - 1, 12_345_678_901, 0];
    for text in ["perfect", "epsilon:0.5", "sight:3", "heaps:20", "misread:0.3", "random"] {
        for &ending in Ending::BOTH {
            let mut game = nim(ending, &heaps);
            for seed in 0..6 {
                let variant = game.setup().variant();
                let mut player = LevelPlayer::new(variant, ending, level(text), seed);
                let mut budget = Budget::positions(10_000);
                let mv = player.choose(game.position(), &mut budget).unwrap();
                game.play(mv).unwrap();
            }
        }
    }
}

/// From 1, 2 and 3 all moves lose; only taking one from the first or the last heap leads
/// to 2 and 2, the longest way down.
#[test]
fn a_lost_position_is_made_long() {
    let game = nim(Ending::Normal, &[1, 2, 3]);
    let mut player = LevelPlayer::new(game.setup().variant(), Ending::Normal, Level::Perfect, 0);
    let mv = player.choose(game.position(), &mut Budget::positions(100_000));
    assert_eq!(mv, Some(Move::List(vec![0, 1].into())));
}

#[test]
fn a_player_who_starts_again_from_a_seed_chooses_as_a_new_one() {
    let game = nim(Ending::Normal, &[9, 12, 30]);
    let new = || LevelPlayer::new(game.setup().variant(), Ending::Normal, level("random"), 7);
    let chosen = |player: &mut LevelPlayer| {
        let mut choose = || player.choose(game.position(), &mut Budget::positions(1_000)).unwrap();
        [choose(), choose(), choose(), choose()]
    };
    let first = chosen(&mut new());
    let mut player = LevelPlayer::new(game.setup().variant(), Ending::Normal, level("random"), 8);
    assert_ne!(chosen(&mut player), first);
    player.reseed(7);
    assert_eq!(chosen(&mut player), first);
}

#[test]
fn an_unknown_level_is_told_with_those_that_there_are() {
    let told = "clever".parse::<Level>().unwrap_err().to_string();
    assert!(told.starts_with("unknown level \"clever\": a level is perfect, epsilon:E"), "{told}");
}
