//! Parameters and positions as compact text: `1,2,3`, `step=3;target=21`,
//! `vertices=3;edges=0-1,1-2`. The text carries no types; the reader asks for them, as serde
//! does, so `5` can be a number, a word or a list of one, and a new variant needs no code
//! here. See docs/notation.md.

use serde::Deserialize;
use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

/// The separators of a list's items and of the items of a list inside it.
const SEPARATORS: [char; 2] = [',', '-'];
const EMPTY_LIST: &str = "[]";

/// How a text that consists only of digits is written: `"5"` where it could be taken for a
/// number, `0110` where the reader knows that cells are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Digits {
    Quoted,
    Bare,
}

/// Writes the fields of an object of numbers, words and lists, without those that are null. A
/// single field is written without its name if it is the struct's `first`; [`read`] then takes
/// it for that field.
pub(crate) fn write(object: &Value, first: Option<&str>, digits: Digits) -> String {
    let fields = object.as_object().into_iter().flatten();
    let fields: Vec<_> = fields.filter(|(_, value)| !value.is_null()).collect();
    match fields[..] {
        [(name, value)] if first == Some(name) => write_value(value, 0, digits),
        _ => {
            let field = |&(name, value): &(&String, &Value)| {
                format!("{name}={}", write_value(value, 0, digits))
            };
            fields.iter().map(field).collect::<Vec<_>>().join(";")
        }
    }
}

/// Reads what [`write`] wrote.
pub(crate) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    let fields = split(text, ';').filter(|field| !field.is_empty());
    let fields = fields.map(|field| {
        let mut parts = split(field, '=');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(value), None, _) => Ok((None, Scalar { text: value.trim(), depth: 0 })),
            (Some(name), Some(value), None) => {
                Ok((Some(name.trim()), Scalar { text: value.trim(), depth: 0 }))
            }
            _ => Err(Error::custom("more than one = in a field")),
        }
    });
    T::deserialize(NamedFields(fields.collect::<Result<_, _>>()?))
}

/// Returns the name of a struct's first field, as serde knows it.
pub(crate) fn first_field<T: for<'de> Deserialize<'de>>() -> Option<&'static str> {
    let mut first = None;
    // Nothing is read: the probe only records what is asked for.
    let _ = T::deserialize(Probe(&mut first));
    first
}

/// Splits `text` at the separators outside quotes.
pub(crate) fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut quotes = Quotes::default();
    text.split(move |c| !quotes.hide(c) && c == separator)
}

/// Tracks which characters belong to a JSON string, quotes included.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quotes {
    open: bool,
    escaped: bool,
}

impl Quotes {
    /// Returns whether the next character, `c`, belongs to a string in quotes.
    pub(crate) fn hide(&mut self, c: char) -> bool {
        let hidden = self.open || c == '"';
        if c == '"' && !self.escaped {
            self.open = !self.open;
        }
        self.escaped = self.open && c == '\\' && !self.escaped;
        hidden
    }
}

fn write_value(value: &Value, depth: usize, digits: Digits) -> String {
    match value {
        Value::Array(items) if items.is_empty() => EMPTY_LIST.to_owned(),
        Value::Array(items) if depth < SEPARATORS.len() => {
            let items = items.iter().map(|item| write_value(item, depth + 1, digits));
            items.collect::<Vec<_>>().join(&SEPARATORS[depth].to_string())
        }
        Value::String(word) if is_bare(word, digits) => word.clone(),
        _ => value.to_string(),
    }
}

fn is_bare(word: &str, digits: Digits) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || ['.', '_', '+', '*'].contains(&c);
    !word.is_empty()
        && word.chars().all(plain)
        && (digits == Digits::Bare || !word.chars().all(|c| c.is_ascii_digit()))
}

/// A struct's fields; some come without a name.
struct NamedFields<'de>(Vec<(Option<&'de str>, Scalar<'de>)>);

impl<'de> Deserializer<'de> for NamedFields<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_struct("", &[], visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let NamedFields(mut fields) = self;
        if let Some((name @ None, _)) = fields.first_mut() {
            *name = names.first().copied();
        }
        let named = fields.into_iter().map(|(name, text)| Some((name?, text)));
        let named: Option<Vec<_>> = named.collect();
        let named = named.ok_or_else(|| Error::custom("a field has no name"))?;
        visitor.visit_map(MapDeserializer::new(named.into_iter()))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// One value: a list, as deep as there are separators for, or a number or word.
#[derive(Clone, Copy)]
struct Scalar<'de> {
    text: &'de str,
    depth: usize,
}

impl<'de> Scalar<'de> {
    fn word(self) -> Result<String, Error> {
        if self.text.starts_with('"') {
            return serde_json::from_str(self.text).map_err(Error::custom);
        }
        if self.text.is_empty() || self.text == EMPTY_LIST {
            return Err(Error::custom("a value is missing"));
        }
        Ok(self.text.to_owned())
    }

    /// Returns the items of a list; `None` below the depth that lists have.
    fn items(self) -> Option<Vec<Scalar<'de>>> {
        let separator = *SEPARATORS.get(self.depth)?;
        if self.text == EMPTY_LIST {
            return Some(Vec::new());
        }
        let item = |text: &'de str| Scalar { text: text.trim(), depth: self.depth + 1 };
        Some(split(self.text, separator).map(item).collect())
    }

    fn number(self) -> Option<u64> {
        let plain = self.text == "0" || !self.text.starts_with(['0', '+']);
        if plain { self.text.parse().ok() } else { None }
    }
}

impl<'de> Deserializer<'de> for Scalar<'de> {
    type Error = Error;

    /// When no type is asked for: a number or list if it looks like one, otherwise a
    /// word.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if let Some(number) = self.number() {
            return visitor.visit_u64(number);
        }
        let inner = Scalar { depth: self.depth + 1, ..self };
        match self.items() {
            Some(items) if items.len() == 1 => inner.deserialize_any(visitor),
            Some(_) => self.deserialize_seq(visitor),
            None if self.text == "true" => visitor.visit_bool(true),
            None if self.text == "false" => visitor.visit_bool(false),
            None => visitor.visit_string(self.word()?),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.word()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.word()?)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let items = self.items().ok_or_else(|| Error::custom("a list too deep"))?;
        visitor.visit_seq(SeqDeserializer::new(items.into_iter()))
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.items() {
            Some(items) if items.len() == length => self.deserialize_seq(visitor),
            _ => Err(Error::custom(format!("expected {length} values"))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.word()?.into_deserializer())
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct
        tuple_struct map struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for Scalar<'de> {
    type Deserializer = Scalar<'de>;

    fn into_deserializer(self) -> Scalar<'de> {
        self
    }
}

/// Records the names of a struct's fields.
struct Probe<'p>(&'p mut Option<&'static str>);

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("nothing to read"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = names.first().copied();
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests;
