//! For tests and benchmarks of other crates, not part of any product: single steps of a move, and
//! an echo server.

mod echo;
pub mod steps;
