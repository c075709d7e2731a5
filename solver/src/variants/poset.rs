//! Poset games: parts of the order that have nothing to do with each other.

use rules::{Ending, Poset, Present, ones};

use crate::engine::game::{Game, Known};
use crate::engine::pair::Pair;
use crate::engine::sums::{SumOf, Sums, Theorem};
use crate::{Facts, Outcome, Why};

/// The elements as the search sees them.
#[derive(Debug)]
pub(crate) struct Orders(Poset);

/// What is known of a poset game.
pub(super) fn theory(rules: Poset) -> Sums<Orders> {
    Sums::new(Orders(rules))
}

impl Orders {
    /// The elements of `within` that are above or below this one, or itself.
    fn comparable(&self, element: u32, within: u128) -> u128 {
        let below = ones(within).filter(|&other| self.0.up(other) >> element & 1 == 1);
        below.fold(self.0.up(element) & within, |all, other| all | 1 << other)
    }

    fn split(&self, mut elements: u128, parts: &mut Vec<u128>) {
        while elements != 0 {
            let mut part = elements & elements.wrapping_neg();
            let mut edge = part;
            while edge != 0 {
                let near = ones(edge).fold(0, |near, one| near | self.comparable(one, elements));
                edge = near & !part;
                part |= edge;
            }
            elements &= !part;
            parts.push(part);
        }
    }
}

impl Game for Orders {
    /// Elements of which each is comparable to the next in some order.
    type Part = u128;
    type Step = u32;

    fn steps<'a>(&'a self, part: &'a u128) -> impl Iterator<Item = u32> + 'a {
        ones(*part)
    }

    fn play(&self, part: &u128, element: &u32, parts: &mut Vec<u128>) {
        self.split(part & !self.0.up(*element), parts);
    }

    fn size(&self, part: &u128) -> u64 {
        part.count_ones().into()
    }

    /// A chain is a heap of Nim.
    fn known(&self, part: &u128) -> Known {
        let size = part.count_ones();
        let mut above: Vec<u32> = ones(*part).map(|x| (self.0.up(x) & part).count_ones()).collect();
        above.sort_unstable();
        if !above.into_iter().eq(1..=size) {
            return Known::default();
        }
        let value = u64::from(size);
        let pair = Pair { value, firm: value > 1 };
        Known { nimber: Some(value), pair: Some(Some(pair)), element: None }
    }
}

impl SumOf for Orders {
    type Rules = Poset;

    const PARTS: &'static str = "parts of the order";

    fn rules(&self) -> &Poset {
        &self.0
    }

    fn parts(&self, position: &Present) -> Vec<u128> {
        let mut parts = Vec::new();
        self.split(position.bits(), &mut parts);
        parts
    }

    /// With a greatest element above others the mover wins in both endings: if
    /// removing it alone does not win, the answer that refutes it is a first
    /// move too, and leaves the same position.
    fn theorem(&self, _: Ending, position: &Present) -> Option<Theorem> {
        let all = position.bits();
        let greatest = |&top: &u32| ones(all).all(|other| self.0.up(other) >> top & 1 == 1);
        let top = ones(all).find(greatest)?;
        (all.count_ones() > 1).then(|| Theorem {
            outcome: Outcome::N,
            grundy: None,
            why: Why {
                sentence: format!(
                    "element {top} lies above all others, so the player to move wins: if removing \
                     it alone does not win, the answer to that is a winning first move"
                ),
                facts: Facts::StolenStrategy,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;

    #[test]
    fn small_orders_agree_with_plain_recursion() {
        let pairs: Vec<(u64, u64)> = (0..6).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        for set in (0..1u32 << pairs.len()).filter(|set| set % 37 == 5 && set.count_ones() < 8) {
            let covers = pairs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            let poset = Poset::new(6, covers.map(|(_, &pair)| pair).collect()).unwrap();
            agree(&mut theory(poset), [63, 31, 45, 62, 0].map(Present::from_bits));
        }
    }
}
