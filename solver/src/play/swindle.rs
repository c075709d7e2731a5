//! What to play in a lost position against somebody who errs: the move after which the
//! chance that they err, now or later, is greatest.
//!
//! The opponent is thought to play any legal move with some probability, and else one of the
//! winning ones, each with the same chance. The chance is worked out to a depth that grows
//! as long as the work allows, and mostly to the end of the game.

use std::collections::HashMap;

use rules::{Admitted, Ending, Move, Variant};

use crate::play::lengths::work_for;
use crate::{Budget, Exhausted, Outcome, Probability, Solver};

/// How many of the opponent's replies are looked ahead, in turn.
const DEPTHS: [u32; 3] = [1, 4, 32];

/// Moves that are made for this in one position, beside what the solver looks at: some ten
/// milliseconds.
const WORK: u64 = 50_000;

/// With more moves than this a position is not weighed.
const MOST_MOVES: u64 = 400;

/// Chances that are kept from one move of a game to the next, for each move made.
const REMEMBERED: u64 = 2;

/// Chances closer than this are equal.
const EQUAL: f64 = 1e-9;

/// Somebody who hopes for errors, and the chances that they have worked out.
#[derive(Debug)]
pub(crate) struct Swindler {
    error: f64,
    known: HashMap<Admitted, Chance>,
}

/// The chance of the loser, who is to move or has just moved, to win in the end.
#[derive(Clone, Copy, Debug)]
struct Chance {
    value: f64,
    /// How many replies deep it was worked out; the most there is where the game ends
    /// before.
    depth: u32,
}

impl Chance {
    const NONE: Chance = Chance { value: 0.0, depth: u32::MAX };
}

/// Whose chances are worked out.
struct Weighing<'w, 'b, 's> {
    variant: &'w Variant,
    ending: Ending,
    solver: &'w mut Solver,
    budget: &'w mut Budget<'b>,
    swindler: &'s mut Swindler,
}

impl Swindler {
    /// Against an opponent who errs with this probability.
    pub(crate) fn new(error: Probability) -> Swindler {
        Swindler { error: error.get(), known: HashMap::new() }
    }

    /// The moves with the greatest chance in a position that is lost; none when its moves
    /// are too many to be weighed.
    pub(crate) fn best(
        &mut self,
        variant: &Variant,
        ending: Ending,
        position: &Admitted,
        solver: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Vec<Move> {
        let work = work_for(position, WORK);
        if self.known.len() as u64 > REMEMBERED * work {
            self.known.clear();
        }
        let mut best = Vec::new();
        budget.within(work, |budget| {
            for depth in DEPTHS {
                let swindler = &mut *self;
                let mut weighing = Weighing { variant, ending, solver, budget, swindler };
                let Ok((moves, reached)) = weighing.best(position, depth) else { break };
                best = moves;
                if reached == u32::MAX {
                    break;
                }
            }
        });
        best
    }
}

impl Weighing<'_, '_, '_> {
    /// The best moves, and how deep all were worked out.
    fn best(&mut self, lost: &Admitted, depth: u32) -> Result<(Vec<Move>, u32), Exhausted> {
        let (mut best, mut most, mut reached) = (Vec::new(), -1.0, u32::MAX);
        for (mv, won) in self.moves(lost)? {
            let chance = self.after(&won, depth)?;
            reached = reached.min(chance.depth);
            if chance.value > most + EQUAL {
                best.clear();
            }
            if chance.value > most - EQUAL {
                most = chance.value.max(most);
                best.push(mv);
            }
        }
        Ok((best, reached))
    }

    /// The chance of the player to move in this position, which is lost.
    fn chance(&mut self, lost: &Admitted, depth: u32) -> Result<Chance, Exhausted> {
        if let Some(&chance) = self.swindler.known.get(lost)
            && chance.depth >= depth
        {
            return Ok(chance);
        }
        let moves = self.moves(lost)?;
        if depth == 0 && !moves.is_empty() {
            // Something can go wrong yet.
            return Ok(Chance { value: self.swindler.error / 2.0, depth });
        }
        let mut best = Chance::NONE;
        for (_, won) in moves {
            let chance = self.after(&won, depth)?;
            best.value = best.value.max(chance.value);
            best.depth = best.depth.min(chance.depth);
        }
        self.swindler.known.insert(lost.clone(), best);
        Ok(best)
    }

    /// The chance of the player who has just moved to this position, which the opponent has
    /// won.
    fn after(&mut self, won: &Admitted, depth: u32) -> Result<Chance, Exhausted> {
        if let Some(&chance) = self.swindler.known.get(won)
            && chance.depth >= depth
        {
            return Ok(chance);
        }
        let moves = self.moves(won)?;
        let (mut slips, mut kept, mut hopes) = (0u32, 0u32, 0.0);
        let mut reached = u32::MAX;
        for (_, left) in &moves {
            match self.solver.outcome(self.ending, left, self.budget)? {
                Outcome::N => slips += 1,
                Outcome::P => {
                    let chance = self.chance(left, depth - 1)?;
                    kept += 1;
                    hopes += chance.value;
                    reached = reached.min(chance.depth.saturating_add(1));
                }
            }
        }
        // In misère play an opponent without a move has won.
        if kept == 0 {
            return Ok(Chance::NONE);
        }
        let error = self.swindler.error;
        let by_error = (f64::from(slips) + hopes) / f64::from(slips + kept);
        let value = error * by_error + (1.0 - error) * hopes / f64::from(kept);
        let chance = Chance { value, depth: reached };
        self.swindler.known.insert(won.clone(), chance);
        Ok(chance)
    }

    /// The moves with what they lead to.
    fn moves(&mut self, position: &Admitted) -> Result<Vec<(Move, Admitted)>, Exhausted> {
        let rules = self.variant.rules();
        rules.count(position).filter(|&count| count <= MOST_MOVES).ok_or(Exhausted)?;
        let children = rules.moves(position).filter_map(|mv| {
            let child = rules.apply(position, &mv).ok()?;
            Some(self.budget.spend().map(|()| (mv, child)))
        });
        children.collect()
    }
}

#[cfg(test)]
mod tests {
    use rules::Setup;

    use super::*;

    /// Outcomes and chances straight from the definition.
    struct Plain<'p> {
        setup: &'p Setup,
        error: f64,
        won: HashMap<Admitted, bool>,
        chances: HashMap<Admitted, f64>,
    }

    impl Plain<'_> {
        fn children(&self, position: &Admitted) -> Vec<Admitted> {
            let rules = self.setup.variant().rules();
            rules.moves(position).map(|mv| rules.apply(position, &mv).unwrap()).collect()
        }

        fn is_won(&mut self, position: &Admitted) -> bool {
            if let Some(&won) = self.won.get(position) {
                return won;
            }
            let children = self.children(position);
            let at_end = children.is_empty() && self.setup.ending() == Ending::Misere;
            let won = at_end || children.iter().any(|child| !self.is_won(child));
            self.won.insert(position.clone(), won);
            won
        }

        /// The chance of somebody who plays `policy` in lost positions.
        fn chance(&mut self, lost: &Admitted, policy: &mut Policy<'_>) -> f64 {
            if let Some(&chance) = self.chances.get(lost) {
                return chance;
            }
            let mut most = 0.0f64;
            for won in policy(lost).unwrap_or_else(|| self.children(lost)) {
                let (mut slips, mut hopes) = (0.0, Vec::new());
                for left in self.children(&won) {
                    match self.is_won(&left) {
                        true => slips += 1.0,
                        false => hopes.push(self.chance(&left, policy)),
                    }
                }
                let (hope, kept) = (hopes.iter().sum::<f64>(), hopes.len() as f64);
                if kept > 0.0 {
                    let by_error = (slips + hope) / (slips + kept);
                    most = most.max(self.error * by_error + (1.0 - self.error) * hope / kept);
                }
            }
            self.chances.insert(lost.clone(), most);
            most
        }
    }

    /// What is played; `None` is all that can be.
    type Policy<'p> = dyn FnMut(&Admitted) -> Option<Vec<Admitted>> + 'p;

    /// The chance at best, and that of a swindler with this budget for a move.
    fn chances(line: &str, error: f64, budget: u64) -> [f64; 2] {
        let setup: Setup = line.parse().unwrap();
        let mut plain =
            Plain { setup: &setup, error, won: HashMap::new(), chances: HashMap::new() };
        assert!(!plain.is_won(setup.start()), "{line}");
        let best = plain.chance(setup.start(), &mut |_| None);
        plain.chances.clear();
        let mut swindler = Swindler::new(Probability::new(error).unwrap());
        let mut solver = Solver::new(setup.variant());
        let played = plain.chance(setup.start(), &mut |lost| {
            let budget = &mut Budget::positions(budget);
            let moves = swindler.best(setup.variant(), setup.ending(), lost, &mut solver, budget);
            let child = |mv: &Move| setup.variant().rules().apply(lost, mv).unwrap();
            Some(moves.first().map(child).into_iter().collect())
        });
        [best, played]
    }

    const LOST: &[&str] = &[
        "fibonacci heap=21;limit=20",
        "fibonacci heap=34;limit=33",
        "octal(0.07) 5,5",
        "octal(0.07) 15,9",
        "octal(0.07) 21,7,3",
        "misere octal(0.07) 9,5",
        "ndim(2,4) 11111111",
        "ndim(3,4) 111111101111",
        "nim 1,2,3",
        "nim 5,6,3",
        "misere nim 2,2,1,1",
        "chomp 4,1,1,1",
    ];

    #[test]
    fn a_swindler_has_the_best_chance_there_is() {
        let mut tried = 0;
        for line in LOST {
            let setup: Setup = line.parse().unwrap();
            let verdict = Solver::new(setup.variant()).verdict(
                setup.ending(),
                setup.start(),
                &mut Budget::positions(100_000),
            );
            if verdict.outcome == Some(Outcome::N) {
                continue;
            }
            tried += 1;
            for error in [0.05, 0.2, 0.5] {
                let [best, played] = chances(line, error, 100_000);
                assert!(played > best - 0.03, "{line}, {error}: {played} of {best}");
                println!("{line}, {error}: {played:.3} of {best:.3}");
            }
        }
        assert!(tried > LOST.len() / 2, "{tried}");
    }

    /// Where the work does not reach the end of the game.
    #[test]
    fn with_little_work_a_swindler_still_sets_traps() {
        for (line, error, work) in [
            ("fibonacci heap=34;limit=33", 0.2, 10_000),
            ("fibonacci heap=55;limit=54", 0.05, 100_000),
        ] {
            let [best, played] = chances(line, error, work);
            assert!(played > best - 0.15, "{line}: {played} of {best}");
        }
    }
}
