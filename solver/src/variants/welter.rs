//! Welter's game: its values are Welter's function (Welter 1954), computed by Conway's mating
//! of coins (1976, chapter 13): the two squares that agree in the most binary digits, from the
//! lowest on, are a pair, worth their XOR less one; the others are paired in the same way; and
//! a coin that is left over is worth its square. The value is the nim-sum of all.
//!
//! Misère play meets the conditions of [`normal_play`](crate::engine::normal_play) with these
//! fickle positions: n coins on the first 2n squares, one of each pair a and 2n - 1 - a.
//! Welter's function is also the nim-sum of all squares and of all N(a - b), where N(d) is d ^
//! (d - 1); so moving a coin to its partner square changes the value of such a position by
//! one. Each value is reached with one square for a given coin, so the partner is the only
//! square that does this: condition 2 and, as some coin lies above its partner unless all
//! coins have come home, condition 3. For condition 4, let a coin reach a fickle 0 at b. If
//! the coin lies above the partner of b too, it reaches a fickle 1 there; otherwise it lies
//! between them, its own partner is taken, and the coin on that reaches a fickle 1 at b.

use rules::{Coins, Slide, Welter};

use crate::engine::normal_play::{NormalPlay, NormalTheory};
use crate::heaps::nim_sum::nim_sum;

/// Returns the theory of Welter's game.
pub(super) fn theory(rules: Welter) -> NormalTheory<Welter> {
    NormalTheory::new(rules)
}

/// A digit above those of all squares, which keeps a coin apart from all others.
const ABOVE: u64 = 1 << 60;

/// Returns the worth of each pair, and of the coin left over; the squares must be different.
fn mated(squares: &[u64]) -> Vec<u64> {
    // Sorted by their digits from the lowest on, squares that agree the most are neighbours.
    let mut turned: Vec<u64> = squares.iter().map(|square| square.reverse_bits()).collect();
    turned.sort_unstable();
    let mut values = Vec::new();
    let mut waiting: Vec<u64> = Vec::new();
    for next in turned {
        // Two coins mate as soon as they agree more with each other than the later one agrees
        // with the next coin.
        while let [.., a, b] = waiting[..]
            && agreement(a, b) > agreement(b, next)
        {
            values.push(worth(a, b));
            waiting.truncate(waiting.len() - 2);
        }
        waiting.push(next);
    }
    while let [.., a, b] = waiting[..] {
        values.push(worth(a, b));
        waiting.truncate(waiting.len() - 2);
    }
    values.extend(waiting.first().map(|left| left.reverse_bits()));
    values
}

/// Returns how many of their lowest digits two turned squares share.
fn agreement(a: u64, b: u64) -> u32 {
    (a ^ b).leading_zeros()
}

fn worth(a: u64, b: u64) -> u64 {
    (a ^ b).reverse_bits() - 1
}

/// Returns the square, free or not, that one coin must take beside the others to reach this
/// value. The lowest digits of the value depend on the same digits of the squares, and each
/// digit of one square flips that of the value; so the square is found digit by digit from the
/// lowest.
fn place_beside(others: &mut Vec<u64>, value: u64) -> u64 {
    let mut square = ABOVE;
    loop {
        others.push(square);
        let wrong = (nim_sum(&mated(others)) ^ value) & (ABOVE - 1);
        others.pop();
        if wrong == 0 {
            return square & (ABOVE - 1);
        }
        square ^= wrong & wrong.wrapping_neg();
    }
}

impl NormalPlay for Welter {
    fn values(&self, position: &Coins) -> Vec<u64> {
        mated(&position.coins)
    }

    fn winning(&self, position: &Coins, sum: u64) -> impl Iterator<Item = Slide> {
        let coins = position.coins.clone();
        let value = nim_sum(&mated(&coins)) ^ sum;
        let mut others = coins.clone();
        (0..coins.len()).filter_map(move |coin| {
            let square = others.swap_remove(coin);
            let to = place_beside(&mut others, value);
            let is_free = to < square && !others.contains(&to);
            others.push(square);
            let last = others.len() - 1;
            others.swap(coin, last);
            is_free.then_some(Slide { coin: coin as u64, to })
        })
    }

    fn meaning(&self) -> String {
        "pair the squares that agree in the most of the lowest binary digits: a pair is worth the \
         nim-sum of its two squares, minus one, and a square left over is worth itself"
            .to_owned()
    }

    fn is_fickle(&self, position: &Coins, _: &[u64]) -> bool {
        let last = 2 * position.coins.len() as u64;
        let mut lower: Vec<u64> = position
            .coins
            .iter()
            .filter_map(|&square| Some(square.min((last - 1).checked_sub(square)?)))
            .collect();
        lower.sort_unstable();
        lower.dedup();
        lower.len() == position.coins.len()
    }

    fn fickle(&self) -> Option<&'static str> {
        Some(
            "of the first squares, two for each coin, one of every two that are equally far from \
             both ends is occupied",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{agree, vectors};
    use crate::{Budget, Outcome, Theory, WinningMoves};
    use rules::Ending;

    #[test]
    fn welters_function_agrees_with_plain_recursion() {
        let coins = (0..4).flat_map(|n| vectors(n, 8)).chain(vectors(4, 5));
        let coins = coins.map(|coins| Coins { coins });
        agree(&mut theory(Welter {}), coins.filter(|coins| coins.check_apart().is_ok()));
    }

    /// Computes by the definition: mates the pair that agrees the most, again and again.
    fn plainly_mated(squares: &[u64]) -> u64 {
        let mut left: Vec<u64> = squares.to_vec();
        let mut sum = 0;
        while left.len() > 1 {
            let pairs = (0..left.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            let agree = |&(a, b): &(usize, usize)| (left[a] ^ left[b]).trailing_zeros();
            let (a, b) = pairs.max_by_key(agree).unwrap();
            sum ^= (left[a] ^ left[b]) - 1;
            left.swap_remove(b);
            left.swap_remove(a);
        }
        left.iter().fold(sum, |sum, square| sum ^ square)
    }

    #[test]
    fn mates_are_found_in_one_pass_and_huge_squares_at_once() {
        let mut state = 1u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 11) % below
        };
        for round in 0..300 {
            let below = if round % 2 == 0 { 40 } else { rules::MAX_NUMBER };
            let mut coins: Vec<u64> = (0..1 + round % 13).map(|_| next(below)).collect();
            coins.sort_unstable();
            coins.dedup();
            assert_eq!(nim_sum(&mated(&coins)), plainly_mated(&coins), "{coins:?}");
            let position = Coins { coins };
            let mut theory = theory(Welter {});
            let budget = &mut Budget::positions(100_000);
            let outcome = theory.outcome(Ending::Normal, &position, budget).unwrap();
            let WinningMoves::All(moves) =
                theory.winning_moves(Ending::Normal, &position, budget, 100)
            else {
                panic!("{position:?}");
            };
            assert_eq!(outcome == Outcome::N, !moves.is_empty(), "{position:?}");
            assert_eq!(outcome == Outcome::N, moves.len() % 2 == 1, "{position:?}");
            for mv in moves {
                let left = rules::Rules::apply(&Welter {}, &position, &mv).unwrap();
                assert_eq!(plainly_mated(&left.coins), 0, "{position:?} {mv:?}");
            }
        }
    }
}
