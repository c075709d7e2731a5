//! What to play in a lost position. Perfect play has nothing to offer there,
//! but opponents err: a stubborn player makes the game long where that can be
//! worked out, and else sets as many traps as it can.

use std::collections::HashMap;

use rules::{Ending, Move, Position, Variant};

use crate::chance::Chance;
use crate::player::some_moves;
use crate::theory::MOST_LISTED;
use crate::{Budget, Exhausted, Outcome, Solver, WinningMoves};

/// Moves made to find the length of resistance: some ten milliseconds.
const LENGTH_WORK: u64 = 20_000;
/// Bytes of positions that this may take, by the length of their JSON.
const LENGTH_BYTES: u64 = 4_000_000;
/// Lengths that are kept from one move of a game to the next.
const REMEMBERED: u64 = 10 * LENGTH_WORK;
/// Work spent on the traps behind one move.
const TRAP_WORK: u64 = 2_000;

/// How long a game lasts when the winner hurries and the loser resists.
#[derive(Debug, Default)]
pub(crate) struct Stubborn {
    lengths: HashMap<Position, Length>,
}

/// Who wins a position and in how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Length {
    outcome: Outcome,
    moves: u32,
}

impl Stubborn {
    /// A move in a position that is lost: the longest resistance if it can be
    /// worked out, else the most traps.
    pub(crate) fn choose(
        &mut self,
        variant: &Variant,
        ending: Ending,
        position: &Position,
        solver: &mut Solver,
        chance: &mut Chance,
        budget: &mut Budget<'_>,
    ) -> Option<Move> {
        let work = work_for(position);
        let measured =
            budget.within(work, |budget| self.measure(variant, ending, position, budget));
        if measured.is_ok() {
            let moves: Vec<Move> = variant.rules().moves(position).collect();
            return most(&moves, |mv| self.length_after(variant, position, mv));
        }
        let moves = some_moves(variant, position, chance);
        most(&moves, |mv| traps(variant, ending, position, mv, solver, budget))
    }

    fn length_after(&self, variant: &Variant, position: &Position, mv: &Move) -> u32 {
        let child = variant.rules().apply(position, mv).ok();
        child.and_then(|child| self.lengths.get(&child)).map_or(0, |length| length.moves)
    }

    /// Finds the length of every position below this one, from the ends of the
    /// game upwards. The stack is our own: games may be longer than the
    /// thread's.
    fn measure(
        &mut self,
        variant: &Variant,
        ending: Ending,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        if self.lengths.len() as u64 > REMEMBERED {
            self.lengths.clear();
        }
        let mut open = vec![(position.clone(), Vec::new())];
        while let Some((position, children)) = open.last_mut() {
            if self.lengths.contains_key(position) {
                open.pop();
            } else if children.is_empty() && has_moves(variant, position) {
                *children = below(variant, position, budget)?;
                let unknown = children.iter().filter(|child| !self.lengths.contains_key(child));
                let unknown: Vec<_> = unknown.map(|child| (child.clone(), Vec::new())).collect();
                open.extend(unknown);
            } else {
                let length = self.length(ending, children);
                self.lengths.insert(position.clone(), length);
                open.pop();
            }
        }
        Ok(())
    }

    /// The winner takes the shortest way to a lost child, the loser the longest
    /// to a won one.
    fn length(&self, ending: Ending, children: &[Position]) -> Length {
        let known = || children.iter().filter_map(|child| self.lengths.get(child));
        let lost = known().filter(|child| child.outcome == Outcome::P);
        if let Some(shortest) = lost.map(|child| child.moves).min() {
            return Length { outcome: Outcome::N, moves: shortest + 1 };
        }
        match known().map(|child| child.moves).max() {
            Some(longest) => Length { outcome: Outcome::P, moves: longest + 1 },
            None => Length { outcome: Outcome::from_win(ending == Ending::Misere), moves: 0 },
        }
    }
}

/// Large positions are not worth remembering by the thousand.
fn work_for(position: &Position) -> u64 {
    let bytes = serde_json::to_string(position).map_or(LENGTH_BYTES, |json| json.len() as u64);
    LENGTH_WORK.min(LENGTH_BYTES / bytes.max(1))
}

fn has_moves(variant: &Variant, position: &Position) -> bool {
    variant.rules().moves(position).next().is_some()
}

/// The different positions after one move.
fn below(
    variant: &Variant,
    position: &Position,
    budget: &mut Budget<'_>,
) -> Result<Vec<Position>, Exhausted> {
    let rules = variant.rules();
    let mut children = Vec::new();
    for mv in rules.moves(position) {
        budget.spend()?;
        children.extend(rules.apply(position, &mv));
    }
    children.sort_unstable();
    children.dedup();
    Ok(children)
}

/// The share of the opponent's replies that throw the win away, in millionths.
fn traps(
    variant: &Variant,
    ending: Ending,
    position: &Position,
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

/// The first item with the greatest worth.
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
