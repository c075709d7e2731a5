//! Exhaustive search straight from the rules: slow, and right by definition.
//! It is what a variant without a theory falls back on, and what every theory
//! is tested against.

use std::collections::HashMap;

use rules::{Ending, Rules};

use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why};

/// Searches the whole tree below a position and remembers every outcome.
#[derive(Debug)]
pub struct Exhaustive<R: Rules> {
    rules: R,
    known: HashMap<(Ending, R::Position), Outcome>,
}

impl<R: Rules> Exhaustive<R> {
    /// Nothing known yet.
    pub fn new(rules: R) -> Exhaustive<R> {
        Exhaustive { rules, known: HashMap::new() }
    }

    /// Who wins.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget was used up first; what was found stays.
    pub fn outcome(
        &mut self,
        ending: Ending,
        position: &R::Position,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        let key = (ending, position.clone());
        if let Some(&outcome) = self.known.get(&key) {
            return Ok(outcome);
        }
        budget.spend()?;
        let moves: Vec<_> = self.rules.moves(position).collect();
        // Without a move, misère play has been won by the mover.
        let mut wins = moves.is_empty() && ending == Ending::Misere;
        for mv in moves {
            let Ok(child) = self.rules.apply(position, &mv) else { continue };
            if self.outcome(ending, &child, budget)? == Outcome::P {
                wins = true;
                break;
            }
        }
        let outcome = Outcome::from_win(wins);
        self.known.insert(key, outcome);
        Ok(outcome)
    }
}

impl<R: Rules> Theory for Exhaustive<R> {
    type Rules = R;

    fn rules(&self) -> &R {
        &self.rules
    }

    fn verdict(
        &mut self,
        ending: Ending,
        position: &R::Position,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        if self.rules.seats() != 2 {
            // "The mover wins" says nothing of a third player.
            return Verdict::unknown(0);
        }
        let outcome = self.outcome(ending, position, budget);
        let positions = budget.spent();
        let Ok(outcome) = outcome else { return Verdict::unknown(positions) };
        let sentence = format!("proved by search of {positions} positions");
        let why = Why { sentence, facts: Facts::Searched { positions } };
        Verdict::proven(outcome, Source::Search, None, why)
    }
}
