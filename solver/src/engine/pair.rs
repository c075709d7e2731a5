//! Tame misère pairs: how a tame part behaves next to other tame parts.

/// A tame part behaves in misère sums like a Nim heap of size `value`, or, when it is firm,
/// like one that never turns by itself into a heap of one or none (Conway 1976, chapter 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The normal-play value.
    pub value: u64,
    /// `false` for the fickle values 0 and 1, whose misère value is the other of the two.
    pub firm: bool,
}

impl Pair {
    /// Returns the pair of a sum of tame parts.
    pub fn sum(pairs: &[Pair]) -> Pair {
        pairs.iter().fold(Pair { value: 0, firm: false }, |sum, pair| Pair {
            value: sum.value ^ pair.value,
            firm: sum.firm || pair.firm,
        })
    }

    /// Returns the pair of a part whose options are all tame, if the part is tame itself.
    ///
    /// The minimal excludants of the options' values are taken in normal and in misère play;
    /// the part is tame when they are equal or are 0 and 1.
    pub fn from_options(options: &[Pair]) -> Option<Pair> {
        let value = mex(options.iter().map(|pair| pair.value));
        let misere = if options.is_empty() { 1 } else { mex(options.iter().map(Pair::misere)) };
        (value == misere || value + misere == 1).then_some(Pair { value, firm: value == misere })
    }

    /// Returns the value in misère play when nothing else is on the table.
    pub fn misere(&self) -> u64 {
        if self.firm { self.value } else { self.value ^ 1 }
    }

    /// Returns whether the mover wins a sum with this pair in misère play.
    pub fn misere_win(&self) -> bool {
        self.misere() != 0
    }
}

/// Returns the smallest number that does not occur.
pub(crate) fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.dedup();
    (0..)
        .zip(&values)
        .find(|&(place, &value)| place != value)
        .map_or(values.len() as u64, |(place, _)| place)
}
