//! Counts who has tried the position of the day. After a restart the day's games are read again.

use std::sync::{MutexGuard, PoisonError};

use super::Hub;
use crate::admission::ip_prefix::IpPrefix;
use crate::live::room::Room;
use crate::matchmaking::daily::{DAY_MS, DailyGame, DailyTally, PositionOfDay};
use crate::store::StoreError;

impl Hub {
    /// Returns the position of the day, and how many have tried and solved it.
    pub(crate) fn position_of_day(&self) -> PositionOfDay {
        self.daily().so_far(self.store.calendar.now_ms())
    }

    /// Counts the game of a room that has just ended, if it was a try.
    pub(super) fn count_daily(&self, room: &Room, from: &[IpPrefix]) {
        let players = room.line().players;
        if !players.iter().any(|player| player.house) {
            return;
        }
        let Some(ended) = room.ended() else { return };
        let ended = DailyGame { game: ended.game.setup(), players: &players, over: &ended.over };
        self.daily().count(self.store.calendar.now_ms(), ended, from.first().copied());
    }

    /// Counts the day's games that ended before the server was started.
    pub(super) fn recount_daily(&self) -> Result<(), StoreError> {
        let now = self.store.calendar.now_ms();
        for (opening, over) in self.store.ended_since(now - now.rem_euclid(DAY_MS))? {
            let ended = DailyGame { game: &opening.game, players: &opening.players, over: &over };
            self.daily().count(now, ended, None);
        }
        Ok(())
    }

    fn daily(&self) -> MutexGuard<'_, DailyTally> {
        self.daily.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
