//! Perfect players against each other and against random ones, in every variant and ending,
//! from starts dealt for it: no move is illegal, and a player who is proven to win at the
//! start has won at the end.

use std::time::{Duration, Instant};

use rules::{Ending, Game, Preset, Seat, Setup};
use solver::{
    Budget, Certainty, DifficultyBounds, Extra, Level, LevelPlayer, NoStart, Outcome, Solver,
    Source, StartRequest,
};

/// The most that a move may cost: some tenths of a second where it is searched.
const BUDGET: u64 = 200_000;

#[test]
fn perfect_players_keep_wins() {
    play_all(2);
}

/// A thousand games in each variant and ending.
#[test]
#[ignore = "takes two minutes"]
fn perfect_players_keep_wins_a_thousand_times() {
    play_all(250);
}

/// Plays this many rounds of four games with each preset's variant and each of its endings.
fn play_all(rounds: u64) {
    for preset in Preset::all() {
        let setup = preset.setup();
        for &ending in setup.variant().rules().endings() {
            let games = (0..rounds).map(|round| play_round(&setup, ending, round)).sum::<u64>();
            assert!(games > 0, "{} {ending:?}: no start was found", preset.name);
        }
    }
}

/// Plays with the winner at either seat against a perfect and a random loser. Returns the
/// number of games played.
fn play_round(setup: &Setup, ending: Ending, round: u64) -> u64 {
    if setup.variant().rules().seats() > 2 {
        return survive(setup, round);
    }
    let mut solver = Solver::new(setup.variant());
    let mut games = 0;
    for (outcome, winner) in [(Outcome::N, Seat(0)), (Outcome::P, Seat(1))] {
        let wish = StartRequest {
            variant: setup.variant().clone(),
            ending,
            size: 9,
            outcome: Some(outcome),
            difficulty: DifficultyBounds::ANY,
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

/// Checks that the first of several players, who plays perfectly, survives where that can be
/// forced.
fn survive(setup: &Setup, round: u64) -> u64 {
    let variant = setup.variant().clone();
    let wish = StartRequest {
        variant,
        ending: setup.ending(),
        size: 9,
        outcome: None,
        difficulty: DifficultyBounds::ANY,
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
    let player = |&level: &Level| LevelPlayer::new(start.variant(), start.ending(), level, seed);
    let mut players: Vec<LevelPlayer> = levels.iter().map(player).collect();
    let mut game = Game::new(start.clone());
    while !game.is_over() {
        let player = &mut players[usize::from(game.to_move().0)];
        let mv = player.choose(game.position(), &mut Budget::positions(BUDGET));
        let mv = mv.unwrap_or_else(|| panic!("no move in {game}"));
        game.play(mv.clone()).unwrap_or_else(|error| panic!("{mv:?} in {game}: {error}"));
    }
    game
}

/// The most that a move may cost in games from large starts.
const QUICK: u64 = 3_000;

/// The sides of full boards.
const SIDES: [[u64; 2]; 6] = [[5, 5], [6, 7], [7, 9], [8, 8], [9, 12], [10, 10]];

#[test]
fn nothing_proven_is_lost() {
    let mut played = Played::default();
    for start in starts(&[15, 40], &SIDES, 1) {
        played.count(&start, 1, QUICK);
    }
    assert!(played.proven * 2 > played.games, "{played:?}");
}

/// Does the same from many starts in random order, for a quarter of an hour or for
/// `NIM_SELF_PLAY_SECONDS` seconds, and then prints the figures of docs/solver.md:
/// `cargo test --release -p nim-solver --test self_play -- --ignored --nocapture many_games`.
#[test]
#[ignore = "takes a quarter of an hour"]
fn nothing_proven_is_lost_in_many_games() {
    let seconds = std::env::var("NIM_SELF_PLAY_SECONDS");
    let seconds = seconds.map_or(900, |text| text.parse().expect("seconds"));
    let end = Instant::now() + Duration::from_secs(seconds);
    let sides: Vec<[u64; 2]> =
        (2..=12).flat_map(|rows| (rows..=12).map(move |columns| [rows, columns])).collect();
    let mut starts = starts(&[15, 30, 60, 120], &sides, 3);
    let mut state = 1u64;
    starts.sort_by_cached_key(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 33
    });
    let mut played = Played::default();
    let mut from = 0;
    for start in starts.iter().take_while(|_| Instant::now() < end) {
        played.count(start, 1, QUICK);
        from += 1;
    }
    println!("from {from} of {} starts: {played:?}", starts.len());
    assert!(played.proven * 2 > played.games, "{played:?}");
}

/// Returns the presets, random starts of these sizes, and full boards with these sides; in
/// every ending, for two players.
fn starts(sizes: &[u64], sides: &[[u64; 2]], each: u64) -> Vec<Setup> {
    let mut starts: Vec<Setup> = Vec::new();
    let boards = sides.iter().map(|[rows, columns]| {
        let full = "1".repeat((rows * columns) as usize);
        format!("ndim({rows},{columns}) {full}").parse().expect("a board")
    });
    for setup in Preset::all().map(Preset::setup).chain(boards) {
        let variant = setup.variant();
        for &ending in variant.rules().endings().iter().filter(|_| variant.rules().seats() == 2) {
            let named = Setup::new(variant.clone(), ending, setup.start().clone().into());
            starts.push(named.expect("an ending of the variant"));
            for (&size, seed) in
                sizes.iter().flat_map(|size| (0..each).map(move |seed| (size, seed)))
            {
                let mut state = seed + 1;
                let mut below = |n: u64| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 33) % n
                };
                let dealt = variant.rules().deal(size, &mut below);
                starts.extend(Setup::new(variant.clone(), ending, dealt));
            }
        }
    }
    starts
}

/// The number of games played, and of those in which a perfect player was proven to win.
#[derive(Debug, Default)]
struct Played {
    games: u64,
    proven: u64,
}

impl Played {
    /// Plays from this start: perfect players against each other, and against random ones at
    /// either seat.
    fn count(&mut self, start: &Setup, seeds: u64, nodes: u64) {
        let pairs = [
            [Level::Perfect, Level::Perfect],
            [Level::Perfect, Level::Random],
            [Level::Random, Level::Perfect],
        ];
        for (levels, seed) in pairs.iter().flat_map(|pair| (0..seeds).map(move |seed| (pair, seed)))
        {
            self.games += 1;
            self.proven += u64::from(keeps_what_is_proven(start, levels, seed, nodes));
        }
    }
}

/// Plays a game in which a perfect player who is proven to win must keep the win until the
/// end. Returns whether there was such a proof.
fn keeps_what_is_proven(start: &Setup, levels: &[Level; 2], seed: u64, nodes: u64) -> bool {
    let player = |&level: &Level| LevelPlayer::new(start.variant(), start.ending(), level, seed);
    let mut players: Vec<LevelPlayer> = levels.iter().map(player).collect();
    let mut game = Game::new(start.clone());
    let mut proven: Option<(Seat, usize)> = None;
    while !game.is_over() {
        let mover = game.to_move();
        if proven.is_none() {
            let budget = &mut Budget::positions(nodes);
            let mut judge = Solver::new(start.variant());
            let verdict = judge.verdict(start.ending(), game.position(), budget);
            // A proof by search counts only for the player who searches: the mover.
            let winner = match (verdict.certainty, verdict.outcome) {
                (Certainty::Proven(_), Some(Outcome::N)) => Some(mover),
                (Certainty::Proven(Source::Search), _) => None,
                (Certainty::Proven(_), Some(Outcome::P)) => Some(Seat(1 - mover.0)),
                _ => None,
            };
            let perfect = |seat: &Seat| levels[usize::from(seat.0)] == Level::Perfect;
            proven = winner.filter(perfect).map(|seat| (seat, game.moves().len()));
        }
        let player = &mut players[usize::from(mover.0)];
        let mv = player.choose(game.position(), &mut Budget::positions(nodes));
        game.play(mv.expect("the game is not over")).expect("a legal move");
    }
    if let Some((seat, ply)) = proven {
        let won = game.winners() == Some(vec![seat]);
        assert!(won, "seat {} had won at ply {ply} and lost, {levels:?}: {game}", seat.0);
    }
    proven.is_some()
}
