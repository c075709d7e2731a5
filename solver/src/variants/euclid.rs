//! Euclid's game, in which a number may become 0: in normal play the mover wins when the
//! numbers are equal or the larger is more than the golden ratio times the smaller, in misère
//! play only in the latter case (Cole and Davie 1969). The Grundy values follow from the
//! quotients of Euclid's algorithm.

use rules::{Ending, Euclid, Multiple, NumberPair, Rules};

use crate::{Budget, Exhausted, Facts, Outcome, Source, Theory, Verdict, Why, WinningMoves};

/// The theorem of the golden ratio, which needs no tables.
#[derive(Debug)]
pub(crate) struct EuclidTheory(pub(crate) Euclid);

fn outcome(ending: Ending, position: &NumberPair) -> Outcome {
    let (small, large) = position.ordered();
    if small == 0 {
        return Outcome::from_win(ending == Ending::Misere);
    }
    let (a, b) = (u128::from(small), u128::from(large));
    // b / a is above the golden ratio, the positive root of x^2 = x + 1.
    let is_golden = b * b > a * b + a * a;
    Outcome::from_win(is_golden || ending == Ending::Normal && a == b)
}

/// Returns the quotients of Euclid's algorithm, from the first on.
fn quotients(position: &NumberPair) -> Vec<u64> {
    let (mut small, mut large) = position.ordered();
    let mut quotients = Vec::new();
    while small > 0 {
        quotients.push(large / small);
        (small, large) = (large % small, small);
    }
    quotients
}

/// Returns the Grundy value, computed from the last quotient on. With a quotient of q the
/// numbers r + jb, j from 0 to q, are each other's options; r is worth `rest`, and the others
/// take the remaining values from 0 on, in turn.
fn value(position: &NumberPair) -> u64 {
    let quotients = quotients(position).into_iter().rev();
    quotients.fold(0, |rest, quotient| if rest < quotient { quotient } else { quotient - 1 })
}

/// Returns the winning moves. They are among the last two: every other move leaves the larger
/// number at least twice the smaller.
fn winning(ending: Ending, position: &NumberPair) -> impl Iterator<Item = Multiple> {
    let most = Euclid {}.most(position);
    let last = (most.saturating_sub(1).max(1)..=most).map(Multiple);
    last.filter(move |mv| {
        let left = Euclid {}.apply(position, mv);
        left.is_ok_and(|left| outcome(ending, &left) == Outcome::P)
    })
}

impl Theory for EuclidTheory {
    type Rules = Euclid;

    fn rules(&self) -> &Euclid {
        &self.0
    }

    fn verdict(&mut self, ending: Ending, position: &NumberPair, _: &mut Budget<'_>) -> Verdict {
        let (small, large) = position.ordered();
        let outcome = outcome(ending, position);
        let grundy = (ending == Ending::Normal).then(|| value(position));
        let reason = match (small, outcome) {
            (0, _) => "the game is over".to_owned(),
            (_, Outcome::N) if small == large => "equal numbers are taken at once".to_owned(),
            (_, Outcome::N) => {
                format!("{large} is more than the golden ratio, 1.618.., times {small}")
            }
            (_, Outcome::P) if small == large => {
                "equal numbers leave only the move that ends the game".to_owned()
            }
            (_, Outcome::P) => {
                format!("{large} is less than the golden ratio, 1.618.., times {small}")
            }
        };
        let sentence = format!("{reason}, so the player to move {}", outcome.verb());
        let facts = Facts::Ratio { small, large, quotients: quotients(position) };
        Verdict::proven(outcome, Source::Formula, grundy, Why { sentence, facts })
    }

    fn outcome(
        &mut self,
        ending: Ending,
        position: &NumberPair,
        _: &mut Budget<'_>,
    ) -> Result<Outcome, Exhausted> {
        Ok(outcome(ending, position))
    }

    fn winning_moves(
        &mut self,
        ending: Ending,
        position: &NumberPair,
        _: &mut Budget<'_>,
        most: usize,
    ) -> WinningMoves<Multiple> {
        WinningMoves::listed(winning(ending, position).collect(), most)
    }

    fn winning_move(
        &mut self,
        ending: Ending,
        position: &NumberPair,
        _: &mut Budget<'_>,
    ) -> Option<Multiple> {
        winning(ending, position).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::agree;

    #[test]
    fn the_golden_ratio_decides_both_endings() {
        let pairs = (0..40).flat_map(|a| (0..40).map(move |b| NumberPair { pair: [a, b] }));
        agree(&mut EuclidTheory(Euclid {}), pairs);
    }

    /// Neighbouring Fibonacci numbers are as near to the golden ratio as possible, on either
    /// side in turn.
    #[test]
    fn the_outcome_is_exact_beyond_floating_point() {
        let (mut a, mut b) = (2u64, 3u64);
        let mut above = false;
        while b <= rules::MAX_NUMBER {
            let outcome = outcome(Ending::Misere, &NumberPair { pair: [b, a] });
            assert_eq!(outcome == Outcome::N, above, "{a} {b}");
            (a, b, above) = (b, a + b, !above);
        }
    }
}
