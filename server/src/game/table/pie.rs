//! The pie rule: one player proposes the start, the other chooses who begins. The chooser sits
//! second until they have chosen; if they want to begin, the two swap seats.

use std::time::Instant;

use protocol::Cause;
use rules::Seat;

use super::{Table, TableChange};
use crate::records::game::Fact;
use crate::records::request_error::RequestError;

/// The chooser's seat until they have chosen.
const CHOOSER: Seat = Seat(1);

impl Table {
    /// Whether the game has the pie rule.
    pub(crate) fn has_pie(&self) -> bool {
        self.terms.pie
    }

    /// The seat that is to choose who begins, while that is open.
    pub(crate) fn choosing(&self) -> Option<Seat> {
        (self.choosing && !self.is_over()).then_some(CHOOSER)
    }

    /// The seat that is to act: to move, or to choose who begins.
    pub(super) fn to_act(&self) -> Seat {
        match self.next_bidder() {
            _ if self.choosing => CHOOSER,
            Some(seat) => seat,
            None => self.game.to_move(),
        }
    }

    /// Makes the choice of the player on `seat`. The same choice may be sent again until a player
    /// has moved.
    pub(super) fn choose(
        &mut self,
        now: Instant,
        seat: Seat,
        begin: bool,
    ) -> Result<TableChange, RequestError> {
        self.ensure_running()?;
        let refused = |cause: Cause| Err(cause.into());
        if !self.terms.pie {
            return refused(Cause::NoPieRule);
        }
        if !self.choosing {
            let again = self.chooser() == Some(seat) && begin == (seat == Seat(0));
            return match again {
                true => Ok(TableChange::Repeated),
                false => refused(Cause::AlreadyChosen),
            };
        }
        if seat != CHOOSER {
            return refused(Cause::OpponentChooses);
        }
        self.settle(now, begin);
        self.news = Some(Fact::Chose { begins: begin });
        Ok(TableChange::Changed)
    }

    /// Applies the choice: the first turn begins, and costs nobody time.
    pub(super) fn settle(&mut self, now: Instant, chooser_begins: bool) {
        self.choosing = false;
        self.chooser_begins = chooser_begins;
        if chooser_begins {
            self.seats.reverse();
        }
        self.turn.begin(now, false);
    }

    /// The seat of the chooser, in a game with the pie rule; after the choice, their current seat.
    pub(crate) fn chooser(&self) -> Option<Seat> {
        let seat = if self.chooser_begins { Seat(0) } else { CHOOSER };
        self.terms.pie.then_some(seat)
    }
}
