//! What is counted and watched while the server runs.

pub mod house_bots;
pub(crate) mod metrics;
