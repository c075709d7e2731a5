//! Positions as plain data: one struct for each shape that the golden files
//! know. Several variants share a shape (heaps above all); which shape a
//! variant plays on is its [`Rules::Position`](crate::Rules::Position).

pub(crate) mod cells;
pub(crate) mod present;

use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Board, Boards, Circle, MAX_HEAPS, MAX_NUMBER, Present, Refusal, Rows, Take};

/// One of the structs that a [`Position`] can hold.
pub trait Shape:
    Clone + Eq + Hash + Ord + std::fmt::Debug + DeserializeOwned + Into<Position>
{
    /// What such a position looks like, for a refusal.
    const FORM: &'static str;

    /// `None` when the position has another shape.
    fn of(position: &Position) -> Option<&Self>;
}

/// Lists the shapes once: the enum, and the way in and out of it.
macro_rules! shapes {
    ($($(#[$doc:meta])* $shape:ident: $form:literal,)*) => {
        /// A position of any variant, in the JSON of the golden files.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(untagged, expecting = "a position such as {\"heaps\": [3, 5, 7]}")]
        pub enum Position { $($(#[$doc])* $shape($shape),)* }

        $(
            impl Shape for $shape {
                const FORM: &'static str = $form;
                fn of(position: &Position) -> Option<&$shape> {
                    match position {
                        Position::$shape(shape) => Some(shape),
                        _ => None,
                    }
                }
            }

            impl From<$shape> for Position {
                fn from(shape: $shape) -> Position {
                    Position::$shape(shape)
                }
            }
        )*
    };
}

shapes! {
    /// Numbers of objects in heaps, stacks or piles.
    Heaps: "a position is {\"heaps\": [..]}",
    /// How far a count has come.
    Total: "a position is {\"total\": ..}",
    /// One heap, and the most that may be taken from it now.
    Pile: "a position is {\"heap\": .., \"limit\": ..}",
    /// Stacks of stones, and stones yet to be put on them.
    Stacks: "a position is {\"remaining\": .., \"stacks\": [..]}",
    /// Places in a circle.
    Circle: "a position is {\"circle\": \"110..\"}",
    /// Cells of a board.
    Board: "a position is {\"board\": \"110..\"}",
    /// What remains of a graph or an order.
    Present: "a position is {\"present\": [..]}",
    /// Boards of Notakto.
    Boards: "a position is {\"boards\": [\"X........\", ..]}",
    /// A bar of chocolate.
    Rows: "a position is {\"rows\": [..]}",
}

/// `{"heaps": [3, 5, 7]}`: how many objects each heap holds. Heaps may be in
/// any order and may be empty; a heap keeps its place when it is emptied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Heaps {
    /// Objects in each heap.
    pub heaps: Vec<u64>,
}

impl Heaps {
    /// Refuses more than [`MAX_HEAPS`] heaps, or a heap above [`MAX_NUMBER`].
    pub fn check_size(&self) -> Result<(), Refusal> {
        Refusal::above("heaps", self.heaps.len() as u64, MAX_HEAPS as u64)?;
        let largest = self.heaps.iter().copied().max().unwrap_or(0);
        Refusal::above("objects in a heap", largest, MAX_NUMBER)
    }

    /// The heap at this place; refuses a place that the position lacks.
    pub fn heap(&self, place: u64) -> Result<u64, Refusal> {
        usize::try_from(place)
            .ok()
            .and_then(|place| self.heaps.get(place).copied())
            .ok_or(Refusal::IllegalMove("there is no such heap"))
    }

    /// The same heaps with one set to `size`. `place` must exist.
    pub fn with(&self, place: u64, size: u64) -> Heaps {
        let mut heaps = self.heaps.clone();
        heaps[place as usize] = size;
        Heaps { heaps }
    }

    /// The same heaps with one replaced by these parts: the first of them keeps
    /// the place (an empty heap if there is none), the others go to the end, so
    /// that every other heap keeps its place too. `place` must exist.
    pub fn split(&self, place: u64, parts: &[u64]) -> Heaps {
        let mut split = self.with(place, parts.first().copied().unwrap_or(0));
        split.heaps.extend(parts.iter().skip(1));
        split
    }

    /// Each heap with its place, as the numbers of a move name it.
    pub fn places(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0u64..).zip(self.heaps.iter().copied())
    }

    /// Three to five heaps with about `size` objects. See
    /// [`Rules::deal`](crate::Rules::deal).
    pub fn deal(size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal_some(3 + below(3), size, below)
    }

    /// So many heaps, at least one, with about `size` objects.
    pub fn deal_some(number: u64, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        let largest = (size.min(MAX_NUMBER) * 2 / number).clamp(2, MAX_NUMBER);
        Heaps { heaps: (0..number).map(|_| 1 + below(largest)).collect() }
    }

    /// Any number from any heap, with the same chance for each object on the
    /// table to be the last one taken. See [`Rules::draw`](crate::Rules::draw).
    pub fn draw_take(&self, below: &mut dyn FnMut(u64) -> u64) -> Option<Take> {
        let objects: u64 = self.heaps.iter().sum();
        let mut drawn = if objects == 0 { return None } else { below(objects) };
        for (heap, size) in self.places() {
            if drawn < size {
                return Some(Take { heap, take: drawn + 1 });
            }
            drawn -= size;
        }
        None
    }
}

impl From<Vec<u64>> for Heaps {
    fn from(heaps: Vec<u64>) -> Heaps {
        Heaps { heaps }
    }
}

/// `{"total": 17}`: the number said last, 0 before the first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Total {
    /// The number said last.
    pub total: u64,
}

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
    /// The most that the next move may take; it may be more than the heap.
    pub limit: u64,
}

/// `{"remaining": 4, "stacks": [0, 1, 1]}`: stones on stacks, and stones that
/// are still to be put on them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stacks {
    /// Stones that nobody has placed yet.
    pub remaining: u64,
    /// Stones on each stack.
    pub stacks: Vec<u64>,
}
