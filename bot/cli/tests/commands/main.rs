//! The commands of `nim-bot` that need no server, as processes.
#![allow(clippy::unwrap_used)]

mod answers;
mod brute_force;
mod certificates;
mod refusals;
mod reports;
mod research;
mod run;
