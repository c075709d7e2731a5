//! The ratings of players who are to meet.

use ladder::{Leaderboard, rating_line};
use protocol::{Player, PlayerId, Rating};

use super::Hub;
use crate::matchmaking::lobby::Match;
use crate::records::request_error::RequestError;

impl Hub {
    /// Fills in the ratings of a match's players, if it counts for the ladder.
    pub(crate) async fn rate(&self, found: &mut Match) -> Result<(), RequestError> {
        let Some(board) = found.board() else { return Ok(()) };
        let boards =
            found.players.iter().map(|player| (rating_line(player), board.clone())).collect();
        let ratings = self.store.ratings(boards).await?;
        let players = found.players.iter().map(|player| player.id);
        let known: Vec<_> = players.zip(ratings).collect();
        found.rate(&known);
        Ok(())
    }

    /// Returns the ratings of an offer's owner and of the player who takes it, if they matter.
    pub(super) async fn known(
        &self,
        board: Option<(Player, Leaderboard)>,
        by: &Player,
    ) -> Result<Vec<(PlayerId, Option<Rating>)>, RequestError> {
        let Some((owner, board)) = board else { return Ok(Vec::new()) };
        let boards = vec![(rating_line(&owner), board.clone()), (rating_line(by), board)];
        Ok([owner.id, by.id].into_iter().zip(self.store.ratings(boards).await?).collect())
    }

    pub(super) async fn rating(
        &self,
        of: &Player,
        board: Option<Leaderboard>,
    ) -> Result<Option<Rating>, RequestError> {
        let Some(board) = board else { return Ok(None) };
        Ok(self.store.ratings(vec![(rating_line(of), board)]).await?.into_iter().flatten().next())
    }
}
