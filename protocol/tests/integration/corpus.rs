//! Replays the fuzzing corpus: inputs that once failed or are instructive, and the
//! golden forms to start from. See tests/fuzz/README.md.

#[path = "../../../tests/fuzz/checks.rs"]
mod checks;

/// Calls the check with each file of a corpus; there must be some.
fn replay(corpus: &str, check: fn(&[u8])) {
    let folder = format!("{}/../tests/fuzz/corpus/{corpus}", env!("CARGO_MANIFEST_DIR"));
    let mut replayed = 0;
    for file in std::fs::read_dir(folder).expect("the corpus is committed") {
        let path = file.expect("the corpus can be read").path();
        check(&std::fs::read(path).expect("the corpus can be read"));
        replayed += 1;
    }
    assert!(replayed > 0);
}

#[test]
fn setups() {
    replay("setups", checks::setups);
}

#[test]
fn notation() {
    replay("notation", checks::notation);
}

#[test]
fn messages() {
    replay("messages", checks::messages);
}

#[test]
fn sequences() {
    replay("sequences", checks::sequences);
}
