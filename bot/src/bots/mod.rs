//! A bot: something that chooses moves.

mod memory_pool;
mod solver_bot;

pub use memory_pool::{MemoryLease, MemoryPool};
pub use solver_bot::{Effort, SolverBot};

use std::fmt;
use std::time::Duration;

use rules::{Admitted, AnyRules, Move, Seat, Setup};

/// Chooses the moves of one player in one game.
///
/// ```
/// use bot::{Bot, BotError, View};
/// use rules::Move;
///
/// /// Plays the first legal move, in every variant.
/// struct First;
///
/// impl Bot for First {
///     fn choose(&mut self, view: &View) -> Result<Move, BotError> {
///         view.moves().next().ok_or(BotError::Stuck)
///     }
/// }
/// ```
pub trait Bot: Send + 'static {
    /// Returns the move to make. It is this bot's turn, and there is at least one legal move. The
    /// call may take long: it runs on its own thread.
    ///
    /// # Errors
    /// When the bot cannot continue; the driver then gives up the game.
    fn choose(&mut self, view: &View) -> Result<Move, BotError>;

    /// Whether to move first, in a game with the pie rule that the opponent has proposed, or in one
    /// where players bid for that. This call
    /// may take long too.
    fn begins(&mut self, view: &View) -> bool {
        let _ = view;
        true
    }

    /// Returns a move that is found within a millisecond, which saves the switch to another thread;
    /// `None` leaves the move to [`Bot::choose`].
    fn at_once(&mut self, view: &View) -> Option<Move> {
        let _ = view;
        None
    }
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn choose(&mut self, view: &View) -> Result<Move, BotError> {
        (**self).choose(view)
    }

    fn begins(&mut self, view: &View) -> bool {
        (**self).begins(view)
    }

    fn at_once(&mut self, view: &View) -> Option<Move> {
        (**self).at_once(view)
    }
}

/// A game from its player's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The game and its start.
    pub setup: Setup,
    /// The current position.
    pub position: Admitted,
    /// The seat of this player.
    pub seat: Seat,
    /// The moves so far, of all seats.
    pub history: Vec<Move>,
    /// Time until the server ends the game if nobody moves, measured from when this state was sent;
    /// `None` while no clock runs.
    pub due: Option<Duration>,
    /// How much of that costs nothing: the rest of the current period in byo-yomi, which a move
    /// within it keeps.
    pub free: Duration,
}

impl View {
    /// The number of moves made.
    pub fn ply(&self) -> u32 {
        self.history.len() as u32
    }

    /// Limits `wished` to a tenth of the remaining time, so that neither many moves nor network
    /// delay lose the game on time; or to half of what costs nothing, if that is more.
    pub fn think_time(&self, wished: Duration) -> Duration {
        self.due.map_or(wished, |due| wished.min((due / 10).max(self.free / 2)))
    }

    /// The rules of the game.
    pub fn rules(&self) -> &dyn AnyRules {
        self.setup.variant().rules()
    }

    /// Iterates over the legal moves lazily: there may be more than fit in memory.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.rules().moves(&self.position)
    }
}

/// Why a bot made no move. Records distinguish these from moves that the server refused and from
/// lost connections.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BotError {
    /// It found none.
    Stuck,
    /// It gives up.
    Resigned,
    /// It panicked.
    Panicked,
    /// It took too long.
    TimedOut,
    /// Its program ended.
    Exited(String),
    /// Its answer was not a move.
    Nonsense(String),
    /// What its program said of itself is not valid.
    BadHello(String),
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotError::Stuck => f.write_str("found no move"),
            BotError::Resigned => f.write_str("resigned"),
            BotError::Panicked => f.write_str("panicked"),
            BotError::TimedOut => f.write_str("took too long"),
            BotError::Exited(how) => write!(f, "ended: {how}"),
            BotError::BadHello(why) => write!(f, "does not say hello as it should: {why}"),
            BotError::Nonsense(said) => write!(f, "said {said:?}, which is not a move"),
        }
    }
}

impl std::error::Error for BotError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers each question otherwise than by default.
    struct Decided;

    impl Bot for Decided {
        fn choose(&mut self, _: &View) -> Result<Move, BotError> {
            Ok(Move::Number(1))
        }

        fn begins(&mut self, _: &View) -> bool {
            false
        }

        fn at_once(&mut self, _: &View) -> Option<Move> {
            Some(Move::Number(2))
        }
    }

    /// One that leaves all but the move open.
    struct Plain;

    impl Bot for Plain {
        fn choose(&mut self, _: &View) -> Result<Move, BotError> {
            Err(BotError::Stuck)
        }
    }

    #[test]
    fn a_boxed_bot_answers_as_itself() {
        let setup: Setup = "nim 3,4,5".parse().expect("a game");
        let (position, seat, free) = (setup.start().clone(), Seat(0), Duration::ZERO);
        let view = View { setup, position, seat, history: Vec::new(), due: None, free };
        let mut decided: Box<dyn Bot> = Box::new(Decided);
        assert_eq!(decided.choose(&view), Ok(Move::Number(1)));
        assert_eq!((decided.begins(&view), decided.at_once(&view)), (false, Some(Move::Number(2))));
        let mut plain: Box<dyn Bot> = Box::new(Plain);
        assert_eq!(plain.choose(&view), Err(BotError::Stuck));
        assert_eq!((plain.begins(&view), plain.at_once(&view)), (true, None));
    }

    #[test]
    fn half_of_what_costs_nothing_may_be_used() {
        let setup: Setup = "nim 3,4,5".parse().expect("a game");
        let (position, s) = (setup.start().clone(), Duration::from_secs);
        let time = |due: Option<u64>, free| {
            let (due, free, seat) = (due.map(s), s(free), Seat(0));
            let (setup, position) = (setup.clone(), position.clone());
            View { setup, position, seat, history: Vec::new(), due, free }.think_time(s(8))
        };
        assert_eq!(time(None, 0), s(8));
        assert_eq!(time(Some(60), 0), s(6));
        assert_eq!(time(Some(30), 10), s(5));
        assert_eq!(time(Some(60), 30), s(8));
    }
}
