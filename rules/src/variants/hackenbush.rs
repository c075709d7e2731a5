//! Green Hackenbush: a picture of edges that stand on the ground; a move cuts one edge, and
//! every part that is no longer joined to the ground falls. (Berlekamp, Conway and Guy 1982,
//! chapter 7.)

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::position::present::{MAX_PRESENT, ones, reached};
use crate::presets::{Catalogue, Preset};
use crate::{Element, MAX_NUMBER, Present, Refusal, Rules};

/// The picture: vertex 0 is the ground.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedHackenbush", into = "UncheckedHackenbush")]
pub struct Hackenbush {
    params: UncheckedHackenbush,
    /// The ends of each edge; vertices are renumbered in the order of their appearance, the
    /// ground being 0.
    ends: Vec<[u32; 2]>,
    /// For each vertex, the edges that end there, as bits.
    at: Vec<u128>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedHackenbush {
    edges: Vec<(u64, u64)>,
}

impl Hackenbush {
    /// Creates the picture with these edges, in this order: an edge is named by its place.
    ///
    /// # Errors
    /// When there are more than 128 edges, or a vertex is above [`MAX_NUMBER`].
    pub fn new(edges: Vec<(u64, u64)>) -> Result<Hackenbush, Refusal> {
        Hackenbush::try_from(UncheckedHackenbush { edges })
    }

    /// Returns how many edges there were at first.
    pub fn edges(&self) -> u64 {
        self.ends.len() as u64
    }

    /// Returns how many vertices there are, including the ground.
    pub fn vertices(&self) -> u32 {
        self.at.len() as u32
    }

    /// Returns the two vertices that the edge joins; the edge must exist. Vertices are numbers
    /// below [`vertices`](Hackenbush::vertices), 0 for the ground.
    pub fn ends(&self, edge: u32) -> [u32; 2] {
        self.ends[edge as usize]
    }

    /// Returns the edges that end at a vertex, as bits.
    pub fn at(&self, vertex: u32) -> u128 {
        self.at[vertex as usize]
    }

    /// Returns those of the edges `present` that are joined to the ground, as bits.
    pub fn standing(&self, present: u128) -> u128 {
        let near = |edge| self.ends(edge).iter().fold(0, |all, &end| all | self.at(end));
        reached(self.at(0) & present, present, near)
    }
}

impl TryFrom<UncheckedHackenbush> for Hackenbush {
    type Error = Refusal;

    fn try_from(params: UncheckedHackenbush) -> Result<Hackenbush, Refusal> {
        Refusal::above("edges", params.edges.len() as u64, MAX_PRESENT)?;
        let mut numbers = HashMap::from([(0, 0)]);
        let (mut ends, mut at) = (Vec::new(), vec![0u128]);
        for (edge, &(a, b)) in params.edges.iter().enumerate() {
            Refusal::above("the number of a vertex", a.max(b), MAX_NUMBER)?;
            ends.push([a, b].map(|vertex| {
                let number = *numbers.entry(vertex).or_insert(at.len() as u32);
                at.resize(at.len().max(number as usize + 1), 0);
                at[number as usize] |= 1 << edge;
                number
            }));
        }
        Ok(Hackenbush { params, ends, at })
    }
}

impl From<Hackenbush> for UncheckedHackenbush {
    fn from(picture: Hackenbush) -> UncheckedHackenbush {
        picture.params
    }
}

/// A position is the remaining edges, a move the number of the edge to cut.
impl Rules for Hackenbush {
    type Position = Present;
    type Move = Element;

    fn admit(&self, position: &Present) -> Result<(), Refusal> {
        position.check(self.edges())?;
        if self.standing(position.bits()) != position.bits() {
            return Err(Refusal::BadPosition("an edge is not joined to the ground"));
        }
        Ok(())
    }

    fn apply(&self, position: &Present, mv: &Element) -> Result<Present, Refusal> {
        if !position.present.contains(&mv.0) {
            return Err(Refusal::IllegalMove("there is no such edge"));
        }
        Ok(Present::from_bits(self.standing(position.bits() & !(1 << mv.0))))
    }

    fn moves<'a>(&'a self, position: &'a Present) -> impl Iterator<Item = Element> + 'a {
        ones(position.bits()).map(|edge| Element(edge.into()))
    }

    /// Deals what remains after cuts, about `size` edges.
    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Present {
        let dealt = Present::deal(self.edges(), size, below);
        Present::from_bits(self.standing(dealt.bits()))
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "three stalks",
            "hackenbush(0-1,1-2,2-3,0-4,4-5,5-6,6-7,0-8,8-9,9-10,10-11,11-12) \
             0,1,2,3,4,5,6,7,8,9,10,11",
            "Stalks of three, four and five edges: Nim.",
        ),
        Preset::new(
            "tree and flower",
            "hackenbush(0-1,1-2,1-3,3-4,3-5,0-6,6-7,7-8,8-9,9-7) 0,1,2,3,4,5,6,7,8,9",
            "A tree, and a stalk with a bloom of three edges.",
        ),
        Preset::new(
            "house",
            "hackenbush(0-1,0-2,1-2,1-3,2-4,3-4,3-5,4-5,0-6,6-7) 0,1,2,3,4,5,6,7,8,9",
            "A house of two floors with a roof, and a mast beside it.",
        ),
    ],
    families: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::{assert_agree, numbers};

    #[test]
    fn apply_and_moves_agree() {
        let pictures: [&[(u64, u64)]; 6] = [
            &[],
            &[(0, 0), (0, 0)],
            &[(1, 0), (2, 1), (4, 3), (2, 0), (4, 2), (1, 3)],
            &[(0, 7), (7, 7), (7, 9), (9, 7), (9, 0)],
            &[(0, 1), (1, 2), (2, 3), (0, 4)],
            &[(MAX_NUMBER, 0), (MAX_NUMBER, 1), (1, 1)],
        ];
        for edges in pictures {
            let rules = Hackenbush::new(edges.to_vec()).unwrap();
            for bits in 0..1u128 << edges.len() {
                let position = Present::from_bits(bits);
                match rules.admit(&position) {
                    Ok(()) => assert_agree(&rules, &position, &numbers(7)),
                    Err(_) => assert_ne!(rules.standing(bits), bits),
                }
            }
        }
    }

    #[test]
    fn params_are_written_as_they_are_read() {
        let json = r#"{"edges":[[5,0],[2,5],[5,2],[2,2]]}"#;
        let picture: Hackenbush = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&picture).unwrap(), json);
        assert_eq!(picture.vertices(), 3);
        for bad in [vec![(0, 1); 129], vec![(0, u64::MAX)]] {
            assert!(Hackenbush::new(bad).is_err());
        }
    }
}
