//! The commands of `nim-bot` that need no server, as processes.
#![allow(clippy::unwrap_used)]

mod brute_force;
mod certificates;
mod research;
