//! Queries about puzzles and tries at the position of the day. All but that of a starting server are
//! executed away from the network threads.

use ladder::PuzzleStanding;
use protocol::{Over, PlayerId};

use super::Store;
use super::archive::Archive;
use super::error::StoreError;
use super::games;
use super::puzzles::{self, PuzzleCareer, PuzzleRequest, ShownPuzzleRating};
use crate::records::game::Opening;
use crate::records::puzzle::Puzzle;

impl Store {
    /// Returns a puzzle that suits a player and that they have not tried.
    pub(crate) async fn next_puzzle(
        &self,
        request: PuzzleRequest,
    ) -> Result<Option<Puzzle>, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| puzzles::next(db, &request));
        Ok(self.read(read).await?.flatten())
    }

    /// Returns this many puzzles from the easiest to the hardest, or all if there are fewer.
    pub(crate) async fn spread_puzzles(
        &self,
        most: usize,
        chance: u64,
    ) -> Result<Vec<Puzzle>, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| puzzles::spread(db, most, chance));
        Ok(self.read(read).await?.unwrap_or_default())
    }

    /// Chooses the puzzle of a day, counted in days from 1970; returns its number. Another time it
    /// may choose another one: puzzles become harder or easier, and new ones are found.
    pub(crate) async fn puzzle_of_day(&self, day: i64) -> Result<Option<i64>, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| puzzles::daily(db, day));
        Ok(self.read(read).await?.flatten())
    }

    /// Returns the latest games that were opened since this time, in milliseconds since 1970, and
    /// have ended: among them are tries at the position of the day.
    pub(crate) fn ended_since(&self, since: i64) -> Result<Vec<(Opening, Over)>, StoreError> {
        let Some(kept) = &self.kept else { return Ok(Vec::new()) };
        kept.readers.read_now(|archive| archive.read(|db| games::ended_since(db, since)))
    }

    /// Returns a puzzle, and whether this player has tried it.
    pub(crate) async fn puzzle(
        &self,
        number: i64,
        player: Option<PlayerId>,
    ) -> Result<Option<(Puzzle, bool)>, StoreError> {
        let read = move |archive: &Archive| {
            archive.read(|db| {
                let tried =
                    player.map_or(Ok(false), |player| puzzles::has_tried(db, player, number))?;
                Ok(puzzles::find(db, number)?.map(|puzzle| (puzzle, tried)))
            })
        };
        Ok(self.read(read).await?.flatten())
    }

    /// Returns a player's standing at puzzles, without their tries.
    pub(crate) async fn puzzle_stands(
        &self,
        player: PlayerId,
    ) -> Result<ShownPuzzleRating, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| puzzles::standing(db, player));
        Ok(self.read(read).await?.unwrap_or(PuzzleStanding::NEW).into())
    }

    /// Returns a player's standing at puzzles, with their tries.
    pub(crate) async fn puzzle_career(&self, player: PlayerId) -> Result<PuzzleCareer, StoreError> {
        let read = move |archive: &Archive| archive.read(|db| puzzles::career(db, player));
        let none = PuzzleCareer { stands: PuzzleStanding::NEW.into(), tries: Vec::new() };
        Ok(self.read(read).await?.unwrap_or(none))
    }
}
