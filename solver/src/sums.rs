//! The theory of every variant whose positions are sums of independent parts:
//! a theorem where there is one, then the search over the parts.

use std::fmt::Debug;

use rules::{Ending, Rules};

use crate::misere::Reason;
use crate::search::{Game, Search};
use crate::theory::{try_all, try_for_one};
use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// What the value of a position may cost beyond its outcome, in positions: some
/// milliseconds, or as much again as the outcome cost.
const EXTRA_FOR_VALUE: u64 = 50_000;

/// Parts that a sentence names one by one.
const MOST_NAMED: usize = 12;

/// A variant as a sum.
pub(crate) trait SumOf: Game + Debug {
    type Rules: Rules + Clone;

    /// What the parts are called: "heaps", "rows".
    const PARTS: &'static str;

    fn rules(&self) -> &Self::Rules;

    /// The parts of a position, without those that have no move.
    fn parts(&self, position: &<Self::Rules as Rules>::Position) -> Vec<Self::Part>;

    /// Makes the tables as long as these parts need.
    fn prepare(
        &mut self,
        _: Ending,
        _: &[Self::Part],
        _: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        Ok(())
    }

    /// What a theorem says of the whole position.
    fn theorem(&self, _: Ending, _: &<Self::Rules as Rules>::Position) -> Option<Theorem> {
        None
    }
}

/// A proof without search or table.
pub(crate) struct Theorem {
    pub(crate) outcome: Outcome,
    /// The value in normal play, if the theorem gives it.
    pub(crate) grundy: Option<u64>,
    pub(crate) why: Why,
}

/// [`SumOf`] made a [`Theory`].
#[derive(Debug)]
pub(crate) struct Sums<G: SumOf>(Search<G>);

type PositionOf<G> = <<G as SumOf>::Rules as Rules>::Position;

impl<G: SumOf> Sums<G> {
    pub(crate) fn new(game: G) -> Sums<G> {
        Sums(Search::new(game))
    }

    fn parts(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<G::Part>, Exhausted> {
        let parts = self.0.game().parts(position);
        self.0.game_mut().prepare(ending, &parts, budget)?;
        Ok(parts)
    }

    fn search(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Result<Verdict, Exhausted> {
        let before = budget.spent();
        let parts = self.parts(ending, position, budget)?;
        let outcome = self.0.outcome(ending, &parts, budget)?;
        let spent = budget.spent() - before;
        let source = if spent == 0 { Source::Table } else { Source::Search };
        if ending == Ending::Misere {
            let (source, why) = match self.0.reason(&parts) {
                Reason::Searched => (Source::Search, searched(outcome, spent)),
                Reason::Tame { values, firm } => (source, tame::<G>(outcome, values, firm)),
                Reason::Quotient { words, product } => {
                    (Source::Table, quotient::<G>(outcome, words, product))
                }
            };
            return Ok(Verdict::proven(outcome, source, None, why));
        }
        let most = EXTRA_FOR_VALUE.max(spent);
        let values = budget.within(most, |budget| self.0.values(&parts, budget));
        let grundy = values.as_ref().ok().map(|values| values.iter().fold(0, |sum, v| sum ^ v));
        let why = match values {
            Ok(values) => sum_of_values::<G>(outcome, values),
            Err(Exhausted) => searched(outcome, spent),
        };
        Ok(Verdict::proven(outcome, source, grundy, why))
    }
}

impl<G: SumOf> Sums<G> {
    /// The value where a theorem gave the outcome, if it comes cheap.
    fn value(&mut self, position: &PositionOf<G>, budget: &mut Budget<'_>) -> Option<u64> {
        budget.within(EXTRA_FOR_VALUE, |budget| {
            let parts = self.parts(Ending::Normal, position, budget).ok()?;
            self.0.nimber(&parts, budget).ok()
        })
    }
}

impl<G: SumOf> Theory for Sums<G> {
    type Rules = G::Rules;

    fn rules(&self) -> &G::Rules {
        SumOf::rules(self.0.game())
    }

    fn verdict(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        if let Some(Theorem { outcome, grundy, why }) = self.0.game().theorem(ending, position) {
            let grundy = match ending {
                Ending::Normal => grundy.or_else(|| self.value(position, budget)),
                Ending::Misere => None,
            };
            return Verdict::proven(outcome, Source::Formula, grundy, why);
        }
        let before = budget.spent();
        match self.search(ending, position, budget) {
            Ok(verdict) => verdict,
            Err(Exhausted) => Verdict::unknown(budget.spent() - before),
        }
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        if let Some(theorem) = self.0.game().theorem(ending, position) {
            return Ok(theorem.outcome);
        }
        let parts = self.parts(ending, position, budget)?;
        self.0.outcome(ending, &parts, budget)
    }

    /// A lost position has none, and may have more moves than can be tried.
    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<<G::Rules as Rules>::Move> {
        match self.outcome(ending, position, budget) {
            Ok(Outcome::P) => WinningMoves::All(Vec::new()),
            _ => try_all(self, ending, position, budget, most),
        }
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Option<<G::Rules as Rules>::Move> {
        match self.outcome(ending, position, budget) {
            Ok(Outcome::P) => None,
            _ => try_for_one(self, ending, position, budget),
        }
    }
}

pub(crate) fn end(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "so the player to move wins",
        Outcome::P => "so the player to move loses",
    }
}

fn searched(outcome: Outcome, positions: u64) -> Why {
    let sentence = match outcome {
        Outcome::N => format!("proved by search: a winning move was found in {positions} looks"),
        Outcome::P => format!("proved by search of {positions} positions: every move loses"),
    };
    Why { sentence, facts: Facts::Searched { positions } }
}

fn sum_of_values<G: SumOf>(outcome: Outcome, values: Vec<u64>) -> Why {
    let (sum, end) = (values.iter().fold(0, |sum, value| sum ^ value), end(outcome));
    let sentence = match values.len() {
        0 => format!("no {} with a move are left, {end}", G::PARTS),
        1 => format!("the position has the value {sum}, {end}"),
        _ => format!(
            "the {} have {}, whose nim-sum is {sum}, {end}",
            G::PARTS,
            listed("the values", &values)
        ),
    };
    Why { sentence, facts: Facts::NimSum { values, sum } }
}

fn tame<G: SumOf>(outcome: Outcome, values: Vec<u64>, firm: bool) -> Why {
    let (sum, end) = (values.iter().fold(0, |sum, value| sum ^ value), end(outcome));
    let lost = if firm { 0 } else { 1 };
    let sentence = match values.len() {
        0 => format!("no {} with a move are left: the opponent made the last one, {end}", G::PARTS),
        _ => format!(
            "the {} are tame and play like Nim heaps of {}; their nim-sum is {sum}, and {lost} loses here, {end}",
            G::PARTS,
            listed("sizes", &values)
        ),
    };
    Why { sentence, facts: Facts::Tame { values, firm, sum } }
}

fn quotient<G: SumOf>(outcome: Outcome, words: Vec<String>, product: String) -> Why {
    let lies = if outcome == Outcome::P { "one" } else { "none" };
    let sentence = format!(
        "in the misère quotient the {} multiply to {product}, {lies} of the lost elements, {}",
        G::PARTS,
        end(outcome)
    );
    Why { sentence, facts: Facts::Quotient { words, product } }
}

fn listed(what: &str, values: &[u64]) -> String {
    let named: Vec<String> = values.iter().take(MOST_NAMED).map(u64::to_string).collect();
    let more = if values.len() > MOST_NAMED { ", .." } else { "" };
    format!("{what} {}{more}", named.join(", "))
}
