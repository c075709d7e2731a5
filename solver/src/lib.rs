#![doc = include_str!("../README.md")]
//!
//! Each variant's knowledge is in one file that implements [`Theory`]; the words "wins" and
//! "loses" are used only for a [`Certainty::Proven`] outcome. No code here uses a clock or a
//! random number that was not passed in: work is bounded by a [`Budget`].

mod any_theory;
mod budget;
mod certify;
mod engine;
mod heaps;
mod misere;
#[cfg(test)]
mod oracle;
mod play;
mod research;
mod solver;
mod starts;
mod theory;
mod variants;
mod verdict;

pub use budget::{Budget, Exhausted};
pub use certify::{NoCertificate, certify};
pub use engine::game::{KnownPart, SearchGame};
pub use engine::pair::Pair;
pub use engine::search::Search;
pub use engine::whole::{Exhaustive, Whole};
pub use misere::derivation::{Derived, NoQuotient, derive_quotient};
pub use misere::quotient::{Presentation, Quotient};
pub use play::level::{Level, Probability, UnknownLevel};
pub use play::line::{best_line, explained};
pub use play::player::LevelPlayer;
pub use play::review::{Accuracy, MoveMark, Review, ReviewedPly, Valued, review};
pub use research::{Genus, HeapSequence, ProvenPeriod, SeenSaltus, genera};
pub use solver::Solver;
pub use starts::drawing::{Drawing, StartDifficulty};
pub use starts::request::{DifficultyBounds, Grade, NoStart, StartRequest, grade, is_trivial};
pub use theory::{Theory, WinningMoves};
pub use verdict::{
    Advice, Candies, Certainty, Extra, Facts, Outcome, SelfishLoser, Source, Survival, Verdict, Why,
};
