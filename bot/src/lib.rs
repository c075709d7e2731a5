//! A client of the Nim server, and the bots, the tools and the tests that are
//! made of it.
//!
//! [`RowSolver`] answers questions about positions without any server.

mod lines;
mod solve;
mod solvers;

pub use lines::{Line, MAX_LINE_BYTES, answer_lines};
pub use solve::{BadRow, Row, RowSolver, SolveOptions, Solved, SolvedRow};
pub use solvers::{Borrowed, Solvers};
