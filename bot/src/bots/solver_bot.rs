//! The bot that knows what the solver knows, at any level of play.

use std::fmt;
use std::time::{Duration, Instant};

use rules::{Move, Setup};
use solver::{Budget, Level, Outcome, Player, Solver};

use super::{Bot, BotError, View};

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
    seed: u64,
    effort: Effort,
}

impl SolverBot {
    /// A bot for one game; equal seeds play alike as long as time does not
    /// press, whether the game is played in one go or taken up half-way.
    pub fn new(setup: &Setup, level: Level, seed: u64, effort: Effort) -> SolverBot {
        let player = Player::new(setup.variant(), setup.ending(), level, seed);
        SolverBot { player, seed, effort }
    }
}

impl Bot for SolverBot {
    fn choose(&mut self, view: &View) -> Result<Move, BotError> {
        let began = Instant::now();
        let time = view.think_time(self.effort.time);
        let too_late = || began.elapsed() > time;
        let mut budget = Budget::positions(self.effort.nodes).until(&too_late);
        // Each move has random numbers of its own, so a player who comes back in the
        // middle of a game need not know what was drawn before.
        self.player.reseed(self.seed ^ (u64::from(view.ply()) << 32));
        self.player.choose(&view.position, &mut budget).ok_or(BotError::Stuck)
    }

    /// Begins unless it is proven that who begins loses. Levels err in moves
    /// only.
    fn begins(&mut self, view: &View) -> bool {
        let began = Instant::now();
        let time = view.think_time(self.effort.time);
        let too_late = || began.elapsed() > time;
        let mut budget = Budget::positions(self.effort.nodes).until(&too_late);
        let (setup, position) = (&view.setup, &view.position);
        let verdict = Solver::new(setup.variant()).verdict(setup.ending(), position, &mut budget);
        verdict.outcome != Some(Outcome::P)
    }
}

impl fmt::Debug for SolverBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SolverBot");
        shown.field("level", &self.player.level()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rules::{Game, Seat};

    use super::*;

    fn view(game: &Game) -> View {
        View {
            setup: game.setup().clone(),
            position: game.position().clone(),
            seat: Seat(0),
            history: game.moves().to_vec(),
            due: None,
        }
    }

    #[test]
    fn a_game_is_gone_on_with_as_if_there_had_been_no_break() {
        let setup: Setup = "nim 9,9,9,9,9".parse().expect("a game");
        let effort = Effort { nodes: 1_000, time: Duration::from_secs(60) };
        let bot = |level, seed| SolverBot::new(&setup, level, seed, effort);
        for level in [Level::Random, "epsilon:0.5".parse().expect("a level")] {
            let mut games = Vec::new();
            for (again, seed) in [(99, 7), (3, 7), (99, 8)] {
                let (mut game, mut player) = (Game::new(setup.clone()), bot(level, seed));
                while !game.is_over() {
                    if game.ply() == again {
                        player = bot(level, seed);
                    }
                    game.play(player.choose(&view(&game)).expect("a move")).expect("legal");
                }
                games.push(game.to_string());
            }
            assert_eq!(games[0], games[1]);
            assert_ne!(games[0], games[2]);
        }
    }
}
