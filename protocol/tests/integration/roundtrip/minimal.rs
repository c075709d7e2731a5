//! What need not be said is left out: without one of these fields a message means something else,
//! or nothing.

use proptest::prelude::*;
use protocol::{Request, ServerMessage};
use serde_json::Value;

use super::{numbers, request, server_message};

/// Fields that are written only when they differ from what goes without saying.
const SPARING: [&str; 24] = [
    "bid",
    "byes",
    "clocks",
    "close",
    "delay",
    "deterministic",
    "division",
    "excluded",
    "gone",
    "handicap",
    "kinds",
    "offset",
    "open",
    "pair",
    "pie",
    "rated",
    "rating",
    "ratings",
    "ready",
    "set",
    "sprt",
    "times",
    "version",
    "window",
];

/// Returns the value without each of these fields, at any depth, and the name of the field.
fn without_each_field(value: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                if SPARING.contains(&name.as_str()) {
                    let mut less = fields.clone();
                    less.remove(name);
                    all.push((name.clone(), Value::Object(less)));
                }
                for (field, inner) in without_each_field(inner) {
                    let mut changed = fields.clone();
                    changed.insert(name.clone(), inner);
                    all.push((field, Value::Object(changed)));
                }
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                for (field, inner) in without_each_field(item) {
                    let mut changed = items.clone();
                    changed[place] = inner;
                    all.push((field, Value::Array(changed)));
                }
            }
        }
        _ => {}
    }
    all
}

fn check<M: PartialEq>(text: &str, read: fn(&str) -> Option<M>) -> Result<(), TestCaseError> {
    let written: Value = serde_json::from_str(text).expect("JSON");
    let message = read(text).expect("just written");
    for (field, less) in without_each_field(&written) {
        prop_assert!(read(&less.to_string()).as_ref() != Some(&message), "{field}: {text}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_request_says_nothing_that_goes_without_saying((which, numbers) in numbers()) {
        let text = request(which, numbers).to_json();
        check(&text, |text| Request::read(text).ok())?;
    }

    #[test]
    fn an_answer_says_nothing_that_goes_without_saying((which, numbers) in numbers()) {
        let text = serde_json::to_string(&server_message(which, numbers)).expect("plain");
        check(&text, |text| serde_json::from_str::<ServerMessage>(text).ok())?;
    }
}
