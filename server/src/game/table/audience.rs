//! A table as spectators see it: in a game with a delay they are that many moves behind until it is
//! over, so that no spectator can help a player.

use std::time::Instant;

use protocol::TableView;
use rules::Game;

use super::{Snapshot, Table};

impl Table {
    /// How many moves spectators are behind.
    pub(crate) fn delay(&self) -> u8 {
        self.terms.delay
    }

    /// The game as spectators see it.
    pub(crate) fn shown(&self) -> &Game {
        self.shown.as_ref().filter(|_| !self.is_over()).unwrap_or(&self.game)
    }

    /// Whether spectators see less than players do.
    pub(crate) fn is_behind(&self) -> bool {
        self.shown.is_some() && !self.is_over()
    }

    /// Shows spectators the move that is now old enough, after a move has been made.
    pub(super) fn show_on(&mut self) {
        let Some(shown) = &mut self.shown else { return };
        let seen = self.game.ply().saturating_sub(self.terms.delay.into());
        let old_enough = self.game.moves().get(shown.ply() as usize..seen as usize);
        for mv in old_enough.unwrap_or_default() {
            // The move was legal in the game itself.
            if shown.play(mv.clone()).is_err() {
                break;
            }
        }
    }

    /// Returns the message to spectators after a change. The clocks of an earlier ply are no longer
    /// known, and the current ones would reveal the current ply.
    pub(crate) fn shown_snapshot(&self, now: Instant) -> Snapshot<'_> {
        let state = self.snapshot(now);
        if !self.is_behind() {
            return state;
        }
        let shown = self.shown();
        Snapshot {
            ply: shown.ply(),
            position: shown.position(),
            to_move: Some(shown.to_move()),
            last_move: shown.moves().last(),
            clock: None,
            takeback: None,
            ..state
        }
    }

    /// Returns the message to a new spectator, with the moves from `since` on.
    pub(crate) fn shown_view(&self, since: u32, now: Instant) -> TableView {
        let ply = self.shown().ply();
        let mut view = self.view(since.min(ply), now);
        let moves = ply.saturating_sub(view.since) as usize;
        view.moves.truncate(moves);
        view.times.truncate(moves);
        view.state = self.shown_snapshot(now).into();
        view
    }
}
