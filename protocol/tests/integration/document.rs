//! Checks that docs/protocol.md says what the code says.

use std::collections::BTreeSet;

use protocol::costs::{Allowance, ExpensiveRequest, Payer};
use protocol::{CloseCode, ErrorCode, Limits, Request, ServerMessage, limits};
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

/// Returns the lines with this mark: each as written, parsed, and its type.
fn examples(mark: &str) -> impl Iterator<Item = (&'static str, Value, String)> {
    DOCUMENT.lines().filter_map(move |line| line.strip_prefix(mark)).map(|line| {
        let written: Value = serde_json::from_str(line).expect(line);
        let name = written["t"].as_str().expect("every message is named").to_owned();
        (line, written, name)
    })
}

/// Reads the types that serde knows from its error about an unknown one.
fn known_types(complaint: &str) -> BTreeSet<String> {
    let list = complaint.split_once("expected one of ").expect("a list").1;
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_request_stands_in_the_document() {
    let mut seen = BTreeSet::new();
    for (line, written, name) in examples("C: ") {
        let request = Request::read(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        assert_eq!(serde_json::to_value(&request).expect("plain"), written, "{line}");
        seen.insert(name);
    }
    let unknown = Request::read(r#"{"t":"no such type","cid":1}"#).expect_err("unknown");
    assert_eq!(seen, known_types(&unknown.to_string()));
}

#[test]
fn every_answer_and_event_stands_in_the_document() {
    let mut seen = BTreeSet::new();
    for (line, written, name) in examples("S: ") {
        let message: ServerMessage =
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        assert_eq!(serde_json::to_value(&message).expect("plain"), written, "{line}");
        seen.insert(name);
    }
    let unknown = serde_json::from_str::<ServerMessage>(r#"{"t":"no such type"}"#);
    assert_eq!(seen, known_types(&unknown.expect_err("unknown").to_string()));
}

/// The name and the `cid` may stand anywhere; no field may be repeated, missing, or
/// extra.
#[test]
fn the_fields_of_a_request_may_stand_in_any_order_and_each_stands_once() {
    for (line, written, _) in examples("C: ") {
        let expected = Request::read(line).expect(line);
        let fields: Vec<String> = fields_of(line);
        assert_eq!(fields.len(), written.as_object().expect("an object").len(), "{line}");
        for first in 0..fields.len() {
            let mut turned = fields.clone();
            turned.rotate_left(first);
            let read = |fields: &[String]| Request::read(&format!("{{{}}}", fields.join(",")));
            assert_eq!(read(&turned).ok().as_ref(), Some(&expected), "{turned:?}");
            let twice = [&turned[..], &turned[..1]].concat();
            assert!(read(&twice).is_err(), "{twice:?}");
            let extra = [&turned[..], &["\"extra\":1".to_owned()]].concat();
            assert!(read(&extra).is_err(), "{extra:?}");
            if turned[0].starts_with("\"t\"") || turned[0].starts_with("\"cid\"") {
                assert!(read(&turned[1..]).is_err(), "{turned:?}");
            }
        }
    }
}

/// Returns the fields of an object, as written.
fn fields_of(line: &str) -> Vec<String> {
    let (mut fields, mut depth) = (vec![String::new()], 0);
    for c in line[1..line.len() - 1].chars() {
        depth += i32::from("{[".contains(c)) - i32::from("}]".contains(c));
        match c {
            ',' if depth == 0 => fields.push(String::new()),
            c => fields.last_mut().expect("one at least").push(c),
        }
    }
    fields
}

/// Returns the first cells of the rows of the table under this heading.
fn first_cells(heading: &str) -> Vec<Vec<String>> {
    let section = DOCUMENT.split(&format!("\n## {heading}\n")).nth(1).expect("a section");
    let section = section.split("\n## ").next().expect("not empty");
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    let cell = |cell: &str| cell.trim().replace('`', "");
    rows.map(|row| row.trim_matches('|').split('|').map(cell).collect()).collect()
}

#[test]
fn every_error_code_stands_in_the_document() {
    let word = |code: &ErrorCode| {
        serde_json::to_value(code).expect("plain").as_str().expect("a word").to_owned()
    };
    let codes: Vec<String> = ErrorCode::ALL.iter().map(word).collect();
    let rows: Vec<String> = first_cells("Errors").into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(rows, codes);
}

#[test]
fn every_close_code_stands_in_the_document() {
    let code = |code: &CloseCode| {
        let back = if CloseCode::may_return(code.number()) { "yes" } else { "no" };
        [code.number().to_string(), code.word().to_owned(), back.to_owned()]
    };
    let codes: Vec<_> = CloseCode::ALL.iter().map(code).collect();
    let row = |row: Vec<String>| {
        let back = row[3].split(',').next().expect("not empty").to_owned();
        [row[0].clone(), row[1].clone(), back]
    };
    let rows: Vec<_> = first_cells("Close codes").into_iter().map(row).collect();
    assert_eq!(rows, codes);
}

#[test]
fn every_limit_of_the_welcome_stands_in_the_document() {
    let limits = serde_json::to_value(Limits::default()).expect("plain");
    let mut rows = std::collections::BTreeMap::new();
    for row in first_cells("Limits") {
        for (name, value) in row[0].split(", ").zip(row[1].split(", ")) {
            rows.insert(name.to_owned(), value.to_owned());
        }
    }
    for (name, value) in limits.as_object().expect("a struct") {
        assert_eq!(rows.get(name), Some(&value.to_string()), "{name}");
    }
    assert_eq!(rows["waiting bytes"], limits::MAX_OUTBOX_BYTES.to_string());
    assert_eq!(rows["malformed messages"], limits::MAX_BAD_MESSAGES.to_string());
}

#[test]
fn the_document_lists_the_cost_of_each_request() {
    let row = first_cells("Limits").into_iter().find(|row| row[0] == "credits of a message");
    let row = row.expect("a row");
    let dear: Vec<(u32, Vec<&str>)> = row[1]
        .split("; ")
        .filter_map(|part| {
            let (credits, types) = part.split_once(": ")?;
            Some((credits.parse().expect("a number"), types.split(", ").collect()))
        })
        .collect();
    for (line, _, name) in examples("C: ") {
        let request = Request::read(line).expect(line);
        let dear = dear.iter().find(|(_, types)| types.contains(&name.as_str()));
        assert_eq!(request.message.credits(), dear.map_or(1, |(n, _)| *n), "{line}");
    }
}

#[test]
fn a_request_with_a_field_too_many_is_refused() {
    for message in [
        r#"{"t":"ping","cid":1,"extra":1}"#,
        r#"{"t":"ping"}"#,
        r#"{"t":"ping","cid":1.0}"#,
        r#"{"t":"ping","cid":-1}"#,
        r#"{"t":"ping","cid":4294967296}"#,
        r#"{"t":"ping","cid":1,"cid":2}"#,
        r#"{"t":"move","cid":1,"table":"x","ply":0,"move":[0,1]}"#,
        r#"{"t":"move","cid":1,"table":"01890a5d-ac96-774b-bcce-b302099a8061","ply":0,"move":{}}"#,
        r#"{"t":"move","cid":1,"table":"01890a5d-ac96-774b-bcce-b302099a8061","ply":0,"move":[1e400]}"#,
        r#"{"t":"seek","cid":1,"game":{"variant":"nim","ending":"normal","start":{"heaps":[1]},"x":1},"seat":"first"}"#,
        r#"{"t":"seek","cid":1,"game":{"variant":"nim","ending":"normal","start":{"heaps":[1]}},"seat":"first","x":1}"#,
        r#"{"t":"challenge","cid":1,"player":"01890a5d-ac96-774b-bcce-b302099a8061","game":{"preset":"21"},"seat":"first","private":true}"#,
        r#"{"t":"hello","cid":1,"name":"","kind":"bot","client":"x"}"#,
        "[]",
        "",
    ] {
        assert!(Request::read(message).is_err(), "{message}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(Request::read(&deep).is_err());
    let late = format!(r#"{{"x":{deep},"t":"ping","cid":1}}"#);
    assert!(Request::read(&late).is_err());
}

#[test]
fn a_refusal_says_what_is_wrong() {
    for (text, why) in [
        ("[]", "a request: an object with `t` and `cid`"),
        (r#"{"t":"ping","t":"ping","cid":1}"#, "duplicate field `t`"),
        (r#"{"t":"ping","cid":1,"cid":1}"#, "duplicate field `cid`"),
        (r#"{"t":"ping"}"#, "missing field `cid`"),
        (r#"{"cid":1}"#, "missing field `t`"),
    ] {
        let refused = Request::read(text).expect_err(text).to_string();
        assert!(refused.contains(why), "{text}: {refused}");
    }
}

#[test]
fn bad_requests_keep_a_readable_cid() {
    for (text, cid) in [
        (r#"{"t":"nonsense","cid":7}"#, Some(7)),
        (r#"{"t":"ping","cid":7,"extra":[]}"#, Some(7)),
        (r#"{"t":"ping"}"#, None),
        (r#"{"t":"ping","cid":"7"}"#, None),
        ("[]", None),
    ] {
        assert_eq!(Request::read(text).expect_err(text).cid, cid, "{text}");
    }
}

#[test]
fn every_cost_stands_in_the_document() {
    let section = DOCUMENT.split("\n## Costs\n").nth(1).expect("a section");
    let rows = section.lines().filter(|line| line.starts_with("| "));
    let mut rows = rows.map(|line| {
        let cells = line.trim_matches('|').split('|').skip(1);
        cells.map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    });
    let mut next = || rows.next().expect("a row");
    next();
    for &request in ExpensiveRequest::ALL {
        let Allowance { at_once, every } = request.allowance();
        assert_eq!(next(), [at_once.to_string(), format!("{} s", every.as_secs_f64())]);
    }
    next();
    for payer in Payer::ALL {
        assert_eq!(next(), [payer.share().to_string()], "{payer:?}");
    }
}
