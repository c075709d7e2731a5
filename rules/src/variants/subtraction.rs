//! Subtraction games: Nim in which the number taken must be one of a given set. No move is
//! possible on a heap smaller than all of them.

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Heaps, MAX_NUMBER, Nim, Refusal, Rules, Take};

/// The most numbers in a take-set: each is tried on each heap, and for the table of heap
/// values on each size.
const MAX_TAKE_SET: usize = 100;

/// The numbers that may be taken, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedSubtraction")]
pub struct Subtraction {
    take: Vec<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedSubtraction {
    take: Vec<u64>,
}

impl Subtraction {
    /// Creates the game with these numbers, in any order.
    ///
    /// # Errors
    /// When there are none or more than 100, or one is 0 or above
    /// [`MAX_NUMBER`].
    pub fn new(mut take: Vec<u64>) -> Result<Subtraction, Refusal> {
        Refusal::above("numbers to take", take.len() as u64, MAX_TAKE_SET as u64)?;
        Refusal::below("numbers to take", take.len() as u64, 1)?;
        take.sort_unstable();
        take.dedup();
        Refusal::below("a number to take", take[0], 1)?;
        Refusal::above("a number to take", take[take.len() - 1], MAX_NUMBER)?;
        Ok(Subtraction { take })
    }

    /// Returns the numbers that may be taken, ascending, at least one.
    pub fn take(&self) -> &[u64] {
        &self.take
    }

    /// Returns the numbers that a heap of this size allows.
    fn take_from(&self, heap: u64) -> &[u64] {
        &self.take[..self.take.partition_point(|&take| take <= heap)]
    }
}

impl TryFrom<UncheckedSubtraction> for Subtraction {
    type Error = Refusal;

    fn try_from(
        UncheckedSubtraction { take }: UncheckedSubtraction,
    ) -> Result<Subtraction, Refusal> {
        Subtraction::new(take)
    }
}

impl Rules for Subtraction {
    type Position = Heaps;
    type Move = Take;

    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        position.check_size()
    }

    fn apply(&self, position: &Heaps, mv: &Take) -> Result<Heaps, Refusal> {
        let left = Nim {}.apply(position, mv)?;
        if !self.take.contains(&mv.take) {
            return Err(Refusal::IllegalMove("that number may not be taken"));
        }
        Ok(left)
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = Take> + 'a {
        position.places().flat_map(|(heap, size)| {
            self.take_from(size).iter().map(move |&take| Take { heap, take })
        })
    }

    fn count(&self, position: &Heaps) -> Option<u64> {
        Some(position.heaps.iter().map(|&heap| self.take_from(heap).len() as u64).sum())
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal(size, below)
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "one heap of 21",
            "subtraction(1,2,3) 21",
            "Take 1 to 3 from a heap of 21, the game described by Bachet in 1612.",
        ),
        Preset::new(
            "5-9-14 by 3",
            "subtraction(1,2,3) 5,9,14",
            "Take 1 to 3 from one of three heaps.",
        ),
        Preset::new("10-17", "subtraction(1,3,4) 10,17", "Take 1, 3 or 4 from one of two heaps."),
        Preset::new("8-12-15", "subtraction(2,5) 8,12,15", "Take 2 or 5 from one of three heaps."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, heaps, lists};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(3, 6);
        for set in 1u64..32 {
            let take = (1..=5).filter(|take| set >> (take - 1) & 1 == 1).collect();
            let rules = Subtraction::new(take).unwrap();
            for position in heaps(3, 5) {
                assert_agree(&rules, &position, &candidates);
            }
        }
    }

    #[test]
    fn a_set_is_read_in_any_order_and_never_empty() {
        let read = |json| serde_json::from_str::<Subtraction>(json);
        assert_eq!(read(r#"{"take": [3, 1, 2, 2]}"#).unwrap().take(), [1, 2, 3]);
        for bad in [r#"{"take": []}"#, r#"{"take": [0, 1]}"#, r#"{"take": [9007199254740992]}"#] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
