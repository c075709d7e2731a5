//! Counts results and errors. Each kind of error has its own counter, because their causes differ.

use std::fmt;

use protocol::Over;
use rules::Seat;

use super::game_error::GameErrorKind;

/// Games and errors of one driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that ended with a win.
    pub won: u64,
    /// Games that ended with a loss.
    pub lost: u64,
    /// Games that ended without a known result.
    pub no_result: u64,
    /// Games given up because the bot panicked.
    pub panics: u64,
    /// Bot programs that ended in the middle of a game.
    pub crashes: u64,
    /// Bots that did not choose in time.
    pub timeouts: u64,
    /// Bots that found no move, or whose answer was not a move.
    pub nonsense: u64,
    /// Moves that the server refused as illegal.
    pub illegal: u64,
    /// Other requests that were refused unexpectedly.
    pub refused: u64,
    /// Games whose seat could not be found again after a lost connection.
    pub seats_lost: u64,
    /// Connections lost. Games survive it, so it is not an error.
    pub disconnections: u64,
}

impl Tally {
    /// The number of finished games.
    pub fn games(&self) -> u64 {
        self.won + self.lost + self.no_result
    }

    /// The number of errors on our side of the games.
    pub fn errors(&self) -> u64 {
        let astray = self.panics + self.crashes + self.timeouts + self.nonsense + self.illegal;
        astray + self.refused + self.seats_lost
    }

    /// Counts an error.
    pub(crate) fn failed(&mut self, trouble: GameErrorKind) {
        match trouble {
            GameErrorKind::Resigned => {}
            GameErrorKind::Panic => self.panics += 1,
            GameErrorKind::Crash => self.crashes += 1,
            GameErrorKind::Hang => self.timeouts += 1,
            GameErrorKind::Nonsense => self.nonsense += 1,
            GameErrorKind::Illegal => self.illegal += 1,
            GameErrorKind::Refused => self.refused += 1,
            GameErrorKind::SeatLost => self.seats_lost += 1,
        }
    }

    /// Counts a finished game for the player on `seat`.
    pub(crate) fn ended(&mut self, over: &Over, seat: Seat) {
        if over.winners.is_empty() {
            self.no_result += 1;
        } else if over.winners.contains(&seat) {
            self.won += 1;
        } else {
            self.lost += 1;
        }
    }
}

impl fmt::Display for Tally {
    /// One line, for people and for programs: `games=3 won=2 lost=1 no_result=0 errors=0`, followed
    /// by the errors by kind, if any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { won, lost, no_result, panics, crashes, timeouts, nonsense, .. } = self;
        let Tally { illegal, refused, seats_lost, .. } = self;
        let (games, errors) = (self.games(), self.errors());
        write!(f, "games={games} won={won} lost={lost} no_result={no_result} errors={errors}")?;
        if errors > 0 {
            write!(
                f,
                " panics={panics} crashes={crashes} timeouts={timeouts} nonsense={nonsense}"
            )?;
            write!(f, " illegal={illegal} refused={refused} seats_lost={seats_lost}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use protocol::EndReason;

    use super::*;

    #[test]
    fn each_kind_of_error_is_one_of_all() {
        let mut tally = Tally::default();
        for (times, kind) in [
            (1, GameErrorKind::Panic),
            (2, GameErrorKind::Crash),
            (4, GameErrorKind::Hang),
            (8, GameErrorKind::Nonsense),
            (16, GameErrorKind::Illegal),
            (32, GameErrorKind::Refused),
            (64, GameErrorKind::SeatLost),
            (128, GameErrorKind::Resigned),
        ] {
            (0..times).for_each(|_| tally.failed(kind));
        }
        assert_eq!(tally.errors(), 127, "resigning is none");
        let (panics, crashes, timeouts, nonsense) = (1, 2, 4, 8);
        let (illegal, refused, seats_lost) = (16, 32, 64);
        let kinds = Tally {
            panics,
            crashes,
            timeouts,
            nonsense,
            illegal,
            refused,
            seats_lost,
            ..Tally::default()
        };
        assert_eq!(tally, kinds);
    }

    #[test]
    fn a_game_counts_once_and_errors_are_named() {
        let mut tally = Tally::default();
        let over = |winners: &[u8]| Over {
            winners: winners.iter().copied().map(Seat).collect(),
            reason: EndReason::Played,
        };
        for winners in [&[0][..], &[1], &[1, 2], &[]] {
            tally.ended(&over(winners), Seat(1));
        }
        assert_eq!(tally.to_string(), "games=4 won=2 lost=1 no_result=1 errors=0");
        tally.illegal = 2;
        tally.disconnections = 1;
        assert_eq!(
            tally.to_string(),
            "games=4 won=2 lost=1 no_result=1 errors=2 panics=0 crashes=0 timeouts=0 \
             nonsense=0 illegal=2 refused=0 seats_lost=0"
        );
    }
}
