//! Who wins, how surely that is known, and why.
//!
//! A [`Solver`] answers for one variant and keeps what it has found out, so a
//! game's later positions are cheap. Each variant's knowledge is one file that
//! implements [`Theory`]; the words "wins" and "loses" are used only where a
//! [`Certainty::Proven`] stands behind them.
//!
//! Nothing here knows a clock or draws a random number that was not passed in:
//! work is bounded by a [`Budget`].

mod below;
mod budget;
mod building;
mod candy;
mod certify;
mod chance;
mod chomp;
mod circle;
mod circular;
mod circular_stacks;
mod columns;
mod coupled;
mod drawing;
mod fibonacci;
mod flaws;
mod game21_nplayer;
mod graph;
mod greedy;
mod grid;
mod hash;
mod heap_game;
mod heap_moves;
mod heap_values;
mod lengths;
mod level;
mod line;
mod misere;
mod moore;
mod multiheap;
mod ndim;
mod nim;
mod nim_sum;
mod nimbers;
mod notakto;
#[cfg(test)]
mod oracle;
mod parts;
mod period;
mod periodic;
mod player;
mod poset;
mod presets;
mod quotient;
mod quotient_proof;
mod quotient_search;
mod quotients;
mod race_to;
mod review;
mod search;
mod sieve;
mod splitting;
mod staircases;
mod starts;
mod stubborn;
mod subsets;
mod subtraction;
mod sums;
mod theory;
mod verdict;
mod wythoff;

pub use budget::{Budget, Exhausted};
pub use certify::{NoCertificate, certify};
pub use drawing::{Degree, Drawing};
pub use level::{Level, Probability, UnknownLevel};
pub use line::{best_line, explained};
pub use player::Player;
pub use presets::{PRESETS, Preset};
pub use quotient::{Presentation, Quotient};
pub use quotient_search::{Derived, NoQuotient, derive_quotient};
pub use review::{Accuracy, Mark, Review, Reviewed, Valued, review};
pub use search::{Exhaustive, Game, Known, Pair, Search, Whole};
pub use starts::{Difficulty, Grade, NoStart, Wish, grade, is_trivial};
pub use theory::{Solver, Theory, WinningMoves};
pub use verdict::{
    Advice, Candies, Certainty, Extra, Facts, Outcome, SelfishLoser, Source, Survival, Verdict, Why,
};
