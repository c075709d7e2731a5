//! The tournaments that must take their next step: those that have been notified, and those whose
//! deadline has come. Nothing is polled in between.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use protocol::{PlayerId, TournamentId};
use tokio::sync::Notify;

/// The longest sleep: game time stands still while the process is stopped, and the sleep would not
/// notice.
const SLEEP_AT_MOST: Duration = Duration::from_secs(60);

/// The tournaments that are due, and the deadlines of the others.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    list: Mutex<DueList>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct DueList {
    /// Tournaments that have been notified.
    woken: BTreeSet<TournamentId>,
    /// The deadline of each tournament.
    timers: HashMap<TournamentId, Instant>,
    /// The tournaments that each player has entered.
    entered: HashMap<PlayerId, Vec<TournamentId>>,
}

impl Agenda {
    /// Notifies a tournament that something has happened that it may wait for.
    pub(super) fn wake(&self, id: TournamentId) {
        self.lock().woken.insert(id);
        self.changed.notify_one();
    }

    /// Notifies the tournaments of a player who has come or gone.
    pub(super) fn wake_those_of(&self, player: PlayerId) {
        let mut list = self.lock();
        let Some(entered) = list.entered.get(&player).cloned() else { return };
        list.woken.extend(entered);
        drop(list);
        self.changed.notify_one();
    }

    /// Records that a player has entered a tournament.
    pub(super) fn enter(&self, player: PlayerId, id: TournamentId) {
        let mut list = self.lock();
        let entered = list.entered.entry(player).or_default();
        if !entered.contains(&id) {
            entered.push(id);
        }
    }

    /// Sets a tournament's deadline, replacing an earlier one.
    pub(super) fn set(&self, id: TournamentId, at: Instant) {
        self.lock().timers.insert(id, at);
    }

    /// Forgets a tournament that is over.
    pub(super) fn forget(&self, id: TournamentId, players: &[PlayerId]) {
        let mut list = self.lock();
        list.woken.remove(&id);
        list.timers.remove(&id);
        for player in players {
            let left = list.entered.get_mut(player).map(|entered| {
                entered.retain(|other| *other != id);
                entered.len()
            });
            if left == Some(0) {
                list.entered.remove(player);
            }
        }
    }

    /// Waits until some tournaments have something to do.
    pub(super) async fn next(&self, now: impl Fn() -> Instant) -> BTreeSet<TournamentId> {
        loop {
            let changed = self.changed.notified();
            let (due, first) = self.take(now());
            if !due.is_empty() {
                return due;
            }
            let wait = first.map_or(SLEEP_AT_MOST, |at| at.saturating_duration_since(now()));
            let _ = tokio::time::timeout(wait.min(SLEEP_AT_MOST), changed).await;
        }
    }

    /// Takes all that are due, and returns when the next one is.
    fn take(&self, now: Instant) -> (BTreeSet<TournamentId>, Option<Instant>) {
        let mut list = self.lock();
        let mut due = std::mem::take(&mut list.woken);
        due.extend(list.timers.iter().filter(|(_, at)| **at <= now).map(|(id, _)| *id));
        list.timers.retain(|id, _| !due.contains(id));
        (due, list.timers.values().min().copied())
    }

    fn lock(&self) -> MutexGuard<'_, DueList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn woken_and_expired_tournaments_are_due_once() {
        let now = Instant::now();
        let later = now + Duration::from_secs(9);
        let [one, two, three] = [1, 2, 3].map(|n| TournamentId(Uuid::from_u128(n)));
        let player = PlayerId(Uuid::from_u128(7));
        let agenda = Agenda::default();
        agenda.set(one, now);
        agenda.set(two, later);
        agenda.enter(player, three);
        agenda.wake_those_of(player);
        assert_eq!(agenda.take(now), (BTreeSet::from([one, three]), Some(later)));
        assert_eq!(agenda.take(now), (BTreeSet::new(), Some(later)));
        assert_eq!(agenda.take(later), (BTreeSet::from([two]), None));
        agenda.forget(three, &[player]);
        agenda.wake_those_of(player);
        assert_eq!(agenda.take(later), (BTreeSet::new(), None));
    }
}
