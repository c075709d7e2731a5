//! Playing in a lost position. Perfect play has nothing to offer there, but opponents err: a
//! stubborn player makes the game long if that can be worked out, and otherwise sets as many
//! traps as possible.

use rules::{Admitted, Ending, Move, Variant};

use crate::play::chance::SeededChoices;
use crate::play::lengths::Lengths;
use crate::play::sample::some_moves;
use crate::theory::MOST_LISTED;
use crate::{Budget, Exhausted, Solver, WinningMoves};

/// The work spent on the traps behind one move.
const TRAP_WORK: u64 = 2_000;

/// A player who does not give up, and the lengths worked out for that.
#[derive(Debug, Default)]
pub(crate) struct Stubborn {
    lengths: Lengths,
}

impl Stubborn {
    /// Chooses a move in a lost position: the longest resistance if it can be worked out,
    /// otherwise the most traps.
    pub(crate) fn choose(
        &mut self,
        variant: &Variant,
        ending: Ending,
        position: &Admitted,
        solver: &mut Solver,
        chance: &mut SeededChoices,
        budget: &mut Budget<'_>,
    ) -> Option<Move> {
        if self.lengths.measure(variant, ending, position, budget).is_ok() {
            let moves: Vec<Move> = variant.rules().moves(position).collect();
            return most(&moves, |mv| self.length_after(variant, position, mv));
        }
        let moves = some_moves(variant, position, chance);
        most(&moves, |mv| traps(variant, ending, position, mv, solver, budget))
    }

    /// Returns, of these moves of a lost position, the one with the longest resistance, or the
    /// first where that cannot be worked out.
    pub(crate) fn longest(
        &mut self,
        variant: &Variant,
        ending: Ending,
        position: &Admitted,
        moves: &[Move],
        budget: &mut Budget<'_>,
    ) -> Option<Move> {
        match self.lengths.measure(variant, ending, position, budget) {
            Ok(_) => most(moves, |mv| self.length_after(variant, position, mv)),
            Err(Exhausted) => moves.first().cloned(),
        }
    }

    fn length_after(&self, variant: &Variant, position: &Admitted, mv: &Move) -> u32 {
        let child = variant.rules().apply(position, mv).ok();
        child.and_then(|child| self.lengths.known(&child)).unwrap_or(0)
    }
}

/// Returns the share of the opponent's replies that throw the win away, in millionths.
pub(crate) fn traps(
    variant: &Variant,
    ending: Ending,
    position: &Admitted,
    mv: &Move,
    solver: &mut Solver,
    budget: &mut Budget<'_>,
) -> u64 {
    let Ok(child) = variant.rules().apply(position, mv) else { return 0 };
    let winning = budget
        .within(TRAP_WORK, |budget| solver.winning_moves(ending, &child, budget, MOST_LISTED));
    let WinningMoves::All(winning) = winning else { return 0 };
    match variant.rules().count(&child) {
        Some(0) => 0,
        Some(replies) => 1_000_000 - (winning.len() as u64).saturating_mul(1_000_000) / replies,
        None => 1_000_000,
    }
}

/// Returns the first item with the greatest worth.
fn most<W: Ord>(moves: &[Move], mut worth: impl FnMut(&Move) -> W) -> Option<Move> {
    let mut best: Option<(W, &Move)> = None;
    for mv in moves {
        let worth = worth(mv);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, mv));
        }
    }
    best.map(|(_, mv)| mv.clone())
}
