//! Notakto: noughts and crosses without noughts, on several boards. A board
//! with three crosses in a line is dead. (Cantrell 2004; Plambeck and Whitehead
//! 2013.)

use serde::{Deserialize, Serialize};

use crate::notation::letters::{leading_place, letters};
use crate::presets::{Catalogue, Preset};
use crate::{Move, MoveForm, Refusal, Rules};

/// The most boards on one table. A move names any cell of any of them; more do not fit on a
/// page.
const MAX_BOARDS: usize = 100;

/// Rows, columns and diagonals as bits.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Notakto has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Notakto {}

/// One board of nine cells, rows from top to bottom: `"X...X...."`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Crosses(u16);

impl Crosses {
    /// Creates the board whose bit `i` is the cross on cell `i`; ignores higher bits.
    pub fn from_bits(bits: u16) -> Crosses {
        Crosses(bits & 0o777)
    }

    /// Returns the board as bits: bit `i` is the cross on cell `i`.
    pub fn bits(self) -> u16 {
        self.0
    }

    /// Returns whether there are three crosses in a line.
    pub fn is_dead(self) -> bool {
        LINES.iter().any(|line| self.0 & line == *line)
    }

    /// Returns the cells where a cross may be put: none on a dead board.
    pub fn free(self) -> impl Iterator<Item = u64> {
        let open = !self.is_dead();
        (0..9).filter(move |cell| open && self.0 >> cell & 1 == 0)
    }

    /// Returns the board with one more cross. `cell` is below 9.
    ///
    /// # Panics
    /// It may when `cell` is 16 or more.
    pub fn with(self, cell: u64) -> Crosses {
        Crosses(self.0 | 1 << cell)
    }
}

impl TryFrom<String> for Crosses {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Crosses, &'static str> {
        const FORM: &str = "a board is nine characters, X or a dot";
        let mut bits = 0;
        if text.len() != 9 {
            return Err(FORM);
        }
        for (cell, c) in text.bytes().enumerate() {
            match c {
                b'X' => bits |= 1 << cell,
                b'.' => {}
                _ => return Err(FORM),
            }
        }
        Ok(Crosses(bits))
    }
}

impl From<Crosses> for String {
    fn from(Crosses(bits): Crosses) -> String {
        (0..9).map(|cell| if bits >> cell & 1 == 1 { 'X' } else { '.' }).collect()
    }
}

/// `{"boards": ["X...X....", "........."]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Boards {
    /// The boards, including dead ones.
    pub boards: Vec<Crosses>,
}

/// `[board, cell]`: puts a cross on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mark {
    /// The board's place in the list.
    pub board: u64,
    /// The cell, counted row by row from 0.
    pub cell: u64,
}

impl MoveForm for Mark {
    const FORM: &'static str = "a move is [board, cell]";

    fn read(mv: &Move) -> Option<Mark> {
        match mv {
            Move::List(numbers) => match numbers[..] {
                [board, cell] => Some(Mark { board, cell }),
                _ => None,
            },
            _ => None,
        }
    }

    /// `B@4`: a cross on cell 4 of board B.
    fn write_text(&self) -> String {
        format!("{}@{}", letters(self.board), self.cell)
    }

    fn read_text(text: &str) -> Option<Mark> {
        let (board, cell) = leading_place(text)?;
        Some(Mark { board, cell: cell.strip_prefix('@')?.parse().ok()? })
    }
}

impl From<Mark> for Move {
    fn from(Mark { board, cell }: Mark) -> Move {
        Move::List([board, cell].into())
    }
}

impl Rules for Notakto {
    type Position = Boards;
    type Move = Mark;

    fn admit(&self, position: &Boards) -> Result<(), Refusal> {
        Refusal::above("boards", position.boards.len() as u64, MAX_BOARDS as u64)
    }

    fn apply(&self, position: &Boards, mv: &Mark) -> Result<Boards, Refusal> {
        let place = usize::try_from(mv.board).ok().filter(|&place| place < position.boards.len());
        let place = place.ok_or(Refusal::IllegalMove("there is no such board"))?;
        let board = position.boards[place];
        if board.is_dead() {
            return Err(Refusal::IllegalMove("the board has a line"));
        }
        if mv.cell > 8 {
            return Err(Refusal::IllegalMove("there is no such cell"));
        }
        if board.with(mv.cell) == board {
            return Err(Refusal::IllegalMove("there is a cross already"));
        }
        let mut boards = position.boards.clone();
        boards[place] = board.with(mv.cell);
        Ok(Boards { boards })
    }

    fn moves<'a>(&'a self, position: &'a Boards) -> impl Iterator<Item = Mark> + 'a {
        let boards = (0u64..).zip(&position.boards);
        boards.flat_map(|(place, board)| board.free().map(move |cell| Mark { board: place, cell }))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Boards {
        let boards = 1 + below(size.div_ceil(6).clamp(1, MAX_BOARDS as u64));
        let board = |_| {
            let crosses = below(3);
            (0..crosses).fold(Crosses::default(), |board, _| board.with(below(9)))
        };
        Boards { boards: (0..boards).map(board).collect() }
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "Notakto on three boards",
            "misere notakto .........,.........,.........",
            "Crosses on three boards, and whoever makes the last line loses.",
        ),
        Preset::new(
            "Notakto",
            "misere notakto .........",
            "Both players draw crosses, and whoever makes a line loses.",
        ),
        Preset::new(
            "Notakto on two boards",
            "misere notakto .........,.........",
            "Crosses on two boards, and whoever makes the last line loses.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, lists};

    #[test]
    fn a_board_has_nine_cells() {
        assert_eq!(Crosses::from_bits(u16::MAX).bits(), 0o777);
        assert_eq!(Crosses::from_bits(0o1001).bits(), 0o001);
        assert_eq!(Crosses::from_bits(0).bits(), 0);
    }

    #[test]
    fn apply_and_moves_agree() {
        let candidates = lists(2, 10);
        for bits in 0..1 << 9 {
            let board = Crosses::from_bits(bits);
            for boards in [vec![board], vec![board, Crosses::default()], vec![board; 2]] {
                assert_agree(&Notakto {}, &Boards { boards }, &candidates);
            }
        }
        assert_agree(&Notakto {}, &Boards::default(), &candidates);
    }

    #[test]
    fn a_board_is_written_as_it_is_read() {
        let text = r#"{"boards":["X...X....","........."]}"#;
        let boards: Boards = serde_json::from_str(text).unwrap();
        assert_eq!(boards.boards[0].bits(), 0b10001);
        assert_eq!(serde_json::to_string(&boards).unwrap(), text);
        for bad in ["", "X", "XXXXXXXXXX", "x........", "........é"] {
            assert!(Crosses::try_from(bad.to_owned()).is_err(), "{bad}");
        }
    }
}
