//! The unit of rating: a pair, which is two games from one start with the seats swapped, or a
//! single game from a start of known value.

use protocol::{Division, EndReason, Kind, PlayerId, TimeControl};
use rules::{Heaps, Move, Seat, Setup, Shape};
use sha2::{Digest, Sha256};
use solver::Outcome;
use uuid::Uuid;

use super::leaderboard::Pool;

/// A match that can be rated.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedMatch {
    /// The id of the pair, or of the table of a single game. Each id is rated once.
    pub id: Uuid,
    /// The variant, ending and start.
    pub setup: Setup,
    /// The time control, if any.
    pub clock: Option<TimeControl>,
    /// Whether all help is allowed.
    pub open: bool,
    /// Whether all seats are one person's.
    pub same_owner: bool,
    /// Whether both seats play from one public address.
    pub same_address: bool,
    /// Whether the operator has declared it void.
    pub voided: bool,
    /// Who wins the start, if known: the player to move, or the other.
    pub start: Option<Outcome>,
    /// The players as they sit in the first game.
    pub players: Vec<Contender>,
    /// One game, or two; in the second the seats are swapped.
    pub games: Vec<Played>,
    /// When the last game ended, in milliseconds since 1970.
    pub at: i64,
}

/// A player of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The id of their rating line.
    pub id: PlayerId,
    /// Person, program or guest; a guest has no account.
    pub kind: Kind,
    /// The person behind them: the same for a person, their bots and all versions of those. To
    /// know a game by heart against one of them is to know it against all.
    pub person: PlayerId,
}

impl Contender {
    /// A player of whom nobody knows whose they are.
    pub fn new(id: PlayerId, kind: Kind) -> Contender {
        Contender { id, kind, person: id }
    }
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The winners; empty in a game without a result.
    pub winners: Vec<Seat>,
    /// Why it ended.
    pub reason: EndReason,
    /// The moves.
    pub moves: Vec<Move>,
}

/// A hash that is equal for two matches of a person with the same start and moves, or for two starts
/// that one plan covers.
pub type Fingerprint = [u8; 32];

impl RatedMatch {
    /// Returns the pool in which the match counts.
    pub fn pool(&self) -> Pool {
        let [first, second] = self.kinds();
        Pool::new(Division::new([first, second], self.open), &self.setup, self.clock)
    }

    fn kinds(&self) -> [Kind; 2] {
        let kind = |index: usize| self.players.get(index).map_or(Kind::Bot, |player| player.kind);
        [kind(0), kind(1)]
    }

    /// Returns the fingerprint that a person's matches share which were played alike, whoever the
    /// opponent was.
    pub fn fingerprint(&self, person: PlayerId) -> Fingerprint {
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text);
        };
        add(&person.to_string());
        add(&self.setup.to_string());
        // It does not matter who began: in a pair both did.
        let line = |(number, game)| self.fingerprint_line(person, number, game);
        let mut games: Vec<String> = self.games.iter().enumerate().map(line).collect();
        games.sort_unstable();
        games.iter().for_each(|game| add(game));
        hash.finalize().into()
    }

    /// Returns the fingerprint that starts share which are known by heart together: of heaps, those
    /// that differ in the order or in the largest heap, which the first move often makes small.
    pub fn start_fingerprint(&self) -> Fingerprint {
        let mut hash = Sha256::new_with_prefix(b"start");
        let variant = self.setup.variant();
        hash.update(format!("{} {:?} ", variant.name(), self.setup.ending()));
        match Shape::from_position(self.setup.start()) {
            Some(Heaps { heaps }) => {
                let mut heaps = heaps.clone();
                heaps.sort_unstable();
                heaps.pop();
                hash.update(format!("{heaps:?}"));
            }
            None => hash.update(self.setup.to_string()),
        }
        hash.finalize().into()
    }

    /// A game as text, with the person's seat.
    fn fingerprint_line(&self, person: PlayerId, number: usize, game: &Played) -> String {
        let rules = self.setup.variant().rules();
        let sits = self.players.iter().position(|player| player.person == person);
        let seat = sits.map_or(0, |seat| (seat + number) % 2);
        let moves: Vec<String> = game.moves.iter().map(|mv| rules.write_move(mv)).collect();
        format!("{seat}: {}", moves.join(" "))
    }
}

/// Fewer moves than this before a game is given up make it a gift.
const REAL_MOVES: usize = 2;

impl Played {
    /// Whether it was given up before both players had moved.
    pub fn is_gift(&self) -> bool {
        self.reason != EndReason::Played && self.moves.len() < REAL_MOVES
    }

    /// The winning seat of a two-player game that has a result.
    pub fn winner(&self) -> Option<Seat> {
        match self.winners[..] {
            [winner] if winner.0 < 2 => Some(winner),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(winners: &[u8], reason: EndReason, moves: u64) -> Played {
        let winners = winners.iter().copied().map(Seat).collect();
        let moves = (0..moves).map(|take| Move::List(vec![0, take].into())).collect();
        Played { winners, reason, moves }
    }

    #[test]
    fn a_game_given_up_before_both_have_moved_is_a_gift() {
        use EndReason::{Flagged, Played as ToTheEnd, Resigned};
        for (reason, moves, gift) in [
            (Resigned, 0, true),
            (Resigned, 1, true),
            (Flagged, 1, true),
            (Resigned, 2, false),
            (ToTheEnd, 1, false),
            (ToTheEnd, 2, false),
        ] {
            assert_eq!(played(&[0], reason, moves).is_gift(), gift, "{reason:?} {moves}");
        }
    }

    #[test]
    fn one_of_two_players_wins() {
        let winner = |winners: &[u8]| played(winners, EndReason::Played, 2).winner();
        assert_eq!([winner(&[0]), winner(&[1])], [Some(Seat(0)), Some(Seat(1))]);
        assert_eq!([winner(&[2]), winner(&[]), winner(&[0, 1])], [None; 3]);
    }
}
