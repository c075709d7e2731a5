//! Scripted players in real games of Nim: their moves are played, reviewed by the solver and rated
//! by this crate, so that an attack is worth what it earns and not what somebody assumed.

use std::collections::HashMap;

use protocol::{Division, EndReason, Kind, PlayerId};
use rules::{Admitted, Game, Heaps, Move, Seat, Setup, Shape};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use solver::{Budget, Drawing, Outcome, Solver, StartDifficulty, WinningMoves, is_trivial};
use uuid::Uuid;

use super::{Chance, DAY_MS, id};
use crate::learning::DecidedGame;
use crate::{
    ANCHORS, Anchor, Contender, Decision, Item, Leaderboard, MemoryBook, Played, RatedMatch,
    RatingOutcome, Standing, StartWeight, decision, given_up,
};

const WORK: u64 = 1_000_000;

/// How somebody plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Script {
    /// Perfectly, except for this share of blind moves.
    Blind(f64),
    /// The same, but plain positions are known by heart.
    ByHeart(f64),
    /// The same, and positions whose heaps but the largest are at most three are known too.
    Knows(f64),
    /// As `ByHeart`, and resigns unless they see a plain win.
    Unsure(f64),
    /// Throws every win that can be thrown.
    Throws,
    /// Errs in every fourth move, and leaves when this many moves have been made.
    Leaves(usize),
    /// Plays as `Blind`, and gives three of four games up instead of beginning them.
    Dodges(f64),
    /// Plays as `Blind`, and gives a won game up when nothing but a plain win is left.
    SitsLow(f64),
    /// Plays as `Blind`, and removes what is hard to see: with a blind move, the largest heap.
    Simplifies(f64),
}

/// A ladder, the games on it, and the ladder of results that was there before.
pub(super) struct Arena {
    pub(super) book: MemoryBook,
    pub(super) before: HashMap<PlayerId, Glicko2Rating>,
    chance: Chance,
    solver: Solver,
    matches: u128,
    division: Division,
}

/// A game that was played: the seat that won, and each seat's decisions.
pub(super) struct Reviewed {
    played: Played,
    decisions: [Vec<Decision>; 2],
}

impl Arena {
    pub(super) fn new(division: Division) -> Arena {
        let any: Setup = "nim 1".parse().expect("a game");
        Arena {
            book: MemoryBook::default(),
            before: HashMap::new(),
            chance: Chance(7),
            solver: Solver::new(any.variant()),
            matches: 0,
            division,
        }
    }

    /// Deals a start as quick play does.
    pub(super) fn deal(&mut self) -> Setup {
        let any: Setup = "nim 1".parse().expect("a game");
        let (variant, ending) = (any.variant().clone(), any.ending());
        let drawing = Drawing::new(variant, ending, StartDifficulty::Medium);
        loop {
            let seed = self.chance.below(1 << 40);
            let Ok(setup) = drawing.find(seed, &mut Budget::positions(Drawing::WORK)) else {
                continue;
            };
            if !is_trivial(setup.variant(), setup.start()) && self.is_enough(&setup) {
                return setup;
            }
        }
    }

    /// Whether a rated game may be offered from a start.
    pub(super) fn is_enough(&mut self, setup: &Setup) -> bool {
        let weight = StartWeight::compute(setup, &mut self.solver, &mut Budget::positions(WORK));
        weight.is_some_and(StartWeight::is_enough)
    }

    /// Plays a pair on a day, and rates it with its decisions.
    pub(super) fn pair(
        &mut self,
        setup: &Setup,
        players: [Contender; 2],
        scripts: [Script; 2],
        day: i64,
    ) {
        let games = self.games(setup, scripts);
        self.rate(setup, players, &games, day);
    }

    /// Plays the games of a pair.
    pub(super) fn games(&mut self, setup: &Setup, scripts: [Script; 2]) -> [Reviewed; 2] {
        [0, 1].map(|number| self.game(setup, [scripts[number], scripts[1 - number]]))
    }

    /// Rates the games of a pair on a day.
    pub(super) fn rate(
        &mut self,
        setup: &Setup,
        players: [Contender; 2],
        games: &[Reviewed; 2],
        day: i64,
    ) {
        let winners = [0, 1].map(|n: usize| {
            let seat = games[n].played.winner().map_or(0, |seat| usize::from(seat.0));
            (seat + n) % 2
        });
        self.rate_before(players.map(|player| player.id), winners);
        self.matches += 1;
        let outcome =
            self.solver.outcome(setup.ending(), setup.start(), &mut Budget::positions(WORK));
        let at = day * DAY_MS;
        let rated = RatedMatch {
            id: Uuid::from_u128(self.matches),
            setup: setup.clone(),
            clock: None,
            open: self.division == Division::Open,
            same_owner: false,
            same_address: false,
            voided: false,
            start: outcome.ok(),
            players: players.to_vec(),
            games: games.iter().map(|game| game.played.clone()).collect(),
            at,
        };
        let RatingOutcome::Counted { weight, .. } = self.book.rate(&rated) else { return };
        for (number, game) in games.iter().enumerate() {
            self.book.learn(&DecidedGame {
                pool: rated.pool(),
                game: number as u8,
                players: [players[number].id, players[1 - number].id],
                people: [players[number].person, players[1 - number].person],
                decisions: game.decisions.clone(),
                weight,
                at,
            });
        }
    }

    /// Rates a pair by results alone, as ladders usually do.
    fn rate_before(&mut self, players: [PlayerId; 2], winners: [usize; 2]) {
        let stood = players.map(|player| match Anchor::find(player) {
            Some(anchor) => {
                let (rating, deviation) = (anchor.rating.into(), 30.0);
                Glicko2Rating { rating, deviation, ..Glicko2Rating::new() }
            }
            None => self.before.get(&player).copied().unwrap_or_default(),
        });
        for me in [0, 1] {
            let result = |winner: usize| match winner == me {
                true => (stood[1 - me], Outcomes::WIN),
                false => (stood[1 - me], Outcomes::LOSS),
            };
            let after =
                glicko2_rating_period(&stood[me], &winners.map(result), &Glicko2Config::new());
            self.before.insert(players[me], after);
        }
    }

    /// Plays a game; the scripts are those of its seats.
    fn game(&mut self, setup: &Setup, seats: [Script; 2]) -> Reviewed {
        let mut game = Game::new(setup.clone());
        let mut gave_up = None;
        while !game.is_over() {
            let seat = usize::from(game.to_move().0);
            match self.choose(game.position(), game.moves().len(), seats[seat], setup) {
                Some(mv) => game.play(mv).expect("legal"),
                None => {
                    gave_up = Some(seat);
                    break;
                }
            }
        }
        let review = solver::review(setup, game.moves(), &mut Budget::positions(WORK));
        let review = review.expect("legal moves");
        let mut decisions = [Vec::new(), Vec::new()];
        for (ply, reviewed) in review.plies.iter().enumerate() {
            decisions[ply % 2].extend(decision(setup, reviewed));
        }
        if let Some((seat, last)) = gave_up.zip(review.plies.last()) {
            decisions[seat].extend(given_up(setup, last, true));
        }
        let winners = match gave_up {
            Some(seat) => vec![Seat(1 - seat as u8)],
            None => game.winners().expect("it is over"),
        };
        let reason = if gave_up.is_some() { EndReason::Resigned } else { EndReason::Played };
        Reviewed { played: Played { winners, reason, moves: game.moves().to_vec() }, decisions }
    }

    /// A script's move; `None` if it gives up.
    fn choose(
        &mut self,
        position: &Admitted,
        ply: usize,
        script: Script,
        setup: &Setup,
    ) -> Option<Move> {
        let rules = setup.variant().rules();
        let found = self.solver.winning_moves(
            setup.ending(),
            position,
            &mut Budget::positions(WORK),
            1_000,
        );
        let WinningMoves::All(winning) = found else { panic!("Nim is solved") };
        let all: Vec<Move> = rules.moves(position).collect();
        let is_plain = !winning.is_empty()
            && Item::from_position(rules, position, &winning).is_some_and(Item::is_plain);
        let errs = match script {
            Script::SitsLow(_) if is_plain => return None,
            Script::Unsure(_) if !is_plain && ply >= 2 => return None,
            Script::Leaves(after) if ply >= after => return None,
            Script::Dodges(_) if ply < 2 && self.chance.happens(0.75) => return None,
            Script::ByHeart(_) | Script::Unsure(_) if is_plain => 0.0,
            Script::Knows(_) if is_plain || is_small(position) => 0.0,
            Script::Leaves(_) => 0.25,
            Script::Throws => {
                let losing: Vec<Move> =
                    all.iter().filter(|mv| !winning.contains(mv)).cloned().collect();
                return Some(self.one(if losing.is_empty() { &all } else { &losing }));
            }
            Script::Blind(errs)
            | Script::ByHeart(errs)
            | Script::Knows(errs)
            | Script::Unsure(errs)
            | Script::SitsLow(errs)
            | Script::Dodges(errs)
            | Script::Simplifies(errs) => errs,
        };
        let blind = self.chance.happens(errs) || winning.is_empty();
        if blind && matches!(script, Script::Simplifies(_)) {
            return all.into_iter().max_by_key(|mv| {
                let left = rules.apply(position, mv).expect("legal");
                std::cmp::Reverse(rules.count(&left))
            });
        }
        Some(self.one(if blind { &all } else { &winning }))
    }

    fn one(&mut self, of: &[Move]) -> Move {
        of[self.chance.below(of.len() as u64) as usize].clone()
    }

    /// The standing in the pool of the division in which most games were played.
    fn standing(&self, player: PlayerId) -> Option<Standing> {
        let pool = |leaderboard: &Leaderboard| matches!(leaderboard, Leaderboard::Pool(pool) if pool.division == self.division);
        let mut all = self.book.standings();
        all.find(|(leaderboard, of, _)| *of == player && pool(leaderboard)).map(|(_, _, now)| now)
    }

    pub(super) fn points(&self, player: PlayerId) -> f64 {
        self.standing(player).map_or(1500.0, Standing::points)
    }

    pub(super) fn deviation(&self, player: PlayerId) -> f64 {
        let stands = self.standing(player).unwrap_or(Standing::new(0));
        stands.deviation(stands.at) as f64 / 1e3
    }
}

/// Whether all heaps but the largest have at most three objects.
fn is_small(position: &Admitted) -> bool {
    let Some(Heaps { heaps }) = Shape::from_position(position) else { return false };
    let mut heaps = heaps.clone();
    heaps.sort_unstable();
    heaps.pop();
    heaps.iter().all(|&heap| heap <= 3)
}

/// The strength of a script, in points: what it scores on dealt starts against the house bots that
/// err, whose ratings are known, and the advantage of holding a start, fitted together.
pub(super) fn strength(script: Script) -> f64 {
    let mut arena = Arena::new(Division::Open);
    let mut games = Vec::new();
    for n in 0..240 {
        let setup = arena.deal();
        let favoured =
            arena.solver.outcome(setup.ending(), setup.start(), &mut Budget::positions(WORK));
        let favoured = usize::from(favoured == Ok(Outcome::P));
        let anchor = &ANCHORS[1 + n % 3];
        for mine in [0, 1] {
            let house = Script::Blind(anchor.errs());
            let seats = if mine == 0 { [script, house] } else { [house, script] };
            let won = arena.game(&setup, seats).played.winner() == Some(Seat(mine as u8));
            let side = if mine == favoured { 1.0 } else { -1.0 };
            games.push((f64::from(anchor.rating), side, f64::from(u8::from(won))));
        }
    }
    let (mut points, mut start) = (1500.0f64, 100.0f64);
    for _ in 0..2_000 {
        let (mut of_points, mut of_start) = (0.0, 0.0);
        for (rating, side, won) in &games {
            let ahead = points - rating + side * start;
            let missing = won - 1.0 / (1.0 + 10f64.powf(-ahead / 400.0));
            of_points += missing;
            of_start += side * missing;
        }
        points = (points + of_points).clamp(800.0, 2_200.0);
        start += of_start;
    }
    // Nobody is stronger than the house bot that never errs, which wins every pair.
    points.min(ANCHORS[0].rating.into())
}

/// A bot with this number.
pub(super) fn bot(n: u128) -> Contender {
    Contender::new(id(n), Kind::Bot)
}

/// A person with this number.
pub(super) fn person(n: u128) -> Contender {
    Contender::new(id(n), Kind::Person)
}

/// A house bot, and how it plays.
pub(super) fn house_bot(n: usize) -> (Contender, Script) {
    let anchor = &ANCHORS[n % ANCHORS.len()];
    (Contender::new(anchor.id(), Kind::Bot), Script::Blind(anchor.errs()))
}
