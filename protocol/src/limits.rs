//! Every limit that the server enforces on a connection, with its reason. `welcome` sends
//! those in [`Limits`] to clients, and docs/protocol.md quotes them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The most bytes in one message. The largest legal one is a seek with a thousand long heaps,
/// 17 kB.
pub const MAX_MESSAGE_BYTES: usize = 64 * 1024;

/// The most characters in a player's name: as many as fit beside a board on a phone.
pub const MAX_NAME_CHARS: usize = 32;

/// The most characters in the name of a client program.
pub const MAX_CLIENT_CHARS: usize = 64;

/// Characters in a password: enough to be hard to guess, few enough to be cheap to
/// hash.
pub const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 10..=200;

/// Attempts at one account from addresses that have never opened it: this many at once after a
/// pause, then one more after each interval. What they cost those who make them is in
/// [`crate::costs`].
pub const ACCOUNT_ATTEMPTS: (u32, Duration) = (30, Duration::from_secs(20));

/// How long a name must stay before it can change again, so that players can be
/// recognised.
pub const RENAME_COOLDOWN: Duration = Duration::from_secs(30 * 24 * 3600);

/// How long a link that resets a password works, from a mail or from the admin.
pub const RESET_LINK_LIFETIME: Duration = Duration::from_secs(3600);

/// How long until another mail may be sent for the same account.
pub const MAIL_COOLDOWN: Duration = Duration::from_secs(300);

/// Mails to one mailbox that need no proof that it is the account's, whichever accounts name it:
/// this many at once after a pause, then one more after each interval.
pub const MAILS_TO_ADDRESS: (u32, Duration) = (3, MAIL_COOLDOWN);

/// The same for all mailboxes together, so that nobody makes the server's relay a sender of spam:
/// at most 560 in an hour.
pub const MAILS_IN_ALL: (u32, Duration) = (200, Duration::from_secs(10));

/// The most characters in a mail address: RFC 5321's limit for a path.
pub const MAX_EMAIL_CHARS: usize = 254;

/// The most characters kept of a login's user agent.
pub const MAX_AGENT_CHARS: usize = 100;

/// The most characters in the version that an owner gives a bot.
pub const MAX_VERSION_CHARS: usize = 32;

/// The most bots of one player.
pub const MAX_BOTS: usize = 256;

/// The most logins of one player; a further one logs out the oldest.
pub const MAX_LOGINS: usize = 32;

/// The most connections of one player: windows and devices. A further one closes the oldest
/// with 4409. A bot may have one.
pub const MAX_PLAYER_CONNECTIONS: usize = 8;

/// The most players that one player may block.
pub const MAX_BLOCKS: usize = 100;

/// The most players that one player may follow.
pub const MAX_FOLLOWED: usize = 200;

/// The longest address that a browser's push service may have.
pub const MAX_PUSH_ADDRESS_BYTES: usize = 1_024;

/// The most reports by one player that nobody has dealt with yet.
pub const MAX_OPEN_REPORTS: usize = 10;

/// The most reports that nobody has dealt with yet before guests can make no more.
pub const MAX_REPORTS_FOR_GUESTS: usize = 1_000;

/// The most characters in the text of a report.
pub const MAX_REPORT_CHARS: usize = 500;

/// How long until a waiting player is told that nobody has been found.
pub const NO_MATCH_NOTICE_AFTER: Duration = Duration::from_secs(10);

/// How long an invitation outlives its maker's connection.
pub const INVITATION_LIFETIME: Duration = Duration::from_secs(120);

/// How long a new connection may take to say hello.
pub const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// How long an HTTP client may take to send its request head.
pub const REQUEST_HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// How long an HTTP client may take to send its request's body.
pub const REQUEST_BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// A connection that has been silent for this long is pinged.
pub const PING_AFTER: Duration = Duration::from_secs(15);

/// A connection that stays silent for this long counts as dead: a ping and ten seconds
/// of grace.
pub const SILENCE_TIMEOUT: Duration = Duration::from_secs(25);

/// Credits of a connection after a pause; most messages cost one. Enough for a bot that
/// opens all its games together.
pub const CREDITS: u32 = 2_000;

/// Credits that come back each second. When they are used up, the server stops reading until
/// they return, so a flood slows down its sender and nobody else.
pub const CREDITS_PER_SECOND: u32 = 1_000;

/// The cost of a message for which a start is drawn, judged or looked up.
pub const OFFER_CREDITS: u32 = 10;

/// The cost of a message whose answer may be long: a game's history, its legal moves,
/// the lobby, a tournament.
pub const VIEW_CREDITS: u32 = 5;

/// The number of malformed messages before the connection is closed with 1008: a client under
/// development makes mistakes, a flood makes thousands.
pub const MAX_BAD_MESSAGES: u32 = 50;

/// The most bytes that may wait for a client that does not read. Beyond them its connection is
/// closed with 4408; the client may come back and attach.
pub const MAX_OUTBOX_BYTES: usize = 256 * 1024;

/// The most open seeks and challenges of one player.
pub const MAX_OFFERS: usize = 32;

/// The most bytes, as JSON, of a game that is offered to all: everybody who looks at the lobby
/// receives it. Larger ones are offered by their link.
pub const MAX_LISTED_GAME_BYTES: usize = 2_048;

/// The most challenges that may queue for one of the server's own bots.
pub const MAX_BOT_QUEUE: usize = 1_000;

/// The most games that a player has at once with one of the server's own bots, so that nobody
/// takes all its places.
pub const MAX_GAMES_WITH_BOT: usize = 32;

/// The most unfinished games of one player: what a house bot plays on a busy evening.
pub const MAX_GAMES: usize = 512;

/// The most tables that one connection may watch.
pub const MAX_WATCHED: usize = 32;

/// The most moves in one game. A heap of 2^53 objects, taken one at a time, would otherwise
/// outlive everybody.
pub const MAX_PLIES: u32 = 10_000;

/// The largest spectator delay in moves: more than most games have.
pub const MAX_DELAY: u8 = 50;

/// The most moves that one answer lists, of a game's history or of the legal moves.
pub const MAX_LISTED_MOVES: usize = 1_000;

/// The most seeks, tables and players, each, that one view of the lobby lists.
pub const MAX_LISTED: usize = 100;

/// How long a player may be gone before their opponents may claim the game.
pub const CLAIM_AFTER: Duration = Duration::from_secs(60);

/// How long a player may be gone if nobody claims; then they lose the game, or it ends
/// without a result if nobody is there.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(600);

/// How long a player may take to begin a game that has a clock; then it is aborted.
pub const FIRST_MOVE_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a turn may last in a game without a clock, so that every game has a last
/// moment.
pub const TURN_TIMEOUT: Duration = Duration::from_secs(24 * 3600);

/// How long clocks wait after a restart of the server for players who are not back yet.
pub const RECONNECT_GRACE: Duration = Duration::from_secs(30);

/// The shortest base time, or time for a move.
pub const MIN_TIME_MS: u32 = 100;

/// The longest base time: three hours.
pub const MAX_BASE_MS: u32 = 3 * 3_600_000;

/// The longest increment or delay: three minutes.
pub const MAX_STEP_MS: u32 = 180_000;

/// The most periods of byo-yomi: with the longest ones, an hour and a half.
pub const MAX_PERIODS: u32 = 30;

/// The longest time for a move other than days: one hour.
pub const MAX_MOVE_MS: u32 = 3_600_000;

/// The most days for a move.
pub const MAX_DAYS: u32 = 14;

/// How long a finished table can still be watched.
pub const FINISHED_TABLE_LIFETIME: Duration = Duration::from_secs(600);

/// The most entrants of one tournament.
pub const MAX_ENTRANTS: usize = 256;

/// The most rounds of a Swiss tournament.
pub const MAX_ROUNDS: u32 = 30;

/// The most cycles of a round-robin.
pub const MAX_CYCLES: u32 = 8;

/// The most entrants of a gauntlet who meet all others.
pub const MAX_CHAMPIONS: u32 = 16;

/// The most pairs that one pairing plays.
pub const MAX_PAIRS_PER_PAIRING: usize = 1_000;

/// The most extra pairs that a knockout pairing plays until it is decided; then the better
/// seed advances.
pub const MAX_EXTRA_PAIRS: u32 = 16;

/// The most kinds of starts in one tournament.
pub const MAX_COURSES: usize = 20;

/// The most starts that an organizer lists.
pub const MAX_LISTED_STARTS: usize = 1_000;

/// The most bytes of all those starts: they fit in the message that creates the tournament,
/// and followers receive them with each view.
pub const MAX_LISTED_BYTES: usize = 32 * 1024;

/// The most objects in a start that a tournament draws: many more moves than anybody wants to
/// watch.
pub const MAX_START_SIZE: u64 = 1_000;

/// The most pairs that a tournament plays at the same time.
pub const MAX_RUNNING: usize = 64;

/// The most pairs of one tournament; an arena ends when it has played this many.
pub const MAX_TOURNAMENT_PAIRS: u64 = 50_000;

/// The longest wait for an entrant whose pair is due.
pub const MAX_WAIT: Duration = Duration::from_secs(600);

/// How far ahead the beginning of a tournament may be: an unstarted tournament is kept for no
/// longer than this.
pub const MAX_AHEAD: Duration = Duration::from_secs(28 * 86_400);

/// The longest arena: a day.
pub const MAX_ARENA: Duration = Duration::from_secs(86_400);

/// The shortest arena.
pub const MIN_ARENA: Duration = Duration::from_secs(10);

/// The largest difference in Elo that a sequential test asks about, in either direction:
/// beyond it one of the two never wins.
pub const MAX_SPRT_ELO: i64 = 1_000;

/// The error rates allowed in a sequential test: low enough for a meaningful result, high
/// enough for the test to end.
pub const SPRT_ERROR_RATES: std::ops::RangeInclusive<f64> = 0.000_1..=0.4;

/// The most connections that follow one tournament.
pub const MAX_TOURNAMENT_WATCHERS: usize = 1_000;

/// The most tournaments that have not ended.
pub const MAX_TOURNAMENTS: usize = 100;

/// The most unfinished tournaments that one player has made: a club's evening, and next
/// week's.
pub const MAX_TOURNAMENTS_PER_PLAYER: usize = 10;

/// The most unfinished tournaments that were made from one network (IPv4: a /24, IPv6: a /48).
pub const MAX_TOURNAMENTS_PER_NETWORK: usize = 20;

/// The most unfinished tournaments that were made from the networks of one provider (a /16; a /32).
pub const MAX_TOURNAMENTS_PER_PROVIDER: usize = 40;

/// The limits that a client should know; `welcome` carries them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// [`MAX_MESSAGE_BYTES`].
    pub message_bytes: u32,
    /// [`CREDITS`].
    pub credits: u32,
    /// [`CREDITS_PER_SECOND`].
    pub credits_per_second: u32,
    /// [`MAX_OFFERS`].
    pub offers: u32,
    /// [`MAX_GAMES`].
    pub games: u32,
    /// [`MAX_WATCHED`].
    pub watched: u32,
    /// [`MAX_PLIES`].
    pub plies: u32,
    /// [`PING_AFTER`], in milliseconds.
    pub ping_after_ms: u32,
    /// [`SILENCE_TIMEOUT`], in milliseconds.
    pub silence_timeout_ms: u32,
    /// [`CLAIM_AFTER`], in milliseconds.
    pub claim_after_ms: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: MAX_MESSAGE_BYTES as u32,
            credits: CREDITS,
            credits_per_second: CREDITS_PER_SECOND,
            offers: MAX_OFFERS as u32,
            games: MAX_GAMES as u32,
            watched: MAX_WATCHED as u32,
            plies: MAX_PLIES,
            ping_after_ms: PING_AFTER.as_millis() as u32,
            silence_timeout_ms: SILENCE_TIMEOUT.as_millis() as u32,
            claim_after_ms: CLAIM_AFTER.as_millis() as u32,
        }
    }
}
