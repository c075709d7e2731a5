//! How much a start leaves its players to decide. A rated game whose start a player chooses must
//! offer as many decisions as a dealt one: with a single heap, or two that are known by heart,
//! results and decisions say nothing about anybody.

use rules::{Admitted, Game, Move, Setup};
use solver::{Budget, Solver, WinningMoves};

use super::decision::Item;
use super::fixed::{ONE, logistic, times};

/// Games that are played out from a start; the mean of fewer varies by a third.
const GAMES: u64 = 8;

/// The moves of a game that are considered: how much a start leaves to decide shows long before.
const MOST_PLIES: usize = 60;

/// The positions that may be searched for one move, for the player who makes it and for the judge.
const WORK_FOR_A_MOVE: u64 = 5_000;

/// The maximum number of winning moves listed for a position, as in a review.
const MOST_WINNING: usize = 100;

/// One move in this many is blind, as with the anchor at 1500.
const BLIND: u64 = 4;

/// A blind move is drawn from the first moves, at most this many.
const MOST_MOVES: u64 = 1_000;

/// How much each player decides in a pair from a start, on average; each plays both sides of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartWeight {
    /// The number of decisions, in millionths.
    pub decisions: i64,
    /// The information about an average player's skill: the precision that the decisions add that
    /// not everybody knows by heart, in millionths.
    pub tells: i64,
}

impl StartWeight {
    /// The least `tells`, in millionths, of a start from which a rated game may be offered. Two in
    /// three starts that are drawn in medium difficulty exceed it, and quick play deals those (see
    /// the tests).
    pub const LEAST: i64 = 150_000;

    /// Plays games from a start between two average players and counts their decisions; `None` if
    /// the budget does not suffice. The solver must be one for the setup's variant.
    pub fn compute(
        setup: &Setup,
        solver: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Option<StartWeight> {
        let mut judge = Judge { setup, solver, chance: SplitMix(0) };
        let (mut games, mut decisions, mut tells) = (0, 0, 0);
        for seed in 0..GAMES {
            judge.chance = SplitMix(seed);
            let Some(items) = judge.play(budget) else { break };
            games += 1;
            decisions += items.len() as i64 * ONE;
            tells += items.into_iter().map(information).sum::<i64>();
        }
        (games > 0).then(|| StartWeight { decisions: decisions / games, tells: tells / games })
    }

    /// Whether the start is good enough for a rated game.
    pub fn is_enough(self) -> bool {
        self.tells >= StartWeight::LEAST
    }
}

/// The information of a decision against an item about a player of skill 0; of a plain one, none,
/// because a player who knows nothing else keeps those.
fn information(item: Item) -> i64 {
    if item.is_plain() {
        return 0;
    }
    let errs = logistic(item.difficulty());
    times(errs, ONE - errs)
}

/// Plays both average players, and finds their decisions.
struct Judge<'a> {
    setup: &'a Setup,
    solver: &'a mut Solver,
    chance: SplitMix,
}

impl Judge<'_> {
    /// Returns the decisions of a game; `None` once the budget is spent.
    fn play(&mut self, budget: &mut Budget<'_>) -> Option<Vec<Item>> {
        let mut game = Game::new(self.setup.clone());
        let mut items = Vec::new();
        for _ in 0..MOST_PLIES {
            if game.is_over() {
                break;
            }
            let (chosen, item) = self.choose(game.position(), budget)?;
            items.extend(item);
            game.play(chosen).ok()?;
            if budget.left() == 0 {
                return None;
            }
        }
        Some(items)
    }

    /// Chooses a move; returns it with the kind of the position if it was a decision. Nothing is
    /// searched in lost positions, which would take long.
    fn choose(
        &mut self,
        position: &Admitted,
        budget: &mut Budget<'_>,
    ) -> Option<(Move, Option<Item>)> {
        let rules = self.setup.variant().rules();
        let moves = rules.count(position)?;
        let ending = self.setup.ending();
        let found = budget.within(WORK_FOR_A_MOVE, |budget| {
            self.solver.winning_moves(ending, position, budget, MOST_WINNING)
        });
        let mut winning = match found {
            WinningMoves::All(winning) => winning,
            WinningMoves::TooMany | WinningMoves::Unknown => Vec::new(),
        };
        let wins = winning.len() as u64;
        let decides = wins > 0 && wins < moves;
        let item = decides.then(|| Item::from_position(rules, position, &winning)).flatten();
        if winning.is_empty() || self.chance.below(BLIND) == 0 {
            let place = self.chance.below(moves.clamp(1, MOST_MOVES)) as usize;
            return rules.moves(position).nth(place).map(|mv| (mv, item));
        }
        let place = self.chance.below(wins) as usize;
        Some((winning.swap_remove(place), item))
    }
}

/// A deterministic random generator: splitmix64 (Steele, Lea and Flood 2014).
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % most.max(1)
    }
}

#[cfg(test)]
mod tests {
    use solver::{Drawing, StartDifficulty};

    use super::*;

    const WORK: u64 = 200_000;

    fn weigh(setup: &Setup, work: u64) -> Option<StartWeight> {
        let mut solver = Solver::new(setup.variant());
        StartWeight::compute(setup, &mut solver, &mut Budget::positions(work))
    }

    fn weight(line: &str) -> StartWeight {
        let setup: Setup = line.parse().expect("a game");
        weigh(&setup, WORK).expect("it is soon played")
    }

    #[test]
    fn single_heaps_and_the_smallest_starts_are_not_enough() {
        for line in
            ["nim 3", "nim 1000", "misere nim 1000", "nim 1,2", "nim 17,40", "subtraction(1,2,3) 3"]
        {
            assert!(!weight(line).is_enough(), "{line}: {:?}", weight(line));
        }
        for line in ["nim 3,4,5", "misere nim 1,3,5,7", "octal(0.77) 5,9", "nim 1,2,4"] {
            assert!(weight(line).is_enough(), "{line}: {:?}", weight(line));
        }
    }

    #[test]
    fn a_start_weighs_the_same_every_time() {
        assert_eq!(weight("nim 3,4,5"), weight("nim 3,4,5"));
        assert!(weight("nim 3,4,5").decisions > ONE);
    }

    #[test]
    fn a_start_beyond_the_budget_has_no_weight() {
        let setup: Setup = "misere chomp 20,20,19,18,18,17,16,15,14,13".parse().expect("a game");
        assert_eq!(weigh(&setup, 50), None);
    }

    /// Two in three drawn starts suffice, in every variant.
    #[test]
    fn most_starts_that_are_drawn_are_enough() {
        for line in [
            "nim 1",
            "misere nim 1",
            "octal(0.77) 5",
            "subtraction(1,2,3) 5",
            "multiheap(all) 5",
            "misere notakto .........",
        ] {
            let setup: Setup = line.parse().expect("a game");
            let (variant, ending) = (setup.variant().clone(), setup.ending());
            let degree = StartDifficulty::Medium;
            let drawing = Drawing::new(variant, ending, degree);
            let tells: Vec<i64> = (0..30)
                .filter_map(|seed| {
                    let budget = &mut Budget::positions(Drawing::WORK);
                    let start = drawing.find(seed, budget).expect("dealt");
                    weigh(&start, WORK)
                })
                .map(|weight| weight.tells)
                .collect();
            let enough = tells.iter().filter(|&&tells| tells >= StartWeight::LEAST).count();
            assert!(3 * enough >= 2 * tells.len(), "{line}: {tells:?}");
        }
    }
}
