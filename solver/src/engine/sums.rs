//! The theory of every variant whose positions are sums of independent parts: a theorem where
//! there is one, then the search over the parts.

mod reasons;

use std::collections::HashMap;
use std::fmt::Debug;

use rules::{Ending, Rules};

use crate::engine::below::Below;
use crate::engine::game::SearchGame;
use crate::engine::search::Reason;
use crate::engine::search::Search;
use crate::engine::sums::reasons::{quotient, sum_of_values, tame};
use crate::engine::whole::{EXTRA_FOR_VALUE, by_search};
use crate::misere::quotient::Quotient;
use crate::theory::{try_each, try_for_one};
use crate::{Budget, Exhausted, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// The budget of a first search, before anything else is tried: it decides most later
/// positions of a game, which are known by then.
const FIRST_LOOKS: u64 = 500;

/// The search comes first and gets one part in this many of what deciding all positions below
/// would cost: positions of many small parts are much cheaper to search.
const SEARCH_FIRST: u64 = 4;

/// A variant as a sum.
pub(crate) trait SumOf: SearchGame + Debug {
    type Rules: Rules + Clone;

    /// The name of the parts: "heaps", "rows".
    const PARTS: &'static str;

    fn rules(&self) -> &Self::Rules;

    /// Returns the parts of a position, without those that have no move.
    fn parts(&self, position: &<Self::Rules as Rules>::Position) -> Vec<Self::Part>;

    /// Returns the legal moves in any order, one at a time.
    fn moves<'a>(
        rules: &'a Self::Rules,
        position: &'a PositionOf<Self>,
    ) -> impl Iterator<Item = MoveOf<Self>> + 'a {
        rules.moves(position)
    }

    /// Lengthens the tables as far as these parts need.
    fn prepare(
        &mut self,
        _: Ending,
        _: &[Self::Part],
        _: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        Ok(())
    }

    /// Returns the cost of deciding the position together with all those below it, in
    /// positions of a budget; `None` if that is too high, or not possible.
    fn cost_below(&self, _: Ending, _: &<Self::Rules as Rules>::Position) -> Option<u64> {
        None
    }

    /// Decides the position together with all below it, where that has a
    /// [cost](SumOf::cost_below).
    fn decide_below(
        &self,
        _: Ending,
        _: &<Self::Rules as Rules>::Position,
        _: &mut Budget<'_>,
    ) -> Result<Box<dyn Below<<Self::Rules as Rules>::Position>>, Exhausted> {
        Err(Exhausted)
    }

    /// Returns a theorem's verdict on the whole position. A theorem that needs computation
    /// spends from the budget; when none is left, only cheap ones are applied.
    fn theorem(
        &self,
        _: Ending,
        _: &<Self::Rules as Rules>::Position,
        _: &mut Budget<'_>,
    ) -> Option<Theorem<MoveOf<Self>>> {
        None
    }

    /// Returns why the player to move wins, by an argument that names no move (strategy
    /// stealing). Used only if nothing else decides.
    fn stolen(&self, _: Ending, _: &<Self::Rules as Rules>::Position) -> Option<Why> {
        None
    }
}

/// A proof without search or table.
pub(crate) struct Theorem<M> {
    pub(crate) outcome: Outcome,
    /// The value in normal play, if the theorem gives it.
    pub(crate) grundy: Option<u64>,
    /// A winning move, where the theorem names one and does not only recognise the lost
    /// positions.
    pub(crate) first: Option<M>,
    /// The reason, written only for those who read it: most positions are asked for their
    /// outcome alone.
    pub(crate) why: Box<dyn FnOnce() -> Why>,
}

/// Makes a [`Theory`] of a [`SumOf`].
#[derive(Debug)]
pub(crate) struct Sums<G: SumOf> {
    search: Search<G>,
    below: HashMap<Ending, Box<dyn Below<PositionOf<G>>>>,
    /// The last position decided by a theorem that names a winning move, with the move: a caller
    /// who knows the outcome usually asks for the move next.
    named: Option<(Ending, PositionOf<G>, MoveOf<G>)>,
}

pub(crate) type PositionOf<G> = <<G as SumOf>::Rules as Rules>::Position;
pub(crate) type MoveOf<G> = <<G as SumOf>::Rules as Rules>::Move;

/// How a position without a theorem was decided.
enum DecidedBy<P> {
    /// Together with all positions below one like it; their number, and the value, where
    /// values were found.
    Below { positions: u64, value: Option<u64> },
    /// By its parts.
    Parts(Vec<P>),
}

impl<G: SumOf> Sums<G> {
    pub(crate) fn new(game: G) -> Sums<G> {
        Sums { search: Search::new(game), below: HashMap::new(), named: None }
    }

    #[cfg(test)]
    pub(crate) fn has_decided_together(&self, ending: Ending) -> bool {
        self.below.contains_key(&ending)
    }

    fn game(&self) -> &G {
        self.search.game()
    }

    fn parts(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<G::Part>, Exhausted> {
        let parts = self.game().parts(position);
        self.search.game_mut().prepare(ending, &parts, budget)?;
        Ok(parts)
    }

    /// Decides a position without a theorem. The search gets a part of what deciding all
    /// positions below would cost; if that is not enough, they are all decided, where they are
    /// few enough.
    fn decide(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Result<(Outcome, DecidedBy<G::Part>), Exhausted> {
        if let Some(decided) = self.known_below(ending, position) {
            return Ok(decided);
        }
        let quick = budget.within(FIRST_LOOKS, |budget| self.by_parts(ending, position, budget));
        // The cost is computed only when needed, since that enumerates the moves.
        if quick.is_ok() || budget.left() == 0 {
            return quick;
        }
        let cost = self.game().cost_below(ending, position);
        let Some(cost) = cost.filter(|&cost| cost < budget.left() / 2) else {
            return self.by_parts(ending, position, budget);
        };
        let small = cost / SEARCH_FIRST;
        let searched = budget.within(small, |budget| self.by_parts(ending, position, budget));
        if searched.is_ok() {
            return searched;
        }
        let below = self.game().decide_below(ending, position, budget)?;
        self.below.insert(ending, below);
        self.known_below(ending, position).ok_or(Exhausted)
    }

    fn by_parts(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Result<(Outcome, DecidedBy<G::Part>), Exhausted> {
        let parts = self.parts(ending, position, budget)?;
        let outcome = self.search.outcome(ending, &parts, budget)?;
        Ok((outcome, DecidedBy::Parts(parts)))
    }

    fn known_below(
        &self,
        ending: Ending,
        position: &PositionOf<G>,
    ) -> Option<(Outcome, DecidedBy<G::Part>)> {
        let below = self.below.get(&ending)?;
        let (positions, value) = (below.positions(), below.value(position));
        Some((below.outcome(position)?, DecidedBy::Below { positions, value }))
    }

    fn undecided_by_theorem(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Result<Verdict, Exhausted> {
        let before = budget.spent();
        let (outcome, decided) = self.decide(ending, position, budget)?;
        let spent = budget.spent() - before;
        let source = if spent == 0 { Source::Table } else { Source::Search };
        let parts = match decided {
            DecidedBy::Parts(parts) => parts,
            DecidedBy::Below { positions, value } => {
                let grundy = match (ending, outcome) {
                    (Ending::Misere, _) => None,
                    (Ending::Normal, Outcome::P) => Some(0),
                    (Ending::Normal, Outcome::N) => value.or_else(|| self.value(position, budget)),
                };
                let why = by_search(outcome, positions);
                return Ok(Verdict::proven(outcome, Source::Search, grundy, why));
            }
        };
        if ending == Ending::Misere {
            let (source, why) = match self.search.reason(&parts) {
                Reason::Searched => (Source::Search, by_search(outcome, spent)),
                Reason::Tame { values, firm } => (source, tame::<G>(outcome, values, firm)),
                Reason::Quotient { words, product } => {
                    let lost = self.game().quotient().map(Quotient::lost_words);
                    let lost = lost.unwrap_or_default();
                    (Source::Table, quotient::<G>(outcome, words, product, &lost))
                }
            };
            return Ok(Verdict::proven(outcome, source, None, why));
        }
        let most = EXTRA_FOR_VALUE.max(spent);
        let values = budget.within(most, |budget| self.search.values(&parts, budget));
        let grundy = values.as_ref().ok().map(|values| values.iter().fold(0, |sum, v| sum ^ v));
        let why = match values {
            Ok(values) => sum_of_values::<G>(outcome, values),
            Err(Exhausted) => by_search(outcome, spent),
        };
        Ok(Verdict::proven(outcome, source, grundy, why))
    }
}

impl<G: SumOf> Sums<G> {
    /// Decides a position that is won by a stolen strategy: the moves that win are found among
    /// what is decided with it.
    fn decide_stolen(&mut self, ending: Ending, position: &PositionOf<G>, budget: &mut Budget<'_>) {
        if self.game().stolen(ending, position).is_some() {
            // Without a decision, each move is tried by itself.
            let _ = self.decide(ending, position, budget);
        }
    }

    /// Returns the value where a theorem gave the outcome, if it is cheap to find.
    fn value(&mut self, position: &PositionOf<G>, budget: &mut Budget<'_>) -> Option<u64> {
        budget.within(EXTRA_FOR_VALUE, |budget| {
            let parts = self.parts(Ending::Normal, position, budget).ok()?;
            self.search.nimber(&parts, budget).ok()
        })
    }
}

impl<G: SumOf> Theory for Sums<G> {
    type Rules = G::Rules;

    fn rules(&self) -> &G::Rules {
        SumOf::rules(self.game())
    }

    fn verdict(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        if let Some(theorem) = self.game().theorem(ending, position, budget) {
            let Theorem { outcome, grundy, first, why } = theorem;
            let why = why();
            remember(&mut self.named, ending, position, first);
            let grundy = match ending {
                Ending::Normal => grundy.or_else(|| self.value(position, budget)),
                Ending::Misere => None,
            };
            return Verdict::proven(outcome, Source::Formula, grundy, why);
        }
        let before = budget.spent();
        match self.undecided_by_theorem(ending, position, budget) {
            Ok(verdict) => verdict,
            Err(Exhausted) => match self.game().stolen(ending, position) {
                Some(why) => Verdict::nonconstructive(why),
                None => Verdict::unknown(budget.spent() - before),
            },
        }
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        if let Some(theorem) = self.search.game().theorem(ending, position, budget) {
            remember(&mut self.named, ending, position, theorem.first);
            return Ok(theorem.outcome);
        }
        if self.game().stolen(ending, position).is_some() {
            return Ok(Outcome::N);
        }
        self.decide(ending, position, budget).map(|(outcome, _)| outcome)
    }

    /// A lost position has no winning moves, and may have more moves than can be tried.
    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<<G::Rules as Rules>::Move> {
        match self.outcome(ending, position, budget) {
            Ok(Outcome::P) => WinningMoves::All(Vec::new()),
            _ => {
                self.decide_stolen(ending, position, budget);
                let rules = SumOf::rules(self.game()).clone();
                try_each(self, ending, position, G::moves(&rules, position), budget, most)
            }
        }
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &PositionOf<G>,
        budget: &mut Budget<'_>,
    ) -> Option<MoveOf<G>> {
        if let Some((of, at, first)) = &self.named
            && (*of, at) == (ending, position)
        {
            return Some(first.clone());
        }
        let named = self.game().theorem(ending, position, budget);
        if let Some(first) = named.and_then(|theorem| theorem.first) {
            return Some(first);
        }
        self.decide_stolen(ending, position, budget);
        try_for_one(self, ending, position, budget)
    }
}

/// Keeps the winning move of the last position that a theorem decided.
fn remember<P: Clone, M>(
    named: &mut Option<(Ending, P, M)>,
    ending: Ending,
    position: &P,
    first: Option<M>,
) {
    if let Some(first) = first {
        *named = Some((ending, position.clone(), first));
    }
}

pub(crate) fn end(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "so the player to move wins",
        Outcome::P => "so the player to move loses",
    }
}
