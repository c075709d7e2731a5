//! Misère quotients (Plambeck 2005): derived, proved and kept.

pub(crate) mod derivation;
pub(crate) mod known;
pub(crate) mod proof;
pub(crate) mod quotient;
mod won_sums;
mod words;
