//! Moves as plain data. [`Move`] is what travels: the few shapes that all
//! variants share. Each variant reads it into a form of its own, so that its
//! rules speak of heaps and takes and not of lists of numbers.

use serde::{Deserialize, Serialize};

/// A move of any variant, in the JSON of the golden files.
///
/// Ordered as the golden files sort: by the numbers from left to right, a list
/// before a longer one that it begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged, expecting = "a move such as [0, 2]")]
pub enum Move {
    /// One number: `3`.
    Number(u64),
    /// Several numbers: `[0, 2]`.
    List(Vec<u64>),
    /// A word and a place: `["place", 2]`.
    Place(PlaceWord, u64),
    /// A word, a place and a number: `["take", 2, 1]`.
    Take(TakeWord, u64, u64),
}

/// The word `place`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaceWord {
    /// `"place"`
    Place,
}

/// The word `take`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TakeWord {
    /// `"take"`
    Take,
}

/// A variant's own form of a move, read from and written as a [`Move`].
pub trait MoveForm: Clone + Ord + std::fmt::Debug + Into<Move> {
    /// What such a move looks like, for a refusal: "a move is [heap, take]".
    const FORM: &'static str;

    /// `None` when the move has another shape.
    fn read(mv: &Move) -> Option<Self>;
}

/// `[heap, take]`: take a number of objects from one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Take {
    /// The heap's place in the list, counted from 0.
    pub heap: u64,
    /// How many objects are taken.
    pub take: u64,
}

impl MoveForm for Take {
    const FORM: &'static str = "a move is [heap, take]";

    fn read(mv: &Move) -> Option<Take> {
        match mv {
            Move::List(numbers) => match numbers[..] {
                [heap, take] => Some(Take { heap, take }),
                _ => None,
            },
            _ => None,
        }
    }
}

impl From<Take> for Move {
    fn from(Take { heap, take }: Take) -> Move {
        Move::List(vec![heap, take])
    }
}

/// `3`: add or take so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Amount(pub u64);

impl MoveForm for Amount {
    const FORM: &'static str = "a move is a number";

    fn read(mv: &Move) -> Option<Amount> {
        match mv {
            Move::Number(number) => Some(Amount(*number)),
            _ => None,
        }
    }
}

impl From<Amount> for Move {
    fn from(Amount(amount): Amount) -> Move {
        Move::Number(amount)
    }
}
