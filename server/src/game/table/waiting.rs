//! The consequences of inaction at a table: flags fall, absent players can be claimed against, and
//! every table ends eventually.

use std::time::Instant;

use protocol::limits::{ABANDONED_AFTER, CLAIM_AFTER, FINISHED_TABLE_LIFETIME};
use protocol::{Cause, EndReason};
use rules::Seat;

use super::Table;
use crate::game::turn::Lapse;
use crate::records::request_error::RequestError;

/// The effect of a table's deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeadlineEffect {
    /// The deadline has not been reached.
    Nothing,
    /// The table has changed.
    Changed,
    /// The table can be removed.
    Remove,
}

impl Table {
    /// Records that the player on `seat` has come or gone.
    pub(crate) fn set_present(&mut self, now: Instant, seat: Seat, present: bool) {
        let Some(chair) = self.seats.get_mut(usize::from(seat.0)) else { return };
        chair.absent_since = if present { None } else { chair.absent_since.or(Some(now)) };
        if !present {
            self.agreement.play_again(seat, false);
        }
        if self.seats.iter().all(|chair| chair.absent_since.is_none()) {
            self.turn.stop_waiting(now);
        }
    }

    /// Returns when something happens at this table without anybody acting. There is always such a
    /// time, so no table stays for ever.
    pub(crate) fn next_deadline(&self) -> Instant {
        if let Some(at) = self.finished_at {
            return at + FINISHED_TABLE_LIFETIME;
        }
        let lapse = self.lapses_at();
        let gone = self.first_absent().map(|(_, since)| since + ABANDONED_AFTER);
        gone.map_or(lapse, |gone| lapse.min(gone))
    }

    /// Does what is due at `now`. Whatever was handled before it counts: the order in which a table
    /// handles events decides, not the order in which they began.
    pub(crate) fn on_deadline(&mut self, now: Instant) -> DeadlineEffect {
        if let Some(at) = self.finished_at {
            return if now >= at + FINISHED_TABLE_LIFETIME {
                DeadlineEffect::Remove
            } else {
                DeadlineEffect::Nothing
            };
        }
        if now >= self.lapses_at() {
            self.lapse(now);
            return DeadlineEffect::Changed;
        }
        match self.first_absent() {
            Some((seat, since)) if now >= since + ABANDONED_AFTER => {
                self.abandon(now, seat);
                DeadlineEffect::Changed
            }
            _ => DeadlineEffect::Nothing,
        }
    }

    fn lapses_at(&self) -> Instant {
        let seat = self.to_act();
        self.turn.lapses_at(seat, self.lag(seat))
    }

    fn lapse(&mut self, now: Instant) {
        let seat = self.to_act();
        match self.turn.lapse() {
            Lapse::Begins => {}
            Lapse::NeverBegan => self.never_begin(now, seat),
            Lapse::Flag => self.lose(now, seat, EndReason::Flagged),
            Lapse::Rest => self.lose(now, seat, EndReason::Abandoned),
        }
    }

    /// The player who has been absent longest loses if anybody is present to win; otherwise nobody
    /// wins.
    fn abandon(&mut self, now: Instant, seat: Seat) {
        match self.seats.iter().any(|chair| chair.absent_since.is_none()) {
            true => self.lose(now, seat, EndReason::Abandoned),
            false => self.end_without_result(now, EndReason::Abandoned),
        }
    }

    /// The seat that has been absent longest, in a game where absence matters.
    pub(super) fn first_absent(&self) -> Option<(Seat, Instant)> {
        let absent = self.all_seats().zip(&self.seats).filter(|_| !self.turn.is_by_days());
        absent.filter_map(|(seat, chair)| Some((seat, chair.absent_since?))).min_by_key(|a| a.1)
    }

    /// Ends the game in favour of a player who has waited long enough for another; the absent
    /// player cannot claim.
    pub(super) fn claim(&mut self, now: Instant, seat: Seat) -> Result<(), RequestError> {
        self.ensure_running()?;
        let gone = self.first_absent().filter(|(_, since)| now >= *since + CLAIM_AFTER);
        match gone {
            Some((gone, _)) if gone != seat && self.to_act() != seat => {
                self.lose(now, gone, EndReason::Abandoned);
                Ok(())
            }
            _ => Err(Cause::ClaimTooSoon.into()),
        }
    }
}
