//! `nim-bot solve` against the golden files: every field of every row that occurs both in the files
//! and in the answer.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bot::{RowSolver, SolveOptions};
use serde_json::Value;

/// A row's question; its other fields are answers.
const QUESTION: &[&str] = &["id", "variant", "params", "convention", "position"];

#[test]
fn every_golden_row_is_answered_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let mut solver = RowSolver::new(SolveOptions::default());
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut rows = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            let answer = serde_json::to_value(solver.answer(line.as_bytes())).unwrap();
            rows += 1;
            for (field, expected) in row.as_object().unwrap() {
                let found = if field == "id" { &row["id"] } else { &answer[field] };
                let asked = QUESTION.contains(&field.as_str());
                if answer["id"] != row["id"] || (!asked && found != expected) {
                    let variant = format!("{} {field}", row["variant"]);
                    wrong.entry(variant).or_default().push(format!("{line} -> {answer}"));
                }
            }
        }
    }
    assert!(rows >= 8_437, "only {rows} rows");
    let examples: Vec<_> = wrong.iter().map(|(what, rows)| (what, rows.len(), &rows[0])).collect();
    assert!(examples.is_empty(), "{examples:#?}");
}
