//! Proofs of misère quotients (after Plambeck and Siegel 2008): a table assigns an element to
//! each part, and says which elements are lost. It is right for every sum if no move leads
//! from a lost product to a lost one, and if every other sum has such a move, except a sum
//! without any move.
//!
//! The first condition is checked part by part, beside every element. For the second, all that
//! matters about a sum is its product and the elements beside which it has a move to a lost
//! one. A sum with such moves beside more elements is at least as good, also in any larger
//! sum; so among sums with the same product the poorest suffice, and they are few: 98 for rows
//! of threes up to 600. They stand for the quarter of a million sums that had to be looked at
//! when sums were distinguished by all their options.

use rules::ones;

use crate::{Budget, Exhausted, Quotient};

/// How many products can be looked up at the cost of one position of a search.
const PRODUCTS_A_POSITION: usize = 128;

/// A part or a sum as the proof sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SeenPart {
    product: u8,
    /// The elements beside which it has a move to a lost one, as bits: 128 elements are
    /// enough.
    moves: u128,
}

/// A proof for all sums of the parts that were added.
#[derive(Clone, Debug)]
pub(crate) struct Proof {
    parts: Poorest,
    sums: Poorest,
}

impl Proof {
    /// Creates the proof without any part. `None` if the quotient is not a commutative monoid,
    /// or says that the empty sum is lost: there the mover has won.
    pub(crate) fn new(quotient: &Quotient) -> Option<Proof> {
        let none = Poorest(vec![Vec::new(); quotient.order()]);
        let is_one = is_commutative_monoid(quotient) && !quotient.is_lost([]);
        is_one.then_some(Proof { parts: none.clone(), sums: none })
    }

    /// Returns how many sums have been looked at, which stand for all.
    pub(crate) fn sums(&self) -> usize {
        self.sums.0.iter().map(Vec::len).sum()
    }

    /// Returns the proof with one more part, given by its element and its options' elements as
    /// bits; every option must be a sum of parts. `None` if a sum then contradicts the
    /// quotient.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget runs out first.
    pub(crate) fn with(
        &self,
        quotient: &Quotient,
        element: u8,
        options: u128,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Proof>, Exhausted> {
        if options == 0 {
            // The part changes no sum.
            return Ok((element == 0).then(|| self.clone()));
        }
        budget.spend_many(
            (quotient.order() * options.count_ones() as usize / PRODUCTS_A_POSITION) as u64,
        )?;
        let part = SeenPart { product: element, moves: moves_to_lost(quotient, options) };
        if part.moves & moves_to_lost(quotient, 1 << element) != 0 {
            return Ok(None);
        }
        let mut proof = self.clone();
        if !proof.parts.add(part) {
            return Ok(Some(proof));
        }
        let mut open = vec![part];
        open.extend(self.sums.iter().map(|sum| sum.and(quotient, part)));
        while let Some(sum) = open.pop() {
            budget.spend()?;
            if !quotient.is_lost([sum.product]) && sum.moves & 1 == 0 {
                return Ok(None);
            }
            if proof.sums.add(sum) {
                open.extend(proof.parts.iter().map(|part| sum.and(quotient, part)));
            }
        }
        Ok(Some(proof))
    }
}

/// Returns whether multiplication is that of a commutative monoid. The middle one of three
/// factors need only be a generator (Light's test; Clifford and Preston 1961): all elements
/// are products of generators.
pub(crate) fn is_commutative_monoid(quotient: &Quotient) -> bool {
    let all = || 0..quotient.order() as u8;
    let product = |a, b| quotient.multiply(a, b);
    let commutes =
        all().all(|a| product(0, a) == a && all().all(|b| product(a, b) == product(b, a)));
    let associates = |g: u8| {
        all().all(|a| all().all(|b| product(product(a, g), b) == product(a, product(g, b))))
    };
    commutes && quotient.generators().all(associates)
}

/// Returns the elements beside which one of these is lost.
fn moves_to_lost(quotient: &Quotient, elements: u128) -> u128 {
    let lost = |x: &u8| ones(elements).any(|element| quotient.is_lost([*x, element as u8]));
    (0..quotient.order() as u8).filter(lost).fold(0, |all, x| all | 1 << x)
}

impl SeenPart {
    /// Returns the sum of two: a move is made in either one, beside the other.
    fn and(self, quotient: &Quotient, other: SeenPart) -> SeenPart {
        let beside =
            |x: u8, a: SeenPart, b: SeenPart| a.moves >> quotient.multiply(x, b.product) & 1;
        let moves = |x: u8| beside(x, self, other) | beside(x, other, self);
        SeenPart {
            product: quotient.multiply(self.product, other.product),
            moves: (0..quotient.order() as u8).fold(0, |all, x| all | moves(x) << x),
        }
    }
}

/// For each product, sets of moves none of which contains another.
#[derive(Clone, Debug)]
struct Poorest(Vec<Vec<u128>>);

impl Poorest {
    /// Adds a sum, unless a known one is at least as poor; returns whether it was added.
    fn add(&mut self, SeenPart { product, moves }: SeenPart) -> bool {
        let known = &mut self.0[usize::from(product)];
        if known.iter().any(|known| known & moves == *known) {
            return false;
        }
        known.retain(|known| known & moves != moves);
        known.push(moves);
        true
    }

    fn iter(&self) -> impl Iterator<Item = SeenPart> {
        self.0.iter().zip(0..).flat_map(|(known, product)| {
            known.iter().map(move |&moves| SeenPart { product, moves })
        })
    }
}

/// Proves the quotient for all sums of these parts, each with its options as bits. Returns the
/// number of sums that were looked at, which stand for all, or the index of a part with which
/// some sum contradicts the quotient.
#[cfg(test)]
pub(crate) fn prove(quotient: &Quotient, parts: &[(u8, u128)]) -> Result<usize, usize> {
    let mut budget = Budget::positions(1_000_000);
    let mut proof = Proof::new(quotient).unwrap();
    for (place, &(element, options)) in parts.iter().enumerate() {
        let larger = proof.with(quotient, element, options, &mut budget).unwrap();
        proof = larger.ok_or(place)?;
    }
    Ok(proof.sums())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::heap_moves::HeapMoves;
    use crate::misere::known::{grundy_quotient, octal_quotient};

    /// Returns the elements of the heaps below `end`, each with its options' elements.
    fn elements(
        heaps: &crate::heaps::heap_game::HeapQuotient,
        moves: &HeapMoves,
        end: u64,
    ) -> Vec<(u8, u128)> {
        let element = |heap: u64| heaps.element(heap).unwrap();
        let quotient = &heaps.quotient;
        let options = |heap| {
            let products =
                moves.options(heap).map(|(a, b)| quotient.multiply(element(a), element(b)));
            products.fold(0, |all, product| all | 1 << product)
        };
        (0..end).map(|heap| (element(heap), options(heap))).collect()
    }

    fn octal(code: &str) -> HeapMoves {
        HeapMoves::octal(rules::Octal::new(code).unwrap().digits().to_vec())
    }

    #[test]
    fn two_quotients_are_proved_for_all_heaps() {
        for (code, order) in [("0.77", 40), ("0.15", 42)] {
            let heaps = octal_quotient(code).unwrap();
            assert_eq!(heaps.quotient.order(), order);
            assert!(is_commutative_monoid(&heaps.quotient));
            // Beyond 2 * 71 + 2 * 12 + 2 (in 0.15 beyond 2 * 66 + 2 * 10 + 2) the proof sees a
            // heap exactly as it sees the heap that is smaller by a period, by the argument of
            // Guy and Smith.
            let parts = elements(heaps, &octal(code), 200);
            prove(&heaps.quotient, &parts).unwrap();
        }
    }

    #[test]
    fn the_other_quotients_are_proved_as_far_as_printed() {
        for (heaps, moves, order) in [
            (grundy_quotient().unwrap(), HeapMoves::grundy(), 48),
            (octal_quotient("0.07").unwrap(), octal("0.07"), 24),
            (octal_quotient("0.137").unwrap(), octal("0.137"), 24),
            (octal_quotient("0.777").unwrap(), octal("0.777"), 80),
        ] {
            assert_eq!(heaps.quotient.order(), order);
            assert!(is_commutative_monoid(&heaps.quotient));
            let parts = elements(heaps, &moves, heaps.quotient.parts());
            prove(&heaps.quotient, &parts).unwrap();
        }
    }

    /// Rules that shorten words in two ways to different ones make tables that are no monoids.
    #[test]
    fn a_table_that_is_no_monoid_is_refused() {
        let (mut monoids, mut others) = (0, 0);
        let words = ["1", "a", "b"];
        for products in crate::oracle::vectors(3, 2) {
            let [aa, ab, bb] = [0, 1, 2].map(|at| words[products[at] as usize]);
            let relations = format!("a2={aa} ab={ab} b2={bb}");
            let presentation =
                crate::Presentation { letters: "ab", relations: &relations, lost: "a", parts: "1" };
            let quotient = Quotient::new(&presentation);
            let all = || 0..quotient.order() as u8;
            let times = |a, b| quotient.multiply(a, b);
            let is_monoid = all().all(|a| {
                times(a, 0) == a
                    && times(0, a) == a
                    && all().all(|b| {
                        times(a, b) == times(b, a)
                            && all().all(|c| times(times(a, b), c) == times(a, times(b, c)))
                    })
            });
            assert_eq!(is_commutative_monoid(&quotient), is_monoid, "{relations}");
            assert_eq!(Proof::new(&quotient).is_some(), is_monoid, "{relations}");
            (monoids, others) = match is_monoid {
                true => (monoids + 1, others),
                false => (monoids, others + 1),
            };
        }
        assert!(monoids > 5 && others > 5, "{monoids} {others}");
    }

    /// In misère play nothing left is won.
    #[test]
    fn a_quotient_in_which_nothing_left_is_lost_is_refused() {
        let of = |lost| {
            Quotient::new(&crate::Presentation {
                letters: "a",
                relations: "a2=1",
                lost,
                parts: "1 a",
            })
        };
        assert!(Proof::new(&of("1")).is_none());
        let quotient = of("a");
        // Heaps of one object each: the odd numbers of them are lost.
        assert_eq!(prove(&quotient, &[(0, 0), (1, 1)]), Ok(2));
        assert_eq!(prove(&quotient, &[(1, 0)]), Err(0), "nothing left is the empty sum");
        let proof = Proof::new(&quotient).unwrap();
        let none = &mut Budget::positions(0);
        assert!(proof.with(&quotient, 1, 1, none).is_err());
    }

    #[test]
    fn a_wrong_table_is_refused() {
        let heaps = octal_quotient("0.77").unwrap();
        let right = elements(heaps, &octal("0.77"), 30);
        for heap in 1..30 {
            let mut wrong = right.clone();
            wrong[heap].0 = if right[heap].0 == 0 { 1 } else { 0 };
            assert!(prove(&heaps.quotient, &wrong).is_err(), "{heap}");
        }
    }
}
