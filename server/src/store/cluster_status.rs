//! What an operator asks of several servers on one database.

use super::database::{Database, DatabaseError, OptionalRow};
use super::error::StoreError;
use super::lease::BEAT;
use super::storage::{Place, Storage};

/// Who leads on a database, and what its standbys do.
///
/// # Errors
/// When it cannot be read.
pub fn cluster_status(storage: &Storage) -> Result<Vec<String>, StoreError> {
    let Place::Database(postgres) = &storage.place else {
        return Err(StoreError::Damaged(
            "a folder has one server; --database is missing".to_owned(),
        ));
    };
    let db = Database::Postgres(postgres.connect()?);
    let query = "SELECT name, CAST(since AS TEXT), beat FROM lease";
    let holder = || -> Result<Option<(String, String, i64)>, DatabaseError> {
        db.query_row(query, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()
    };
    let first = holder()?;
    std::thread::sleep(2 * BEAT);
    let mut lines = vec![match (first, holder()?) {
        (_, None) => "no server leads".to_owned(),
        (Some((.., before)), Some((name, since, beat))) if before == beat => {
            format!("{name} has led since {since}, and does not answer now")
        }
        (_, Some((name, since, _))) => format!("{name} has led since {since}"),
    }];
    let standbys = "SELECT concat_ws(' ', application_name, client_addr, state, sync_state)
         FROM pg_stat_replication ORDER BY 1";
    let mut standbys = db.prepare(standbys)?;
    for standby in standbys.query_map([], |row| row.get::<String>(0))? {
        lines.push(format!("standby: {}", standby?));
    }
    if lines.len() == 1 {
        lines.push("there is no standby: what is acknowledged is on one machine only".to_owned());
    }
    Ok(lines)
}
