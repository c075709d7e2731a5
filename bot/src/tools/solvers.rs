//! Solvers kept between questions: their tables make the second question about a variant cheap.
//! They are bounded, so a stream of questions can be of any length.

use std::fmt;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use rules::Variant;
use solver::Solver;

/// The most variants kept. A stream of mixed questions uses a few dozen; the list is searched from
/// the front, most recent first.
const MAX_KEPT: usize = 64;

/// The most positions in all kept tables together: at about 100 bytes each, a few hundred
/// megabytes.
const MAX_REMEMBERED: u64 = 2_000_000;

/// The most solvers that wait to be freed. Freeing one takes less time than filling it took, so
/// one rarely waits.
const MAX_UNFREED: usize = 4;

/// Solvers that remember fewer positions than this are freed at once: some tens of microseconds.
const FREED_AT_ONCE: u64 = 1_000;

/// A bounded collection of solvers, the most recently used first.
#[derive(Default)]
pub struct Solvers {
    kept: Vec<Borrowed>,
    freeing: Option<Freeing>,
}

/// A thread that frees the tables of solvers. That takes about half as long as filling them
/// took, and no answer should wait for it.
struct Freeing(SyncSender<Borrowed>);

impl Freeing {
    /// Starts the thread, which ends when this is dropped; `None` if there can be no more threads.
    fn start() -> Option<Freeing> {
        let (sender, receiver) = sync_channel(MAX_UNFREED);
        let named = thread::Builder::new().name("freeing".to_owned());
        let free = move || receiver.into_iter().for_each(drop::<Borrowed>);
        named.spawn(free).ok().map(|_| Freeing(sender))
    }

    /// Frees a solver later, or at once if too many wait.
    fn free(&self, solver: Borrowed) {
        drop(self.0.try_send(solver));
    }
}

/// A solver taken out of the collection while in use.
pub struct Borrowed {
    variant: Variant,
    /// The solver.
    pub solver: Solver,
    remembered: u64,
}

impl Solvers {
    /// Creates an empty collection.
    pub fn new() -> Solvers {
        Solvers::default()
    }

    /// Takes the solver for the variant; creates one if none is kept.
    pub fn take(&mut self, variant: &Variant) -> Borrowed {
        match self.kept.iter().position(|kept| kept.variant == *variant) {
            Some(place) => self.kept.remove(place),
            None => {
                let (variant, solver) = (variant.clone(), Solver::new(variant));
                Borrowed { variant, solver, remembered: 0 }
            }
        }
    }

    /// Keeps a solver that has searched `positions` more; drops the least recently used solvers
    /// when the total is too large.
    pub fn give_back(&mut self, mut borrowed: Borrowed, positions: u64) {
        borrowed.remembered = borrowed.remembered.saturating_add(positions);
        self.kept.insert(0, borrowed);
        let mut sum: u64 = 0;
        let fit = self.kept.iter().take(MAX_KEPT).take_while(|kept| {
            sum = sum.saturating_add(kept.remembered);
            sum <= MAX_REMEMBERED
        });
        let fit = fit.count();
        for dropped in self.kept.split_off(fit) {
            self.free(dropped);
        }
    }

    fn free(&mut self, solver: Borrowed) {
        if solver.remembered < FREED_AT_ONCE {
            return;
        }
        if self.freeing.is_none() {
            self.freeing = Freeing::start();
        }
        if let Some(freeing) = &self.freeing {
            freeing.free(solver);
        }
    }
}

impl fmt::Debug for Solvers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solvers").field("kept", &self.kept.len()).finish()
    }
}

impl fmt::Debug for Borrowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Borrowed").field("variant", &self.variant).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_solvers_are_bounded() {
        let nim = Variant::parse("nim", serde_json::Value::Null).unwrap();
        let mut solvers = Solvers::new();
        let borrowed = solvers.take(&nim);
        solvers.give_back(borrowed, MAX_REMEMBERED);
        assert_eq!(solvers.kept.len(), 1);
        let borrowed = solvers.take(&nim);
        assert_eq!((solvers.kept.len(), borrowed.remembered), (0, MAX_REMEMBERED));
        solvers.give_back(borrowed, 1);
        assert_eq!(solvers.kept.len(), 0, "one position too many");
        for _ in 0..2 * MAX_KEPT {
            let fresh = Borrowed { variant: nim.clone(), solver: Solver::new(&nim), remembered: 0 };
            solvers.give_back(fresh, 1);
        }
        assert_eq!(solvers.kept.len(), MAX_KEPT);
    }
}
