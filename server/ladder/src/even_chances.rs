//! The chances of two players from a start, computed from their ratings on the curve on which the
//! anchors stand: each plays perfectly except for a share of blind moves. A handicap chooses the
//! start, or the time, that makes these chances nearly even.

use std::collections::HashMap;

use rules::{Admitted, Move, Setup};
use solver::{Budget, Solver, WinningMoves};

use super::strength::share_of_blind_moves;

/// The positions of one start that are looked at; larger games are left to the clock.
const MOST_POSITIONS: usize = 20_000;

/// The longest game that is looked at: the computation recurses over its moves.
const MOST_PLIES: u32 = 200;

/// The moves of one position that are looked at, and the work for finding those that win.
const MOST_MOVES: usize = 400;
const WORK_FOR_ONE: u64 = 20_000;

/// How much weaker a player is, in points, with half of the time. An assumption, and a cautious one:
/// a handicap by time is small.
const POINTS_FOR_HALF: f64 = 100.0;

/// The smallest share of their time that a handicap leaves a player.
const LEAST_SHARE: f64 = 0.2;

/// Returns the chance that the first player wins, with these ratings by seat; `None` if the start
/// has too many positions. The solver must be one for the setup's variant.
pub fn chance_of_first(
    setup: &Setup,
    ratings: [u32; 2],
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> Option<f64> {
    let blind = ratings.map(share_of_blind_moves);
    let mut odds = Odds { setup, solver, budget, blind, known: HashMap::new() };
    odds.wins(setup.start(), 0, 0)
}

/// Returns the chance expected of the first player by the ratings alone, from a start that favours
/// nobody.
pub fn chance_by_rating(ratings: [u32; 2]) -> f64 {
    let [first, second] = ratings.map(f64::from);
    expected(first - second)
}

/// Returns the share of their time that the player with this chance keeps, so that the chances are
/// nearly even, and the chance they then have.
pub fn share_of_time(chance: f64) -> (f64, f64) {
    let chance = chance.clamp(0.01, 0.99);
    let ahead = 400.0 * (chance / (1.0 - chance)).log10();
    let share = (-ahead / POINTS_FOR_HALF).exp2().clamp(LEAST_SHARE, 1.0);
    (share, expected(ahead + POINTS_FOR_HALF * share.log2()))
}

fn expected(points: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-points / 400.0))
}

struct Odds<'a, 'b> {
    setup: &'a Setup,
    solver: &'a mut Solver,
    budget: &'a mut Budget<'b>,
    /// By seat: the share of moves that are blind.
    blind: [f64; 2],
    /// The chance of the player to move, by position and seat.
    known: HashMap<(Admitted, u8), f64>,
}

impl Odds<'_, '_> {
    /// The chance that the player on `seat`, who is to move after `plies` moves, wins.
    fn wins(&mut self, position: &Admitted, seat: u8, plies: u32) -> Option<f64> {
        if let Some(&chance) = self.known.get(&(position.clone(), seat)) {
            return Some(chance);
        }
        if self.known.len() >= MOST_POSITIONS || plies > MOST_PLIES || self.budget.left() == 0 {
            return None;
        }
        let rules = self.setup.variant().rules();
        let all: Vec<Move> = rules.moves(position).take(MOST_MOVES + 1).collect();
        if all.is_empty() {
            let wins = self.setup.ending() == rules::Ending::Misere;
            return Some(f64::from(u8::from(wins)));
        }
        if all.len() > MOST_MOVES {
            return None;
        }
        let ending = self.setup.ending();
        let found = self.budget.within(WORK_FOR_ONE, |budget| {
            self.solver.winning_moves(ending, position, budget, MOST_MOVES)
        });
        let WinningMoves::All(winning) = found else { return None };
        let blind = self.blind[usize::from(seat)];
        // In a lost position nothing is better than a blind move.
        let (blind, winning) = if winning.is_empty() { (1.0, &all) } else { (blind, &winning) };
        let mut chance = 0.0;
        for (share, moves) in [(blind, &all), (1.0 - blind, winning)] {
            if share == 0.0 {
                continue;
            }
            for mv in moves {
                let next = rules.apply(position, mv).ok()?;
                let lost = self.wins(&next, 1 - seat, plies + 1)?;
                chance += share / moves.len() as f64 * (1.0 - lost);
            }
        }
        self.known.insert((position.clone(), seat), chance);
        Some(chance)
    }
}

#[cfg(test)]
mod tests {
    use solver::Drawing;

    use super::*;

    fn chance(start: &str, ratings: [u32; 2]) -> f64 {
        let setup: Setup = start.parse().expect("a game");
        let mut solver = Solver::new(setup.variant());
        let mut budget = Budget::positions(Drawing::WORK);
        chance_of_first(&setup, ratings, &mut solver, &mut budget).expect("a small game")
    }

    #[test]
    fn perfect_players_win_what_is_won_and_the_better_one_wins_more() {
        assert_eq!(chance("nim 3,4,5", [1742, 1742]), 1.0);
        assert_eq!(chance("nim 1,2,3", [1742, 1742]), 0.0);
        assert_eq!(chance("misere nim 1", [1500, 1500]), 0.0);
        assert_eq!(chance("nim 1", [1165, 1742]), 1.0);
        let mut last = 0.0;
        for rating in [1165, 1300, 1400, 1500, 1600, 1700, 1742] {
            let now = chance("nim 3,4,5", [rating, 1500]);
            assert!(now > last, "{rating}: {now} after {last}");
            last = now;
        }
        assert_eq!(chance("nim 3,4,5", [9_999, 1500]), last, "nobody is better than perfect");
        assert_eq!(chance("nim 3,4,5", [0, 1500]), chance("nim 3,4,5", [1165, 1500]));
    }

    #[test]
    fn the_chances_of_a_blind_player_are_those_of_counting() {
        // Of 1, 1 a blind player has no choice: the second player wins.
        assert_eq!(chance("nim 1,1", [1165, 1165]), 0.0);
        // Of 2 a blind player takes two or one, each half of the time, and one loses.
        assert!((chance("nim 2", [1165, 1165]) - 0.5).abs() < 1e-9);
        // A player at 1500 is blind in every fourth move, and half of those lose.
        assert!((chance("nim 2", [1500, 1165]) - 0.875).abs() < 1e-9);
    }

    #[test]
    fn a_game_with_too_many_moves_has_no_chances() {
        let is_known = |start: &str| {
            let setup: Setup = start.parse().expect("a game");
            let mut solver = Solver::new(setup.variant());
            let mut budget = Budget::positions(Drawing::WORK);
            chance_of_first(&setup, [1742; 2], &mut solver, &mut budget).is_some()
        };
        let longest = ["subtraction(1) 200", "subtraction(1) 201"];
        assert_eq!(longest.map(is_known), [true, false], "the longest game");
        assert_eq!(["nim 400", "nim 401"].map(is_known), [true, false], "the most moves");
    }

    #[test]
    fn time_makes_up_for_what_starts_cannot() {
        assert_eq!(share_of_time(0.5), (1.0, 0.5));
        let mut last = 1.0;
        for chance in [0.55, 0.6, 0.65, 0.7] {
            let (share, even) = share_of_time(chance);
            assert!(share < last && (even - 0.5).abs() < 1e-9, "{chance}: {share} {even}");
            last = share;
        }
        let (share, chance) = share_of_time(0.99);
        assert!(share == LEAST_SHARE && chance > 0.8, "{share} {chance}");
        assert!((chance_by_rating([1900, 1500]) - 10.0 / 11.0).abs() < 1e-9);
    }

    #[test]
    fn a_large_game_is_left_to_the_clock() {
        let setup: Setup = "nim 90,91,92,93".parse().expect("a game");
        let mut solver = Solver::new(setup.variant());
        let mut budget = Budget::positions(Drawing::WORK);
        assert_eq!(chance_of_first(&setup, [1500, 1600], &mut solver, &mut budget), None);
        let setup: Setup = "subtraction(1,2,3) 1000000".parse().expect("a game");
        let mut solver = Solver::new(setup.variant());
        assert_eq!(chance_of_first(&setup, [1500, 1600], &mut solver, &mut budget), None);
    }
}
