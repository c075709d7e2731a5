//! Playing in a lost position against a fallible opponent: chooses the move after which the
//! chance that they err, now or later, is greatest.
//!
//! The model: the opponent plays any legal move with some probability, and otherwise one of
//! the winning moves, each with the same chance. The chance is computed to a depth that grows
//! as long as the work allows, which is mostly to the end of the game.

use std::collections::HashMap;

use rules::{Admitted, Ending, Move, Variant};

use crate::play::lengths::work_for;
use crate::{Budget, Exhausted, Outcome, Probability, Solver};

/// The numbers of the opponent's replies to look ahead, tried in turn.
const DEPTHS: [u32; 3] = [1, 4, 32];

/// The most moves made for this in one position, besides what the solver looks at: some ten
/// milliseconds.
const WORK: u64 = 50_000;

/// A position with more moves than this is not weighed.
const MOST_MOVES: u64 = 400;

/// How many chances are kept from one move of a game to the next, for each move made.
const REMEMBERED: u64 = 2;

/// Chances closer than this are equal.
const EQUAL: f64 = 1e-9;

/// A player who hopes for errors, and the chances worked out so far.
#[derive(Debug)]
pub(crate) struct Swindler {
    error: f64,
    known: HashMap<Admitted, WinProbability>,
}

/// The probability that the loser, who is to move or has just moved, wins in the end.
#[derive(Clone, Copy, Debug)]
struct WinProbability {
    value: f64,
    /// How many replies deep it was computed; the maximum where the game ends before that.
    depth: u32,
}

impl WinProbability {
    const NONE: WinProbability = WinProbability { value: 0.0, depth: u32::MAX };
}

/// The computation of chances, for one swindler.
struct Weighing<'w, 'b, 's> {
    variant: &'w Variant,
    ending: Ending,
    solver: &'w mut Solver,
    budget: &'w mut Budget<'b>,
    swindler: &'s mut Swindler,
}

impl Swindler {
    /// Creates a swindler against an opponent who errs with this probability.
    pub(crate) fn new(error: Probability) -> Swindler {
        Swindler { error: error.get(), known: HashMap::new() }
    }

    /// Returns the moves with the greatest chance in a lost position; none when there are too
    /// many moves to weigh.
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
    /// Returns the best moves, and the depth to which all were computed.
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

    /// Returns the chance of the player to move in this position, which is lost.
    fn chance(&mut self, lost: &Admitted, depth: u32) -> Result<WinProbability, Exhausted> {
        if let Some(&chance) = self.swindler.known.get(lost)
            && chance.depth >= depth
        {
            return Ok(chance);
        }
        let moves = self.moves(lost)?;
        if depth == 0 && !moves.is_empty() {
            // There is still a chance that the opponent errs.
            return Ok(WinProbability { value: self.swindler.error / 2.0, depth });
        }
        let mut best = WinProbability::NONE;
        for (_, won) in moves {
            let chance = self.after(&won, depth)?;
            best.value = best.value.max(chance.value);
            best.depth = best.depth.min(chance.depth);
        }
        self.swindler.known.insert(lost.clone(), best);
        Ok(best)
    }

    /// Returns the chance of the player who has just moved to this position, which is won for
    /// the opponent.
    fn after(&mut self, won: &Admitted, depth: u32) -> Result<WinProbability, Exhausted> {
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
            return Ok(WinProbability::NONE);
        }
        let error = self.swindler.error;
        let by_error = (f64::from(slips) + hopes) / f64::from(slips + kept);
        let value = error * by_error + (1.0 - error) * hopes / f64::from(kept);
        let chance = WinProbability { value, depth: reached };
        self.swindler.known.insert(won.clone(), chance);
        Ok(chance)
    }

    /// Returns the moves with the positions they lead to.
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

    /// Outcomes and chances directly by the definition.
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

        /// Returns the chance of a player who plays `policy` in lost positions.
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

    /// The positions that a policy moves to; `None` stands for all possible ones.
    type Policy<'p> = dyn FnMut(&Admitted) -> Option<Vec<Admitted>> + 'p;

    /// Returns the best possible chance, and that of a swindler with this budget for each
    /// move.
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

    /// The work does not reach the end of the game.
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
