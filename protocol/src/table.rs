//! A table as its players and its audience see it. The state is small, so it is
//! sent whole after every change: a lost or repeated one does no harm.

use std::collections::BTreeSet;

use rules::{Move, Position, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::{
    Division, Draw, PairId, Player, Rating, TableId, TimeControl, Without, is_false, is_zero,
};

/// What changes during a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableState {
    /// Where.
    pub table: TableId,
    /// How many moves have been made.
    pub ply: u32,
    /// The position after them.
    pub position: Position,
    /// Whose turn it is; nobody's when the game is over, or while somebody is
    /// `choosing`.
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
    /// While a player is gone: by seat, in how many milliseconds the others may
    /// `claim`; null for who is there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claim_ms: Vec<Option<u32>>,
    /// While somebody asks to take a move back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<TakebackView>,
    /// With the pie rule, until it is chosen who begins: who chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choosing: Option<Seat>,
    /// After the game: who wants a rematch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rematch: Vec<Seat>,
}

/// The clocks as they were when the state was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockView {
    /// What each seat has left, in milliseconds.
    pub left_ms: Vec<u32>,
    /// Whether the clock of who is to move is running. It is not in a seat's
    /// first turn, and not while players are awaited after a restart.
    pub running: bool,
    /// In how many milliseconds the server ends the game if nobody moves; a
    /// delay and what is granted for the network are part of it.
    pub due_ms: Option<u32>,
}

/// A player asks to take their last move back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakebackView {
    /// The ply of the move.
    pub ply: u32,
    /// Who asks, and who has agreed.
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
    /// Who won; nobody in a game without a result.
    pub winners: Vec<Seat>,
    /// Why it ended.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No move was left.
    Played,
    /// A player gave up.
    Resigned,
    /// A player was gone for too long, or let a game without a clock rest for
    /// too long.
    Abandoned,
    /// Ended before the second move, without a result: by a player, or because
    /// a player did not begin in time.
    Aborted,
    /// The game reached the limit of moves, without a result.
    TooLong,
    /// A player's time was up.
    Flagged,
    /// Whoever runs the server has decided it.
    Adjudicated,
    /// A player of a rated pair aborted a game or did not begin it in time.
    Forfeited,
}

impl Reason {
    /// All reasons, for whoever counts by them.
    pub const ALL: &'static [Reason] = &[
        Reason::Played,
        Reason::Resigned,
        Reason::Abandoned,
        Reason::Aborted,
        Reason::TooLong,
        Reason::Flagged,
        Reason::Adjudicated,
        Reason::Forfeited,
    ];
}

/// What does not change during a game, with the state and the moves so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableView {
    /// What is played.
    pub game: Setup,
    /// Who sits where.
    pub players: Vec<Player>,
    /// The ply of the first move in `moves`.
    pub since: u32,
    /// Moves from `since` on, as many as one answer may list.
    pub moves: Vec<Move>,
    /// How long players may think.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The times of `moves`, in a game that has a clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<MoveTime>,
    /// Whether it counts for the ladder.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// Whether it has the pie rule.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pie: bool,
    /// How many moves spectators are behind until the game is over: those who look
    /// on are told so many less.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u8,
    /// What it is played without.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub without: BTreeSet<Without>,
    /// In which division, if it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<Division>,
    /// If it counts: by seat, what the ladder knew of the players when it began;
    /// empty if nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Option<Rating>>,
    /// How the start was drawn, with the seed: so that anybody can draw it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Draw>,
    /// The pair of which this is a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<PairView>,
    /// The table now.
    pub state: TableState,
}

/// Which game of which pair a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairView {
    /// The pair.
    pub id: PairId,
    /// The first game or the second.
    pub game: u8,
    /// The other game's table. That of the second game is there when the first
    /// has ended with a winner.
    pub other: TableId,
}
