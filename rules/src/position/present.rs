//! The remaining part of a fixed set of at most 128 things: the vertices of a graph, the
//! elements of an order. The set fits in one machine word, so every move takes a few
//! operations.

use serde::{Deserialize, Serialize};

use crate::Refusal;

/// The most vertices or elements.
pub(crate) const MAX_PRESENT: u64 = 128;

/// `{"present": [0, 1, 4]}`: those that remain, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Present {
    /// The numbers of those that remain.
    pub present: Vec<u64>,
}

impl Present {
    /// Refuses numbers that do not ascend, or that are not below `size`.
    pub fn check(&self, size: u64) -> Result<(), Refusal> {
        if !self.present.is_sorted_by(|a, b| a < b) {
            return Err(Refusal::BadPosition("name each one once, in ascending order"));
        }
        if self.present.last().is_some_and(|&last| last >= size) {
            return Err(Refusal::BadPosition("there is no such number"));
        }
        Ok(())
    }

    /// Deals about `size` of the things, rarely all. See [`Rules::deal`](crate::Rules::deal).
    pub(crate) fn deal(things: u64, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Present {
        let size = size.min(things - things / 4);
        Present { present: (0..things).filter(|_| below(things) < size).collect() }
    }

    /// Returns the position as bits: bit `i` for number `i`.
    ///
    /// # Panics
    /// When a number is 128 or more, which [`check`](Present::check) refuses.
    pub fn bits(&self) -> u128 {
        self.present.iter().fold(0, |bits, &number| bits | 1 << number)
    }

    /// Creates the position with these bits.
    pub fn from_bits(bits: u128) -> Present {
        Present { present: ones(bits).map(u64::from).collect() }
    }
}

/// Returns the places of the one bits, ascending.
pub fn ones(mut bits: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        place
    })
}

/// Returns `start` and the places of `within` that can be reached from it through places of
/// `within`, each step going to a place `near` the last; all as bits.
pub fn reached(start: u128, within: u128, near: impl Fn(u32) -> u128) -> u128 {
    let (mut reached, mut edge) = (start, start);
    while edge != 0 {
        edge = ones(edge).fold(0, |all, place| all | near(place)) & within & !reached;
        reached |= edge;
    }
    reached
}

/// Returns the bits below this place, which is at most 128.
pub(crate) fn below(place: u64) -> u128 {
    if place >= 128 { u128::MAX } else { (1 << place) - 1 }
}
