//! Where a ladder is kept: standings of players, what has been learnt of starts and kinds
//! of positions, and what must not count twice.

use protocol::PlayerId;
use solver::Outcome;
use uuid::Uuid;

use super::decision::{Family, Item};
use super::leaderboard::{Leaderboard, Pool};
use super::rated_match::Fingerprint;
use super::skill::Belief;
use super::standing::Standing;

/// Where standings are kept.
pub trait Book {
    /// Why the book cannot be read or written.
    type Error;

    /// How a player stands on a leaderboard, if they do.
    ///
    /// # Errors
    /// When it cannot be read.
    fn standing(
        &mut self,
        leaderboard: &Leaderboard,
        player: PlayerId,
    ) -> Result<Option<Standing>, Self::Error>;

    /// Writes over how a player stands.
    ///
    /// # Errors
    /// When it cannot be written.
    fn set_standing(
        &mut self,
        leaderboard: &Leaderboard,
        player: PlayerId,
        now: Standing,
    ) -> Result<(), Self::Error>;

    /// What has been learnt about something other than a player, if anything.
    ///
    /// # Errors
    /// When it cannot be read.
    fn learnt(&mut self, of: &Learnt) -> Result<Option<Belief>, Self::Error>;

    /// Writes over what has been learnt.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep_learnt(&mut self, of: &Learnt, now: Belief) -> Result<(), Self::Error>;

    /// Notes that a match is rated now; false if it was before.
    ///
    /// # Errors
    /// When it cannot be written.
    fn claim(&mut self, rated_match: Uuid) -> Result<bool, Self::Error>;

    /// Notes what a match was like; false if one just like it was noted before.
    ///
    /// # Errors
    /// When it cannot be written.
    fn note(&mut self, played: &Fingerprint) -> Result<bool, Self::Error>;

    /// Notes that two players have met on a day, counted from 1970; how often they had
    /// before on that day.
    ///
    /// # Errors
    /// When it cannot be read or written.
    fn meet(&mut self, players: [PlayerId; 2], day: i64) -> Result<u32, Self::Error>;
}

/// What is learnt about besides players, each in millionths of a logit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Learnt {
    /// The worth, in a pool, of holding a start that is won for the player to move, or
    /// for the other, or of unknown value.
    Start(Pool, Option<Outcome>),
    /// How hard a kind of position is.
    Item(Family, Item),
}

impl Learnt {
    /// Before anything is learnt of it.
    pub(crate) fn prior(&self) -> Belief {
        match self {
            // Holding a start that is won is worth something from the first game on.
            Learnt::Start(_, _) => Belief { mean: 500_000, variance: 1_000_000 },
            Learnt::Item(_, item) => Belief { mean: item.difficulty(), variance: 250_000 },
        }
    }

    /// How it is named where it is stored.
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
