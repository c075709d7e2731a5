//! How an imperfect player sees a position. Each flaw returns the moves that look right to
//! that player, or `None` where the player sees nothing.

use rules::{Admitted, Ending, Heaps, Move, Position, Shape, Take, Variant};

use crate::play::chance::SeededChoices;
use crate::{Budget, Facts, Outcome, Verdict};

/// How many moves a player with limited sight looks at in one position: a person does not see
/// more either, and some positions have more moves than fit in memory.
const SEEN_MOVES: usize = 64;

/// Returns who wins, as it appears to a player who looks no further than `depth` moves ahead.
pub(crate) fn seen_outcome(
    variant: &Variant,
    ending: Ending,
    position: &Admitted,
    depth: u8,
    budget: &mut Budget<'_>,
) -> Option<Outcome> {
    let rules = variant.rules();
    let mut moves = rules.moves(position).peekable();
    if moves.peek().is_none() {
        return Some(Outcome::from_win(ending == Ending::Misere));
    }
    let next_depth = depth.checked_sub(1)?;
    let mut all_lose = true;
    for mv in moves.by_ref().take(SEEN_MOVES) {
        budget.spend().ok()?;
        let child = rules.apply(position, &mv).ok()?;
        match seen_outcome(variant, ending, &child, next_depth, budget) {
            Some(Outcome::P) => return Some(Outcome::N),
            Some(Outcome::N) => {}
            None => all_lose = false,
        }
    }
    (all_lose && moves.next().is_none()).then_some(Outcome::P)
}

/// Returns the heaps as read by a player who sees only the lowest binary digits; `None` where
/// the position is not made of heaps.
pub(crate) fn lowest_digits(
    variant: &Variant,
    position: &Admitted,
    digits: u8,
) -> Option<Admitted> {
    let heaps: &Heaps = Shape::from_position(position)?;
    let mask = 1u64.checked_shl(u32::from(digits)).map_or(u64::MAX, |above| above - 1);
    let read = heaps.heaps.iter().map(|heap| heap & mask).collect::<Vec<_>>();
    let read = Position::from(Heaps::from(read));
    variant.rules().admit(read).ok()
}

/// Draws which binary columns a player misreads, each with probability `error`.
pub(crate) fn misread_columns(columns: u32, error: f64, chance: &mut SeededChoices) -> u64 {
    (0..columns.min(u64::BITS))
        .fold(0, |misread, column| misread | u64::from(chance.happens(error)) << column)
}

/// Returns how many binary columns the position has: those of the values that its verdict
/// adds, or else as many as the number of its moves has digits.
pub(crate) fn columns(variant: &Variant, position: &Admitted, verdict: &Verdict) -> u32 {
    let widest = match &verdict.why.facts {
        Facts::NimSum { values, .. } => values.iter().copied().max(),
        _ => variant.rules().count(position),
    };
    u64::BITS - widest.unwrap_or(u64::MAX).leading_zeros()
}

/// Returns the moves of Nim that change a value by this XOR. In a variant whose values are not
/// its heaps, such a move is refused or leads to another sum.
pub(crate) fn balancing_takes(values: &[u64], change: u64) -> impl Iterator<Item = Move> + '_ {
    (0u64..).zip(values).filter_map(move |(heap, value)| {
        let take = value.checked_sub(value ^ change)?;
        Some(Move::from(Take { heap, take }))
    })
}
