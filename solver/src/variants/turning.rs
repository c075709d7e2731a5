//! Coin turning: in normal play each coin with heads up is a game by itself, and the value
//! is the nim-sum over the heads (Lenstra 1977; Berlekamp, Conway and Guy 1982, chapter
//! 14).
//!
//! Misère play meets the conditions of [`normal_play`](crate::engine::normal_play) with these
//! fickle rows: in Mock Turtles and Triplets all; in the Ruler those whose heads are all worth
//! 1; in Turtles and Twins those in which the coins worth 2 and 3, 4 and 5, and so on, show
//! the same face.
//!
//! *Turtles, Twins:* only turning such a pair, or the coins worth 0 and 1, changes the nim-sum
//! by one, and it leaves each pair equal or unequal: conditions 2 and 3. A head that can be
//! turned together with the coin worth x to reach 0 can be turned together with the other coin
//! of x's pair to reach 1, and both results are fickle or neither is: condition 4. *Ruler:* a
//! run from m + 1 to n changes the nim-sum by gray(m) ^ gray(n), which is 1 only for a single
//! head worth 1: conditions 2 and 3. Runs to the same n that reach 0 and 1 begin at 2k + 1 and
//! 2k + 2, so they differ by a coin worth 1: condition 4. *Mock Turtles, Triplets:* conditions
//! 2 and 4 hold trivially. For condition 3 let x be the largest value; another head has its
//! top digit, so x, being odious, has a second digit, 2^j with j > 0. The move turns that
//! other head and the coins worth 2^j and x ^ 2^j ^ 1.

use rules::{CoinRow, Places, Turning, TurningRule};

use crate::engine::normal_play::{NormalPlay, NormalTheory};

/// Returns the theory of coin turning.
pub(super) fn theory(rules: Turning) -> NormalTheory<Turning> {
    NormalTheory::new(rules)
}

/// Returns the `n`-th odious number, from 0: one with an odd number of binary ones.
fn odious(n: u64) -> u64 {
    2 * n + u64::from(n.count_ones().is_multiple_of(2))
}

/// Returns the value of a head at this place, counted from 0.
fn value(rule: TurningRule, place: usize) -> u64 {
    let place = place as u64;
    match rule {
        TurningRule::Turtles => place + 1,
        TurningRule::MockTurtles => odious(place),
        TurningRule::Ruler => 1 << (place + 1).trailing_zeros(),
        TurningRule::Twins => place,
        TurningRule::Triplets => place.checked_sub(2).map_or(0, odious),
    }
}

/// Returns the places, ascending, at which a head has this value; not for the ruler.
fn places_worth(rule: TurningRule, worth: u64) -> impl Iterator<Item = usize> {
    let odious = |worth: u64| (worth.count_ones() % 2 == 1).then_some(worth / 2);
    let place = match rule {
        TurningRule::Turtles => worth.checked_sub(1),
        TurningRule::MockTurtles => odious(worth),
        TurningRule::Twins => Some(worth),
        TurningRule::Triplets => odious(worth).map(|place| place + 2),
        TurningRule::Ruler => None,
    };
    let both = rule == TurningRule::Triplets && worth == 0;
    let first = if both { 0..2 } else { 0..0 };
    first.chain(place.and_then(|place| usize::try_from(place).ok()))
}

impl NormalPlay for Turning {
    fn values(&self, position: &CoinRow) -> Vec<u64> {
        position.heads().map(|place| value(self.rule, place)).collect()
    }

    /// Coins change the nim-sum by their values, whether heads or tails: the first coin of a
    /// move is looked up by the value that is needed.
    fn winning(&self, position: &CoinRow, sum: u64) -> impl Iterator<Item = Places> {
        let rule = self.rule;
        let worth = move |place| value(rule, place);
        let is = move |rules: &[TurningRule]| rules.contains(&rule);
        let (one, two, three) = (
            is(&[TurningRule::Turtles, TurningRule::MockTurtles]),
            is(&[TurningRule::Turtles, TurningRule::MockTurtles, TurningRule::Twins]),
            is(&[TurningRule::MockTurtles, TurningRule::Triplets]),
        );
        position.heads().flat_map(move |head| {
            let rest = sum ^ worth(head);
            let alone = (one && rest == 0).then(|| [head].into_iter().collect());
            let pairs = places_worth(rule, rest).filter(move |&a| two && a < head);
            let middles = (0..if three { head } else { 0 }).flat_map(move |b| {
                let firsts = places_worth(rule, rest ^ worth(b)).filter(move |&a| a < b);
                firsts.map(move |a| [a, b, head].into_iter().collect())
            });
            let run = (0..if rule == TurningRule::Ruler { head + 1 } else { 0 }).rev();
            let runs = run.scan(sum, move |left, first| {
                *left ^= worth(first);
                Some((first, *left))
            });
            let runs = runs.filter(|&(_, left)| left == 0);
            alone
                .into_iter()
                .chain(pairs.map(move |a| [a, head].into_iter().collect()))
                .chain(middles)
                .chain(runs.map(move |(first, _)| (first..=head).collect()))
        })
    }

    fn is_fickle(&self, position: &CoinRow, values: &[u64]) -> bool {
        let coins = &position.coins.0;
        // The place of the coin worth 2, from which on neighbours in pairs differ by 1.
        let pairs_from = match self.rule {
            TurningRule::MockTurtles | TurningRule::Triplets => return true,
            TurningRule::Ruler => return values.iter().all(|&value| value == 1),
            TurningRule::Turtles => 1,
            TurningRule::Twins => 2,
        };
        let shows_head = |coin: Option<&bool>| coin == Some(&true);
        let pairs = coins.get(pairs_from..).unwrap_or_default().chunks(2);
        pairs.into_iter().all(|pair| pair[0] == shows_head(pair.get(1)))
    }

    fn fickle(&self) -> Option<&'static str> {
        match self.rule {
            TurningRule::MockTurtles | TurningRule::Triplets => None,
            TurningRule::Ruler => Some("all heads are worth 1"),
            TurningRule::Turtles | TurningRule::Twins => {
                Some("the coins worth 2 and 3, 4 and 5, and so on, show the same face")
            }
        }
    }

    fn meaning(&self) -> String {
        match self.rule {
            TurningRule::Turtles => "a head is worth its place, counted from 1",
            TurningRule::MockTurtles => {
                "a head in the n-th place is worth the n-th odious number: 1, 2, 4, 7, 8, 11, .."
            }
            TurningRule::Ruler => "a head is worth the largest power of two that divides its place, counted from 1",
            TurningRule::Twins => "a head is worth its place, counted from 0",
            TurningRule::Triplets => {
                "places with heads are worth 0, 0, and then the odious numbers 1, 2, 4, 7, 8, 11, .."
            }
        }
        .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use rules::{Ending, Faces};

    use super::*;
    use crate::oracle::agree;
    use crate::{Budget, Outcome, Theory};

    const RULES: [TurningRule; 5] = [
        TurningRule::Turtles,
        TurningRule::MockTurtles,
        TurningRule::Ruler,
        TurningRule::Twins,
        TurningRule::Triplets,
    ];

    #[test]
    fn the_heads_decide_both_endings() {
        for rule in RULES {
            let rows = (0..=9).flat_map(|coins| (0..1u32 << coins).map(move |bits| (coins, bits)));
            let rows = rows.map(|(coins, bits)| {
                let faces = (0..coins).map(|coin| bits >> coin & 1 == 1).collect();
                CoinRow { coins: Faces(faces) }
            });
            agree(&mut theory(Turning { rule }), rows);
        }
    }

    /// On the longest rows, lost positions have no move to a lost one, and won positions have
    /// one.
    #[test]
    fn a_hundred_coins_are_decided_in_misere_play() {
        for rule in RULES {
            let mut theory = theory(Turning { rule });
            for pattern in 2..40 {
                let faces = (0..100).map(|coin| coin * coin % pattern < pattern / 2).collect();
                let row = CoinRow { coins: Faces(faces) };
                let budget = &mut Budget::positions(1_000_000);
                let verdict = theory.verdict(Ending::Misere, &row, budget);
                let winning = theory.winning_move(Ending::Misere, &row, budget);
                assert_eq!(winning.is_some(), verdict.outcome == Some(Outcome::N), "{rule:?}");
            }
        }
    }
}
