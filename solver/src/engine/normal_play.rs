//! Games whose normal play comes down to a nim-sum: coins on a strip or a staircase, coins
//! that are turned over. In some the numbers decide misère play too, as heaps of misère Nim
//! do; in the others it is searched.

use std::fmt::Debug;

use rules::{Ending, Rules};

use crate::engine::game::{Game, Known};
use crate::engine::owned::Owned;
use crate::engine::search::Search;
use crate::engine::turned::TurnedRows;
use crate::engine::whole::{EXTRA_FOR_VALUE, searched};
use crate::heaps::nim_sum::{NimSum, nim_sum};
use crate::theory::{try_all, try_for_one};
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// The theorem of normal play, and the form in which positions are searched.
pub(crate) trait NormalPlay: Rules<Position: Owned, Move: Owned> + Clone + Debug {
    /// Numbers whose nim-sum is the Sprague-Grundy value of the position. In some games
    /// only whether it is 0 is right: see [`VALUES`](NormalPlay::VALUES).
    fn values(&self, position: &Self::Position) -> Vec<u64>;

    /// Whether the nim-sum is the value itself.
    const VALUES: bool = true;

    /// Whether the numbers decide misère play as heaps of Nim do (Bouton 1901).
    const MISERE: bool = false;

    /// The moves that change the nim-sum by `sum`, each once, in any order.
    fn winning(&self, position: &Self::Position, sum: u64) -> impl Iterator<Item = Self::Move>;

    /// What the values mean: "every other gap is a heap of Nim".
    fn meaning(&self) -> String;

    /// Where heads are up among few pieces, as bits, if the game is one of turning pieces.
    fn heads(&self, _: &Self::Position) -> Option<u32> {
        None
    }

    /// The sets that may be turned when of so many pieces all lie head up, as bits.
    fn turned(&self, _pieces: u32) -> impl Iterator<Item = u32> {
        std::iter::empty()
    }

    /// The position in the form that stands for all positions like it; `None` when no move
    /// is left.
    fn canon(&self, position: &Self::Position) -> Option<Self::Position>;
}

/// The rules as a game of one part.
#[derive(Debug)]
struct Canonical<R>(R);

impl<R: NormalPlay> Game for Canonical<R> {
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

    fn known(&self, part: &R::Position) -> Known {
        let sum = nim_sum(&self.0.values(part));
        let nimber = (R::VALUES || sum == 0).then_some(sum);
        Known { nimber, ..Known::default() }
    }
}

/// [`NormalPlay`] made a [`Theory`].
#[derive(Debug)]
pub(crate) struct NormalTheory<R: NormalPlay> {
    rules: R,
    search: Search<Canonical<R>>,
    /// Misère play of all rows of some length.
    rows: Option<TurnedRows>,
}

impl<R: NormalPlay> NormalTheory<R> {
    /// Nothing searched yet.
    pub(crate) fn new(rules: R) -> NormalTheory<R> {
        NormalTheory { search: Search::new(Canonical(rules.clone())), rows: None, rules }
    }

    fn parts(&self, position: &R::Position) -> Vec<R::Position> {
        self.rules.canon(position).into_iter().collect()
    }

    /// Who wins by the table of all rows as long as this one, which is made where the
    /// budget allows.
    fn by_table(&mut self, position: &R::Position, budget: &mut Budget<'_>) -> Option<Outcome> {
        let heads = self.rules.heads(position)?;
        let known = |rows: &TurnedRows| rows.outcome(heads);
        if let Some(outcome) = self.rows.as_ref().and_then(known) {
            return Some(outcome);
        }
        let pieces = u32::BITS - heads.leading_zeros();
        let cost = TurnedRows::cost(pieces)?;
        if cost >= budget.left() / 2 {
            return None;
        }
        self.rows = TurnedRows::decide(pieces, self.rules.turned(pieces), budget).ok();
        self.rows.as_ref().and_then(known)
    }

    /// The verdict of the theorem.
    fn by_theorem(
        &mut self,
        ending: Ending,
        position: &R::Position,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        let values = self.rules.values(position);
        let all = NimSum::new(&values);
        let (sum, outcome) = (all.sum, all.outcome(ending));
        let grundy = match ending {
            Ending::Misere => None,
            Ending::Normal if R::VALUES || sum == 0 => Some(sum),
            Ending::Normal => {
                let parts = self.parts(position);
                budget.within(EXTRA_FOR_VALUE, |budget| self.search.nimber(&parts, budget)).ok()
            }
        };
        let rule = match ending == Ending::Misere && all.larger == 0 {
            true => "with none above one, whoever leaves an odd number of ones wins".to_owned(),
            false => format!("the nim-sum is {sum}"),
        };
        let meaning = self.rules.meaning();
        let sentence = format!("{meaning}; {rule}, so the player to move {}", outcome.verb());
        let facts = Facts::NimSum { values, sum };
        Verdict::proven(outcome, Source::Formula, grundy, Why { sentence, facts })
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
        if is_solved::<R>(ending) {
            return self.by_theorem(ending, position, budget);
        }
        let before = budget.spent();
        if let Some(outcome) = self.by_table(position, budget) {
            let looked = budget.spent() - before;
            let sentence = format!(
                "all rows as long as this one have been decided, and {} move to one that is lost, \
                 so the player to move {}",
                if outcome == Outcome::N { "there is a" } else { "there is no" },
                outcome.verb()
            );
            let facts = Facts::Searched { positions: looked, line: Vec::new() };
            return Verdict::proven(outcome, Source::Search, None, Why { sentence, facts });
        }
        let parts = self.parts(position);
        searched(&mut self.search, ending, &parts, budget)
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &R::Position,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        if is_solved::<R>(ending) {
            return Ok(NimSum::new(&self.rules.values(position)).outcome(ending));
        }
        if let Some(outcome) = self.by_table(position, budget) {
            return Ok(outcome);
        }
        let parts = self.parts(position);
        self.search.outcome(ending, &parts, budget)
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &R::Position,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<R::Move> {
        if !is_solved::<R>(ending) {
            return match self.outcome(ending, position, budget) {
                Ok(Outcome::N) => try_all(self, ending, position, budget, most),
                Ok(Outcome::P) => WinningMoves::All(Vec::new()),
                Err(Exhausted) => WinningMoves::Unknown,
            };
        }
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
        budget: &mut Budget<'_>,
    ) -> Option<R::Move> {
        match is_solved::<R>(ending) {
            true => winning(&self.rules, ending, position).next(),
            false => try_for_one(self, ending, position, budget),
        }
    }
}

fn is_solved<R: NormalPlay>(ending: Ending) -> bool {
    ending == Ending::Normal || R::MISERE
}

/// The winning moves by the theorem: to a nim-sum of 0 or, where misère play asks for it,
/// of 1.
fn winning<R: NormalPlay>(
    rules: &R,
    ending: Ending,
    position: &R::Position,
) -> impl Iterator<Item = R::Move> {
    let all = NimSum::new(&rules.values(position));
    let sums = match (all.outcome(ending), ending) {
        (Outcome::P, _) => vec![],
        (Outcome::N, Ending::Normal) => vec![all.sum],
        (Outcome::N, Ending::Misere) => vec![all.sum, all.sum ^ 1],
    };
    let moves = sums.into_iter().filter(|&sum| sum > 0);
    let moves = moves.flat_map(|sum| rules.winning(position, sum));
    moves.filter(move |mv| {
        let left = || rules.apply(position, mv);
        let outcome = |left| NimSum::new(&rules.values(&left)).outcome(ending);
        ending == Ending::Normal || left().is_ok_and(|left| outcome(left) == Outcome::P)
    })
}
