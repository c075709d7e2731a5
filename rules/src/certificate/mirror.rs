//! Proofs by symmetry in normal play: whoever leaves a position that is its own mirror image
//! answers each move by the opposite one, and makes the last move. Checking the moves of one such
//! position is enough: in those below, a move is one of these, of which some places may be gone.

use std::collections::{HashMap, HashSet};

use super::{Claim, MovesLeft, Unproved};
use crate::{Admitted, Ending, Move, Position, Setup, Variant};

/// Checks that the start, or a position one move from it, is its own mirror image, and that no move
/// takes away what its opposite needs.
pub(super) fn check(
    setup: &Setup,
    claim: Claim,
    pairs: &[[u64; 2]],
    left: &mut MovesLeft,
) -> Result<(), Unproved> {
    if setup.ending() == Ending::Misere || !takes_places(setup.variant()) {
        return Err(Unproved::OtherGame);
    }
    let opposite = Opposite::new(pairs).ok_or(Unproved::OtherGame)?;
    if claim == Claim::MoverLoses {
        return opposite.answers_all(setup, setup.start(), left);
    }
    let rules = setup.variant().rules();
    for mv in rules.moves(setup.start()) {
        left.spend()?;
        let child = rules.apply(setup.start(), &mv).map_err(Unproved::Refused)?;
        match opposite.answers_all(setup, &child, left) {
            Err(Unproved::Start | Unproved::Unanswered(_)) => {}
            decided => return decided,
        }
    }
    Err(Unproved::Start)
}

/// Returns whether a move takes places, and whether a set may be taken, or an element chosen, does
/// not depend on what else is left.
fn takes_places(variant: &Variant) -> bool {
    matches!(
        variant,
        Variant::Ndim(_)
            | Variant::Cram(_)
            | Variant::Graph(_)
            | Variant::NodeKayles(_)
            | Variant::Poset(_)
    )
}

/// Returns the occupied places, ascending.
fn places(position: &Position) -> Vec<u64> {
    match position {
        Position::Board(board) => {
            (0..).zip(&board.board.0).filter(|(_, piece)| **piece).map(|(place, _)| place).collect()
        }
        Position::Present(present) => present.present.clone(),
        _ => Vec::new(),
    }
}

/// The opposite of each place that is not its own.
struct Opposite(HashMap<u64, u64>);

impl Opposite {
    /// Returns `None` if a place is in two pairs.
    fn new(pairs: &[[u64; 2]]) -> Option<Opposite> {
        let both = || pairs.iter().flat_map(|&[one, other]| [(one, other), (other, one)]);
        let opposite: HashMap<u64, u64> = both().collect();
        (opposite.len() == 2 * pairs.len()).then_some(Opposite(opposite))
    }

    fn image(&self, places: &[u64]) -> Vec<u64> {
        let mut image: Vec<u64> =
            places.iter().map(|place| *self.0.get(place).unwrap_or(place)).collect();
        image.sort_unstable();
        image
    }

    fn keeps(&self, places: &[u64]) -> bool {
        self.image(places) == places
    }

    /// Checks that the position is its own image, and that each move leaves the opposite one
    /// possible.
    fn answers_all(
        &self,
        setup: &Setup,
        position: &Admitted,
        left: &mut MovesLeft,
    ) -> Result<(), Unproved> {
        let here = places(position);
        if !self.keeps(&here) {
            return Err(Unproved::Start);
        }
        let rules = setup.variant().rules();
        // Each move as the places that it needs and those that it takes.
        let mut moves: HashSet<[Vec<u64>; 2]> = HashSet::new();
        for mv in rules.moves(position) {
            left.spend()?;
            let kept = places(&*rules.apply(position, &mv).map_err(Unproved::Refused)?);
            let is_taken = |place: &&u64| kept.binary_search(place).is_err();
            let taken: Vec<u64> = here.iter().filter(is_taken).copied().collect();
            let needed = match mv {
                Move::Number(element) => vec![element],
                _ => taken.clone(),
            };
            moves.insert([needed, taken]);
        }
        let is_answered = |[needed, taken]: &[Vec<u64>; 2]| {
            let answer = [self.image(needed), self.image(taken)];
            let is_possible = answer[0].iter().all(|place| taken.binary_search(place).is_err());
            is_possible && moves.contains(&answer)
        };
        match moves.iter().all(is_answered) {
            true => Ok(()),
            false => Err(Unproved::Unanswered(position.clone().into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Certificate, Claim, Grounds, Unproved};

    fn check(game: &str, claim: Claim, pairs: &[[u64; 2]]) -> Result<(), Unproved> {
        let grounds = Grounds::Mirror(pairs.to_vec());
        Certificate { setup: game.parse().unwrap(), claim, grounds }.check()
    }

    const RING: &str = "graph(edges=0-1,1-2,2-3,3-4,4-5,0-5;max=2;min=1;rule=connected;vertices=6)";

    #[test]
    fn the_half_turn_wins() {
        use Claim::{MoverLoses, MoverWins};
        let half: Vec<[u64; 2]> = (0..8).map(|cell| [cell, 15 - cell]).collect();
        let whole = format!("cram(4,4) {}", "1".repeat(16));
        assert_eq!(check(&whole, MoverLoses, &half), Ok(()));
        assert_eq!(check(&whole, MoverWins, &half), Err(Unproved::Start));
        let ring = [[0, 3], [1, 4], [2, 5]];
        assert_eq!(check(&format!("{RING} 0,1,2,3,4,5"), MoverLoses, &ring), Ok(()));
        assert_eq!(check(&format!("{RING} 0,1,3,4,5"), MoverWins, &ring), Ok(()));
        let row: Vec<[u64; 2]> = (0..2).map(|cell| [cell, 4 - cell]).collect();
        assert_eq!(check("ndim(5) 11111", MoverWins, &row), Ok(()));
    }

    /// Whoever takes an element needs just that one, not all above it, which both moves take.
    #[test]
    fn an_answer_needs_the_element_that_it_names() {
        let poset = "poset(covers=0-2,0-3,1-2,1-3;elements=4;poset=custom) 0,1,2,3";
        assert_eq!(check(poset, Claim::MoverLoses, &[[0, 1], [2, 3]]), Ok(()));
        let tree = "poset(covers=0-1,0-2;elements=3;poset=custom) 0,1,2";
        let unanswered = check(tree, Claim::MoverLoses, &[[1, 2]]);
        assert!(matches!(unanswered, Err(Unproved::Unanswered(_))), "the root takes all");
    }

    #[test]
    fn a_start_that_is_not_its_own_image_is_lost_by_no_mirror() {
        let ends = [[0, 3], [1, 2]];
        assert_eq!(check("ndim(4) 1010", Claim::MoverLoses, &ends), Err(Unproved::Start));
        assert_eq!(check("ndim(4) 1001", Claim::MoverLoses, &ends), Ok(()));
    }

    #[test]
    fn a_mirror_that_does_not_answer_proves_nothing() {
        let unanswered = |result| matches!(result, Err(Unproved::Unanswered(_)));
        // The pair in the middle of four is its own image.
        assert!(unanswered(check("ndim(4) 1111", Claim::MoverLoses, &[[0, 3], [1, 2]])));
        // The map does not keep the edges.
        let ring = format!("{RING} 0,1,2,3,4,5");
        assert!(unanswered(check(&ring, Claim::MoverLoses, &[[0, 2], [1, 4], [3, 5]])));
        assert!(unanswered(check(&ring, Claim::MoverLoses, &[])));
        let other = |game| check(game, Claim::MoverLoses, &[[0, 1]]);
        assert_eq!(other("misere cram(1,2) 11"), Err(Unproved::OtherGame));
        assert_eq!(other("nim 1,1"), Err(Unproved::OtherGame));
        let twice = check(&ring, Claim::MoverLoses, &[[0, 3], [3, 0]]);
        assert_eq!(twice, Err(Unproved::OtherGame));
    }
}
