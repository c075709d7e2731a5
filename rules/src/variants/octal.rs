//! Octal games: the digits of a code say how many objects may be taken from a heap and into
//! how many heaps the rest may be left. Kayles, Dawson's chess and Treblecross are octal
//! games. (Guy and Smith 1956.)

use serde::{Deserialize, Serialize};

use crate::notation::letters::{leading_place, letters};
use crate::presets::{Catalogue, Preset};
use crate::{Heaps, Move, MoveForm, Refusal, Rules};

/// The most digits after the point: each digit is tried on each heap. The literature stops at
/// three or four.
const MAX_DIGITS: usize = 32;

/// A code such as `0.77`. The digit at place `t` after the point is a sum of 1,
/// 2 and 4: `t` objects may be taken when none, one or two heaps are left of the
/// heap. The digit before the point, 0 or 4, says whether a heap may be split
/// without taking.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedOctal", into = "UncheckedOctal")]
pub struct Octal {
    digits: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedOctal {
    code: String,
}

impl Octal {
    /// Creates the game of this code.
    ///
    /// # Errors
    /// When it is not an octal code, or has more than 32 digits after the point.
    pub fn new(code: &str) -> Result<Octal, Refusal> {
        let bad = || Refusal::BadParams("a code is 0. or 4. and digits from 0 to 7".to_owned());
        let (before, after) = code.split_once('.').ok_or_else(bad)?;
        Refusal::above("digits of a code", after.len() as u64, MAX_DIGITS as u64)?;
        if !matches!(before, "0" | "4") || after.is_empty() {
            return Err(bad());
        }
        let digit = |c: char| c.to_digit(8).map(|digit| digit as u8).ok_or_else(bad);
        let digits = before.chars().chain(after.chars()).map(digit).collect::<Result<_, _>>()?;
        Ok(Octal { digits })
    }

    /// Returns the code: `0.77`.
    pub fn code(&self) -> String {
        let digits = self.digits.iter().map(|&digit| char::from(b'0' + digit));
        let mut code: String = digits.collect();
        code.insert(1, '.');
        code
    }

    /// Returns the digit for each number taken, from 0 on.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns whether this many non-empty heaps may be left when `take` objects are taken.
    fn allows(&self, take: u64, heaps: usize) -> bool {
        let digit = usize::try_from(take).ok().and_then(|take| self.digits.get(take));
        digit.is_some_and(|digit| digit >> heaps & 1 == 1)
    }

    /// Returns the takes that a heap allows, each with what it leaves.
    fn takes(&self, heap: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0u64..)
            .zip(&self.digits)
            .filter_map(move |(take, _)| Some((take, heap.checked_sub(take)?)))
    }

    /// Returns how many ways there are to leave two, one or no heap of `left` objects.
    fn ways(&self, take: u64, left: u64) -> u64 {
        let two = if self.allows(take, 2) { left / 2 } else { 0 };
        two + u64::from(self.allows_rest(take, left))
    }

    /// Returns whether the rest may stay in one piece.
    fn allows_rest(&self, take: u64, left: u64) -> bool {
        self.allows(take, usize::from(left > 0))
    }
}

impl TryFrom<UncheckedOctal> for Octal {
    type Error = Refusal;

    fn try_from(UncheckedOctal { code }: UncheckedOctal) -> Result<Octal, Refusal> {
        Octal::new(&code)
    }
}

impl From<Octal> for UncheckedOctal {
    fn from(octal: Octal) -> UncheckedOctal {
        UncheckedOctal { code: octal.code() }
    }
}

/// `[heap, take, [a, b]]`: take from a heap and leave these parts of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leave {
    /// The heap's place in the list.
    pub heap: u64,
    /// How many objects are taken.
    pub take: u64,
    /// What is left of the heap: none, one or two heaps, ascending. The first keeps the heap's
    /// place, the second goes to the end.
    pub parts: Vec<u64>,
}

impl MoveForm for Leave {
    const FORM: &'static str = "a move is [heap, take, [remaining parts]]";

    fn read(mv: &Move) -> Option<Leave> {
        match mv {
            Move::Leave(heap, take, parts) => {
                Some(Leave { heap: *heap, take: *take, parts: parts.clone() })
            }
            _ => None,
        }
    }

    /// `A-2=3+4`: take 2 from heap A and leave 3 and 4 of it.
    fn write_text(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(u64::to_string).collect();
        let equals = if parts.is_empty() { "" } else { "=" };
        format!("{}-{}{equals}{}", letters(self.heap), self.take, parts.join("+"))
    }

    fn read_text(text: &str) -> Option<Leave> {
        let (heap, rest) = leading_place(text)?;
        let rest = rest.strip_prefix('-')?;
        let (take, parts) = match rest.split_once('=') {
            Some((take, parts)) => (take, parts.split('+').map(str::parse).collect()),
            None => (rest, Ok(Vec::new())),
        };
        Some(Leave { heap, take: take.parse().ok()?, parts: parts.ok()? })
    }
}

impl From<Leave> for Move {
    fn from(Leave { heap, take, parts }: Leave) -> Move {
        Move::Leave(heap, take, parts)
    }
}

impl Rules for Octal {
    type Position = Heaps;
    type Move = Leave;

    /// [`MAX_HEAPS`](crate::MAX_HEAPS) bounds starts only: each move made may have added one
    /// heap.
    fn admit(&self, position: &Heaps) -> Result<(), Refusal> {
        position.check_size()
    }

    fn apply(&self, position: &Heaps, mv: &Leave) -> Result<Heaps, Refusal> {
        let heap = position.heap(mv.heap)?;
        if mv.parts.len() > 2 || mv.parts.contains(&0) || !mv.parts.is_sorted() {
            return Err(Refusal::IllegalMove("leave at most two heaps, the smaller first"));
        }
        let total = mv.parts.iter().try_fold(mv.take, |sum, &part| sum.checked_add(part));
        if total != Some(heap) {
            return Err(Refusal::IllegalMove("take and parts do not make up the heap"));
        }
        if !self.allows(mv.take, mv.parts.len()) {
            return Err(Refusal::IllegalMove("the code does not allow that"));
        }
        Ok(position.split(mv.heap, &mv.parts))
    }

    fn moves<'a>(&'a self, position: &'a Heaps) -> impl Iterator<Item = Leave> + 'a {
        position.places().flat_map(move |(heap, size)| {
            self.takes(size).flat_map(move |(take, left)| {
                let pairs = if self.allows(take, 2) { left / 2 } else { 0 };
                let pairs = (1..=pairs).map(move |small| vec![small, left - small]);
                let rest = if left > 0 { vec![left] } else { Vec::new() };
                let rest = self.allows_rest(take, left).then_some(rest);
                pairs.chain(rest).map(move |parts| Leave { heap, take, parts })
            })
        })
    }

    fn count(&self, position: &Heaps) -> Option<u64> {
        let takes = position.heaps.iter().flat_map(|&heap| self.takes(heap));
        takes.map(|(take, left)| self.ways(take, left)).try_fold(0u64, u64::checked_add)
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal(size, below)
    }

    /// Draws each move with the same chance.
    fn draw(&self, position: &Heaps, below: &mut dyn FnMut(u64) -> u64) -> Option<Leave> {
        let moves = self.count(position).unwrap_or(u64::MAX);
        let mut drawn = if moves == 0 { return None } else { below(moves) };
        for (heap, size) in position.places() {
            for (take, left) in self.takes(size) {
                let ways = self.ways(take, left);
                if drawn < ways {
                    let parts = match left {
                        0 => Vec::new(),
                        _ if self.allows_rest(take, left) && drawn == ways - 1 => vec![left],
                        _ => vec![drawn + 1, left - drawn - 1],
                    };
                    return Some(Leave { heap, take, parts });
                }
                drawn -= ways;
            }
        }
        None
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new("Kayles 10", "octal(0.77) 10", "Kayles on a row of ten pins."),
        Preset::new(
            "Kayles",
            "octal(0.77) 1,11",
            "Bowl down one or two neighbouring pins of thirteen, the second of them gone (Dudeney 1908).",
        ),
        Preset::new("Kayles 5-7", "octal(0.77) 5,7", "Kayles on two rows."),
        Preset::new(
            "Dawson's Kayles",
            "octal(0.07) 13",
            "Take two neighbouring pins out of thirteen.",
        ),
        Preset::new("Officers", "octal(0.6) 11", "Take one pin, but never the last of a row."),
        Preset::new(
            "Dawson's chess",
            "misere octal(0.137) 8",
            "Pawns on eight files that must take (Dawson 1935), as a heap.",
        ),
        Preset::new(
            "Treblecross",
            "octal(0.007) 13",
            "Three crosses in a row on eleven squares win.",
        ),
    ],
    families: &[
        ("kayles", "octal(0.77)"),
        ("treblecross", "octal(0.007)"),
        ("dawson", "octal(0.137)"),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, heaps, lists};

    #[test]
    fn apply_and_moves_agree() {
        let mut candidates = lists(2, 3);
        for parts in [0, 1, 2, 3]
            .into_iter()
            .flat_map(|n| crate::agree::vectors(n, &[0, 1, 2, 3, 4, 5, 6, u64::MAX]))
        {
            for heap in [0, 1, 2, u64::MAX] {
                for take in [0, 1, 2, 3, 4, 5, 6, 7, u64::MAX] {
                    candidates.push(Move::Leave(heap, take, parts.clone()));
                }
            }
        }
        for code in
            ["0.77", "0.137", "0.07", "0.6", "0.007", "4.3", "0.0", "4.0", "0.1234567", "4.7654"]
        {
            let rules = Octal::new(code).unwrap();
            for position in heaps(2, 3).into_iter().chain(heaps(1, 7)) {
                assert_agree(&rules, &position, &candidates);
            }
        }
    }

    #[test]
    fn every_move_can_be_drawn() {
        let position = Heaps::from(vec![5, 0, 4]);
        for code in ["0.77", "0.137", "4.3"] {
            let rules = Octal::new(code).unwrap();
            for (number, mv) in rules.moves(&position).enumerate() {
                assert_eq!(rules.draw(&position, &mut |_| number as u64), Some(mv), "{code}");
            }
        }
    }

    #[test]
    fn codes_are_written_as_they_are_read() {
        for code in ["0.77", "0.007", "4.3", "0.0"] {
            assert_eq!(Octal::new(code).unwrap().code(), code);
        }
        for bad in ["", ".", "0.", "77", "1.7", "0.8", "0.7.7", "00.7", "0.７", "0.-1"] {
            assert!(Octal::new(bad).is_err(), "{bad}");
        }
        assert!(Octal::new(&format!("0.{}", "7".repeat(33))).is_err());
    }

    #[test]
    fn a_bad_code_is_reported_once() {
        let refused = crate::Variant::parse("octal", serde_json::json!({"code": "0.8"}));
        let why = refused.unwrap_err().to_string();
        assert_eq!(why, "bad params: a code is 0. or 4. and digits from 0 to 7");
    }

    #[test]
    fn the_largest_heaps_are_counted_or_given_up() {
        let position = Heaps::from(vec![crate::MAX_NUMBER; 1_000]);
        let count = |code| Octal::new(code).unwrap().count(&position);
        assert!(count("0.77").is_some());
        assert_eq!(count("0.7777777777"), None);
        assert!(Octal::new("0.7777777777").unwrap().draw(&position, &mut |n| n - 1).is_some());
    }
}
