//! The messages as TypeScript declarations, which the page's checker reads and no
//! browser fetches.

use schemars::Schema;
use serde_json::Value;

/// The declarations of all requests, each whole, and of what the server says, each
/// type by its name.
pub(crate) fn declarations(asked: &Schema, said: &Schema) -> String {
    let mut text = "// Generated from the Rust types; server/tests/schema says how.\n".to_owned();
    let empty = serde_json::Map::new();
    let defs = said.get("$defs").and_then(Value::as_object).unwrap_or(&empty);
    for (name, def) in defs {
        declare(&mut text, name, def);
    }
    declare(&mut text, "ServerMessage", said.as_value());
    declare(&mut text, "Request", asked.as_value());
    text
}

fn declare(text: &mut String, name: &str, schema: &Value) {
    text.push('\n');
    comment(text, schema, "");
    text.push_str(&format!("export type {name} = {};\n", write(schema, "")));
}

fn comment(text: &mut String, schema: &Value, indent: &str) {
    if let Some(description) = schema["description"].as_str() {
        let line = description.split_whitespace().collect::<Vec<_>>().join(" ");
        text.push_str(&format!("{indent}/** {} */\n", line.replace("*/", "* /")));
    }
}

fn write(schema: &Value, indent: &str) -> String {
    if let Some(target) = schema["$ref"].as_str() {
        let name = target.rsplit('/').next().unwrap_or_default().to_owned();
        return and_fields(name, schema, indent);
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(cases) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        let cases: Vec<String> = cases.iter().map(|case| case_of(case, indent)).collect();
        return and_fields(cases.join(" | "), schema, indent);
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            let kinds = kinds.iter().map(|kind| write_kind(kind.as_str(), schema, indent));
            kinds.collect::<Vec<_>>().join(" | ")
        }
        kind => write_kind(kind.as_str(), schema, indent),
    }
}

/// A case of a choice, with what it means before it if it has fields of its own.
fn case_of(case: &Value, indent: &str) -> String {
    let written = write(case, indent);
    match case.get("properties") {
        Some(_) => {
            let mut text = String::from("\n");
            comment(&mut text, case, indent);
            format!("{text}{indent}{written}")
        }
        None => written,
    }
}

/// A choice or another type, with fields that are flattened into it.
fn and_fields(written: String, schema: &Value, indent: &str) -> String {
    match schema.get("properties") {
        Some(_) => format!("({written}) & {}", write_object(schema, indent)),
        None => written,
    }
}

fn write_kind(kind: Option<&str>, schema: &Value, indent: &str) -> String {
    match kind {
        Some("string") => "string".to_owned(),
        Some("integer" | "number") => "number".to_owned(),
        Some("boolean") => "boolean".to_owned(),
        Some("null") => "null".to_owned(),
        Some("array") => match schema["prefixItems"].as_array() {
            Some(items) => {
                let items: Vec<String> = items.iter().map(|item| write(item, indent)).collect();
                format!("[{}]", items.join(", "))
            }
            None => format!("Array<{}>", write(&schema["items"], indent)),
        },
        Some("object") => write_object(schema, indent),
        _ => "any".to_owned(),
    }
}

fn write_object(schema: &Value, indent: &str) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        return "Record<string, any>".to_owned();
    };
    let required = schema["required"].as_array();
    let inner = format!("{indent}  ");
    let mut text = "{\n".to_owned();
    for (name, property) in properties {
        comment(&mut text, property, &inner);
        let needed = required.is_some_and(|required| required.iter().any(|one| one == name));
        let mark = if needed { "" } else { "?" };
        text.push_str(&format!("{inner}{name}{mark}: {};\n", write(property, &inner)));
    }
    text + indent + "}"
}
