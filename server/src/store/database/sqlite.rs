//! Statements on SQLite.

use rusqlite::config::DbConfig;
use rusqlite::types::{ToSql, ToSqlOutput, ValueRef as FileValue};
use rusqlite::{CachedStatement, Connection, Row, Rows};

use super::{Database, DatabaseError, Result, SqlValueRef, ToSqlValue};

/// The number of prepared statements that a connection keeps: more than there are different ones.
/// The library would keep 16, fewer than the commit of one rated game executes.
const STATEMENTS: usize = 256;

impl Database {
    /// A connection to a file, whose statements are prepared once.
    pub(in crate::store) fn of_file(file: Connection) -> Result<Database> {
        file.set_prepared_statement_cache_capacity(STATEMENTS);
        // Otherwise a statement on an index of several columns, or with a limit, would be prepared
        // again for each of its values, in case they suggest another plan.
        file.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        Ok(Database::Sqlite(file))
    }
}

pub(super) fn execute(
    statement: &mut CachedStatement<'_>,
    values: &[&dyn ToSqlValue],
) -> Result<usize> {
    bind(statement, values)?;
    Ok(statement.raw_execute()?)
}

pub(super) fn query<'query>(
    statement: &'query mut CachedStatement<'_>,
    values: &[&dyn ToSqlValue],
) -> Result<Rows<'query>> {
    bind(statement, values)?;
    Ok(statement.raw_query())
}

pub(super) fn value<'row>(row: &'row Row<'_>, column: usize) -> Result<SqlValueRef<'row>> {
    match row.get_ref(column)? {
        FileValue::Null => Ok(SqlValueRef::Null),
        FileValue::Integer(number) => Ok(SqlValueRef::Integer(number)),
        FileValue::Text(text) => Ok(SqlValueRef::Text(text)),
        FileValue::Blob(bytes) => Ok(SqlValueRef::Blob(bytes)),
        // No column of ours holds any.
        FileValue::Real(_) => Err(DatabaseError::Type { column }),
    }
}

fn bind(statement: &mut CachedStatement<'_>, values: &[&dyn ToSqlValue]) -> Result<()> {
    let expected = statement.parameter_count();
    if values.len() != expected {
        return Err(rusqlite::Error::InvalidParameterCount(values.len(), expected).into());
    }
    for (number, value) in (1..).zip(values) {
        statement.raw_bind_parameter(number, Bound(value.to_value()))?;
    }
    Ok(())
}

struct Bound<'a>(SqlValueRef<'a>);

impl ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.0 {
            SqlValueRef::Null => FileValue::Null,
            SqlValueRef::Integer(number) => FileValue::Integer(number),
            SqlValueRef::Text(text) => FileValue::Text(text),
            SqlValueRef::Blob(bytes) => FileValue::Blob(bytes),
        }))
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;
    use crate::store::database::{Statement, params};

    #[test]
    fn a_statement_is_prepared_once() {
        let db = Database::of_file(Connection::open_in_memory().expect("memory")).expect("set");
        db.execute_batch("CREATE TABLE t (a, b, PRIMARY KEY (a, b))").expect("a table");
        let query = "SELECT b FROM t WHERE a = ?1 ORDER BY b DESC LIMIT ?2";
        for value in 0..3 {
            let mut found = db.prepare(query).expect("SQL");
            assert!(!found.exists(params![value, value]).expect("SQL"));
        }
        for other in 0..100 {
            db.query_row(&format!("SELECT {other}"), [], |_| Ok(())).expect("SQL");
        }
        let Ok(Statement::Sqlite(kept)) = db.prepare(query) else { panic!("not SQL") };
        let count = |of| kept.get_status(of);
        assert_eq!((count(StatementStatus::Run), count(StatementStatus::RePrepare)), (3, 0));
    }
}
