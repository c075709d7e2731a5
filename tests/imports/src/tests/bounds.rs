//! Files and functions stay short enough to read.

use super::*;
use crate::bounds::lengths;

/// The most lines of a file and of a function.
const FILE: usize = 400;
const FUNCTION: usize = 60;

/// Exceptions, with the reason.
const LONGER: &[(&str, &str)] = &[
    ("server/src/session/requests.rs: carry_out", "one arm for each message"),
    ("bot/report/src/plot.rs: svg", "one picture from top to bottom"),
    ("bot/bench/src/reach.rs: rows", "a table"),
    ("bot/bench/src/micro.rs: steps", "a list of steps"),
    ("tests/src/schema.rs: keyword", "one match over the keywords of JSON Schema"),
];

#[test]
fn no_file_is_longer_than_400_lines_and_no_function_than_60() {
    let mut broken = Vec::new();
    let mut named: Vec<String> = Vec::new();
    for folder in crates() {
        let src = root().join(&folder).join("src");
        for (path, text) in sources(&src) {
            let file =
                format!("{folder}/src/{}", path.strip_prefix(&src).expect("below").display());
            let (lines, functions) = lengths(&text, FUNCTION);
            let functions = functions.into_iter();
            let functions = functions.map(|(name, lines)| (format!("{file}: {name}"), lines));
            let long = (lines > FILE).then_some((file.clone(), lines));
            for (name, lines) in functions.chain(long) {
                match LONGER.iter().any(|(longer, _)| *longer == name) {
                    true => named.push(name),
                    false => broken.push(format!("{name} has {lines} lines")),
                }
            }
        }
    }
    assert_eq!(broken, [""; 0]);
    for (name, _) in LONGER {
        assert!(named.iter().any(|longer| longer == name), "{name} is named for nothing");
    }
}

#[test]
fn lengths_are_counted_without_tests() {
    let text =
        "//! What it is.\n\nfn long() {\n    f(\n    );\n}\n\n#[cfg(test)]\nmod tests {\n}\n";
    assert_eq!(lengths(text, 3), (6, vec![("long".to_owned(), 4)]));
    assert_eq!(lengths(text, 4), (6, Vec::new()));
}
