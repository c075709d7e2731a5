//! Messages from the server.

use rules::{Move, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    BidView, ChallengeId, ChallengeView, Commitment, Decline, ErrorBody, Limits, LobbyDelta,
    LobbyView, Phrase, Player, Secret, SeekId, TableId, TableState, TableView, TimeControl,
    TournamentId, TournamentView,
};

/// An answer, which carries the `cid` of its request, or an event, which has none.
/// Clients ignore unknown fields and types: both may be added within `nim.v1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ServerMessage {
    /// Answer to `hello`.
    Welcome {
        /// Request id.
        cid: u32,
        /// Who you are.
        you: Player,
        /// Your secret, if it is new: a `hello` with it makes you the same player again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Secret>,
        /// Your unfinished games, to `attach` to.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        games: Vec<TableId>,
        /// The server program and its version.
        server: String,
        /// The limits it enforces.
        limits: Limits,
    },
    /// The request was carried out.
    Ok {
        /// Request id.
        cid: u32,
    },
    /// The request was refused and changed nothing.
    Error {
        /// Request id; missing if the message could not be read that far.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cid: Option<u32>,
        /// Why.
        #[serde(flatten)]
        error: ErrorBody,
    },
    /// Answer to `ping`.
    Pong {
        /// Request id.
        cid: u32,
    },
    /// Answer to `seek`.
    Seeking {
        /// Request id.
        cid: u32,
        /// The new seek.
        seek: SeekId,
        /// The commitment to the seed of its start, if the server drew one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<Commitment>,
    },
    /// Answer to `challenge`.
    Challenging {
        /// Request id.
        cid: u32,
        /// The new challenge.
        challenge: ChallengeId,
        /// The commitment to the seed of its start, if the server drew one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<Commitment>,
    },
    /// Answer to `moves`.
    Moves {
        /// Request id.
        cid: u32,
        /// The table.
        table: TableId,
        /// The ply for which they are legal.
        ply: u32,
        /// How many there are, if that can be counted.
        count: Option<u64>,
        /// All of them, in ascending order, if they are few enough to list.
        moves: Option<Vec<Move>>,
    },
    /// Answer to `attach` and `watch`: everything about the table.
    Table {
        /// Request id.
        cid: u32,
        /// The table.
        #[serde(flatten)]
        view: TableView,
    },
    /// Event, after the answer to `lobby`: the lobby as it is.
    Lobby(LobbyView),
    /// Event: what has changed in the lobby.
    LobbyDelta(LobbyDelta),
    /// Event: somebody challenges you.
    Challenged(ChallengeView),
    /// Event: a challenge of yours was declined or withdrawn, or its player left.
    Declined {
        /// The challenge.
        challenge: ChallengeId,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Decline>,
    },
    /// Event: a challenge of yours waits until the house bot, which plays as many games
    /// as it can, has room for another.
    Queued {
        /// The challenge.
        challenge: ChallengeId,
        /// Its place in line, from 1.
        place: u32,
    },
    /// Event: no opponent has been found yet for your `quick`, which continues.
    Unmatched {
        /// The wait.
        seek: SeekId,
        /// A house bot that would play at once if challenged.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        house_bot: Option<Player>,
    },
    /// Event: a game of yours begins. Keep the token: it is the way back.
    Seated {
        /// The seek, challenge or tournament that led here, or the earlier table: of
        /// this rematch, or of the pair's first game.
        offer: uuid::Uuid,
        /// Your seat.
        seat: Seat,
        /// Your secret.
        token: Secret,
        /// The table.
        #[serde(flatten)]
        view: TableView,
    },
    /// Event: the player who begins has been chosen, with the pie rule or by bids. The `state`
    /// follows.
    Chosen {
        /// The table.
        table: TableId,
        /// The players by seat from now on. Tokens stay with their players.
        players: Vec<Player>,
        /// Both bids, if there were any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bid: Option<Box<BidView>>,
        /// By seat: the clocks from now on, if a player has paid.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clocks: Vec<TimeControl>,
    },
    /// Event: a player says something at a table where you sit or watch. Spectators
    /// behind a `delay` do not get it before the game is over.
    Said {
        /// The table.
        table: TableId,
        /// The speaker's seat.
        seat: Seat,
        /// The phrase.
        phrase: Phrase,
    },
    /// Event: a table has changed.
    State(TableState),
    /// Event: your pair is due in a tournament that asks whether you are ready. A
    /// player who does not answer in time loses it.
    ReadyCheck {
        /// The tournament.
        tournament: TournamentId,
        /// The round.
        round: u32,
        /// The board.
        board: u32,
        /// The pair.
        pair: u32,
        /// The opponent.
        opponent: Player,
        /// Milliseconds left to answer.
        wait_ms: u32,
    },
    /// Event: the standing of a tournament that you follow.
    Tournament(Box<TournamentView>),
    /// Event: a message from the server's operator to everybody.
    Notice {
        /// The text, for people.
        message: String,
    },
    /// Event: the server is about to stop. New games are refused from now on.
    Closing {
        /// Why, for people.
        message: String,
    },
}

impl ServerMessage {
    /// Returns the `cid` of the request that this answers; `None` for an event, and for the
    /// refusal of a text without a readable `cid`.
    pub fn cid(&self) -> Option<u32> {
        match *self {
            ServerMessage::Welcome { cid, .. }
            | ServerMessage::Ok { cid }
            | ServerMessage::Pong { cid }
            | ServerMessage::Seeking { cid, .. }
            | ServerMessage::Challenging { cid, .. }
            | ServerMessage::Moves { cid, .. }
            | ServerMessage::Table { cid, .. } => Some(cid),
            ServerMessage::Error { cid, .. } => cid,
            ServerMessage::Lobby(_)
            | ServerMessage::LobbyDelta(_)
            | ServerMessage::Challenged(_)
            | ServerMessage::Declined { .. }
            | ServerMessage::Queued { .. }
            | ServerMessage::Unmatched { .. }
            | ServerMessage::Seated { .. }
            | ServerMessage::Chosen { .. }
            | ServerMessage::Said { .. }
            | ServerMessage::State(_)
            | ServerMessage::Notice { .. }
            | ServerMessage::ReadyCheck { .. }
            | ServerMessage::Tournament(_)
            | ServerMessage::Closing { .. } => None,
        }
    }
}
