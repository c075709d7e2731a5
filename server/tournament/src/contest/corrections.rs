//! The organizer's hand: corrects results while the tournament runs, and closes it.

use protocol::limits::MAX_EXTRA_PAIRS;
use protocol::{Close, Format, Stage};

use super::{Contest, DuePair, LogStep};
use crate::event::{Correction, Event, EventError, MAX_CORRECTION_REASON};

/// How long a tournament that everything has been played in waits for the organizer to close it.
const CLOSES_AFTER_MS: u64 = 24 * 3_600_000;

impl Contest {
    /// Changes the winner of a game. Standings and later pairings follow from it; earlier pairings
    /// stay. In a knockout only the last round can be corrected, and a sequential test stays as it
    /// was played.
    pub(super) fn correct(&mut self, correction: &Correction) -> Result<(), EventError> {
        self.expect(Stage::Running)?;
        let Correction { pairing: index, pair, game, winner, why } = correction;
        let (last, knockout) = (self.rounds(), self.is_knockout());
        let plan = &self.opening.plan;
        let (least, most) = (plan.pairs, plan.pairs.saturating_add(MAX_EXTRA_PAIRS));
        let refused = EventError::NoCorrection;
        let place = *index as usize;
        let state = self.pairings.get_mut(place).ok_or(refused)?;
        let length = why.chars().count();
        let allowed = plan.sprt.is_none()
            && (!knockout || state.pairing.round == last)
            && (1..=MAX_CORRECTION_REASON).contains(&length)
            && !why.chars().any(char::is_control)
            && winner.is_none_or(|winner| state.pairing.has(winner));
        if !allowed {
            return Err(refused);
        }
        let result = state.played.get_mut(pair).and_then(|games| games.get_mut(usize::from(*game)));
        let result = result.filter(|result| result.winner != *winner).ok_or(refused)?;
        let was = std::mem::replace(&mut result.winner, *winner);
        if knockout {
            state.set_overtime(*pair, [least, most]);
            self.first_open = self.first_open.min(place);
            self.skip_finished();
        }
        self.log.push(LogStep::Corrected(correction.clone(), was));
        Ok(())
    }

    /// Returns why the result of a game was corrected last, if it was.
    pub fn correction(&self, due: DuePair, game: u8) -> Option<&str> {
        self.log.iter().rev().find_map(|step| match step {
            LogStep::Corrected(Correction { pairing, pair, game: which, why, .. }, _)
                if (*pairing, *pair, *which) == (due.pairing, due.pair, game) =>
            {
                Some(why.as_str())
            }
            _ => None,
        })
    }

    /// Returns the end of a tournament in which everything has been played, on the organizer's
    /// behalf.
    ///
    /// # Errors
    /// When something is still to be played.
    pub fn close(&self, elapsed_ms: u64) -> Result<Event, EventError> {
        self.expect(Stage::Running)?;
        let next = self.given_up().or_else(|| self.next_pairings(elapsed_ms, &|_| false));
        next.filter(|next| matches!(next, Event::Finished { .. })).ok_or(EventError::Unfinished)
    }

    /// Whether the end must wait for the organizer.
    pub(super) fn waits_for_organizer(&self, elapsed_ms: u64) -> bool {
        let on_request = self.opening.plan.close == Close::OnRequest;
        on_request && elapsed_ms.saturating_sub(self.elapsed_ms) < CLOSES_AFTER_MS
    }

    /// Whether the loser of a pairing is out.
    pub(super) fn is_knockout(&self) -> bool {
        self.opening.plan.format == Format::Knockout
    }

    /// Returns a pair by its round, its board and its number, if there is such a pairing.
    pub fn find_pair(&self, round: u32, board: u32, pair: u32) -> Option<DuePair> {
        let at = |state: &crate::pairing::PairingState| {
            (state.pairing.round, state.pairing.board) == (round, board)
        };
        let index = self.pairings.iter().position(at)?;
        Some(DuePair { pairing: index as u32, pair })
    }
}
