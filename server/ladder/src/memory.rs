//! A book in memory: for simulations, and for working a ladder out anew.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use uuid::Uuid;

use super::leaderboard::Leaderboard;
use super::rated_match::{Fingerprint, RatedMatch};
use super::rating::{Book, Rated, Subject, rate};
use super::standing::Standing;

/// All standings of a ladder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryBook {
    standings: HashMap<(Leaderboard, Subject), Standing>,
    claimed: HashSet<Uuid>,
    noted: HashSet<Fingerprint>,
}

impl MemoryBook {
    /// Rates a match; see [`rate`].
    pub fn rate(&mut self, rated_match: &RatedMatch) -> Rated {
        let Ok(rated) = rate(self, rated_match);
        rated
    }

    /// What stands of somebody.
    pub fn get(&self, leaderboard: &Leaderboard, of: Subject) -> Option<Standing> {
        self.standings.get(&(leaderboard.clone(), of)).copied()
    }

    /// Everything that stands, in no order.
    pub fn standings(&self) -> impl Iterator<Item = (&Leaderboard, Subject, Standing)> {
        self.standings.iter().map(|((leaderboard, of), standing)| (leaderboard, *of, *standing))
    }
}

impl Book for MemoryBook {
    type Error = Infallible;

    fn standing(
        &mut self,
        leaderboard: &Leaderboard,
        of: Subject,
    ) -> Result<Option<Standing>, Infallible> {
        Ok(self.get(leaderboard, of))
    }

    fn keep(
        &mut self,
        leaderboard: &Leaderboard,
        of: Subject,
        now: Standing,
    ) -> Result<(), Infallible> {
        self.standings.insert((leaderboard.clone(), of), now);
        Ok(())
    }

    fn claim(&mut self, rated_match: Uuid) -> Result<bool, Infallible> {
        Ok(self.claimed.insert(rated_match))
    }

    fn note(&mut self, played: &Fingerprint) -> Result<bool, Infallible> {
        Ok(self.noted.insert(*played))
    }
}
