//! What cannot be done is said in one line, and with an exit code of failure.

use crate::run::{Run, command, run, run_with};

/// Where nobody listens.
const URL: &str = "ws://127.0.0.1:1";

/// The line of a run that has failed and printed nothing else.
fn refused(Run { code, out, err }: &Run) -> &str {
    assert_eq!((*code, out.as_str()), (Some(1), ""), "{err}");
    err.trim_end().strip_prefix("nim-bot: ").unwrap()
}

#[test]
fn options_that_cannot_be_met_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_str().unwrap();
    let no_file = "No such file or directory (os error 2)";
    for (arguments, line) in [
        (&["ppositions", "nim", "--heaps", "0"][..], "from 1 to 8 heaps".to_owned()),
        (&["ppositions", "nim", "--heaps", "9"], "from 1 to 8 heaps".to_owned()),
        (&["ppositions", "candy", "--misere"], "it is not played with this ending".to_owned()),
        (&["table", "chess"], "\"chess\" is no variant in the notation".to_owned()),
        (&["explain", "chess"], "a variant and a start, such as nim 3,4,5".to_owned()),
        (&["check", "/none"], format!("/none: {no_file}")),
        (&["siege", "--seconds", "0"], "an attack lasts a second at least".to_owned()),
        (&["swarm", "--url", URL, "--players", "0"], "a load takes at least one client".to_owned()),
        (&["series", empty], format!("no folder in {empty} has a finished tournament")),
        (&["series", "/none"], format!("/none: {no_file}")),
        (
            &["tournament", "--entrants", "perfect"],
            "a tournament takes two entrants: --entrants perfect,random".to_owned(),
        ),
        (
            &["tournament", "--entrants", "perfect,program:false"],
            r#""false" ended: exit status: 1; nim-bot conform "false" tells more"#.to_owned(),
        ),
        (
            &["tournament", "--resume", empty],
            format!("no tournament is under way in {empty}: {no_file}"),
        ),
        (
            &["play", "--name", "Ada", "--url", "wss://127.0.0.1:1", "--ca", "/none"],
            format!("cannot use /none: I/O error: {no_file}"),
        ),
        (
            &["play", "--name", "Ada", "--url", URL, "--program", "false"],
            r#""false" ended: exit status: 1; nim-bot conform "false" tells more"#.to_owned(),
        ),
        (
            &["play", "--name", "Ada", "--url", URL, "--house"],
            "NIM_BOT_TOKEN is not set".to_owned(),
        ),
    ] {
        assert_eq!(refused(&run(arguments)), line, "{arguments:?}");
    }
    let unknown = run(&["siege", "--only", "tea"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("one of questions, reviews, "), "{}", unknown.err);
}

#[test]
fn a_program_that_does_not_play_what_is_played_does_not_enter() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let program = r#"sh -c 'read hello; echo "hello {\"variants\":[\"lasker\"]}"; read more'"#;
    let entrants = format!("perfect,program:{program}");
    let tournament = run(&["tournament", "--out", out.to_str().unwrap(), "--entrants", &entrants]);
    let line = refused(&tournament);
    assert!(line.ends_with(" does not play nim: choose its --variants"), "{line}");
    assert!(!out.exists());
}

#[test]
fn a_folder_has_one_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let begin = || run(&["tournament", "--entrants", "perfect,random", "--out", out]);
    std::fs::write(folder.path().join("export.ndjson"), "").unwrap();
    assert_eq!(
        refused(&begin()),
        format!("{out} has a finished tournament, which is kept: choose another --out")
    );
    std::fs::write(folder.path().join("run.json"), "{}").unwrap();
    assert_eq!(
        refused(&begin()),
        format!(
            "a tournament is under way in {out}: nim-bot tournament --resume {out}, or choose \
             another --out"
        )
    );
    let resumed = run(&["tournament", "--resume", out]);
    let line = refused(&resumed);
    assert!(line.starts_with(&format!("{out}/run.json: missing field")), "{line}");
}

#[test]
fn a_bot_that_reaches_no_server_gives_up() {
    let usual = ["play", "--name", "Ada", "--url", URL, "--patience", "0"];
    let gave_up = "nim-bot: gave up: the connection failed: Connection refused (os error 111)\n";
    let Run { code, out, err } = run(&usual);
    assert_eq!((code, err.as_str()), (Some(1), gave_up));
    assert_eq!(out, "games=0 won=0 lost=0 no_result=0 errors=0\n");
    // A program that is no player for ratings need only say hello.
    let hello = r#"sh -c 'read hello; echo "hello {}"; read more'"#;
    let program = [&usual[..], &["--program", hello]].concat();
    assert_eq!(run(&program).err, gave_up);
    let mut rated = command(&program);
    rated.env("NIM_BOT_TOKEN", "ab".repeat(32));
    let Run { code, out, err } = run_with(rated, "");
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.ends_with(" tells more\n") && err.contains(" ended: exit status: 0"), "{err}");
    // A house bot says nothing where its server would read it.
    let mut house = command(&[&usual[..], &["--house"]].concat());
    house.env("NIM_BOT_TOKEN", "ab".repeat(32));
    assert_eq!(run_with(house, "").out, "");
}

#[test]
fn a_token_that_is_none_is_named_by_its_source() {
    let play = ["play", "--name", "Ada", "--url", URL, "--patience", "0"];
    let mut bad = command(&play);
    bad.env("NIM_BOT_TOKEN", "xy");
    let why = "NIM_BOT_TOKEN: expected 64 hexadecimal digits";
    assert_eq!(refused(&run_with(bad, "")), why);
    let mut bad = command(&["swarm", "--url", URL]);
    bad.env("NIM_ADMIN_TOKEN", "xy");
    let why = "NIM_ADMIN_TOKEN: expected 64 hexadecimal digits";
    assert_eq!(refused(&run_with(bad, "")), why);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    let path = file.to_str().unwrap();
    let made = run(&[&play[..], &["--token-file", path]].concat());
    assert!(made.err.starts_with("nim-bot: gave up"), "{}", made.err);
    let digits = std::fs::read_to_string(&file).unwrap();
    assert_eq!((digits.len(), digits.ends_with('\n')), (65, true));
    std::fs::write(&file, "xy").unwrap();
    let why = format!("the token file {path}: expected 64 hexadecimal digits");
    assert_eq!(refused(&run(&[&play[..], &["--token-file", path]].concat())), why);
}
