//! The WebSocket protocol as AsyncAPI 3: one channel, a message for each case, and an
//! operation for each request with the answer that its description names.

use schemars::Schema;
use serde_json::{Map, Value, json};

/// The document, from the schema of all requests and that of all answers and events.
pub(crate) fn document(client: Schema, server: Schema) -> Value {
    let mut parts = Parts::default();
    let asked = parts.add("client", client);
    let said = parts.add("server", server);
    let in_channel = |name: &str| json!({"$ref": format!("#/channels/game/messages/{name}")});
    let mut operations = Map::new();
    for (name, description) in &asked {
        let mut operation = json!({
            "action": "receive",
            "channel": {"$ref": "#/channels/game"},
            "messages": [in_channel(&format!("client.{name}"))],
        });
        if let Some(answer) = answer_of(description) {
            let messages = [answer, "error"].map(|answer| in_channel(&format!("server.{answer}")));
            operation["reply"] =
                json!({"channel": {"$ref": "#/channels/game"}, "messages": messages});
        }
        operations.insert(name.clone(), operation);
    }
    let events = said.iter().filter(|(_, description)| description.starts_with("Event"));
    let events: Vec<Value> =
        events.map(|(name, _)| in_channel(&format!("server.{name}"))).collect();
    operations.insert(
        "events".to_owned(),
        json!({"action": "send", "channel": {"$ref": "#/channels/game"}, "messages": events}),
    );
    let refer =
        |name: &String| (name.clone(), json!({"$ref": format!("#/components/messages/{name}")}));
    let messages: Map<String, Value> = parts.messages.keys().map(refer).collect();
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": protocol::SUBPROTOCOL,
            "version": "1",
            "description": "Games, live. The first message is `hello`; docs/protocol.md tells the rest.",
        },
        "defaultContentType": "application/json",
        "channels": {"game": {"address": protocol::PATH, "messages": messages}},
        "operations": operations,
        "components": {"messages": parts.messages, "schemas": parts.schemas},
    })
}

#[derive(Default)]
struct Parts {
    messages: Map<String, Value>,
    schemas: Map<String, Value>,
}

impl Parts {
    /// Adds a message for each case; gives their names and descriptions. What both
    /// sides say has two schemas, since they may leave out other fields.
    fn add(&mut self, side: &str, schema: Schema) -> Vec<(String, String)> {
        let mut schema = Value::from(schema);
        move_references(&mut schema, side);
        if let Some(Value::Object(defs)) = schema.get_mut("$defs").map(Value::take) {
            let named = defs.into_iter().map(|(name, def)| (format!("{side}.{name}"), def));
            self.schemas.extend(named);
        }
        let cases = schema["oneOf"].as_array().expect("a case for each message");
        let add = |case: &Value| {
            let name = case["properties"]["t"]["const"].as_str().expect("its name").to_owned();
            let description = case["description"].as_str().unwrap_or_default().to_owned();
            let message = json!({"name": name, "summary": description, "payload": case});
            self.messages.insert(format!("{side}.{name}"), message);
            (name, description)
        };
        cases.iter().map(add).collect()
    }
}

fn move_references(schema: &mut Value, side: &str) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value.as_str().and_then(|at| at.strip_prefix("#/$defs/"))) {
                    ("$ref", Some(def)) => {
                        *value = json!(format!("#/components/schemas/{side}.{def}"));
                    }
                    _ => move_references(value, side),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| move_references(value, side)),
        _ => {}
    }
}

/// The answer that a request's description names.
fn answer_of(description: &str) -> Option<&str> {
    description.split("Answer:").nth(1)?.split('`').nth(1)
}
