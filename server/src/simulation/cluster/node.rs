//! One simulated server: its tasks, in a runtime whose time stands still unless the simulation lets
//! it run.

use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::{advance, sleep};

use crate::system::simulated::Simulated;

/// The wall clock at the beginning, in milliseconds since 1970.
const EPOCH_MS: i64 = 1_800_000_000_000;

/// A server's process, on a machine of its own.
#[derive(Debug)]
pub(super) struct SimulatedNode {
    pub(super) runtime: Runtime,
    paused_until: u64,
    /// For how long it has been paused, in milliseconds.
    missed: u64,
    /// By how much its wall clock is ahead.
    pub(super) ahead_ms: i64,
}

impl SimulatedNode {
    pub(super) fn new(ahead_ms: i64) -> SimulatedNode {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.expect("a runtime without sockets");
        SimulatedNode { runtime, paused_until: 0, missed: 0, ahead_ms }
    }

    /// Sets its wall clock.
    pub(super) fn set_wall(&self, machine: &Simulated, now: u64) {
        machine.set_wall_ms(EPOCH_MS + now as i64 + self.ahead_ms);
    }

    /// Runs from `now` on for so many milliseconds, unless it is paused. After a pause its clock has
    /// gone on, as that of a stopped process does.
    pub(super) fn run(&mut self, machine: &Simulated, now: u64, ms: u64) {
        if self.is_paused(now) {
            self.missed += ms;
            return;
        }
        self.set_wall(machine, now);
        let missed = std::mem::take(&mut self.missed);
        self.runtime.block_on(async {
            if missed > 0 {
                advance(Duration::from_millis(missed)).await;
            }
            sleep(Duration::from_millis(ms)).await;
        });
    }

    pub(super) fn pause(&mut self, until: u64) {
        self.paused_until = until;
    }

    pub(super) fn is_paused(&self, now: u64) -> bool {
        now < self.paused_until
    }
}
