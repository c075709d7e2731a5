//! Euclid: two numbers; a move subtracts a multiple of the smaller from the larger. The game
//! ends when a number becomes 0. (Cole and Davie 1969. In another game of this name the result
//! has to stay positive.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{MAX_NUMBER, Move, MoveForm, Refusal, Rules};

/// Euclid has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Euclid {}

/// `{"pair": [7, 24]}`: the two numbers, in any order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NumberPair {
    /// The two numbers.
    pub pair: [u64; 2],
}

impl NumberPair {
    /// Returns the smaller number and the larger.
    pub fn ordered(&self) -> (u64, u64) {
        let [a, b] = self.pair;
        (a.min(b), a.max(b))
    }
}

/// `[3]`: subtracts three times the smaller number from the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Multiple(pub u64);

impl MoveForm for Multiple {
    const FORM: &'static str = "a move is [times]";

    fn read(mv: &Move) -> Option<Multiple> {
        match mv {
            Move::List(numbers) => match numbers[..] {
                [times] => Some(Multiple(times)),
                _ => None,
            },
            _ => None,
        }
    }
}

impl From<Multiple> for Move {
    fn from(Multiple(times): Multiple) -> Move {
        Move::List(vec![times].into())
    }
}

impl Euclid {
    /// Returns how many times the smaller number goes into the larger, which is the number of
    /// moves; 0 when the game is over.
    pub fn most(&self, position: &NumberPair) -> u64 {
        let (small, large) = position.ordered();
        large.checked_div(small).unwrap_or(0)
    }
}

impl Rules for Euclid {
    type Position = NumberPair;
    type Move = Multiple;

    fn admit(&self, position: &NumberPair) -> Result<(), Refusal> {
        Refusal::above("a number", position.ordered().1, MAX_NUMBER)
    }

    /// If the numbers are equal, the first becomes 0.
    fn apply(&self, position: &NumberPair, mv: &Multiple) -> Result<NumberPair, Refusal> {
        if mv.0 == 0 || mv.0 > self.most(position) {
            return Err(Refusal::IllegalMove("that many times the smaller number is too much"));
        }
        let (small, _) = position.ordered();
        let mut pair = position.pair;
        let larger = usize::from(pair[1] > pair[0]);
        pair[larger] -= mv.0 * small;
        Ok(NumberPair { pair })
    }

    fn moves<'a>(&'a self, position: &'a NumberPair) -> impl Iterator<Item = Multiple> + 'a {
        (1..=self.most(position)).map(Multiple)
    }

    fn count(&self, position: &NumberPair) -> Option<u64> {
        Some(self.most(position))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> NumberPair {
        let largest = size.clamp(2, MAX_NUMBER);
        NumberPair { pair: [1 + below(largest), 1 + below(largest)] }
    }

    fn draw(&self, position: &NumberPair, below: &mut dyn FnMut(u64) -> u64) -> Option<Multiple> {
        let most = self.most(position);
        (most > 0).then(|| Multiple(1 + below(most)))
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("Euclid 9-31", "euclid 9,31", "Two numbers without a common divisor."),
        Preset::new("Euclid 25-7", "euclid 25,7", "Two numbers on which Euclid takes four turns."),
        Preset::new(
            "Euclid 21-34",
            "euclid 21,34",
            "Neighbouring Fibonacci numbers, which leave no choice.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, lists};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(2, 13);
        for a in 0..14 {
            for b in 0..14 {
                assert_agree(&Euclid {}, &NumberPair { pair: [a, b] }, &candidates);
            }
        }
    }
}
