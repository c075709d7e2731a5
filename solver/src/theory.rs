//! The one interface to all that is known: a [`Theory`] for each variant, and a
//! [`Solver`] that holds the right one.

use rules::{Ending, Move, Position, Rules, Shape, Variant};

use crate::building::BuildingTheory;
use crate::candy::CandyTheory;
use crate::chomp::chomp_theory;
use crate::circular::circular_theory;
use crate::circular_stacks::CircularStacksTheory;
use crate::fibonacci::FibonacciTheory;
use crate::game21_nplayer::Game21NPlayerTheory;
use crate::graph::graph_theory;
use crate::greedy::GreedyTheory;
use crate::moore::MooreTheory;
use crate::multiheap::MultiheapTheory;
use crate::ndim::ndim_theory;
use crate::nim::NimTheory;
use crate::notakto::notakto_theory;
use crate::poset::poset_theory;
use crate::race_to::RaceToTheory;
use crate::splitting::{grundy_theory, octal_theory};
use crate::subtraction::SubtractionTheory;
use crate::{Budget, Exhausted, Outcome, Verdict};

/// Winning moves that are listed where only some are needed.
pub(crate) const MOST_LISTED: usize = 200;

/// Moves that are tried one by one for a winning one: some ten milliseconds. A
/// variant with more moves has a closed form that lists the winning ones.
const MOST_WALKED: usize = 20_000;

/// What is known of one variant. `self` holds the variant's parameters and
/// whatever tables have been built so far.
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

    /// Who wins, without the reason: what is asked of every move of a position.
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
    // The moves are made one at a time, beside a theory that changes.
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

/// One winning move by trying one move after the other, if the position is known
/// to be won: nobody walks through the moves of one that the budget could not
/// decide.
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

/// [`Theory`] with the types erased.
trait AnyTheory: Send {
    fn verdict(&mut self, ending: Ending, position: &Position, budget: &mut Budget<'_>) -> Verdict;
    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Move>;
    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Option<Move>;
}

impl<T: Theory + Send> AnyTheory for T {
    fn verdict(&mut self, ending: Ending, position: &Position, budget: &mut Budget<'_>) -> Verdict {
        match Shape::of(position) {
            Some(position) => Theory::verdict(self, ending, position, budget),
            None => Verdict::unknown(0),
        }
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Move> {
        match Shape::of(position) {
            Some(position) => {
                Theory::winning_moves(self, ending, position, budget, most).map(Into::into)
            }
            None => WinningMoves::Unknown,
        }
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Option<Move> {
        let position = Shape::of(position)?;
        Theory::winning_move(self, ending, position, budget).map(Into::into)
    }
}

/// Answers for one variant, and remembers. Make one for a game and keep it: the
/// tables of one move serve the next.
pub struct Solver {
    theory: Box<dyn AnyTheory>,
}

impl Solver {
    /// A solver with empty tables.
    pub fn new(variant: &Variant) -> Solver {
        let theory: Box<dyn AnyTheory> = match variant {
            Variant::Nim(rules) => Box::new(NimTheory(*rules)),
            Variant::Game21(rules) | Variant::Game100(rules) => Box::new(RaceToTheory(*rules)),
            Variant::Subtraction(rules) => Box::new(SubtractionTheory::new(rules.clone())),
            Variant::Game21NPlayer(rules) => Box::new(Game21NPlayerTheory::new(*rules)),
            Variant::Multiheap(rules) => Box::new(MultiheapTheory::new(*rules)),
            Variant::Greedy(rules) => Box::new(GreedyTheory::new(*rules)),
            Variant::Moore(rules) => Box::new(MooreTheory::new(*rules)),
            Variant::Building(rules) => Box::new(BuildingTheory::new(*rules)),
            Variant::Candy(rules) => Box::new(CandyTheory::new(*rules)),
            Variant::Fibonacci(rules) => Box::new(FibonacciTheory::new(*rules)),
            Variant::CircularStacks(rules) => Box::new(CircularStacksTheory::new(*rules)),
            Variant::Circular(rules) => Box::new(circular_theory(*rules)),
            Variant::Grundy(rules) => Box::new(grundy_theory(*rules)),
            Variant::Octal(rules) => Box::new(octal_theory(rules.clone())),
            Variant::Ndim(rules) => Box::new(ndim_theory(rules.clone())),
            Variant::Graph(rules) => Box::new(graph_theory(rules.clone())),
            Variant::Notakto(rules) => Box::new(notakto_theory(*rules)),
            Variant::Chomp(rules) => Box::new(chomp_theory(*rules)),
            Variant::Poset(rules) => Box::new(poset_theory(rules.clone())),
        };
        Solver { theory }
    }

    /// Who wins `position`, how surely, and why.
    pub fn verdict(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        self.theory.verdict(ending, position, budget)
    }

    /// All winning moves, ascending, if they are at most `most`.
    pub fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Move> {
        self.theory.winning_moves(ending, position, budget, most)
    }

    /// One winning move, also where there are too many to list; `None` when
    /// none is known.
    pub fn winning_move(
        &mut self,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Option<Move> {
        self.theory.winning_move(ending, position, budget)
    }
}
