//! Validates values against a JSON Schema. Supports the keywords that our schemas use; any other is
//! an error, so that none is overlooked.

use serde_json::Value;

/// A schema, with the document that its references point into.
#[derive(Clone, Copy, Debug)]
pub struct Schema<'a> {
    document: &'a Value,
    schema: &'a Value,
}

impl<'a> Schema<'a> {
    /// The schema of the whole document.
    pub fn new(document: &'a Value) -> Schema<'a> {
        Schema { document, schema: document }
    }

    /// A schema somewhere in the document.
    pub fn at(document: &'a Value, schema: &'a Value) -> Schema<'a> {
        Schema { document, schema }
    }

    /// Checks `value` against the schema.
    ///
    /// # Errors
    /// Says what is wrong with the value, and where.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        let Value::Object(schema) = self.schema else {
            return match self.schema {
                Value::Bool(true) => Ok(()),
                _ => Err(format!("nothing is allowed here: {value}")),
            };
        };
        for (keyword, wanted) in schema {
            self.keyword(keyword, wanted, value)
                .map_err(|why| format!("{why}\n  in {keyword} of {value}"))?;
        }
        Ok(())
    }

    fn keyword(&self, keyword: &str, wanted: &'a Value, value: &Value) -> Result<(), String> {
        let schema = |schema| Schema { schema, ..*self };
        let all = |list: &'a Value| list.as_array().expect("a list of schemas").iter();
        let fails = || format!("it must be {wanted}");
        let holds = match keyword {
            "$schema" | "$defs" | "title" | "description" | "default" | "format" => true,
            "uniqueItems" => value.as_array().is_none_or(|list| {
                list.iter().enumerate().all(|(n, item)| !list[..n].contains(item))
            }),
            "$ref" => {
                let path = wanted.as_str().and_then(|path| path.strip_prefix('#'));
                let target = path.and_then(|path| self.document.pointer(path));
                return schema(target.expect("a reference into the document")).check(value);
            }
            "type" => match wanted {
                Value::Array(types) => types.iter().any(|kind| is_a(value, kind)),
                kind => is_a(value, kind),
            },
            "const" => value == wanted,
            "enum" => wanted.as_array().expect("a list").contains(value),
            "minimum" => number(value).is_none_or(|n| n >= number(wanted).expect("a number")),
            "maximum" => number(value).is_none_or(|n| n <= number(wanted).expect("a number")),
            "anyOf" => all(wanted).any(|one| schema(one).check(value).is_ok()),
            "oneOf" => all(wanted).filter(|one| schema(one).check(value).is_ok()).count() == 1,
            "required" => value.as_object().is_none_or(|object| {
                let has = |name: &Value| object.contains_key(name.as_str().unwrap_or_default());
                wanted.as_array().expect("a list").iter().all(has)
            }),
            "properties" => {
                for (name, property) in wanted.as_object().expect("schemas") {
                    value.get(name).map_or(Ok(()), |value| schema(property).check(value))?;
                }
                true
            }
            "additionalProperties" => {
                let known = self.schema.get("properties").and_then(Value::as_object);
                let known = |name: &String| known.is_some_and(|known| known.contains_key(name));
                let others = value.as_object().into_iter().flatten();
                for (_, other) in others.filter(|(name, _)| !known(name)) {
                    schema(wanted).check(other)?;
                }
                true
            }
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten();
                for (one, item) in all(wanted).zip(items) {
                    schema(one).check(item)?;
                }
                true
            }
            "items" => {
                let before = self.schema.get("prefixItems").and_then(Value::as_array);
                let items = value.as_array().into_iter().flatten();
                for item in items.skip(before.map_or(0, Vec::len)) {
                    schema(wanted).check(item)?;
                }
                true
            }
            "minItems" | "maxItems" => {
                let bound = wanted.as_u64().expect("a number");
                let length = |list: &Vec<Value>| list.len() as u64;
                match keyword {
                    "minItems" => value.as_array().is_none_or(|list| length(list) >= bound),
                    _ => value.as_array().is_none_or(|list| length(list) <= bound),
                }
            }
            unknown => panic!("{unknown} is a keyword that this checker does not know"),
        };
        if holds { Ok(()) } else { Err(fails()) }
    }
}

fn is_a(value: &Value, kind: &Value) -> bool {
    match kind.as_str().expect("a type is a word") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        unknown => panic!("{unknown} is no type"),
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_checker_accepts_what_the_schema_allows_and_nothing_else() {
        let schema = json!({
            "type": "object",
            "properties": {
                "n": {"type": "integer", "minimum": 0, "maximum": 9},
                "list": {"prefixItems": [{"const": "a"}], "items": {"$ref": "#/$defs/n"}, "minItems": 1},
                "one": {"oneOf": [{"type": "integer"}, {"type": "number"}, {"enum": ["x"]}]},
                "any": {"anyOf": [{"type": ["string", "null"]}, {"type": "array"}]},
            },
            "required": ["n"],
            "additionalProperties": false,
            "$defs": {"n": {"type": "boolean"}},
        });
        let good = |value: Value| Schema::new(&schema).check(&value).is_ok();
        assert!(good(json!({"n": 9, "list": ["a", true], "one": 0.5, "any": null})));
        assert!(good(json!({"n": 0, "one": "x", "any": []})));
        for bad in [
            json!({}),
            json!([]),
            json!({"n": 10}),
            json!({"n": -1}),
            json!({"n": 1.0}),
            json!({"n": 1, "m": 1}),
            json!({"n": 1, "list": []}),
            json!({"n": 1, "list": ["b"]}),
            json!({"n": 1, "list": ["a", 1]}),
            json!({"n": 1, "one": 1}),
            json!({"n": 1, "any": 1}),
        ] {
            assert!(!good(bad.clone()), "{bad}");
        }
    }
}
