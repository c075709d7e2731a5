//! What is remembered of puzzles in memory: tries that are being judged, and the puzzle of the day.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::PlayerId;

use crate::store::{Store, StoreError};

/// What the server remembers of puzzles while it runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct PuzzleDesk {
    /// The tries that are being judged: another one by the same player at the same time does not
    /// count.
    tries: Arc<Mutex<HashSet<(PlayerId, i64)>>>,
    /// The puzzle of the day: the day, and the number. It stays the same while tries change how
    /// hard puzzles are, and new ones are found.
    today: Arc<tokio::sync::Mutex<Option<(i64, i64)>>>,
}

/// A try that is being judged, until it is dropped.
#[derive(Debug)]
pub(super) struct OpenTry<'a>(&'a PuzzleDesk, (PlayerId, i64));

impl PuzzleDesk {
    /// Begins to judge a player's try at a puzzle; `None` if another one is being judged.
    pub(super) fn open(&self, player: PlayerId, puzzle: i64) -> Option<OpenTry<'_>> {
        let it = (player, puzzle);
        let is_first = self.tries().insert(it);
        is_first.then(|| OpenTry(self, it))
    }

    /// Returns the number of the puzzle of a day, counted in days from 1970, if there is one.
    pub(super) async fn of_day(&self, store: &Store, day: i64) -> Result<Option<i64>, StoreError> {
        let mut chosen = self.today.lock().await;
        if chosen.is_none_or(|(of, _)| of != day) {
            *chosen = store.puzzle_of_day(day).await?.map(|number| (day, number));
        }
        Ok(chosen.map(|(_, number)| number))
    }

    fn tries(&self) -> MutexGuard<'_, HashSet<(PlayerId, i64)>> {
        // The set is consistent after every statement, so a panic elsewhere does not corrupt it.
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenTry<'_> {
    fn drop(&mut self) {
        self.0.tries().remove(&self.1);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn of_two_tries_at_once_one_counts() {
        let desk = PuzzleDesk::default();
        let [ada, bob] = [1, 2].map(|n| PlayerId(Uuid::from_u128(n)));
        let first = desk.open(ada, 7).expect("it is the first");
        assert!(desk.open(ada, 7).is_none(), "it is being judged");
        assert!(desk.open(ada, 8).is_some() && desk.open(bob, 7).is_some());
        assert!(desk.open(ada, 7).is_none(), "it is still being judged");
        drop(first);
        assert!(desk.open(ada, 7).is_some());
        assert!(desk.tries().is_empty());
    }
}
