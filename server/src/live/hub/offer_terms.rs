//! Which terms of an offer go together.

use protocol::limits::MAX_LISTED_GAME_BYTES;
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

/// Everybody who looks at the lobby receives the games that are offered to all.
pub(super) fn ensure_may_be_listed(game: &Setup) -> Result<(), RequestError> {
    match json_bytes(game) <= MAX_LISTED_GAME_BYTES {
        true => Ok(()),
        false => {
            let what = "an offer to all, in bytes of JSON".to_owned();
            Err(Cause::TooLarge { what, max: MAX_LISTED_GAME_BYTES as u64 }.into())
        }
    }
}

/// How many bytes a game takes as JSON.
pub(super) fn json_bytes(game: &Setup) -> usize {
    // Serialising numbers and names cannot fail.
    serde_json::to_string(game).map_or(0, |json| json.len())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_offered_to_all_is_no_larger_than_its_limit() {
        let game = |heaps: usize| {
            let heaps = vec!["77"; heaps].join(",");
            format!("nim {heaps}").parse::<Setup>().expect("a game")
        };
        let fits = |heaps: &usize| json_bytes(&game(*heaps)) <= MAX_LISTED_GAME_BYTES;
        let most = (1..=900).rfind(fits).expect("small ones do");
        let bytes = json_bytes(&game(most));
        assert!(bytes + 3 > MAX_LISTED_GAME_BYTES, "a heap more takes three bytes: {bytes}");
        assert_eq!(ensure_may_be_listed(&game(most)), Ok(()));
        let refused = ensure_may_be_listed(&game(most + 1)).expect_err("too large").to_string();
        assert!(refused.contains(&MAX_LISTED_GAME_BYTES.to_string()), "{refused}");
    }
}
