//! Any variant's theory behind one interface: the [`Solver`] holds the right one.

use rules::{Ending, Move, Position, Shape, Variant};

use crate::variants::building::BuildingTheory;
use crate::variants::candy::CandyTheory;
use crate::variants::chomp::chomp_theory;
use crate::variants::circular::circular_theory;
use crate::variants::circular_stacks::CircularStacksTheory;
use crate::variants::fibonacci::FibonacciTheory;
use crate::variants::game21_nplayer::Game21NPlayerTheory;
use crate::variants::graph::graph_theory;
use crate::variants::greedy::GreedyTheory;
use crate::variants::grundy::grundy_theory;
use crate::variants::moore::MooreTheory;
use crate::variants::multiheap::MultiheapTheory;
use crate::variants::ndim::ndim_theory;
use crate::variants::nim::NimTheory;
use crate::variants::notakto::notakto_theory;
use crate::variants::octal::octal_theory;
use crate::variants::poset::poset_theory;
use crate::variants::race_to::RaceToTheory;
use crate::variants::subtraction::SubtractionTheory;
use crate::{Budget, Theory, Verdict, WinningMoves};

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
