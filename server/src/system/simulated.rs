//! The randomness and the time of day of a simulated machine, both of which its seed decides. All
//! its servers run in one thread; other threads, and other tests, have the real ones.

use std::cell::RefCell;
use std::convert::Infallible;

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng, TryRng};
use uuid::{Builder, Uuid};

thread_local! {
    static MACHINE: RefCell<Option<SimulatedMachine>> = const { RefCell::new(None) };
}

struct SimulatedMachine {
    chance: StdRng,
    wall_ms: i64,
}

/// This thread's machine is simulated until this is dropped.
pub(crate) struct Simulated(());

impl Simulated {
    /// Begins with this seed.
    pub(crate) fn begin(seed: u64) -> Simulated {
        let machine = SimulatedMachine { chance: StdRng::seed_from_u64(seed), wall_ms: 0 };
        MACHINE.with(|own| *own.borrow_mut() = Some(machine));
        Simulated(())
    }

    /// Sets the wall clock, in milliseconds since 1970.
    pub(crate) fn set_wall_ms(&self, wall_ms: i64) {
        with(|machine| machine.wall_ms = wall_ms);
    }
}

impl Drop for Simulated {
    fn drop(&mut self) {
        MACHINE.with(|own| *own.borrow_mut() = None);
    }
}

/// Whether this thread's machine is simulated: then it has no other threads.
pub(crate) fn is_simulated() -> bool {
    with(|_| ()).is_some()
}

/// The simulated wall clock, if there is one.
pub(crate) fn wall_ms() -> Option<i64> {
    with(|machine| machine.wall_ms)
}

/// Random numbers, of this thread's machine.
pub(crate) fn rng() -> impl Rng {
    MachineRng
}

/// A new id, of this thread's machine.
pub(crate) fn new_id() -> Uuid {
    let made = with(|machine| {
        let ms = machine.wall_ms.unsigned_abs();
        Builder::from_unix_timestamp_millis(ms, &machine.chance.random()).into_uuid()
    });
    made.unwrap_or_else(Uuid::now_v7)
}

fn with<T>(act: impl FnOnce(&mut SimulatedMachine) -> T) -> Option<T> {
    MACHINE.with(|own| own.borrow_mut().as_mut().map(act))
}

struct MachineRng;

impl TryRng for MachineRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(with(|machine| machine.chance.next_u32()).unwrap_or_else(|| rand::rng().next_u32()))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(with(|machine| machine.chance.next_u64()).unwrap_or_else(|| rand::rng().next_u64()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        if with(|machine| machine.chance.fill_bytes(bytes)).is_none() {
            rand::rng().fill_bytes(bytes);
        }
        Ok(())
    }
}
