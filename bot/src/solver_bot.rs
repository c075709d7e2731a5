//! The bot that knows what the solver knows, at any level of play.

use std::fmt;
use std::time::{Duration, Instant};

use rules::{Move, Setup};
use solver::{Budget, Level, Player};

use crate::{Bot, Fault, View};

/// How much one move may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Positions to look at.
    pub nodes: u64,
    /// Time, however few positions that are.
    pub time: Duration,
}

impl Default for Effort {
    /// Far more than most positions that people play need, and still
    /// a pause that a person forgives.
    fn default() -> Effort {
        Effort { nodes: 2_000_000, time: Duration::from_secs(2) }
    }
}

/// A [`Player`] of the solver at a table. One for each game: what it works out
/// for one move serves the next.
pub struct SolverBot {
    player: Player,
    effort: Effort,
}

impl SolverBot {
    /// A bot for one game; equal seeds play alike as long as time does not
    /// press.
    pub fn new(setup: &Setup, level: Level, seed: u64, effort: Effort) -> SolverBot {
        let player = Player::new(setup.variant(), setup.ending(), level, seed);
        SolverBot { player, effort }
    }
}

impl Bot for SolverBot {
    fn choose(&mut self, view: &View) -> Result<Move, Fault> {
        let began = Instant::now();
        let time = view.think_time(self.effort.time);
        let too_late = || began.elapsed() > time;
        let mut budget = Budget::positions(self.effort.nodes).until(&too_late);
        self.player.choose(&view.position, &mut budget).ok_or(Fault::Stuck)
    }
}

impl fmt::Debug for SolverBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SolverBot");
        shown.field("level", &self.player.level()).finish_non_exhaustive()
    }
}
