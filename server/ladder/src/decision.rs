//! Decisions: positions of a game in which one move keeps the win and another throws it away. Each
//! is a game of the player against its kind of position, whose difficulty is learnt (Rasch 1960),
//! so easy decisions say little and nobody gains by seeking them.

use std::fmt;

use rules::{Ending, Heaps, Position, Setup, Shape};
use serde::{Deserialize, Serialize};
use solver::{MoveMark, ReviewedPly};

use super::leaderboard::ending_name;

/// Classes of the winning moves' rarity: half of all moves or more, a quarter, ...
pub(crate) const RARITIES: u8 = 7;

/// Classes of the number of parts: 1, 2, 3, 4 or more.
pub(crate) const PARTS: u8 = 4;

/// A kind of position in a variant: the opponent in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Item {
    /// How rare winning moves are: about one move in 2^rarity wins. Less than seven.
    pub rarity: u8,
    /// The number of parts of the position, from 1 to 4; 4 means four or more.
    pub parts: u8,
}

/// A player's decision, and whether it kept the win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The kind of position.
    pub item: Item,
    /// Whether the win was kept.
    pub kept: bool,
}

/// The scope in which an item's difficulty is learnt: everybody who plays a variant with an ending.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DecisionFamily {
    /// The variant's name, without its parameters.
    pub variant: String,
    /// Whether the last move wins or loses.
    pub ending: Ending,
}

impl DecisionFamily {
    /// Returns the family of a game.
    pub fn from_setup(setup: &Setup) -> DecisionFamily {
        DecisionFamily { variant: setup.variant().name().to_owned(), ending: setup.ending() }
    }
}

/// For example `nim/normal`.
impl fmt::Display for DecisionFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.variant, ending_name(self.ending))
    }
}

impl Item {
    /// The item of a position with this many moves, of which this many win, and this many parts.
    fn new(moves: u64, winning: u64, parts: usize) -> Item {
        let times = moves.max(1) / winning.max(1);
        let rarity = times.max(1).ilog2().min(u32::from(RARITIES) - 1) as u8;
        Item { rarity, parts: parts.clamp(1, usize::from(PARTS)) as u8 }
    }

    /// Returns the kind of a position with this many legal moves, of which this many win.
    pub fn from_position(moves: u64, winning: u64, position: &Position) -> Item {
        let parts = Shape::from_position(position)
            .map_or(1, |Heaps { heaps }| heaps.iter().filter(|&&heap| heap > 0).count());
        Item::new(moves, winning, parts)
    }

    /// The difficulty before anything has been learnt, in millionths of a logit, for a player who
    /// errs blindly in every fourth move and whose skill is 0. Such a player finds a winning move
    /// that is one in 2^rarity in 1 - (1 - 2^-rarity) / 4 of all cases.
    pub fn difficulty(self) -> i64 {
        const BY_RARITY: [i64; RARITIES as usize] =
            [-2_708_050, -1_945_910, -1_466_337, -1_272_966, -1_183_770, -1_140_724, -1_119_555];
        BY_RARITY[usize::from(self.rarity.min(RARITIES - 1))]
    }

    /// The number under which it is stored.
    pub fn number(self) -> u8 {
        self.rarity * PARTS + self.parts - 1
    }

    /// Returns the item with a stored number, if there is one.
    pub fn numbered(number: u8) -> Option<Item> {
        let item = Item { rarity: number / PARTS, parts: number % PARTS + 1 };
        (item.rarity < RARITIES).then_some(item)
    }
}

/// Returns the decision that a review found at a ply, if all of it is proven: the winning moves
/// must be listed, since their number says how hard the decision was.
pub fn decision(setup: &Setup, reviewed: &ReviewedPly) -> Option<Decision> {
    let kept = match reviewed.mark? {
        MoveMark::Kept => true,
        MoveMark::Threw => false,
        MoveMark::Safe | MoveMark::Lost | MoveMark::Unknown => return None,
    };
    let winning = reviewed.winning_moves.as_ref()?.len() as u64;
    let moves = setup.variant().rules().count(&reviewed.position)?;
    Some(Decision { item: Item::from_position(moves, winning, &reviewed.position), kept })
}

#[cfg(test)]
mod tests {
    use rules::Game;
    use solver::Budget;

    use super::*;

    #[test]
    fn items_are_classes_of_positions() {
        assert_eq!(Item::new(6, 3, 2), Item { rarity: 1, parts: 2 });
        assert_eq!(Item::new(5, 4, 0), Item { rarity: 0, parts: 1 });
        assert_eq!(Item::new(1_000_000, 1, 9), Item { rarity: 6, parts: 4 });
        let numbers = (0..RARITIES * PARTS).map(|number| Item::numbered(number).map(Item::number));
        assert!(numbers.eq((0..RARITIES * PARTS).map(Some)));
        assert_eq!(Item::numbered(RARITIES * PARTS), None);
    }

    #[test]
    fn parts_are_heaps_that_are_not_empty() {
        let item = |game: &str| {
            let setup: Setup = game.parse().expect("a game");
            Item::from_position(8, 1, setup.start()).parts
        };
        assert_eq!(
            [item("nim 3,0,4"), item("nim 0,0,4"), item("misere notakto .........")],
            [2, 1, 1]
        );
        let setup: Setup = "misere nim 1".parse().expect("a game");
        assert_eq!(DecisionFamily::from_setup(&setup).to_string(), "nim/misere");
    }

    #[test]
    fn a_ply_is_a_decision_if_it_keeps_or_throws_a_win_and_all_winning_moves_are_known() {
        // The first move keeps the win, the second is lost, the third throws it, and of the last
        // ones each is the only one.
        let game: Game = "nim 3,4,5: A-2 C-1 B-4 C-4 A-1".parse().expect("a game");
        let budget = &mut Budget::positions(10_000);
        let review = solver::review(game.setup(), game.moves(), budget).expect("legal");
        let found: Vec<_> = review.plies.iter().map(|ply| decision(game.setup(), ply)).collect();
        let decision = |rarity, parts, kept| Some(Decision { item: Item { rarity, parts }, kept });
        assert_eq!(found[..3], [decision(3, 3, true), None, decision(3, 3, false)]);
        assert_eq!(found[4..], [None, None]);
        let unknown = ReviewedPly { winning_moves: None, ..review.plies[0].clone() };
        assert_eq!(super::decision(game.setup(), &unknown), None);
    }

    #[test]
    fn difficulties_assume_an_error_in_every_fourth_move() {
        for rarity in 1..RARITIES {
            let kept = 1.0 - (1.0 - 0.5f64.powi(rarity.into())) / 4.0;
            let expected = -(kept / (1.0 - kept)).ln() * 1e6;
            let found = Item { rarity, parts: 1 }.difficulty() as f64;
            assert!((found - expected).abs() < 1.0, "{rarity}: {found} {expected}");
        }
    }
}
