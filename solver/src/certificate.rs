//! Proofs of misère quotients, by a finite closure (after Plambeck and Siegel
//! 2008): a table says an element for each part and which elements are lost.
//! It is right for every sum if no sum contradicts it in one move, and of the
//! sums only the product and the set of the options' products matter, so they
//! are finitely many.

use std::collections::{BTreeSet, HashSet};

use crate::Quotient;

/// A sum as the proof sees it: its product and the products of its options.
type Transition = (u8, BTreeSet<u8>);

/// Whether the quotient is right for every sum of these parts, each given by
/// its element and its options' elements; every option of a part must be a sum
/// of the parts. Returns the first contradiction.
pub(crate) fn certify(quotient: &Quotient, parts: &[Transition]) -> Result<usize, Transition> {
    let parts: HashSet<&Transition> = parts.iter().collect();
    let empty: Transition = (0, BTreeSet::new());
    let mut known = HashSet::from([empty.clone()]);
    let mut open = vec![empty];
    while let Some(sum) = open.pop() {
        let has_lost_option = sum.1.iter().any(|&option| quotient.is_lost([option]));
        // Without a move the mover has won.
        let lost = !sum.1.is_empty() && !has_lost_option;
        if lost != quotient.is_lost([sum.0]) {
            return Err(sum);
        }
        for part in &parts {
            let larger = add(quotient, &sum, part);
            if known.insert(larger.clone()) {
                open.push(larger);
            }
        }
    }
    Ok(known.len())
}

fn add(quotient: &Quotient, a: &Transition, b: &Transition) -> Transition {
    let times = |x: u8| move |&option: &u8| quotient.multiply(x, option);
    let options = a.1.iter().map(times(b.0)).chain(b.1.iter().map(times(a.0)));
    (quotient.multiply(a.0, b.0), options.collect())
}

/// Whether multiplication is what it is in a commutative monoid.
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
            moves.options(heap).map(|(a, b)| quotient.multiply(element(a), element(b))).collect()
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
        certify(&heaps.quotient, &transitions).unwrap();
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
            certify(&heaps.quotient, &transitions).unwrap();
        }
    }

    #[test]
    fn a_wrong_table_is_refused() {
        let heaps = of_octal("0.77").unwrap();
        let right = transitions(heaps, &octal("0.77"), 30);
        for heap in 1..30 {
            let mut wrong = right.clone();
            wrong[heap].0 = if right[heap].0 == 0 { 1 } else { 0 };
            assert!(certify(&heaps.quotient, &wrong).is_err(), "{heap}");
        }
    }
}
