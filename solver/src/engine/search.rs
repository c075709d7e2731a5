//! The one search. A game is a sum of independent parts; the search remembers parts and not
//! positions, so that what it learns about a part serves every sum.
//!
//! Normal play is decided by nimbers (`nimbers.rs`), misère play by tame pairs, quotients and
//! outcomes of sums (`misere.rs`). Nothing recurses, because a game may be as deep as a heap
//! is large; the search ends with the budget.

mod misere;
mod nimbers;

use rules::Ending;

use crate::engine::game::SearchGame;
use crate::engine::parts::{Id, Parts};
use crate::engine::search::misere::Misere;
use crate::engine::search::nimbers::Nimbers;
use crate::{Budget, Exhausted, Outcome};

pub(crate) use misere::Reason;

/// The search with everything it has found out.
#[derive(Debug)]
pub struct Search<G: SearchGame> {
    pub(crate) parts: Parts<G>,
    pub(crate) nimbers: Nimbers,
    pub(crate) misere: Misere,
    /// The edition of the quotient to which the parts' elements belong.
    edition: u32,
}

impl<G: SearchGame> Search<G> {
    /// Creates the search with nothing known yet.
    pub fn new(game: G) -> Search<G> {
        Search {
            parts: Parts::new(game),
            nimbers: Nimbers::default(),
            misere: Misere::default(),
            edition: 0,
        }
    }

    /// Returns the game, for its own tables.
    pub fn game(&self) -> &G {
        self.parts.game()
    }

    /// Returns the game, to lengthen its tables.
    pub(crate) fn game_mut(&mut self) -> &mut G {
        self.parts.game_mut()
    }

    /// Returns the value of each part.
    pub(crate) fn values(
        &mut self,
        parts: &[G::Part],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<u64>, Exhausted> {
        let ids = self.numbers(parts, budget)?;
        ids.into_iter().map(|id| self.value(id, budget)).collect()
    }

    /// Returns who wins the sum of these parts.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget was used up first; what was found stays.
    pub fn outcome(
        &mut self,
        ending: Ending,
        parts: &[G::Part],
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        let ids = self.ids(parts, budget)?;
        let mover_wins = match ending {
            Ending::Normal => {
                self.is_a_move_from_lost(&ids, budget) || !self.sum_is(&ids, 0, budget)?
            }
            Ending::Misere => self.misere_win(&ids, budget)?,
        };
        Ok(Outcome::from_win(mover_wins))
    }

    /// Returns the Sprague-Grundy value of the sum of these parts.
    ///
    /// # Errors
    /// [`Exhausted`], as above.
    pub fn nimber(&mut self, parts: &[G::Part], budget: &mut Budget<'_>) -> Result<u64, Exhausted> {
        self.make_room(budget);
        Ok(self.values(parts, budget)?.iter().fold(0, |sum, value| sum ^ value))
    }

    /// Frees memory if needed. What earlier questions left may grow to twice this budget;
    /// beyond that the search starts afresh, as it does with another quotient.
    fn make_room(&mut self, budget: &Budget<'_>) {
        let edition = self.game().edition();
        if self.parts.bytes() > budget.most_bytes() || self.edition != edition {
            self.edition = edition;
            self.parts.clear();
            self.nimbers = Nimbers::default();
            self.misere = Misere::default();
        }
    }

    fn ids(&mut self, parts: &[G::Part], budget: &Budget<'_>) -> Result<Vec<Id>, Exhausted> {
        self.make_room(budget);
        let mut ids = self.numbers(parts, budget)?;
        ids.sort_unstable();
        Ok(ids)
    }

    fn numbers(&mut self, parts: &[G::Part], budget: &Budget<'_>) -> Result<Vec<Id>, Exhausted> {
        parts.iter().map(|part| self.parts.asked(part, budget)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theory;
    use crate::engine::kayles::Kayles;
    use crate::engine::whole::Exhaustive;
    use crate::oracle::agree;
    use rules::{Heaps, Move, Nim};

    fn many() -> Budget<'static> {
        Budget::positions(10_000_000)
    }

    #[test]
    fn a_variant_without_theory_is_searched() {
        let heaps =
            (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..5).map(move |c| vec![a, b, c])));
        agree(&mut Exhaustive::new(Nim {}), heaps.map(Heaps::from));
    }

    #[test]
    fn values_of_kayles_rows() {
        let mut search = Search::new(Kayles);
        let values: Vec<u64> =
            (0..20).map(|heap| search.nimber(&[heap], &mut many()).unwrap()).collect();
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2]);
    }

    #[test]
    fn a_sum_is_lost_when_its_values_cancel() {
        for a in 0..12 {
            for b in 0..=a {
                for c in 0..=b {
                    let mut fresh = Search::new(Kayles);
                    let outcome = fresh.outcome(Ending::Normal, &[a, b, c], &mut many()).unwrap();
                    let value = fresh.nimber(&[a, b, c], &mut many()).unwrap();
                    assert_eq!(outcome, Outcome::from_win(value != 0), "{a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn misere_kayles_is_lost_from_these_rows_only() {
        let mut search = Search::new(Kayles);
        let lost: Vec<u64> = (0..30)
            .filter(|&row| {
                search.outcome(Ending::Misere, &[row], &mut many()).unwrap() == Outcome::P
            })
            .collect();
        assert_eq!(lost, [1, 4, 9, 12, 20]);
    }

    #[test]
    fn misere_sums_agree_with_plain_recursion() {
        fn mover_wins(heaps: &[u64]) -> bool {
            let mut moved = false;
            for (place, heap) in heaps.iter().enumerate() {
                for (a, b) in Kayles.steps(heap) {
                    moved = true;
                    let mut child = heaps.to_vec();
                    child.remove(place);
                    child.extend([a, b].into_iter().filter(|&heap| heap > 0));
                    if !mover_wins(&child) {
                        return true;
                    }
                }
            }
            !moved
        }
        let mut search = Search::new(Kayles);
        for a in 0..7 {
            for b in 0..=a.min(5) {
                for c in 0..=b.min(3) {
                    let heaps = [a, b, c].into_iter().filter(|&heap| heap > 0).collect::<Vec<_>>();
                    let outcome = search.outcome(Ending::Misere, &heaps, &mut many()).unwrap();
                    assert_eq!(outcome, Outcome::from_win(mover_wins(&heaps)), "{heaps:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_as_deep_as_the_largest_number_ends_with_the_budget() {
        let heap = Heaps::from(vec![rules::MAX_NUMBER]);
        for &ending in Ending::BOTH {
            let mut budget = Budget::positions(300_000);
            assert_eq!(Exhaustive::new(Nim {}).outcome(ending, &heap, &mut budget), Err(Exhausted));
            let mut budget = Budget::positions(300_000);
            let outcome = Search::new(Kayles).outcome(ending, &[rules::MAX_NUMBER], &mut budget);
            assert_eq!(outcome, Err(Exhausted));
        }
    }

    /// One object at a time: the deepest game, with one move in each position.
    #[derive(Clone, Debug)]
    struct OneByOne;

    impl SearchGame for OneByOne {
        type Part = u64;
        type Step = ();

        fn steps<'a>(&'a self, heap: &'a u64) -> impl Iterator<Item = ()> + 'a {
            (*heap > 0).then_some(()).into_iter()
        }

        fn play(&self, heap: &u64, (): &(), parts: &mut Vec<u64>) {
            parts.push(heap - 1);
        }
    }

    #[test]
    fn depth_costs_budget_and_not_the_stack() {
        for (heap, outcome) in [(100_000, Outcome::P), (100_001, Outcome::N)] {
            let normal = Search::new(OneByOne).outcome(Ending::Normal, &[heap], &mut many());
            assert_eq!(normal, Ok(outcome));
            let misere = Search::new(OneByOne).outcome(Ending::Misere, &[heap], &mut many());
            assert_ne!(misere, Ok(outcome));
        }
        let mut budget = Budget::positions(1_000_000);
        let deep = Search::new(OneByOne).outcome(Ending::Normal, &[1 << 53], &mut budget);
        assert_eq!(deep, Err(Exhausted));
    }

    #[test]
    fn a_search_that_holds_more_than_it_may_starts_afresh() {
        let mut search = Search::new(Kayles);
        assert_eq!(search.nimber(&[17, 13], &mut many()), Ok(4 ^ 1));
        let held = search.parts.bytes();
        let mut asked = |bytes| {
            let mut budget = many().bytes(bytes);
            let value = search.nimber(&[17, 13], &mut budget);
            (value, budget.spent() > 0, search.parts.bytes() == held)
        };
        assert_eq!(asked(held), (Ok(4 ^ 1), false, true));
        assert!(asked(held - 1).1);
        assert_eq!(asked(2 * held).0, Ok(4 ^ 1));
    }

    #[test]
    fn moves_are_the_same_after_a_stop() {
        let heaps = Heaps::from(vec![3, 4, 5]);
        let mut theory = Exhaustive::new(Nim {});
        for positions in 0..200 {
            let mut budget = Budget::positions(positions);
            let _ = theory.outcome(Ending::Misere, &heaps, &mut budget);
        }
        let winning = theory.winning_moves(Ending::Misere, &heaps, &mut many(), 40);
        let winning = winning.map(Move::from);
        assert_eq!(winning, crate::WinningMoves::All(vec![Move::List(vec![0, 2].into())]));
    }
}
