//! What is counted and watched while the server runs.

pub(crate) mod calendar;
pub(crate) mod disk_space;
pub mod house_bots;
pub(crate) mod metrics;
