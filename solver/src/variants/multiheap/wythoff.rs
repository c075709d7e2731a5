//! Wythoff's pairs of two heaps (Wythoff 1907), exactly: the golden ratio is only ever used
//! through an integer square root.

use rules::Ending;

/// Returns the smaller heap of the `n`-th lost pair of normal play: `n` times the golden
/// ratio, rounded down. The larger heap is `n` more.
pub(crate) fn smaller(n: u64) -> u64 {
    let n = u128::from(n);
    ((n + (5 * n * n).isqrt()) / 2) as u64
}

/// Returns the lost pair whose heaps differ by `difference`, smaller heap first.
///
/// Misère play has the same pairs except the first two, (0, 0) and (1, 2), which become (2, 2)
/// and (0, 1).
pub(crate) fn lost_pair(ending: Ending, difference: u64) -> (u64, u64) {
    match (ending, difference) {
        (Ending::Misere, 0) => (2, 2),
        (Ending::Misere, 1) => (0, 1),
        _ => (smaller(difference), smaller(difference) + difference),
    }
}

/// Returns the heap that makes a lost pair with this one.
pub(crate) fn partner(ending: Ending, heap: u64) -> u64 {
    if ending == Ending::Misere && heap <= 2 {
        return [1, 0, 2][heap as usize];
    }
    // Each number is the smaller or the larger heap of exactly one pair. `n` is the number of
    // the pair whose smaller heap it is; otherwise it is the larger heap of the pair whose
    // smaller heap is `smaller(heap - n)`.
    let above = u128::from(heap) + 1;
    let n = (((5 * above * above).isqrt() - above) / 2) as u64;
    if smaller(n) == heap { heap + n } else { smaller(heap - n) }
}

/// Returns whether the mover loses with these two heaps.
pub(crate) fn is_lost(ending: Ending, a: u64, b: u64) -> bool {
    lost_pair(ending, a.abs_diff(b)) == (a.min(b), a.max(b))
}

/// Returns the two heaps after each winning move: at most one cut of each, and one diagonal.
/// There are none in a lost position.
pub(crate) fn winning(ending: Ending, a: u64, b: u64) -> Vec<(u64, u64)> {
    if is_lost(ending, a, b) {
        return Vec::new();
    }
    let (low, high) = lost_pair(ending, a.abs_diff(b));
    let diagonal = if a < b { (low, high) } else { (high, low) };
    let cuts = [(a, partner(ending, a)), (partner(ending, b), b), diagonal];
    // Cutting one heap leaves the other; a diagonal makes both smaller.
    let legal = cuts.into_iter().filter(|&(c, d)| c <= a && d <= b);
    legal.filter(|&(c, d)| c == a || d == b || a - c == b - d).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pairs_are_wythoffs_and_beyond_floating_point() {
        let pairs: Vec<_> = (0..6).map(|n| lost_pair(Ending::Normal, n)).collect();
        assert_eq!(pairs, [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]);
        let pairs: Vec<_> = (0..4).map(|n| lost_pair(Ending::Misere, n)).collect();
        assert_eq!(pairs, [(2, 2), (0, 1), (3, 5), (4, 7)]);
        // Consecutive Fibonacci numbers are a pair when the smaller has an even index; f(76)
        // is the last such number below 2^53.
        let (mut a, mut b) = (1u64, 2u64);
        while b < 1 << 52 {
            assert!(is_lost(Ending::Normal, a, b), "{a} {b}");
            assert!(!is_lost(Ending::Normal, a, b + 1));
            (a, b) = (a + b, a + 2 * b);
        }
    }

    #[test]
    fn every_heap_has_one_partner() {
        for ending in [Ending::Normal, Ending::Misere] {
            for heap in (0..2_000).chain((1 << 53) - 2_000..1 << 53) {
                let other = partner(ending, heap);
                assert_eq!(partner(ending, other), heap, "{ending:?} {heap}");
                assert!(is_lost(ending, heap, other), "{ending:?} {heap}");
            }
        }
    }
}
