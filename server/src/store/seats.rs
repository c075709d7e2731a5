//! Who played in which game: the index by which the games of a player are found. It is ordered by
//! player, so that each new row would change a page of its own, and each changed page is written
//! twice, to the log and to the file: that was half of all pages that play changes. So new rows go
//! to the end of `new_seat`, which is ordered by game, and move to `seat` by the thousand, in the
//! order of the players: those of one player, and of the players beside them, change one page.

use super::database::{Database, params};
use protocol::{Name, PlayerId};
use uuid::Uuid;

use super::error::StoreError;

/// The number of new rows that are moved together: enough that a page gets several of them, and few
/// enough that looking through them for a player's takes less than a millisecond.
pub(super) const TOGETHER: usize = 8_192;

/// The number of rows that are copied or deleted for each new one: all have been moved long before
/// there are as many again.
const PACE: usize = 4;

/// The number of rows that a commit copies or deletes, at least. They are few, because those who
/// wait for the commit wait for them too.
const STEP: usize = 32;

/// A row's key in both tables.
#[derive(Clone, Copy, Debug)]
struct SeatKey {
    player: Uuid,
    game: Uuid,
}

/// The writer's view of the new rows.
#[derive(Debug, Default)]
pub(super) struct NewSeats {
    /// The number of rows that are not being moved.
    waiting: usize,
    /// The number of rows that are to be copied or deleted for those added since the last step.
    owed: usize,
    /// The rows that are being moved and have not been copied, by player, the last one first.
    to_copy: Vec<SeatKey>,
    /// Those that are in both tables, by game, the last one first.
    copied: Vec<SeatKey>,
}

impl NewSeats {
    /// Counts the rows. Those that an earlier server has copied are deleted next: otherwise one that
    /// is restarted often would never come to that.
    pub(super) fn read(db: &Database) -> Result<NewSeats, StoreError> {
        let rows: u32 = db.query_row("SELECT count(*) FROM new_seat", [], |row| row.get(0))?;
        let mut copied = keys(db, "new_seat JOIN seat USING (player, game)")?;
        sort_for_deletion(&mut copied);
        let waiting = (rows as usize).saturating_sub(copied.len());
        Ok(NewSeats { waiting, copied, ..NewSeats::default() })
    }

    /// Adds the players of a game.
    pub(super) fn add(
        &mut self,
        db: &Database,
        game: Uuid,
        players: &[(Uuid, Name)],
    ) -> Result<(), StoreError> {
        // No player sits twice; if one did, that would not be a reason to stop.
        let mut insert =
            db.prepare("INSERT INTO new_seat VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")?;
        for (player, name) in players {
            insert.post(params![game, player, name.as_str()])?;
        }
        self.waiting += players.len();
        self.owed += PACE * players.len();
        Ok(())
    }

    /// Moves some rows, if it is time.
    pub(super) fn move_some(&mut self, db: &Database) -> Result<(), StoreError> {
        if self.owed < STEP {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.owed);
        if !self.to_copy.is_empty() {
            self.copy(db, rows)
        } else if !self.copied.is_empty() {
            self.delete(db, rows)
        } else if self.waiting >= TOGETHER {
            self.choose(db)
        } else {
            Ok(())
        }
    }

    /// Chooses all rows, to be moved.
    fn choose(&mut self, db: &Database) -> Result<(), StoreError> {
        self.to_copy = keys(db, "new_seat")?;
        self.to_copy.sort_unstable_by_key(|row| std::cmp::Reverse((row.player, row.game)));
        self.copied.reserve_exact(self.to_copy.len());
        self.waiting = 0;
        Ok(())
    }

    fn copy(&mut self, db: &Database, rows: usize) -> Result<(), StoreError> {
        // Of a game that has been deleted meanwhile, nothing is copied.
        let mut copy = db.prepare(
            "INSERT INTO seat (player, game, name)
             SELECT player, game, name FROM new_seat WHERE player = ?1 AND game = ?2
             ON CONFLICT DO NOTHING",
        )?;
        let rest = self.to_copy.len().saturating_sub(rows);
        for row in self.to_copy.drain(rest..).rev() {
            copy.post(params![row.player, row.game])?;
            self.copied.push(row);
        }
        if rest == 0 {
            self.to_copy = Vec::new();
            sort_for_deletion(&mut self.copied);
        }
        Ok(())
    }

    fn delete(&mut self, db: &Database, rows: usize) -> Result<(), StoreError> {
        // Nothing is deleted that is not in the other table.
        let mut delete = db.prepare(
            "DELETE FROM new_seat WHERE player = ?1 AND game = ?2
             AND EXISTS (SELECT 1 FROM seat WHERE player = ?1 AND game = ?2)",
        )?;
        let rest = self.copied.len().saturating_sub(rows);
        for row in self.copied.drain(rest..).rev() {
            delete.post(params![row.player, row.game])?;
        }
        if rest == 0 {
            self.copied = Vec::new();
        }
        Ok(())
    }
}

/// Returns the keys of some rows.
fn keys(db: &Database, rows: &str) -> Result<Vec<SeatKey>, StoreError> {
    let mut query = db.prepare(&format!("SELECT player, game FROM {rows}"))?;
    let keys = query.query_map([], |row| Ok(SeatKey { player: row.get(0)?, game: row.get(1)? }))?;
    Ok(keys.collect::<Result<_, _>>()?)
}

fn sort_for_deletion(rows: &mut [SeatKey]) {
    rows.sort_unstable_by_key(|row| std::cmp::Reverse(row.game));
}

/// Whether a game is found by this player and their name.
pub(super) fn is_listed(
    db: &Database,
    game: Uuid,
    player: PlayerId,
    name: &Name,
) -> Result<bool, StoreError> {
    let mut query =
        db.prepare("SELECT 1 FROM seated WHERE player = ?1 AND game = ?2 AND name = ?3")?;
    Ok(query.exists(params![player.0, game, name.as_str()])?)
}

/// Changes the name by which a game is found; returns the number of rows that have it now.
pub(super) fn rename(
    db: &Database,
    game: Uuid,
    player: PlayerId,
    name: &Name,
) -> Result<usize, StoreError> {
    let mut changed = 0;
    for table in ["seat", "new_seat"] {
        changed += db
            .prepare(&format!("UPDATE {table} SET name = ?3 WHERE player = ?1 AND game = ?2"))?
            .execute(params![player.0, game, name.as_str()])?;
    }
    Ok(changed)
}

/// Makes a game found by this player and name, if it is not.
pub(super) fn relist(
    db: &Database,
    game: Uuid,
    player: PlayerId,
    name: &Name,
) -> Result<(), StoreError> {
    if is_listed(db, game, player, name)? {
        return Ok(());
    }
    if rename(db, game, player, name)? == 0 {
        db.prepare("INSERT INTO seat (player, game, name) VALUES (?1, ?2, ?3)")?
            .execute(params![player.0, game, name.as_str()])?;
    }
    Ok(())
}
