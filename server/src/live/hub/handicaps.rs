//! Computed handicaps: when an offer with one is taken, both ratings are known.

use std::time::Duration;

use ladder::{Leaderboard, Pool, rating_line};
use protocol::Division;
use protocol::costs::ExpensiveRequest;

use super::Hub;
use crate::admission::computing_time::ComputingTime;
use crate::live::connection::Connection;
use crate::live::room::Room;
use crate::matchmaking::drawn_start::{find_start, when_solver_is_free};
use crate::matchmaking::handicap::{self, Handicap, HandicapSearch};
use crate::matchmaking::lobby::Offer;
use crate::records::request_error::RequestError;

/// The time for all of it: the accepting player waits for it.
const TIME: Duration = Duration::from_millis(1_500);

impl Hub {
    /// Computes the handicap of an offer that a player takes; `None` if it has none.
    pub(super) async fn handicap(
        &self,
        by: &Connection<Room>,
        offer: Option<Offer>,
    ) -> Result<Option<Handicap>, RequestError> {
        let own = |offer: &Offer| offer.by.id == by.player.id;
        let Some(offer) = offer.filter(|offer| offer.said.handicap && !own(offer)) else {
            return Ok(None);
        };
        self.charge(by, ExpensiveRequest::Start, 1)?;
        let ratings = self.strengths(&offer, by).await?;
        let (asking, taker) = (self.thinking.asked_from(by.prefix), by.player.id);
        let work = move |bytes| {
            let time = ComputingTime::start(TIME);
            let late = || time.is_over();
            let draw = |wanted, seed| find_start(wanted, seed, bytes).ok();
            let search = HandicapSearch { bytes, late: &late, draw: &draw };
            handicap::compute(&offer, taker, ratings, &search)
        };
        when_solver_is_free(asking, work).await.map(Some)
    }

    /// The ratings of an offer's owner and of the player who takes it: in this game, otherwise
    /// overall; `None` without either.
    async fn strengths(
        &self,
        offer: &Offer,
        by: &Connection<Room>,
    ) -> Result<[Option<u32>; 2], RequestError> {
        let two = [&offer.by, &by.player];
        let division = Division::new(two.map(|player| player.kind), false);
        let pool = Pool::new(division, &offer.said.game, offer.said.clock);
        let boards = [Leaderboard::Pool(pool), Leaderboard::Overall(division)];
        let of = |player| boards.clone().map(|board| (rating_line(player), board));
        let known = self.store.ratings(two.into_iter().flat_map(of).collect()).await?;
        let mut ratings = [None; 2];
        for (rating, known) in ratings.iter_mut().zip(known.chunks(boards.len())) {
            *rating = known.iter().flatten().next().map(|known| known.rating);
        }
        Ok(ratings)
    }
}
