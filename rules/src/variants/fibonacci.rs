//! Fibonacci Nim: one heap; a move takes at most twice what the previous move took, and the
//! first move may not take the whole heap. (Whinihan 1963.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Amount, MAX_NUMBER, Refusal, Rules};

/// The largest heap: half of [`MAX_NUMBER`], so that twice any take is still an
/// exact number.
const MAX_HEAP: u64 = MAX_NUMBER / 2;

/// Fibonacci Nim has no parameters: the limit is part of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fibonacci {}

/// `{"heap": 20, "limit": 19}`: one heap, and the most that the next move may
/// take from it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pile {
    /// Objects in the heap.
    pub heap: u64,
    /// The most that the next move may take; it may exceed the heap.
    pub limit: u64,
}

impl Rules for Fibonacci {
    type Position = Pile;
    type Move = Amount;

    fn admit(&self, position: &Pile) -> Result<(), Refusal> {
        Refusal::above("objects in the heap", position.heap, MAX_HEAP)?;
        Refusal::above("the limit", position.limit, MAX_NUMBER)
    }

    fn apply(&self, position: &Pile, &Amount(take): &Amount) -> Result<Pile, Refusal> {
        if take == 0 || take > position.limit {
            return Err(Refusal::IllegalMove("take at least 1 and at most the limit"));
        }
        let heap = position.heap.checked_sub(take);
        let heap = heap.ok_or(Refusal::IllegalMove("the heap has fewer objects"))?;
        Ok(Pile { heap, limit: 2 * take })
    }

    fn moves<'a>(&'a self, position: &'a Pile) -> impl Iterator<Item = Amount> + 'a {
        (1..=position.limit.min(position.heap)).map(Amount)
    }

    fn count(&self, position: &Pile) -> Option<u64> {
        Some(position.limit.min(position.heap))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Pile {
        let size = size.min(MAX_HEAP / 2);
        let heap = 2 + size / 2 + below(1 + size);
        Pile { heap, limit: heap - 1 }
    }

    fn draw(&self, position: &Pile, below: &mut dyn FnMut(u64) -> u64) -> Option<Amount> {
        let most = self.count(position)?;
        (most > 0).then(|| Amount(1 + below(most)))
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "Fibonacci 20",
            "fibonacci heap=20;limit=19",
            "Take at most twice what was taken last.",
        ),
        Preset::new("Fibonacci 13", "fibonacci heap=13;limit=12", "Fibonacci Nim on a lost heap."),
        Preset::new("Fibonacci 50", "fibonacci heap=50;limit=49", "Fibonacci Nim on a long heap."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, numbers};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = numbers(9);
        for (heap, limit) in (0..=8).flat_map(|heap| (0..=9).map(move |limit| (heap, limit))) {
            assert_agree(&Fibonacci {}, &Pile { heap, limit }, &candidates);
        }
    }

    #[test]
    fn twice_the_largest_take_is_admitted() {
        let largest = Pile { heap: MAX_HEAP, limit: MAX_NUMBER };
        let next = Fibonacci {}.apply(&largest, &Amount(MAX_HEAP)).unwrap();
        assert_eq!(Fibonacci {}.admit(&next), Ok(()));
    }
}
