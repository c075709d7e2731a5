//! Heaps that one move may change together: greedy Nim, Moore's, Wythoff's. The search treats
//! them as one part, in which the order of the heaps does not matter.

use std::collections::HashMap;
use std::fmt::Debug;

use rules::{Ending, Heaps, Rules};

use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::owned::Owned;
use crate::engine::search::Search;
use crate::engine::sieve::{LostPosition, Sieve};
use crate::engine::whole::by_search;
use crate::{Budget, Exhausted, Outcome, Source, Verdict};

/// The size up to which a position's value is searched when a theorem has already decided who
/// wins: some tens of milliseconds.
const MOST_STEPS: u64 = 2_000_000;

/// Rules whose heaps are coupled.
pub(crate) trait Coupled: Rules<Position = Heaps, Move: Owned> + Clone + Debug {
    /// A theorem's verdict on these heaps, sorted and without empty ones.
    fn known(&self, _: &[u64]) -> KnownPart {
        KnownPart::default()
    }

    /// Brings the heaps into a canonical form: most games distinguish neither their order nor
    /// empty ones.
    fn canon(&self, heaps: &mut Vec<u64>) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
    }
}

/// Rules whose positions can be sieved.
pub(crate) trait Sieved: Coupled {
    /// Returns the heaps in a canonical order, where the rules allow it; no heap is left out.
    fn ordered(&self, heaps: &[u64]) -> Vec<u64>;

    /// Crosses out all positions from which a move leads to the lost one.
    fn cross_out(&self, lost: &mut LostPosition<'_>);
}

/// The rules as a game of one part.
#[derive(Debug)]
pub(crate) struct CoupledHeaps<R>(pub(crate) R);

impl<R: Coupled> SearchGame for CoupledHeaps<R> {
    type Part = Heaps;
    type Step = R::Move;

    const SUMS: bool = false;

    fn steps<'a>(&'a self, part: &'a Heaps) -> impl Iterator<Item = R::Move> + 'a {
        self.0.moves(part)
    }

    fn play(&self, part: &Heaps, step: &R::Move, parts: &mut Vec<Heaps>) {
        // `moves` gives only what `apply` accepts.
        let left = self.0.apply(part, step).map(|left| self.part(&left));
        parts.extend(left.into_iter().filter(|left| !left.heaps.is_empty()));
    }

    fn known(&self, part: &Heaps) -> KnownPart {
        self.0.known(&part.heaps)
    }
}

impl<R: Coupled> CoupledHeaps<R> {
    /// Returns the part that stands for this position.
    pub(crate) fn part(&self, position: &Heaps) -> Heaps {
        let mut heaps = position.heaps.clone();
        self.0.canon(&mut heaps);
        Heaps { heaps }
    }
}

/// Returns the heaps in ascending order.
pub(crate) fn sorted(heaps: &[u64]) -> Vec<u64> {
    let mut sorted = heaps.to_vec();
    sorted.sort_unstable();
    sorted
}

/// Returns the Grundy value, where the position is small enough to search although the winner
/// is already known.
pub(crate) fn small_value<R: Coupled>(
    search: &mut Search<CoupledHeaps<R>>,
    position: &Heaps,
    budget: &mut Budget<'_>,
) -> Option<u64> {
    let part = search.game().part(position);
    let below = part.heaps.iter().fold(1u64, |below, heap| below.saturating_mul(heap + 1));
    let moves = search.game().0.count(&part)?;
    if below.saturating_mul(moves) > MOST_STEPS {
        return None;
    }
    let value: Result<u64, Exhausted> = search.nimber(&[part], budget);
    value.ok()
}

/// A game without a theorem: small positions are decided by a sieve, larger ones by a search.
#[derive(Debug)]
pub(crate) struct OpenGame<R: Coupled> {
    rules: R,
    pub(crate) search: Search<CoupledHeaps<R>>,
    sieves: HashMap<Ending, Sieve>,
}

impl<R: Sieved> OpenGame<R> {
    /// Creates the game with nothing known yet.
    pub(crate) fn new(rules: R) -> OpenGame<R> {
        let search = Search::new(CoupledHeaps(rules.clone()));
        OpenGame { rules, search, sieves: HashMap::new() }
    }

    /// Returns who wins.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget was used up first.
    pub(crate) fn outcome(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        let heaps = self.rules.ordered(&position.heaps);
        if let Some(outcome) = self.sieves.get(&ending).and_then(|sieve| sieve.outcome(&heaps)) {
            return Ok(outcome);
        }
        let part = self.search.game().part(position);
        if !Sieve::fits(&heaps) {
            return self.search.outcome(ending, &[part], budget);
        }
        let cross_out = |lost: &mut LostPosition<'_>| self.rules.cross_out(lost);
        let sieve = Sieve::new(&heaps, ending == Ending::Misere, cross_out, budget)?;
        let outcome = sieve.outcome(&heaps);
        self.sieves.insert(ending, sieve);
        // The corner lies in its own box, so there is an outcome.
        outcome.ok_or(Exhausted)
    }

    /// Returns the Sprague-Grundy value, where the position is small enough.
    pub(crate) fn value(&mut self, position: &Heaps, budget: &mut Budget<'_>) -> Option<u64> {
        let heaps = self.rules.ordered(&position.heaps);
        if !Sieve::fits(&heaps) {
            return small_value(&mut self.search, position, budget);
        }
        let cells = heaps.iter().fold(1u64, |cells, heap| cells.saturating_mul(heap + 1));
        if cells.saturating_mul(self.rules.count(position)?) > MOST_STEPS {
            return None;
        }
        let cross_out = |lost: &mut LostPosition<'_>| self.rules.cross_out(lost);
        Sieve::corner_value(&heaps, cross_out, budget).ok()
    }

    /// Returns who wins, and how many positions were looked at.
    pub(crate) fn verdict(
        &mut self,
        ending: Ending,
        position: &Heaps,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        let before = budget.spent();
        let Ok(outcome) = self.outcome(ending, position, budget) else {
            return Verdict::unknown(budget.spent() - before);
        };
        let grundy = match (ending, outcome) {
            (Ending::Misere, _) => None,
            (Ending::Normal, Outcome::P) => Some(0),
            (Ending::Normal, Outcome::N) => self.value(position, budget),
        };
        let heaps = self.rules.ordered(&position.heaps);
        let sieve = self.sieves.get(&ending).filter(|sieve| sieve.outcome(&heaps).is_some());
        let positions = sieve.map_or(budget.spent() - before, Sieve::cells);
        Verdict::proven(outcome, Source::Search, grundy, by_search(outcome, positions))
    }
}

#[cfg(test)]
mod tests {
    use rules::{CircularStacks, Greedy, Moore, Multiheap, Scope};

    use super::*;
    use crate::oracle::{Oracle, heaps};

    #[test]
    fn a_value_is_searched_only_where_that_is_a_small_matter() {
        let rules = Greedy::default();
        let mut search = Search::new(CoupledHeaps(rules));
        let mut oracle = Oracle::new(rules);
        let many = &mut Budget::positions(100_000_000);
        for position in heaps(3, 4) {
            let value = small_value(&mut search, &position, many);
            assert_eq!(value, Some(oracle.grundy(&position)), "{position:?}");
        }
        let spent = many.spent();
        // A hundred to the fourth positions with a hundred moves each; more than can be counted.
        for large in [vec![99; 4], vec![1 << 53; 7]] {
            assert_eq!(small_value(&mut search, &large.into(), many), None);
        }
        assert_eq!(many.spent(), spent, "a hopeless search is not begun");
        let none = &mut Budget::positions(0);
        assert_eq!(small_value(&mut search, &vec![7, 8, 9].into(), none), None);
    }

    #[test]
    fn sieve_and_search_find_the_values_of_the_definition() {
        let rules = Moore::new(2, None).unwrap();
        let mut oracle = Oracle::new(rules);
        let mut game = OpenGame::new(rules);
        for position in heaps(3, 3) {
            let many = &mut Budget::positions(100_000_000);
            assert_eq!(game.value(&position, many), Some(oracle.grundy(&position)), "{position:?}");
            for &ending in Ending::BOTH {
                let outcome = game.outcome(ending, &position, many);
                assert_eq!(outcome, Ok(oracle.outcome(ending, &position)), "{position:?}");
                let verdict = game.verdict(ending, &position, many);
                assert_eq!(verdict.outcome, outcome.ok());
                let value = (ending == Ending::Normal).then(|| oracle.grundy(&position));
                assert_eq!(verdict.grundy, value, "{position:?}");
            }
        }
    }

    /// Checks what the rules say of small positions without a search, and returns of how many they
    /// give the value and the tame pair.
    fn told<R: Coupled>(rules: R, longest: usize, most: u64) -> (usize, usize) {
        let mut oracle = Oracle::new(rules.clone());
        let game = CoupledHeaps(rules);
        let (mut values, mut pairs) = (0, 0);
        for position in heaps(longest, most) {
            let known = game.known(&game.part(&position));
            let value = oracle.grundy(&position);
            let is_lost = oracle.outcome(Ending::Misere, &position) == Outcome::P;
            let place = || format!("{:?} {position:?}", game.0);
            if let Some(nimber) = known.nimber {
                assert_eq!(nimber, value, "{}", place());
                values += 1;
            }
            if let Some(Some(pair)) = known.pair {
                assert_eq!(pair.value, value, "{}", place());
                assert!(pair.firm || value <= 1, "{}", place());
                assert_eq!(is_lost, pair.value == u64::from(!pair.firm), "{}", place());
                pairs += 1;
            }
        }
        (values, pairs)
    }

    #[test]
    fn what_is_known_without_a_search_is_what_the_definition_says() {
        let all = heaps(3, 4).len();
        for cap in [None, Some(1), Some(2), Some(3)] {
            for k in 1..=4 {
                let (values, pairs) = told(Moore::new(k, cap).unwrap(), 3, 4);
                // With one heap at a time, or with all of them and no cap, everything is known.
                let (nim, one_heap) = (k == 1, k >= 3 && cap.is_none());
                assert_eq!((values, pairs) == (all, all), nim || one_heap, "{k} {cap:?}");
                assert!(values > 20, "{k} {cap:?} {values}");
            }
        }
        for scope in [Scope::All, Scope::NonEmpty] {
            told(Multiheap { scope }, 3, 4);
            // Of two heaps the lost ones are known, and the single heaps.
            let mut oracle = Oracle::new(Multiheap { scope });
            let known = heaps(2, 7).into_iter().filter(|position| {
                position.heaps.iter().filter(|&&heap| heap > 0).count() < 2
                    || oracle.grundy(position) == 0
            });
            assert_eq!(told(Multiheap { scope }, 2, 7).0, known.count(), "{scope:?}");
        }
        for k in 1..=4 {
            told(CircularStacks::new(k).unwrap(), 4, 2);
        }
        told(Greedy::default(), 3, 4);
    }

    #[test]
    fn an_undecided_verdict_says_what_it_alone_has_cost() {
        let mut game = OpenGame::new(Moore::new(2, None).unwrap());
        let mut budget = Budget::positions(1_000);
        budget.spend_many(10).unwrap();
        let verdict = game.verdict(Ending::Normal, &vec![60, 60, 61].into(), &mut budget);
        assert!(budget.spent() > 900);
        assert_eq!(verdict, Verdict::unknown(budget.spent() - 10));
    }

    /// The box of a position is remembered: what is in it costs nothing more.
    #[test]
    fn a_box_is_sieved_once() {
        let mut game = OpenGame::new(Moore::new(2, None).unwrap());
        let budget = &mut Budget::positions(1_000_000);
        game.outcome(Ending::Misere, &vec![9, 9, 9].into(), budget).unwrap();
        let spent = budget.spent();
        assert!(spent > 0);
        for position in heaps(3, 9).into_iter().filter(|position| position.heaps.len() == 3) {
            game.outcome(Ending::Misere, &position, budget).unwrap();
        }
        assert_eq!(budget.spent(), spent);
        // The value of a large box is not looked for, although its winner is known.
        let large = Heaps::from(vec![99; 3]);
        assert_eq!(game.value(&large, budget), None);
        assert_eq!(budget.spent(), spent);
        let verdict =
            game.verdict(Ending::Normal, &vec![60, 60, 61].into(), &mut Budget::positions(0));
        assert_eq!((verdict.outcome, verdict.grundy), (None, None));
    }
}
