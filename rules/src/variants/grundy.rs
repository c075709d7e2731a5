//! Grundy's game: a move splits a heap into two of different sizes. Nobody has
//! found a pattern in its values. (Grundy 1939.)

use serde::{Deserialize, Serialize};

use crate::notation::letters::{leading_place, letters};
use crate::presets::{Catalogue, Preset};
use crate::{Heaps, Move, MoveForm, Refusal, Rules};

/// Grundy's game has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grundy {}

/// `[heap, a, b]`: splits a heap into `a` and `b`, where `a` is the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Split {
    /// The heap's place in the list.
    pub heap: u64,
    /// The smaller part, which keeps the place.
    pub small: u64,
    /// The larger part, which goes to the end.
    pub large: u64,
}

impl MoveForm for Split {
    const FORM: &'static str = "a move is [heap, smaller part, larger part]";

    fn read(mv: &Move) -> Option<Split> {
        match mv {
            Move::List(numbers) => match numbers[..] {
                [heap, small, large] => Some(Split { heap, small, large }),
                _ => None,
            },
            _ => None,
        }
    }

    /// `A=3+4`: split heap A into 3 and 4.
    fn write_text(&self) -> String {
        format!("{}={}+{}", letters(self.heap), self.small, self.large)
    }

    fn read_text(text: &str) -> Option<Split> {
        let (heap, parts) = leading_place(text)?;
        let (small, large) = parts.strip_prefix('=')?.split_once('+')?;
        Some(Split { heap, small: small.parse().ok()?, large: large.parse().ok()? })
    }
}

impl From<Split> for Move {
    fn from(Split { heap, small, large }: Split) -> Move {
        Move::List(vec![heap, small, large].into())
    }
}

impl Rules for Grundy {
    type Position = Heaps;
    type Move = Split;

    /// [`MAX_HEAPS`](crate::MAX_HEAPS) bounds starts only: each move made may have added one
    /// heap.
    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        position.check_size()
    }

    fn apply(&self, position: &Heaps, mv: &Split) -> Result<Heaps, Refusal> {
        let heap = position.heap(mv.heap)?;
        if mv.small == 0 || mv.small >= mv.large {
            return Err(Refusal::IllegalMove("split into two different parts, the smaller first"));
        }
        if mv.small.checked_add(mv.large) != Some(heap) {
            return Err(Refusal::IllegalMove("the parts do not make up the heap"));
        }
        Ok(position.split(mv.heap, &[mv.small, mv.large]))
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = Split> + 'a {
        position.places().flat_map(|(heap, size)| {
            (1..size.div_ceil(2)).map(move |small| Split { heap, small, large: size - small })
        })
    }

    fn count(&self, position: &Heaps) -> Option<u64> {
        Some(position.heaps.iter().map(|heap| heap.saturating_sub(1) / 2).sum())
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal(size, below)
    }

    /// Draws each move with the same chance.
    fn draw(&self, position: &Heaps, below: &mut dyn FnMut(u64) -> u64) -> Option<Split> {
        let moves = self.count(position)?;
        let mut drawn = if moves == 0 { return None } else { below(moves) };
        for (heap, size) in position.places() {
            let splits = size.saturating_sub(1) / 2;
            if drawn < splits {
                return Some(Split { heap, small: drawn + 1, large: size - drawn - 1 });
            }
            drawn -= splits;
        }
        None
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("Grundy 8", "grundy 8", "Grundy's game on a small heap."),
        Preset::new(
            "Grundy 20",
            "grundy 20",
            "Split a heap of twenty into unequal parts, again and again.",
        ),
        Preset::new("Grundy 12", "grundy 12", "Grundy's game on a dozen."),
        Preset::new("Grundy 5-9", "grundy 5,9", "Grundy's game on two heaps."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, heaps, lists};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(4, 4).into_iter().chain(lists(3, 6)).collect::<Vec<_>>();
        for position in heaps(3, 5).into_iter().chain(heaps(1, 7)) {
            assert_agree(&Grundy {}, &position, &candidates);
        }
    }

    #[test]
    fn every_split_can_be_drawn() {
        let position = Heaps::from(vec![5, 0, 7]);
        let moves: Vec<Split> = Grundy {}.moves(&position).collect();
        for (number, mv) in moves.iter().enumerate() {
            assert_eq!(Grundy {}.draw(&position, &mut |_| number as u64), Some(*mv));
        }
    }
}
