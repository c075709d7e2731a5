//! What the hub answers nothing about, while rated games are running.

use std::sync::{MutexGuard, PoisonError};

use protocol::TableId;
use rules::Game;

use super::Hub;
use crate::game::secrecy::RatedGames;
use crate::live::room::Room;

impl Hub {
    /// Whether an answer about this game would help a player in a running rated game.
    pub(crate) async fn is_secret(&self, asked: &Game) -> bool {
        let live = |table| self.rooms.get(table)?.live();
        let mut secrets = self.secrets.lock().await;
        let news = self.rated().take_news();
        secrets.learn(news, live);
        secrets.is_secret(asked, live)
    }

    /// Whether a finished game is half of a rated pair whose other game, from the same start, is
    /// still being played.
    pub(crate) fn is_half_played(&self, table: TableId) -> bool {
        self.rated().is_half_played(table)
    }

    /// Nothing is answered any more that would help in this game, if it is rated.
    pub(super) fn begin_rated(&self, room: &Room) {
        if room.is_rated() {
            self.rated().begin(room.id(), room.other_of_pair());
        }
    }

    /// The rated games that are running.
    pub(super) fn rated(&self) -> MutexGuard<'_, RatedGames> {
        self.rated.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
