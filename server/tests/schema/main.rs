//! The descriptions that the server serves follow from the types: the schemas of the
//! messages, AsyncAPI, OpenAPI, and the types of the page and the JavaScript client.
//!
//! ```sh
//! NIM_WRITE_SCHEMA=1 cargo test -p server --features schema --test schema
//! ```
//!
//! writes them anew.

mod asyncapi;
mod typescript;

use std::path::PathBuf;

use protocol::{Request, ServerMessage};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// Compares a generated file, at its path from the server's folder, with the one in the
/// repository, or writes it.
fn is_handed_out(path: &str, generated: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("NIM_WRITE_SCHEMA").is_some() {
        std::fs::write(&file, generated).expect("writable");
    }
    let handed_out = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(generated == handed_out, "{} is old; see the head of this test", file.display());
}

fn pretty(document: &Value) -> String {
    serde_json::to_string_pretty(document).expect("plain") + "\n"
}

/// Messages to the server: fields with a default may be left out.
fn read<M: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<M>()
}

/// Messages from the server: only skipped fields may be missing.
fn written<M: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<M>()
}

#[test]
fn the_schema_of_requests_is_that_of_the_types() {
    is_handed_out("schema/client.json", &pretty(read::<Request>().as_value()));
}

#[test]
fn the_schema_of_answers_is_that_of_the_types() {
    is_handed_out("schema/server.json", &pretty(written::<ServerMessage>().as_value()));
}

#[test]
fn asyncapi_is_that_of_the_types() {
    let document = asyncapi::document(read::<Request>(), written::<ServerMessage>());
    is_handed_out("schema/asyncapi.json", &pretty(&document));
}

#[test]
fn openapi_is_that_of_the_types() {
    is_handed_out("schema/openapi.json", &pretty(&server::openapi()));
}

#[test]
fn the_types_of_javascript_are_those_of_the_server() {
    let inline = |settings: &mut SchemaSettings| settings.inline_subschemas = true;
    let asked = SchemaSettings::draft2020_12().with(inline).into_generator();
    let asked = asked.into_root_schema_for::<Request>();
    let types = typescript::declarations(&asked, &written::<ServerMessage>());
    is_handed_out("../clients/javascript/types/messages.d.ts", &types);
}
