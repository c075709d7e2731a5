//! A poset game: elements of a partial order; a move removes one together with everything
//! above it. Nim is the case of chains, Chomp the case of a grid.

use serde::{Deserialize, Serialize};

use crate::position::present::{MAX_PRESENT, ones};
use crate::presets::{Catalogue, Preset};
use crate::{Move, MoveForm, Present, Refusal, Rules};

/// The most pairs in the list of covers: enough to describe any order of 128 elements that
/// people would draw.
const MAX_COVERS: usize = 1_000;

/// A finite partial order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UncheckedPoset", into = "UncheckedPoset")]
pub struct Poset {
    params: UncheckedPoset,
    /// For each element, itself and all above it.
    up: Vec<u128>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedPoset {
    elements: u64,
    covers: Vec<(u64, u64)>,
    #[serde(default, rename = "poset", skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl Poset {
    /// Creates the order of these elements in which the second of each pair lies above the
    /// first.
    ///
    /// # Errors
    /// When a number is not below `elements`, there are more than 128 of them or
    /// more than 1,000 pairs, or an element lies above itself.
    pub fn new(elements: u64, covers: Vec<(u64, u64)>) -> Result<Poset, Refusal> {
        Poset::try_from(UncheckedPoset { elements, covers, name: None })
    }

    /// Returns how many elements there were at first.
    pub fn elements(&self) -> u64 {
        self.params.elements
    }

    /// Returns the element, which exists, and all above it.
    pub fn up(&self, element: u32) -> u128 {
        self.up[element as usize]
    }
}

impl TryFrom<UncheckedPoset> for Poset {
    type Error = Refusal;

    fn try_from(params: UncheckedPoset) -> Result<Poset, Refusal> {
        Refusal::above("elements", params.elements, MAX_PRESENT)?;
        Refusal::above("covers", params.covers.len() as u64, MAX_COVERS as u64)?;
        if params.covers.iter().any(|&(low, high)| low.max(high) >= params.elements) {
            return Err(Refusal::BadParams(
                "a cover names an element that is not there".to_owned(),
            ));
        }
        let mut up: Vec<u128> = (0..params.elements).map(|element| 1 << element).collect();
        for &(low, high) in &params.covers {
            up[low as usize] |= 1 << high;
        }
        // Warshall 1962: paths through one more element at a time.
        for middle in 0..up.len() {
            for low in 0..up.len() {
                if up[low] >> middle & 1 == 1 {
                    up[low] |= up[middle];
                }
            }
        }
        let above = |low: usize, high: usize| up[low] >> high & 1 == 1;
        let circle = |&(low, high): &(u64, u64)| above(high as usize, low as usize);
        if params.covers.iter().any(circle) {
            return Err(Refusal::BadParams("an element lies above itself".to_owned()));
        }
        Ok(Poset { params, up })
    }
}

impl From<Poset> for UncheckedPoset {
    fn from(poset: Poset) -> UncheckedPoset {
        poset.params
    }
}

/// `3`: removes this element with all above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Element(pub u64);

impl MoveForm for Element {
    const FORM: &'static str = "a move is the number of an element";

    fn read(mv: &Move) -> Option<Element> {
        match mv {
            Move::Number(element) => Some(Element(*element)),
            _ => None,
        }
    }
}

impl From<Element> for Move {
    fn from(Element(element): Element) -> Move {
        Move::Number(element)
    }
}

impl Rules for Poset {
    type Position = Present;
    type Move = Element;

    fn admit(&self, position: &Present) -> Result<(), Refusal> {
        position.check(self.elements())
    }

    fn apply(&self, position: &Present, mv: &Element) -> Result<Present, Refusal> {
        if !position.present.contains(&mv.0) {
            return Err(Refusal::IllegalMove("there is no such element"));
        }
        Ok(Present::from_bits(position.bits() & !self.up[mv.0 as usize]))
    }

    fn moves<'a>(&'a self, position: &'a Present) -> impl Iterator<Item = Element> + 'a {
        ones(position.bits()).map(|element| Element(element.into()))
    }

    fn deal(&self, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Present {
        Present::deal(self.elements(), size, below)
    }
}

/// The variant's presets and other names.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    presets: &[
        Preset::new(
            "divisors of 60",
            "misere poset(covers=0-1,1-2,0-3,1-4,2-5,3-4,4-5,0-6,1-7,2-8,3-9,4-10,5-11,6-7,7-8,6-9,7-10,\
         8-11,9-10,10-11;elements=12;poset=\"divisors of 60\") 0,1,2,3,4,5,6,7,8,9,10,11",
            "Name a divisor of 60 that is not a multiple of one already named, but avoid 1 (Schuh 1952).",
        ),
        Preset::new(
            "tree of ten",
            "poset(covers=0-1,0-2,1-3,1-4,2-5,2-6,3-7,5-8,6-9;elements=10;poset=tree) \
         0,1,2,3,4,5,6,7,8,9",
            "Cut a tree: an element goes with all above it.",
        ),
        Preset::new(
            "zigzag of seven",
            "poset(covers=0-1,2-1,2-3,4-3,4-5,6-5;elements=7;poset=zigzag) 0,1,2,3,4,5,6",
            "A fence of seven: what is above goes too.",
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
        let candidates = numbers(7);
        let pairs: Vec<(u64, u64)> =
            (0..4).flat_map(|low| (0..4).map(move |high| (low, high))).collect();
        let mut orders = 0;
        for set in 0..1u32 << pairs.len() {
            if set.count_ones() > 4 {
                continue;
            }
            let covers = pairs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            let Ok(rules) = Poset::new(4, covers.map(|(_, &pair)| pair).collect()) else {
                continue;
            };
            orders += 1;
            for bits in 0..16 {
                assert_agree(&rules, &Present::from_bits(bits), &candidates);
            }
        }
        assert!(orders > 100);
    }

    #[test]
    fn all_above_go_too() {
        let rules = Poset::new(5, vec![(0, 1), (1, 2), (3, 2), (3, 4)]).unwrap();
        let after = rules.apply(&Present::from_bits(0b11111), &Element(0)).unwrap();
        assert_eq!(after.present, [3, 4]);
    }

    #[test]
    fn bad_orders_are_refused() {
        for (elements, covers) in
            [(2, vec![(0, 1), (1, 0)]), (2, vec![(0, 0)]), (2, vec![(0, 2)]), (129, vec![])]
        {
            assert!(Poset::new(elements, covers).is_err());
        }
        let read = |json| serde_json::from_str::<Poset>(json);
        let json = r#"{"elements":2,"covers":[[0,1]],"poset":"chain2"}"#;
        assert_eq!(serde_json::to_string(&read(json).unwrap()).unwrap(), json);
        let whole = Poset::new(128, vec![(0, 127)]).unwrap();
        assert_eq!(whole.moves(&Present { present: (0..128).collect() }).count(), 128);
        assert!(whole.admit(&Present { present: vec![128] }).is_err());
    }
}
