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
    /// Rates a bout; see [`rate`].
    pub fn rate(&mut self, bout: &RatedMatch) -> Rated {
        let Ok(rated) = rate(self, bout);
        rated
    }

    /// What stands of somebody.
    pub fn get(&self, board: &Leaderboard, of: Subject) -> Option<Standing> {
        self.standings.get(&(board.clone(), of)).copied()
    }

    /// Everything that stands, in no order.
    pub fn standings(&self) -> impl Iterator<Item = (&Leaderboard, Subject, Standing)> {
        self.standings.iter().map(|((board, of), standing)| (board, *of, *standing))
    }
}

impl Book for MemoryBook {
    type Error = Infallible;

    fn standing(
        &mut self,
        board: &Leaderboard,
        of: Subject,
    ) -> Result<Option<Standing>, Infallible> {
        Ok(self.get(board, of))
    }

    fn keep(&mut self, board: &Leaderboard, of: Subject, now: Standing) -> Result<(), Infallible> {
        self.standings.insert((board.clone(), of), now);
        Ok(())
    }

    fn claim(&mut self, bout: Uuid) -> Result<bool, Infallible> {
        Ok(self.claimed.insert(bout))
    }

    fn note(&mut self, played: &Fingerprint) -> Result<bool, Infallible> {
        Ok(self.noted.insert(*played))
    }
}
