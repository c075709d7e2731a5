//! Statements on SQLite.

use rusqlite::types::{ToSql, ToSqlOutput, ValueRef as FileValue};
use rusqlite::{CachedStatement, Row, Rows};

use super::{DatabaseError, Result, SqlValueRef, ToSqlValue};

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
