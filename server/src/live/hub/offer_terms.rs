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

    /// Each on its own is refused; the same proposal without it is not.
    #[test]
    fn what_settles_the_start_already_goes_with_no_other_way_to_settle_it() {
        let game: Setup = "nim 3,4,5".parse().expect("a game");
        let clock = Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 });
        let plain = Proposal::new(());
        assert_eq!(plain.seat, SeatChoice::Random);
        let rated = Proposal { rated: true, ..plain.clone() };
        let pair = Proposal { pair: true, ..plain.clone() };
        let seat = Proposal { seat: SeatChoice::First, ..plain.clone() };
        let pie = Proposal { pie: true, ..plain.clone() };
        let bid = Proposal { bid: true, ..plain.clone() };
        let cause =
            |result: Result<(), RequestError>| result.err().map(|refused| refused.body().cause);
        for said in [&rated, &pair, &seat] {
            assert_eq!(cause(ensure_pie(said, &game)), Some(Cause::PieRuleNotAllowed));
        }
        assert_eq!(ensure_pie(&pie, &game), Ok(()));
        for said in [&rated, &pair, &seat, &pie] {
            assert_eq!(cause(ensure_bids(said, clock, &game)), Some(Cause::BidsNotAllowed));
        }
        assert_eq!(ensure_bids(&bid, clock, &game), Ok(()));
        for clock in
            [None, Some(TimeControl::Move { ms: 5_000 }), Some(TimeControl::Days { days: 2 })]
        {
            assert_eq!(cause(ensure_bids(&bid, clock, &game)), Some(Cause::BidsNotAllowed));
        }
        for said in [&rated, &pair, &seat, &pie, &bid] {
            assert_eq!(cause(ensure_handicap(said, &game)), Some(Cause::HandicapNotAllowed));
        }
        assert_eq!(ensure_handicap(&plain, &game), Ok(()));
        let three = "game21_nplayer(players=3;step=3;target=21) 0";
        for wrong in ["nim 0", three] {
            let wrong: Setup = wrong.parse().expect("a game");
            let needs = Some(Cause::NeedsTwoPlayers);
            assert_eq!(cause(ensure_pie(&pie, &wrong)), needs);
            assert_eq!(cause(ensure_bids(&bid, clock, &wrong)), needs);
            assert_eq!(cause(ensure_handicap(&plain, &wrong)), needs);
        }
    }

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
