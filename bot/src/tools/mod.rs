//! Answers about positions without a server: `nim-bot solve` and `nim-bot explain`.

mod explain;
mod solve;
mod solvers;
mod strategy;

pub use explain::explain;
pub use solve::{BadRow, GoldenRow, RowSolver, SolveOptions, Solved, SolvedRow};
pub use solvers::{Borrowed, Solvers};
