//! Values as both databases know them, and the types that are stored as such.

use uuid::Uuid;

use super::{DatabaseError, Result};

/// A value of a row, or of a parameter, that is borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum SqlValueRef<'a> {
    Null,
    Integer(i64),
    /// UTF-8, unless the file is damaged.
    Text(&'a [u8]),
    Blob(&'a [u8]),
}

/// A value of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) enum SqlValue {
    Null,
    Integer(i64),
    Text(String),
    Blob(Vec<u8>),
}

/// Can be stored.
pub(in crate::store) trait ToSqlValue {
    fn to_value(&self) -> SqlValueRef<'_>;
}

/// Can be read back.
pub(in crate::store) trait FromSqlValue: Sized {
    /// Returns `None` for a value of another type.
    fn from_value(value: SqlValueRef<'_>) -> Option<Self>;
}

/// The parameters of a statement, in their order.
pub(in crate::store) trait Params {
    fn pass<T>(&self, to: impl FnOnce(&[&dyn ToSqlValue]) -> T) -> T;
}

/// The parameters of a statement: values of any types that can be stored.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$(&$value as &dyn $crate::store::database::ToSqlValue),*]
    };
}
pub(in crate::store) use params;

impl Params for [&dyn ToSqlValue; 0] {
    fn pass<T>(&self, to: impl FnOnce(&[&dyn ToSqlValue]) -> T) -> T {
        to(&[])
    }
}

impl<const N: usize> Params for &[&dyn ToSqlValue; N] {
    fn pass<T>(&self, to: impl FnOnce(&[&dyn ToSqlValue]) -> T) -> T {
        to(*self)
    }
}

impl Params for [SqlValue] {
    fn pass<T>(&self, to: impl FnOnce(&[&dyn ToSqlValue]) -> T) -> T {
        to(&self.iter().map(|value| value as &dyn ToSqlValue).collect::<Vec<_>>())
    }
}

impl Params for Vec<SqlValue> {
    fn pass<T>(&self, to: impl FnOnce(&[&dyn ToSqlValue]) -> T) -> T {
        self.as_slice().pass(to)
    }
}

impl<V: ToSqlValue> Params for [V; 1] {
    fn pass<T>(&self, to: impl FnOnce(&[&dyn ToSqlValue]) -> T) -> T {
        to(&[&self[0]])
    }
}

impl<'a> From<SqlValueRef<'a>> for SqlValue {
    fn from(value: SqlValueRef<'a>) -> SqlValue {
        match value {
            SqlValueRef::Null => SqlValue::Null,
            SqlValueRef::Integer(number) => SqlValue::Integer(number),
            SqlValueRef::Text(text) => SqlValue::Text(String::from_utf8_lossy(text).into_owned()),
            SqlValueRef::Blob(bytes) => SqlValue::Blob(bytes.to_vec()),
        }
    }
}

impl<T: ToSqlValue + ?Sized> ToSqlValue for &T {
    fn to_value(&self) -> SqlValueRef<'_> {
        (**self).to_value()
    }
}

impl<T: ToSqlValue> ToSqlValue for Option<T> {
    fn to_value(&self) -> SqlValueRef<'_> {
        self.as_ref().map_or(SqlValueRef::Null, ToSqlValue::to_value)
    }
}

impl ToSqlValue for SqlValue {
    fn to_value(&self) -> SqlValueRef<'_> {
        match self {
            SqlValue::Null => SqlValueRef::Null,
            SqlValue::Integer(number) => SqlValueRef::Integer(*number),
            SqlValue::Text(text) => SqlValueRef::Text(text.as_bytes()),
            SqlValue::Blob(bytes) => SqlValueRef::Blob(bytes),
        }
    }
}

impl ToSqlValue for str {
    fn to_value(&self) -> SqlValueRef<'_> {
        SqlValueRef::Text(self.as_bytes())
    }
}

impl ToSqlValue for String {
    fn to_value(&self) -> SqlValueRef<'_> {
        SqlValueRef::Text(self.as_bytes())
    }
}

impl ToSqlValue for Uuid {
    fn to_value(&self) -> SqlValueRef<'_> {
        SqlValueRef::Blob(self.as_bytes())
    }
}

impl ToSqlValue for [u8] {
    fn to_value(&self) -> SqlValueRef<'_> {
        SqlValueRef::Blob(self)
    }
}

impl ToSqlValue for Vec<u8> {
    fn to_value(&self) -> SqlValueRef<'_> {
        SqlValueRef::Blob(self)
    }
}

impl<const N: usize> ToSqlValue for [u8; N] {
    fn to_value(&self) -> SqlValueRef<'_> {
        SqlValueRef::Blob(self)
    }
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl ToSqlValue for $type {
            fn to_value(&self) -> SqlValueRef<'_> {
                SqlValueRef::Integer(i64::from(*self))
            }
        }

        impl FromSqlValue for $type {
            fn from_value(value: SqlValueRef<'_>) -> Option<$type> {
                match value {
                    SqlValueRef::Integer(number) => number.try_into().ok(),
                    _ => None,
                }
            }
        }
    )*};
}
integers!(i64, u32, i32, u8);

impl ToSqlValue for bool {
    fn to_value(&self) -> SqlValueRef<'_> {
        SqlValueRef::Integer(i64::from(*self))
    }
}

impl FromSqlValue for bool {
    fn from_value(value: SqlValueRef<'_>) -> Option<bool> {
        i64::from_value(value).map(|number| number != 0)
    }
}

impl FromSqlValue for String {
    /// A damaged text is not what was written, which its reader finds out as if another bit of it
    /// had flipped: it does not make a whole query fail.
    fn from_value(value: SqlValueRef<'_>) -> Option<String> {
        match value {
            SqlValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
            _ => None,
        }
    }
}

impl FromSqlValue for Vec<u8> {
    fn from_value(value: SqlValueRef<'_>) -> Option<Vec<u8>> {
        match value {
            SqlValueRef::Blob(bytes) => Some(bytes.to_vec()),
            _ => None,
        }
    }
}

impl<const N: usize> FromSqlValue for [u8; N] {
    fn from_value(value: SqlValueRef<'_>) -> Option<[u8; N]> {
        match value {
            SqlValueRef::Blob(bytes) => bytes.try_into().ok(),
            _ => None,
        }
    }
}

impl FromSqlValue for Uuid {
    fn from_value(value: SqlValueRef<'_>) -> Option<Uuid> {
        <[u8; 16]>::from_value(value).map(Uuid::from_bytes)
    }
}

impl FromSqlValue for SqlValue {
    fn from_value(value: SqlValueRef<'_>) -> Option<SqlValue> {
        Some(value.into())
    }
}

impl<T: FromSqlValue> FromSqlValue for Option<T> {
    fn from_value(value: SqlValueRef<'_>) -> Option<Option<T>> {
        match value {
            SqlValueRef::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

/// Reads the value of a column.
pub(super) fn read<T: FromSqlValue>(value: SqlValueRef<'_>, column: usize) -> Result<T> {
    T::from_value(value).ok_or(DatabaseError::Type { column })
}
