//! Lasker's Nim: take from a heap, or split it without taking. (Lasker 1931,
//! "Brettspiele der Völker".)

use serde::{Deserialize, Serialize};

use crate::notation::letters::{leading_place, letters};
use crate::presets::{Catalogue, Preset};
use crate::{Heaps, Move, MoveForm, Refusal, Rules};

/// Lasker's Nim has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lasker {}

/// `[heap, take]` or `[heap, 0, [a, b]]`: a heap, and what is done to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LaskerMove {
    /// The heap's place in the list.
    pub heap: u64,
    /// What is done to it.
    pub act: TakeOrSplit,
}

/// The two things that may be done to a heap, in the order in which moves sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TakeOrSplit {
    /// Split it into two heaps.
    Split {
        /// The smaller part (or an equal one); it keeps the place.
        small: u64,
        /// The larger part, which goes to the end.
        large: u64,
    },
    /// Take this many.
    Take(u64),
}

impl MoveForm for LaskerMove {
    const FORM: &'static str = "a move is [heap, take] or [heap, 0, [part, part]]";

    fn read(mv: &Move) -> Option<LaskerMove> {
        match mv {
            Move::List(numbers) => match numbers[..] {
                [heap, take] => Some(LaskerMove { heap, act: TakeOrSplit::Take(take) }),
                _ => None,
            },
            Move::Leave(heap, 0, parts) => match parts[..] {
                [small, large] => {
                    Some(LaskerMove { heap: *heap, act: TakeOrSplit::Split { small, large } })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `A-2`: take 2 from heap A. `A=3+4`: split it into 3 and 4.
    fn write_text(&self) -> String {
        let heap = letters(self.heap);
        match self.act {
            TakeOrSplit::Take(take) => format!("{heap}-{take}"),
            TakeOrSplit::Split { small, large } => format!("{heap}={small}+{large}"),
        }
    }

    fn read_text(text: &str) -> Option<LaskerMove> {
        let (heap, act) = leading_place(text)?;
        let act = match act.strip_prefix('-') {
            Some(take) => TakeOrSplit::Take(take.parse().ok()?),
            None => {
                let (small, large) = act.strip_prefix('=')?.split_once('+')?;
                TakeOrSplit::Split { small: small.parse().ok()?, large: large.parse().ok()? }
            }
        };
        Some(LaskerMove { heap, act })
    }
}

impl From<LaskerMove> for Move {
    fn from(LaskerMove { heap, act }: LaskerMove) -> Move {
        match act {
            TakeOrSplit::Take(take) => Move::List([heap, take].into()),
            TakeOrSplit::Split { small, large } => Move::Leave(heap, 0, vec![small, large]),
        }
    }
}

impl Rules for Lasker {
    type Position = Heaps;
    type Move = LaskerMove;

    /// [`MAX_HEAPS`](crate::MAX_HEAPS) bounds starts only: each move made may have added one
    /// heap.
    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        position.check_size()
    }

    fn apply(&self, position: &Heaps, mv: &LaskerMove) -> Result<Heaps, Refusal> {
        let heap = position.heap(mv.heap)?;
        match mv.act {
            TakeOrSplit::Take(0) => Err(Refusal::IllegalMove("take at least one object")),
            TakeOrSplit::Take(take) => match heap.checked_sub(take) {
                Some(left) => Ok(position.with(mv.heap, left)),
                None => Err(Refusal::IllegalMove("the heap has fewer objects")),
            },
            TakeOrSplit::Split { small, large } => {
                if small == 0 || small > large {
                    return Err(Refusal::IllegalMove("split into two parts, the smaller first"));
                }
                if small.checked_add(large) != Some(heap) {
                    return Err(Refusal::IllegalMove("the parts do not make up the heap"));
                }
                Ok(position.split(mv.heap, &[small, large]))
            }
        }
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = LaskerMove> + 'a {
        position.places().flat_map(|(heap, size)| {
            let splits = (1..=size / 2).map(move |small| (small, size - small));
            let splits = splits.map(|(small, large)| TakeOrSplit::Split { small, large });
            let acts = splits.chain((1..=size).map(TakeOrSplit::Take));
            acts.map(move |act| LaskerMove { heap, act })
        })
    }

    /// There are as many takes as objects, and half as many splits.
    fn count(&self, position: &Heaps) -> Option<u64> {
        position.heaps.iter().try_fold(0u64, |sum, size| sum.checked_add(size + size / 2))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal(size, below)
    }

    /// Draws each move with the same chance.
    fn draw(&self, position: &Heaps, below: &mut dyn FnMut(u64) -> u64) -> Option<LaskerMove> {
        let moves = self.count(position)?;
        let mut drawn = if moves == 0 { return None } else { below(moves) };
        for (heap, size) in position.places() {
            let splits = size / 2;
            if drawn < splits {
                let (small, large) = (drawn + 1, size - drawn - 1);
                return Some(LaskerMove { heap, act: TakeOrSplit::Split { small, large } });
            }
            if drawn < splits + size {
                return Some(LaskerMove { heap, act: TakeOrSplit::Take(drawn - splits + 1) });
            }
            drawn -= splits + size;
        }
        None
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("Lasker 3-4-5", "lasker 3,4,5", "Lasker's Nim on three heaps."),
        Preset::new("Lasker 1-2-3", "lasker 1,2,3", "Won by the first player, unlike in Nim."),
        Preset::new("Lasker 3-5-7", "lasker 3,5,7", "Lasker's Nim on three odd heaps."),
        Preset::new("Lasker 4-7-9", "lasker 4,7,9", "Lasker's Nim on three larger heaps."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, heaps, lists, vectors};

    #[test]
    fn apply_and_moves_agree() {
        let mut candidates = lists(3, 7);
        for parts in (0..4).flat_map(|n| vectors(n, &[0, 1, 2, 3, 4, 5, 6, u64::MAX])) {
            for (heap, take) in [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (u64::MAX, 0)] {
                candidates.push(Move::Leave(heap, take, parts.clone()));
            }
        }
        for position in heaps(3, 4).into_iter().chain(heaps(1, 7)) {
            assert_agree(&Lasker {}, &position, &candidates);
        }
    }

    #[test]
    fn huge_heaps_are_counted_and_drawn_from_at_once() {
        let position = Heaps::from(vec![crate::MAX_NUMBER; crate::MAX_HEAPS]);
        let count = Lasker {}.count(&position).unwrap();
        assert_eq!(count, (crate::MAX_NUMBER + crate::MAX_NUMBER / 2) * 1_000);
        let last = Lasker {}.draw(&position, &mut |moves| moves - 1).unwrap();
        assert_eq!(last, LaskerMove { heap: 999, act: TakeOrSplit::Take(crate::MAX_NUMBER) });
    }
}
