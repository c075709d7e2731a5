//! The octal games: sums of heaps.

use rules::Octal;

use crate::engine::sums::Sums;
use crate::heaps::heap_game::HeapGame;
use crate::heaps::heap_moves::HeapMoves;
use crate::heaps::splitting::Splitting;
use crate::misere::known::octal_quotient;

/// Returns the theory of an octal game.
pub(super) fn theory(rules: Octal) -> Sums<Splitting<Octal>> {
    let moves = HeapMoves::octal(rules.digits().to_vec());
    let heaps = HeapGame::new(moves, octal_quotient(&rules.code()));
    Sums::new(Splitting::new(rules, heaps))
}

#[cfg(test)]
mod tests {
    use rules::{Ending, Heaps};

    use super::*;
    use crate::oracle::{agree, few_heaps, misere_lost};
    use crate::{Budget, Certainty, Source, Theory, WinningMoves};

    #[test]
    fn octal_games_agree_with_plain_recursion() {
        for code in ["0.77", "0.137", "0.07", "0.6", "0.007", "0.777", "4.3", "0.0", "0.1", "0.356"]
        {
            agree(&mut theory(Octal::new(code).unwrap()), few_heaps(8));
        }
    }

    #[test]
    fn single_heaps_that_lose_in_misere_play() {
        let mut kayles = theory(Octal::new("0.77").unwrap());
        assert_eq!(misere_lost(&mut kayles, 400), [1, 4, 9, 12, 20]);
    }

    #[test]
    fn the_largest_heaps_of_solved_games_are_looked_up() {
        let mut kayles = theory(Octal::new("0.77").unwrap());
        let huge: Heaps = vec![rules::MAX_NUMBER, rules::MAX_NUMBER - 1, 7].into();
        for &ending in Ending::BOTH {
            let mut budget = Budget::positions(100_000);
            let verdict = kayles.verdict(ending, &huge, &mut budget);
            assert!(matches!(verdict.certainty, Certainty::Proven(Source::Table | Source::Search)));
            assert!(kayles.winning_move(ending, &huge, &mut budget).is_some());
            let winning = kayles.winning_moves(ending, &huge, &mut budget, 40);
            assert_eq!(winning, WinningMoves::TooMany);
        }
        let pair: Heaps = vec![rules::MAX_NUMBER; 2].into();
        let winning =
            kayles.winning_moves(Ending::Normal, &pair, &mut Budget::positions(100_000), 40);
        assert_eq!(winning, WinningMoves::All(vec![]));
    }

    #[test]
    fn tame_games_are_nim_in_misere_play_too() {
        let mut theory = theory(Octal::new("0.7777").unwrap());
        let mut budget = Budget::positions(10_000_000);
        let huge: Heaps = vec![rules::MAX_NUMBER, 1_000_000_007].into();
        let verdict = theory.verdict(Ending::Misere, &huge, &mut budget);
        assert!(matches!(verdict.why.facts, crate::Facts::Tame { .. }), "{verdict:?}");
    }

    /// The quotients of wild games are derived when a position needs them: they decide sums
    /// that no search reaches, and agree with plain recursion on small ones.
    #[test]
    fn quotients_are_derived_on_demand() {
        for code in ["0.75", "0.53", "0.123", "0.72", "0.15", "0.71", "0.44"] {
            let mut theory = theory(Octal::new(code).unwrap());
            let large = Heaps::from(vec![17, 25, 38, 41, 50, 33, 29, 60]);
            let mut budget = Budget::positions(4_000_000);
            let verdict = theory.verdict(Ending::Misere, &large, &mut budget);
            assert_eq!(verdict.certainty, Certainty::Proven(Source::Table), "{code}");
            agree(&mut theory, few_heaps(11));
        }
    }

    /// Only quotients of the smaller heaps: no quotient of all heaps is known.
    #[test]
    fn quotients_end_where_a_game_has_no_small_one() {
        for code in ["0.26", "0.54", "0.356", "0.3102", "4.7"] {
            agree(&mut theory(Octal::new(code).unwrap()), few_heaps(11));
        }
    }
}
