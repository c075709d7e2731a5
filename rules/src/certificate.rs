//! A proof of who wins that needs no trust in its author. It names lost positions; the check
//! makes every move from each of them, straight from the rules, and looks for a reply that
//! leads to a lost position. The solver makes certificates; nothing here knows how.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Admitted, Ending, Position, Refusal, Setup};

/// The most lost positions in one certificate. A position takes some hundred bytes and its
/// check some hundred moves, so reading and checking the certificate each stay within a
/// second.
pub const MAX_LOST: usize = 100_000;
/// The most moves made in one check: a second of work.
const MAX_CHECKED: u64 = 3_000_000;

/// A claim about who wins, with the positions that prove it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The game from its start.
    pub setup: Setup,
    /// The claim about the start.
    pub claim: Claim,
    /// Positions in which the player to move loses: enough of them that the winner can
    /// always move to one.
    pub lost: Vec<Position>,
}

/// Which of two players can force a win from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The player to move.
    MoverWins,
    /// The other player.
    MoverLoses,
}

/// The reason why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unproved {
    /// The game is not for two players.
    ManyPlayers,
    /// It is too large to be checked in reasonable time.
    TooLarge,
    /// One of its positions is not valid in the variant.
    Refused(Refusal),
    /// The start is not among the lost positions, or no move leads to one.
    Start,
    /// In this position, said to be lost, the mover has already won, or has a move
    /// after which no reply leads to a lost position.
    Escape(Position),
}

impl Certificate {
    /// Checks that the claim is true. Every game of the family ends, since each move takes
    /// something away, so a player who can always move to a lost position wins.
    ///
    /// # Errors
    /// The first flaw found.
    ///
    /// ```
    /// use rules::Certificate;
    ///
    /// let text = r#"{"setup":{"variant":"nim","ending":"normal","start":{"heaps":[1,2]}},
    ///     "claim":"mover_wins","lost":[{"heaps":[0,0]},{"heaps":[1,1]}]}"#;
    /// let proof: Certificate = serde_json::from_str(text)?;
    /// proof.check()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<(), Unproved> {
        let rules = self.setup.variant().rules();
        if rules.seats() > 2 {
            return Err(Unproved::ManyPlayers);
        }
        if self.lost.len() > MAX_LOST {
            return Err(Unproved::TooLarge);
        }
        let admit = |position: &Position| rules.admit(position.clone());
        let lost = self.lost.iter().map(admit).collect::<Result<Vec<Admitted>, Refusal>>();
        let lost = lost.map_err(Unproved::Refused)?;
        let mut check =
            Checker { setup: &self.setup, lost: lost.iter().collect(), left: MAX_CHECKED };
        let holds = match self.claim {
            Claim::MoverLoses => check.lost.contains(self.setup.start()),
            Claim::MoverWins => check.wins(self.setup.start())?,
        };
        if !holds {
            return Err(Unproved::Start);
        }
        lost.iter().try_for_each(|position| check.loses(position))
    }
}

struct Checker<'c> {
    setup: &'c Setup,
    lost: HashSet<&'c Admitted>,
    left: u64,
}

impl Checker<'_> {
    /// Checks that every move leads to a position in which the other player wins.
    fn loses(&mut self, position: &Admitted) -> Result<(), Unproved> {
        let escape = || Unproved::Escape(position.clone().into());
        let rules = self.setup.variant().rules();
        let mut moves = rules.moves(position).peekable();
        if moves.peek().is_none() && self.setup.ending() == Ending::Misere {
            return Err(escape());
        }
        for mv in moves {
            self.spend()?;
            let child = rules.apply(position, &mv).map_err(Unproved::Refused)?;
            if !self.wins(&child)? {
                return Err(escape());
            }
        }
        Ok(())
    }

    /// Returns whether some move leads to a lost position, or the game has been won.
    fn wins(&mut self, position: &Admitted) -> Result<bool, Unproved> {
        let rules = self.setup.variant().rules();
        let mut moves = rules.moves(position).peekable();
        if moves.peek().is_none() {
            return Ok(self.setup.ending() == Ending::Misere);
        }
        for mv in moves {
            self.spend()?;
            let child = rules.apply(position, &mv).map_err(Unproved::Refused)?;
            if self.lost.contains(&child) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn spend(&mut self) -> Result<(), Unproved> {
        self.left = self.left.checked_sub(1).ok_or(Unproved::TooLarge)?;
        Ok(())
    }
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::ManyPlayers => f.write_str("a certificate is for two players"),
            Unproved::TooLarge => f.write_str("the certificate is too large to be checked"),
            Unproved::Refused(refusal) => refusal.fmt(f),
            Unproved::Start => f.write_str("the claim does not follow at the start"),
            Unproved::Escape(position) => {
                let json = serde_json::to_string(position).unwrap_or_default();
                write!(f, "{json} is not lost as it says")
            }
        }
    }
}

impl std::error::Error for Unproved {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Heaps;

    fn certificate(game: &str, claim: Claim, lost: &[&[u64]]) -> Certificate {
        let lost = lost.iter().map(|heaps| Heaps::from(heaps.to_vec()).into()).collect();
        Certificate { setup: game.parse().unwrap(), claim, lost }
    }

    #[test]
    fn proofs_hold() {
        use Claim::{MoverLoses, MoverWins};
        for (game, claim, lost) in [
            ("nim 0", MoverLoses, &[&[0][..]][..]),
            ("nim 2,2", MoverLoses, &[&[2, 2], &[1, 1], &[0, 0]]),
            ("nim 3,2", MoverWins, &[&[2, 2], &[1, 1], &[0, 0]]),
            ("misere nim 0", MoverWins, &[]),
            ("misere nim 2,2", MoverLoses, &[&[2, 2], &[1, 0], &[0, 1]]),
        ] {
            assert_eq!(certificate(game, claim, lost).check(), Ok(()), "{game}");
        }
    }

    #[test]
    fn flaws_are_found() {
        let whole: [&[u64]; 3] = [&[2, 2], &[1, 1], &[0, 0]];
        let nim = |claim, lost: &[&[u64]]| certificate("nim 2,2", claim, lost).check();
        assert_eq!(nim(Claim::MoverWins, &whole), Err(Unproved::Start));
        assert_eq!(nim(Claim::MoverLoses, &whole[1..]), Err(Unproved::Start));
        let escape = |heaps: &[u64]| Err(Unproved::Escape(Heaps::from(heaps.to_vec()).into()));
        assert_eq!(nim(Claim::MoverLoses, &whole[..2]), escape(&[2, 2]));
        assert_eq!(nim(Claim::MoverLoses, &[&[0, 0], &[1, 1], &[2, 2], &[0, 2]]), escape(&[0, 2]));
        let misere = certificate("misere nim 1", Claim::MoverWins, &[&[0]]);
        assert_eq!(misere.check(), escape(&[0]));
        let large = certificate("nim 2,2", Claim::MoverLoses, &[&[u64::MAX]]);
        assert!(matches!(large.check(), Err(Unproved::Refused(_))));
        let many = "game21_nplayer(players=3;step=3;target=21) 0";
        let many = certificate(many, Claim::MoverLoses, &[]);
        assert_eq!(many.check(), Err(Unproved::ManyPlayers));
    }

    #[test]
    fn more_than_can_be_checked_is_refused() {
        let huge = certificate("nim 9007199254740991", Claim::MoverWins, &[&[1]]);
        assert_eq!(huge.check(), Err(Unproved::TooLarge));
        let lost = vec![&[0][..]; MAX_LOST + 1];
        let long = certificate("nim 0", Claim::MoverLoses, &lost);
        assert_eq!(long.check(), Err(Unproved::TooLarge));
    }

    #[test]
    fn a_certificate_is_json() {
        let whole = certificate("nim 1,1", Claim::MoverLoses, &[&[1, 1], &[0, 0]]);
        let json = serde_json::to_string(&whole).unwrap();
        assert_eq!(serde_json::from_str::<Certificate>(&json).unwrap(), whole);
        assert!(json.contains(r#""claim":"mover_loses","lost":[{"heaps":[1,1]}"#), "{json}");
    }
}
