//! Each type name means one thing in the whole workspace.

use super::*;
use crate::names::types;

/// Excluded crates: the verifier of tournaments shares nothing with the server, not even types, but
/// uses the same terms; and tests have their own clients and folders.
const APART: &[&str] = &["server/verify", "tests", "tests/imports"];

/// Where each type is declared.
fn declared() -> BTreeMap<String, Vec<String>> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in crates().into_iter().filter(|folder| !APART.contains(&folder.as_str())) {
        let src = root().join(&folder).join("src");
        for (path, text) in sources(&src) {
            let file =
                format!("{folder}/src/{}", path.strip_prefix(&src).expect("below").display());
            for name in types(&text) {
                places.entry(name).or_default().push(file.clone());
            }
        }
    }
    places
}

#[test]
fn a_type_name_means_one_thing() {
    let places = declared();
    assert!(places.len() > 500, "only {} names were read", places.len());
    let broken: Vec<String> = (places.iter())
        .filter(|(_, places)| places.len() > 1)
        .map(|(name, places)| format!("{name}: {}", places.join(" ")))
        .collect();
    assert_eq!(broken, [""; 0]);
}

#[test]
fn types_are_found_in_modules_and_not_in_tests_or_functions() {
    let text = "pub struct A; mod m { enum B {} trait C {} } #[cfg(test)] mod tests { struct D; }
        type E = A; union F { a: u8 } fn f() { struct G; } #[cfg(test)] struct H;";
    assert_eq!(types(text), ["A", "B", "C", "E", "F"]);
}
