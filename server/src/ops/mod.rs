//! Operations: metrics, the disk, the clock and house bots.

pub(crate) mod calendar;
pub(crate) mod disk_space;
pub mod house_bots;
pub(crate) mod metrics;
