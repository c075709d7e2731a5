//! Answers about positions and programs, and what the program says of itself.

use std::io::{BufRead, BufReader, Write};

use serde_json::Value;

use crate::run::{command, run, run_with};

#[test]
fn each_line_is_answered_in_its_place() {
    let input = "nim 3,4,5\n\n{\"id\":7,\"text\":\"nim 3,4,5: A-2\"}\nchess\n";
    let solved = run_with(command(&["solve"]), input);
    assert_eq!((solved.code, solved.err.as_str()), (Some(0), ""));
    let rows: Vec<Value> =
        solved.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[0]["outcome"], &rows[1]["outcome"]), (&"N".into(), &"P".into()));
    assert_eq!((&rows[1]["id"], rows[2]["error"].is_string()), (&7.into(), true));
    let few = run_with(command(&["solve", "--max-moves", "2"]), "nim 7,7,7\n");
    assert!(few.out.contains("\"winning_moves\":null"), "{}", few.out);
    let hard = "misere cram(4,4) 1111111111111111\n";
    for limit in [["--nodes", "10"], ["--time", "0ms"], ["--memory", "0MB"]] {
        let cut = run_with(command(&[&["solve"], &limit[..]].concat()), hard);
        assert!(cut.out.contains("\"outcome\":null"), "{limit:?}: {}", cut.out);
    }
}

/// As in `nim-bot solve | head -n 1`.
#[test]
fn a_reader_who_leaves_is_no_error() {
    let mut child = command(&["solve"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"nim 1\n").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.contains("\"outcome\":\"N\""), "{line}");
    drop(out);
    // Until it has noticed.
    while stdin.write_all(b"nim 1\n").is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}

#[test]
fn a_question_may_be_an_argument_or_the_input() {
    let told = run(&["explain", "nim 3,4,5"]);
    assert!(told.out.starts_with("nim 3,4,5   (whoever makes the last move wins)\n"));
    assert!(told.out.contains("Winning moves: A-2 (of 12 legal moves)\n"), "{}", told.out);
    assert_eq!(run_with(command(&["explain"]), "nim 3,4,5\n").out, told.out);
    let few = run(&["explain", "nim 7,7,7", "--max-moves", "1"]);
    assert!(few.out.contains("and too many others to list"), "{}", few.out);
}

#[test]
fn a_certificate_is_checked_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.json");
    for (game, verb, what) in [
        ("misere nim 1,1", "wins", "lost positions"),
        ("misere nim 1", "loses", "lost positions"),
        ("cram(4,6) 111111111111111111111111", "loses", "pairs of opposite places"),
        ("grundy 100,90,80", "loses", "values of heaps"),
    ] {
        let made = run(&["certify", game]);
        assert_eq!(made.code, Some(0), "{game}: {}", made.err);
        std::fs::write(&file, &made.out).unwrap();
        let checked = run(&["check", file.to_str().unwrap()]);
        let begins = format!("proved: the player to move {verb} {game}, by ");
        assert!(checked.out.starts_with(&begins), "{}", checked.out);
        assert!(checked.out.ends_with(&format!(" {what}\n")), "{}", checked.out);
        assert_eq!(checked.code, Some(0));
    }
}

#[test]
fn a_drawn_start_is_checked_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let record = r#"{"game": {"variant": "nim", "params": {}, "ending": "normal",
        "start": {"heaps": [1]}}, "drawn": {"difficulty": "easy"}, "moves": []}"#;
    std::fs::write(&file, record).unwrap();
    let checked = run(&["check", file.to_str().unwrap()]);
    assert_eq!(checked.out, "not proved: the seed has not been revealed\n", "{}", checked.err);
    assert_eq!(checked.code, Some(1));
}

#[test]
fn a_program_conforms_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("first.sh");
    let script = r#"
        while read -r word rest; do
            case $word in
                hello) echo 'hello {"variants":["nim"]}' ;;
                position) rest=${rest#*'"legal_moves":['}; first=${rest%%']'*}']' ;;
                go) echo "bestmove $first" ;;
                quit) exit ;;
            esac
        done"#;
    std::fs::write(&file, script).unwrap();
    let good = run(&["conform", &format!("sh {}", file.display())]);
    assert_eq!((good.code, good.err.as_str()), (Some(0), ""));
    assert!(good.out.starts_with("ok    starts and says hello\n"), "{}", good.out);
    assert!(good.out.lines().all(|line| line.starts_with("ok    ")), "{}", good.out);
    // What it says to its author is passed on.
    let bad = run(&["conform", "sh -c 'echo trouble >&2; exit 1'"]);
    assert_eq!(bad.code, Some(1));
    assert!(bad.out.starts_with("FAIL  starts and says hello: it "), "{}", bad.out);
    let end = "nim-bot: the program does not conform; docs/bots.md says what is expected";
    assert_eq!(bad.err, format!("trouble\n{end}\n"));
}

#[test]
fn the_program_describes_itself() {
    let folder = tempfile::tempdir().unwrap();
    let made = run(&["man", folder.path().to_str().unwrap()]);
    assert_eq!((made.code, made.out.as_str(), made.err.as_str()), (Some(0), "", ""));
    for page in ["nim-bot.1", "nim-bot-play.1", "nim-bot-ppositions.1", "nim-bot-swarm-merge.1"] {
        let text = std::fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(text.contains(".TH nim"), "{page}");
    }
    let script = run(&["completions", "bash"]);
    assert_eq!((script.code, script.err.as_str()), (Some(0), ""));
    assert!(script.out.contains("nim-bot") && script.out.contains("--challenges-only"));
    let version = run(&["--version"]);
    assert_eq!(version.out, concat!("nim-bot ", env!("CARGO_PKG_VERSION"), "\n"));
}
