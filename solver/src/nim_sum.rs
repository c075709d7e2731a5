//! Adding without carrying: the arithmetic of Nim (Bouton 1901) and, by Sprague
//! (1935) and Grundy (1939), of every sum of games whose values are known.

use rules::Ending;

use crate::{Outcome, Pair};

/// The XOR of the values: 0 exactly when every binary column has an even number
/// of ones.
pub(crate) fn nim_sum(values: &[u64]) -> u64 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// Heaps as both endings of Nim see them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct NimSum {
    /// The XOR of all heaps.
    pub(crate) sum: u64,
    /// How many heaps hold two or more.
    pub(crate) larger: usize,
}

impl NimSum {
    pub(crate) fn of(heaps: &[u64]) -> NimSum {
        NimSum { sum: nim_sum(heaps), larger: heaps.iter().filter(|&&heap| heap > 1).count() }
    }

    /// The same with one heap, which is among them, replaced by another.
    pub(crate) fn replace(self, old: u64, new: u64) -> NimSum {
        let larger = self.larger + usize::from(new > 1) - usize::from(old > 1);
        NimSum { sum: self.sum ^ old ^ new, larger }
    }

    /// Who wins Nim on these heaps.
    ///
    /// Bouton 1901: in normal play the mover loses exactly when the nim-sum is
    /// 0. Misère play is the same as long as a heap of two or more is left; with
    /// ones only, the mover loses exactly when their number is odd, which is
    /// nim-sum 1.
    pub(crate) fn outcome(self, ending: Ending) -> Outcome {
        let lost_sum = match ending {
            Ending::Misere if self.larger == 0 => 1,
            Ending::Misere | Ending::Normal => 0,
        };
        Outcome::from_win(self.sum != lost_sum)
    }

    /// All heaps as one tame part: in any sum, and in both endings, they behave
    /// like this.
    pub(crate) fn pair(self) -> Pair {
        Pair { value: self.sum, firm: self.larger > 0 }
    }
}

/// Who wins Nim on heaps of these sizes.
pub(crate) fn nim_outcome(ending: Ending, heaps: &[u64]) -> Outcome {
    NimSum::of(heaps).outcome(ending)
}

/// All winning moves of Nim: which heap becomes how large. At most two a heap:
/// to the XOR of the others and, in misère play, to 0 or 1.
pub(crate) fn nim_winning(ending: Ending, heaps: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    let all = NimSum::of(heaps);
    heaps.iter().enumerate().flat_map(move |(place, &size)| {
        let targets = [all.sum ^ size, all.sum ^ size ^ 1].into_iter();
        let wins = move |target| all.replace(size, target).outcome(ending) == Outcome::P;
        targets
            .filter(move |&target| target < size && wins(target))
            .map(move |target| (place, target))
    })
}
