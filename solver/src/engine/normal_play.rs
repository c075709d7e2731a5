//! Games whose play comes down to a nim-sum: coins on a strip or a staircase, coins that are
//! turned over.
//!
//! In misère play some positions of nim-sum 0 and 1 are *fickle*: their outcomes are swapped,
//! as for heaps of one in Nim (Bouton 1901). All others are *firm* and have the same outcome
//! as in normal play. This holds wherever
//!
//! 1. final positions are fickle;
//! 2. a move between nim-sums 0 and 1 leads from fickle to fickle, from firm to firm;
//! 3. every other fickle position of nim-sum 0 has a move to nim-sum 1;
//! 4. a nim-sum of 2 or more has a move to a firm 0 or a fickle 1.
//!
//! Proof: by 2 no move leads from a firm 0 or a fickle 1 to another such position, and every
//! other position has a move to one. Each variant's file says why the four conditions hold for
//! it.

use std::fmt::Debug;

use rules::{Ending, Rules};

use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::owned::Owned;
use crate::engine::search::Search;
use crate::engine::whole::EXTRA_FOR_VALUE;
use crate::heaps::nim_sum::{NimSum, nim_sum};
use crate::{Budget, Exhausted, Facts, Outcome, Pair, Source, Theory, Verdict, Why, WinningMoves};

/// The theorem of both endings, and the form in which values are searched.
pub(crate) trait NormalPlay: Rules<Position: Owned, Move: Owned> + Clone + Debug {
    /// Returns numbers whose nim-sum is the Sprague-Grundy value of the position. In some
    /// games only whether it is 0 is right: see [`VALUES`](NormalPlay::VALUES).
    fn values(&self, position: &Self::Position) -> Vec<u64>;

    /// Whether the nim-sum is the Sprague-Grundy value itself.
    const VALUES: bool = true;

    /// Returns whether a position with these values is fickle, if its nim-sum is 0 or 1: for
    /// heaps of Nim, when none is above one.
    fn is_fickle(&self, _: &Self::Position, values: &[u64]) -> bool {
        NimSum::new(values).larger == 0
    }

    /// Describes what makes a position of nim-sum 0 or 1 fickle; `None` where all of them are.
    fn fickle(&self) -> Option<&'static str> {
        Some("no heap is above one")
    }

    /// Returns the moves that change the nim-sum by `sum`, each once, in any order.
    fn winning(&self, position: &Self::Position, sum: u64) -> impl Iterator<Item = Self::Move>;

    /// Says what the values mean: "every other gap is a heap of Nim".
    fn meaning(&self) -> String;

    /// Returns the position in the form that stands for all positions like it; `None` when no
    /// move is left. Needed where values are searched.
    fn canon(&self, position: &Self::Position) -> Option<Self::Position> {
        Some(position.clone())
    }
}

/// The rules as a game of one part.
#[derive(Debug)]
struct Canonical<R>(R);

impl<R: NormalPlay> SearchGame for Canonical<R> {
    type Part = R::Position;
    type Step = R::Move;

    const SUMS: bool = false;

    fn steps<'a>(&'a self, part: &'a R::Position) -> impl Iterator<Item = R::Move> + 'a {
        self.0.moves(part)
    }

    fn play(&self, part: &R::Position, step: &R::Move, parts: &mut Vec<R::Position>) {
        // `moves` gives only what `apply` accepts.
        let left = self.0.apply(part, step).ok().and_then(|left| self.0.canon(&left));
        parts.extend(left);
    }

    fn known(&self, part: &R::Position) -> KnownPart {
        let sum = nim_sum(&self.0.values(part));
        let nimber = (R::VALUES || sum == 0).then_some(sum);
        KnownPart { nimber, ..KnownPart::default() }
    }
}

/// Makes a [`Theory`] of a [`NormalPlay`].
#[derive(Debug)]
pub(crate) struct NormalTheory<R: NormalPlay> {
    rules: R,
    search: Search<Canonical<R>>,
}

impl<R: NormalPlay> NormalTheory<R> {
    /// Creates the theory with nothing searched yet.
    pub(crate) fn new(rules: R) -> NormalTheory<R> {
        NormalTheory { search: Search::new(Canonical(rules.clone())), rules }
    }

    /// Returns the Sprague-Grundy value, where it is not the nim-sum and the budget suffices.
    fn searched_value(&mut self, position: &R::Position, budget: &mut Budget<'_>) -> Option<u64> {
        let parts: Vec<R::Position> = self.rules.canon(position).into_iter().collect();
        budget.within(EXTRA_FOR_VALUE, |budget| self.search.nimber(&parts, budget)).ok()
    }
}

impl<R: NormalPlay> Theory for NormalTheory<R> {
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
        let values = self.rules.values(position);
        let pair = pair(&self.rules, position, &values);
        let outcome = outcome(pair, ending);
        let grundy = match ending {
            Ending::Misere => None,
            Ending::Normal if R::VALUES || pair.value == 0 => Some(pair.value),
            Ending::Normal => self.searched_value(position, budget),
        };
        let why = why(&self.rules, ending, values, pair);
        Verdict::proven(outcome, Source::Formula, grundy, why)
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &R::Position,
        _: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        Ok(outcome_of(&self.rules, ending, position))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &R::Position,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<R::Move> {
        let mut moves = Vec::new();
        for mv in winning(&self.rules, ending, position).take(most.saturating_add(1)) {
            if budget.left() > 0 && budget.spend().is_err() {
                return WinningMoves::Unknown;
            }
            moves.push(mv);
        }
        WinningMoves::listed(moves, most)
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &R::Position,
        _: &mut Budget<'_>,
    ) -> Option<R::Move> {
        winning(&self.rules, ending, position).next()
    }
}

/// Returns the whole position as one tame part.
fn pair<R: NormalPlay>(rules: &R, position: &R::Position, values: &[u64]) -> Pair {
    let value = nim_sum(values);
    Pair { value, firm: value > 1 || !rules.is_fickle(position, values) }
}

fn outcome(pair: Pair, ending: Ending) -> Outcome {
    Outcome::from_win(match ending {
        Ending::Normal => pair.value != 0,
        Ending::Misere => pair.misere_win(),
    })
}

fn outcome_of<R: NormalPlay>(rules: &R, ending: Ending, position: &R::Position) -> Outcome {
    outcome(pair(rules, position, &rules.values(position)), ending)
}

fn why<R: NormalPlay>(rules: &R, ending: Ending, values: Vec<u64>, pair: Pair) -> Why {
    let Pair { value: sum, firm } = pair;
    let (meaning, verb) = (rules.meaning(), outcome(pair, ending).verb());
    let rule = match (ending, rules.fickle()) {
        (Ending::Normal, _) => format!("the nim-sum is {sum}"),
        (Ending::Misere, None) => {
            format!("as the last move loses, the winner leaves a nim-sum of 1; it is {sum} now")
        }
        (Ending::Misere, Some(fickle)) if firm => format!(
            "as the last move loses, the winner leaves a nim-sum of 0, or of 1 where {fickle}; it is \
             {sum} now"
        ),
        (Ending::Misere, Some(fickle)) => format!(
            "as the last move loses and {fickle}, the winner leaves a nim-sum of 1; it is {sum} now"
        ),
    };
    // Which nim-sum loses in misère play, and whether heaps of Nim would have the same outcome.
    let firm = firm && rules.fickle().is_some();
    let is_nim = ending == Ending::Normal || firm == (NimSum::new(&values).larger > 0);
    let facts = match is_nim {
        true => Facts::NimSum { values, sum },
        false => Facts::Tame { values, firm, sum },
    };
    Why { sentence: format!("{meaning}; {rule}, so the player to move {verb}"), facts }
}

/// Returns the winning moves by the theorem: to a nim-sum of 0 or, where misère play requires
/// it, of 1.
fn winning<R: NormalPlay>(
    rules: &R,
    ending: Ending,
    position: &R::Position,
) -> impl Iterator<Item = R::Move> {
    let sum = nim_sum(&rules.values(position));
    let sums = match (outcome_of(rules, ending, position), ending) {
        (Outcome::P, _) => vec![],
        (Outcome::N, Ending::Normal) => vec![sum],
        (Outcome::N, Ending::Misere) => vec![sum, sum ^ 1],
    };
    let moves = sums.into_iter().flat_map(|sum| rules.winning(position, sum));
    moves.filter(move |mv| {
        let left = || rules.apply(position, mv);
        ending == Ending::Normal
            || left().is_ok_and(|left| outcome_of(rules, ending, &left) == Outcome::P)
    })
}

#[cfg(test)]
mod tests {
    use rules::{Ending, Setup};

    use crate::{Budget, Solver, WinningMoves};

    #[test]
    fn a_closed_form_needs_no_budget() {
        let setup: Setup = "welter 1,2,4,9".parse().expect("a game");
        let mut solver = Solver::new(setup.variant());
        let mut with = |positions| {
            let budget = &mut Budget::positions(positions);
            solver.winning_moves(Ending::Normal, setup.start(), budget, 40)
        };
        let WinningMoves::All(moves) = with(100) else { panic!("they are few") };
        assert!(!moves.is_empty());
        assert_eq!(
            (with(0), with(1)),
            (WinningMoves::All(moves.clone()), WinningMoves::All(moves))
        );
    }
}
