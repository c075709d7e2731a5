//! Nimble: a coin on square n is a Nim heap of n (Berlekamp, Conway and Guy 1982, chapter 3),
//! so Bouton's theorem decides both endings.

use rules::{Coins, Ending, Nimble, Slide};

use crate::heaps::nim_sum::{nim_outcome, nim_winning};
use crate::variants::nim::nim_verdict;
use crate::{Budget, Exhausted, Outcome, Theory, Verdict, WinningMoves};

/// Nim on the squares, which needs no tables.
#[derive(Debug)]
pub(crate) struct NimbleTheory(pub(crate) Nimble);

impl Theory for NimbleTheory {
    type Rules = Nimble;

    fn rules(&self) -> &Nimble {
        &self.0
    }

    fn verdict(&mut self, ending: Ending, position: &Coins, _: &mut Budget<'_>) -> Verdict {
        let mut verdict = nim_verdict(ending, &position.coins);
        let sentence = &verdict.why.sentence;
        verdict.why.sentence = format!("a coin on square n is a heap of n in Nim; {sentence}");
        verdict
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &Coins,
        _: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        Ok(nim_outcome(ending, &position.coins))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &Coins,
        _: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Slide> {
        let enough = winning(ending, position).take(most.saturating_add(1));
        WinningMoves::listed(enough.collect(), most)
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &Coins,
        _: &mut Budget<'_>,
    ) -> Option<Slide> {
        winning(ending, position).next()
    }
}

fn winning(ending: Ending, position: &Coins) -> impl Iterator<Item = Slide> {
    nim_winning(ending, &position.coins).map(|(coin, to)| Slide { coin: coin as u64, to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{agree, heaps};

    #[test]
    fn coins_are_heaps_in_both_endings() {
        let coins = heaps(3, 6).into_iter().map(|heaps| Coins { coins: heaps.heaps });
        agree(&mut NimbleTheory(Nimble {}), coins);
    }
}
