//! Moves as plain data. [`Move`] is the form on the wire: a few shapes that all variants
//! share. Each variant reads it into a form of its own, so that its rules are written in terms
//! of heaps and takes instead of lists of numbers.

mod read;
pub(crate) mod takes;

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::notation::letters::{leading_place, letters};

/// A move of any variant, in the JSON of the golden files.
///
/// Ordered as the golden files sort: by the numbers from left to right, a list before its
/// longer extensions, words after numbers.
///
/// ```
/// use rules::Move;
///
/// // Two objects from the first heap of Nim.
/// let mv: Move = serde_json::from_str("[0, 2]").expect("a move");
/// assert_eq!(mv, Move::List(vec![0, 2].into()));
/// assert_eq!(serde_json::to_string(&mv).expect("JSON"), "[0,2]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Move {
    /// One number: `3`.
    Number(u64),
    /// Several numbers: `[0, 2]`.
    // Most moves are a pair, which is stored without an allocation.
    List(#[cfg_attr(feature = "schema", schemars(with = "Vec<u64>"))] SmallVec<[u64; 2]>),
    /// A word and a place: `["place", 2]`.
    Place(PlaceWord, u64),
    /// A word, a place and a number: `["take", 2, 1]`.
    Take(TakeWord, u64, u64),
    /// Two numbers and a list: `[0, 2, [1, 3]]`.
    Leave(u64, u64, Vec<u64>),
    /// A word alone in a list: `["pass"]`.
    Pass([PassWord; 1]),
}

impl Move {
    /// Returns the rank of the move's word and its numbers and list, for comparison.
    fn parts(&self) -> (u8, [&[u64]; 3]) {
        let one = std::slice::from_ref;
        match self {
            Move::Number(number) => (0, [one(number), &[], &[]]),
            Move::List(numbers) => (0, [numbers, &[], &[]]),
            Move::Leave(heap, take, parts) => (0, [one(heap), one(take), parts]),
            Move::Place(PlaceWord::Place, place) => (1, [one(place), &[], &[]]),
            Move::Take(TakeWord::Take, place, number) => (2, [one(place), one(number), &[]]),
            Move::Pass([PassWord::Pass]) => (3, [&[], &[], &[]]),
        }
    }

    /// Tells apart moves of different forms with the same numbers.
    fn form(&self) -> u8 {
        match self {
            Move::Number(_) => 0,
            Move::List(_) => 1,
            Move::Leave(..) => 2,
            Move::Place(..) => 3,
            Move::Take(..) => 4,
            Move::Pass(..) => 5,
        }
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Move) -> Ordering {
        let ((word, mine), (other_word, theirs)) = (self.parts(), other.parts());
        let numbers = mine.into_iter().flatten().cmp(theirs.into_iter().flatten());
        word.cmp(&other_word).then(numbers).then_with(|| self.form().cmp(&other.form()))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The word `place`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlaceWord {
    /// `"place"`
    Place,
}

/// The word `take`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TakeWord {
    /// `"take"`
    Take,
}

/// The word `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PassWord {
    /// `"pass"`
    Pass,
}

/// A variant's own form of a move, converted from and to a [`Move`].
pub trait MoveForm: Clone + Ord + std::fmt::Debug + Into<Move> {
    /// The form of such a move, for a refusal: "a move is [heap, take]".
    const FORM: &'static str;

    /// Reads a move; `None` when it has another shape.
    fn read(mv: &Move) -> Option<Self>;

    /// Writes the move in the notation, without spaces: by default numbers with commas between
    /// them; a form may choose something easier to read.
    fn write_text(&self) -> String {
        let mv: Move = self.clone().into();
        match mv {
            Move::Number(number) => number.to_string(),
            Move::List(numbers) if !numbers.is_empty() => {
                let numbers: Vec<_> = numbers.iter().map(u64::to_string).collect();
                numbers.join(",")
            }
            other => serde_json::to_string(&other).unwrap_or_default(),
        }
    }

    /// Reads what [`write_text`](MoveForm::write_text) wrote.
    fn read_text(text: &str) -> Option<Self> {
        let numbers: Result<Vec<u64>, _> = text.split(',').map(str::parse).collect();
        match numbers.as_deref() {
            // A list of one may stand for a single number.
            Ok(&[number]) => Self::read(&Move::Number(number))
                .or_else(|| Self::read(&Move::List(vec![number].into()))),
            Ok(numbers) => Self::read(&Move::List(numbers.into())),
            Err(_) => None,
        }
    }
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

    /// `A-2`: take 2 from heap A.
    fn write_text(&self) -> String {
        format!("{}-{}", letters(self.heap), self.take)
    }

    fn read_text(text: &str) -> Option<Take> {
        let (heap, take) = leading_place(text)?;
        let take = take.strip_prefix('-')?.parse().ok()?;
        Some(Take { heap, take })
    }
}

impl From<Take> for Move {
    fn from(Take { heap, take }: Take) -> Move {
        Move::List([heap, take].into())
    }
}

/// `3`: the number to add or take.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_sort_by_their_numbers_whatever_their_form() {
        let sorted = [
            "0",
            "[0]",
            "[0,0,[1,2]]",
            "[0,0,[2,1]]",
            "[0,1]",
            "[0,1,2]",
            "[0,1,[2]]",
            "[0,2]",
            "[1,0,[1,1]]",
            "[1,1]",
            r#"["place",7]"#,
            r#"["take",0,1]"#,
            r#"["pass"]"#,
        ];
        let moves: Vec<Move> =
            sorted.iter().map(|json| serde_json::from_str(json).unwrap()).collect();
        assert!(moves.is_sorted_by(|a, b| a < b), "{moves:?}");
    }
}
