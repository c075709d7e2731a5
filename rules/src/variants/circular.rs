//! Objects in a circle: a move takes up to `k` neighbouring ones. Gaps are not closed: objects
//! on either side of a gap are not neighbours. After the first move the circle is a row, so
//! for `k` = 2 it is Kayles from then on.

use serde::{Deserialize, Serialize};

use crate::presets::{Catalogue, Preset};
use crate::{Cells, Circle, MAX_CELLS, Places, Refusal, Rules};

/// Take 1 to `k` neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedCircular")]
pub struct Circular {
    k: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedCircular {
    k: u64,
}

impl Circular {
    /// Creates the game in which a move takes up to `k` neighbours.
    ///
    /// # Errors
    /// When `k` is 0 or above [`MAX_CELLS`].
    pub fn new(k: u64) -> Result<Circular, Refusal> {
        Refusal::below("k", k, 1)?;
        Refusal::above("k", k, MAX_CELLS as u64)?;
        Ok(Circular { k })
    }

    /// Returns the most objects that one move takes.
    pub fn k(&self) -> u64 {
        self.k
    }
}

impl TryFrom<UncheckedCircular> for Circular {
    type Error = Refusal;

    fn try_from(UncheckedCircular { k }: UncheckedCircular) -> Result<Circular, Refusal> {
        Circular::new(k)
    }
}

impl Rules for Circular {
    type Position = Circle;
    type Move = Places;

    fn admit(&self, position: &Circle) -> Result<(), Refusal> {
        position.circle.check_size()
    }

    fn apply(&self, position: &Circle, mv: &Places) -> Result<Circle, Refusal> {
        mv.check_order()?;
        let circle = position.circle.without(mv)?;
        if mv.0.len() as u64 > self.k {
            return Err(Refusal::IllegalMove("that takes too many"));
        }
        let size = circle.0.len() as u64;
        let ends = mv.0.iter().filter(|&&place| !mv.0.contains(&((place + 1) % size))).count();
        if ends > 1 {
            return Err(Refusal::IllegalMove("take neighbours"));
        }
        Ok(Circle { circle })
    }

    fn moves<'a>(&'a self, position: &'a Circle) -> impl Iterator<Item = Places> + 'a {
        let size = position.circle.0.len();
        let most = size.min(self.k as usize);
        let ahead = move |first: usize| {
            (first..size.min(first + most)).take_while(|&place| position.circle.has(place))
        };
        let rows = move |first: usize| ahead(first).map(move |last| (first..=last).collect());
        // The moves that take place 0 and reach across the end come after the longer runs with
        // the same beginning.
        let across = move |last: usize| {
            let most = self.k.min(size as u64 - 1) as usize;
            let back = (last + 1..most).map(move |length| size + last - length);
            let back: Vec<usize> = back.take_while(|&place| position.circle.has(place)).collect();
            back.into_iter().rev().map(move |from| (0..=last).chain(from..size).collect())
        };
        let last = ahead(0).last();
        rows(0)
            .chain(last.into_iter().flat_map(|last| (0..=last).rev()).flat_map(across))
            .chain((1..size).flat_map(rows))
    }

    /// Draws without listing the moves: a wide circle has millions.
    fn draw(&self, position: &Circle, below: &mut dyn FnMut(u64) -> u64) -> Option<Places> {
        let size = position.circle.0.len();
        let open: Vec<usize> = (0..size).filter(|&place| position.circle.has(place)).collect();
        let first = if open.is_empty() { return None } else { below(open.len() as u64) };
        let first = open[first as usize];
        let row = (0..size.min(self.k as usize)).map(|ahead| (first + ahead) % size);
        let row: Vec<usize> = row.take_while(|&place| position.circle.has(place)).collect();
        let length = 1 + below(row.len() as u64) as usize;
        let mut places = row[..length].to_vec();
        places.sort_unstable();
        Some(places.into_iter().collect())
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Circle {
        // A full circle is lost to a mirroring opponent, so there are gaps.
        let places = size.clamp(4, MAX_CELLS as u64);
        Circle { circle: Cells((0..places).map(|_| below(4) > 0).collect()) }
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "ten in a circle",
            "circular(3) 1111111111",
            "Take up to three neighbours of ten in a circle; the second player can mirror.",
        ),
        Preset::new(
            "twelve in a circle",
            "circular(2) 111111111111",
            "Take one or two neighbours of twelve in a circle.",
        ),
        Preset::new(
            "nine in a circle",
            "circular(4) 111111111",
            "Take up to four neighbours of nine in a circle.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::assert_agree;
    use crate::{Cells, Move};

    #[test]
    fn apply_and_moves_agree() {
        for size in 0..=7 {
            let candidates = subsets(size);
            for pieces in 0..1u32 << size {
                let circle = Cells((0..size).map(|place| pieces >> place & 1 == 1).collect());
                for k in 1..=size as u64 + 1 {
                    let rules = Circular::new(k).unwrap();
                    assert_agree(&rules, &Circle { circle: circle.clone() }, &candidates);
                }
            }
        }
    }

    /// Returns all sets of places, also in the wrong order, and places that do not exist.
    fn subsets(size: usize) -> Vec<Move> {
        let set = |set: u32| (0..size).filter(move |place| set >> place & 1 == 1).collect();
        let sets = (0..1u32 << size).map(|bits| Move::from(Places::from_iter::<Vec<_>>(set(bits))));
        let wrong = [vec![1, 0], vec![0, 0], vec![size as u64], vec![u64::MAX]];
        sets.chain(wrong.map(|list| Move::List(list.into()))).chain([Move::Number(0)]).collect()
    }

    #[test]
    fn after_three_three_and_one_of_ten_no_three_neighbours_are_left() {
        let rules = Circular::new(3).unwrap();
        let after: Circle = serde_json::from_str(r#"{"circle": "0001000110"}"#).unwrap();
        assert!(rules.moves(&after).all(|Places(places)| places.len() < 3));
    }
}
