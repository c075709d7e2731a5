//! Proofs of misère quotients, by a finite closure (after Plambeck and Siegel
//! 2008): a table says an element for each part and which elements are lost.
//! It is right for every sum if no sum contradicts it in one move, and of the
//! sums only the product and the set of the options' products matter, so they
//! are finitely many.

use std::collections::HashSet;

use rules::ones;

use crate::Quotient;

/// A sum as the proof sees it: its product, and the products of its options as
/// bits, for which 128 elements are enough.
pub(crate) type Transition = (u8, u128);

/// Sums that have been looked at, none of which contradicts the quotient.
#[derive(Clone, Default)]
pub(crate) struct Closure {
    parts: HashSet<Transition>,
    sums: HashSet<Transition>,
}

/// Sums that a proof looks at: Kayles needs 1,417, rows of threes up to 305 need
/// 259,155. More are hundreds of megabytes.
const MOST_SUMS: usize = 1 << 21;

impl Closure {
    /// How many sums have been looked at.
    pub(crate) fn sums(&self) -> usize {
        self.sums.len()
    }

    /// Whether there is such a part already.
    pub(crate) fn has(&self, part: &Transition) -> bool {
        self.parts.contains(part)
    }

    /// The closure with one part more, unless a sum contradicts the quotient.
    pub(crate) fn with(&self, quotient: &Quotient, part: &Transition) -> Option<Closure> {
        let mut sums = self.sums.iter().map(|sum| add(quotient, sum, part));
        if check(quotient, part).is_err() || sums.any(|sum| check(quotient, &sum).is_err()) {
            return None;
        }
        let mut larger = self.clone();
        larger.add(quotient, part).ok().map(|()| larger)
    }

    /// Adds a part, and with it all sums that it makes with the others. Returns
    /// the first sum that contradicts the quotient, or is one too many.
    fn add(&mut self, quotient: &Quotient, part: &Transition) -> Result<(), Transition> {
        if !self.parts.insert(*part) {
            return Ok(());
        }
        self.sums.insert((0, 0));
        let mut open: Vec<Transition> = self.sums.iter().copied().collect();
        // The sums known so far need only this part more, the new ones all.
        let mut with: Vec<Transition> = vec![*part];
        while !open.is_empty() {
            let mut next = Vec::new();
            for sum in &open {
                for part in &with {
                    let larger = add(quotient, sum, part);
                    if !self.sums.contains(&larger) {
                        check(quotient, &larger)?;
                        if self.sums.len() == MOST_SUMS {
                            return Err(larger);
                        }
                        self.sums.insert(larger);
                        next.push(larger);
                    }
                }
            }
            open = next;
            with = self.parts.iter().copied().collect();
        }
        Ok(())
    }
}

/// Whether the quotient is right for every sum of these parts, each given by
/// its element and its options' elements; every option of a part must be a sum
/// of the parts. Returns the number of sums that the proof looks at, or the
/// first contradiction.
#[cfg(test)]
pub(crate) fn prove(quotient: &Quotient, parts: &[Transition]) -> Result<usize, Transition> {
    let mut closure = Closure::default();
    check(quotient, &(0, 0))?;
    for part in parts {
        closure.add(quotient, part)?;
    }
    Ok(closure.sums.len())
}

/// Refuses a sum of which the quotient says something else than its options do.
fn check(quotient: &Quotient, sum: &Transition) -> Result<(), Transition> {
    let has_lost_option = ones(sum.1).any(|option| quotient.is_lost([option as u8]));
    // Without a move the mover has won.
    let lost = sum.1 != 0 && !has_lost_option;
    if lost == quotient.is_lost([sum.0]) { Ok(()) } else { Err(*sum) }
}

fn add(quotient: &Quotient, a: &Transition, b: &Transition) -> Transition {
    let times = |options: u128, x: u8| {
        ones(options).fold(0, |all, option| all | 1 << quotient.multiply(x, option as u8))
    };
    (quotient.multiply(a.0, b.0), times(a.1, b.0) | times(b.1, a.0))
}

/// Whether multiplication is what it is in a commutative monoid.
#[cfg(test)]
pub(crate) fn is_commutative_monoid(quotient: &Quotient) -> bool {
    let all = 0..quotient.order() as u8;
    let product = |a, b| quotient.multiply(a, b);
    all.clone().all(|a| {
        product(0, a) == a
            && all.clone().all(|b| {
                product(a, b) == product(b, a)
                    && all.clone().all(|c| product(product(a, b), c) == product(a, product(b, c)))
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap_moves::HeapMoves;
    use crate::quotients::{of_grundy, of_octal};

    /// The transitions of the heaps below `end`.
    fn transitions(
        heaps: &crate::heap_game::HeapQuotient,
        moves: &HeapMoves,
        end: u64,
    ) -> Vec<Transition> {
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
    fn kayles_is_proved_for_all_heaps() {
        let heaps = of_octal("0.77").unwrap();
        assert_eq!(heaps.quotient.order(), 40);
        assert!(is_commutative_monoid(&heaps.quotient));
        // Beyond 2 * 71 + 2 * 12 + 2 the transitions of a heap are those of the
        // heap smaller by 12, by the argument of Guy and Smith.
        let transitions = transitions(heaps, &octal("0.77"), 200);
        prove(&heaps.quotient, &transitions).unwrap();
    }

    #[test]
    fn the_other_quotients_are_proved_as_far_as_printed() {
        for (heaps, moves, order) in [
            (of_grundy().unwrap(), HeapMoves::grundy(), 48),
            (of_octal("0.07").unwrap(), octal("0.07"), 24),
            (of_octal("0.137").unwrap(), octal("0.137"), 24),
            (of_octal("0.777").unwrap(), octal("0.777"), 48),
        ] {
            assert_eq!(heaps.quotient.order(), order);
            assert!(is_commutative_monoid(&heaps.quotient));
            let transitions = transitions(heaps, &moves, heaps.quotient.parts());
            prove(&heaps.quotient, &transitions).unwrap();
        }
    }

    #[test]
    fn a_wrong_table_is_refused() {
        let heaps = of_octal("0.77").unwrap();
        let right = transitions(heaps, &octal("0.77"), 30);
        for heap in 1..30 {
            let mut wrong = right.clone();
            wrong[heap].0 = if right[heap].0 == 0 { 1 } else { 0 };
            assert!(prove(&heaps.quotient, &wrong).is_err(), "{heap}");
        }
    }
}
