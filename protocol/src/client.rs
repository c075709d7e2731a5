//! What a client may say.

use std::time::Duration;

use rules::{Ending, Move};
use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::LobbyList;
use crate::limits::{OFFER_CREDITS, VIEW_CREDITS};
use crate::{
    ChallengeId, Difficulty, LobbyLists, Name, Nonce, PlayerId, Proposal, Secret, SeekId, TableId,
    TimeControl, TournamentId, Wanted, Window, is_false,
};

/// What a client asks for, without the request id: a [`Request`](crate::Request) has
/// both, and is what travels. Each case names its answer; any may be answered `error`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(tag = "t"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Who is there; the first message of a connection. Answer: `welcome`.
    Hello {
        /// What the others see. A registered player keeps their own name; left
        /// out, the server makes one up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Name>,
        /// A person or a program.
        kind: Kind,
        /// The client program and its version: `nim-bot 0.1.0`.
        client: String,
        /// Who says it: the secret of an earlier `welcome`, or that of a
        /// registered player or bot. Left out, it is that of the upgrade's
        /// `Authorization` header or of the page's cookie, or a new player comes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Secret>,
    },
    /// Is the connection alive, and how slow is it? Answer: `pong`.
    Ping {},
    /// Tell me what happens in the lobby, or stop telling. Answer: `ok`, then a
    /// `lobby` at once, and after changes a `lobby_delta`.
    Lobby {
        /// Whether to tell.
        on: bool,
        /// Which lists; left out, all.
        #[serde(default, skip_serializing_if = "LobbyLists::are_all")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<LobbyList>"))]
        show: LobbyLists,
    },
    /// Offer a game to whoever takes it. Answer: `seeking`.
    Seek {
        /// What is offered.
        #[serde(flatten)]
        offer: Proposal<Wanted>,
        /// A private seek is not listed: its id is an invitation to pass on.
        #[serde(default)]
        private: bool,
        /// How strong whoever takes it must be; left out, anybody may.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
    },
    /// Take back an offer or a challenge of one's own. Answer: `ok`.
    Cancel {
        /// The seek's or the challenge's id.
        offer: uuid::Uuid,
    },
    /// Take somebody's offer. Answer: `ok`, and `seated` for each player.
    Accept {
        /// The seek.
        seek: SeekId,
    },
    /// Offer a game to one player. Answer: `challenging`.
    Challenge {
        /// Whom.
        player: PlayerId,
        /// What is offered.
        #[serde(flatten)]
        offer: Proposal<Wanted>,
    },
    /// Find me an opponent: whoever waits for the same and is near in rating.
    /// Answer: `seeking`, and `seated` when there is one, or `nobody` after a
    /// while in which there was none; the wait goes on until `cancel`.
    Quick {
        /// What for.
        #[serde(default)]
        pool: QuickPool,
        /// How strong the opponent must be; left out, near in rating at first,
        /// and farther off the longer the wait.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window: Option<Window>,
    },
    /// Take or decline a challenge. Answer: `ok`; then `seated` for both, or
    /// `declined` for the challenger.
    Reply {
        /// Which challenge.
        challenge: ChallengeId,
        /// Whether to play.
        accept: bool,
        /// Why not, for the challenger.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Decline>,
    },
    /// Make a move. Answer: `ok`, after which everybody at the table gets the
    /// `state`. Repeating an accepted move gives `ok` and the `state` again.
    Move {
        /// Where.
        table: TableId,
        /// How many moves have been made before this one.
        ply: u32,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// Choose who begins, in a game with the pie rule that somebody else has
    /// proposed. Answer: `ok`; then everybody at the table gets `chosen`, and the
    /// `state`.
    Choose {
        /// Where.
        table: TableId,
        /// To begin; or to let the other begin.
        begin: bool,
    },
    /// Give up. Answer: `ok`, and the `state`.
    Resign {
        /// Where.
        table: TableId,
    },
    /// End a game that has not really begun, without a result. Answer: `ok`,
    /// and the `state`.
    Abort {
        /// Where.
        table: TableId,
    },
    /// Win against a player who has been gone for long enough, instead of
    /// waiting for them. Answer: `ok`, and the `state`.
    Claim {
        /// Where.
        table: TableId,
    },
    /// Ask to take back one's last move, or answer whoever asks. When all have
    /// agreed, the game goes on from that ply. Answer: `ok`, and the `state`.
    Takeback {
        /// Where.
        table: TableId,
        /// The ply of the move to take back.
        ply: u32,
        /// To ask or agree; or to withdraw or decline.
        want: bool,
    },
    /// Play the same again with the seats moved on by one, when the game is
    /// over. When all want it, each gets `seated`, with the old table's id as
    /// the `offer`. Answer: `ok`, and the `state`.
    Rematch {
        /// Where.
        table: TableId,
        /// To ask or agree; or to withdraw or decline.
        want: bool,
    },
    /// Say one of a few phrases, at a table where one has a seat. Answer: `ok`; then
    /// the others there get `said`.
    Say {
        /// Where.
        table: TableId,
        /// What.
        phrase: Phrase,
    },
    /// Sit down again on a seat of one's own, from any connection. Answer:
    /// `table`.
    Attach {
        /// Where.
        table: TableId,
        /// The seat's secret; left out, the seat is taken that the player has
        /// there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Secret>,
        /// The first ply to tell the moves from.
        #[serde(default)]
        since: u32,
    },
    /// Look on. Answer: `table`, and then each `state`.
    Watch {
        /// Where.
        table: TableId,
        /// The first ply to tell the moves from.
        #[serde(default)]
        since: u32,
    },
    /// Stop looking on. Answer: `ok`.
    Unwatch {
        /// Where.
        table: TableId,
    },
    /// Enter a tournament. Answer: `ok`; then `seated` for each game, with the
    /// tournament's id as the `offer`.
    Enter {
        /// Which.
        tournament: TournamentId,
        /// What the organizer has given out, where it is wanted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invitation: Option<Secret>,
        /// What the entrant adds to the lots, so that nobody chooses them alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Nonce>,
    },
    /// Leave a tournament; what has not been played is lost. Answer: `ok`.
    Leave {
        /// Which.
        tournament: TournamentId,
    },
    /// Say that one is ready for one's next pair in a tournament that asks. Answer:
    /// `ok`.
    Ready {
        /// Which.
        tournament: TournamentId,
    },
    /// Tell me how a tournament stands, or stop telling. Answer: `ok`, then a
    /// `tournament` at once and after changes.
    Follow {
        /// Which.
        tournament: TournamentId,
        /// Whether to tell.
        on: bool,
    },
    /// Which moves are legal now? Answer: `moves`.
    Moves {
        /// Where.
        table: TableId,
    },
}

/// Who sits behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Somebody who has not registered.
    Guest,
    /// A person.
    Person,
    /// A program.
    Bot,
}

/// Which seat somebody wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatChoice {
    /// Make the first move.
    First,
    /// Make the second.
    Second,
    /// The server draws.
    #[default]
    Random,
}

/// Why there is no game: in whoever declines, or by what happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Decline {
    /// Not now; another time perhaps.
    Later,
    /// Too many games already.
    Busy,
    /// Another game.
    Game,
    /// Another clock.
    Clock,
    /// Rated, please.
    Rated,
    /// Not for the ladder, please.
    Casual,
    /// The challenger has taken it back.
    Withdrawn,
    /// A player has left.
    Left,
}

/// What players may say to each other: phrases that every page has in its reader's
/// language, so there is nothing to moderate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Have fun!
    HaveFun,
    /// Nice move!
    NiceMove,
    /// Oops.
    Oops,
    /// One moment, please.
    OneMoment,
    /// Well played!
    WellPlayed,
    /// Good game!
    GoodGame,
    /// Thank you!
    Thanks,
    /// I have to go.
    HaveToGo,
    /// Goodbye!
    Goodbye,
}

impl Phrase {
    /// How long a player waits at a table between two phrases: nobody reads faster,
    /// and a stream of them would disturb the game.
    pub const EVERY: Duration = Duration::from_secs(2);
}

/// Who waits for the same kind of game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct QuickPool {
    /// The variant, with the parameters of its first preset.
    pub variant: String,
    /// Who wins.
    pub ending: Ending,
    /// How long players may think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Whether it counts for the ladder.
    #[serde(skip_serializing_if = "is_false")]
    pub rated: bool,
    /// Whether it is a pair. What is rated is one, unless `single`.
    #[serde(skip_serializing_if = "is_false")]
    pub pair: bool,
    /// A single rated game instead of a pair, from a start of which it is proven
    /// who wins it.
    #[serde(skip_serializing_if = "is_false")]
    pub single: bool,
    /// Whether all help is allowed.
    #[serde(skip_serializing_if = "is_false")]
    pub open: bool,
    /// How hard the start is that the server draws.
    pub difficulty: Difficulty,
}

impl Default for QuickPool {
    /// A game of Nim, for fun.
    fn default() -> QuickPool {
        let (variant, ending) = ("nim".to_owned(), Ending::Normal);
        let difficulty = Difficulty::default();
        QuickPool {
            variant,
            ending,
            clock: None,
            rated: false,
            pair: false,
            single: false,
            open: false,
            difficulty,
        }
    }
}

impl ClientMessage {
    /// How many credits it costs.
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
            | ClientMessage::Reply { .. }
            | ClientMessage::Move { .. }
            | ClientMessage::Choose { .. }
            | ClientMessage::Resign { .. }
            | ClientMessage::Abort { .. }
            | ClientMessage::Claim { .. }
            | ClientMessage::Takeback { .. }
            | ClientMessage::Rematch { .. }
            | ClientMessage::Say { .. }
            | ClientMessage::Unwatch { .. }
            | ClientMessage::Enter { .. }
            | ClientMessage::Leave { .. }
            | ClientMessage::Ready { .. } => 1,
        }
    }
}
