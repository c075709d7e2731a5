//! Bids for the seat. Each player bids once, in secret: until both bids are in, others see only that
//! there is one. Then the players may swap seats, and one of them has less time.

use std::time::Instant;

use protocol::{Bid, BidDecision, BidView, Cause, SettledBids, TimeControl};
use rules::Seat;
use smallvec::SmallVec;

use super::{Table, TableChange};
use crate::game::turn::BySeat;
use crate::records::game::{Fact, Lot};
use crate::records::request_error::RequestError;

/// The bids of a game.
#[derive(Clone, Debug)]
pub(super) struct Bidding {
    lot: Lot,
    max_ms: u32,
    /// By the seats before the bids.
    made: [Option<Bid>; 2],
    decision: Option<BidDecision>,
    /// By seat, once a player has paid; until then empty.
    clocks: Vec<TimeControl>,
}

impl Bidding {
    /// Creates it for a game in which bids were agreed on; only a clock with a base time allows
    /// them.
    pub(super) fn new(lot: Option<Lot>, clock: Option<TimeControl>) -> Option<Bidding> {
        let max_ms = clock?.max_bid_ms()?;
        Some(Bidding { lot: lot?, max_ms, made: [None; 2], decision: None, clocks: Vec::new() })
    }

    fn has_swapped(&self) -> bool {
        self.decision.is_some_and(|decision| decision.swapped)
    }

    /// The number of the player on `seat`: their seat before the bids.
    fn number(&self, seat: Seat) -> usize {
        usize::from(seat.0) ^ usize::from(self.has_swapped())
    }
}

impl Table {
    /// Whether a bid is still missing.
    pub(crate) fn is_bidding(&self) -> bool {
        self.bidding.as_ref().is_some_and(|bidding| bidding.decision.is_none()) && !self.is_over()
    }

    /// By seat, while bids are missing: who has made theirs.
    pub(super) fn bids_made(&self) -> BySeat<bool> {
        let bidding = self.bidding.as_ref().filter(|_| self.is_bidding());
        bidding.map_or_else(SmallVec::new, |bidding| {
            bidding.made.iter().map(Option::is_some).collect()
        })
    }

    /// A seat whose bid is missing.
    pub(super) fn next_bidder(&self) -> Option<Seat> {
        let missing = self.bids_made().iter().position(|made| !made)?;
        Some(Seat(missing as u8))
    }

    /// Whether the players sit the other way round than at the opening.
    pub(crate) fn has_swapped(&self) -> bool {
        self.chooser() == Some(Seat(0)) || self.bidding.as_ref().is_some_and(Bidding::has_swapped)
    }

    /// By seat: the clocks that differ from the game's, if any do.
    pub(crate) fn clocks(&self) -> &[TimeControl] {
        let paid = self.bidding.as_ref().map(|bidding| &bidding.clocks[..]);
        paid.filter(|clocks| !clocks.is_empty()).unwrap_or(&self.terms.clocks)
    }

    /// The bids as everybody may see them.
    pub(crate) fn bid_view(&self) -> Option<BidView> {
        let bidding = self.bidding.as_ref()?;
        let (max_ms, commitment) = (bidding.max_ms, bidding.lot.commitment());
        Some(BidView { max_ms, commitment, settled: bidding.settled() })
    }

    /// Makes the bid of the player on `seat`, who may repeat it but not change it.
    pub(super) fn bid(
        &mut self,
        now: Instant,
        seat: Seat,
        bid: Bid,
    ) -> Result<TableChange, RequestError> {
        self.ensure_running()?;
        let bidding = self.bidding.as_ref().ok_or(Cause::NoBids)?;
        match bidding.made[bidding.number(seat)] {
            Some(made) if made == bid => return Ok(TableChange::Repeated),
            Some(_) => return Err(Cause::AlreadyBid.into()),
            None if bid.ms > bidding.max_ms => {
                return Err(Cause::BidTooHigh { max_ms: bidding.max_ms }.into());
            }
            None => {}
        }
        self.replay_bid(now, seat, bid)?;
        self.news = Some(Fact::Bid { seat, bid });
        Ok(TableChange::Changed)
    }

    /// Takes in a bid; after the second one the seats are settled, and the first turn begins.
    pub(super) fn replay_bid(
        &mut self,
        now: Instant,
        seat: Seat,
        bid: Bid,
    ) -> Result<(), RequestError> {
        let control = self.turn.control();
        let bidding = self.bidding.as_mut().filter(|bidding| bidding.decision.is_none());
        let bidding = bidding.ok_or(Cause::NoBids)?;
        let made = bidding.made.get_mut(usize::from(seat.0)).filter(|made| made.is_none());
        *made.ok_or(Cause::AlreadyBid)? = Some(bid);
        let [Some(one), Some(two)] = bidding.made else { return Ok(()) };
        let decision = BidDecision::between([one, two], bidding.lot.number);
        bidding.decision = Some(decision);
        if let (Some(payer), Some(control)) = (decision.paid_by, control) {
            let mut clocks = [control; 2];
            let paid = if payer == 0 { one.ms } else { two.ms };
            clocks[payer ^ usize::from(decision.swapped)] = control.less(paid);
            bidding.clocks = clocks.into();
            self.turn.set_clocks(control, &clocks);
        }
        if decision.swapped {
            self.seats.reverse();
        }
        self.turn.begin(now, false);
        Ok(())
    }
}

impl Bidding {
    fn settled(&self) -> Option<SettledBids> {
        let decision = self.decision?;
        let [one, two] = self.made;
        let mut bids = [one?, two?];
        if decision.swapped {
            bids.reverse();
        }
        let seat = |payer: usize| Seat((payer ^ usize::from(decision.swapped)) as u8);
        let paid_by = decision.paid_by.map(seat);
        Some(SettledBids { bids, paid_by, lot: self.lot.number, salt: self.lot.salt })
    }
}
