//! A proof of who wins that needs no trust in its author, checked straight from the rules. It
//! names lost positions, from each of which every move has a reply that leads to another; or,
//! where these are too many, a symmetry or the values of heaps. The solver makes certificates;
//! nothing here knows how.

mod heap_values;
mod mirror;

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Admitted, Ending, Position, Refusal, Setup};
pub use heap_values::{HeapTable, Repeats};

/// The most lost positions in one certificate. A position takes some hundred bytes and its
/// check some hundred moves, so reading and checking the certificate each stay within a
/// second.
pub const MAX_LOST: usize = 100_000;
/// The most moves made in one check: a second of work.
const MAX_CHECKED: u64 = 3_000_000;

/// The size of a position, as JSON, up to which so many moves are checked.
const USUAL_BYTES: u64 = 64;

/// A claim about who wins, with its proof: `{"setup": .., "claim": "mover_wins", "lost": [..]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "UncheckedCertificate")]
pub struct Certificate {
    /// The game from its start.
    pub setup: Setup,
    /// The claim about the start.
    pub claim: Claim,
    /// What proves it.
    #[serde(flatten)]
    pub grounds: Grounds,
}

/// What proves a claim; in JSON a field of the certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Grounds {
    /// Positions in which the player to move loses: enough of them that the winner can
    /// always move to one.
    Lost(Vec<Position>),
    /// Pairs of opposite places on a board, a graph or an order, in normal play: every move in a
    /// position that is its own mirror image is answered by the opposite move. A place that is
    /// in no pair is its own opposite.
    Mirror(Vec<[u64; 2]>),
    /// The values of heaps that do not depend on each other, in normal play.
    Heaps(HeapTable),
}

/// A certificate as it is written.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct UncheckedCertificate {
    setup: Setup,
    claim: Claim,
    lost: Option<Vec<Position>>,
    mirror: Option<Vec<[u64; 2]>>,
    heaps: Option<HeapTable>,
}

impl TryFrom<UncheckedCertificate> for Certificate {
    type Error = &'static str;

    fn try_from(unchecked: UncheckedCertificate) -> Result<Certificate, &'static str> {
        let UncheckedCertificate { setup, claim, lost, mirror, heaps } = unchecked;
        let grounds = match (lost, mirror, heaps) {
            (Some(lost), None, None) => Grounds::Lost(lost),
            (None, Some(pairs), None) => Grounds::Mirror(pairs),
            (None, None, Some(table)) => Grounds::Heaps(table),
            _ => return Err("a certificate has one of lost, mirror and heaps"),
        };
        Ok(Certificate { setup, claim, grounds })
    }
}

/// Which of two players can force a win from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// A proof of this kind does not hold in this game, or not in this ending.
    OtherGame,
    /// In this position, said to be its own mirror image, a move has no opposite one that could
    /// answer it.
    Unanswered(Position),
    /// A heap of this size has another value, or its value is not given.
    Value(u64),
    /// The values of the heaps do not prove that they repeat so.
    Period,
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
        let mut left = MovesLeft::for_positions_like(self.setup.start());
        match &self.grounds {
            Grounds::Lost(lost) => self.check_lost(lost, left),
            Grounds::Mirror(pairs) => mirror::check(&self.setup, self.claim, pairs, &mut left),
            Grounds::Heaps(table) => heap_values::check(&self.setup, self.claim, table, &mut left),
        }
    }

    /// Returns how many positions, pairs or values the grounds lists.
    pub fn listed(&self) -> usize {
        match &self.grounds {
            Grounds::Lost(lost) => lost.len(),
            Grounds::Mirror(pairs) => pairs.len(),
            Grounds::Heaps(table) => table.values.len(),
        }
    }

    fn check_lost(&self, lost: &[Position], left: MovesLeft) -> Result<(), Unproved> {
        if lost.len() > MAX_LOST {
            return Err(Unproved::TooLarge);
        }
        let rules = self.setup.variant().rules();
        let admit = |position: &Position| rules.admit(position.clone());
        let lost = lost.iter().map(admit).collect::<Result<Vec<Admitted>, Refusal>>();
        let lost = lost.map_err(Unproved::Refused)?;
        let mut check = Checker { setup: &self.setup, lost: lost.iter().collect(), left };
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
    left: MovesLeft,
}

/// How many moves a check may still make.
struct MovesLeft(u64);

impl MovesLeft {
    /// The larger the positions, the fewer moves: each is copied.
    fn for_positions_like(start: &Position) -> MovesLeft {
        let bytes = serde_json::to_string(start).map_or(0, |text| text.len());
        MovesLeft(MAX_CHECKED / (1 + bytes as u64 / USUAL_BYTES))
    }

    fn spend(&mut self) -> Result<(), Unproved> {
        self.0 = self.0.checked_sub(1).ok_or(Unproved::TooLarge)?;
        Ok(())
    }
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
            self.left.spend()?;
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
            self.left.spend()?;
            let child = rules.apply(position, &mv).map_err(Unproved::Refused)?;
            if self.lost.contains(&child) {
                return Ok(true);
            }
        }
        Ok(false)
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
            Unproved::OtherGame => f.write_str("a proof of this kind does not hold in this game"),
            Unproved::Unanswered(position) => {
                let json = serde_json::to_string(position).unwrap_or_default();
                write!(f, "in {json} a move is not answered by the one opposite it")
            }
            Unproved::Value(heap) => write!(f, "the value of a heap of {heap} is not as it says"),
            Unproved::Period => f.write_str("the values do not prove that they repeat so"),
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
        Certificate { setup: game.parse().unwrap(), claim, grounds: Grounds::Lost(lost) }
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
        let longest = certificate("nim 0", Claim::MoverLoses, &lost[1..]);
        assert_eq!(longest.check(), Ok(()));
        assert_eq!(Unproved::Value(7).to_string(), "the value of a heap of 7 is not as it says");
    }

    #[test]
    fn the_larger_a_position_the_fewer_moves_are_made() {
        // As JSON, 11 bytes and two for each heap.
        let left = |heaps| MovesLeft::for_positions_like(&Heaps::from(vec![1; heaps]).into()).0;
        assert_eq!([1, 26, 27].map(left), [3_000_000, 3_000_000, 1_500_000]);
        assert_eq!([58, 59].map(left), [1_500_000, 1_000_000]);
        let mut one = MovesLeft(1);
        assert_eq!((one.spend(), one.spend()), (Ok(()), Err(Unproved::TooLarge)));
    }

    #[test]
    fn a_certificate_is_json() {
        let whole = certificate("nim 1,1", Claim::MoverLoses, &[&[1, 1], &[0, 0]]);
        let json = serde_json::to_string(&whole).unwrap();
        assert_eq!(serde_json::from_str::<Certificate>(&json).unwrap(), whole);
        assert_eq!(whole.listed(), 2);
        assert!(json.contains(r#""claim":"mover_loses","lost":[{"heaps":[1,1]}"#), "{json}");
        let table = HeapTable { values: vec![0, 1], repeats: None };
        for grounds in [Grounds::Mirror(vec![[0, 3]]), Grounds::Heaps(table)] {
            let other = Certificate { grounds, ..whole.clone() };
            let json = serde_json::to_string(&other).unwrap();
            assert_eq!(serde_json::from_str::<Certificate>(&json).unwrap(), other, "{json}");
        }
        for (old, new) in [("\"lost\"", "\"won\""), ("}]}", "}],\"mirror\":[]}")] {
            assert!(json.contains(old));
            assert!(serde_json::from_str::<Certificate>(&json.replace(old, new)).is_err());
        }
    }
}
