//! Perfect players against each other and against random ones, in every variant and ending,
//! from starts dealt for it: no move is illegal, and a player who is proven to win at the
//! start has won at the end.

use std::collections::HashSet;
use std::ops::Range;
use std::time::{Duration, Instant};

use rules::{Ending, Game, Move, Preset, Seat, Setup};
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
        let request = StartRequest {
            variant: setup.variant().clone(),
            ending,
            size: 9,
            outcome: Some(outcome),
            difficulty: DifficultyBounds::ANY,
        };
        let start = match request.find(round, &mut solver, &mut Budget::positions(2 * BUDGET)) {
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
    let request = StartRequest {
        variant,
        ending: setup.ending(),
        size: 9,
        outcome: None,
        difficulty: DifficultyBounds::ANY,
    };
    let mut solver = Solver::new(setup.variant());
    let mut budget = Budget::positions(BUDGET);
    let start = request.find(round, &mut solver, &mut budget).expect("nothing is asked");
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
    for start in starts(&[15, 40], &SIDES) {
        played.count(&start, 0..1);
    }
    assert!(played.proven * 2 > played.games, "{played:?}");
}

/// How many games players keep what they have found out: the tables of more would fill the memory.
const GAMES_IN_A_ROUND: u64 = 20;

/// How many games of each pair of levels are enough.
const ENOUGH: u64 = 200;

/// Plays up to [`ENOUGH`] games of each pair of levels from each start within
/// `NIM_SELF_PLAY_SECONDS` (900 if it says nothing), of which each start has its share, and prints
/// the figures of docs/solver.md after each start. `NIM_SELF_PLAY_FROM` is the number of the first
/// start (0), to go on where an earlier run has stopped:
/// `cargo test --release -p nim-solver --test integration -- --ignored --nocapture many_games`.
#[test]
#[ignore = "takes a quarter of an hour or more"]
fn nothing_proven_is_lost_in_many_games() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let end = Instant::now() + Duration::from_secs(number("NIM_SELF_PLAY_SECONDS", 900));
    let sides: Vec<[u64; 2]> =
        (2..=12).flat_map(|rows| (rows..=12).map(move |columns| [rows, columns])).collect();
    let starts = starts(&[15, 30, 60, 120], &sides);
    let from = number("NIM_SELF_PLAY_FROM", 0) as usize;
    let mut played = Played::default();
    for (number, start) in starts.iter().enumerate().skip(from) {
        let left = end.saturating_duration_since(Instant::now());
        let share = left / (starts.len() - number) as u32;
        let began = Instant::now();
        played.count_for(start, share);
        let took = began.elapsed().as_secs_f64();
        println!("{} of {}: {played:?}, {took:.1} s: {start}", number + 1, starts.len());
    }
    assert!(played.proven * 2 > played.games, "{played:?}");
}

/// Returns the presets, a random start of each of these sizes for each of them, and full boards
/// with these sides; in every ending, for two players.
fn starts(sizes: &[u64], sides: &[[u64; 2]]) -> Vec<Setup> {
    let mut starts: Vec<Setup> = Vec::new();
    let boards = sides.iter().map(|[rows, columns]| -> Setup {
        let full = "1".repeat((rows * columns) as usize);
        format!("ndim({rows},{columns}) {full}").parse().expect("a board")
    });
    let presets = Preset::all().map(|preset| (preset.setup(), sizes));
    for (setup, sizes) in presets.chain(boards.map(|board| (board, &[][..]))) {
        let variant = setup.variant();
        for &ending in variant.rules().endings().iter().filter(|_| variant.rules().seats() == 2) {
            let named = Setup::new(variant.clone(), ending, setup.start().clone().into());
            starts.push(named.expect("an ending of the variant"));
            for &size in sizes {
                let mut state = 1u64;
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

/// Perfect players against each other, and against random ones at either seat.
const PAIRS: [[Level; 2]; 3] = [
    [Level::Perfect, Level::Perfect],
    [Level::Perfect, Level::Random],
    [Level::Random, Level::Perfect],
];

/// The number of games played, of those that no earlier game of the same pair repeats, and of those
/// in which a perfect player was proven to win.
#[derive(Debug, Default)]
struct Played {
    games: u64,
    distinct: u64,
    proven: u64,
}

impl Played {
    /// Plays a game from this start for each seed and pair of levels.
    fn count(&mut self, start: &Setup, seeds: Range<u64>) {
        for levels in &PAIRS {
            self.count_round(start, levels, seeds.clone(), &mut HashSet::new(), None);
        }
    }

    /// Plays at least a game of each pair of levels from this start, and goes on until this time is
    /// over, there are [`ENOUGH`], or a round has only repeated earlier ones.
    fn count_for(&mut self, start: &Setup, time: Duration) {
        let end = Instant::now() + time;
        for (number, levels) in PAIRS.iter().enumerate() {
            let left = end.saturating_duration_since(Instant::now());
            let end = Instant::now() + left / (PAIRS.len() - number) as u32;
            let mut seen = HashSet::new();
            for first in (0..ENOUGH).step_by(GAMES_IN_A_ROUND as usize) {
                let before = seen.len();
                let seeds = first..first + GAMES_IN_A_ROUND;
                self.count_round(start, levels, seeds, &mut seen, Some(end));
                if seen.len() == before || Instant::now() >= end {
                    break;
                }
            }
        }
    }

    /// Plays a game for each seed until this moment, but at least one.
    fn count_round(
        &mut self,
        start: &Setup,
        levels: &[Level; 2],
        seeds: Range<u64>,
        seen: &mut HashSet<Vec<Move>>,
        end: Option<Instant>,
    ) {
        let mut table = Table::new(start, levels);
        for seed in seeds {
            let (moves, proven) = table.keeps_what_is_proven(seed);
            self.games += 1;
            self.distinct += u64::from(seen.insert(moves));
            self.proven += u64::from(proven);
            if end.is_some_and(|end| Instant::now() >= end) {
                break;
            }
        }
    }
}

/// Two players who meet again and again from one start.
struct Table<'a> {
    start: &'a Setup,
    levels: &'a [Level; 2],
    players: Vec<LevelPlayer>,
    /// The perfect player who is proven to win by a theorem or a table, and need not search.
    known: Option<Seat>,
}

impl Table<'_> {
    fn new<'a>(start: &'a Setup, levels: &'a [Level; 2]) -> Table<'a> {
        let player = |&level: &Level| LevelPlayer::new(start.variant(), start.ending(), level, 0);
        let budget = &mut Budget::positions(QUICK);
        let verdict = Solver::new(start.variant()).verdict(start.ending(), start.start(), budget);
        let known = match (verdict.certainty, verdict.outcome) {
            (Certainty::Proven(Source::Search), _) => None,
            (Certainty::Proven(_), Some(Outcome::N)) => Some(Seat(0)),
            (Certainty::Proven(_), Some(Outcome::P)) => Some(Seat(1)),
            _ => None,
        };
        let known = known.filter(|seat| levels[usize::from(seat.0)] == Level::Perfect);
        Table { start, levels, players: levels.iter().map(player).collect(), known }
    }

    /// Plays a game in which a perfect player who knows that they win must keep the win until the
    /// end. Returns the moves, and whether one did.
    fn keeps_what_is_proven(&mut self, seed: u64) -> (Vec<Move>, bool) {
        let mut game = Game::new(self.start.clone());
        let mut proven = self.known.map(|seat| (seat, 0));
        for player in &mut self.players {
            player.reseed(seed);
        }
        while !game.is_over() {
            let mover = game.to_move();
            let seat = usize::from(mover.0);
            let player = &mut self.players[seat];
            let budget = &mut Budget::positions(QUICK);
            if proven.is_none()
                && self.levels[seat] == Level::Perfect
                && player.sees(game.position(), budget) == Ok(Outcome::N)
            {
                proven = Some((mover, game.moves().len()));
            }
            let mv = player.choose(game.position(), &mut Budget::positions(QUICK));
            game.play(mv.expect("the game is not over")).expect("a legal move");
        }
        if let Some((winner, since)) = proven {
            let winners = game.winners().expect("the game is over");
            assert_eq!(winners, [winner], "proven from ply {since} on: {game}");
        }
        (game.moves().to_vec(), proven.is_some())
    }
}
