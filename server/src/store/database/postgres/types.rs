//! Our values in the binary form of PostgreSQL's types. A column has one type for each of ours:
//! `bigint`, `boolean` where a condition is read, `text`, `json` (which keeps a text as it is),
//! `bytea`, and `uuid` for bytes that are an id.

use std::error::Error;

use tokio_postgres::Row;
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::super::value::{SqlValue, SqlValueRef};
use super::super::{DatabaseError, Result};

type Unconvertible = Box<dyn Error + Sync + Send>;

/// A parameter.
#[derive(Debug)]
pub(super) struct Stored(pub(super) SqlValue);

/// A value of a row.
struct Read<'a>(SqlValueRef<'a>);

pub(super) fn read(row: &Row, column: usize) -> Result<SqlValueRef<'_>> {
    let read: Read<'_> = row.try_get(column).map_err(|_| DatabaseError::Type { column })?;
    Ok(read.0)
}

impl ToSql for Stored {
    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, Unconvertible> {
        match &self.0 {
            SqlValue::Null => return Ok(IsNull::Yes),
            SqlValue::Integer(number) => match *of {
                Type::BOOL => out.extend_from_slice(&[u8::from(*number != 0)]),
                Type::INT4 => out.extend_from_slice(&i32::try_from(*number)?.to_be_bytes()),
                Type::INT8 => out.extend_from_slice(&number.to_be_bytes()),
                _ => return Err(format!("a number where {of} is expected").into()),
            },
            // A text cannot hold a zero here. None of ours has a meaning that would depend on it.
            SqlValue::Text(text) if text.contains('\0') => {
                out.extend_from_slice(text.replace('\0', "\u{fffd}").as_bytes());
            }
            SqlValue::Text(text) => out.extend_from_slice(text.as_bytes()),
            SqlValue::Blob(bytes) => out.extend_from_slice(bytes),
        }
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Read<'a> {
    fn from_sql(of: &Type, raw: &'a [u8]) -> Result<Read<'a>, Unconvertible> {
        Ok(Read(match *of {
            Type::BOOL => SqlValueRef::Integer(i64::from(raw != [0])),
            Type::INT4 => SqlValueRef::Integer(i32::from_be_bytes(raw.try_into()?).into()),
            Type::INT8 => SqlValueRef::Integer(i64::from_be_bytes(raw.try_into()?)),
            Type::BYTEA | Type::UUID => SqlValueRef::Blob(raw),
            _ => SqlValueRef::Text(raw),
        }))
    }

    fn from_sql_null(_: &Type) -> Result<Read<'a>, Unconvertible> {
        Ok(Read(SqlValueRef::Null))
    }

    fn accepts(of: &Type) -> bool {
        matches!(
            *of,
            Type::BOOL
                | Type::INT4
                | Type::INT8
                | Type::BYTEA
                | Type::UUID
                | Type::TEXT
                | Type::VARCHAR
                | Type::NAME
                | Type::JSON
        )
    }
}
