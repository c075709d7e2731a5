//! Playing with the solver's knowledge: levels, choices, lines and reviews.

pub(crate) mod chance;
pub(crate) mod flaws;
pub(crate) mod lengths;
pub(crate) mod level;
pub(crate) mod line;
pub(crate) mod player;
pub(crate) mod review;
pub(crate) mod sample;
pub(crate) mod stubborn;
pub(crate) mod swindle;
