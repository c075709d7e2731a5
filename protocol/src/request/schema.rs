//! The JSON schema of a request: that of the messages, with `cid` in each.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::Request;
use crate::ClientMessage;

impl JsonSchema for Request {
    fn schema_name() -> Cow<'static, str> {
        "Request".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = ClientMessage::json_schema(generator);
        let cases = schema.get_mut("oneOf").and_then(Value::as_array_mut);
        for case in cases.into_iter().flatten() {
            case["properties"]["cid"] = json!({
                "description": "A number of the client's choice; the answer carries it back.",
                "type": "integer", "format": "uint32", "minimum": 0, "maximum": u32::MAX,
            });
            if let Some(required) = case["required"].as_array_mut() {
                required.insert(1, json!("cid"));
            }
        }
        schema
    }
}
