//! Which terms of an offer go together.

use protocol::{Cause, Proposal, SeatChoice, TimeControl};
use rules::{Game, Setup};

use crate::records::request_error::RequestError;

/// The choice replaces everything else that makes a start fair.
pub(super) fn ensure_pie<G>(said: &Proposal<G>, game: &Setup) -> Result<(), RequestError> {
    ensure_playable(game)?;
    match said.rated || said.pair || said.seat != SeatChoice::Random {
        true => Err(Cause::PieRuleNotAllowed.into()),
        false => Ok(()),
    }
}

/// Bids are paid from a base time, and settle who begins.
pub(super) fn ensure_bids<G>(
    said: &Proposal<G>,
    clock: Option<TimeControl>,
    game: &Setup,
) -> Result<(), RequestError> {
    ensure_playable(game)?;
    let settled = said.rated || said.pair || said.pie || said.seat != SeatChoice::Random;
    match settled || clock.and_then(TimeControl::max_bid_ms).is_none() {
        true => Err(Cause::BidsNotAllowed.into()),
        false => Ok(()),
    }
}

/// Rated games, pairs and quick play require two players and at least one move.
pub(super) fn ensure_playable(game: &Setup) -> Result<(), RequestError> {
    if game.variant().rules().seats() == 2 && !Game::new(game.clone()).is_over() {
        return Ok(());
    }
    Err(Cause::NeedsTwoPlayers.into())
}

/// A handicap settles the seats, and is for one casual game.
pub(super) fn ensure_handicap<G>(said: &Proposal<G>, game: &Setup) -> Result<(), RequestError> {
    ensure_playable(game)?;
    let settled = said.pie || said.bid || said.seat != SeatChoice::Random;
    match said.rated || said.pair || settled {
        true => Err(Cause::HandicapNotAllowed.into()),
        false => Ok(()),
    }
}
