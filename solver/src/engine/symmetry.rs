//! Symmetry, as one theorem. Where every move can be answered with its mirror image, the
//! second player makes the last move (Winning Ways calls it Tweedledum and Tweedledee); a
//! player who can reach such a position with one move wins by that move.

use rules::{Ending, Move, Rules};

use crate::engine::below::Pieces;
use crate::engine::sums::{MoveOf, PositionOf, SumOf, Theorem, end};
use crate::verdict::in_notation;
use crate::{Budget, Facts, Outcome, Why};

/// The most partial maps that are tried in the search for involutions: some milliseconds.
const MOST_TRIED: u32 = 20_000;

/// How many places have their images checked at the cost of one position of a search.
const PLACES_A_POSITION: usize = 16;

/// The most involutions that are kept.
const MOST_KEPT: usize = 32;

/// The opposite of each place: a map that is its own inverse and maps moves to moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Involution(Vec<u32>);

impl Involution {
    /// Returns the reflection in the centre of a list of this many places.
    pub(crate) fn reversal(places: usize) -> Involution {
        Involution((0..places as u32).rev().collect())
    }

    /// Returns the place opposite to this one.
    pub(crate) fn image(&self, place: u64) -> u64 {
        self.0[place as usize].into()
    }

    /// Returns the image of a set, as bits.
    pub(crate) fn image_of_set(&self, set: u128) -> u128 {
        rules::ones(set).fold(0, |image, place| image | 1 << self.0[place as usize])
    }

    /// Returns the elements of `present` each of which, taken alone, leaves a set (`left`)
    /// that is its own image.
    pub(crate) fn kept_by_one(
        &self,
        present: u128,
        left: impl Fn(u32) -> u128,
    ) -> Vec<rules::Element> {
        let whole = rules::ones(present).filter(|&one| self.image_of_set(left(one)) == left(one));
        whole.map(|one| rules::Element(one.into())).collect()
    }

    /// Returns involutions of this many places, at most 128, that preserve a relation: those
    /// that fix the fewest places come first. If there are many, some are left out.
    pub(crate) fn all_that_keep(
        places: u32,
        related: impl Fn(u32, u32) -> bool,
    ) -> Vec<Involution> {
        let set = |is_in: &dyn Fn(u32) -> bool| {
            (0..places).filter(|&place| is_in(place)).fold(0, |set, place| set | 1u128 << place)
        };
        let mut building = SymmetryBuilder {
            open: set(&|_| true),
            related: (0..places)
                .map(|one| [set(&|other| related(one, other)), set(&|other| related(other, one))])
                .collect(),
            map: (0..places).collect(),
            mapped: 0,
            tried: 0,
            found: vec![],
        };
        building.extend();
        let mut found = building.found;
        found.sort_by_cached_key(Involution::fixed);
        found.truncate(MOST_KEPT);
        found
    }

    fn fixed(&self) -> usize {
        self.0.iter().zip(0..).filter(|(image, place)| *image == place).count()
    }
}

/// An involution under construction, place by place.
struct SymmetryBuilder {
    /// For each place, the places that it is related to, and those that are related to it.
    related: Vec<[u128; 2]>,
    /// The places that have an image, and the image of each.
    mapped: u128,
    map: Vec<u32>,
    /// The places that have none yet.
    open: u128,
    tried: u32,
    found: Vec<Involution>,
}

impl SymmetryBuilder {
    fn extend(&mut self) {
        let Some(place) = rules::ones(self.open).next() else {
            let whole = Involution(self.map.clone());
            if whole.fixed() < whole.0.len() {
                self.found.push(whole);
            }
            return;
        };
        // The place itself comes last: a move at a fixed place has no answer.
        for image in rules::ones(self.open & !(1 << place)).chain([place]) {
            if self.tried >= MOST_TRIED || self.found.len() >= 4 * MOST_KEPT {
                return;
            }
            self.tried += 1;
            if self.keeps(place, image) {
                let both = 1u128 << place | 1 << image;
                (self.map[place as usize], self.map[image as usize]) = (image, place);
                (self.mapped, self.open) = (self.mapped | both, self.open & !both);
                self.extend();
                (self.mapped, self.open) = (self.mapped & !both, self.open | both);
            }
        }
    }

    /// Returns whether the two can be each other's image, given the map so far.
    fn keeps(&self, place: u32, image: u32) -> bool {
        let (here, there) = (self.related[place as usize], self.related[image as usize]);
        here.into_iter().zip(there).all(|(here, there)| {
            let (near, far) = (here & self.mapped, there & self.mapped);
            let maps = |one: u32| far >> self.map[one as usize] & 1 == 1;
            here.count_ones() == there.count_ones()
                && here >> image & 1 == there >> place & 1
                && near.count_ones() == far.count_ones()
                && rules::ones(near).all(maps)
        })
    }
}

/// A game on places that has involutions.
pub(crate) trait Symmetric: SumOf<Rules: Rules<Position: Pieces>> {
    /// Returns the involutions of the places.
    fn involutions(&self) -> &[Involution];

    /// Returns whether, in a position that is its own image, no move takes away what its image
    /// needs.
    fn all_answered(&self, position: &PositionOf<Self>, opposite: &Involution) -> bool;

    /// Returns the moves after which a position may be its own image; `odd` are the places
    /// whose image is missing. Looking through many moves spends from the budget.
    fn restoring(
        &self,
        position: &PositionOf<Self>,
        odd: &[u64],
        opposite: &Involution,
        budget: &mut Budget<'_>,
    ) -> Vec<MoveOf<Self>>;
}

/// Returns a verdict on a position in normal play by symmetry.
pub(crate) fn by_symmetry<G: Symmetric>(
    game: &G,
    ending: Ending,
    position: &PositionOf<G>,
    budget: &mut Budget<'_>,
) -> Option<Theorem<MoveOf<G>>> {
    let places = position.places();
    if ending == Ending::Misere || places.is_empty() {
        return None;
    }
    let cost = 1 + places.len() / PLACES_A_POSITION;
    let mut involutions = game.involutions().iter();
    involutions.find_map(|opposite| {
        // This continues without a budget: it then finds only what costs no more than the
        // position itself.
        let _ = budget.spend_many(cost as u64);
        decided(game, position, &places, opposite, budget)
    })
}

fn decided<G: Symmetric>(
    game: &G,
    position: &PositionOf<G>,
    places: &[u64],
    opposite: &Involution,
    budget: &mut Budget<'_>,
) -> Option<Theorem<MoveOf<G>>> {
    let odd = without_image(places, opposite);
    if odd.is_empty() && game.all_answered(position, opposite) {
        return Some(theorem(None, places, opposite));
    }
    game.restoring(position, &odd, opposite, budget).into_iter().find_map(|mv| {
        let left = SumOf::rules(game).apply(position, &mv).ok()?;
        let places = left.places();
        let lost =
            without_image(&places, opposite).is_empty() && game.all_answered(&left, opposite);
        lost.then(|| theorem(Some(mv), &places, opposite))
    })
}

fn without_image(places: &[u64], opposite: &Involution) -> Vec<u64> {
    let lacks = |place: &&u64| places.binary_search(&opposite.image(**place)).is_err();
    places.iter().filter(lacks).copied().collect()
}

/// States the theorem; `first` leads to a position of these places, which is lost.
fn theorem<M: Clone + Into<Move>>(
    first: Option<M>,
    places: &[u64],
    opposite: &Involution,
) -> Theorem<M> {
    let outcome = Outcome::from_win(first.is_some());
    let grundy = (outcome == Outcome::P).then_some(0);
    let taken = first.clone().map(|mv| numbers(mv.into()));
    let pairs: Vec<[u64; 2]> = places
        .iter()
        .map(|&place| [place, opposite.image(place)])
        .filter(|[one, other]| one < other)
        .collect();
    let is_over = places.is_empty();
    Theorem { outcome, grundy, first, why: Box::new(move || why(taken, is_over, &pairs)) }
}

/// States why: after taking what is `taken`, if anything, each move is answered in its pair.
fn why(taken: Option<Vec<u64>>, is_over: bool, pairs: &[[u64; 2]]) -> Why {
    let example = match pairs.first() {
        Some([one, other]) => format!(" ({one} with {other}, and so on)"),
        None => String::new(),
    };
    let end = end(Outcome::from_win(taken.is_some()));
    let sentence = match taken.as_deref().map(in_notation) {
        Some(taken) if is_over => format!("play {taken}, after which no move is left, {end}"),
        Some(taken) => {
            format!(
                "play {taken}, and then answer every move with the one opposite it{example}, {end}"
            )
        }
        None => {
            format!("the opponent can answer every move with the one opposite it{example}, {end}")
        }
    };
    let partners = pairs.iter().map(|pair| pair.map(|place| vec![place])).collect();
    Why { sentence, facts: Facts::Mirror { first: taken.unwrap_or_default(), partners } }
}

fn numbers(mv: Move) -> Vec<u64> {
    match mv {
        Move::Number(number) => vec![number],
        Move::List(numbers) => numbers.to_vec(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_involutions_of_a_ring_and_of_a_chain() {
        let ring = Involution::all_that_keep(6, |a, b| (a + 1) % 6 == b || (b + 1) % 6 == a);
        // The half turn; three mirrors between places; three through two places.
        assert_eq!(ring.iter().map(Involution::fixed).collect::<Vec<_>>(), [0, 0, 0, 0, 2, 2, 2]);
        assert!(ring.contains(&Involution(vec![3, 4, 5, 0, 1, 2])));
        let chain = Involution::all_that_keep(5, |a, b| a < b);
        assert_eq!(chain, []);
        let many = Involution::all_that_keep(128, |_, _| false);
        assert_eq!((many.len(), many[0].fixed()), (MOST_KEPT, 0));
    }
}
