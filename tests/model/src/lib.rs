//! A model of several servers on one database: the lease, commits whose answers are lost, fronts and
//! their links, and clients who repeat their moves. Every state that it can reach is visited, so what
//! is found is found in each run, and a pause can be of any length: whoever is paused takes no step.
//!
//! It keeps in step with `server/src/store/lease.rs`, `server/src/store/archive.rs` and
//! `server/src/cluster/`. Left out, because they decide nothing here: the standby (a commit that it
//! has not confirmed is one whose answer has not come), batches of several tables, and time.
//!
//! The search is our own. The crate `stateright` brings a web server that cannot be switched off, and
//! cannot ask what matters most here: whether the servers can *always* still go on. (Its
//! `eventually` overlooks paths that end in a cycle, and a server that looks and waits is one.)

mod client;
mod cluster;
mod database;
mod fault;
mod search;
mod server;
mod step;
mod world;

pub use cluster::Cluster;
pub use fault::ModelFault;
pub use search::{Counterexample, Explored, Model, ModelStep, explore};
pub use world::World;

#[cfg(test)]
mod tests;
