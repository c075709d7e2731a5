//! Wythoff's game on any number of heaps: take any number from one heap, or
//! the same number from every heap. (Wythoff 1907, for two heaps.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Heaps, Refusal, Rules, Take, Takes};

/// The game, with what "every heap" means in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Multiheap {
    /// The heaps that an equal move takes from.
    pub scope: Scope,
}

/// The heaps that an equal move takes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Every heap on the table, so that no equal move is possible once a heap is empty.
    All,
    /// Every heap that still has objects.
    NonEmpty,
}

impl Multiheap {
    /// Returns the most that can be taken from every heap at once; `None` where an equal move
    /// is impossible, or where it would only repeat a move on a single heap.
    pub fn most_from_each(&self, position: &Heaps) -> Option<u64> {
        let taken = || position.heaps.iter().copied().filter(|&heap| self.takes_from(heap));
        let most = taken().min().filter(|&smallest| smallest > 0);
        most.filter(|_| taken().count() > 1)
    }

    /// Takes `amount` from every heap that an equal move takes from.
    pub fn from_each(&self, position: &Heaps, amount: u64) -> Takes {
        let take = |&heap: &u64| if self.takes_from(heap) { amount } else { 0 };
        Takes(position.heaps.iter().map(take).collect())
    }

    fn takes_from(&self, heap: u64) -> bool {
        match self.scope {
            Scope::All => true,
            Scope::NonEmpty => heap > 0,
        }
    }
}

impl Rules for Multiheap {
    type Position = Heaps;
    type Move = Takes;

    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        position.check_size()
    }

    fn apply(&self, position: &Heaps, mv: &Takes) -> Result<Heaps, Refusal> {
        let left = mv.apply(position)?;
        let mut takes = mv.0.iter().zip(&position.heaps);
        let amount = mv.0.iter().copied().max().unwrap_or(0);
        let from_one = mv.places().count() == 1;
        let from_each =
            takes.all(|(&take, &heap)| take == if self.takes_from(heap) { amount } else { 0 });
        if !from_one && !from_each {
            return Err(Refusal::IllegalMove("take from one heap, or the same from every heap"));
        }
        Ok(left)
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = Takes> + 'a {
        let first = position.heaps.iter().position(|&heap| heap > 0);
        let most = self.most_from_each(position).unwrap_or(0);
        let places = (0..position.heaps.len()).rev();
        places.flat_map(move |place| {
            (1..=position.heaps[place]).flat_map(move |amount| {
                // An equal move comes after the move that takes the same amount from its first
                // heap.
                let equal = Some(place) == first && amount <= most;
                let equal = equal.then(|| self.from_each(position, amount));
                [Some(from_one(position.heaps.len(), place, amount)), equal].into_iter().flatten()
            })
        })
    }

    fn count(&self, position: &Heaps) -> Option<u64> {
        Some(position.heaps.iter().sum::<u64>() + self.most_from_each(position).unwrap_or(0))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal(size, below)
    }

    fn draw(&self, position: &Heaps, below: &mut dyn FnMut(u64) -> u64) -> Option<Takes> {
        let equal = self.most_from_each(position).unwrap_or(0);
        let moves = self.count(position).filter(|&moves| moves > 0)?;
        match below(moves) {
            amount if amount < equal => Some(self.from_each(position, amount + 1)),
            _ => {
                let Take { heap, take } = position.draw_take(below)?;
                Some(from_one(position.heaps.len(), heap as usize, take))
            }
        }
    }
}

fn from_one(heaps: usize, place: usize, amount: u64) -> Takes {
    let mut takes = vec![0; heaps];
    takes[place] = amount;
    Takes(takes)
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("Wythoff 5-8", "multiheap(all) 5,8", "Wythoff's game on two small heaps."),
        Preset::new(
            "Wythoff",
            "multiheap(all) 10,15",
            "Take from one of two heaps, or equally from both.",
        ),
        Preset::new(
            "Wythoff on three",
            "multiheap(all) 3,5,7",
            "Take from one heap, or equally from all three.",
        ),
        Preset::new(
            "Wythoff to the end",
            "multiheap(nonempty) 3,4,6",
            "Take from one heap, or equally from every heap that has something left.",
        ),
    ],
    families: &[("wythoff", "multiheap(all)")],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, heaps, lists};

    #[test]
    fn an_equal_move_takes_from_the_heaps_of_its_scope() {
        let position = Heaps::from(vec![3, 0, 2]);
        let taken = |scope| Multiheap { scope }.from_each(&position, 2).0;
        assert_eq!(taken(Scope::NonEmpty), [2, 0, 2]);
        assert_eq!(taken(Scope::All), [2, 2, 2]);
    }

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(4, 3);
        for rules in [Scope::All, Scope::NonEmpty].map(|scope| Multiheap { scope }) {
            for position in heaps(4, 2).into_iter().chain(heaps(2, 3)) {
                assert_agree(&rules, &position, &candidates);
            }
        }
    }
}
