//! Storage for a ladder: players' standings, what has been learnt about starts and kinds of
//! positions, and what must not count twice.

use protocol::PlayerId;
use solver::Outcome;
use uuid::Uuid;

use super::decision::{DecisionFamily, Item};
use super::leaderboard::{Leaderboard, Pool};
use super::rated_match::Fingerprint;
use super::skill::Belief;
use super::standing::Standing;

/// Stores standings.
pub trait Book {
    /// The error when the book cannot be read or written.
    type Error;

    /// Returns a player's standing on a leaderboard, if they have one.
    ///
    /// # Errors
    /// When it cannot be read.
    fn standing(
        &mut self,
        leaderboard: &Leaderboard,
        player: PlayerId,
    ) -> Result<Option<Standing>, Self::Error>;

    /// Replaces a player's standing.
    ///
    /// # Errors
    /// When it cannot be written.
    fn set_standing(
        &mut self,
        leaderboard: &Leaderboard,
        player: PlayerId,
        now: Standing,
    ) -> Result<(), Self::Error>;

    /// Returns what has been learnt about something other than a player, if anything.
    ///
    /// # Errors
    /// When it cannot be read.
    fn learnt(&mut self, of: &Learnt) -> Result<Option<Belief>, Self::Error>;

    /// Replaces what has been learnt.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep_learnt(&mut self, of: &Learnt, now: Belief) -> Result<(), Self::Error>;

    /// Records that a match is being rated; returns false if it was rated before.
    ///
    /// # Errors
    /// When it cannot be written.
    fn claim(&mut self, rated_match: Uuid) -> Result<bool, Self::Error>;

    /// Records a match's fingerprint; returns false if the same fingerprint was recorded before.
    ///
    /// # Errors
    /// When it cannot be written.
    fn note(&mut self, played: &Fingerprint) -> Result<bool, Self::Error>;

    /// Records that two people met on a day, counted in days from 1970; returns how often they had
    /// met before on that day.
    ///
    /// # Errors
    /// When it cannot be read or written.
    fn meet(&mut self, people: [PlayerId; 2], day: i64) -> Result<u32, Self::Error>;

    /// Records that a person has played a rated match from a start like this; returns from how many
    /// they had before.
    ///
    /// # Errors
    /// When it cannot be read or written.
    fn play_from(&mut self, person: PlayerId, start: &Fingerprint) -> Result<u32, Self::Error>;

    /// Records that a person's decisions have taught how hard positions of a family are; returns
    /// how many of theirs had before.
    ///
    /// # Errors
    /// When it cannot be read or written.
    fn teach(
        &mut self,
        person: PlayerId,
        family: &DecisionFamily,
        decisions: u32,
    ) -> Result<u32, Self::Error>;
}

/// What is learnt about besides players, each in millionths of a logit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Learnt {
    /// The advantage, in a pool, of holding a start that is won for the player to move, won for the
    /// other, or of unknown value.
    Start(Pool, Option<Outcome>),
    /// How hard a kind of position is.
    Item(DecisionFamily, Item),
}

impl Learnt {
    /// The belief before anything has been learnt.
    pub(crate) fn prior(&self) -> Belief {
        match self {
            // Holding a won start is worth something from the first game on.
            Learnt::Start(_, _) => Belief { mean: 500_000, variance: 1_000_000 },
            // As sure as after some two hundred decisions: with less, a field of strong players
            // would seem to be one of easy positions. Whether players know plain positions by
            // heart differs between fields, and shows soon.
            Learnt::Item(_, item) => {
                let variance = if item.is_plain() { 100_000 } else { 30_000 };
                Belief { mean: item.difficulty(), variance }
            }
        }
    }

    /// The name under which it is stored.
    pub fn name(&self) -> String {
        match self {
            Learnt::Start(pool, outcome) => {
                let won = match outcome {
                    Some(Outcome::N) => "first",
                    Some(Outcome::P) => "second",
                    None => "unknown",
                };
                format!("start {} {won}", Leaderboard::Pool(pool.clone()))
            }
            Learnt::Item(family, item) => format!("item {family} {}", item.number()),
        }
    }
}
