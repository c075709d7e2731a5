//! The JSON Schema that the server hands out is the one that the types give:
//!
//! ```sh
//! NIM_WRITE_SCHEMA=1 cargo test -p protocol --features schema --test schema
//! ```
//!
//! writes it anew.

use std::path::PathBuf;

use protocol::{Request, ServerMessage};
use schemars::{JsonSchema, schema_for};

fn is_handed_out<M: JsonSchema>(name: &str) {
    let schema = serde_json::to_string_pretty(&schema_for!(M)).expect("plain") + "\n";
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../server/schema").join(name);
    if std::env::var_os("NIM_WRITE_SCHEMA").is_some() {
        std::fs::write(&file, &schema).expect("writable");
    }
    let handed_out = std::fs::read_to_string(&file).expect("the server's schema");
    assert!(schema == handed_out, "{} is old; see the head of this test", file.display());
}

#[test]
fn the_schema_of_requests_is_that_of_the_types() {
    is_handed_out::<Request>("client.json");
}

#[test]
fn the_schema_of_answers_is_that_of_the_types() {
    is_handed_out::<ServerMessage>("server.json");
}
