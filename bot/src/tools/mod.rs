//! Answers about positions without a server: `nim-bot solve` and `nim-bot explain`.

mod binary_table;
mod explain;
mod question;
mod solve;
mod solvers;
mod strategy;
mod values;

pub use explain::explain;
pub use question::{BadRow, GoldenRow, Question};
pub use solve::{RowSolver, SolveOptions, Solved, SolvedRow};
pub use solvers::{Borrowed, Solvers};
