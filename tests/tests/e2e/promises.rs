//! What docs/reliability.md promises: that each fault case has a test, under that name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Cases there are.
const CASES: u32 = 42;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// The names of tests in a row: what is written as code and is a path.
fn named(row: &str) -> impl Iterator<Item = &str> {
    row.split('`').skip(1).step_by(2).filter(|code| code.contains("::"))
}

/// Where a test of this name may stand: among the end-to-end tests, or in a crate,
/// beside what it tests or in a file of its own.
fn places(modules: &str) -> Vec<PathBuf> {
    let root = root();
    let path = modules.replace("::", "/");
    let mut places = vec![root.join(format!("tests/tests/e2e/{path}.rs"))];
    for krate in ["server", "protocol"] {
        let source = root.join(krate).join("src");
        places.push(source.join(format!("{path}.rs")));
        if let Some(tested) = path.strip_suffix("/tests") {
            places.push(source.join(format!("{tested}.rs")));
            places.push(source.join(format!("{tested}/mod.rs")));
        }
    }
    places
}

/// Whether there is a test of this name.
fn is_there(name: &str) -> bool {
    let Some((modules, test)) = name.rsplit_once("::") else { return false };
    let function = format!("fn {test}(");
    let texts = places(modules).into_iter().filter_map(|place| fs::read_to_string(place).ok());
    texts.into_iter().any(|text| {
        let before = text.split(&function).next().filter(|before| before.len() < text.len());
        let attributes = before.and_then(|before| before.rsplit("\n\n").next());
        attributes.is_some_and(|lines| lines.contains("#[test]") || lines.contains("#[tokio::test"))
    })
}

#[test]
fn every_case_has_a_test_that_is_there() {
    let text = fs::read_to_string(root().join("docs/reliability.md")).expect("readable");
    let mut cases = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with('|')) {
        let case = row.split('|').nth(1).and_then(|cell| cell.trim().parse::<u32>().ok());
        if let Some(case) = case {
            assert!(cases.insert(case), "case {case} is there twice");
            assert!(named(row).next().is_some(), "case {case} names no test");
        }
    }
    assert!(cases.into_iter().eq(1..=CASES), "a case is missing");
    for name in text.lines().filter(|line| line.starts_with('|')).flat_map(named) {
        assert!(is_there(name), "there is no test {name}");
    }
}

#[test]
fn a_test_that_is_not_there_is_noticed() {
    assert!(is_there("promises::a_test_that_is_not_there_is_noticed"));
    assert!(is_there("clock::tests::allowed_is_exactly_what_can_be_spent"));
    for none in ["promises::is_there", "promises::a_test", "crash::tests::start", "nowhere::x"] {
        assert!(!is_there(none), "{none}");
    }
}
