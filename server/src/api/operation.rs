//! One method of one path, as the OpenAPI document describes it, generated from the types that its
//! handler reads and writes.

use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use protocol::ErrorBody;

type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// One method of one path.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    summary: &'static str,
    caller: Option<&'static str>,
    query: Option<MakeSchema>,
    body: Option<MakeSchema>,
    answers: Vec<(u16, &'static str, Option<MakeSchema>)>,
    refusals: &'static [u16],
    /// Statuses of refusals with a plain text.
    texts: &'static [u16],
}

impl Operation {
    fn new(method: &'static str, path: &'static str, summary: &'static str) -> Operation {
        let (caller, query, body) = (None, None, None);
        let (answers, refusals, texts) = (Vec::new(), &[][..], &[][..]);
        Operation { method, path, summary, caller, query, body, answers, refusals, texts }
    }

    pub(super) fn get(path: &'static str, summary: &'static str) -> Operation {
        Operation::new("get", path, summary)
    }

    pub(super) fn post(path: &'static str, summary: &'static str) -> Operation {
        Operation::new("post", path, summary)
    }

    pub(super) fn put(path: &'static str, summary: &'static str) -> Operation {
        Operation::new("put", path, summary)
    }

    pub(super) fn delete(path: &'static str, summary: &'static str) -> Operation {
        Operation::new("delete", path, summary)
    }

    /// Requires this caller: `admin` or `player`.
    pub(super) fn by(self, caller: &'static str) -> Operation {
        Operation { caller: Some(caller), ..self }
    }

    pub(super) fn query<T: JsonSchema>(self) -> Operation {
        Operation { query: Some(T::json_schema), ..self }
    }

    pub(super) fn body<T: JsonSchema>(self) -> Operation {
        Operation { body: Some(T::json_schema), ..self }
    }

    /// Adds an answer with a JSON body of this type.
    pub(super) fn answers<T: JsonSchema>(mut self, status: u16) -> Operation {
        self.answers.push((status, "application/json", Some(SchemaGenerator::subschema_for::<T>)));
        self
    }

    /// Adds an answer of lines, each a JSON object of this type: the schema is that of one line.
    pub(super) fn answers_lines<T: JsonSchema>(mut self) -> Operation {
        let line = SchemaGenerator::subschema_for::<T>;
        self.answers.push((200, "application/x-ndjson", Some(line)));
        self
    }

    /// Adds an answer with a text of this media type.
    pub(super) fn answers_text(mut self, media: &'static str) -> Operation {
        self.answers.push((200, media, None));
        self
    }

    /// Adds an answer without a body.
    pub(super) fn answers_nothing(mut self, status: u16) -> Operation {
        self.answers.push((status, "", None));
        self
    }

    /// Adds refusals with an error body.
    pub(super) fn refuses(self, refusals: &'static [u16]) -> Operation {
        Operation { refusals, ..self }
    }

    /// Adds refusals with a plain text, or without a body.
    pub(super) fn refuses_plainly(self, texts: &'static [u16]) -> Operation {
        Operation { texts, ..self }
    }

    /// Returns its description in the document.
    pub(super) fn document(
        &self,
        answers: &mut SchemaGenerator,
        questions: &mut SchemaGenerator,
    ) -> Value {
        let mut parameters: Vec<Value> = self.path.split('{').skip(1).map(path_parameter).collect();
        if let Some(make) = self.query {
            parameters.extend(query_parameters(&make(questions)));
        }
        let mut responses = Map::new();
        for &(status, media, make) in &self.answers {
            let schema = make.map_or(json!({"type": "string"}), |make| make(answers).into());
            let content = json!({media: {"schema": schema}});
            let response = match media {
                "" => json!({"description": "Done."}),
                "application/x-ndjson" => {
                    let description = "One JSON object a line; the schema is that of a line.";
                    json!({"description": description, "content": content})
                }
                _ => json!({"description": "Done.", "content": content}),
            };
            responses.insert(status.to_string(), response);
        }
        let error = answers.subschema_for::<ErrorBody>();
        for &status in self.refusals {
            let content = json!({"application/json": {"schema": error}});
            responses.insert(
                status.to_string(),
                json!({"description": "The refusal.", "content": content}),
            );
        }
        for status in self.texts {
            responses.insert(status.to_string(), json!({"description": "Unavailable."}));
        }
        let mut operation = json!({"summary": self.summary, "responses": responses});
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        if let Some(caller) = self.caller {
            operation["security"] = json!([{caller: []}]);
        }
        if let Some(make) = self.body {
            let content = json!({"application/json": {"schema": make(questions)}});
            operation["requestBody"] = json!({"required": true, "content": content});
        }
        operation
    }
}

fn path_parameter(rest: &str) -> Value {
    let name = rest.split('}').next().unwrap_or_default();
    let schema = match name {
        "round" | "board" | "number" => json!({"type": "integer", "minimum": 0}),
        "address" | "session" => json!({"type": "string"}),
        _ => json!({"type": "string", "format": "uuid"}),
    };
    json!({"name": name, "in": "path", "required": true, "schema": schema})
}

fn query_parameters(query: &Schema) -> Vec<Value> {
    let required = query.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let properties = query.get("properties").and_then(Value::as_object).cloned();
    let parameter = |(name, schema): (String, Value)| {
        let required = required.iter().any(|one| *one == name);
        json!({"name": name, "in": "query", "required": required, "schema": schema})
    };
    properties.unwrap_or_default().into_iter().map(parameter).collect()
}
