//! The octal games and Grundy's game: sums of heaps.

use rules::{Ending, Grundy, Heaps, Octal};

use crate::heap_game::HeapGame;
use crate::heap_moves::HeapMoves;
use crate::quotients::{of_grundy, of_octal};
use crate::search::{Game, Known};
use crate::sums::{SumOf, Sums};
use crate::{Budget, Exhausted, Quotient};

/// The rules with the tables of their heaps.
#[derive(Debug)]
pub(crate) struct Splitting<R> {
    rules: R,
    heaps: HeapGame,
}

/// What is known of an octal game.
pub(crate) fn octal_theory(rules: Octal) -> Sums<Splitting<Octal>> {
    let moves = HeapMoves::octal(rules.digits().to_vec());
    let heaps = HeapGame::new(moves, of_octal(&rules.code()));
    Sums::new(Splitting { rules, heaps })
}

/// What is known of Grundy's game.
pub(crate) fn grundy_theory(rules: Grundy) -> Sums<Splitting<Grundy>> {
    let heaps = HeapGame::new(HeapMoves::grundy(), of_grundy());
    Sums::new(Splitting { rules, heaps })
}

impl<R: std::fmt::Debug> Game for Splitting<R> {
    type Part = u64;
    type Step = (u64, u64);

    fn steps<'a>(&'a self, heap: &'a u64) -> impl Iterator<Item = (u64, u64)> + 'a {
        self.heaps.steps(heap)
    }

    fn play(&self, heap: &u64, step: &(u64, u64), parts: &mut Vec<u64>) {
        self.heaps.play(heap, step, parts);
    }

    fn size(&self, heap: &u64) -> u64 {
        self.heaps.size(heap)
    }

    fn known(&self, heap: &u64) -> Known {
        self.heaps.known(heap)
    }

    fn quotient(&self) -> Option<&Quotient> {
        self.heaps.quotient()
    }
}

impl<R: rules::Rules<Position = Heaps> + Clone + std::fmt::Debug> SumOf for Splitting<R> {
    type Rules = R;

    const PARTS: &'static str = "heaps";

    fn rules(&self) -> &R {
        &self.rules
    }

    fn parts(&self, position: &Heaps) -> Vec<u64> {
        self.heaps.live(position.heaps.iter().copied())
    }

    fn prepare(
        &mut self,
        ending: Ending,
        parts: &[u64],
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        match parts.iter().max() {
            Some(&largest) => self.heaps.reach(ending, largest, budget),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;
    use crate::{Certainty, Outcome, Source, Theory, WinningMoves};

    /// Up to three heaps with this total; more would be too much for recursion
    /// that takes every order of the heaps for another position.
    fn heaps(total: u64) -> Vec<Heaps> {
        let mut all = vec![Heaps::from(vec![])];
        for a in 0..=total {
            for b in 0..=a.min(total - a) {
                all.extend((0..=b.min(total - a - b)).map(|c| Heaps::from(vec![b, c, a])));
            }
        }
        all
    }

    #[test]
    fn octal_games_agree_with_plain_recursion() {
        for code in ["0.77", "0.137", "0.07", "0.6", "0.007", "0.777", "4.3", "0.0", "0.1", "0.356"]
        {
            agree(&mut octal_theory(Octal::new(code).unwrap()), heaps(8));
        }
    }

    #[test]
    fn grundys_game_agrees_with_plain_recursion() {
        agree(&mut grundy_theory(Grundy {}), heaps(11));
    }

    fn misere_lost<T: Theory<Rules: rules::Rules<Position = Heaps>>>(
        theory: &mut T,
        heaps: u64,
    ) -> Vec<u64> {
        let mut lost = |&heap: &u64| {
            let mut budget = Budget::positions(50_000_000);
            theory.outcome(Ending::Misere, &vec![heap].into(), &mut budget) == Ok(Outcome::P)
        };
        (0..heaps).filter(|heap| lost(heap)).collect()
    }

    #[test]
    fn single_heaps_that_lose_in_misere_play() {
        let mut kayles = octal_theory(Octal::new("0.77").unwrap());
        assert_eq!(misere_lost(&mut kayles, 400), [1, 4, 9, 12, 20]);
        let mut grundy = grundy_theory(Grundy {});
        let mut threes: Vec<u64> = (1..=15).map(|n| 3 * n).collect();
        threes.push(50);
        assert_eq!(misere_lost(&mut grundy, 51), threes);
    }

    #[test]
    fn the_largest_heaps_of_solved_games_are_looked_up() {
        let mut kayles = octal_theory(Octal::new("0.77").unwrap());
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
        let mut theory = octal_theory(Octal::new("0.7777").unwrap());
        let mut budget = Budget::positions(10_000_000);
        let huge: Heaps = vec![rules::MAX_NUMBER, 1_000_000_007].into();
        let verdict = theory.verdict(Ending::Misere, &huge, &mut budget);
        assert!(matches!(verdict.why.facts, crate::Facts::Tame { .. }), "{verdict:?}");
    }

    #[test]
    fn what_no_table_reaches_is_unknown() {
        let mut theory = grundy_theory(Grundy {});
        for &ending in Ending::BOTH {
            let huge: Heaps = vec![rules::MAX_NUMBER].into();
            let verdict = theory.verdict(ending, &huge, &mut Budget::positions(100_000));
            assert_eq!(verdict.certainty, Certainty::Unknown);
        }
    }
}
