//! A game as the search sees it: what a move does to one part of a sum.

use std::fmt::Debug;
use std::hash::Hash;

use crate::engine::owned::Owned;
use crate::engine::pair::Pair;
use crate::misere::quotient::Quotient;

/// A game as the search sees it: what a move does to one part of the sum.
pub trait SearchGame {
    /// A part in a canonical form: the fewer forms the same part has, the less is searched. A
    /// part without moves should be left out altogether.
    type Part: Clone + Eq + Hash + Debug + Owned;
    /// A move in one part.
    type Step: Debug + Owned;

    /// Returns the moves in a part, the most promising first.
    fn steps<'a>(&'a self, part: &'a Self::Part) -> impl Iterator<Item = Self::Step> + 'a;

    /// Appends to `parts` what the part becomes by this step.
    fn play(&self, part: &Self::Part, step: &Self::Step, parts: &mut Vec<Self::Part>);

    /// Returns how large a part is: the largest part of a sum is searched last and least.
    fn size(&self, _: &Self::Part) -> u64 {
        0
    }

    /// Returns what a theorem or a table says about a part.
    fn known(&self, _: &Self::Part) -> KnownPart {
        KnownPart::default()
    }

    /// Returns the misère quotient whose elements [`KnownPart::element`] names.
    fn quotient(&self) -> Option<&Quotient> {
        None
    }

    /// Returns the quotient's version: elements that an older quotient named are void.
    fn edition(&self) -> u32 {
        0
    }

    /// Whether a position can have several parts. If not, tame pairs are of no use and
    /// outcomes are cheaper.
    const SUMS: bool = true;
}

/// What is known about one part without a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownPart {
    /// The Sprague-Grundy value.
    pub nimber: Option<u64>,
    /// Its tame misère pair; `Some(None)` means that it has none.
    pub pair: Option<Option<Pair>>,
    /// Its element in the game's misère quotient.
    pub element: Option<u8>,
}
