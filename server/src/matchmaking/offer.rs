//! Offers to play, and the matches that they become when they are accepted.

use std::time::Instant;

use ladder::{Leaderboard, Pool};
use protocol::{
    Cause, Commitment, Division, Draw, DrawnGame, GameView, Kind, PairId, Player, PlayerId,
    Proposal, Rating, SeatChoice, TableId, TimeControl, Window, WindowView,
};
use rules::Setup;
use uuid::Uuid;

use crate::records::game::{Opening, Outcome, PairGame, Terms};
use crate::records::request_error::RequestError;

/// The assumed rating of a player without one (Glickman 2013).
pub(crate) const UNRATED: u32 = 1500;

/// A start that has been drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// How it was drawn, with the seed.
    pub(crate) draw: Draw,
    /// Whether the server chose the seed, which stays secret until the game begins.
    pub(crate) hidden: bool,
}

/// An offer to play. Its start is known from the beginning, but a drawn one stays
/// secret until the game begins.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    pub(crate) by: Player,
    pub(crate) said: Proposal<Setup>,
    pub(crate) drawn: Option<Drawn>,
    /// The start's outcome, if it is rated and proven.
    pub(crate) start: Option<Outcome>,
    /// The offering player's rating on the leaderboard where the game would count against an
    /// opponent of their own kind.
    pub(crate) rating: Option<Rating>,
    pub(crate) reach: Option<Reach>,
}

/// The ratings that a seek admits; the window widens with the time it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) window: Window,
    pub(crate) since: Instant,
}

/// Players who have found each other, or have been paired.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Match {
    /// The id of the offer that led here, as sent to the players.
    pub(crate) offer: Uuid,
    pub(crate) game: Setup,
    pub(crate) clock: Option<TimeControl>,
    /// Whether a second game follows, with the seats swapped.
    pub(crate) pair: bool,
    /// The other terms; the pair in them is filled in when it has its ids.
    pub(crate) terms: Terms,
    /// The players, in the order of their seats in the first game.
    pub(crate) players: Vec<Player>,
}

impl Offer {
    /// Whether its game takes days.
    pub(crate) fn is_of_days(&self) -> bool {
        matches!(self.said.clock, Some(TimeControl::Days { .. }))
    }

    /// The commitment to the seed of its start, if the server chose one.
    pub(crate) fn commitment(&self) -> Option<Commitment> {
        self.drawn.and_then(|drawn| drawn.draw.commitment)
    }

    /// Returns the game as others see it.
    pub(crate) fn shown(&self) -> Proposal<GameView> {
        let game = &self.said.game;
        let offered = match self.drawn {
            None => GameView::Start(game.clone()),
            Some(Drawn { mut draw, hidden }) => {
                draw.seed = draw.seed.filter(|_| !hidden);
                draw.salt = None;
                let (variant, ending) = (game.variant(), game.ending());
                let (params, variant) = (variant.params(), variant.name().to_owned());
                GameView::Drawn(DrawnGame { variant, params, ending, draw })
            }
        };
        self.said.clone().with_game(offered)
    }

    /// Returns the leaderboard on which a game against this player counts, if the ratings of the
    /// two matter.
    pub(crate) fn board(&self, against: Kind) -> Option<Leaderboard> {
        let matters = self.said.rated || self.reach.is_some();
        let division = Division::new([self.by.kind, against], self.said.open);
        matters.then(|| Leaderboard::Pool(Pool::new(division, &self.said.game, self.said.clock)))
    }

    /// Returns the window of ratings that are admitted now.
    pub(crate) fn window(&self, now: Instant) -> Option<WindowView> {
        self.reach.map(|reach| reach.around(self.rating, now))
    }

    /// Seats the offering player where they want to sit, and the others, in random order, on the
    /// remaining seats.
    pub(super) fn seat(self, id: Uuid, others: Vec<Player>, draw: u64) -> Match {
        let seats = others.len() as u64 + 1;
        let own = match self.said.seat {
            // The proposer of the start is first until the other player has chosen.
            _ if self.said.pie => 0,
            SeatChoice::First => 0,
            SeatChoice::Second => 1,
            SeatChoice::Random => draw % seats,
        };
        let mut players = others;
        let turn = (draw / seats) as usize % players.len().max(1);
        players.rotate_left(turn);
        players.insert(own as usize, self.by);
        let Proposal { game, clock, rated, pair, open, pie, bid, delay, excluded, .. } = self.said;
        let drawn = self.drawn.map(|drawn| drawn.draw);
        let start = self.start;
        let terms =
            Terms { rated, start, open, pie, bid, delay, excluded, drawn, ..Terms::default() };
        Match { offer: id, game, clock, pair, terms, players }
    }
}

impl Reach {
    /// Returns the bounds around a rating.
    pub(crate) fn around(self, own: Option<Rating>, now: Instant) -> WindowView {
        let Window { below, above, widens } = self.window;
        let seconds = now.saturating_duration_since(self.since).as_secs();
        let wider = u32::from(widens).saturating_mul(u32::try_from(seconds).unwrap_or(u32::MAX));
        let own = points(own);
        WindowView {
            min: own.saturating_sub(wider.saturating_add(below.into())),
            max: own.saturating_add(wider).saturating_add(above.into()),
            widens,
        }
    }

    /// Refuses if the window around the first of these ratings does not admit the second.
    pub(super) fn ensure_in(
        self,
        ratings: [Option<Rating>; 2],
        now: Instant,
    ) -> Result<(), RequestError> {
        let WindowView { min, max, .. } = self.around(ratings[0], now);
        match (min..=max).contains(&points(ratings[1])) {
            true => Ok(()),
            false => Err(Cause::OutsideWindow { min, max }.into()),
        }
    }
}

impl Match {
    /// Fills in the players' ratings, if the match counts for the ladder.
    pub(crate) fn rate(&mut self, known: &[(PlayerId, Option<Rating>)]) {
        let of = |player: &Player| known.iter().find(|(id, _)| *id == player.id)?.1;
        let ratings: Vec<_> = self.players.iter().map(of).collect();
        if self.terms.rated && ratings.iter().any(Option::is_some) {
            self.terms.ratings = ratings;
        }
    }

    /// Returns the leaderboard on which it counts, if it does.
    pub(crate) fn board(&self) -> Option<Leaderboard> {
        let [first, second] = &self.players[..] else { return None };
        let division = Division::new([first.kind, second.kind], self.terms.open);
        self.terms.rated.then(|| Leaderboard::Pool(Pool::new(division, &self.game, self.clock)))
    }

    /// Returns the opening of the first game; for a pair, `ids` are those of the pair and its
    /// second table.
    pub(crate) fn opening(self, ids: Option<(PairId, TableId)>) -> Opening {
        let Match { game, clock, pair, terms, players, .. } = self;
        let pair = ids.filter(|_| pair).map(|(id, other)| PairGame { id, other, first: None });
        Opening { game, players, clock, terms: Terms { pair, ..terms } }
    }
}

/// Refuses a rated game to guests, both persons and bots: a player who can be somebody else the
/// next day has no rating.
pub(crate) fn ensure_may_play_rated(by: &Player, rated: bool) -> Result<(), RequestError> {
    match rated && !by.is_known() {
        true => Err(Cause::RegistrationRequired.into()),
        false => Ok(()),
    }
}

fn points(rating: Option<Rating>) -> u32 {
    rating.map_or(UNRATED, |rating| rating.rating)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_leaderboard_matters_where_the_game_counts_or_only_some_are_admitted() {
        let game: Setup = "misere nim 3,4,5".parse().expect("a game");
        let name = "Ada".to_owned().try_into().expect("a name");
        let id = PlayerId(Uuid::from_u128(1));
        let by = Player { id, name, kind: Kind::Person, house: false, version: None };
        let offer = |rated, window: Option<Window>| Offer {
            by: by.clone(),
            said: Proposal { rated, ..Proposal::new(game.clone()) },
            drawn: None,
            start: None,
            rating: None,
            reach: window.map(|window| Reach { window, since: Instant::now() }),
        };
        let window = Some(Window { below: 100, above: 100, widens: 0 });
        assert_eq!(offer(false, None).board(Kind::Person), None);
        for (rated, window) in [(true, None), (false, window), (true, window)] {
            for kind in [Kind::Person, Kind::Bot] {
                let division = Division::new([Kind::Person, kind], false);
                let pool = Leaderboard::Pool(Pool::new(division, &game, None));
                assert_eq!(offer(rated, window).board(kind), Some(pool), "{rated} {window:?}");
            }
        }
    }

    #[test]
    fn a_window_widens_with_time_and_never_past_all_numbers() {
        let since = Instant::now();
        let rating = |rating| Some(Rating { rating, deviation: 50, provisional: false });
        let reach = |below, above, widens| Reach { window: Window { below, above, widens }, since };
        let bounds = |reach: Reach, own, seconds| {
            let view = reach.around(own, since + Duration::from_secs(seconds));
            (view.min, view.max)
        };
        assert_eq!(bounds(reach(100, 50, 5), rating(1600), 0), (1500, 1650));
        assert_eq!(bounds(reach(100, 50, 5), rating(1600), 20), (1400, 1750));
        assert_eq!(bounds(reach(100, 50, 0), None, 1_000), (1400, 1550));
        assert_eq!(bounds(reach(100, 50, u16::MAX), None, 1 << 40), (0, u32::MAX));
        let reach = reach(0, 100, 1);
        let let_in = |other, seconds| {
            reach.ensure_in([None, other], since + Duration::from_secs(seconds)).is_ok()
        };
        assert!(let_in(None, 0) && let_in(rating(1600), 0) && !let_in(rating(1601), 0));
        assert!(!let_in(rating(1499), 0) && let_in(rating(1499), 1) && let_in(rating(1601), 1));
    }
}
