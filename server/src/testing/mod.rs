//! For tests and benchmarks of other crates, and in no product: single steps of a move,
//! and a server that repeats what it is sent.

mod echo;
pub mod steps;
