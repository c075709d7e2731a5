//! The ladder's book in the database: standings, what is learnt about things other than players,
//! and what must not count twice.

use super::database::{self, Database, DatabaseRow, OptionalRow, params};
use ladder::{Belief, Book, DecisionFamily, Fingerprint, Leaderboard, Learnt, Standing};
use protocol::PlayerId;
use uuid::Uuid;

use super::error::StoreError;

/// The columns that [`standing`] reads.
pub(super) const STANDING: &str = "skill, skill_variance, precision, pull, rated_matches, \
     decisions, kept, peak, at";

/// The book in the database, while a match at these tables is rated.
pub(super) struct DatabaseBook<'a> {
    pub(super) db: &'a Database,
    pub(super) tables: &'a [Uuid],
}

impl Book for DatabaseBook<'_> {
    type Error = StoreError;

    fn standing(
        &mut self,
        leaderboard: &Leaderboard,
        player: PlayerId,
    ) -> Result<Option<Standing>, StoreError> {
        let query =
            format!("SELECT {STANDING} FROM standing WHERE leaderboard = ?1 AND player = ?2");
        let mut query = self.db.prepare(&query)?;
        Ok(query.query_row(params![leaderboard.to_string(), player.0], standing).optional()?)
    }

    fn set_standing(
        &mut self,
        leaderboard: &Leaderboard,
        player: PlayerId,
        now: Standing,
    ) -> Result<(), StoreError> {
        self.db
            .prepare(
                // Updated in place: a replaced row would be moved in the index by player too.
                "INSERT INTO standing
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
                 ON CONFLICT (leaderboard, player) DO UPDATE SET rating = ?3, deviation = ?4, skill = ?5,
                 skill_variance = ?6, precision = ?7, pull = ?8, rated_matches = ?9,
                 decisions = ?10, kept = ?11, peak = ?12, at = ?13",
            )?
            .post(params![
                leaderboard.to_string(),
                player.0,
                now.rating(),
                now.deviation(now.at),
                now.skill.mean,
                now.skill.variance,
                now.precision,
                now.pull,
                now.rated_matches,
                now.decisions,
                now.kept,
                now.peak,
                now.at,
            ])?;
        Ok(())
    }

    fn learnt(&mut self, of: &Learnt) -> Result<Option<Belief>, StoreError> {
        let mut query = self.db.prepare("SELECT mean, variance FROM learnt WHERE name = ?1")?;
        Ok(query.query_row([of.name()], belief).optional()?)
    }

    fn keep_learnt(&mut self, of: &Learnt, now: Belief) -> Result<(), StoreError> {
        self.db
            .prepare(
                "INSERT INTO learnt VALUES (?1, ?2, ?3)
                 ON CONFLICT (name) DO UPDATE SET mean = ?2, variance = ?3",
            )?
            .post(params![of.name(), now.mean, now.variance])?;
        Ok(())
    }

    fn claim(&mut self, rated_match: Uuid) -> Result<bool, StoreError> {
        let claimed = self
            .db
            .prepare(
                "INSERT INTO rated (id, first, second) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
            )?
            .execute(params![rated_match, self.tables.first(), self.tables.get(1)])?;
        Ok(claimed == 1)
    }

    fn note(&mut self, played: &Fingerprint) -> Result<bool, StoreError> {
        let noted = self
            .db
            .prepare("INSERT INTO fingerprint VALUES (?1) ON CONFLICT DO NOTHING")?
            .execute([&played[..]])?;
        Ok(noted == 1)
    }

    fn meet(&mut self, mut people: [PlayerId; 2], day: i64) -> Result<u32, StoreError> {
        people.sort_unstable();
        let [one, other] = people.map(|person| person.0);
        let before = self
            .db
            .prepare("SELECT matches FROM meeting WHERE one = ?1 AND other = ?2 AND day = ?3")?
            .query_row(params![one, other, day], |row| row.get::<u32>(0))
            .optional()?
            .unwrap_or(0);
        self.db
            .prepare(
                "INSERT INTO meeting VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (one, other, day) DO UPDATE SET matches = ?4",
            )?
            .post(params![one, other, day, before.saturating_add(1)])?;
        Ok(before)
    }

    fn play_from(&mut self, person: PlayerId, start: &Fingerprint) -> Result<u32, StoreError> {
        let mut query = self.db.prepare(
            "INSERT INTO known_start VALUES (?1, ?2, 1)
             ON CONFLICT (person, start) DO UPDATE SET matches = known_start.matches + 1
             RETURNING matches - 1",
        )?;
        Ok(query.query_row(params![person.0, &start[..]], |row| row.get(0))?)
    }

    fn teach(
        &mut self,
        person: PlayerId,
        family: &DecisionFamily,
        decisions: u32,
    ) -> Result<u32, StoreError> {
        let mut query = self.db.prepare(
            "INSERT INTO taught VALUES (?1, ?2, ?3)
             ON CONFLICT (person, family) DO UPDATE SET decisions = taught.decisions + ?3
             RETURNING decisions - ?3",
        )?;
        Ok(query.query_row(params![person.0, family.to_string(), decisions], |row| row.get(0))?)
    }
}

/// Reads a player's standing from the columns [`STANDING`].
pub(super) fn standing(row: &DatabaseRow<'_>) -> database::Result<Standing> {
    Ok(Standing {
        skill: Belief { mean: row.get(0)?, variance: row.get(1)? },
        precision: row.get(2)?,
        pull: row.get(3)?,
        rated_matches: row.get(4)?,
        decisions: row.get(5)?,
        kept: row.get(6)?,
        peak: row.get(7)?,
        at: row.get(8)?,
    })
}

/// Reads a belief from the columns mean and variance.
pub(super) fn belief(row: &DatabaseRow<'_>) -> database::Result<Belief> {
    Ok(Belief { mean: row.get(0)?, variance: row.get(1)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::folder::file_in_memory;

    #[test]
    fn meetings_are_counted_by_pair_and_day_and_starts_by_person() {
        let db = file_in_memory();
        let mut book = DatabaseBook { db: &db, tables: &[] };
        let [ada, bob, cy] = [1, 2, 3].map(|n| PlayerId(Uuid::from_u128(n)));
        for (people, day, before) in [
            ([ada, bob], 5, 0),
            ([bob, ada], 5, 1),
            ([ada, bob], 5, 2),
            ([ada, bob], 6, 0),
            ([cy, ada], 5, 0),
            ([bob, ada], 5, 3),
        ] {
            assert_eq!(book.meet(people, day).expect("stored"), before, "{people:?} on {day}");
        }
        for (person, start, before) in [(ada, 1, 0), (ada, 1, 1), (ada, 2, 0), (bob, 1, 0)] {
            let found = book.play_from(person, &[start; 32]).expect("stored");
            assert_eq!(found, before, "{person:?} from {start}");
        }
    }
}
