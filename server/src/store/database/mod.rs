//! One interface to both databases: SQLite, in a file of this machine, and PostgreSQL, on any
//! machine. Statements are written once, in the SQL that both understand: parameters are `?1`, a
//! conflict is handled by `ON CONFLICT`, text in JSON is reached by `->` and `->>`.

mod postgres;
mod sqlite;
mod value;

use thiserror::Error;

pub(in crate::store) use postgres::{Postgres, PostgresClient};
pub(in crate::store) use value::{FromSqlValue, Params, SqlValue, SqlValueRef, ToSqlValue, params};

/// Why a statement failed.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// By SQLite.
    #[error(transparent)]
    Sqlite(rusqlite::Error),
    /// By PostgreSQL, or on the way there.
    #[error("{}", postgres::reason(.0))]
    Postgres(#[from] tokio_postgres::Error),
    /// A column has a value of another type.
    #[error("column {column} has a value of another type")]
    Type {
        /// Counted from 0.
        column: usize,
    },
    /// There is no row where one was asked for.
    #[error("there is no such row")]
    NoRows,
    /// What was committed may be on one machine only.
    #[error("the database did not wait for its standby")]
    Unreplicated,
}

impl DatabaseError {
    /// Whether the connection was lost, so that it is unknown what became of the statement.
    pub(in crate::store) fn is_lost(&self) -> bool {
        matches!(self, DatabaseError::Postgres(error) if postgres::is_lost(error))
    }

    /// Whether a file is not as SQLite has left it.
    pub(in crate::store) fn is_damage(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        let DatabaseError::Sqlite(error) = self else { return false };
        matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase))
    }
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> DatabaseError {
        match error {
            rusqlite::Error::QueryReturnedNoRows => DatabaseError::NoRows,
            error => DatabaseError::Sqlite(error),
        }
    }
}

pub(in crate::store) type Result<T, E = DatabaseError> = std::result::Result<T, E>;

/// A connection to a database. Only one thread uses it at a time.
#[derive(Debug)]
pub(in crate::store) enum Database {
    Sqlite(rusqlite::Connection),
    Postgres(PostgresClient),
}

/// A statement that has been prepared.
pub(in crate::store) enum Statement<'db> {
    Sqlite(rusqlite::CachedStatement<'db>),
    Postgres(&'db PostgresClient, tokio_postgres::Statement),
}

/// The rows of an answer.
pub(in crate::store) enum DatabaseRows<'query> {
    Sqlite(rusqlite::Rows<'query>),
    Postgres { rows: std::vec::IntoIter<tokio_postgres::Row>, current: Option<tokio_postgres::Row> },
}

/// One of them.
pub(in crate::store) enum DatabaseRow<'rows> {
    Sqlite(&'rows rusqlite::Row<'rows>),
    Postgres(&'rows tokio_postgres::Row),
}

/// What is made of each row of an answer.
pub(in crate::store) struct MappedRows<'query, F> {
    rows: DatabaseRows<'query>,
    read: F,
}

/// A transaction: unless it is committed, nothing of it remains.
pub(in crate::store) struct Transaction<'db> {
    db: &'db Database,
    open: bool,
}

impl Database {
    /// Prepares a statement, once for each connection.
    pub(in crate::store) fn prepare(&self, sql: &str) -> Result<Statement<'_>> {
        match self {
            Database::Sqlite(db) => Ok(Statement::Sqlite(db.prepare_cached(sql)?)),
            Database::Postgres(client) => Ok(Statement::Postgres(client, client.prepare(sql)?)),
        }
    }

    /// Executes a statement; returns the number of rows that it has changed.
    pub(in crate::store) fn execute(&self, sql: &str, params: impl Params) -> Result<usize> {
        self.prepare(sql)?.execute(params)
    }

    /// Executes statements without parameters, separated by semicolons.
    pub(in crate::store) fn execute_batch(&self, sql: &str) -> Result<()> {
        match self {
            Database::Sqlite(db) => Ok(db.execute_batch(sql)?),
            Database::Postgres(client) => client.batch(sql),
        }
    }

    /// Returns what is made of the only row of an answer.
    pub(in crate::store) fn query_row<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&DatabaseRow<'_>) -> Result<T>,
    ) -> Result<T> {
        self.prepare(sql)?.query_row(params, read)
    }

    /// Numbers the next rows of these tables, which must be empty, from 1.
    pub(in crate::store) fn restart_numbers(&self, tables: &[&str]) -> Result<()> {
        for table in tables {
            match self {
                Database::Sqlite(_) => {
                    self.execute("DELETE FROM sqlite_sequence WHERE name = ?1", [*table])?;
                }
                Database::Postgres(_) => {
                    self.execute_batch(&format!("ALTER TABLE {table} ALTER number RESTART"))?;
                }
            }
        }
        Ok(())
    }

    /// Goes on numbering the rows of this table after the last one.
    pub(in crate::store) fn continue_numbers(&self, table: &str) -> Result<()> {
        match self {
            // It does so anyway.
            Database::Sqlite(_) => Ok(()),
            Database::Postgres(_) => self.execute_batch(&format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'number'), max(number))
                 FROM {table}"
            )),
        }
    }

    /// Passes each row of a query without parameters to `see`, without holding them all in memory;
    /// within a snapshot.
    pub(in crate::store) fn each_row(
        &self,
        sql: &str,
        mut see: impl FnMut(&DatabaseRow<'_>) -> Result<()>,
    ) -> Result<()> {
        if let Database::Postgres(client) = self {
            self.execute_batch(&format!("DECLARE each_row NO SCROLL CURSOR FOR {sql}"))?;
            // Its columns are those of the query, so it is prepared for each.
            let fetch = client.prepare_once("FETCH 1000 FROM each_row")?;
            let mut fetch = Statement::Postgres(client, fetch);
            loop {
                let (mut rows, mut some) = (fetch.query([])?, false);
                while let Some(row) = rows.next()? {
                    some = true;
                    see(&row)?;
                }
                if !some {
                    return self.execute_batch("CLOSE each_row");
                }
            }
        }
        let mut query = self.prepare(sql)?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            see(&row)?;
        }
        Ok(())
    }

    /// Starts a transaction that writes.
    pub(in crate::store) fn begin(&self) -> Result<Transaction<'_>> {
        match self {
            Database::Sqlite(db) => drop(db.prepare_cached("BEGIN IMMEDIATE")?.execute([])?),
            Database::Postgres(client) => client.post_batch("BEGIN"),
        }
        Ok(Transaction { db: self, open: true })
    }

    /// Starts a transaction that reads one snapshot, unless one has been started.
    pub(in crate::store) fn snapshot(&self) -> Result<Option<Transaction<'_>>> {
        match self {
            Database::Sqlite(db) if !db.is_autocommit() => return Ok(None),
            Database::Sqlite(db) => db.execute_batch("BEGIN")?,
            Database::Postgres(client) if client.is_frozen() => return Ok(None),
            Database::Postgres(client) => client.post_batch(postgres::SNAPSHOT),
        }
        Ok(Some(Transaction { db: self, open: true }))
    }

    /// Starts a snapshot that lasts as long as the connection.
    pub(in crate::store) fn freeze(&self) -> Result<()> {
        match self {
            Database::Sqlite(db) => {
                Ok(db.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")?)
            }
            Database::Postgres(client) => client.freeze(),
        }
    }

    /// The file, if it is one.
    pub(in crate::store) fn file(&self) -> Option<&rusqlite::Connection> {
        match self {
            Database::Sqlite(db) => Some(db),
            Database::Postgres(_) => None,
        }
    }

    /// Whether it can still be used.
    pub(in crate::store) fn is_open(&self) -> bool {
        match self {
            Database::Sqlite(_) => true,
            Database::Postgres(client) => client.is_open(),
        }
    }
}

impl Statement<'_> {
    /// Returns the number of rows that it has changed.
    pub(in crate::store) fn execute(&mut self, params: impl Params) -> Result<usize> {
        params.pass(|values| match self {
            Statement::Sqlite(statement) => sqlite::execute(statement, values),
            Statement::Postgres(client, statement) => client.execute(statement, values),
        })
    }

    /// Executes it without waiting: where the database is another process, its answer comes later,
    /// and an error with the next statement that is waited for, at the latest with the commit.
    pub(in crate::store) fn post(&mut self, params: impl Params) -> Result<()> {
        params.pass(|values| match self {
            Statement::Sqlite(statement) => sqlite::execute(statement, values).map(drop),
            Statement::Postgres(client, statement) => client.post(statement, values),
        })
    }

    pub(in crate::store) fn query(&mut self, params: impl Params) -> Result<DatabaseRows<'_>> {
        params.pass(|values| match self {
            Statement::Sqlite(statement) => {
                Ok(DatabaseRows::Sqlite(sqlite::query(statement, values)?))
            }
            Statement::Postgres(client, statement) => {
                let rows = client.query(statement, values)?.into_iter();
                Ok(DatabaseRows::Postgres { rows, current: None })
            }
        })
    }

    /// Reads each row of the answer.
    pub(in crate::store) fn query_map<T, F>(
        &mut self,
        params: impl Params,
        read: F,
    ) -> Result<MappedRows<'_, F>>
    where
        F: FnMut(&DatabaseRow<'_>) -> Result<T>,
    {
        Ok(MappedRows { rows: self.query(params)?, read })
    }

    /// Reads the first row of the answer.
    pub(in crate::store) fn query_row<T>(
        &mut self,
        params: impl Params,
        read: impl FnOnce(&DatabaseRow<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut rows = self.query(params)?;
        read(&rows.next()?.ok_or(DatabaseError::NoRows)?)
    }

    /// Whether there is a row.
    pub(in crate::store) fn exists(&mut self, params: impl Params) -> Result<bool> {
        Ok(self.query(params)?.next()?.is_some())
    }
}

impl DatabaseRows<'_> {
    pub(in crate::store) fn next(&mut self) -> Result<Option<DatabaseRow<'_>>> {
        match self {
            DatabaseRows::Sqlite(rows) => Ok(rows.next()?.map(DatabaseRow::Sqlite)),
            DatabaseRows::Postgres { rows, current } => {
                *current = rows.next();
                Ok(current.as_ref().map(DatabaseRow::Postgres))
            }
        }
    }
}

impl DatabaseRow<'_> {
    /// Returns the value of a column, counted from 0.
    pub(in crate::store) fn get<T: FromSqlValue>(&self, column: usize) -> Result<T> {
        value::read(self.value(column)?, column)
    }

    /// Returns the bytes of a text, which need not be UTF-8 in a damaged file.
    pub(in crate::store) fn text(&self, column: usize) -> Result<&[u8]> {
        match self.value(column)? {
            SqlValueRef::Text(bytes) | SqlValueRef::Blob(bytes) => Ok(bytes),
            SqlValueRef::Null | SqlValueRef::Integer(_) => Ok(&[]),
        }
    }

    fn value(&self, column: usize) -> Result<SqlValueRef<'_>> {
        match self {
            DatabaseRow::Sqlite(row) => sqlite::value(row, column),
            DatabaseRow::Postgres(row) => postgres::value(row, column),
        }
    }
}

impl<T, F: FnMut(&DatabaseRow<'_>) -> Result<T>> Iterator for MappedRows<'_, F> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        match self.rows.next() {
            Ok(row) => row.map(|row| (self.read)(&row)),
            Err(error) => Some(Err(error)),
        }
    }
}

impl Transaction<'_> {
    /// Commits it. After an error it may nevertheless have been committed, if the connection was
    /// lost meanwhile.
    pub(in crate::store) fn commit(mut self) -> Result<()> {
        match self.db {
            // After an error it is still open, and is rolled back.
            Database::Sqlite(db) => drop(db.prepare_cached("COMMIT")?.execute([])?),
            Database::Postgres(client) => {
                self.open = false;
                return client.commit();
            }
        }
        self.open = false;
        Ok(())
    }
}

impl std::ops::Deref for Transaction<'_> {
    type Target = Database;

    fn deref(&self) -> &Database {
        self.db
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if !self.open {
            return;
        }
        match self.db {
            // Some errors have rolled it back already.
            Database::Sqlite(db) if !db.is_autocommit() => drop(db.execute_batch("ROLLBACK")),
            Database::Sqlite(_) => {}
            Database::Postgres(client) => client.post_batch("ROLLBACK"),
        }
    }
}

/// For answers that may have no row.
pub(in crate::store) trait OptionalRow<T> {
    /// Returns `None` if there was no row.
    fn optional(self) -> Result<Option<T>>;
}

impl<T> OptionalRow<T> for Result<T> {
    fn optional(self) -> Result<Option<T>> {
        match self {
            Ok(value) => Ok(Some(value)),
            Err(DatabaseError::NoRows) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
