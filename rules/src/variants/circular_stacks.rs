//! Circular Nim CN(n, k): stacks stand in a circle, and a move chooses `k` neighbouring
//! ones and takes at least one object from them in all.
//!
//! This is the game that the literature calls circular Nim (Dufour and Heubach 2013): some of
//! the chosen stacks may lose nothing, so the stacks that a move takes from need not touch;
//! they only have to lie within `k` neighbours. An empty stack keeps its place in the circle.
//! The game of single objects in a circle, sometimes also called circular Nim, is `circular`.

use serde::{Deserialize, Serialize};

use crate::moves::takes::take_vectors;
use crate::presets::{Catalogue, Preset};
use crate::{Heaps, Refusal, Rules, Takes};

/// The most stacks in the circle. Counting the moves compares each pair of stacks, and
/// a wider circle is hard to draw.
const MAX_STACKS: usize = 100;

/// Take from stacks that lie within `k` neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedCircularStacks")]
pub struct CircularStacks {
    k: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedCircularStacks {
    k: u64,
}

impl CircularStacks {
    /// Creates the game in which a move chooses `k` neighbouring stacks.
    ///
    /// # Errors
    /// When `k` is 0 or above 100, the most stacks there may be.
    pub fn new(k: u64) -> Result<CircularStacks, Refusal> {
        Refusal::below("k", k, 1)?;
        Refusal::above("k", k, MAX_STACKS as u64)?;
        Ok(CircularStacks { k })
    }

    /// Returns how many neighbouring stacks a move chooses.
    pub fn k(&self) -> u64 {
        self.k
    }
}

impl TryFrom<UncheckedCircularStacks> for CircularStacks {
    type Error = Refusal;

    fn try_from(
        UncheckedCircularStacks { k }: UncheckedCircularStacks,
    ) -> Result<CircularStacks, Refusal> {
        CircularStacks::new(k)
    }
}

impl Rules for CircularStacks {
    type Position = Heaps;
    type Move = Takes;

    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        Refusal::above("stacks in a circle", position.heaps.len() as u64, MAX_STACKS as u64)?;
        position.check_size()
    }

    fn apply(&self, position: &Heaps, mv: &Takes) -> Result<Heaps, Refusal> {
        let left = mv.apply(position)?;
        let stacks = mv.0.len();
        let taken = mv.places().count();
        let within = |start: usize| {
            (start..start + stacks.min(self.k as usize)).filter(|place| mv.0[place % stacks] > 0)
        };
        if !(0..stacks).any(|start| within(start).count() == taken) {
            return Err(Refusal::IllegalMove("those stacks are too far apart"));
        }
        Ok(left)
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = Takes> + 'a {
        let stacks = position.heaps.len();
        let apart = stacks.saturating_sub(self.k as usize);
        take_vectors(position.heaps.clone(), move |arc: Option<Arc>, place| {
            let arc = arc.map_or(Arc { first: place, last: place, gap: 0 }, |arc| arc.with(place));
            (arc.gap.max(arc.first + stacks - place - 1) >= apart).then_some(Some(arc))
        })
    }

    /// Counts the moves for each first and last stack taken from: `near` those without a gap
    /// wide enough to leave only `k` neighbours, `wide` those with one.
    fn count(&self, position: &Heaps) -> Option<u64> {
        let stacks = &position.heaps;
        let apart = stacks.len().saturating_sub(self.k as usize);
        let mut total = 0u64;
        for first in (0..stacks.len()).filter(|&first| stacks[first] > 0) {
            let mut near = vec![0u64; stacks.len()];
            let mut wide = vec![0u64; stacks.len()];
            near[first] = stacks[first];
            for last in first + 1..stacks.len() {
                let gap_of = |before: usize| last - before - 1;
                let (mut small, mut large) = (0u64, 0u64);
                for before in first..last {
                    large = large.checked_add(wide[before])?;
                    match gap_of(before) >= apart {
                        true => large = large.checked_add(near[before])?,
                        false => small = small.checked_add(near[before])?,
                    }
                }
                // Beyond k neighbours a wide gap can no longer follow.
                if last < first + self.k as usize {
                    near[last] = stacks[last].checked_mul(small)?;
                }
                wide[last] = stacks[last].checked_mul(large)?;
            }
            total = near.iter().chain(&wide).try_fold(total, |sum, &ways| sum.checked_add(ways))?;
        }
        Some(total)
    }

    /// Deals more stacks than one move reaches; fewer would be like one heap.
    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        let stacks = (self.k.max(2) + 1 + below(3)).min(MAX_STACKS as u64);
        Heaps::deal_some(stacks, size, below)
    }

    /// Takes something from one stack, and anything from the next `k - 1`.
    fn draw(&self, position: &Heaps, below: &mut dyn FnMut(u64) -> u64) -> Option<Takes> {
        let stacks = &position.heaps;
        let open: Vec<usize> = (0..stacks.len()).filter(|&place| stacks[place] > 0).collect();
        let first = if open.is_empty() { return None } else { below(open.len() as u64) };
        let first = open[first as usize];
        let mut takes = vec![0; stacks.len()];
        takes[first] = 1 + below(stacks[first]);
        for after in 1..stacks.len().min(self.k as usize) {
            let place = (first + after) % stacks.len();
            takes[place] = below(stacks[place] + 1);
        }
        Some(Takes(takes))
    }
}

/// The extent of the places taken from, in the order of the list: the first, the last, and the
/// widest gap between two of them.
#[derive(Clone, Copy)]
struct Arc {
    first: usize,
    last: usize,
    gap: usize,
}

impl Arc {
    fn with(self, place: usize) -> Arc {
        Arc { gap: self.gap.max(place - self.last - 1), last: place, ..self }
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "five stacks",
            "circular_stacks(2) 2,3,1,3,2",
            "Five stacks in a circle; take as much as you like from two neighbours.",
        ),
        Preset::new(
            "four stacks",
            "circular_stacks(2) 3,5,4,6",
            "Four stacks in a circle; take as much as you like from two neighbours.",
        ),
        Preset::new(
            "six stacks by three",
            "circular_stacks(3) 1,2,3,1,2,3",
            "Six stacks in a circle; take as much as you like from three neighbours.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_NUMBER;
    use crate::agree::{assert_agree, heaps, lists, vectors};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(4, 2);
        for rules in (1..=5).map(|k| CircularStacks::new(k).unwrap()) {
            for position in heaps(4, 2) {
                assert_agree(&rules, &position, &candidates);
            }
        }
    }

    #[test]
    fn apply_and_moves_agree_in_larger_circles() {
        let candidates: Vec<_> =
            vectors(7, &[0, 1]).into_iter().map(|list| crate::Move::List(list.into())).collect();
        for rules in (1..=8).map(|k| CircularStacks::new(k).unwrap()) {
            for position in vectors(7, &[0, 1]) {
                assert_agree(&rules, &position.into(), &candidates);
            }
        }
    }

    #[test]
    fn some_of_the_chosen_stacks_may_lose_nothing() {
        let rules = CircularStacks::new(3).unwrap();
        let position = Heaps::from(vec![1; 6]);
        let takes = |takes: [u64; 6]| rules.apply(&position, &Takes(takes.to_vec()));
        assert!(takes([1, 0, 1, 0, 0, 0]).is_ok());
        assert!(takes([1, 0, 0, 0, 1, 0]).is_ok());
        assert!(takes([1, 0, 0, 1, 0, 0]).is_err());
    }

    #[test]
    fn counts_a_wide_circle_of_large_stacks_by_arithmetic() {
        let position = Heaps::from(vec![MAX_NUMBER; 100]);
        let one = CircularStacks::new(1).unwrap();
        assert_eq!(one.count(&position), Some(100 * MAX_NUMBER));
        assert_eq!(CircularStacks::new(2).unwrap().count(&position), None);
    }
}
