//! docs/protocol.md says what the code says.

use std::collections::BTreeSet;

use protocol::{ClientMessage, CloseCode, ErrorCode, Limits, ServerMessage, limits};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../docs/protocol.md");

/// Parses every line with this mark and prints it back; gives the types seen.
fn round_trip<M: Serialize + DeserializeOwned>(mark: &str) -> BTreeSet<String> {
    let lines = DOCUMENT.lines().filter_map(|line| line.strip_prefix(mark));
    lines
        .map(|line| {
            let written: Value = serde_json::from_str(line).expect(line);
            let message: M = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
            assert_eq!(serde_json::to_value(&message).expect("plain"), written, "{line}");
            written["t"].as_str().expect("every message is named").to_owned()
        })
        .collect()
}

/// The types that serde knows, read from its own complaint about another one.
fn known_types<M: DeserializeOwned>() -> BTreeSet<String> {
    let error = serde_json::from_str::<M>(r#"{"t":"no such type"}"#).err().expect("unknown");
    let error = error.to_string();
    let list = error.split_once("expected one of ").expect("a list").1;
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_request_stands_in_the_document() {
    assert_eq!(round_trip::<ClientMessage>("C: "), known_types::<ClientMessage>());
}

#[test]
fn every_answer_and_event_stands_in_the_document() {
    assert_eq!(round_trip::<ServerMessage>("S: "), known_types::<ServerMessage>());
}

/// The first cells of the rows of the table under this heading.
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
    let told = serde_json::to_value(Limits::default()).expect("plain");
    let mut rows = std::collections::BTreeMap::new();
    for row in first_cells("Limits") {
        for (name, value) in row[0].split(", ").zip(row[1].split(", ")) {
            rows.insert(name.to_owned(), value.to_owned());
        }
    }
    for (name, value) in told.as_object().expect("a struct") {
        assert_eq!(rows.get(name), Some(&value.to_string()), "{name}");
    }
    assert_eq!(rows["waiting bytes"], limits::MAX_OUTBOX_BYTES.to_string());
    assert_eq!(rows["malformed messages"], limits::MAX_BAD_MESSAGES.to_string());
}

#[test]
fn what_each_request_costs_stands_in_the_document() {
    let row = first_cells("Limits").into_iter().find(|row| row[0] == "credits of a message");
    let row = row.expect("a row");
    let dear: Vec<(u32, Vec<&str>)> = row[1]
        .split("; ")
        .filter_map(|part| {
            let (credits, types) = part.split_once(": ")?;
            Some((credits.parse().expect("a number"), types.split(", ").collect()))
        })
        .collect();
    for line in DOCUMENT.lines().filter_map(|line| line.strip_prefix("C: ")) {
        let message: ClientMessage = serde_json::from_str(line).expect(line);
        let written: Value = serde_json::from_str(line).expect(line);
        let kind = written["t"].as_str().expect("every message is named");
        let told = dear.iter().find(|(_, types)| types.contains(&kind)).map_or(1, |(n, _)| *n);
        assert_eq!(message.credits(), told, "{line}");
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
        assert!(serde_json::from_str::<ClientMessage>(message).is_err(), "{message}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(serde_json::from_str::<ClientMessage>(&deep).is_err());
}
