//! Adding without carrying: the arithmetic of Nim (Bouton 1901) and, by Sprague
//! (1935) and Grundy (1939), of every sum of games whose values are known.

use rules::Ending;

use crate::Outcome;

/// The XOR of the values: 0 exactly when every binary column has an even number
/// of ones.
pub(crate) fn nim_sum(values: &[u64]) -> u64 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// Who wins Nim on heaps of these sizes.
///
/// Bouton 1901: in normal play the mover loses exactly when the nim-sum is 0.
/// Misère play is the same as long as a heap of two or more is left; with ones
/// only, the mover loses exactly when their number is odd, which is nim-sum 1.
pub(crate) fn nim_outcome(ending: Ending, heaps: &[u64]) -> Outcome {
    let lost_sum = match ending {
        Ending::Misere if heaps.iter().all(|&heap| heap <= 1) => 1,
        Ending::Misere | Ending::Normal => 0,
    };
    Outcome::from_win(nim_sum(heaps) != lost_sum)
}
