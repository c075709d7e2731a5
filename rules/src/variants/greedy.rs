//! Greedy Nim: a move takes any positive number, but only from a heap of the
//! largest size. (Albert and Nowakowski 2004.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Heaps, Nim, Refusal, Rules, Take};

/// Greedy Nim has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Greedy {}

impl Rules for Greedy {
    type Position = Heaps;
    type Move = Take;

    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        position.check_size()
    }

    fn apply(&self, position: &Heaps, mv: &Take) -> Result<Heaps, Refusal> {
        if position.heap(mv.heap)? < largest(position) {
            return Err(Refusal::IllegalMove("take from a heap of the largest size"));
        }
        Nim {}.apply(position, mv)
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = Take> + 'a {
        let largest = largest(position);
        let tallest = position.places().filter(move |&(_, size)| size == largest);
        tallest.flat_map(|(heap, size)| (1..=size).map(move |take| Take { heap, take }))
    }

    fn count(&self, position: &Heaps) -> Option<u64> {
        let largest = largest(position);
        Some(position.heaps.iter().filter(|&&heap| heap == largest).sum())
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal(size, below)
    }

    fn draw(&self, position: &Heaps, below: &mut dyn FnMut(u64) -> u64) -> Option<Take> {
        let largest = largest(position);
        let drawn = self.count(position).filter(|&moves| moves > 0).map(below)?;
        let mut tallest = position.places().filter(|&(_, size)| size == largest);
        let (heap, _) = tallest.nth((drawn / largest) as usize)?;
        Some(Take { heap, take: 1 + drawn % largest })
    }
}

fn largest(position: &Heaps) -> u64 {
    position.heaps.iter().copied().max().unwrap_or(0)
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("greedy 3-5-7", "greedy 3,5,7", "Greedy Nim on three small heaps."),
        Preset::new(
            "greedy",
            "greedy 6,8,9,9,9",
            "Nim in which only the largest heaps may be touched.",
        ),
        Preset::new("greedy 9-9-5", "greedy 9,9,5", "Greedy Nim with two tallest heaps."),
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
        for position in heaps(4, 3) {
            assert_agree(&Greedy {}, &position, &candidates);
        }
    }
}
