//! Positions as plain data, and the list of their shapes. Several variants share
//! a shape (heaps above all); which shape a variant plays on is its [`Rules::Position`](crate::Rules::Position).

pub(crate) mod admitted;
pub(crate) mod cells;
pub(crate) mod coins;
pub(crate) mod heaps;
pub(crate) mod present;

use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{
    Board, Boards, Circle, CoinRow, Coins, Heaps, HeapsAndPass, NumberPair, Pile, Present, Rows,
    Stacks, Steps, Total,
};

/// A struct that a [`Position`] can hold.
pub trait Shape:
    Clone + Eq + Hash + Ord + std::fmt::Debug + DeserializeOwned + Into<Position>
{
    /// The form of such a position, for a refusal.
    const FORM: &'static str;

    /// Returns the position's content; `None` when it has another shape.
    fn from_position(position: &Position) -> Option<&Self>;
}

/// Lists the shapes once: makes the enum and the conversions.
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
                fn from_position(position: &Position) -> Option<&$shape> {
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
    /// A running total.
    Total: "a position is {\"total\": ..}",
    /// One heap, and the most that may be taken from it next.
    Pile: "a position is {\"heap\": .., \"limit\": ..}",
    /// Stacks of stones, and stones yet to be placed.
    Stacks: "a position is {\"remaining\": .., \"stacks\": [..]}",
    /// Places in a circle.
    Circle: "a position is {\"circle\": \"110..\"}",
    /// Cells of a board.
    Board: "a position is {\"board\": \"110..\"}",
    /// The remaining vertices, elements or edges.
    Present: "a position is {\"present\": [..]}",
    /// Boards of Notakto.
    Boards: "a position is {\"boards\": [\"X........\", ..]}",
    /// A bar of chocolate.
    Rows: "a position is {\"rows\": [..]}",
    /// Coins on the squares of a strip.
    Coins: "a position is {\"coins\": [..]}",
    /// Coins on the steps of a staircase.
    Steps: "a position is {\"steps\": [..]}",
    /// Two numbers.
    NumberPair: "a position is {\"pair\": [.., ..]}",
    /// Heaps, and whether the pass is still available.
    HeapsAndPass: "a position is {\"heaps\": [..], \"pass\": ..}",
    /// Coins in a row, heads or tails.
    CoinRow: "a position is {\"coins\": \"HTH..\"}",
}
