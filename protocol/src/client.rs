//! What a client may say.

use std::collections::BTreeSet;

use rules::{Ending, Move};
use serde::{Deserialize, Serialize};

use crate::limits::{OFFER_CREDITS, VIEW_CREDITS};
use crate::{
    ChallengeId, Difficulty, Name, PlayerId, Proposal, Secret, SeekId, TableId, TimeControl,
    TournamentId, Wanted, Window, Without, is_false,
};

/// A request. Each carries a `cid`, a number of the client's choice, which
/// comes back in exactly one answer: the one that the case names, or `error`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Who is there; the first message of a connection. Answer: `welcome`.
    Hello {
        /// Request id.
        cid: u32,
        /// What the others see. A registered player keeps his own name; left
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
    Ping {
        /// Request id.
        cid: u32,
    },
    /// Tell me what happens in the lobby, or stop telling. Answer: `ok`, then a
    /// `lobby` at once and after changes.
    Lobby {
        /// Request id.
        cid: u32,
        /// Whether to tell.
        on: bool,
    },
    /// Offer a game to whoever takes it. Answer: `seeking`.
    Seek {
        /// Request id.
        cid: u32,
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
        /// Request id.
        cid: u32,
        /// The seek's or the challenge's id.
        offer: uuid::Uuid,
    },
    /// Take somebody's offer. Answer: `ok`, and `seated` for each player.
    Accept {
        /// Request id.
        cid: u32,
        /// The seek.
        seek: SeekId,
    },
    /// Offer a game to one player. Answer: `challenging`.
    Challenge {
        /// Request id.
        cid: u32,
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
        /// Request id.
        cid: u32,
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
        /// Request id.
        cid: u32,
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
        /// Request id.
        cid: u32,
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
        /// Request id.
        cid: u32,
        /// Where.
        table: TableId,
        /// To begin; or to let the other begin.
        begin: bool,
    },
    /// Give up. Answer: `ok`, and the `state`.
    Resign {
        /// Request id.
        cid: u32,
        /// Where.
        table: TableId,
    },
    /// End a game that has not really begun, without a result. Answer: `ok`,
    /// and the `state`.
    Abort {
        /// Request id.
        cid: u32,
        /// Where.
        table: TableId,
    },
    /// Win against a player who has been gone for long enough, instead of
    /// waiting for him. Answer: `ok`, and the `state`.
    Claim {
        /// Request id.
        cid: u32,
        /// Where.
        table: TableId,
    },
    /// Ask to take back one's last move, or answer whoever asks. When all have
    /// agreed, the game goes on from that ply. Answer: `ok`, and the `state`.
    Takeback {
        /// Request id.
        cid: u32,
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
        /// Request id.
        cid: u32,
        /// Where.
        table: TableId,
        /// To ask or agree; or to withdraw or decline.
        want: bool,
    },
    /// Sit down again on a seat of one's own, from any connection. Answer:
    /// `table`.
    Attach {
        /// Request id.
        cid: u32,
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
        /// Request id.
        cid: u32,
        /// Where.
        table: TableId,
        /// The first ply to tell the moves from.
        #[serde(default)]
        since: u32,
    },
    /// Stop looking on. Answer: `ok`.
    Unwatch {
        /// Request id.
        cid: u32,
        /// Where.
        table: TableId,
    },
    /// Enter a tournament. Answer: `ok`; then `seated` for each game, with the
    /// tournament's id as the `offer`.
    Enter {
        /// Request id.
        cid: u32,
        /// Which.
        tournament: TournamentId,
        /// What the organizer has given out, where it is wanted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invitation: Option<Secret>,
    },
    /// Leave a tournament; what has not been played is lost. Answer: `ok`.
    Leave {
        /// Request id.
        cid: u32,
        /// Which.
        tournament: TournamentId,
    },
    /// Say that one is ready for one's next pair in a tournament that asks. Answer:
    /// `ok`.
    Ready {
        /// Request id.
        cid: u32,
        /// Which.
        tournament: TournamentId,
    },
    /// Tell me how a tournament stands, or stop telling. Answer: `ok`, then a
    /// `tournament` at once and after changes.
    Follow {
        /// Request id.
        cid: u32,
        /// Which.
        tournament: TournamentId,
        /// Whether to tell.
        on: bool,
    },
    /// Which moves are legal now? Answer: `moves`.
    Moves {
        /// Request id.
        cid: u32,
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

/// A move as it stands on the wire.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveRequest<'a> {
    t: &'a str,
    cid: u32,
    table: TableId,
    ply: u32,
    #[serde(rename = "move")]
    mv: Move,
}

/// A seek as it stands on the wire. The fields of its proposal are said once more
/// here: to gather them first costs more than to read them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeekRequest<'a> {
    t: &'a str,
    cid: u32,
    game: Wanted,
    seat: SeatChoice,
    clock: Option<TimeControl>,
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    pair: bool,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    pie: bool,
    #[serde(default)]
    delay: u8,
    #[serde(default)]
    without: BTreeSet<Without>,
    #[serde(default)]
    private: bool,
    window: Option<Window>,
}

/// What takes a seek, as it stands on the wire.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AcceptRequest<'a> {
    t: &'a str,
    cid: u32,
    seek: SeekId,
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
    /// Reads a message.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(text: &str) -> Result<ClientMessage, serde_json::Error> {
        // A message's type may stand anywhere in it, so serde keeps a copy of
        // everything until it has found it. What every game has, its moves above all,
        // is read as such at once. To fail at it would cost as much as to succeed, so
        // it is tried only with what looks like it.
        let read = if text.starts_with(r#"{"t":"seek""#) {
            read_seek(text)
        } else if text.starts_with(r#"{"t":"accept""#) {
            read_accept(text)
        } else if text.contains(r#""move""#) {
            read_move(text)
        } else {
            None
        };
        read.map_or_else(|| serde_json::from_str(text), Ok)
    }

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
            | ClientMessage::Unwatch { .. }
            | ClientMessage::Enter { .. }
            | ClientMessage::Leave { .. }
            | ClientMessage::Ready { .. } => 1,
        }
    }

    /// The request id.
    pub fn cid(&self) -> u32 {
        match *self {
            ClientMessage::Hello { cid, .. }
            | ClientMessage::Ping { cid }
            | ClientMessage::Lobby { cid, .. }
            | ClientMessage::Seek { cid, .. }
            | ClientMessage::Cancel { cid, .. }
            | ClientMessage::Accept { cid, .. }
            | ClientMessage::Challenge { cid, .. }
            | ClientMessage::Quick { cid, .. }
            | ClientMessage::Reply { cid, .. }
            | ClientMessage::Move { cid, .. }
            | ClientMessage::Resign { cid, .. }
            | ClientMessage::Abort { cid, .. }
            | ClientMessage::Choose { cid, .. }
            | ClientMessage::Claim { cid, .. }
            | ClientMessage::Takeback { cid, .. }
            | ClientMessage::Rematch { cid, .. }
            | ClientMessage::Attach { cid, .. }
            | ClientMessage::Watch { cid, .. }
            | ClientMessage::Unwatch { cid, .. }
            | ClientMessage::Enter { cid, .. }
            | ClientMessage::Leave { cid, .. }
            | ClientMessage::Ready { cid, .. }
            | ClientMessage::Follow { cid, .. }
            | ClientMessage::Moves { cid, .. } => cid,
        }
    }
}

fn read_move(text: &str) -> Option<ClientMessage> {
    let MoveRequest { t, cid, table, ply, mv } = serde_json::from_str(text).ok()?;
    (t == "move").then_some(ClientMessage::Move { cid, table, ply, mv })
}

fn read_seek(text: &str) -> Option<ClientMessage> {
    let said: SeekRequest<'_> = serde_json::from_str(text).ok()?;
    let SeekRequest { t, cid, game, seat, clock, rated, pair, private, window, .. } = said;
    let SeekRequest { open, pie, delay, without, .. } = said;
    let offer = Proposal { game, seat, clock, rated, pair, open, pie, delay, without };
    (t == "seek").then_some(ClientMessage::Seek { cid, offer, private, window })
}

fn read_accept(text: &str) -> Option<ClientMessage> {
    let AcceptRequest { t, cid, seek } = serde_json::from_str(text).ok()?;
    (t == "accept").then_some(ClientMessage::Accept { cid, seek })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_game_has_is_read_like_everything_else() {
        let table = "01890a5d-ac96-774b-bcce-b302099a8061";
        let nim = r#""game":{"variant":"nim","ending":"normal","start":{"heaps":[3,5]}}"#;
        let texts = [
            format!(r#"{{"t":"move","cid":1,"table":"{table}","ply":0,"move":[2,1]}}"#),
            format!(r#"{{"move":["take",0,3],"ply":7,"table":"{table}","cid":9,"t":"move"}}"#),
            format!(r#"{{"t":"move","cid":1,"table":"{table}","ply":0,"move":3,"x":1}}"#),
            format!(r#"{{"t":"move","cid":1,"cid":1,"table":"{table}","ply":0,"move":3}}"#),
            format!(r#"{{"t":"move","cid":-1,"table":"{table}","ply":0,"move":3}}"#),
            format!(r#"{{"t":"resign","cid":1,"table":"{table}"}}"#),
            format!(r#"["move",1,"{table}",0,[2,1]]"#),
            r#"{"t":"move"}"#.to_owned(),
            format!(r#"{{"t":"move","t":"seek","cid":1,"table":"{table}","ply":0,"move":3}}"#),
            format!(r#"{{"t":"seek","cid":1,{nim},"seat":"first"}}"#),
            format!(r#"{{"cid":1,{nim},"seat":"first","t":"seek"}}"#),
            format!(
                r#"{{"t":"seek","cid":1,{nim},"seat":"second","rated":true,"pair":true,"delay":9,
                "clock":{{"kind":"move","ms":5000}},"without":["abort"],"open":true,"pie":false,
                "private":true,"window":{{"below":5,"above":7}}}}"#
            ),
            r#"{"t":"seek","cid":1,"game":{"preset":"Marienbad"},"seat":"first"}"#.to_owned(),
            format!(r#"{{"t":"seek","cid":1,{nim},"seat":"third"}}"#),
            format!(r#"{{"t":"seek","cid":1,{nim},"seat":"first","x":1}}"#),
            format!(r#"{{"t":"seek","cid":1,"cid":1,{nim},"seat":"first"}}"#),
            format!(r#"{{"t":"seek","cid":1,{nim},{nim},"seat":"first"}}"#),
            format!(r#"{{"t":"seek","cid":1,{nim},"seat":"first","private":null}}"#),
            format!(r#"{{"t":"seek","cid":1,{nim}}}"#),
            format!(r#"{{"t":"seek","t":"seek","cid":1,{nim},"seat":"first"}}"#),
            format!(r#"{{"t":"accept","cid":1,"seek":"{table}"}}"#),
            format!(r#"{{"seek":"{table}","cid":1,"t":"accept"}}"#),
            format!(r#"{{"t":"accept","cid":1,"seek":"{table}","x":1}}"#),
            format!(r#"{{"t":"accept","t":"accept","cid":1,"seek":"{table}"}}"#),
            r#"{"t":"accept","cid":1,"seek":"x"}"#.to_owned(),
            r#"{"t":"accept"}"#.to_owned(),
            r#"{"t":"accept"#.to_owned(),
            r#"{"t":"ping","cid":1}"#.to_owned(),
            "[]".to_owned(),
            "".to_owned(),
        ];
        for text in texts {
            let slow = serde_json::from_str::<ClientMessage>(&text);
            let read = ClientMessage::read(&text);
            assert_eq!(read.as_ref().ok(), slow.as_ref().ok(), "{text}");
            let why = |result: Result<_, serde_json::Error>| result.err().map(|e| e.to_string());
            assert_eq!(why(read), why(slow), "{text}");
        }
    }
}
