//! A bot that plays with the solver's knowledge, at any level of play.

use std::fmt;
use std::time::{Duration, Instant};

use rules::{Ending, Move, Setup, Variant};
use solver::{Budget, Level, LevelPlayer, Outcome, Solver};

use super::{Bot, BotError, MemoryLease, MemoryPool, View};

/// The search limits of one move.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most positions to search.
    pub nodes: u64,
    /// The time limit, however few positions were searched by then.
    pub time: Duration,
}

/// The positions that a move at once may take: a millisecond, ten at the most.
const AT_ONCE: u64 = 1_000;

impl Default for Effort {
    /// Far more than most positions in play need, but still a pause that a person accepts.
    fn default() -> Effort {
        Effort { nodes: 2_000_000, time: Duration::from_secs(2) }
    }
}

/// A [`LevelPlayer`] of the solver at a table. There is one per game: results found for one move serve
/// the next, as long as there is memory for them.
pub struct SolverBot {
    player: LevelPlayer,
    game: (Variant, Ending),
    seed: u64,
    effort: Effort,
    pool: Option<MemoryPool>,
    /// The memory that holds earlier results.
    held: Option<MemoryLease>,
}

impl SolverBot {
    /// A bot for one game. Equal seeds play the same moves unless the time limit cuts a search
    /// short, even if the game is resumed in the middle.
    pub fn new(setup: &Setup, level: Level, seed: u64, effort: Effort) -> SolverBot {
        let player = LevelPlayer::new(setup.variant(), setup.ending(), level, seed);
        let game = (setup.variant().clone(), setup.ending());
        SolverBot { player, game, seed, effort, pool: None, held: None }
    }

    /// Uses memory shared with other bots. Without it, each move may take a gigabyte.
    #[must_use]
    pub fn sharing(self, pool: MemoryPool) -> SolverBot {
        SolverBot { pool: Some(pool), ..self }
    }

    /// A budget with the memory lent for it.
    fn lent<'a>(&self, budget: Budget<'a>) -> (Budget<'a>, Option<MemoryLease>) {
        match self.pool.as_ref().map(MemoryPool::lease) {
            Some(lease) => (budget.bytes(lease.bytes()), Some(lease)),
            None => (budget, None),
        }
    }

    /// Chooses within a budget; also whether that did not suffice for something.
    fn chosen(&mut self, view: &View, budget: Budget<'_>) -> (Option<Move>, bool) {
        let (mut budget, lease) = self.lent(budget);
        // Reseeding at each move makes a game that is resumed in the middle independent of earlier
        // draws.
        self.player.reseed(self.seed ^ (u64::from(view.ply()) << 32));
        let mv = self.player.choose(&view.position, &mut budget);
        self.keep(lease, budget.bytes_left());
        (mv, budget.is_cut())
    }

    /// Keeps memory for the results of a move, or discards them when other games need the memory.
    fn keep(&mut self, lease: Option<MemoryLease>, bytes_left: u64) {
        let Some(mut lease) = lease else { return };
        lease.shrink_to(lease.bytes().saturating_sub(bytes_left));
        if let Some(held) = self.held.take() {
            lease.join(held);
        }
        if self.pool.as_ref().is_none_or(|pool| pool.may_keep(lease.bytes())) {
            self.held = Some(lease);
        } else {
            let (variant, ending) = &self.game;
            self.player = LevelPlayer::new(variant, *ending, self.player.level(), self.seed);
        }
    }
}

impl Bot for SolverBot {
    fn choose(&mut self, view: &View) -> Result<Move, BotError> {
        let began = Instant::now();
        let time = view.think_time(self.effort.time);
        let too_late = || began.elapsed() > time;
        let budget = Budget::positions(self.effort.nodes).until(&too_late);
        self.chosen(view, budget).0.ok_or(BotError::Stuck)
    }

    /// The same move as [`Bot::choose`] finds, where it is found by looking at few positions.
    fn at_once(&mut self, view: &View) -> Option<Move> {
        let budget = Budget::positions(AT_ONCE.min(self.effort.nodes));
        let (mv, is_cut) = self.chosen(view, budget);
        mv.filter(|_| !is_cut)
    }

    /// Begins unless it is proven that the first player loses. Levels of play err in moves only.
    fn begins(&mut self, view: &View) -> bool {
        let began = Instant::now();
        let time = view.think_time(self.effort.time);
        let too_late = || began.elapsed() > time;
        // The solver is dropped with its answer, and the lease after it.
        let budget = Budget::positions(self.effort.nodes).until(&too_late);
        let (mut budget, _lease) = self.lent(budget);
        let (setup, position) = (&view.setup, &view.position);
        let outcome = Solver::new(setup.variant()).outcome(setup.ending(), position, &mut budget);
        outcome != Ok(Outcome::P)
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
            free: std::time::Duration::ZERO,
        }
    }

    #[test]
    fn a_resumed_game_continues_without_a_difference() {
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

    #[test]
    fn what_is_found_at_once_is_what_is_found_in_peace_and_what_is_hard_is_left() {
        let (mut found, mut left) = (0, 0);
        for text in [
            "nim 3,5,7",
            "misere nim 1,4,5",
            "misere octal(0.07) 9,9,9",
            "misere grundy 60,61,62,63",
            "misere octal(0.77) 20,21,22,23",
        ] {
            let setup: Setup = text.parse().expect("a game");
            for level in [Level::Perfect, "epsilon:0.5".parse().expect("a level")] {
                let bot = || SolverBot::new(&setup, level, 7, Effort::default());
                let view = view(&Game::new(setup.clone()));
                match bot().at_once(&view) {
                    Some(mv) => {
                        found += 1;
                        assert_eq!(bot().choose(&view), Ok(mv), "{text}");
                    }
                    None => left += 1,
                }
            }
        }
        assert!(found >= 6 && left >= 2, "{found} at once, {left} not");
    }

    #[test]
    fn games_that_share_memory_take_no_more_than_there_is_and_give_it_back() {
        let setup: Setup = "misere octal(0.77) 20,21,22,23".parse().expect("a game");
        let effort = Effort { nodes: 20_000, time: Duration::from_secs(60) };
        let pool = MemoryPool::new(1 << 20);
        let bot = |seed| SolverBot::new(&setup, Level::Perfect, seed, effort).sharing(pool.clone());
        let mut bots: Vec<SolverBot> = (0..20).map(bot).collect();
        let game = Game::new(setup.clone());
        for bot in &mut bots {
            bot.choose(&view(&game)).expect("a move");
            assert!(pool.free() >= 1 << 19, "one has kept what others need");
        }
        let held = bots.iter().filter_map(|bot| bot.held.as_ref()).map(MemoryLease::bytes);
        assert_eq!(held.sum::<u64>() + pool.free(), 1 << 20);
        drop(bots);
        assert_eq!(pool.free(), 1 << 20);
    }
}
