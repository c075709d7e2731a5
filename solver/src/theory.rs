//! The theory of one variant: a [`Theory`].

use rules::{Ending, Rules};

use crate::{Budget, Exhausted, Outcome, Verdict};

/// Winning moves that are listed where only some are needed.
pub(crate) const MOST_LISTED: usize = 200;

/// Moves that are tried one by one for a winning one: some ten milliseconds. A
/// variant with more moves has a closed form that lists the winning ones.
const MOST_WALKED: usize = 20_000;

/// The knowledge about one variant. `self` holds the variant's parameters and whatever
/// tables have been built so far.
///
/// Positions are admitted ones ([`Rules::admit`]).
pub trait Theory {
    /// The variant.
    type Rules: Rules + Clone;

    /// The variant's rules with their parameters.
    fn rules(&self) -> &Self::Rules;

    /// Who wins and why. A theory that searches spends from the budget and
    /// answers [`Verdict::unknown`] when it is used up; a closed form spends
    /// nothing.
    fn verdict(
        &mut self,
        ending: Ending,
        position: &<Self::Rules as Rules>::Position,
        budget: &mut Budget<'_>,
    ) -> Verdict;

    /// Who wins, without the reason: used for every move of a position.
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

    /// All winning moves, ascending. Without a better way, each legal move is
    /// made and the verdict on the result asked; a closed form for large heaps
    /// replaces that.
    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &<Self::Rules as Rules>::Position,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<<Self::Rules as Rules>::Move> {
        try_all(self, ending, position, budget, most)
    }

    /// One winning move, for positions with more of them than anybody lists;
    /// `None` when none is known. Without a better way, the first that is found;
    /// a closed form that can name one at once replaces this.
    fn winning_move(
        &mut self,
        ending: Ending,
        position: &<Self::Rules as Rules>::Position,
        budget: &mut Budget<'_>,
    ) -> Option<<Self::Rules as Rules>::Move> {
        try_for_one(self, ending, position, budget)
    }
}

/// All winning moves by trying every move.
pub(crate) fn try_all<T: Theory + ?Sized>(
    theory: &mut T,
    ending: Ending,
    position: &<T::Rules as Rules>::Position,
    budget: &mut Budget<'_>,
    most: usize,
) -> WinningMoves<<T::Rules as Rules>::Move> {
    // The moves are made one at a time, since the theory changes meanwhile.
    let rules = theory.rules().clone();
    let mut winning = Vec::new();
    for mv in rules.moves(position) {
        let Ok(child) = rules.apply(position, &mv) else { continue };
        let outcome = budget.spend().and_then(|()| theory.outcome(ending, &child, budget));
        match outcome {
            Ok(Outcome::P) if winning.len() == most => return WinningMoves::TooMany,
            Ok(Outcome::P) => winning.push(mv),
            Ok(Outcome::N) => {}
            Err(Exhausted) => return WinningMoves::Unknown,
        }
    }
    WinningMoves::All(winning)
}

/// One winning move by trying one after another, if the position is known to be won:
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
    // What a search has found is remembered and costs nothing, so this finds
    // the move behind an outcome again even when the budget is gone.
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
    /// The complete list, put in order; too many when they are above `most`.
    pub(crate) fn listed(mut moves: Vec<M>, most: usize) -> WinningMoves<M> {
        moves.sort_unstable();
        moves.dedup();
        if moves.len() > most { WinningMoves::TooMany } else { WinningMoves::All(moves) }
    }
}

impl<M> WinningMoves<M> {
    /// The first, where they are listed.
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
