//! The promises of docs/reliability.md: each case names tests that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Number of cases in the document.
const CASES: u32 = 42;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// The tests that a row names: the code in its last cell.
fn named(row: &str) -> impl Iterator<Item = &str> {
    let cell = row.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
    cell.split('`').skip(1).step_by(2)
}

/// The names of all test functions in the Rust files below a folder.
fn tests_in(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable")) {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if path.is_dir() && !hidden && entry.file_name() != "target" {
            tests_in(&path, names);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(test_functions(&fs::read_to_string(&path).expect("text")));
        }
    }
}

/// The names of the functions that have a test attribute.
fn test_functions(text: &str) -> Vec<String> {
    let items = text.split("#[test]").skip(1).chain(text.split("#[tokio::test").skip(1));
    items.filter_map(|item| Some(item.split_once("fn ")?.1.split_once('(')?.0.to_owned())).collect()
}

#[test]
fn every_case_has_a_test_that_is_there() {
    let text = fs::read_to_string(root().join("docs/reliability.md")).expect("readable");
    let mut tests = BTreeSet::new();
    tests_in(&root(), &mut tests);
    let mut cases = BTreeSet::new();
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.ends_with("` |"));
    for row in rows {
        let number = row.split('|').nth(1).map(str::trim).expect("a first cell");
        if let Ok(case) = number.parse::<u32>() {
            assert!(cases.insert(case), "case {case} is there twice");
        }
        for name in named(row) {
            assert!(tests.contains(name), "there is no test {name}");
        }
    }
    assert!(cases.into_iter().eq(1..=CASES), "a case is missing, or names no test");
}

#[test]
fn only_functions_with_the_attribute_are_tests() {
    let text = "#[test]\nfn one() {}\nfn two() {}\n#[tokio::test]\nasync fn three() {}";
    assert_eq!(test_functions(text), ["one", "three"]);
}

/// `rust-version` promises support of an old compiler: clippy checks our use of the standard
/// library, and this test checks the versions that dependencies require.
#[test]
fn no_dependency_needs_a_newer_rust() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut metadata = std::process::Command::new(cargo);
    metadata.args(["metadata", "--format-version", "1", "--locked"]).current_dir(root());
    let metadata = metadata.output().expect("cargo runs").stdout;
    let metadata: serde_json::Value = serde_json::from_slice(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let numbers = |version: &str| -> Vec<u32> {
        version.split('.').map(|number| number.parse().expect("a number")).collect()
    };
    let needed = |package: &serde_json::Value| package["rust_version"].as_str().map(numbers);
    let ours = packages.iter().find(|package| package["name"] == "server").expect("ours");
    let (minor, most) = (|rust: Vec<u32>| rust[..2].to_vec(), needed(ours).expect("it says"));
    for package in packages {
        let newest = needed(package).is_none_or(|rust| minor(rust) <= most);
        assert!(newest, "{} needs {}", package["name"], package["rust_version"]);
    }
    assert!(packages.len() > 100, "only {} packages", packages.len());
}
