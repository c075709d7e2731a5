//! Entries: everything that the store can be given to store.

use crate::admission::address_range::AddressRange;

use protocol::{Name, Over, PlayerId, TableId, TournamentId, TournamentLine};
use tournament::Event;

use crate::records::account::Account;
use crate::records::audit::AdminAction;
use crate::records::game::{Fact, Opening, Rated, StoredReview};
use crate::records::push::PushSubscription;
use crate::records::puzzle::Tried;
use crate::records::report::ReportChange;
use crate::records::secret_hash::SecretHash;
use crate::records::sessions::StoredSession;
use crate::records::tournament_log::TournamentConfig;
use crate::store::erasure::NameOccurrence;
use crate::store::ladder_log::Voided;

/// Something to be stored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry<'a> {
    /// A new game.
    Opened {
        table: TableId,
        opening: &'a Opening,
        hashes: &'a [SecretHash],
        over: Option<&'a Over>,
    },
    /// The fact number `seq` of a game, and the game's result, if it has ended.
    Happened { table: TableId, seq: u32, fact: &'a Fact, over: Option<&'a Over> },
    /// A result for the ladder, in the commit of its last move.
    Decided(&'a Rated),
    /// A game is damaged, and will not be continued.
    SetAside { table: TableId, why: &'a str },
    /// An address is banned until a time, in milliseconds since 1970, or is no longer banned.
    AddressBanned { range: AddressRange, until: Option<i64> },
    /// Rated matches are voided, for a reason that everybody can read.
    Voided { what: Voided, why: &'a str },
    /// A report of a player has been made or closed.
    Reported(&'a ReportChange),
    /// A player blocks another, or no longer does.
    Blocked { player: PlayerId, other: PlayerId, on: bool },
    /// A player follows another, or no longer does.
    Followed { player: PlayerId, other: PlayerId, on: bool },
    /// A player follows nobody any longer, and nobody follows them.
    FollowsEnded(PlayerId),
    /// An action of the operator.
    Audited(&'a AdminAction),
    /// An expired game is deleted.
    Forgotten(TableId),
    /// An expired tournament is deleted.
    TournamentForgotten(TournamentId),
    /// Secrets that nobody has any more are deleted, and up to this many pages are freed.
    Swept { pages: u32 },
    /// The review of a finished game begins.
    ReviewBegun(TableId),
    /// The solver's review of a finished game.
    Reviewed(&'a StoredReview),
    /// A player's first try at a puzzle.
    PuzzleTried(&'a Tried),
    /// A new account.
    Registered(&'a Account),
    /// An account, as it is from now on.
    AccountChanged(&'a Account),
    /// The name of a deleted account is removed from a record.
    Erased { what: NameOccurrence, player: PlayerId, name: &'a Name },
    /// A secret, by its hash, opens an account from now on.
    Granted { player: PlayerId, session: &'a StoredSession },
    /// A secret is revoked.
    Revoked(&'a SecretHash),
    /// The browser of a session is notified here from now on, or not any longer.
    PushSet { session: &'a SecretHash, subscription: Option<&'a PushSubscription> },
    /// A player is banned until a time, in milliseconds since 1970, or for ever.
    Banned { player: PlayerId, until: Option<i64> },
    /// A player's ban is lifted.
    Pardoned(PlayerId),
    /// A new tournament.
    Founded { tournament: TournamentId, config: &'a TournamentConfig },
    /// The event number `seq` of a tournament; with the last one, the tournament's line in the list
    /// from then on.
    Progressed {
        tournament: TournamentId,
        seq: u32,
        event: &'a Event,
        over: Option<&'a TournamentLine>,
    },
}

impl Entry<'_> {
    /// Whether it is of play: with relaxed durability, a crash may undo it though it was
    /// acknowledged. Accounts, bans and tournaments it may not.
    pub(super) fn is_of_play(&self) -> bool {
        matches!(
            self,
            Entry::Opened { .. }
                | Entry::Happened { .. }
                | Entry::Decided(_)
                | Entry::ReviewBegun(_)
                | Entry::Reviewed(_)
                | Entry::PuzzleTried(_)
        )
    }
}
