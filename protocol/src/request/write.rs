//! Writing: serde's form of an enum variant becomes one flat object with `t` and `cid`
//! before the fields.

use std::fmt::Display;

use serde::ser::{Error, Impossible, SerializeStruct, SerializeStructVariant};
use serde::{Serialize, Serializer};

use super::Request;

impl Serialize for Request {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.message.serialize(EnvelopeWriter { cid: self.cid, serializer })
    }
}

/// Accepts the variant of an enum and nothing else.
struct EnvelopeWriter<S> {
    cid: u32,
    serializer: S,
}

/// A value into which serde puts flattened fields.
#[derive(Serialize)]
struct Flat<'a, T: ?Sized> {
    t: &'static str,
    cid: u32,
    #[serde(flatten)]
    fields: &'a T,
}

/// The fields of a variant, one by one.
struct FieldsWriter<S>(S);

impl<S: SerializeStruct> SerializeStructVariant for FieldsWriter<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), S::Error> {
        self.0.serialize_field(key, value)
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.0.end()
    }
}

fn not_a_message<T, E: Error>(what: impl Display) -> Result<T, E> {
    Err(E::custom(format_args!("a message is a variant with fields, not {what}")))
}

macro_rules! refuse {
    ($($method:ident($($kind:ty),*) -> $given:ty;)*) => {$(
        fn $method(self, $(_: $kind),*) -> Result<$given, S::Error> {
            not_a_message(stringify!($method))
        }
    )*};
}

impl<S: Serializer> Serializer for EnvelopeWriter<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = Impossible<S::Ok, S::Error>;
    type SerializeStruct = Impossible<S::Ok, S::Error>;
    type SerializeStructVariant = FieldsWriter<S::SerializeStruct>;

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        fields: usize,
    ) -> Result<FieldsWriter<S::SerializeStruct>, S::Error> {
        let mut object = self.serializer.serialize_struct(name, fields + 2)?;
        object.serialize_field("t", variant)?;
        object.serialize_field("cid", &self.cid)?;
        Ok(FieldsWriter(object))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        fields: &T,
    ) -> Result<S::Ok, S::Error> {
        Flat { t: variant, cid: self.cid, fields }.serialize(self.serializer)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
        not_a_message("an option")
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        not_a_message(name)
    }

    refuse! {
        serialize_bool(bool) -> S::Ok;
        serialize_i8(i8) -> S::Ok;
        serialize_i16(i16) -> S::Ok;
        serialize_i32(i32) -> S::Ok;
        serialize_i64(i64) -> S::Ok;
        serialize_u8(u8) -> S::Ok;
        serialize_u16(u16) -> S::Ok;
        serialize_u32(u32) -> S::Ok;
        serialize_u64(u64) -> S::Ok;
        serialize_f32(f32) -> S::Ok;
        serialize_f64(f64) -> S::Ok;
        serialize_char(char) -> S::Ok;
        serialize_str(&str) -> S::Ok;
        serialize_bytes(&[u8]) -> S::Ok;
        serialize_none() -> S::Ok;
        serialize_unit() -> S::Ok;
        serialize_unit_struct(&'static str) -> S::Ok;
        serialize_unit_variant(&'static str, u32, &'static str) -> S::Ok;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
    }
}
