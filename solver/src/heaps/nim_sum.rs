//! Adding without carrying: the arithmetic of Nim (Bouton 1901) and, by Sprague
//! (1935) and Grundy (1939), of every sum of games whose values are known.

use rules::Ending;

use crate::{Outcome, Pair};

/// How far larger heaps are counted: only "none, one or several" matters, so counting can stop
/// at the second.
const LARGER_COUNTED: usize = 2;

/// Returns the XOR of the values: 0 exactly when every binary column has an even number of
/// ones.
pub(crate) fn nim_sum(values: &[u64]) -> u64 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// Heaps as both endings of Nim see them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct NimSum {
    /// The XOR of all heaps.
    pub(crate) sum: u64,
    /// How many heaps hold two or more; counted only up to 2.
    pub(crate) larger: usize,
}

impl NimSum {
    pub(crate) fn new(heaps: &[u64]) -> NimSum {
        // One pass without checked addition, so that several heaps are handled at a time.
        let (sum, any) = heaps.iter().fold((0, 0), |(sum, any), heap| (sum ^ heap, any | heap));
        let larger = match any {
            0 | 1 => 0,
            _ => heaps.iter().filter(|&&heap| heap > 1).take(LARGER_COUNTED).count(),
        };
        NimSum { sum, larger }
    }

    /// Returns who wins Nim on these heaps.
    ///
    /// Bouton 1901: in normal play the mover loses exactly when the nim-sum is 0. Misère play
    /// is the same as long as a heap of two or more is left; with ones only, the mover loses
    /// exactly when their number is odd, which means nim-sum 1.
    pub(crate) fn outcome(self, ending: Ending) -> Outcome {
        let lost_sum = match ending {
            Ending::Misere if self.larger == 0 => 1,
            Ending::Misere | Ending::Normal => 0,
        };
        Outcome::from_win(self.sum != lost_sum)
    }

    /// Returns who wins when one of the heaps is replaced by another. If several larger heaps
    /// are there, one is left, and who wins does not depend on how many.
    pub(crate) fn outcome_with(self, old: u64, new: u64, ending: Ending) -> Outcome {
        let larger = self.larger + usize::from(new > 1) - usize::from(old > 1);
        NimSum { sum: self.sum ^ old ^ new, larger }.outcome(ending)
    }

    /// Returns all heaps as one tame part, which behaves like them in any sum and in both
    /// endings.
    pub(crate) fn pair(self) -> Pair {
        Pair { value: self.sum, firm: self.larger > 0 }
    }
}

/// Returns who wins Nim on heaps of these sizes.
pub(crate) fn nim_outcome(ending: Ending, heaps: &[u64]) -> Outcome {
    NimSum::new(heaps).outcome(ending)
}

/// Returns all winning moves of Nim, ascending: which heap becomes how large. There is at most
/// one for each heap: to the XOR of the others or, where misère play requires nim-sum 1, to
/// that with its lowest bit flipped.
pub(crate) fn nim_winning(ending: Ending, heaps: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    let all = NimSum::new(heaps);
    heaps.iter().enumerate().filter_map(move |(place, &size)| {
        let mut targets = [all.sum ^ size, all.sum ^ size ^ 1].into_iter();
        let target = targets.find(|&left| all.outcome_with(size, left, ending) == Outcome::P)?;
        (target < size).then_some((place, target))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::oracle;

    /// Heaps of which few or none are larger: these decide misère play.
    fn near_the_end() -> impl Strategy<Value = Vec<u64>> {
        let larger = prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 0..4);
        (prop::collection::vec(0..=1u64, 1..3_000), larger).prop_map(|(mut heaps, larger)| {
            for (place, heap) in larger {
                let place = place.index(heaps.len());
                heaps[place] = heap;
            }
            heaps
        })
    }

    fn assert_plain(heaps: &[u64]) {
        let (mut sum, mut larger) = (0, 0);
        for &heap in heaps {
            sum ^= heap;
            larger += usize::from(heap >= 2);
        }
        let all = NimSum::new(heaps);
        assert_eq!(all, NimSum { sum, larger: larger.min(2) });
        assert_eq!(all.pair().firm, larger > 0);
        let lost = if larger == 0 { 1 } else { 0 };
        assert_eq!(all.outcome(Ending::Misere) == Outcome::P, sum == lost);
        assert_eq!(all.outcome(Ending::Normal) == Outcome::P, sum == 0);
    }

    proptest! {
        #[test]
        fn heaps_are_summed_up_as_defined(
            heaps in prop::collection::vec(any::<u64>(), 0..3_000),
            end in near_the_end(),
        ) {
            assert_plain(&heaps);
            assert_plain(&end);
        }
    }

    #[test]
    fn replacing_a_heap_leads_to_the_outcome_of_the_heaps_it_leaves() {
        for position in oracle::heaps(4, 4) {
            let all = NimSum::new(&position.heaps);
            assert_plain(&position.heaps);
            for (place, &old) in position.heaps.iter().enumerate() {
                for new in 0..6 {
                    let left = position.with(place as u64, new).heaps;
                    for &ending in Ending::BOTH {
                        let outcome = all.outcome_with(old, new, ending);
                        assert_eq!(outcome, nim_outcome(ending, &left), "{position:?} {left:?}");
                    }
                }
            }
        }
    }
}
