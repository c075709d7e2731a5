//! Rows to write, as text already, so that the writer has little to do.

use protocol::{Name, Player};
use rusqlite::{Connection, Transaction, params};
use uuid::Uuid;

use super::checksum::of_game;
use super::commit_mark::CommitMark;
use super::encoding::{json, now};
use super::entry::Entry;
use super::error::StoreError;
use super::journal::{Journal, NewLine};
use super::tournaments::Progress;
use super::{ratings, reviews, tournaments};
use crate::records::game::{Rated, Reviewed};
use crate::records::names;
use crate::records::secret_hash::SecretHash;

/// Something to write.
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
    ReviewBegun {
        game: Uuid,
    },
    Reviewed(Box<Reviewed>),
    Account {
        id: Uuid,
        skeleton: String,
        about: String,
        at: i64,
    },
    Granted {
        hash: [u8; SecretHash::BYTES],
        player: Uuid,
        at: i64,
    },
    Revoked {
        hash: [u8; SecretHash::BYTES],
        at: i64,
    },
    Banned {
        player: Uuid,
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
    pub(super) fn of(entry: &Entry<'_>) -> Row {
        let at = now();
        match *entry {
            Entry::Opened { table, opening, hashes, over } => {
                let hashes: Vec<u8> = hashes.iter().flat_map(SecretHash::bytes).copied().collect();
                let sits = |player: &Player| (player.id.0, player.name.clone());
                let players = opening.players.iter().map(sits).collect();
                let (id, opening) = (table.0, json(opening));
                let sum = of_game(id, &opening, &hashes, at);
                Row::Game { id, opening, players, hashes, over: over.map(json), at, sum }
            }
            Entry::Happened { table, seq, fact, over } => {
                let line = NewLine::of(table.0, seq, at, fact);
                Row::Fact { line, over: over.map(json), at }
            }
            Entry::Decided(rated) => Row::Rated(Box::new(rated.clone())),
            Entry::ReviewBegun(table) => Row::ReviewBegun { game: table.0 },
            Entry::Reviewed(reviewed) => Row::Reviewed(Box::new(reviewed.clone())),
            Entry::Registered(account) => Row::Account {
                id: account.player.id.0,
                skeleton: names::skeleton(&account.player.name),
                about: json(account),
                at,
            },
            Entry::Granted { player, hash } => {
                Row::Granted { hash: *hash.bytes(), player: player.0, at }
            }
            Entry::Revoked(hash) => Row::Revoked { hash: *hash.bytes(), at },
            Entry::Banned(player) => Row::Banned { player: player.0, at },
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

    /// Writes it, but for facts, which the journal gathers until it is written
    /// itself. What is to be noted of it, if anything.
    pub(super) fn write(
        &self,
        batch: &Transaction<'_>,
        journal: &mut Journal,
    ) -> Result<Option<CommitMark>, StoreError> {
        match self {
            Row::Game { id, opening, players, hashes, over, at, sum } => {
                let ended = over.as_ref().map(|_| at);
                let insert =
                    "INSERT INTO game (id, opening, secret_hashes, opened_at, over, ended_at, checksum)
                              VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
                batch
                    .prepare_cached(insert)?
                    .execute(params![id, opening, hashes, at, over, ended, sum])?;
                // No player sits twice; if one did, that would be no reason to stop.
                let mut seat =
                    batch.prepare_cached("INSERT OR IGNORE INTO seat VALUES (?1, ?2, ?3)")?;
                for (player, name) in players {
                    seat.execute(params![player, id, name.as_str()])?;
                }
                return Ok(Some(CommitMark::Game { game: *id, sum: *sum }));
            }
            Row::Fact { line, over, at } => {
                journal.add(batch, line)?;
                if let Some(over) = over {
                    journal.put_together(batch, line.game)?;
                    end(batch, line.game, over, *at)?;
                }
            }
            Row::ReviewBegun { game } => reviews::begin(batch, *game)?,
            Row::Reviewed(reviewed) => reviews::keep(batch, reviewed)?,
            Row::Rated(rated) => ratings::settle(batch, rated)?,
            Row::Account { id, skeleton, about, at } => {
                batch
                    .prepare_cached("INSERT INTO account VALUES (?1, ?2, ?3, ?4)")?
                    .execute(params![id, skeleton, about, at])?;
            }
            Row::Granted { hash, player, at } => {
                let insert =
                    "INSERT INTO access (secret_hash, player, given_at) VALUES (?1, ?2, ?3)";
                batch.prepare_cached(insert)?.execute(params![hash, player, at])?;
            }
            Row::Revoked { hash, at } => {
                batch
                    .prepare_cached("UPDATE access SET revoked_at = ?2 WHERE secret_hash = ?1")?
                    .execute(params![hash, at])?;
            }
            Row::Banned { player, at } => {
                batch
                    .prepare_cached("INSERT OR IGNORE INTO ban VALUES (?1, ?2)")?
                    .execute(params![player, at])?;
            }
            Row::Pardoned { player } => {
                batch.prepare_cached("DELETE FROM ban WHERE player = ?1")?.execute([player])?;
            }
            Row::Tournament { id, config, at } => tournaments::found(batch, id, config, *at)?,
            Row::Progress(progress) => tournaments::progress(batch, progress)?,
        }
        Ok(None)
    }
}

/// Writes how a game has ended. It is asked for and then changed by its number,
/// which costs a fifth of what `RETURNING` adds.
fn end(db: &Connection, game: Uuid, over: &str, at: i64) -> Result<(), StoreError> {
    let (number, opening): (i64, String) = db
        .prepare_cached("SELECT number, opening FROM game WHERE id = ?1")?
        .query_row([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    db.prepare_cached("UPDATE game SET over = ?2, ended_at = ?3 WHERE number = ?1")?
        .execute(params![number, over, at])?;
    reviews::await_review(db, game, &opening)
}
