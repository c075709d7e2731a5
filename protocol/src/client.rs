//! Messages from a client.

use rules::Move;
use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::LobbyList;
use crate::limits::{OFFER_CREDITS, VIEW_CREDITS};
use crate::{
    Bid, ChallengeId, DeclaredProgram, Decline, GameRequest, Kind, LobbyLists, Name, Nonce, Phrase,
    PlayerId, Proposal, PublicKey, QuickPool, Resignation, Secret, SeekId, Signature, TableId,
    TournamentId, Window,
};

/// A client's message without the request id; a [`Request`](crate::Request) has both and is
/// what goes over the wire. Each variant names its answer; any may be answered with `error`.
///
/// ```
/// use protocol::{ClientMessage, Request, TableId};
/// use rules::Move;
///
/// let (table, mv) = (TableId(uuid::Uuid::nil()), Move::List(vec![0, 2].into()));
/// let message = ClientMessage::Move { table, ply: 0, mv };
/// let text = Request { cid: 1, message }.to_json();
/// assert!(text.starts_with(r#"{"t":"move","cid":1,"#), "{text}");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(tag = "t"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Identifies the player; the first message of a connection. Answer: `welcome`.
    Hello {
        /// The name that others see. Registered players keep their own; left out, the server
        /// makes one up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Name>,
        /// A person or a program.
        kind: Kind,
        /// The client program and its version: `nim-bot 0.1.0`.
        client: String,
        /// The secret of an earlier `welcome`, or of a registered player or bot. If it is left
        /// out, the upgrade's `Authorization` header or the page's cookie counts; without
        /// either the player is new.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Secret>,
    },
    /// Measures the connection. Answer: `pong`.
    Ping {},
    /// Follows the lobby, or stops. Answer: `ok`, then a `lobby` at once, and a
    /// `lobby_delta` after changes.
    Lobby {
        /// Whether to follow.
        on: bool,
        /// Which lists; left out, all of them.
        #[serde(default, skip_serializing_if = "LobbyLists::are_all")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<LobbyList>"))]
        show: LobbyLists,
    },
    /// Offers a game to anybody. Answer: `seeking`.
    Seek {
        /// The offer.
        #[serde(flatten)]
        offer: Proposal<GameRequest>,
        /// A private seek is not listed: its id is an invitation to pass on.
        #[serde(default)]
        private: bool,
        /// How strong the opponent must be; left out, anybody may accept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
    },
    /// Withdraws the player's own offer or challenge, or the player from a seek that they accepted.
    /// Answer: `ok`.
    Cancel {
        /// The id of the seek or challenge.
        offer: uuid::Uuid,
    },
    /// Accepts somebody's offer. Answer: `ok`, and `seated` for each player.
    Accept {
        /// The seek.
        seek: SeekId,
    },
    /// Lets house bots take the free seats of the player's own seek, as far as there are bots:
    /// in a game for more than two. Answer: `ok`, and `seated` for each player once all seats
    /// are taken.
    Fill {
        /// The seek.
        seek: SeekId,
    },
    /// Offers a game to one player. Answer: `challenging`.
    Challenge {
        /// The player.
        player: PlayerId,
        /// The offer.
        #[serde(flatten)]
        offer: Proposal<GameRequest>,
    },
    /// Finds an opponent who wants the same and is near in rating. Answer: `seeking`; then
    /// `seated`, or `unmatched` after ten seconds without a match. The wait continues until
    /// `cancel`.
    Quick {
        /// The kind of game.
        #[serde(default)]
        pool: QuickPool,
        /// How strong the opponent must be; left out, one near in rating at first, and farther
        /// away the longer the wait.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
    },
    /// Accepts or declines a challenge. Answer: `ok`; then `seated` for both, or
    /// `declined` for the challenger.
    Reply {
        /// The challenge.
        challenge: ChallengeId,
        /// Whether to accept.
        accept: bool,
        /// Why not, for the challenger.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Decline>,
    },
    /// Makes a move. Answer: `ok`, after which everybody at the table gets the `state`.
    /// Repeating an accepted move gives `ok` and the `state` again.
    Move {
        /// The table.
        table: TableId,
        /// How many moves were made before this one.
        ply: u32,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// With the pie rule: chooses who begins, in a game that the other player offered.
    /// Answer: `ok`; then everybody at the table gets `chosen`, and the `state`.
    Choose {
        /// The table.
        table: TableId,
        /// True to begin, false to let the other player begin.
        begin: bool,
    },
    /// Bids for the seat, once and in secret, in a game where that was agreed. Answer: `ok`, and
    /// the `state`; after the second bid everybody at the table gets `chosen`, and the `state`.
    Bid {
        /// The table.
        table: TableId,
        /// The bid.
        #[serde(flatten)]
        bid: Bid,
    },
    /// Gives up. Answer: `ok`, and the `state`.
    Resign {
        /// The table.
        table: TableId,
    },
    /// Ends a game that has hardly begun, without a result. Answer: `ok`, and the
    /// `state`.
    Abort {
        /// The table.
        table: TableId,
    },
    /// Wins against a player who has been gone for long enough, instead of waiting for
    /// them. Answer: `ok`, and the `state`.
    Claim {
        /// The table.
        table: TableId,
    },
    /// Asks to take back the player's last move, or answers such a request. When all agree,
    /// the game continues from that ply. Answer: `ok`, and the `state`.
    Takeback {
        /// The table.
        table: TableId,
        /// The ply of the move to take back.
        ply: u32,
        /// True to ask or agree, false to withdraw or decline.
        want: bool,
    },
    /// After the game: plays the same game again with the seats rotated by one. When all want
    /// it, each gets `seated`, with the old table's id as the `offer`. Answer: `ok`, and the
    /// `state`.
    Rematch {
        /// The table.
        table: TableId,
        /// True to ask or agree, false to withdraw or decline.
        want: bool,
    },
    /// Says one of a few phrases, at a table where the player has a seat. Answer: `ok`; then
    /// the others there get `said`.
    Say {
        /// The table.
        table: TableId,
        /// The phrase.
        phrase: Phrase,
    },
    /// Attaches this connection to the player's own seat. Answer: `table`.
    Attach {
        /// The table.
        table: TableId,
        /// The seat's secret; left out, the seat that the player has there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Secret>,
        /// The first ply whose move to list.
        #[serde(default)]
        since: u32,
    },
    /// Watches a table. Answer: `table`, and then each `state`.
    Watch {
        /// The table.
        table: TableId,
        /// The first ply whose move to list.
        #[serde(default)]
        since: u32,
    },
    /// Stops watching. Answer: `ok`.
    Unwatch {
        /// The table.
        table: TableId,
    },
    /// Enters a tournament. Answer: `ok`; then `seated` for each game, with the
    /// tournament's id as the `offer`.
    Enter {
        /// The tournament.
        tournament: TournamentId,
        /// The organizer's invitation, where one is needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invitation: Option<Secret>,
        /// The entrant's contribution to the lots, so that nobody chooses them alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Nonce>,
        /// The key with which the entrant will sign their moves, if they intend to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<PublicKey>,
        /// What a bot says of its program.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        program: Option<DeclaredProgram>,
    },
    /// Signs the move that the player is about to make at a table of a tournament, or that they
    /// are about to resign: see [`MoveChain`](crate::MoveChain). Answer: `ok`; the signature is
    /// checked when the game is over.
    Attest {
        /// The tournament.
        tournament: TournamentId,
        /// The table.
        table: TableId,
        /// The signature, by the key named on entering.
        signature: Signature,
        /// Why they are about to resign; left out, it is the next move that is signed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resigns: Option<Resignation>,
    },
    /// Leaves a tournament; unplayed pairs are lost. Answer: `ok`.
    Leave {
        /// The tournament.
        tournament: TournamentId,
    },
    /// Answers a ready check: the player's next pair may begin. Answer: `ok`.
    Ready {
        /// The tournament.
        tournament: TournamentId,
    },
    /// Asks for a half-point bye in a round that has not been paired. Answer: `ok`.
    Bye {
        /// The tournament.
        tournament: TournamentId,
        /// The round, from 1.
        round: u32,
    },
    /// Goes berserk in an arena, or stops: in the player's next pairs they have half the time and
    /// no more per move, and a pair that they win counts half a point more. Answer: `ok`.
    Berserk {
        /// The tournament.
        tournament: TournamentId,
        /// Whether to go berserk.
        on: bool,
    },
    /// Follows a tournament, or stops. Answer: `ok`, then a `tournament` at once and
    /// after changes.
    Follow {
        /// The tournament.
        tournament: TournamentId,
        /// Whether to follow.
        on: bool,
    },
    /// Asks for the legal moves. Answer: `moves`.
    Moves {
        /// The table.
        table: TableId,
    },
}

impl ClientMessage {
    /// Returns how many credits the message costs.
    pub fn credits(&self) -> u32 {
        match self {
            ClientMessage::Seek { .. }
            | ClientMessage::Challenge { .. }
            | ClientMessage::Quick { .. } => OFFER_CREDITS,
            ClientMessage::Lobby { .. }
            | ClientMessage::Attach { .. }
            | ClientMessage::Watch { .. }
            | ClientMessage::Follow { .. }
            | ClientMessage::Moves { .. } => VIEW_CREDITS,
            ClientMessage::Hello { .. }
            | ClientMessage::Ping { .. }
            | ClientMessage::Cancel { .. }
            | ClientMessage::Accept { .. }
            | ClientMessage::Fill { .. }
            | ClientMessage::Reply { .. }
            | ClientMessage::Move { .. }
            | ClientMessage::Choose { .. }
            | ClientMessage::Bid { .. }
            | ClientMessage::Resign { .. }
            | ClientMessage::Abort { .. }
            | ClientMessage::Claim { .. }
            | ClientMessage::Takeback { .. }
            | ClientMessage::Rematch { .. }
            | ClientMessage::Say { .. }
            | ClientMessage::Unwatch { .. }
            | ClientMessage::Enter { .. }
            | ClientMessage::Attest { .. }
            | ClientMessage::Leave { .. }
            | ClientMessage::Ready { .. }
            | ClientMessage::Bye { .. }
            | ClientMessage::Berserk { .. } => 1,
        }
    }
}
