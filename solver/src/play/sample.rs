//! The moves that a player considers when there are too many to consider all.

use rules::{Admitted, Move, Variant};

use crate::play::chance::SeededChoices;

/// How many moves are tried one by one where there may be more than fit in memory.
const TRIED: usize = 64;

/// Returns all moves in random order if they are at most [`TRIED`], otherwise a random sample.
pub(crate) fn some_moves(
    variant: &Variant,
    position: &Admitted,
    chance: &mut SeededChoices,
) -> Vec<Move> {
    let rules = variant.rules();
    let mut moves: Vec<Move> = rules.moves(position).take(TRIED + 1).collect();
    if moves.len() > TRIED {
        let drawn = (0..TRIED).filter_map(|_| rules.draw(position, &mut |n| chance.below(n)));
        moves = drawn.collect();
        moves.sort_unstable();
        moves.dedup();
    }
    for unsettled in (1..moves.len()).rev() {
        moves.swap(unsettled, chance.below(unsettled as u64 + 1) as usize);
    }
    moves
}
