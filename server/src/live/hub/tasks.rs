//! The tasks of the hub, for as long as the server runs.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tracing::error;

use super::Hub;
use crate::live::game_time::CLOCK_READ_INTERVAL;
use crate::live::reviews;

/// How long a table may outlive its last deadline before that is reported; also the interval of the
/// check.
const OVERDUE_AFTER: Duration = Duration::from_secs(30);

impl Hub {
    /// Wakes rooms when they are due, and sends lobby changes to followers, for as long as the
    /// server runs.
    pub(crate) async fn run(self: Arc<Hub>) {
        tokio::select! {
            () = self.run_games() => {}
            () = reviews::run(&self.store, self.memory, &self.to_review) => {}
            () = self.housekeeping.run(&self.store, &self.identities) => {}
            () = self.push.run(&self.store, &self.identities) => {}
        }
    }

    /// The tasks that players notice.
    pub(crate) async fn run_games(&self) {
        tokio::select! {
            biased;
            () = self.closing.cancelled() => {}
            () = self.wake_rooms() => {}
            () = self.watch_the_time() => {}
            () = self.keepalive.run(&self.time) => {}
            () = self.show_lobby() => {}
            () = self.look_for_overdue() => {}
            () = self.look_for_opponents() => {}
            () = self.tournaments.run(self) => {}
            () = self.tournaments.recur(self) => {}
        }
    }

    /// Must poll: when the process is stopped, the only trace is a gap between two readings of the
    /// clock.
    async fn watch_the_time(&self) {
        loop {
            self.now();
            tokio::time::sleep(CLOCK_READ_INTERVAL).await;
        }
    }

    async fn wake_rooms(&self) {
        loop {
            let table = self.timers.next(&self.time).await;
            if let Some(room) = self.rooms.get(table) {
                let after = room.on_deadline(self.now());
                self.handle_follow_up(&room, after);
            }
        }
    }

    /// Checks for overdue tables. Every table has a last deadline; one that outlives it would stay
    /// for ever. That is a defect, so it is logged, and the room is woken.
    async fn look_for_overdue(&self) {
        loop {
            tokio::time::sleep(OVERDUE_AFTER).await;
            let now = self.now();
            for table in self.rooms.tables() {
                if !self.timers.is_set(table, now, OVERDUE_AFTER) && self.rooms.get(table).is_some()
                {
                    error!(%table, "a table has outlived its last moment");
                    self.overdue.fetch_add(1, Ordering::Relaxed);
                    self.timers.set(now, table);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::session::tests::house::{House, begin};

    /// A table without a timer would stay for ever.
    #[tokio::test]
    async fn a_table_that_nothing_will_wake_is_reported_and_woken() {
        let house = House::open();
        let hub = &house.hub;
        let [mut ada, mut bob] = house.guests([1, 2]).await;
        let mut tables = Vec::new();
        for _ in 0..3 {
            let table = begin(&mut ada, &mut bob, json!({})).await;
            tables.push(serde_json::from_value(table).expect("an id"));
        }
        let overdue = || hub.overdue.load(Ordering::Relaxed);
        tokio::time::pause();
        let looks = async |rounds| {
            let rounds = OVERDUE_AFTER * rounds + Duration::from_secs(1);
            let _ = tokio::time::timeout(rounds, hub.look_for_overdue()).await;
        };
        looks(3).await;
        assert_eq!(overdue(), 0);
        hub.timers.cancel(tables[1]);
        looks(1).await;
        assert_eq!(overdue(), 1);
        assert!(hub.timers.is_set(tables[1], hub.now(), Duration::from_secs(1)), "it is woken");
    }
}
