//! Compares each answer over HTTP with the OpenAPI document. Every request of every test passes
//! through here, so all answers of the server are as documented.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::schema::Schema;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../server/schema/openapi.json")).expect("JSON")
});

/// Statuses that any path may return: address banned, method not allowed, body too large, too many
/// requests, head too large, too much arriving at once.
const ANYWHERE: [u16; 6] = [403, 405, 413, 429, 431, 503];

/// Panics unless the document allows this answer for this path.
pub(crate) fn check(method: &str, path: &str, status: u16, answer: &str) {
    let what = format!("{method} {path} {status}: {answer}");
    let path = path.split('?').next().unwrap_or_default();
    let Some(operations) = operations(path) else {
        let ours = path.starts_with("/api/") || path.starts_with("/admin/");
        return assert!(!ours || status == 404, "{what}: the path is not in the document");
    };
    let responses = &operations[method.to_lowercase()]["responses"];
    let Some(response) = responses.get(status.to_string()) else {
        return assert!(ANYWHERE.contains(&status), "{what}: the status is not in the document");
    };
    let Some(content) = response["content"].as_object() else { return };
    let (media, content) = content.iter().next().expect("one media type");
    let values: Vec<Value> = match media.as_str() {
        "application/json" => vec![serde_json::from_str(answer).expect(&what)],
        "application/x-ndjson" => {
            answer.lines().map(|line| serde_json::from_str(line).expect(&what)).collect()
        }
        _ => vec![json!(answer)],
    };
    // Of lines it is the schema of each.
    let schema = Schema::at(&DOCUMENT, &content["schema"]);
    for value in values {
        schema.check(&value).unwrap_or_else(|why| panic!("{what}\n{why}"));
    }
}

/// The operations of the documented path that this path is an instance of; paths without parameters
/// take precedence.
fn operations(path: &str) -> Option<&'static Value> {
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    paths.get(path).or_else(|| {
        let is_instance = |template: &str| {
            let (mut ours, mut theirs) = (template.split('/'), path.split('/'));
            let same = ours.by_ref().zip(theirs.by_ref());
            let same = same.into_iter().all(|(a, b)| a == b || a.starts_with('{'));
            same && template.split('/').count() == path.split('/').count()
        };
        paths.iter().find(|(template, _)| is_instance(template)).map(|(_, operations)| operations)
    })
}

/// Every operation of the document: its method in upper case, and its path.
pub fn all() -> impl Iterator<Item = (String, &'static str)> {
    DOCUMENT["paths"].as_object().expect("paths").iter().flat_map(|(path, operations)| {
        let methods = operations.as_object().expect("methods").keys();
        methods.map(move |method| (method.to_uppercase(), path.as_str()))
    })
}
