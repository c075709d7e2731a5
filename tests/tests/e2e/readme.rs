//! What README.md shows works, letter for letter.

use std::process::Command;

use tests::process::{Folder, ServerProcess};

const README: &str = include_str!("../../../README.md");

/// The code block of this language.
fn block(language: &str) -> &'static str {
    let after = README.split(&format!("```{language}\n")).nth(1).expect("a block");
    after.split("```").next().expect("its end")
}

#[test]
#[cfg_attr(not(feature = "tools"), ignore = "needs Python with websockets; see .ci/test")]
fn the_bot_in_python_plays_the_house_bot() {
    let python = std::env::var("NIM_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
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
