//! The solver from outside: solved positions, facts of the literature, and games against itself.

mod facts;
mod golden;
mod pinned;
mod reasons;
mod self_play;
