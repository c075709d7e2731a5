//! Coins on different squares of a strip, in the form that a search remembers.

use rules::Coins;

/// Returns the coins in ascending order, without those that fill the lowest squares: these
/// never move again, and the others can be renumbered as if the strip began behind them.
pub(crate) fn canon(position: &Coins) -> Option<Coins> {
    let sorted = position.sorted();
    let still = (0u64..).zip(&sorted).take_while(|(place, square)| place == *square).count();
    let coins: Vec<u64> = sorted[still..].iter().map(|square| square - still as u64).collect();
    (!coins.is_empty()).then_some(Coins { coins })
}
