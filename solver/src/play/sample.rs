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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_moves_are_all_returned_and_of_many_a_sample() {
        let of = |heap: u64| {
            let setup: rules::Setup = format!("nim {heap}").parse().expect("a game");
            let mut chance = SeededChoices::new(7);
            let mut moves = some_moves(setup.variant(), setup.start(), &mut chance);
            let drawn = moves.clone();
            moves.sort_unstable();
            moves.dedup();
            assert_eq!(moves.len(), drawn.len(), "each once");
            (moves.len(), moves == drawn)
        };
        assert_eq!(of(3).0, 3);
        assert_eq!(of(TRIED as u64), (TRIED, false), "in random order");
        let (sampled, _) = of(TRIED as u64 + 1);
        assert!((TRIED / 3..TRIED).contains(&sampled), "{sampled} of {TRIED} draws differ");
    }
}
