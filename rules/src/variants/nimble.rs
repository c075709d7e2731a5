//! Nimble: coins on a strip, any number on a square; a move takes one coin to any lower
//! square. (Berlekamp, Conway and Guy 1982, chapter 3.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Coins, Heaps, Refusal, Rules, Slide};

/// Nimble has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nimble {}

impl Rules for Nimble {
    type Position = Coins;
    type Move = Slide;

    fn admit(&self, position: &Coins) -> Result<(), Refusal> {
        position.check_size()
    }

    fn apply(&self, position: &Coins, mv: &Slide) -> Result<Coins, Refusal> {
        position.lowered(*mv)?;
        Ok(position.after(*mv))
    }

    fn moves<'a>(&'a self, position: &'a Coins) -> impl Iterator<Item = Slide> + 'a {
        let coins = (0u64..).zip(position.coins.iter().copied());
        coins.flat_map(|(coin, square)| (0..square).map(move |to| Slide { coin, to }))
    }

    /// Counts one move for each square below a coin.
    fn count(&self, position: &Coins) -> Option<u64> {
        Some(position.coins.iter().sum())
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Coins {
        Coins { coins: Heaps::deal(size, below).heaps }
    }

    fn draw(&self, position: &Coins, below: &mut dyn FnMut(u64) -> u64) -> Option<Slide> {
        let take = Heaps::from(position.coins.clone()).draw_take(below)?;
        Some(Slide { coin: take.heap, to: position.coins[take.heap as usize] - take.take })
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("Nimble 3-5-7", "nimble 3,5,7", "Three coins on a strip of eight squares."),
        Preset::new("Nimble 2-4-4-9", "nimble 2,4,4,9", "Four coins, two of them on one square."),
        Preset::new("Nimble 1-2-3", "nimble 1,2,3", "Three coins, with an answer to every move."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, lists, vectors};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(3, 4);
        for coins in (0..4).flat_map(|n| vectors(n, &[0, 1, 2, 4])) {
            assert_agree(&Nimble {}, &Coins { coins }, &candidates);
        }
    }

    #[test]
    fn the_highest_squares_are_counted_at_once() {
        let position = Coins { coins: vec![crate::MAX_NUMBER; crate::MAX_HEAPS] };
        assert_eq!(Nimble {}.admit(&position), Ok(()));
        assert_eq!(Nimble {}.count(&position), Some(crate::MAX_NUMBER * 1_000));
    }
}
