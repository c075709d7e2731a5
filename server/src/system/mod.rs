//! The machine's clock and its randomness. What runs games asks for them here, so that a simulation
//! can replace both.

#[cfg(test)]
pub(crate) mod simulated;

use std::time::Instant;

#[cfg(not(test))]
use rand::Rng;
#[cfg(not(test))]
use uuid::Uuid;

#[cfg(test)]
pub(crate) use simulated::{new_id, rng};

/// The monotonic clock. A test may pause that of its runtime.
pub(crate) fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}

/// Random numbers.
#[cfg(not(test))]
pub(crate) fn rng() -> impl Rng {
    rand::rng()
}

/// A new id. Later ones are greater, unless the wall clock goes back.
#[cfg(not(test))]
pub(crate) fn new_id() -> Uuid {
    Uuid::now_v7()
}
