//! What is given to the store to be kept.

use protocol::{Over, PlayerId, TableId, TournamentId, TournamentLine};
use tournament::Event;

use crate::records::accounts::Account;
use crate::records::game::{Fact, Opening, Rated, Reviewed};
use crate::records::secret_hash::SecretHash;
use crate::records::tournament_log::TournamentConfig;

/// Something to be kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry<'a> {
    /// A new game.
    Opened {
        table: TableId,
        opening: &'a Opening,
        hashes: &'a [SecretHash],
        over: Option<&'a Over>,
    },
    /// The fact number `seq` of a game, and how it has ended, if it has.
    Happened { table: TableId, seq: u32, fact: &'a Fact, over: Option<&'a Over> },
    /// What counts for the ladder, in the commit of its last move.
    Decided(&'a Rated),
    /// The review of a finished game begins.
    ReviewBegun(TableId),
    /// What the solver says of a finished game.
    Reviewed(&'a Reviewed),
    /// A new account.
    Registered(&'a Account),
    /// A secret, by its hash, opens an account from now on.
    Granted { player: PlayerId, hash: &'a SecretHash },
    /// It no longer does.
    Revoked(&'a SecretHash),
    /// A player who is banned.
    Banned(PlayerId),
    /// A player who no longer is.
    Pardoned(PlayerId),
    /// A new tournament.
    Founded { tournament: TournamentId, config: &'a TournamentConfig },
    /// The event number `seq` of a tournament; if it is the last, how the
    /// tournament is listed from then on.
    Progressed {
        tournament: TournamentId,
        seq: u32,
        event: &'a Event,
        over: Option<&'a TournamentLine>,
    },
}
