//! A table as its players and spectators see it. The state is small, so it is sent whole after
//! every change: a lost or repeated state does no harm.

use std::collections::BTreeSet;

use rules::{Move, Position, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::{
    BidView, Division, Draw, ExcludedAction, HandicapView, PairId, Player, Rating, TableId,
    TimeControl, is_false, is_zero, is_zero_u32,
};

/// What changes during a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableState {
    /// The table.
    pub table: TableId,
    /// How many moves have been made.
    pub ply: u32,
    /// The position after them.
    pub position: Position,
    /// The seat to move; `None` when the game is over, or while somebody is `choosing` or
    /// `bidding`.
    pub to_move: Option<Seat>,
    /// The last move.
    pub last_move: Option<Move>,
    /// Which players are connected, by seat.
    pub present: Vec<bool>,
    /// How it ended, if it has.
    pub over: Option<Over>,
    /// The clocks, in a game that has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// While a player is gone: by seat, after how many milliseconds the others may
    /// `claim`; null for players who are there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claim_ms: Vec<Option<u32>>,
    /// The request to take a move back, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<TakebackView>,
    /// With the pie rule, the seat that chooses who begins, until it has chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choosing: Option<Seat>,
    /// While players bid for the seats: by seat, who has bid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bidding: Vec<bool>,
    /// After the game: the seats that want a rematch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rematch: Vec<Seat>,
    /// How many connections watched when the state was sent.
    #[serde(default, skip_serializing_if = "is_zero_u32")]
    pub watching: u32,
}

/// The clocks as they were when the state was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockView {
    /// What each seat has left, in milliseconds; in byo-yomi with all its periods.
    pub left_ms: Vec<u32>,
    /// Whether the clock of the player to move is running. It does not run in a seat's first
    /// turn, nor while the server waits for players after a restart.
    pub running: bool,
    /// After how many milliseconds the server ends the game if nobody moves, including
    /// any delay and credit for the network.
    pub due_ms: Option<u32>,
}

/// A player asks to take their last move back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakebackView {
    /// The ply of the move.
    pub ply: u32,
    /// The seats that have agreed, the asking one included.
    pub agreed: Vec<Seat>,
}

/// How long a move took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveTime {
    /// From the turn's beginning to the move's arrival, in milliseconds.
    pub ms: u32,
    /// How much of it was credited to the network.
    pub lag_ms: u32,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Over {
    /// The winners; none in a game without a result.
    pub winners: Vec<Seat>,
    /// Why it ended.
    pub reason: EndReason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The last move was made.
    Played,
    /// A player gave up.
    Resigned,
    /// A player was gone for too long, or did not move for too long in a game without a clock.
    Abandoned,
    /// Ended before the second move, without a result: by a player, or because
    /// a player did not begin in time.
    Aborted,
    /// The game reached the limit of moves, without a result.
    TooLong,
    /// A player's time was up.
    Flagged,
    /// The server's operator decided it.
    Adjudicated,
    /// A player of a rated pair aborted a game or did not begin it in time.
    Forfeited,
}

impl EndReason {
    /// All reasons, for counting.
    pub const ALL: &'static [EndReason] = &[
        EndReason::Played,
        EndReason::Resigned,
        EndReason::Abandoned,
        EndReason::Aborted,
        EndReason::TooLong,
        EndReason::Flagged,
        EndReason::Adjudicated,
        EndReason::Forfeited,
    ];
}

/// What does not change during a game, with the state and the moves so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableView {
    /// What is played.
    pub game: Setup,
    /// The players by seat.
    pub players: Vec<Player>,
    /// The ply of the first move in `moves`.
    pub since: u32,
    /// Moves from `since` on, as many as one answer may list.
    pub moves: Vec<Move>,
    /// How long players may think.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// By seat, where players have clocks of their own instead of `clock`; otherwise empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<TimeControl>,
    /// The times of `moves`, in a game that has a clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<MoveTime>,
    /// Whether it counts for the ladder.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// Whether it has the pie rule.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pie: bool,
    /// The players' bids for the seats, in a game with bids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bid: Option<Box<BidView>>,
    /// The computed handicap, in a game with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<HandicapView>,
    /// How many moves spectators are behind until the game is over; for them `moves` and
    /// `state` end that much earlier.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u8,
    /// Actions that are not allowed in this game.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub excluded: BTreeSet<ExcludedAction>,
    /// The division in which it counts, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<Division>,
    /// In a rated game: the players' ratings by seat when it began; empty if there are
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Option<Rating>>,
    /// How the start was drawn, with the seed, so that anybody can repeat it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Draw>,
    /// The pair that this game belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<PairView>,
    /// The table now.
    pub state: TableState,
}

impl TableView {
    /// Returns the clock of a seat.
    pub fn clock_of(&self, seat: Seat) -> Option<TimeControl> {
        self.clocks.get(usize::from(seat.0)).copied().or(self.clock)
    }
}

/// The place of a table's game in its pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairView {
    /// The pair.
    pub id: PairId,
    /// The first game or the second.
    pub game: u8,
    /// The other game's table. The second game's table exists once the first game has
    /// ended with a winner.
    pub other: TableId,
}
