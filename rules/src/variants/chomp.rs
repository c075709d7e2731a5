//! Chomp: a bar of chocolate; a move eats a square and everything to the right of it
//! and below. (Schuh 1952; Gale 1974.)

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{MAX_CELLS, Move, MoveForm, Refusal, Rules};

/// Chomp has no parameters: the bar is the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chomp {}

/// `{"rows": [4, 4, 2]}`: the length of each row. No row is longer than the one above; eaten
/// rows may be listed as 0 or left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// The lengths, from top to bottom.
    pub rows: Vec<u64>,
}

/// `[row, column]`: the square that is eaten with everything to the right of it and
/// below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bite {
    /// The row, counted from the top, from 0.
    pub row: u64,
    /// The column, counted from the left, from 0.
    pub column: u64,
}

impl MoveForm for Bite {
    const FORM: &'static str = "a move is [row, column]";

    fn read(mv: &Move) -> Option<Bite> {
        match mv {
            Move::List(numbers) => match numbers[..] {
                [row, column] => Some(Bite { row, column }),
                _ => None,
            },
            _ => None,
        }
    }
}

impl From<Bite> for Move {
    fn from(Bite { row, column }: Bite) -> Move {
        Move::List([row, column].into())
    }
}

impl Rules for Chomp {
    type Position = Rows;
    type Move = Bite;

    fn admit(&self, position: &Rows) -> Result<(), Refusal> {
        Refusal::above("rows", position.rows.len() as u64, MAX_CELLS as u64)?;
        let squares = position.rows.iter().fold(0u64, |sum, &row| sum.saturating_add(row));
        Refusal::above("squares", squares, MAX_CELLS as u64)?;
        if !position.rows.is_sorted_by(|above, below| above >= below) {
            return Err(Refusal::BadPosition("no row is longer than the one above"));
        }
        Ok(())
    }

    fn apply(&self, position: &Rows, mv: &Bite) -> Result<Rows, Refusal> {
        let row = usize::try_from(mv.row).unwrap_or(usize::MAX);
        if position.rows.get(row).is_none_or(|&length| mv.column >= length) {
            return Err(Refusal::IllegalMove("there is no such square"));
        }
        let mut rows = position.rows.clone();
        for length in &mut rows[row..] {
            *length = mv.column.min(*length);
        }
        Ok(Rows { rows })
    }

    fn moves<'a>(&'a self, position: &'a Rows) -> impl Iterator<Item = Bite> + 'a {
        let rows = (0u64..).zip(&position.rows);
        rows.flat_map(|(row, &length)| (0..length).map(move |column| Bite { row, column }))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Rows {
        // On average rows are half as long as the longest allowed.
        let number = 3 + below(3);
        let longest = (size.min(MAX_CELLS as u64) * 2 / number).clamp(2, MAX_CELLS as u64 / number);
        let mut rows: Vec<u64> = (0..number).map(|_| 1 + below(longest)).collect();
        rows.sort_unstable_by(|above, below| below.cmp(above));
        Rows { rows }
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "Chomp 4 x 7",
            "misere chomp 7,7,7,7",
            "Bites from a bar of chocolate, its corner poison.",
        ),
        Preset::new(
            "Chomp 3 x 5",
            "misere chomp 5,5,5",
            "A small bar of chocolate, its corner poison.",
        ),
        Preset::new("Chomp 5 x 5", "misere chomp 5,5,5,5,5", "A square bar, won by symmetry."),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, lists, vectors};

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(3, 5);
        let all = (0..=4).flat_map(|length| vectors(length, &[0, 1, 2, 3, 4]));
        let mut bars = 0;
        for rows in all.map(|rows| Rows { rows }).filter(|rows| Chomp {}.admit(rows).is_ok()) {
            assert_agree(&Chomp {}, &rows, &candidates);
            bars += 1;
        }
        // Staircases of at most 4 rows of at most 4, trailing zeros included.
        assert_eq!(bars, 1 + 5 + 15 + 35 + 70);
    }

    #[test]
    fn bad_bars_are_refused() {
        for rows in [vec![1, 2], vec![401], vec![21; 20], vec![u64::MAX; 2], vec![0; 401]] {
            assert!(Chomp {}.admit(&Rows { rows }).is_err());
        }
        assert!(Chomp {}.admit(&Rows { rows: vec![20; 20] }).is_ok());
    }
}
