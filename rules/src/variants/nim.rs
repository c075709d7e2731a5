//! Nim: heaps of objects, and a move takes any positive number from one heap.
//! (Bouton 1901.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Heaps, Refusal, Rules, Take};

/// Nim has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nim {}

impl Rules for Nim {
    type Position = Heaps;
    type Move = Take;

    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        position.check_size()
    }

    fn apply(&self, position: &Heaps, mv: &Take) -> Result<Heaps, Refusal> {
        let heap = position.heap(mv.heap)?;
        if mv.take == 0 {
            return Err(Refusal::IllegalMove("take at least one object"));
        }
        let left = heap.checked_sub(mv.take);
        let left = left.ok_or(Refusal::IllegalMove("the heap has fewer objects"))?;
        Ok(position.with(mv.heap, left))
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = Take> + 'a {
        position.places().flat_map(|(heap, size)| (1..=size).map(move |take| Take { heap, take }))
    }

    /// Counts one move for each object on the table.
    fn count(&self, position: &Heaps) -> Option<u64> {
        Some(position.heaps.iter().sum())
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal(size, below)
    }

    fn draw(&self, position: &Heaps, below: &mut dyn FnMut(u64) -> u64) -> Option<Take> {
        position.draw_take(below)
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "3-5-7",
            "nim 3,5,7",
            "Nim on three heaps, where taking one from any heap wins.",
        ),
        Preset::new("3-4-5", "nim 3,4,5", "Nim on three heaps, with a single winning first move."),
        Preset::new(
            "7-9-12-15",
            "nim 7,9,12,15",
            "Nim on four heaps, with three winning first moves.",
        ),
        Preset::new(
            "5-8-13",
            "nim 5,8,13",
            "Nim on three heaps, lost for the first player unless the second slips.",
        ),
        Preset::new(
            "2-3-8-9",
            "nim 2,3,8,9",
            "Nim on two pairs of neighbours, whose nim-sum is 0.",
        ),
        Preset::new("1-3-5-7", "nim 1,3,5,7", "The heaps of Marienbad where the last move wins."),
        Preset::new(
            "Marienbad",
            "misere nim 1,3,5,7",
            "Misère Nim as in the film Last Year at Marienbad (1961), lost for the first player.",
        ),
        Preset::new(
            "Nimatron",
            "nim 3,4,6,7",
            "Four rows of at most seven lamps, as on the Nimatron of the 1940 World's Fair.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, heaps, lists};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(3, 4);
        for position in heaps(3, 3) {
            assert_agree(&Nim {}, &position, &candidates);
        }
    }

    #[test]
    fn a_thousand_huge_heaps_are_counted_at_once() {
        let position = Heaps::from(vec![crate::MAX_NUMBER; crate::MAX_HEAPS]);
        assert_eq!(Nim {}.admit(&position), Ok(()));
        assert_eq!(Nim {}.count(&position), Some(crate::MAX_NUMBER * 1_000));
    }
}
