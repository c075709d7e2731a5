//! Values of heaps that repeat for ever from some heap on, by the theorem of Guy
//! and Smith.

/// From `start` on the values repeat with this `length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) start: usize,
    pub(crate) length: usize,
}

impl Period {
    /// Returns the place within the start and the first period that corresponds to place `n`.
    pub(crate) fn place(self, n: u64) -> u64 {
        match n.checked_sub(self.start as u64) {
            Some(beyond) => self.start as u64 + beyond % self.length as u64,
            None => n,
        }
    }

    /// Returns the shortest period that `values` prove, if a heap's value depends only on the
    /// values of the heaps that a move leaves, which together hold at most `most_taken`
    /// objects fewer.
    ///
    /// Guy and Smith 1956: when v(n + p) = v(n) for all n from s to 2s + p + k, it holds for
    /// ever.
    pub(crate) fn proved<T: PartialEq>(values: &[T], most_taken: usize) -> Option<Period> {
        Period::proved_for(values, most_taken, 2)
    }

    /// Does the same where a move may leave up to `most_left` heaps: the largest of them has
    /// at least that fraction of the rest, and it is the one that a period makes longer.
    pub(crate) fn proved_for<T: PartialEq>(
        values: &[T],
        most_taken: usize,
        most_left: usize,
    ) -> Option<Period> {
        (1..=values.len() / 2).find_map(|length| {
            let mut shifted = values.iter().zip(&values[length..]);
            let start = shifted.rposition(|(a, b)| a != b).map_or(0, |last| last + 1);
            let needed = most_left * (start + length) + most_taken + 1;
            (needed <= values.len()).then_some(Period { start, length })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_not_believed_too_early() {
        let values = [5, 0, 1, 0, 1, 0, 1, 0];
        assert_eq!(Period::proved(&values, 1), Some(Period { start: 1, length: 2 }));
        assert_eq!(Period::proved(&values[..7], 1), None);
        assert_eq!(Period::proved(&values, 2), None);
    }
}
