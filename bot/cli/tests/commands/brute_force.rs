//! The solver against positions decided by plain recursion in Python, with the rules written
//! down once more: brute_force.py.

use std::process::Command;

/// Rows and seed; `python3 bot/cli/tests/commands/brute_force.py target/release/nim-bot 20000 7` asks for
/// more.
const ROWS: [&str; 2] = ["600", "1"];

#[test]
fn random_positions_are_decided_as_by_plain_recursion() {
    let python = std::env::var("NIM_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/commands/brute_force.py");
    let run = Command::new(python)
        .args([script, env!("CARGO_BIN_EXE_nim-bot")])
        .args(ROWS)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && said.contains("600 rows, 0 wrong"), "{said}");
}
