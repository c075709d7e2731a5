//! Misère quotients (Plambeck 2005): their derivation, their proofs, and the known ones.

pub(crate) mod derivation;
pub(crate) mod known;
pub(crate) mod proof;
pub(crate) mod quotient;
mod won_sums;
mod words;
