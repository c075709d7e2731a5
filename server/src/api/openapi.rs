//! The OpenAPI document: each file of paths lists its operations, and a test compares
//! the result with the file that the server hands out.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::api::operation::Operation;

/// Returns the document that is served at `/api/openapi.json`.
pub fn openapi() -> Value {
    let in_components = |settings: &mut SchemaSettings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    };
    let mut answers =
        SchemaSettings::draft2020_12().with(in_components).for_serialize().into_generator();
    // Which fields are optional differs between reading and writing, so the schemas of request
    // bodies are inlined.
    let inline = |settings: &mut SchemaSettings| settings.inline_subschemas = true;
    let mut questions =
        SchemaSettings::draft2020_12().with(in_components).with(inline).into_generator();
    let mut paths = Map::new();
    for operation in operations() {
        let document = operation.document(&mut answers, &mut questions);
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = document;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "nim-server",
            "version": "1",
            "description": "What is not live. Games are played over the WebSocket at /ws (docs/protocol.md), which /api/asyncapi.json describes. What is read has an ETag: whoever sends it in If-None-Match gets 304 while nothing has changed.",
        },
        "paths": paths,
        "components": {
            "schemas": answers.take_definitions(true),
            "securitySchemes": {
                "admin": {"type": "http", "scheme": "bearer"},
                "player": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A player's secret; the server's own page has it in a cookie.",
                },
            },
        },
    })
}

fn operations() -> Vec<Operation> {
    let all = [
        super::routes::operations(),
        super::games::operations(),
        super::variants::operations(),
        super::analysis::operations(),
        super::ladder_log::operations(),
        super::ranking::operations(),
        super::puzzles::operations(),
        super::rush::operations(),
        super::accounts::operations(),
        super::credentials::operations(),
        super::sessions::operations(),
        super::tournaments::operations(),
        super::admin::operations(),
        super::moderation::operations(),
        super::blocks::operations(),
        super::people::operations(),
        super::push::operations(),
        super::turn_mail::operations(),
        super::reports::operations(),
    ];
    all.into_iter().flatten().collect()
}
