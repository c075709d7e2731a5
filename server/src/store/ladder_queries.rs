//! Queries about the ladder, all of which are executed away from the network threads.

use ladder::{Anchor, Hash, InclusionProof, Leaderboard, LogSigner, Pool, Season};
use protocol::{PlayerId, Rating, Version};
use uuid::Uuid;

use super::archive::Archive;
use super::error::StoreError;
use super::rank_cursor::RankCursor;
use super::ranking::{Bar, LeaderboardLine, Ranked, StartWorth};
use super::readers::Purpose;
use super::seasons::InSeason;
use super::settled::Settled;
use super::{Career, Store, Voided, career, ladder_log, ranking, seasons, settled};

impl Store {
    /// Returns the leaderboards on which there are standings, by name, after this one.
    pub(crate) async fn leaderboards(
        &self,
        after: String,
        most: u32,
    ) -> Result<Vec<LeaderboardLine>, StoreError> {
        let read =
            move |archive: &Archive| archive.read(|db| ranking::leaderboards(db, &after, most));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns a leaderboard's players from the top, and where the next page begins, if this one is
    /// full.
    pub(crate) async fn ranking(
        &self,
        board: Leaderboard,
        after: Option<RankCursor>,
        most: u32,
    ) -> Result<(Vec<Ranked>, Option<RankCursor>), StoreError> {
        let now = self.calendar.now_ms();
        let read = move |archive: &Archive| {
            archive.read(|db| ranking::ranking(db, &board, after, most, now))
        };
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns players of a leaderboard whose names contain this text, best first.
    pub(crate) async fn search_ranking(
        &self,
        board: Leaderboard,
        name: String,
        most: u32,
    ) -> Result<Vec<Ranked>, StoreError> {
        let now = self.calendar.now_ms();
        let read = move |archive: &Archive| {
            archive.read(|db| ranking::search(db, &board, &name, most, now))
        };
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns the distribution of ratings on a leaderboard.
    pub(crate) async fn distribution(&self, board: Leaderboard) -> Result<Vec<Bar>, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| ranking::distribution(db, &board));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns the players of a season of a leaderboard, best first.
    pub(crate) async fn season(
        &self,
        board: Leaderboard,
        season: Season,
        most: u32,
    ) -> Result<Vec<InSeason>, StoreError> {
        let read =
            move |archive: &Archive| archive.read(|db| seasons::season(db, &board, season, most));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns the advantage of holding each kind of start of a pool.
    pub(crate) async fn starts(&self, pool: Pool) -> Result<Vec<StartWorth>, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| ranking::starts(db, &pool));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns the rating of each of these rating lines on the leaderboard given with it, if any.
    pub(crate) async fn ratings(
        &self,
        of: Vec<(PlayerId, Leaderboard)>,
    ) -> Result<Vec<Option<Rating>>, StoreError> {
        let none = vec![None; of.len()];
        let now = self.calendar.now_ms();
        let read = move |archive: &Archive| {
            let one = |(player, board): &(PlayerId, Leaderboard)| match Anchor::find(*player) {
                // Pinned at all times.
                Some(anchor) => Ok(Some(anchor.as_rating())),
                None => archive.read(|db| ranking::rating(db, *player, board, now)),
            };
            of.iter().map(one).collect()
        };
        Ok(self.read_for(Purpose::Offer, read).await?.unwrap_or(none))
    }

    /// Returns rated matches after this number, in the order in which they were rated.
    pub(crate) async fn settled(
        &self,
        after: i64,
        most: u32,
    ) -> Result<(Vec<Settled>, Option<i64>), StoreError> {
        let read = move |archive: &Archive| archive.read(|db| settled::settled(db, after, most));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Makes something of the hashes of the first entries of the ladder's log, or of all, away from
    /// the network threads: a root is the work of all of them.
    pub(crate) async fn of_ladder_hashes<T: Send + 'static>(
        &self,
        most: Option<u32>,
        make: impl FnOnce(&[Hash]) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let Some(kept) = &self.kept else { return Ok(make(&[])) };
        let read =
            move |archive: &Archive| Ok(make(&archive.read(|db| ladder_log::hashes(db, most))?));
        kept.readers.read(Purpose::LookUp, read).await
    }

    /// Returns the lines of entries of the ladder's log after a number, and the number of the last.
    pub(crate) async fn ladder_lines(
        &self,
        after: i64,
        most: u32,
    ) -> Result<(Vec<String>, i64), StoreError> {
        let read = move |archive: &Archive| archive.read(|db| ladder_log::lines(db, after, most));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns the proofs that the entries about a match are in the ladder's log.
    pub(crate) async fn ladder_proofs(
        &self,
        signer: LogSigner,
        rated_match: Uuid,
    ) -> Result<Vec<InclusionProof>, StoreError> {
        let read = move |archive: &Archive| {
            archive.read(|db| ladder_log::proofs(db, &signer, rated_match))
        };
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Returns a player's standing on the ladder; for a bot, that of this version of its program.
    pub(crate) async fn career(
        &self,
        player: PlayerId,
        version: Option<Version>,
    ) -> Result<Option<Career>, StoreError> {
        let now = self.calendar.now_ms();
        let read = move |archive: &Archive| {
            archive.read(|db| career::career(db, player, version.as_ref(), now))
        };
        Ok(self.read(read).await?.flatten())
    }

    /// Returns how many matches would be voided, and how many have been rated in all.
    pub(crate) async fn voidable(&self, what: Voided) -> Result<(usize, u32), StoreError> {
        let read = move |archive: &Archive| {
            archive.read(|db| {
                Ok((ladder_log::voidable(db, what)?.len(), ladder_log::rated_matches(db)?))
            })
        };
        Ok(self.read(read).await?.unwrap_or_default())
    }
}
