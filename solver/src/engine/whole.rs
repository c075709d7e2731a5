//! Search directly by the rules: the theory of a variant without one.

use std::fmt::Debug;

use rules::{Ending, Rules};

use crate::engine::game::SearchGame;
use crate::engine::owned::Owned;
use crate::engine::search::Search;
use crate::verdict::counted;
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why};

/// The most that finding a position's value may cost beyond its outcome, in positions: some
/// milliseconds, or as much again as the outcome.
pub(crate) const EXTRA_FOR_VALUE: u64 = 50_000;

/// A variant as one single part: search directly by the rules. The fallback for a variant
/// without a better model.
#[derive(Clone, Debug)]
pub struct Whole<R>(pub R);

impl<R: Rules<Position: Owned, Move: Owned> + Debug> SearchGame for Whole<R> {
    type Part = R::Position;
    type Step = R::Move;

    const SUMS: bool = false;

    fn steps<'a>(&'a self, part: &'a R::Position) -> impl Iterator<Item = R::Move> + 'a {
        self.0.moves(part)
    }

    fn play(&self, part: &R::Position, step: &R::Move, parts: &mut Vec<R::Position>) {
        // `moves` gives only what `apply` accepts.
        parts.extend(self.0.apply(part, step));
    }
}

/// The theory of a variant without one.
#[derive(Debug)]
pub struct Exhaustive<R: Rules<Position: Owned, Move: Owned> + Debug>(Search<Whole<R>>);

impl<R: Rules<Position: Owned, Move: Owned> + Debug> Exhaustive<R> {
    /// Creates the theory with nothing known yet.
    pub fn new(rules: R) -> Exhaustive<R> {
        Exhaustive(Search::new(Whole(rules)))
    }
}

impl<R: Rules<Position: Owned, Move: Owned> + Clone + Debug> Theory for Exhaustive<R> {
    type Rules = R;

    fn rules(&self) -> &R {
        &self.0.game().0
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &R::Position,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        match self.rules().seats() {
            2 => self.0.outcome(ending, std::slice::from_ref(position), budget),
            _ => Err(Exhausted),
        }
    }

    fn verdict(
        &mut self,
        ending: Ending,
        position: &R::Position,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        if self.rules().seats() != 2 {
            // "The mover wins" says nothing about a third player.
            return Verdict::unknown(0);
        }
        searched(&mut self.0, ending, std::slice::from_ref(position), budget)
    }
}

/// Returns the verdict of a search; its explanation gives only the size of the search.
pub(crate) fn searched<G: SearchGame>(
    search: &mut Search<G>,
    ending: Ending,
    parts: &[G::Part],
    budget: &mut Budget<'_>,
) -> Verdict {
    let before = budget.spent();
    let outcome = search.outcome(ending, parts, budget);
    let positions = budget.spent() - before;
    let Ok(outcome) = outcome else { return Verdict::unknown(positions) };
    let grundy = match ending {
        Ending::Normal => {
            let most = EXTRA_FOR_VALUE.max(positions);
            budget.within(most, |budget| search.nimber(parts, budget)).ok()
        }
        Ending::Misere => None,
    };
    Verdict::proven(outcome, Source::Search, grundy, by_search(outcome, positions))
}

/// States that a search has decided the outcome.
pub(crate) fn by_search(outcome: Outcome, positions: u64) -> Why {
    let looked = counted(positions, "position", "positions");
    let sentence = match outcome {
        Outcome::N => format!("a search of {looked} found a move after which the opponent loses"),
        Outcome::P => format!("a search of {looked} found that every move lets the opponent win"),
    };
    Why { sentence, facts: Facts::Searched { positions, line: Vec::new() } }
}
