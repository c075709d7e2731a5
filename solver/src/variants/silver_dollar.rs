//! The silver dollar game: coins are paired from the highest down, and the gaps within the
//! pairs are Nim heaps; a coin without a partner has the gap down to the end. The partner
//! answers a move that widens a gap. (Conway 1976, chapter 11.) With the same answers misère
//! play is misère Nim on the gaps; when all gaps are closed, a player who opens one of one
//! square wins.

use rules::{Coins, SilverDollar, Slide};

use crate::engine::normal_play::{NormalPlay, NormalTheory};
use crate::engine::strip::canon;

/// Returns the theory of the silver dollar game.
pub(super) fn theory(rules: SilverDollar) -> NormalTheory<SilverDollar> {
    NormalTheory::new(rules)
}

/// Returns the coins by their squares, ascending, each with the gap below it.
fn gaps(position: &Coins) -> Vec<(u64, u64)> {
    let mut coins: Vec<(u64, u64)> = (0u64..).zip(position.coins.iter().copied()).collect();
    coins.sort_unstable_by_key(|&(_, square)| square);
    let mut end = 0;
    for coin in &mut coins {
        let square = coin.1;
        coin.1 = square - end;
        end = square + 1;
    }
    coins
}

impl NormalPlay for SilverDollar {
    fn values(&self, position: &Coins) -> Vec<u64> {
        gaps(position).into_iter().rev().step_by(2).map(|(_, gap)| gap).collect()
    }

    /// Widening a gap is a move too, so only a nim-sum of 0 is certain to be the value.
    const VALUES: bool = false;

    /// The upper coin of a pair narrows its gap; the lower coin widens it.
    fn winning(&self, position: &Coins, sum: u64) -> impl Iterator<Item = Slide> {
        let gaps = gaps(position);
        let squares = position.coins.clone();
        (0..gaps.len()).filter_map(move |place| {
            let is_upper = place % 2 != gaps.len() % 2;
            let (coin, below) = gaps[place];
            let gap = if is_upper { below } else { gaps[place + 1].1 };
            let target = gap ^ sum;
            let by = match is_upper {
                true => gap.checked_sub(target),
                false => target.checked_sub(gap).filter(|&by| by <= below),
            };
            let by = by.filter(|&by| by > 0)?;
            Some(Slide { coin, to: squares[coin as usize] - by })
        })
    }

    fn meaning(&self) -> String {
        "coins are paired from the highest down, and the gaps within the pairs are heaps of Nim, \
         as are the squares below a coin left over"
            .to_owned()
    }

    fn canon(&self, position: &Coins) -> Option<Coins> {
        canon(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{agree, vectors};

    #[test]
    fn every_other_gap_decides_both_endings() {
        let coins = (0..4).flat_map(|n| vectors(n, 7)).chain(vectors(4, 5));
        let coins = coins.map(|coins| Coins { coins });
        agree(&mut theory(SilverDollar {}), coins.filter(|coins| coins.check_apart().is_ok()));
    }
}
