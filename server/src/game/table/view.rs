//! The messages about a table.

use std::time::Instant;

use protocol::limits::{CLAIM_AFTER, MAX_LISTED_MOVES};
use protocol::{EndReason, MoveTime, Player, TableState, TableView, TimeControl};
use rules::Seat;

use super::{Snapshot, Table};
use crate::game::turn::{BySeat, millis};

impl Table {
    /// In a game of days that goes on: the player who is to act.
    pub(crate) fn awaited(&self) -> Option<&Player> {
        let days = matches!(self.control(), Some(TimeControl::Days { .. })) && !self.is_over();
        let Seat(seat) = self.to_act();
        self.players().nth(usize::from(seat)).filter(|_| days)
    }

    /// Returns the message to everybody at the table after a change.
    pub(crate) fn snapshot(&self, now: Instant) -> Snapshot<'_> {
        let to_act = self.over.is_none().then(|| self.to_act());
        let (choosing, bidding) = (self.choosing(), self.bids_made());
        let lag = self.lag(self.to_act());
        Snapshot {
            table: self.id,
            ply: self.game.ply(),
            position: self.game.position(),
            to_move: to_act.filter(|_| choosing.is_none() && bidding.is_empty()),
            last_move: self.game.moves().last(),
            present: self.seats.iter().map(|chair| chair.absent_since.is_none()).collect(),
            over: self.over.as_ref(),
            clock: self.turn.view(self.all_seats(), to_act, now, lag),
            claim_ms: self.claim_ms(now),
            takeback: self.agreement.takeback(),
            choosing,
            bidding,
            rematch: self.agreement.rematch(),
            watching: None,
        }
    }

    /// Returns the same as an owned value.
    pub(crate) fn state(&self, now: Instant) -> TableState {
        self.snapshot(now).into()
    }

    /// When absent players can be claimed against; empty while none can be.
    fn claim_ms(&self, now: Instant) -> BySeat<Option<u32>> {
        if self.is_over() || self.first_absent().is_none() {
            return BySeat::new();
        }
        let left = |since: Instant| (since + CLAIM_AFTER).saturating_duration_since(now);
        self.seats.iter().map(|chair| chair.absent_since.map(|s| millis(left(s)))).collect()
    }

    /// Returns the message to a newcomer, with the moves from `since` on.
    pub(crate) fn view(&self, since: u32, now: Instant) -> TableView {
        let since = since.min(self.game.ply());
        let moves = self.game.moves().iter().skip(since as usize).take(MAX_LISTED_MOVES);
        let times = self.times().skip(since as usize).take(MAX_LISTED_MOVES);
        let times = times.filter(|_| self.control().is_some());
        TableView {
            game: self.game.setup().clone(),
            players: self.players().cloned().collect(),
            since,
            moves: moves.cloned().collect(),
            clock: self.control(),
            clocks: self.clocks().to_vec(),
            times: times.collect(),
            rated: self.is_rated(),
            pie: self.has_pie(),
            bid: self.bid_view().map(Box::new),
            handicap: self.terms.handicap,
            delay: self.delay(),
            excluded: self.excluded().clone(),
            division: self.division(),
            ratings: self.ratings().to_vec(),
            drawn: self.drawn(),
            pair: self.pair(),
            state: self.state(now),
        }
    }

    /// In a game lost on time, how long each turn lasted on the clock, in milliseconds; the last
    /// one is all the time that its player had left. Empty in other games.
    pub(crate) fn spent_ms(&self) -> Vec<u64> {
        if self.over.as_ref().is_none_or(|over| over.reason != EndReason::Flagged) {
            return Vec::new();
        }
        let left = self.turn.left(self.to_act());
        let charged = self.times.iter().map(|&(took, lag)| took.saturating_sub(lag));
        charged.chain([left]).map(|spent| spent.as_millis() as u64).collect()
    }

    /// How long each move took.
    pub(crate) fn times(&self) -> impl Iterator<Item = MoveTime> {
        self.times.iter().map(|&(took, lag)| MoveTime { ms: millis(took), lag_ms: millis(lag) })
    }
}
