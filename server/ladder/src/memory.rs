//! An in-memory book, for simulations and for recomputing a ladder.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use protocol::PlayerId;
use uuid::Uuid;

use super::book::{Book, Learnt};
use super::decision::DecisionFamily;
use super::leaderboard::Leaderboard;
use super::learning::{DecidedGame, learn};
use super::rated_match::{Fingerprint, RatedMatch};
use super::rating::{RatingChange, RatingOutcome, rate};
use super::skill::Belief;
use super::standing::Standing;

/// All standings of a ladder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryBook {
    standings: HashMap<(Leaderboard, PlayerId), Standing>,
    learnt: HashMap<Learnt, Belief>,
    claimed: HashSet<Uuid>,
    noted: HashSet<Fingerprint>,
    met: HashMap<([PlayerId; 2], i64), u32>,
    played_from: HashMap<(PlayerId, Fingerprint), u32>,
    taught: HashMap<(PlayerId, DecisionFamily), u32>,
}

impl MemoryBook {
    /// Rates a match; see [`rate`].
    pub fn rate(&mut self, played: &RatedMatch) -> RatingOutcome {
        let Ok(rated) = rate(self, played);
        rated
    }

    /// Learns from the decisions of a game; see [`learn`].
    pub fn learn(&mut self, game: &DecidedGame) -> Vec<RatingChange> {
        let Ok(changes) = learn(self, game);
        changes
    }

    /// Returns a player's standing.
    pub fn get(&self, leaderboard: &Leaderboard, player: PlayerId) -> Option<Standing> {
        self.standings.get(&(leaderboard.clone(), player)).copied()
    }

    /// Iterates over all standings, in no particular order.
    pub fn standings(&self) -> impl Iterator<Item = (&Leaderboard, PlayerId, Standing)> {
        self.standings.iter().map(|((leaderboard, of), standing)| (leaderboard, *of, *standing))
    }

    /// Iterates over everything learnt besides, in no particular order.
    pub fn all_learnt(&self) -> impl Iterator<Item = (&Learnt, Belief)> {
        self.learnt.iter().map(|(of, belief)| (of, *belief))
    }
}

impl Book for MemoryBook {
    type Error = Infallible;

    fn standing(
        &mut self,
        leaderboard: &Leaderboard,
        player: PlayerId,
    ) -> Result<Option<Standing>, Infallible> {
        Ok(self.get(leaderboard, player))
    }

    fn set_standing(
        &mut self,
        leaderboard: &Leaderboard,
        player: PlayerId,
        now: Standing,
    ) -> Result<(), Infallible> {
        self.standings.insert((leaderboard.clone(), player), now);
        Ok(())
    }

    fn learnt(&mut self, of: &Learnt) -> Result<Option<Belief>, Infallible> {
        Ok(self.learnt.get(of).copied())
    }

    fn keep_learnt(&mut self, of: &Learnt, now: Belief) -> Result<(), Infallible> {
        self.learnt.insert(of.clone(), now);
        Ok(())
    }

    fn claim(&mut self, rated_match: Uuid) -> Result<bool, Infallible> {
        Ok(self.claimed.insert(rated_match))
    }

    fn note(&mut self, played: &Fingerprint) -> Result<bool, Infallible> {
        Ok(self.noted.insert(*played))
    }

    fn meet(&mut self, mut people: [PlayerId; 2], day: i64) -> Result<u32, Infallible> {
        people.sort_unstable();
        Ok(add(self.met.entry((people, day)).or_default(), 1))
    }

    fn play_from(&mut self, person: PlayerId, start: &Fingerprint) -> Result<u32, Infallible> {
        Ok(add(self.played_from.entry((person, *start)).or_default(), 1))
    }

    fn teach(
        &mut self,
        person: PlayerId,
        family: &DecisionFamily,
        decisions: u32,
    ) -> Result<u32, Infallible> {
        Ok(add(self.taught.entry((person, family.clone())).or_default(), decisions))
    }
}

/// Adds to a count; returns what it was.
fn add(count: &mut u32, more: u32) -> u32 {
    let before = *count;
    *count = before.saturating_add(more);
    before
}
