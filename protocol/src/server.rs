//! What the server says.

use rules::{Move, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    ChallengeId, Decline, ErrorBody, Kind, Limits, LobbyDelta, LobbyView, Name, Offered, Phrase,
    PlayerId, Proposal, Rating, Secret, SeekId, TableId, TableState, TableView, TournamentId,
    TournamentView, WindowView, is_false,
};

/// An answer, which carries the `cid` of its request, or an event, which has
/// none. Clients ignore fields and types that they do not know: within `nim.v1`
/// both may be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answer to `hello`.
    Welcome {
        /// Request id.
        cid: u32,
        /// Who you are.
        you: Player,
        /// Your secret, if it is new: whoever says it in `hello` is you.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Secret>,
        /// Your games that have not ended; `attach` leads to each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        games: Vec<TableId>,
        /// The server program and its version.
        server: String,
        /// What it enforces.
        limits: Limits,
    },
    /// The request was carried out.
    Ok {
        /// Request id.
        cid: u32,
    },
    /// The request was refused and changed nothing.
    Error {
        /// Request id; absent when the message could not be read that far.
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
    },
    /// Answer to `challenge`.
    Challenging {
        /// Request id.
        cid: u32,
        /// The new challenge.
        challenge: ChallengeId,
    },
    /// Answer to `moves`.
    Moves {
        /// Request id.
        cid: u32,
        /// Where.
        table: TableId,
        /// For which ply.
        ply: u32,
        /// How many there are, where that can be counted.
        count: Option<u64>,
        /// All of them, ascending, if they are few enough to list.
        moves: Option<Vec<Move>>,
    },
    /// Answer to `attach` and `watch`: all that is known of the table.
    Table {
        /// Request id.
        cid: u32,
        /// The table.
        #[serde(flatten)]
        view: TableView,
    },
    /// After the answer to `lobby`: what the lobby looks like now.
    Lobby(LobbyView),
    /// Event: what has changed in the lobby since then.
    LobbyDelta(LobbyDelta),
    /// Event: somebody challenges you.
    Challenged(ChallengeView),
    /// Event: a challenge of yours was declined, withdrawn, or its player left.
    Declined {
        /// Which.
        challenge: ChallengeId,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Decline>,
    },
    /// Event: a challenge of yours to a bot of the server's waits until the bot, which
    /// plays as many games as it can, has room for another.
    Queued {
        /// Which.
        challenge: ChallengeId,
        /// Its place in line, from 1.
        place: u32,
    },
    /// Event: nobody has been found yet for a `quick` of yours, which goes on.
    Nobody {
        /// The wait.
        seek: SeekId,
        /// A bot of the server's that would play at once if challenged.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        house: Option<Player>,
    },
    /// Event: a game of yours begins. Keep the token: it is the way back.
    Seated {
        /// The seek or challenge that led here, or the table of which this is the
        /// rematch or the second game.
        offer: uuid::Uuid,
        /// Your seat.
        seat: Seat,
        /// Your secret.
        token: Secret,
        /// The table.
        #[serde(flatten)]
        view: TableView,
    },
    /// Event: with the pie rule, who begins has been chosen. Then comes the
    /// `state`.
    Chosen {
        /// Where.
        table: TableId,
        /// Who sits where from now on. Tokens stay with their players.
        players: Vec<Player>,
    },
    /// Event: a player at a table where you sit or look on says something. Nobody
    /// behind a `delay` gets it before the game is over.
    Said {
        /// Where.
        table: TableId,
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// Event: a table has changed.
    State(TableState),
    /// Event: a pair of yours is due in a tournament that asks whether you are
    /// ready. Who does not say so in time loses it.
    ReadyCheck {
        /// Which tournament.
        tournament: TournamentId,
        /// The round.
        round: u32,
        /// The board.
        board: u32,
        /// The pair.
        pair: u32,
        /// Against whom.
        opponent: Player,
        /// How long it may take to say so, from now on.
        wait_ms: u32,
    },
    /// Event: how a tournament stands that you follow.
    Tournament(Box<TournamentView>),
    /// Event: whoever runs the server says something to everybody.
    Notice {
        /// For people.
        message: String,
    },
    /// Event: the server is about to stop, and why. New games are refused from
    /// now on.
    Closing {
        /// For people.
        message: String,
    },
}

impl ServerMessage {
    /// The request that this answers; `None` for an event, and for the refusal of a
    /// text without a readable `cid`.
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
            | ServerMessage::Nobody { .. }
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

/// Somebody who is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// For challenges.
    pub id: PlayerId,
    /// For people.
    pub name: Name,
    /// Guest, person or program.
    pub kind: Kind,
    /// Whether it is one of the server's own bots.
    #[serde(default)]
    pub house: bool,
}

/// A seek as the lobby shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeekView {
    /// What `accept` names.
    pub seek: SeekId,
    /// Who offers.
    pub by: Player,
    /// What is offered.
    #[serde(flatten)]
    pub offer: Proposal<Offered>,
    /// How many players are still missing: one, but for games with more seats.
    pub missing: u8,
    /// The offering player's rating in the pool where it would count, if it is rated
    /// and they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// Which ratings are let in, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowView>,
}

/// A challenge as its addressee sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChallengeView {
    /// What `reply` names.
    pub challenge: ChallengeId,
    /// Who challenges.
    pub by: Player,
    /// What is offered.
    #[serde(flatten)]
    pub offer: Proposal<Offered>,
    /// The challenger's rating in the pool where it would count, if it is rated
    /// and they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
}

/// A running table in one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableLine {
    /// What `watch` names.
    pub table: TableId,
    /// The variant's name.
    pub variant: String,
    /// Who sits where.
    pub players: Vec<Player>,
    /// Whether it counts for the ladder.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// In a rated game: by seat, what the ladder knew of the players when it
    /// began; empty if nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Option<Rating>>,
}
