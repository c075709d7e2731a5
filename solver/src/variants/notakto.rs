//! Notakto: boards are parts, and a quotient of 18 elements solves every sum of them in misère
//! play (Plambeck and Whitehead 2013).

use std::sync::LazyLock;

use rules::{Boards, Crosses, Notakto};

use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::sums::{SumOf, Sums};
use crate::misere::quotient::{Presentation, Quotient};

const PRESENTATION: Presentation<'_> = Presentation {
    letters: "abcd",
    relations: "a2=1 b3=b b2c=c c3=ac2 b2d=d cd=ad d2=c2",
    lost: "a b2 bc c2",
    parts: "",
};

/// The live boards by their elements; each board stands for its eight symmetric forms and is
/// the one with the smallest bits.
const BOARDS: [(&str, &[u16]); 8] = [
    ("1", &[0x001, 0x002, 0x062]),
    ("c", &[0x000]),
    ("c2", &[0x010]),
    ("ad", &[0x003]),
    ("d", &[0x00e, 0x029, 0x046]),
    ("ab", &[0x013, 0x01a, 0x045, 0x04e, 0x06a]),
    (
        "b",
        &[
            0x005, 0x00b, 0x00c, 0x011, 0x012, 0x01d, 0x01e, 0x02a, 0x02d, 0x063, 0x065, 0x06e,
            0x071, 0x072, 0x0ab,
        ],
    ),
    (
        "a",
        &[
            0x00a, 0x00d, 0x015, 0x01b, 0x01c, 0x028, 0x02b, 0x044, 0x061, 0x066, 0x06c, 0x073,
            0x0aa, 0x0ad, 0x0e5, 0x0ee, 0x145,
        ],
    ),
];

static QUOTIENT: LazyLock<Quotient> = LazyLock::new(|| Quotient::new(&PRESENTATION));

/// The element of each board, indexed by its bits.
static ELEMENTS: LazyLock<Vec<Option<u8>>> = LazyLock::new(|| {
    let mut elements = vec![None; 1 << 9];
    for (word, boards) in BOARDS {
        for &board in boards {
            elements[usize::from(board)] = QUOTIENT.read(word);
        }
    }
    elements
});

/// The boards of Notakto as the search sees them.
#[derive(Debug)]
pub(crate) struct LiveBoards(Notakto);

/// Returns the theory of Notakto.
pub(super) fn theory(rules: Notakto) -> Sums<LiveBoards> {
    Sums::new(LiveBoards(rules))
}

/// Returns the smallest of the eight symmetric forms of a live board; `None` for a dead one.
fn live(board: Crosses) -> Option<u16> {
    const TURN: [u32; 9] = [2, 5, 8, 1, 4, 7, 0, 3, 6];
    const FLIP: [u32; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];
    let moved = |bits: u16, by: [u32; 9]| {
        (0..9).fold(0, |moved, cell| moved | (bits >> cell & 1) << by[cell as usize])
    };
    let turns =
        |bits| std::iter::successors(Some(bits), move |&bits| Some(moved(bits, TURN))).take(4);
    let forms = turns(board.bits()).chain(turns(moved(board.bits(), FLIP)));
    if board.is_dead() { None } else { forms.min() }
}

impl SearchGame for LiveBoards {
    type Part = u16;
    type Step = u64;

    fn steps<'a>(&'a self, board: &'a u16) -> impl Iterator<Item = u64> + 'a {
        Crosses::from_bits(*board).free()
    }

    fn play(&self, board: &u16, cell: &u64, parts: &mut Vec<u16>) {
        parts.extend(live(Crosses::from_bits(*board).with(*cell)));
    }

    fn size(&self, board: &u16) -> u64 {
        9 - u64::from(board.count_ones())
    }

    fn known(&self, board: &u16) -> KnownPart {
        KnownPart { element: ELEMENTS[usize::from(*board)], ..KnownPart::default() }
    }

    fn quotient(&self) -> Option<&Quotient> {
        Some(&QUOTIENT)
    }
}

impl SumOf for LiveBoards {
    type Rules = Notakto;

    const PARTS: &'static str = "live boards";

    fn rules(&self) -> &Notakto {
        &self.0
    }

    fn parts(&self, position: &Boards) -> Vec<u16> {
        position.boards.iter().filter_map(|&board| live(board)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misere::proof::{is_commutative_monoid, prove};
    use crate::oracle::agree;
    use crate::{Budget, Outcome, Theory};
    use rules::Ending;

    fn boards() -> impl Iterator<Item = Crosses> {
        (0..1 << 9).map(Crosses::from_bits)
    }

    #[test]
    fn the_quotient_is_proved_for_any_number_of_boards() {
        assert_eq!(QUOTIENT.order(), 18);
        assert!(is_commutative_monoid(&QUOTIENT));
        let element = |board| live(board).map_or(0, |board| ELEMENTS[usize::from(board)].unwrap());
        let open = boards().filter(|board| !board.is_dead());
        let parts: Vec<_> = open
            .map(|board| {
                (
                    element(board),
                    board.free().fold(0, |all, cell| all | 1 << element(board.with(cell))),
                )
            })
            .collect();
        assert_eq!(prove(&QUOTIENT, &parts).map(|sums| sums < 100), Ok(true));
    }

    #[test]
    fn boards_agree_with_plain_recursion() {
        let all = boards().map(|board| vec![board]);
        let two = boards().filter(|board| board.bits().count_ones() > 5).flat_map(|board| {
            [0o052, 0o123, 0o007].map(|other| vec![board, Crosses::from_bits(other)])
        });
        agree(&mut theory(Notakto {}), all.chain(two).map(|boards| Boards { boards }));
    }

    #[test]
    fn empty_boards_are_lost_when_they_are_even() {
        let mut theory = theory(Notakto {});
        for count in 1..=20 {
            let position = Boards { boards: vec![Crosses::default(); count] };
            let outcome = theory.outcome(Ending::Misere, &position, &mut Budget::positions(0));
            assert_eq!(outcome, Ok(Outcome::from_win(count % 2 == 1)));
        }
    }
}
