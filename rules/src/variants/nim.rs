//! Nim: heaps of objects, and a move takes any positive number from one heap.
//! (Bouton 1901.)

use serde::{Deserialize, Serialize};

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

    /// One move for each object on the table.
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
