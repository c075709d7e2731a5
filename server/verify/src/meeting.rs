//! A pairing and the pairs of games played for it.

use std::collections::BTreeMap;

use super::file::Pairing;
use super::points::share;

/// A pairing with its results so far.
pub(super) struct Meeting {
    pub(super) pairing: Pairing,
    /// The number of its pairs.
    pub(super) pairs: u32,
    /// The winners of both games of each pair, and whether the pair counts in a sequential test, of
    /// which nothing is corrected.
    pub(super) played: BTreeMap<u32, ([Option<u32>; 2], bool)>,
    pub(super) began_ms: u64,
    /// Whether the first and the second have appeared.
    pub(super) came: [bool; 2],
}

impl Meeting {
    /// In a knockout, after a result of this pair: a level pairing in which somebody came is
    /// extended, and an extension that is no longer needed falls away.
    pub(super) fn extend(&mut self, pair: u32, least: u32, most: u32) {
        let [a, b] = self.won();
        let somebody = self.played.get(&pair).is_some_and(|(won, _)| *won != [None, None]);
        let played = self.played.len() as u32;
        if a != b && played >= least {
            self.pairs = played;
        } else if a == b && somebody && self.is_over() && self.pairs < most {
            self.pairs += 1;
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.played.len() >= self.pairs as usize
    }

    /// Returns the games won by the first and by the second entrant.
    pub(super) fn won(&self) -> [u32; 2] {
        let winners = || self.played.values().flat_map(|(winners, _)| *winners).flatten();
        let won = |by: u32| winners().filter(|winner| *winner == by).count() as u32;
        [won(self.pairing.first), self.pairing.second.map_or(0, won)]
    }

    pub(super) fn points(&self) -> [u32; 2] {
        share(self.won())
    }

    /// Returns the entrant who advances: the one with more games won, or else the better number.
    pub(super) fn goes_on(&self) -> u32 {
        let Pairing { first, second: Some(second), .. } = self.pairing else {
            return self.pairing.first;
        };
        match self.won() {
            [a, b] if a > b => first,
            [a, b] if a < b => second,
            _ => first.min(second),
        }
    }
}
