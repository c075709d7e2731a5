//! Whether the games of a logged match follow from their moves: each move is legal, a game that was
//! played to its end has the winners that its last position has, and others were not over.

use protocol::EndReason;
use rules::{Game, Setup};
use uuid::Uuid;

use super::{LogEntry, LoggedMatch, LoggedPlay};

impl LogEntry {
    /// The match that it is about.
    pub fn rated_match(&self) -> Uuid {
        match self {
            LogEntry::Rated(played) => played.id,
            LogEntry::Learnt(game) => game.rated_match,
            LogEntry::Void { rated_match, .. } => *rated_match,
        }
    }

    /// Whether its games follow from their moves.
    pub(super) fn follows(&self) -> bool {
        match self {
            LogEntry::Rated(played) => played.follows(),
            LogEntry::Learnt(_) | LogEntry::Void { .. } => true,
        }
    }
}

impl LoggedMatch {
    fn follows(&self) -> bool {
        let Ok(setup) = Setup::try_from(self.game.clone()) else { return false };
        self.games.iter().all(|game| game.follows(&setup))
    }
}

impl LoggedPlay {
    fn follows(&self, setup: &Setup) -> bool {
        let mut game = Game::new(setup.clone());
        if !self.moves.iter().all(|mv| game.play(mv.clone()).is_ok()) {
            return false;
        }
        match self.reason {
            EndReason::Played => game.winners().is_some_and(|winners| winners == self.winners),
            EndReason::Aborted | EndReason::TooLong => !game.is_over() && self.winners.is_empty(),
            EndReason::Resigned
            | EndReason::Abandoned
            | EndReason::Flagged
            | EndReason::Adjudicated
            | EndReason::Forfeited => !game.is_over(),
        }
    }
}
