//! The record of a table: how it opened, and how it is restored.

use std::time::{Duration, Instant};

use protocol::limits::RECONNECT_GRACE;
use protocol::{Cause, Over};

use super::Table;
use crate::records::game::{BadRecord, Fact, Opening, RecordedGame};
use crate::records::request_error::RequestError;
use crate::records::secret_hash::SecretHash;

impl Table {
    /// Restores the table as it was before the server stopped. Everybody may return from `now` on,
    /// and no clock runs until all are back or have had time to return. The interrupted turn begins
    /// anew.
    ///
    /// # Errors
    /// When the record is not a valid game: the stored data is damaged.
    pub(crate) fn restore(record: RecordedGame, now: Instant) -> Result<Table, BadRecord> {
        let RecordedGame { table: id, opening, hashes, facts, over, .. } = record;
        let damaged = |what: &str| BadRecord { table: id, what: what.to_owned() };
        let seats = usize::from(opening.game.variant().rules().seats());
        if opening.players.len() != seats || hashes.len() != seats {
            return Err(damaged("the number of its players is not that of its seats"));
        }
        let mut table = Table::new(id, opening, hashes, now);
        for (seq, fact) in facts.into_iter().enumerate() {
            let replayed = table.ensure_running().and_then(|()| table.replay(now, fact));
            replayed.map_err(|why| damaged(&format!("fact {seq}: {}", why)))?;
        }
        table.news = None;
        table.turn.wait_until(now + RECONNECT_GRACE);
        if table.over != over {
            return Err(damaged("its result is not what its moves lead to"));
        }
        Ok(table)
    }

    /// Replays a damaged game as far as possible; returns the number of its valid facts, and how
    /// the game ends with them, if it does.
    pub(crate) fn replayed(record: RecordedGame, now: Instant) -> (usize, Option<Over>) {
        let RecordedGame { table: id, opening, hashes, facts, .. } = record;
        let mut table = Table::new(id, opening, hashes, now);
        let mut whole = 0;
        for fact in facts {
            if table.ensure_running().and_then(|()| table.replay(now, fact)).is_err() {
                break;
            }
            whole += 1;
        }
        (whole, table.over)
    }

    fn replay(&mut self, now: Instant, fact: Fact) -> Result<(), RequestError> {
        match fact {
            Fact::Moved { .. } if self.choosing || self.is_bidding() => {
                Err(Cause::FirstPlayerNotChosen.into())
            }
            Fact::Moved { mv, us, lag_us } => {
                let time = (Duration::from_micros(us), Duration::from_micros(lag_us));
                self.advance(now, mv, time)
            }
            Fact::Bid { seat, bid } => self.replay_bid(now, seat, bid),
            Fact::TakenBack { ply } => self.go_back(now, ply),
            Fact::Chose { begins } => match self.choosing {
                true => {
                    self.settle(now, begins);
                    Ok(())
                }
                false => Err(Cause::NothingToChoose.into()),
            },
            Fact::Ended(over) => {
                self.end(now, over);
                Ok(())
            }
        }
    }

    /// Returns the opening, for storage.
    pub(crate) fn opening(&self) -> Opening {
        Opening {
            game: self.game.setup().clone(),
            players: self.players().cloned().collect(),
            clock: self.turn.control(),
            terms: self.terms.clone(),
        }
    }

    /// The hashes of the seats' secrets.
    pub(crate) fn hashes(&self) -> Vec<SecretHash> {
        self.seats.iter().map(|chair| chair.key).collect()
    }
}
