//! The orders of an organizer: what they may decide while a tournament is open or running.

use std::time::Instant;

use protocol::{Cause, Number, Secret};
use tournament::{Correction, DuePair, Event};

use super::super::host::Host;
use super::{Ongoing, State};
use crate::records::request_error::RequestError;
use crate::records::tournament_log::hash;
use crate::store::Unavailable;

/// An order of the organizer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Begin,
    Cancel,
    /// Ends a tournament in which everything has been played.
    Close,
    /// Corrects the winner of a game, by round, board and pair.
    Correct {
        place: [u32; 3],
        /// From 0.
        game: u8,
        winner: Option<Number>,
        why: String,
    },
}

impl Ongoing {
    /// Carries out an order of the organizer. `then` is called when it is on disk.
    pub(crate) fn order(
        &self,
        host: &impl Host,
        organizer: &Secret,
        order: Order,
        then: impl FnOnce(Result<(), Unavailable>) + Send + 'static,
    ) -> Result<(), RequestError> {
        if hash(organizer) != self.config.organizer {
            return Err(Cause::NotOrganizer.into());
        }
        let mut state = self.lock();
        let event = state.event_of(order, host.now())?;
        state.happen(host.store(), self.id, event, then)
    }
}

impl State {
    /// Returns the event by which an order is carried out.
    fn event_of(&self, order: Order, now: Instant) -> Result<Event, RequestError> {
        Ok(match order {
            Order::Begin => Event::Began,
            Order::Cancel => Event::Cancelled,
            Order::Close => self.contest.close(self.elapsed(now)).map_err(Cause::from)?,
            Order::Correct { place: [round, board, pair], game, winner, why } => {
                let due = self.contest.find_pair(round, board, pair);
                let is_played =
                    |due: &DuePair| self.running.iter().all(|one| one.pairing != due.pairing);
                let due = due.filter(is_played).ok_or(Cause::CorrectionRefused)?;
                let DuePair { pairing, pair } = due;
                Event::Corrected(Correction { pairing, pair, game, winner, why })
            }
        })
    }
}
