//! A request on the wire: one flat object with the message's name `t`, its `cid` and
//! its fields. [`ClientMessage`] declares the messages; two small adapters here add the
//! envelope, so that a message whose `t` comes first is read in one pass, straight into
//! its type.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::ClientMessage;

#[cfg(feature = "schema")]
mod schema;
mod write;

/// A client's message with its request id.
///
/// ```
/// use protocol::{ClientMessage, Request};
///
/// let request = Request::read(r#"{"t":"ping","cid":7}"#).expect("a request");
/// assert_eq!(request, Request { cid: 7, message: ClientMessage::Ping {} });
/// assert_eq!(request.to_json(), r#"{"t":"ping","cid":7}"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// A number of the client's choice; exactly one answer carries it back.
    pub cid: u32,
    /// The message.
    pub message: ClientMessage,
}

/// A text that is not a request.
#[derive(Debug)]
pub struct BadRequest {
    /// The request id, if it can be read nevertheless.
    pub cid: Option<u32>,
    error: serde_json::Error,
}

impl Request {
    /// Parses the text of one frame. This is the only way in: the server, the fuzz
    /// target and the benchmark call it.
    ///
    /// # Errors
    /// When the text is not one JSON object, `t` is unknown, `cid` is missing, or a
    /// field is missing, repeated, unknown, or of another type.
    pub fn read(text: &str) -> Result<Request, BadRequest> {
        serde_json::from_str(text)
            .map(|Envelope(request)| request)
            .map_err(|error| BadRequest { cid: cid_of(text), error })
    }

    /// Writes the request as the text of one frame.
    pub fn to_json(&self) -> String {
        // Messages are structs of numbers and strings, which always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for BadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for BadRequest {}

fn cid_of(text: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Id {
        cid: Option<u32>,
    }
    serde_json::from_str::<Id>(text).ok()?.cid
}

/// A request while it is being read. It borrows from the text, so it can only be read from a
/// text.
struct Envelope(Request);

impl<'de> Deserialize<'de> for Envelope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Envelope, D::Error> {
        deserializer.deserialize_map(EnvelopeVisitor)
    }
}

struct EnvelopeVisitor;

impl<'de> Visitor<'de> for EnvelopeVisitor {
    type Value = Envelope;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request: an object with `t` and `cid`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Envelope, A::Error> {
        let mut cid = None;
        let mut before = Vec::new();
        let name = loop {
            match map.next_key::<RequestText<'de>>()? {
                Some(RequestText(key)) if key == "t" => {
                    break map.next_value::<RequestText<'de>>()?;
                }
                Some(RequestText(key)) if key == "cid" => read_cid(&mut cid, &mut map)?,
                // The message itself is read once `t` has been found.
                Some(RequestText(key)) => before.push((key, map.next_value::<&RawValue>()?)),
                None => return Err(de::Error::missing_field("t")),
            }
        };
        let fields = Fields { map, before: before.into_iter(), value: None, cid: &mut cid };
        let message = ClientMessage::deserialize(Message { name, fields })?;
        let cid = cid.ok_or_else(|| de::Error::missing_field("cid"))?;
        Ok(Envelope(Request { cid, message }))
    }
}

fn read_cid<'de, A: MapAccess<'de>>(cid: &mut Option<u32>, map: &mut A) -> Result<(), A::Error> {
    match cid.replace(map.next_value()?) {
        None => Ok(()),
        Some(_) => Err(de::Error::duplicate_field("cid")),
    }
}

/// A string that is copied only if it contains escapes.
#[derive(Deserialize)]
struct RequestText<'a>(#[serde(borrow)] Cow<'a, str>);

/// A message as serde sees an enum: the variant's name, and its fields.
struct Message<'de, 'c, A> {
    name: RequestText<'de>,
    fields: Fields<'de, 'c, A>,
}

impl<'de, A: MapAccess<'de>> Deserializer<'de> for Message<'de, '_, A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_enum(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum
        identifier ignored_any
    }
}

impl<'de, 'c, A: MapAccess<'de>> de::EnumAccess<'de> for Message<'de, 'c, A> {
    type Error = A::Error;
    type Variant = Fields<'de, 'c, A>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let variant = seed.deserialize(self.name.0.into_deserializer())?;
        Ok((variant, self.fields))
    }
}

/// The fields of a message: those of the object except `t` and `cid`.
struct Fields<'de, 'c, A> {
    map: A,
    before: std::vec::IntoIter<(Cow<'de, str>, &'de RawValue)>,
    /// The value of a field that came before `t`.
    value: Option<&'de RawValue>,
    cid: &'c mut Option<u32>,
}

impl<'de, A: MapAccess<'de>> de::VariantAccess<'de> for Fields<'de, '_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        Err(de::Error::custom("every message has fields"))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        seed.deserialize(MapAccessDeserializer::new(self))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_map(self)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_map(self)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Fields<'de, '_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        if let Some((key, value)) = self.before.next() {
            self.value = Some(value);
            return seed.deserialize(key.into_deserializer()).map(Some);
        }
        while let Some(RequestText(key)) = self.map.next_key::<RequestText<'de>>()? {
            match &*key {
                "cid" => read_cid(self.cid, &mut self.map)?,
                "t" => return Err(de::Error::duplicate_field("t")),
                _ => return seed.deserialize(key.into_deserializer()).map(Some),
            }
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.value.take() {
            Some(value) => {
                let mut value = serde_json::Deserializer::from_str(value.get());
                seed.deserialize(&mut value).map_err(de::Error::custom)
            }
            None => self.map.next_value_seed(seed),
        }
    }
}
