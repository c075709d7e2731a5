//! The record of a game: how it opened, and what has happened since, in order. A table restored
//! from its record equals the original; who was connected is not part of it.

use std::collections::BTreeSet;

/// A decision of a player, for the ladder.
pub(crate) use ladder::Decision;
use protocol::{
    Bid, BidDecision, Commitment, Draw, ExcludedAction, HandicapView, Over, PairId, Player,
    PlayerId, Rating, Salt, TableId, TimeControl,
};
use rules::{Move, Seat, Setup};
use serde::{Deserialize, Serialize};
/// The winner of a start.
pub(crate) use solver::Outcome;
use thiserror::Error;
use uuid::Uuid;

use crate::records::puzzle::FoundPuzzle;
use crate::records::secret_hash::SecretHash;

/// The part of a game that never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Opening {
    pub(crate) game: Setup,
    /// The players, by seat.
    pub(crate) players: Vec<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<TimeControl>,
    #[serde(flatten)]
    pub(crate) terms: Terms,
}

/// The terms of a game, apart from the game itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Terms {
    /// Whether it counts for the ladder.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) rated: bool,
    /// The start's outcome, if it was asked for and could be proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<Outcome>,
    /// Whether all help is allowed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) open: bool,
    /// Whether all seats belong to one person: themselves or their bots.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) same_owner: bool,
    /// Whether both seats play from one public address.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) same_address: bool,
    /// By seat, in a rated game: a pseudonym of the person behind each player, which a person shares
    /// with their bots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) people: Vec<PlayerId>,
    /// Whether the pie rule applies: the player who sits second at the opening chooses who begins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) pie: bool,
    /// Whether the players bid for the seats.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) bid: bool,
    /// What decides between equal bids: secret until both are in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lot: Option<Lot>,
    /// The computed handicap, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) handicap: Option<HandicapView>,
    /// How many moves spectators are behind.
    #[serde(default, skip_serializing_if = "at_once")]
    pub(crate) delay: u8,
    /// The rights that the players have given up.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) excluded: BTreeSet<ExcludedAction>,
    /// How the start was drawn, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) drawn: Option<Draw>,
    /// By seat, if the game is rated: the players' ratings when it began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ratings: Vec<Option<Rating>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pair: Option<PairGame>,
    /// By seat, in a tournament where entrants have clocks of their own; otherwise empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) clocks: Vec<TimeControl>,
    /// By seat, in an arena: whether the player has gone berserk.
    #[serde(default, skip_serializing_if = "is_calm")]
    pub(crate) berserk: [bool; 2],
    #[serde(default, skip_serializing_if = "GameOrigin::is_offer")]
    pub(crate) origin: GameOrigin,
}

/// A lot, with the salt that hides it in the commitment to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lot {
    pub(crate) number: u64,
    pub(crate) salt: Salt,
}

impl Lot {
    pub(crate) fn commitment(&self) -> Commitment {
        Commitment::to(self.salt, self.number)
    }
}

/// One game of a pair. Both tables have their ids from the beginning, so that the second game can
/// be created only once, and each table names the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PairGame {
    pub(crate) id: PairId,
    /// The other game's table.
    pub(crate) other: TableId,
    /// In the second game: the result of the first, by the first game's seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) first: Option<Over>,
}

/// How the players were brought together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GameOrigin {
    /// By an offer: a seek, a challenge or a rematch.
    #[default]
    Offer,
    /// By an event, such as a tournament, in one of its rounds.
    Event { event: Uuid, round: u32 },
}

fn at_once(delay: &u8) -> bool {
    *delay == 0
}

fn is_calm(berserk: &[bool; 2]) -> bool {
    *berserk == [false; 2]
}

impl GameOrigin {
    fn is_offer(&self) -> bool {
        *self == GameOrigin::Offer
    }
}

impl PairGame {
    /// The number of the game in the pair: 1 or 2.
    pub(crate) fn number(&self) -> u8 {
        if self.first.is_some() { 2 } else { 1 }
    }
}

/// Something that has happened at a table and remains true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fact {
    /// The player to move has moved. When no move is left, the end of the game follows from the
    /// rules and is not a separate fact.
    Moved {
        #[serde(rename = "move")]
        mv: Move,
        /// How long the turn was, in microseconds while the server was running.
        us: u64,
        /// How much of it was credited to the network.
        #[serde(default)]
        lag_us: u64,
    },
    /// With the pie rule: the player who sat second at the opening has chosen. If they begin, the
    /// players have swapped seats.
    Chose { begins: bool },
    /// A player has bid for a seat. After the second bid the players may have swapped seats.
    Bid {
        /// Where they sat.
        seat: Seat,
        bid: Bid,
    },
    /// All have agreed to continue from an earlier ply.
    TakenBack { ply: u32 },
    /// The game has ended in another way than by its rules.
    Ended(Over),
}

/// Everything that is stored of one game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RecordedGame {
    pub(crate) table: TableId,
    pub(crate) opening: Opening,
    /// The hashes of the seats' secrets.
    pub(crate) hashes: Vec<SecretHash>,
    pub(crate) facts: Vec<Fact>,
    /// In milliseconds since 1970 by the wall clock, for display.
    pub(crate) opened_at: i64,
    pub(crate) ended_at: Option<i64>,
    /// The result, as stored; it must agree with the facts.
    pub(crate) over: Option<Over>,
}

impl RecordedGame {
    /// Returns the moves that stand: those taken back are left out.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.facts.len());
        for fact in &self.facts {
            match fact {
                Fact::Moved { mv, .. } => moves.push(mv.clone()),
                Fact::TakenBack { ply } => moves.truncate(*ply as usize),
                Fact::Chose { .. } | Fact::Bid { .. } | Fact::Ended(_) => {}
            }
        }
        moves
    }

    /// Returns the players by the seats in which they played.
    pub(crate) fn players(&self) -> Vec<Player> {
        let mut players = self.opening.players.clone();
        if self.facts.contains(&Fact::Chose { begins: true }) || self.bids_swapped() {
            players.reverse();
        }
        players
    }

    /// Whether the players have swapped seats after their bids.
    fn bids_swapped(&self) -> bool {
        let bid_of = |player| {
            let bid = |fact: &Fact| match fact {
                Fact::Bid { seat: Seat(seat), bid } if *seat == player => Some(*bid),
                _ => None,
            };
            self.facts.iter().find_map(bid)
        };
        let (Some(lot), Some(one), Some(two)) = (self.opening.terms.lot, bid_of(0), bid_of(1))
        else {
            return false;
        };
        BidDecision::between([one, two], lot.number).swapped
    }
}

/// An invalid record: the stored data is damaged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {table}: {what}")]
pub(crate) struct BadRecord {
    pub(crate) table: TableId,
    pub(crate) what: String,
}

/// A rated result: both games of a pair, or a single game, with a winner. Players are numbered by
/// their seats in the first game, because in a pair they swap seats.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rated {
    /// The id of the pair, or of the single game's table.
    pub(crate) id: Uuid,
    /// The opening of the last game; in a pair the players have swapped seats before it.
    pub(crate) opening: Opening,
    /// The games, in the order in which they were played.
    pub(crate) games: Vec<(TableId, Over)>,
}

/// The solver's review of a finished game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StoredReview {
    pub(crate) table: TableId,
    /// The review in JSON, as it is sent to clients.
    pub(crate) text: String,
    /// The accuracy of each seat.
    pub(crate) seats: Vec<SeatAccuracy>,
    /// By seat: the proven decisions.
    pub(crate) decisions: Vec<Vec<Decision>>,
    /// By seat, for each decision: the number of the class of time left.
    pub(crate) times: Vec<Vec<u8>>,
    /// Wins that were thrown away, as puzzles.
    pub(crate) puzzles: Vec<FoundPuzzle>,
}

/// How accurately one seat of a game decided; see `solver::Accuracy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeatAccuracy {
    pub(crate) player: PlayerId,
    pub(crate) decisions: u32,
    pub(crate) kept: u32,
    pub(crate) resisted: u32,
    /// The sum, in millionths.
    pub(crate) resistance: i64,
    pub(crate) unknown: u32,
}

#[cfg(test)]
pub(crate) mod tests {
    use protocol::{Difficulty, EndReason, HandicapMeans, Side};

    use super::*;

    /// Every field differs from its default, and no two seats are alike.
    pub(crate) fn all_terms() -> Terms {
        let player = |n| PlayerId(Uuid::from_u128(n));
        let salt = Salt::new([7; 32]);
        let over = Over { winners: vec![Seat(1)], reason: EndReason::Resigned };
        Terms {
            rated: true,
            start: Some(Outcome::P),
            open: true,
            same_owner: true,
            same_address: true,
            people: vec![player(1), player(2)],
            pie: true,
            bid: true,
            lot: Some(Lot { number: 5, salt }),
            handicap: Some(HandicapView {
                ratings: [Some(1_600), None],
                by: HandicapMeans::Time,
                chance: 47,
                offset: 3,
            }),
            delay: 1,
            excluded: BTreeSet::from([ExcludedAction::Claim]),
            drawn: Some(Draw {
                seed: Some(8),
                won_by: Some(Side::Second),
                difficulty: Difficulty::Hard,
                winning_moves: Some(2),
                length: Some(9),
                commitment: Some(Commitment::to(salt, 8)),
                salt: Some(salt),
            }),
            ratings: vec![Some(Rating { rating: 1_510, deviation: 90, provisional: true }), None],
            pair: Some(PairGame {
                id: PairId(Uuid::from_u128(3)),
                other: TableId(Uuid::from_u128(4)),
                first: Some(over),
            }),
            clocks: vec![TimeControl::Move { ms: 10 }, TimeControl::Days { days: 2 }],
            berserk: [true, false],
            origin: GameOrigin::Event { event: Uuid::from_u128(6), round: 2 },
        }
    }

    #[test]
    fn terms_are_read_as_they_were_written() {
        let written = |terms: &Terms| serde_json::to_value(terms).expect("JSON");
        let read = |value| serde_json::from_value::<Terms>(value).expect("terms");
        let all = written(&all_terms());
        assert_eq!(read(all.clone()), all_terms());
        assert_eq!(
            written(&Terms::default()),
            serde_json::json!({}),
            "what is usual costs nothing"
        );
        // Each alone: that the others are usual does not hide it.
        for (field, value) in all.as_object().expect("fields") {
            let alone = serde_json::json!({ field: value });
            assert_eq!(written(&read(alone.clone())), alone);
        }
        let second = Terms { berserk: [false, true], ..Terms::default() };
        assert_eq!(read(written(&second)), second);
    }
}
