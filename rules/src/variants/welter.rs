//! Welter's game: coins on different squares of a strip; a move takes one coin to any
//! free lower square, jumping over others if need be. (Welter 1954; Conway 1976,
//! chapter 13.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Coins, Refusal, Rules, Slide};

/// Welter's game has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Welter {}

impl Rules for Welter {
    type Position = Coins;
    type Move = Slide;

    fn admit(&self, position: &Coins) -> Result<(), Refusal> {
        position.check_size()?;
        position.check_apart()
    }

    fn apply(&self, position: &Coins, mv: &Slide) -> Result<Coins, Refusal> {
        position.lowered(*mv)?;
        if position.coins.contains(&mv.to) {
            return Err(Refusal::IllegalMove("there is a coin on that square"));
        }
        Ok(position.after(*mv))
    }

    fn moves<'a>(&'a self, position: &'a Coins) -> impl Iterator<Item = Slide> + 'a {
        let coins = (0u64..).zip(position.coins.iter().copied());
        coins.flat_map(|(coin, square)| {
            let free = (0..square).filter(|to| !position.coins.contains(to));
            free.map(move |to| Slide { coin, to })
        })
    }

    /// Counts, for each coin, the squares below it without a coin.
    fn count(&self, position: &Coins) -> Option<u64> {
        Some((0u64..).zip(position.sorted()).map(|(below, square)| square - below).sum())
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Coins {
        Coins::deal_apart(size, below)
    }

    /// Draws each move with the same chance.
    fn draw(&self, position: &Coins, below: &mut dyn FnMut(u64) -> u64) -> Option<Slide> {
        let sorted = position.sorted();
        let mut drawn = self.count(position).filter(|&moves| moves > 0).map(below)?;
        for (coin, square) in (0u64..).zip(position.coins.iter()) {
            let lower = sorted.partition_point(|other| other < square);
            let free = square - lower as u64;
            if drawn < free {
                // The free square with this many free squares below it.
                let to = sorted.iter().fold(drawn, |to, &other| to + u64::from(other <= to));
                return Some(Slide { coin, to });
            }
            drawn -= free;
        }
        None
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("Welter 3-5-7", "welter 3,5,7", "Three coins that may jump over each other."),
        Preset::new("Welter 2-3-5-7-11", "welter 2,3,5,7,11", "Five coins on prime squares."),
        Preset::new("Welter 1-4-6-9", "welter 1,4,6,9", "Four coins, no two on one square."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::assert_agree_on_coins;

    #[test]
    fn apply_and_moves_agree() {
        assert_agree_on_coins(&Welter {});
    }
}
