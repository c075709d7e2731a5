//! Rows to write, already serialised, so that the writer has little to do.

use super::database::{Database, params};
use protocol::{Name, Player, PlayerId};
use uuid::Uuid;

use super::checksum::game_checksum;
use super::commit_mark::CommitMark;
use super::encoding::json;
use super::entry::Entry;
use super::erasure::{self, NameOccurrence};
use super::error::StoreError;
use super::journal::{Journal, NewLine};
use super::ladder_log::Voided;
use super::seats::NewSeats;
use super::tournaments::Progress;
use super::{
    audit, people, puzzles, quarantine, ratings, reports, retention, reviews, tournaments,
};
use crate::admission::address_range::AddressRange;
use crate::records::account::Account;
use crate::records::game::{Rated, StoredReview};
use crate::records::names::{self, Look};
use crate::records::push::PushSubscription;
use crate::records::puzzle::Tried;
use crate::records::report::ReportChange;
use crate::records::secret_hash::SecretHash;
use crate::records::sessions::StoredSession;

/// A row, or a change of one, to write.
#[derive(Debug)]
pub(super) enum Row {
    Game {
        id: Uuid,
        opening: String,
        players: Vec<(Uuid, Name)>,
        hashes: Vec<u8>,
        over: Option<String>,
        at: i64,
        sum: i64,
    },
    Fact {
        line: NewLine,
        over: Option<String>,
        at: i64,
    },
    Rated(Box<Rated>),
    Forgotten {
        game: Uuid,
    },
    TournamentForgotten {
        id: Uuid,
    },
    Swept {
        pages: u32,
        at: i64,
    },
    SetAside {
        game: Uuid,
        why: String,
        at: i64,
    },
    ReviewBegun {
        game: Uuid,
    },
    Reviewed(Box<StoredReview>),
    PuzzleTried(Tried, i64),
    Account {
        id: Uuid,
        looks: Vec<Look>,
        about: String,
        at: i64,
    },
    AccountChanged {
        id: Uuid,
        looks: Vec<Look>,
        about: String,
    },
    Erased {
        what: NameOccurrence,
        player: PlayerId,
        name: Name,
    },
    Granted {
        hash: [u8; SecretHash::BYTES],
        player: Uuid,
        agent: String,
        at: i64,
    },
    Revoked {
        hash: [u8; SecretHash::BYTES],
        at: i64,
    },
    AddressBanned {
        range: AddressRange,
        until: Option<i64>,
    },
    Voided {
        what: Voided,
        why: String,
        at: i64,
    },
    Reported {
        change: Box<ReportChange>,
        at: i64,
    },
    Blocked {
        player: PlayerId,
        other: PlayerId,
        on: bool,
    },
    Followed {
        player: PlayerId,
        other: PlayerId,
        on: bool,
    },
    FollowsEnded(PlayerId),
    PushSet {
        hash: [u8; SecretHash::BYTES],
        subscription: Option<String>,
    },
    Audited {
        deed: String,
        at: i64,
    },
    Banned {
        player: Uuid,
        until: Option<i64>,
        at: i64,
    },
    Pardoned {
        player: Uuid,
    },
    Tournament {
        id: Uuid,
        config: String,
        at: i64,
    },
    Progress(Progress),
}

impl Row {
    /// Creates the row of an entry that was made at this time, in milliseconds since 1970; the time
    /// is for display, and no clock of a game is computed from it.
    pub(super) fn new(entry: &Entry<'_>, at: i64) -> Row {
        match *entry {
            Entry::Opened { table, opening, hashes, over } => {
                let hashes: Vec<u8> = hashes.iter().flat_map(SecretHash::bytes).copied().collect();
                let sits = |player: &Player| (player.id.0, player.name.clone());
                let players = opening.players.iter().map(sits).collect();
                let (id, opening) = (table.0, json(opening));
                let sum = game_checksum(id, &opening, &hashes, at);
                Row::Game { id, opening, players, hashes, over: over.map(json), at, sum }
            }
            Entry::Happened { table, seq, fact, over } => {
                let line = NewLine::new(table.0, seq, at, fact);
                Row::Fact { line, over: over.map(json), at }
            }
            Entry::Decided(rated) => Row::Rated(Box::new(rated.clone())),
            Entry::Forgotten(table) => Row::Forgotten { game: table.0 },
            Entry::TournamentForgotten(id) => Row::TournamentForgotten { id: id.0 },
            Entry::Swept { pages } => Row::Swept { pages, at },
            Entry::SetAside { table, why } => Row::SetAside { game: table.0, why: why.into(), at },
            Entry::ReviewBegun(table) => Row::ReviewBegun { game: table.0 },
            Entry::Reviewed(reviewed) => Row::Reviewed(Box::new(reviewed.clone())),
            Entry::PuzzleTried(tried) => Row::PuzzleTried(*tried, at),
            Entry::Registered(account) => registered(account, at),
            Entry::AccountChanged(account) => changed(account),
            Entry::Erased { what, player, name } => {
                Row::Erased { what, player, name: name.clone() }
            }
            Entry::Granted { player, session: StoredSession { hash, agent, since: at } } => {
                Row::Granted {
                    hash: *hash.bytes(),
                    player: player.0,
                    agent: agent.clone(),
                    at: *at,
                }
            }
            Entry::Revoked(hash) => Row::Revoked { hash: *hash.bytes(), at },
            Entry::AddressBanned { range, until } => Row::AddressBanned { range, until },
            Entry::Voided { what, why } => Row::Voided { what, why: why.to_owned(), at },
            Entry::Reported(change) => Row::Reported { change: Box::new(change.clone()), at },
            Entry::Blocked { player, other, on } => Row::Blocked { player, other, on },
            Entry::Followed { player, other, on } => Row::Followed { player, other, on },
            Entry::PushSet { session, subscription } => push_set(session, subscription),
            Entry::FollowsEnded(player) => Row::FollowsEnded(player),
            Entry::Audited(deed) => Row::Audited { deed: json(deed), at },
            Entry::Banned { player, until } => Row::Banned { player: player.0, until, at },
            Entry::Pardoned(player) => Row::Pardoned { player: player.0 },
            Entry::Founded { tournament, config } => {
                Row::Tournament { id: tournament.0, config: json(config), at }
            }
            Entry::Progressed { tournament, seq, event, over } => Row::Progress(Progress {
                id: tournament.0,
                seq,
                what: json(event),
                over: over.map(json),
                at,
            }),
        }
    }

    /// Writes the row; facts are only added to the journal's next page, which is written later.
    /// Returns the commit mark of the row, if it has one.
    pub(super) fn write(
        &self,
        batch: &Database,
        (journal, seats): (&mut Journal, &mut NewSeats),
    ) -> Result<Option<CommitMark>, StoreError> {
        match self {
            Row::Game { id, opening, players, hashes, over, at, sum } => {
                let ended = over.as_ref().map(|_| at);
                let insert =
                    "INSERT INTO game (id, opening, secret_hashes, opened_at, over, ended_at, checksum)
                              VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
                batch.prepare(insert)?.post(params![id, opening, hashes, at, over, ended, sum])?;
                seats.add(batch, *id, players)?;
                return Ok(Some(CommitMark::Game { game: *id, sum: *sum }));
            }
            Row::Fact { line, over, at } => fact(batch, journal, (line, over.as_deref()), *at)?,
            Row::Forgotten { game } => retention::forget_game(batch, *game)?,
            Row::TournamentForgotten { id } => retention::forget_tournament(batch, *id)?,
            Row::Swept { pages, at } => retention::sweep(batch, *at, *pages)?,
            Row::SetAside { game, why, at } => quarantine::set_aside(batch, *game, why, *at)?,
            Row::ReviewBegun { game } => reviews::begin(batch, *game)?,
            Row::Reviewed(reviewed) => reviews::insert(batch, reviewed)?,
            Row::PuzzleTried(tried, at) => puzzles::keep_try(batch, tried, *at)?,
            Row::Rated(rated) => ratings::settle(batch, rated)?,
            Row::Account { id, looks, about, at } => {
                people::register(batch, *id, (looks, about), *at)?;
            }
            Row::AccountChanged { id, looks, about } => {
                people::change(batch, *id, (looks, about))?;
            }
            Row::Erased { what, player, name } => erasure::erase(batch, *what, *player, name)?,
            Row::Granted { hash, player, agent, at } => {
                people::grant(batch, hash, *player, agent, *at)?;
            }
            Row::Revoked { hash, at } => people::revoke(batch, hash, *at)?,
            Row::Voided { what, why, at } => drop(ratings::declare_void(batch, *what, why, *at)?),
            Row::AddressBanned { range, until } => people::ban_range(batch, *range, *until)?,
            Row::Reported { change, at } => reports::keep(batch, change, *at)?,
            Row::Blocked { player, other, on } => people::block(batch, *player, *other, *on)?,
            Row::Followed { player, other, on } => people::follow(batch, *player, *other, *on)?,
            Row::PushSet { hash, subscription } => {
                people::set_push(batch, hash, subscription.as_deref())?;
            }
            Row::FollowsEnded(player) => people::end_follows(batch, *player)?,
            Row::Audited { deed, at } => audit::insert(batch, deed, *at)?,
            Row::Banned { player, until, at } => people::ban(batch, *player, *until, *at)?,
            Row::Pardoned { player } => people::pardon(batch, *player)?,
            Row::Tournament { id, config, at } => tournaments::insert(batch, id, config, *at)?,
            Row::Progress(progress) => tournaments::progress(batch, progress)?,
        }
        Ok(None)
    }
}

/// The looks that nobody else's name may have.
fn looks(account: &Account) -> Vec<Look> {
    match account.deleted {
        true => Vec::new(),
        false => names::hashed_looks(&account.player.name).to_vec(),
    }
}

/// Writes the result of a game. The row is read and then updated by its number, which costs a fifth
/// of what `RETURNING` adds.
fn end(db: &Database, game: Uuid, over: &str, at: i64) -> Result<(), StoreError> {
    let (number, opening): (i64, String) = db
        .prepare("SELECT number, opening FROM game WHERE id = ?1")?
        .query_row([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    db.prepare("UPDATE game SET over = ?2, ended_at = ?3 WHERE number = ?1")?
        .post(params![number, over, at])?;
    reviews::await_review(db, game, &opening)
}

/// Adds a fact, and ends the game if the fact ends it.
fn fact(
    batch: &Database,
    journal: &mut Journal,
    (line, over): (&NewLine, Option<&str>),
    at: i64,
) -> Result<(), StoreError> {
    journal.add(batch, line)?;
    if let Some(over) = over {
        journal.put_together(batch, line.game)?;
        end(batch, line.game, over, at)?;
    }
    Ok(())
}

/// The row of a new account.
fn registered(account: &Account, at: i64) -> Row {
    let (id, looks, about) = (account.player.id.0, looks(account), json(account));
    Row::Account { id, looks, about, at }
}

/// The row of where a session's browser is notified.
fn push_set(session: &SecretHash, subscription: Option<&PushSubscription>) -> Row {
    let subscription = subscription.map(|subscription| json(&subscription.fields()));
    Row::PushSet { hash: *session.bytes(), subscription }
}

/// The row of a changed account.
fn changed(account: &Account) -> Row {
    let (id, looks, about) = (account.player.id.0, looks(account), json(account));
    Row::AccountChanged { id, looks, about }
}
