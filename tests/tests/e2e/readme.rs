//! What README.md shows works, letter for letter.

use std::process::Command;

use tests::process::{Folder, ServerProcess};

const README: &str = include_str!("../../../README.md");

/// The code block of this language.
fn block(language: &str) -> &'static str {
    let after = README.split(&format!("```{language}\n")).nth(1).expect("a block");
    after.split("```").next().expect("its end")
}

/// A Python with the package `websockets`. In CI it must be there; elsewhere
/// its absence is said and the test does nothing.
fn python() -> Option<String> {
    let python = std::env::var("NIM_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let import = Command::new(&python).args(["-c", "import websockets.asyncio.client"]).output();
    if import.is_ok_and(|import| import.status.success()) {
        return Some(python);
    }
    assert!(std::env::var_os("CI").is_none(), "CI needs Python with the package websockets");
    eprintln!("skipped: no Python with the package websockets (set NIM_TEST_PYTHON)");
    None
}

#[test]
fn the_bot_in_python_plays_the_house_bot() {
    let Some(python) = python() else { return };
    let data = Folder::new();
    let server = ServerProcess::start(data.path(), &[]);
    let program = data.path().join("bot.py");
    std::fs::write(&program, block("python")).expect("the folder is there");
    let played = Command::new(python).arg(&program).arg(server.url()).output().expect("it runs");
    let said = String::from_utf8_lossy(&played.stdout);
    let complaint = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{complaint}");
    assert_eq!(said.trim(), "I won", "{complaint}");
}
