//! The silver dollar game without the dollar: coins on different squares of a strip; a move
//! takes one coin to a lower square, neither onto nor past another coin. It ends when the
//! coins fill the lowest squares. (Conway 1976, chapter 11; Berlekamp, Conway and Guy 1982,
//! chapter 3.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Coins, Refusal, Rules, Slide};

/// The silver dollar game has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SilverDollar {}

impl SilverDollar {
    /// Returns the lowest square that a coin on this square can reach.
    fn lowest(position: &Coins, square: u64) -> u64 {
        let lower = position.coins.iter().filter(|&&other| other < square);
        lower.max().map_or(0, |next| next + 1)
    }
}

impl Rules for SilverDollar {
    type Position = Coins;
    type Move = Slide;

    fn admit(&self, position: &Coins) -> Result<(), Refusal> {
        position.check_size()?;
        position.check_apart()
    }

    fn apply(&self, position: &Coins, mv: &Slide) -> Result<Coins, Refusal> {
        let square = position.lowered(*mv)?;
        if mv.to < SilverDollar::lowest(position, square) {
            return Err(Refusal::IllegalMove("a coin is in the way"));
        }
        Ok(position.after(*mv))
    }

    fn moves<'a>(&'a self, position: &'a Coins) -> impl Iterator<Item = Slide> + 'a {
        let coins = (0u64..).zip(position.coins.iter().copied());
        coins.flat_map(|(coin, square)| {
            let lowest = SilverDollar::lowest(position, square);
            (lowest..square).map(move |to| Slide { coin, to })
        })
    }

    /// Counts one move for each free square below the highest coin.
    fn count(&self, position: &Coins) -> Option<u64> {
        let highest = position.coins.iter().copied().max();
        Some(highest.map_or(0, |highest| highest + 1 - position.coins.len() as u64))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Coins {
        Coins::deal_apart(size, below)
    }

    /// Draws each move with the same chance.
    fn draw(&self, position: &Coins, below: &mut dyn FnMut(u64) -> u64) -> Option<Slide> {
        let mut drawn = self.count(position).filter(|&moves| moves > 0).map(below)?;
        for (coin, &square) in (0u64..).zip(position.coins.iter()) {
            let lowest = SilverDollar::lowest(position, square);
            if drawn < square - lowest {
                return Some(Slide { coin, to: lowest + drawn });
            }
            drawn -= square - lowest;
        }
        None
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "silver dollar 1-4-6-10",
            "silver_dollar 1,4,6,10",
            "Four coins that push each other to the left.",
        ),
        Preset::new(
            "silver dollar 2-5-9",
            "silver_dollar 2,5,9",
            "Three coins, the lowest of which counts.",
        ),
        Preset::new(
            "silver dollar 0-3-5-8-9-13",
            "silver_dollar 0,3,5,8,9,13",
            "Six coins in three pairs.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::assert_agree_on_coins;

    #[test]
    fn apply_and_moves_agree() {
        assert_agree_on_coins(&SilverDollar {});
    }
}
