//! Boards of cells that hold a piece or none, written as a row of `1` and `0`.

use serde::{Deserialize, Serialize};

use crate::{Move, MoveForm, Refusal};

/// The most cells of a board or places of a circle: 20 x 20. Listing the moves of a full board
/// takes a millisecond, and a larger one is hard to draw.
pub const MAX_CELLS: usize = 400;

/// Which cells hold a piece, in the order of the places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Cells(pub Vec<bool>);

impl Cells {
    /// Deals cells of which about `pieces` hold a piece, rarely all. See
    /// [`Rules::deal`](crate::Rules::deal).
    pub(crate) fn deal(cells: u64, pieces: u64, below: &mut dyn FnMut(u64) -> u64) -> Cells {
        let pieces = pieces.min(cells - cells / 4);
        Cells((0..cells).map(|_| below(cells) < pieces).collect())
    }

    /// Refuses more than [`MAX_CELLS`] cells.
    pub fn check_size(&self) -> Result<(), Refusal> {
        Refusal::above("cells of a board", self.0.len() as u64, MAX_CELLS as u64)
    }

    /// Returns whether the cell exists and holds a piece.
    pub fn has(&self, cell: usize) -> bool {
        self.0.get(cell).copied().unwrap_or(false)
    }

    /// Returns how many pieces there are.
    pub fn pieces(&self) -> usize {
        self.0.iter().filter(|&&piece| piece).count()
    }

    /// Returns the cells without the pieces at these places, all of which must hold one.
    pub fn without(&self, places: &Places) -> Result<Cells, Refusal> {
        let mut cells = self.0.clone();
        for &place in &places.0 {
            let cell = usize::try_from(place).ok().and_then(|place| cells.get_mut(place));
            match cell {
                Some(piece) if *piece => *piece = false,
                _ => return Err(Refusal::IllegalMove("there is no piece")),
            }
        }
        Ok(Cells(cells))
    }
}

impl TryFrom<String> for Cells {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Cells, &'static str> {
        let cell = |c| match c {
            '0' => Ok(false),
            '1' => Ok(true),
            _ => Err("a board is written with 0 and 1"),
        };
        text.chars().map(cell).collect::<Result<_, _>>().map(Cells)
    }
}

impl From<Cells> for String {
    fn from(cells: Cells) -> String {
        cells.0.into_iter().map(|piece| if piece { '1' } else { '0' }).collect()
    }
}

/// `{"circle": "11011"}`: places in a circle; the last and the first are neighbours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Circle {
    /// Which places hold an object.
    pub circle: Cells,
}

/// `{"board": "110100"}`: the cells of a board of any dimension, row-major; the
/// last coordinate runs fastest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Which cells hold a piece.
    pub board: Cells,
}

/// `[2, 3]`: the places that are emptied, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Places(pub Vec<u64>);

impl Places {
    /// Refuses an empty list, and places that do not ascend.
    pub fn check_order(&self) -> Result<(), Refusal> {
        if self.0.is_empty() {
            return Err(Refusal::IllegalMove("name at least one place"));
        }
        if !self.0.is_sorted_by(|a, b| a < b) {
            return Err(Refusal::IllegalMove("name each place once, in ascending order"));
        }
        Ok(())
    }
}

impl MoveForm for Places {
    const FORM: &'static str = "a move is a list of places";

    fn read(mv: &Move) -> Option<Places> {
        match mv {
            Move::List(places) => Some(Places(places.to_vec())),
            _ => None,
        }
    }
}

impl From<Places> for Move {
    fn from(Places(places): Places) -> Move {
        Move::List(places.into())
    }
}

impl FromIterator<usize> for Places {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Places {
        Places(places.into_iter().map(|place| place as u64).collect())
    }
}
