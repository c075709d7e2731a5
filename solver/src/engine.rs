//! The engines: search over sums of parts, and deciding all positions below one at once.

pub(crate) mod below;
pub(crate) mod components;
pub(crate) mod coupled;
pub(crate) mod game;
pub(crate) mod grid;
pub(crate) mod hash;
#[cfg(test)]
mod kayles;
pub(crate) mod normal_play;
pub(crate) mod owned;
pub(crate) mod pair;
pub(crate) mod parts;
pub(crate) mod search;
pub(crate) mod sieve;
pub(crate) mod staircases;
pub(crate) mod strip;
pub(crate) mod subsets;
pub(crate) mod sums;
pub(crate) mod symmetry;
pub(crate) mod whole;
