//! Decisions: positions of a game in which one move keeps the win and another throws it away. Each
//! is a game of the player against its kind of position, whose difficulty is learnt (Rasch 1960),
//! so easy decisions say little and nobody gains by seeking them. A player who gives up a position
//! that is won has decided too, and wrongly.

use std::fmt;

use rules::{Admitted, AnyRules, Ending, Heaps, Move, Setup, Shape};
use serde::{Deserialize, Serialize};
use solver::{Certainty, MoveMark, Outcome, ReviewedPly};

use super::leaderboard::ending_name;

/// Classes of the winning moves' rarity: half of all moves or more, a quarter, ...
pub(crate) const RARITIES: u8 = 7;

/// Classes of the number of parts: plain, 1, 2, 3, 4 or more.
pub(crate) const PARTS: u8 = 5;

/// After so many moves without a choice, a game is as good as over.
const MOST_FORCED: usize = 100;

/// A kind of position in a variant: the opponent in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Item {
    /// How rare winning moves are: about one move in 2^rarity wins. Less than seven.
    pub rarity: u8,
    /// The number of parts of the position, from 1 to 4; 4 means four or more. 0 means that the
    /// position is plain: one of the winning moves leaves only equal parts, single objects or no
    /// choice up to the end, which a player knows by heart who knows nothing else.
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
        Item { rarity, parts: parts.min(usize::from(PARTS) - 1) as u8 }
    }

    /// Returns the kind of a position with these winning moves; `None` if its moves cannot be
    /// counted.
    pub fn from_position(
        rules: &dyn AnyRules,
        position: &Admitted,
        winning: &[Move],
    ) -> Option<Item> {
        let leaves_plain = |mv| rules.apply(position, mv).is_ok_and(|left| is_plain(rules, &left));
        let parts = match winning.iter().any(leaves_plain) {
            true => 0,
            false => heaps(position).map_or(1, |heaps| heaps.len().max(1)),
        };
        Some(Item::new(rules.count(position)?, winning.len() as u64, parts))
    }

    /// Whether the position is solved by what everybody knows by heart.
    pub fn is_plain(self) -> bool {
        self.parts == 0
    }

    /// The difficulty before anything has been learnt, in millionths of a logit: that for blind
    /// errors. A plain position is as easy as one in which every other move wins.
    pub fn difficulty(self) -> i64 {
        let rarity = if self.is_plain() { 0 } else { self.rarity };
        Item { rarity, ..self }.of_blind_errors()
    }

    /// The difficulty for a player who errs blindly in every fourth move and whose skill is 0. Such
    /// a player finds a winning move that is one in 2^rarity in 1 - (1 - 2^-rarity) / 4 of all
    /// cases.
    pub(crate) fn of_blind_errors(self) -> i64 {
        const BY_RARITY: [i64; RARITIES as usize] =
            [-2_708_050, -1_945_910, -1_466_337, -1_272_966, -1_183_770, -1_140_724, -1_119_555];
        BY_RARITY[usize::from(self.rarity.min(RARITIES - 1))]
    }

    /// The number under which it is stored.
    pub fn number(self) -> u8 {
        self.rarity * PARTS + self.parts
    }

    /// Returns the item with a stored number, if there is one.
    pub fn numbered(number: u8) -> Option<Item> {
        let item = Item { rarity: number / PARTS, parts: number % PARTS };
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
    let winning = reviewed.winning_moves.as_ref()?;
    let item = Item::from_position(setup.variant().rules(), &reviewed.position, winning)?;
    Some(Decision { item, kept })
}

/// Returns the decision of a player who gave up the last position of a game, by resigning, by
/// leaving or by letting their time run out: a wrong one if the position was, provably, won for
/// them. `to_move` says whether it was their turn; otherwise every answer would have won.
pub fn given_up(setup: &Setup, last: &ReviewedPly, to_move: bool) -> Option<Decision> {
    let is_proven = matches!(last.verdict.certainty, Certainty::Proven(_));
    let won = match last.verdict.outcome.filter(|_| is_proven)? {
        Outcome::N => to_move,
        Outcome::P => !to_move,
    };
    let rules = setup.variant().rules();
    let item = match last.winning_moves.as_deref().filter(|_| to_move) {
        Some([]) => return None,
        Some(winning) => Item::from_position(rules, &last.position, winning)?,
        None => Item::new(1, 1, heaps(&last.position).map_or(1, |heaps| heaps.len().max(1))),
    };
    won.then_some(Decision { item, kept: false })
}

/// Whether a position without hidden depth is left: nobody has a choice any more, or its parts are
/// single objects, or each of them is there twice.
fn is_plain(rules: &dyn AnyRules, left: &Admitted) -> bool {
    if has_no_choice(rules, left) {
        return true;
    }
    let Some(mut heaps) = heaps(left) else { return false };
    heaps.sort_unstable();
    heaps.iter().all(|&heap| heap == 1)
        || heaps.chunk_by(|a, b| a == b).all(|equal| equal.len() % 2 == 0)
}

/// Whether there is no choice up to the end, or for [`MOST_FORCED`] moves. That there is but one
/// move now says little: Euclid's game goes on after it.
fn has_no_choice(rules: &dyn AnyRules, position: &Admitted) -> bool {
    let mut position = position.clone();
    for _ in 0..MOST_FORCED {
        let mut moves = rules.moves(&position);
        let next = match (moves.next(), moves.next()) {
            (None, _) => return true,
            (Some(_), Some(_)) => return false,
            (Some(mv), None) => rules.apply(&position, &mv),
        };
        drop(moves);
        let Ok(next) = next else { return true };
        position = next;
    }
    true
}

/// The heaps of a position of heaps that are not empty.
fn heaps(position: &Admitted) -> Option<Vec<u64>> {
    let Heaps { heaps } = Shape::from_position(position)?;
    Some(heaps.iter().copied().filter(|&heap| heap > 0).collect())
}

#[cfg(test)]
mod tests {
    use rules::Game;
    use solver::Budget;

    use super::*;

    #[test]
    fn items_are_classes_of_positions() {
        assert_eq!(Item::new(6, 3, 2), Item { rarity: 1, parts: 2 });
        assert_eq!(Item::new(5, 4, 0), Item { rarity: 0, parts: 0 });
        assert_eq!(Item::new(1_000_000, 1, 9), Item { rarity: 6, parts: 4 });
        let most = [6, 7, 200].map(|rarity| Item { rarity, parts: 1 }.difficulty());
        assert!(most.iter().all(|one| *one == most[0]), "{most:?}");
        let numbers = (0..RARITIES * PARTS).map(|number| Item::numbered(number).map(Item::number));
        assert!(numbers.eq((0..RARITIES * PARTS).map(Some)));
        assert_eq!(Item::numbered(RARITIES * PARTS), None);
    }

    fn item(line: &str) -> Item {
        let game: Game = line.parse().expect("a game");
        let budget = &mut Budget::positions(100_000);
        let review = solver::review(game.setup(), game.moves(), budget).expect("legal");
        let last = review.plies.last().expect("a position");
        let winning = last.winning_moves.as_ref().expect("few enough");
        Item::from_position(game.setup().variant().rules(), &last.position, winning).expect("few")
    }

    #[test]
    fn parts_are_heaps_that_are_not_empty() {
        assert_eq!(
            ["nim 3,4,6", "nim 9,0,5,3", "nim 1,2,4,8,2"].map(|line| item(line).parts),
            [3, 3, 4]
        );
        assert_eq!(item("octal(0.77) 5").parts, 0, "it is halved");
        let setup: Setup = "misere nim 1".parse().expect("a game");
        assert_eq!(DecisionFamily::from_setup(&setup).to_string(), "nim/misere");
    }

    /// Two heaps are made equal, one is taken, and of single objects an even number is left.
    #[test]
    fn what_everybody_knows_by_heart_is_plain() {
        for line in ["nim 3,7", "nim 9", "nim 5,5,6", "nim 1,1,1,4", "misere nim 1,6", "nim 4,4,1"]
        {
            assert!(item(line).is_plain(), "{line}");
            assert_eq!(item(line).difficulty(), Item { rarity: 0, parts: 1 }.difficulty());
        }
        for line in ["nim 3,4,6", "nim 1,2,5", "nim 2,4,5", "multiheap(all) 5,8", "octal(0.77) 5,9"]
        {
            assert!(!item(line).is_plain(), "{line}");
        }
    }

    /// In Euclid's game every winning move leaves a single move, and then further choices.
    #[test]
    fn a_single_move_is_plain_if_there_is_no_choice_after_it_either() {
        for line in ["euclid 3,9", "staircase 1,1"] {
            assert!(item(line).is_plain(), "{line}");
        }
        for line in ["euclid 100,37", "euclid 3,8"] {
            assert!(!item(line).is_plain(), "{line}");
        }
    }

    /// A board of Chomp that no theorem and no quick search decides.
    const UNKNOWN: &str = "misere chomp 20,20,19,19,18,18,17,17,16,15,14,13,12,11,10,9";

    #[test]
    fn giving_up_a_won_position_is_a_wrong_decision() {
        let given = |line: &str, to_move| {
            let game: Game = line.parse().expect("a game");
            let budget = &mut Budget::positions(100_000);
            let review = solver::review(game.setup(), game.moves(), budget).expect("legal");
            given_up(game.setup(), review.plies.last().expect("a position"), to_move)
        };
        let wrong = |rarity, parts| Some(Decision { item: Item { rarity, parts }, kept: false });
        assert_eq!(given("nim 3,4,6", true), wrong(3, 3));
        assert_eq!(given("nim 3,4,6", false), None, "it was lost");
        assert_eq!(given("nim 3,4,7", true), None, "it was lost");
        assert_eq!(given("nim 3,4,7", false), wrong(0, 3), "every answer loses");
        assert_eq!(given("nim 1,1,1", true), wrong(0, 0), "every move wins");
        assert_eq!(given(UNKNOWN, true), None, "nobody knows");
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
        assert_eq!(found[..3], [decision(3, 3, true), None, decision(3, 0, false)]);
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
