//! Texts that tests compare with files in the repository, so that no change goes unnoticed, and the
//! chance by which they are drawn.

mod chance;

pub use chance::chance;

/// Compares a text with the file that has it; with `NIM_WRITE_PINNED=1` it writes the file anew
/// first.
///
/// # Panics
/// At the first line that differs, or if the file cannot be read or written.
pub fn assert_pinned(file: &str, found: &str) {
    if std::env::var_os("NIM_WRITE_PINNED").is_some() {
        std::fs::write(file, found).expect("the file can be written");
    }
    let known = std::fs::read_to_string(file).expect("the file is in the repository");
    for (number, (found, known)) in (1..).zip(found.lines().zip(known.lines())) {
        assert_eq!(found, known, "{file}, line {number}");
    }
    assert!(found == known, "{file}: its end differs");
}
