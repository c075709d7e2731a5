//! The trait [`Theory`]: the knowledge about one variant.

use rules::{Ending, Rules};

use crate::{Budget, Exhausted, Outcome, Verdict};

/// How many winning moves are listed where only some are needed.
pub(crate) const MOST_LISTED: usize = 200;

/// How many moves are tried one by one in search of a winning one: some ten milliseconds. A
/// variant with more moves has a closed form that lists the winning ones.
const MOST_WALKED: usize = 20_000;

/// The knowledge about one variant. `self` holds the variant's parameters and whatever
/// tables have been built so far.
///
/// Positions must be admitted ([`Rules::admit`]).
pub trait Theory {
    /// The variant.
    type Rules: Rules + Clone;

    /// Returns the variant's rules with their parameters.
    fn rules(&self) -> &Self::Rules;

    /// Returns who wins and why. A theory that searches spends from the budget and answers
    /// [`Verdict::unknown`] when it is used up; a closed form spends nothing.
    fn verdict(
        &mut self,
        ending: Ending,
        position: &<Self::Rules as Rules>::Position,
        budget: &mut Budget<'_>,
    ) -> Verdict;

    /// Returns who wins, without the reason and without the value, which may cost as much
    /// again: used for every move of a position, and by players.
    ///
    /// # Errors
    /// [`Exhausted`] when it is not decided within the budget.
    fn outcome(
        &mut self,
        ending: Ending,
        position: &<Self::Rules as Rules>::Position,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        self.verdict(ending, position, budget).outcome.ok_or(Exhausted)
    }

    /// Returns the best moves where more counts than who wins: another player, or a score. Empty
    /// where nothing else counts, or where they are not found within the budget.
    fn best_moves(
        &mut self,
        _: &<Self::Rules as Rules>::Position,
        _: &mut Budget<'_>,
    ) -> Vec<<Self::Rules as Rules>::Move> {
        Vec::new()
    }

    /// Returns all winning moves, ascending. By default each legal move is made and judged; a
    /// closed form for large heaps replaces that.
    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &<Self::Rules as Rules>::Position,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<<Self::Rules as Rules>::Move> {
        try_all(self, ending, position, budget, most)
    }

    /// Returns one winning move, for positions with more of them than can be listed; `None`
    /// when none is known. By default this is the first one found; a closed form that can name
    /// one at once replaces it.
    fn winning_move(
        &mut self,
        ending: Ending,
        position: &<Self::Rules as Rules>::Position,
        budget: &mut Budget<'_>,
    ) -> Option<<Self::Rules as Rules>::Move> {
        try_for_one(self, ending, position, budget)
    }
}

/// Returns all winning moves by trying every move.
pub(crate) fn try_all<T: Theory + ?Sized>(
    theory: &mut T,
    ending: Ending,
    position: &<T::Rules as Rules>::Position,
    budget: &mut Budget<'_>,
    most: usize,
) -> WinningMoves<<T::Rules as Rules>::Move> {
    // The moves are generated one at a time, from a clone of the rules, since the theory
    // changes meanwhile.
    let rules = theory.rules().clone();
    try_each(theory, ending, position, rules.moves(position), budget, most)
}

/// Returns the winning ones of all moves, which come in any order.
pub(crate) fn try_each<T: Theory + ?Sized>(
    theory: &mut T,
    ending: Ending,
    position: &<T::Rules as Rules>::Position,
    moves: impl Iterator<Item = <T::Rules as Rules>::Move>,
    budget: &mut Budget<'_>,
    most: usize,
) -> WinningMoves<<T::Rules as Rules>::Move> {
    let mut winning = Vec::new();
    for mv in moves {
        let Ok(child) = theory.rules().apply(position, &mv) else { continue };
        let outcome = budget.spend().and_then(|()| theory.outcome(ending, &child, budget));
        match outcome {
            Ok(Outcome::P) if winning.len() == most => return WinningMoves::TooMany,
            Ok(Outcome::P) => winning.push(mv),
            Ok(Outcome::N) => {}
            Err(Exhausted) => return WinningMoves::Unknown,
        }
    }
    WinningMoves::listed(winning, most)
}

/// Returns one winning move by trying one after another, if the position is known to be won:
/// the moves of an undecided one are not searched.
pub(crate) fn try_for_one<T: Theory + ?Sized>(
    theory: &mut T,
    ending: Ending,
    position: &<T::Rules as Rules>::Position,
    budget: &mut Budget<'_>,
) -> Option<<T::Rules as Rules>::Move> {
    if theory.outcome(ending, position, budget) != Ok(Outcome::N) {
        return None;
    }
    // Results of a search are remembered and cost nothing, so this finds the move behind an
    // outcome again even when the budget is used up.
    let rules = theory.rules().clone();
    let walked = rules.moves(position).take(MOST_WALKED).find(|mv| {
        let _ = budget.spend();
        let child = rules.apply(position, mv);
        child.is_ok_and(|child| theory.outcome(ending, &child, budget) == Ok(Outcome::P))
    });
    walked.or_else(|| theory.winning_moves(ending, position, budget, MOST_LISTED).first())
}

/// The moves after which the opponent is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinningMoves<M> {
    /// All of them, ascending; none in a lost position.
    All(Vec<M>),
    /// There are more than were asked for.
    TooMany,
    /// Not decided within the budget.
    Unknown,
}

impl<M: Ord> WinningMoves<M> {
    /// Sorts a complete list; it is [`TooMany`](WinningMoves::TooMany) when longer than
    /// `most`.
    pub(crate) fn listed(mut moves: Vec<M>, most: usize) -> WinningMoves<M> {
        moves.sort_unstable();
        moves.dedup();
        if moves.len() > most { WinningMoves::TooMany } else { WinningMoves::All(moves) }
    }
}

impl<M> WinningMoves<M> {
    /// Returns the first move, where they are listed.
    pub(crate) fn first(self) -> Option<M> {
        match self {
            WinningMoves::All(moves) => moves.into_iter().next(),
            WinningMoves::TooMany | WinningMoves::Unknown => None,
        }
    }

    pub(crate) fn map<T>(self, form: impl Fn(M) -> T) -> WinningMoves<T> {
        match self {
            WinningMoves::All(moves) => WinningMoves::All(moves.into_iter().map(form).collect()),
            WinningMoves::TooMany => WinningMoves::TooMany,
            WinningMoves::Unknown => WinningMoves::Unknown,
        }
    }
}
