//! Grundy's game: sums of heaps.

use rules::Grundy;

use crate::engine::sums::Sums;
use crate::heaps::heap_game::HeapGame;
use crate::heaps::heap_moves::HeapMoves;
use crate::heaps::splitting::Splitting;
use crate::misere::known::grundy_quotient;

/// Returns the theory of Grundy's game.
pub(super) fn theory(rules: Grundy) -> Sums<Splitting<Grundy>> {
    let heaps = HeapGame::new(HeapMoves::grundy(), grundy_quotient());
    Sums::new(Splitting::new(rules, heaps))
}

#[cfg(test)]
mod tests {
    use rules::{Ending, Heaps};

    use super::*;
    use crate::oracle::{agree, few_heaps, misere_lost};
    use crate::{Budget, Certainty, Theory};

    #[test]
    fn grundys_game_agrees_with_plain_recursion() {
        agree(&mut theory(Grundy {}), few_heaps(11));
    }

    #[test]
    fn single_heaps_that_lose_in_misere_play() {
        let mut grundy = theory(Grundy {});
        let mut threes: Vec<u64> = (1..=15).map(|n| 3 * n).collect();
        threes.push(50);
        assert_eq!(misere_lost(&mut grundy, 51), threes);
    }

    #[test]
    fn heaps_beyond_every_table_are_unknown() {
        let mut theory = theory(Grundy {});
        for &ending in Ending::BOTH {
            let huge: Heaps = vec![rules::MAX_NUMBER].into();
            let verdict = theory.verdict(ending, &huge, &mut Budget::positions(100_000));
            assert_eq!(verdict.certainty, Certainty::Unknown);
        }
    }
}
