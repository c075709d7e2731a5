//! Bids for the seat: both players say in secret whether they would rather begin or follow, and how
//! much of their time that is worth to them. The higher bid gets its wish and is paid from the
//! bidder's clock.

use rules::Seat;
use serde::{Deserialize, Serialize};

use crate::{Commitment, Salt};

/// What a player would give up, and for which seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bid {
    /// Whether they would rather make the first move.
    pub begin: bool,
    /// How much of their time that is worth to them, in milliseconds.
    pub ms: u32,
}

/// The bids of a game as everybody may see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BidView {
    /// The highest bid, in milliseconds: nine tenths of the base time.
    pub max_ms: u32,
    /// The server's commitment to the lot that decides between equal bids.
    pub commitment: Commitment,
    /// What was bid, once both players have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<SettledBids>,
}

/// Both bids, and what follows from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SettledBids {
    /// The bids, by the seats that follow from them.
    pub bids: [Bid; 2],
    /// The seat that pays its bid; nobody does if both got what they wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_by: Option<Seat>,
    /// The lot: between equal bids it decides for the player who sat first before if it is even.
    pub lot: u64,
    /// What the server hashed with the lot.
    pub salt: Salt,
}

/// Who begins after both bids, and who pays. Players are numbered by their seats before the bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BidDecision {
    /// Whether the two swap seats.
    pub swapped: bool,
    /// Who pays their bid; nobody does if both got what they wanted.
    pub paid_by: Option<usize>,
}

impl BidDecision {
    /// Decides between two bids; `lot` decides between equal ones.
    ///
    /// ```
    /// use protocol::{Bid, BidDecision};
    ///
    /// let [low, high] = [2_000, 9_000].map(|ms| Bid { begin: true, ms });
    /// let decision = BidDecision::between([low, high], 0);
    /// assert_eq!(decision, BidDecision { swapped: true, paid_by: Some(1) });
    /// ```
    pub fn between(bids: [Bid; 2], lot: u64) -> BidDecision {
        let [one, two] = bids;
        if one.begin != two.begin {
            return BidDecision { swapped: two.begin, paid_by: None };
        }
        let second = two.ms > one.ms || two.ms == one.ms && !lot.is_multiple_of(2);
        BidDecision { swapped: second == one.begin, paid_by: Some(usize::from(second)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_higher_bid_gets_its_wish_and_pays() {
        let bid = |begin, ms| Bid { begin, ms };
        let decided = |one, two, lot| {
            let BidDecision { swapped, paid_by } = BidDecision::between([one, two], lot);
            (swapped, paid_by)
        };
        for lot in [0, 1] {
            assert_eq!(decided(bid(true, 9), bid(true, 8), lot), (false, Some(0)));
            assert_eq!(decided(bid(true, 8), bid(true, 9), lot), (true, Some(1)));
            assert_eq!(decided(bid(false, 9), bid(false, 8), lot), (true, Some(0)));
            assert_eq!(decided(bid(false, 8), bid(false, 9), lot), (false, Some(1)));
            // Both get what they want, and nobody pays for it.
            assert_eq!(decided(bid(true, 9), bid(false, 1), lot), (false, None));
            assert_eq!(decided(bid(false, 9), bid(true, 1), lot), (true, None));
        }
        assert_eq!(decided(bid(true, 5), bid(true, 5), 2), (false, Some(0)));
        assert_eq!(decided(bid(true, 5), bid(true, 5), 7), (true, Some(1)));
        assert_eq!(decided(bid(false, 0), bid(false, 0), 2), (true, Some(0)));
    }
}
