//! Poset games: the parts are the connected components of the order.

use rules::{Element, Ending, Poset, Present, ones};

use crate::engine::components::components;
use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::pair::Pair;
use crate::engine::sums::{SumOf, Sums, Theorem};
use crate::engine::symmetry::{Involution, Symmetric, by_symmetry};
use crate::{Budget, Facts, Why};

/// The elements as the search sees them.
#[derive(Debug)]
pub(crate) struct Orders {
    rules: Poset,
    involutions: Vec<Involution>,
}

/// Returns the theory of a poset game.
pub(super) fn theory(rules: Poset) -> Sums<Orders> {
    let related = |a: u32, b: u32| rules.up(a) >> b & 1 == 1;
    let involutions = Involution::all_that_keep(rules.elements() as u32, related);
    Sums::new(Orders { rules, involutions })
}

impl Orders {
    /// Returns the elements of `within` that are above or below this one, or equal to it.
    fn comparable(&self, element: u32, within: u128) -> u128 {
        let below = ones(within).filter(|&other| self.rules.up(other) >> element & 1 == 1);
        below.fold(self.rules.up(element) & within, |all, other| all | 1 << other)
    }

    fn split(&self, elements: u128, parts: &mut Vec<u128>) {
        parts.extend(components(elements, |element| self.comparable(element, elements)));
    }
}

impl SearchGame for Orders {
    /// Elements that are connected by comparability.
    type Part = u128;
    type Step = u32;

    fn steps<'a>(&'a self, part: &'a u128) -> impl Iterator<Item = u32> + 'a {
        ones(*part)
    }

    fn play(&self, part: &u128, element: &u32, parts: &mut Vec<u128>) {
        self.split(part & !self.rules.up(*element), parts);
    }

    fn size(&self, part: &u128) -> u64 {
        part.count_ones().into()
    }

    /// A chain is a heap of Nim.
    fn known(&self, part: &u128) -> KnownPart {
        let size = part.count_ones();
        let mut above: Vec<u32> =
            ones(*part).map(|x| (self.rules.up(x) & part).count_ones()).collect();
        above.sort_unstable();
        if !above.into_iter().eq(1..=size) {
            return KnownPart::default();
        }
        let value = u64::from(size);
        let pair = Pair { value, firm: value > 1 };
        KnownPart { nimber: Some(value), pair: Some(Some(pair)), element: None }
    }
}

impl SumOf for Orders {
    type Rules = Poset;

    const PARTS: &'static str = "parts of the order";

    fn rules(&self) -> &Poset {
        &self.rules
    }

    fn parts(&self, position: &Present) -> Vec<u128> {
        let mut parts = Vec::new();
        self.split(position.bits(), &mut parts);
        parts
    }

    fn theorem(
        &self,
        ending: Ending,
        position: &Present,
        budget: &mut Budget<'_>,
    ) -> Option<Theorem<Element>> {
        by_symmetry(self, ending, position, budget)
    }

    /// With a greatest element above others the mover wins in both endings: if removing it
    /// alone does not win, the answer that refutes it is also possible as the first move, and
    /// leaves the same position.
    fn stolen(&self, _: Ending, position: &Present) -> Option<Why> {
        let all = position.bits();
        let greatest = |&top: &u32| ones(all).all(|other| self.rules.up(other) >> top & 1 == 1);
        let top = ones(all).find(greatest)?;
        (all.count_ones() > 1).then(|| Why {
            sentence: format!(
                "element {top} lies above all others, so the player to move wins: if removing it \
                 alone does not win, the answer to that is a winning first move; which one, this \
                 does not tell"
            ),
            facts: Facts::StolenStrategy,
        })
    }
}

impl Symmetric for Orders {
    fn involutions(&self) -> &[Involution] {
        &self.involutions
    }

    /// An element above its own image would be above itself, so only elements that are their
    /// own images cannot be answered.
    fn all_answered(&self, position: &Present, opposite: &Involution) -> bool {
        position.present.iter().all(|&element| opposite.image(element) != element)
    }

    fn restoring(
        &self,
        position: &Present,
        _: &[u64],
        opposite: &Involution,
        _: &mut Budget<'_>,
    ) -> Vec<Element> {
        let present = position.bits();
        let left = |element: u32| present & !self.rules.up(element);
        opposite.kept_by_one(present, left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;
    use crate::{Outcome, Theory};

    #[test]
    fn small_orders_agree_with_plain_recursion() {
        let pairs: Vec<(u64, u64)> = (0..6).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        for set in (0..1u32 << pairs.len()).filter(|set| set % 37 == 5 && set.count_ones() < 8) {
            let covers = pairs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            let poset = Poset::new(6, covers.map(|(_, &pair)| pair).collect()).unwrap();
            agree(&mut theory(poset), [63, 31, 45, 62, 0].map(Present::from_bits));
        }
    }

    #[test]
    fn what_lies_above_all_others_wins_however_large_the_order_is() {
        let pairs = (0..40).flat_map(|a| (0..a).map(move |b| (b, a)));
        let tangled: Vec<(u64, u64)> = pairs.filter(|(b, a)| (7 * a + 3 * b) % 11 < 2).collect();
        let verdict = |covers: Vec<(u64, u64)>, elements, ending| {
            let mut theory = theory(Poset::new(elements, covers).unwrap());
            let all = Present::from_bits((1 << elements) - 1);
            let verdict = theory.verdict(ending, &all, &mut Budget::positions(10));
            (verdict.outcome, verdict.why.facts)
        };
        let topped: Vec<_> = tangled.iter().copied().chain((0..40).map(|b| (b, 40))).collect();
        for &ending in Ending::BOTH {
            let (outcome, facts) = verdict(topped.clone(), 41, ending);
            assert_eq!(outcome, Some(Outcome::N), "{ending:?}");
            assert!(matches!(facts, Facts::StolenStrategy), "{facts:?}");
            assert_eq!(verdict(tangled.clone(), 40, ending).0, None, "{ending:?}");
        }
    }
}
